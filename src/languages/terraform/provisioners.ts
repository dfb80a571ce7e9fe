import type { Span } from '../../core/model/span.js';
import { attributeOf } from './hcl/syntax.js';
import type { Body, Entry, Expression } from './hcl/syntax.js';

/** A provisioner, and the lines of its commands, which a shell runs. */
interface Provisioner {
  readonly name: string;
  readonly at: Span;
  readonly lines: readonly Expression[];
}

/** Arguments of provisioners with a command or a list of commands. */
const COMMAND_ARGUMENTS: Readonly<Record<string, string>> = { 'local-exec': 'command', 'remote-exec': 'inline' };

/**
 * The provisioners of a resource that run commands: blocks `provisioner "local-exec" { … }`, or in JSON an attribute with
 * objects.
 *
 * @param text - the text of the file, for the places of lines.
 */
export function provisionersOf(body: Body, text: string): readonly Provisioner[] {
  const provisioner = (name: string, at: Span, commands: Expression | undefined): readonly Provisioner[] =>
    commands === undefined
      ? []
      : [{ name, at, lines: elementsOf(commands).flatMap((command) => commandLines(command, text)) }];
  return body.items.flatMap((item): readonly Provisioner[] => {
    if (item.kind === 'block') {
      const [label] = item.labels;
      if (item.type !== 'provisioner' || label === undefined) return [];
      return provisioner(label.text, label.at, attributeOf(item.body, COMMAND_ARGUMENTS[label.text] ?? '')?.value);
    }
    if (item.name !== 'provisioner') return [];
    return elementsOf(item.value).flatMap((element) =>
      entriesOf(element).flatMap(({ key, value }) => {
        const name = key.kind === 'literal' ? String(key.value) : '';
        const command = entriesOf(value).find(
          (entry) => entry.key.kind === 'literal' && entry.key.value === COMMAND_ARGUMENTS[name],
        );
        return provisioner(name, key.at, command?.value);
      }),
    );
  });
}

function elementsOf(value: Expression): readonly Expression[] {
  return value.kind === 'list' ? value.elements : [value];
}

function entriesOf(value: Expression): readonly Entry[] {
  return value.kind === 'object' ? value.entries : [];
}

/** Splits a command into its lines, with their places in the text of the file; a final backslash continues a line. */
function commandLines(command: Expression, text: string): readonly Expression[] {
  const parts = command.kind === 'template' ? command.parts : [command];
  const lines: Expression[][] = [[]];
  for (const part of parts) {
    if (part.kind !== 'literal' || typeof part.value !== 'string') {
      lines.at(-1)?.push(part);
      continue;
    }
    let offset: number | undefined = part.at[0];
    for (const [index, value] of part.value.split(/(?<!\\)\r?\n/).entries()) {
      if (index > 0) lines.push([]);
      if (value.trim() === '') continue;
      // After a line that is not found, no other is searched for: each search could take the whole part.
      const at: Span | undefined = offset === undefined ? undefined : placeOf(value, text, [offset, part.at[1]]);
      offset = at?.[1];
      lines.at(-1)?.push({ kind: 'literal', value, at: at ?? part.at });
    }
  }
  return lines.flatMap((line) => {
    const [first] = line;
    const last = line.at(-1);
    if (first === undefined || last === undefined) return [];
    return [{ kind: 'template', parts: line, at: [first.at[0], last.at[1]] }];
  });
}

/** Place of the lines of a value in a range of a text, without their indentation; undefined if the text has escapes. */
function placeOf(value: string, text: string, [start, end]: Span): Span | undefined {
  let first: number | undefined;
  let last = start;
  for (const line of value.split('\n').map((part) => part.trim())) {
    if (line === '') continue;
    const index = text.slice(last, end).indexOf(line);
    if (index < 0) return undefined;
    first ??= last + index;
    last += index + line.length;
  }
  return first === undefined ? undefined : [first, last];
}
