import { jsonTree } from '../../core/lib/json.js';
import type { Code, EmbeddedCode, HostFileKind } from './embedded-code.js';
import { PlacedText } from './placed-text.js';
import { hashComments } from './yaml-file.js';

const DOCKERFILE = /(?:^|\/)(?:(?:Docker|Container)file(?:\.[\w.-]+)?|[\w.-]+\.(?:docker|container)file)$/i;

/** Dockerfiles, with commands that build an image, and commands that the image runs. */
export const dockerfile: HostFileKind = {
  name: 'a Dockerfile',
  languages: ['shell'],
  isHostFile: (path) => DOCKERFILE.test(path),
  read: readDockerfile,
  commentsOf: hashComments,
  counts: 'mention',
};

interface Instruction {
  readonly name: string;
  /** The text after the name, without comments. */
  readonly argument: PlacedText;
}

function readDockerfile(text: string): EmbeddedCode {
  const codes: Code[] = [];
  const variables = new Map<string, string>();
  let isShell = true;
  for (const { name, argument } of instructions(text)) {
    if (name === 'FROM') isShell = true;
    else if (name === 'SHELL') isShell = /\bsh"|(?:ba|da|a|z)sh"/.test(argument.text);
    else if (name === 'ENV' || name === 'ARG') setVariables(variables, name, argument.text);
    else if (isShell) {
      const code = shellCommandOf(argument);
      if (code !== undefined) codes.push(codeOf(code, variables));
    }
  }
  return { codes, isBroken: false };
}

const INSTRUCTION =
  /^[ \t]*(?:ONBUILD[ \t]+)?(?:HEALTHCHECK[ \t]+(?:--\S+(?:[ \t]|\\\n)+)*)?(RUN|CMD|ENTRYPOINT|ENV|ARG|SHELL|FROM)[ \t]+/i;

/** Instructions, each with its continuation lines and here-documents. */
function* instructions(text: string): Generator<Instruction> {
  const escape = /^#\s*escape\s*=\s*`/i.test(text) ? '`' : '\\';
  const lines = Array.from(text.matchAll(/[^\n]+\n?|\n/g), ({ 0: line, index }) => ({ line, index }));
  for (let at = 0; at < lines.length; at += 1) {
    const first = lines[at];
    const match = INSTRUCTION.exec(first?.line ?? '');
    if (first === undefined || match === null) continue;
    const name = match[1]?.toUpperCase() ?? '';
    const argument = new PlacedText();
    at = addLines(argument, lines, { at, prefixLength: match[0].length, escape });
    if (name === 'RUN') at = addHeredocs(argument, lines, at);
    yield { name, argument };
  }
}

interface Line {
  readonly line: string;
  readonly index: number;
}

/** Adds a line after its prefix, and its continuation lines. Returns the index of the last line. */
function addLines(
  target: PlacedText,
  lines: readonly Line[],
  { at, prefixLength, escape }: { readonly at: number; readonly prefixLength: number; readonly escape: string },
): number {
  let last = at;
  let from = prefixLength;
  for (;;) {
    const { line: fullLine, index } = lines[last] ?? { line: '', index: 0 };
    const line = fullLine.slice(from);
    const place = index + from;
    const continues = line.trimEnd().endsWith(escape);
    // The only continuation mark of the shell is the backslash.
    target.addVerbatim(continues ? line.trimEnd().slice(0, -1) : line.replace(/\r?\n$/, ''), place);
    const next = continues ? nextLine(lines, last + 1) : undefined;
    if (next === undefined) return last;
    target.addAt('\\\n', place + line.trimEnd().length - 1);
    last = next;
    from = 0;
  }
}

/** Adds the here-documents of a command, each up to its delimiter. Returns the index of the last line. */
function addHeredocs(target: PlacedText, lines: readonly Line[], from: number): number {
  let at = from;
  const delimiters = Array.from(target.text.matchAll(/<<-?(["']?)([A-Za-z_]\w*)\1/g), ([, , mark = '']) => mark);
  for (const delimiter of delimiters) {
    for (at += 1; at < lines.length; at += 1) {
      const bodyLine = lines[at];
      if (bodyLine === undefined) break;
      target.addAt('\n', bodyLine.index).addVerbatim(bodyLine.line.replace(/\r?\n$/, ''), bodyLine.index);
      if (bodyLine.line.trim() === delimiter) break;
    }
  }
  return at;
}

/** The next continuation line, ignoring comments and blank lines. */
function nextLine(lines: readonly { readonly line: string }[], from: number): number | undefined {
  for (let at = from; at < lines.length; at += 1) if (!/^\s*(?:#|$)/.test(lines[at]?.line ?? '')) return at;
  return undefined;
}

/** Sets the variables of `NAME=value …` or `NAME value`; the value of an `ARG` is only a default. */
function setVariables(variables: Map<string, string>, kind: 'ENV' | 'ARG', declaration: string): void {
  const text = declaration.replace(/\\\n/g, ' ');
  if (kind === 'ENV' && /^\w+\s+[^=\s]/.test(text)) {
    const [, name = '', value = ''] = /^(\w+)\s+([^]*)/.exec(text) ?? [];
    variables.set(name, `${name}="${value.trim().replace(/["`]/g, '\\$&')}"`);
    return;
  }
  for (const [, name = '', value = ''] of text.matchAll(/(?<!\w)(\w+)=("(?:[^"\\]|\\[^])*"|'[^']*'|[^\s"']*)/g))
    variables.set(name, kind === 'ENV' ? `${name}=${value}` : `${name}=\${${name}:-${value}}`);
}

/** A command as the shell receives it: without flags of the instruction, and with the words of a list quoted. */
function shellCommandOf(argument: PlacedText): PlacedText | undefined {
  const flagsLength = /^(?:--\S+\s+(?:\\\n\s*)?)*/.exec(argument.text)?.[0].length ?? 0;
  const text = argument.text.slice(flagsLength);
  // A here-document without a command before it is a script.
  const script = /^<<-?(["']?)(\w+)\1[ \t]*\n([^]*)$/.exec(text);
  if (script !== null) {
    const body = script[3] ?? '';
    const end = body.lastIndexOf('\n');
    const from = argument.text.length - body.length;
    return new PlacedText().copy(argument, from, from + Math.max(0, end));
  }
  return /^\s*\[/.test(text) ? commandOfWords(argument, flagsLength) : new PlacedText().copy(argument, flagsLength);
}

/** The command of a list such as `["curl", "-s"]`, which begins at an offset. */
function commandOfWords(argument: PlacedText, from: number): PlacedText | undefined {
  const words = jsonTree(argument.text.slice(from), 'with-comments')?.children ?? [];
  const values = words.flatMap(({ type, value, offset }) =>
    type === 'string' ? [{ value: String(value), offset: from + offset + 1 }] : [],
  );
  const [program, flag, code] = values;
  const command = new PlacedText();
  if (code !== undefined && /(?:^|\/)(?:ba|da|a|z)?sh$/.test(program?.value ?? '') && /^-\w*c$/.test(flag?.value ?? ''))
    return isVerbatim(argument, code)
      ? command.copy(argument, code.offset, code.offset + code.value.length)
      : command.addAt(code.value, argument.placeOf(code.offset));
  for (const word of values) {
    const place = argument.placeOf(word.offset);
    command.addAt(command.text === '' ? "'" : " '", place);
    if (isVerbatim(argument, word) && !word.value.includes("'"))
      command.copy(argument, word.offset, word.offset + word.value.length);
    else command.addAt(word.value.replaceAll("'", "'\\''"), place);
    command.addAt("'", place + word.value.length);
  }
  return values.length === 0 ? undefined : command;
}

function isVerbatim(
  argument: PlacedText,
  { value, offset }: { readonly value: string; readonly offset: number },
): boolean {
  return argument.text.startsWith(`${value}"`, offset);
}

function codeOf(code: PlacedText, variables: ReadonlyMap<string, string>): Code {
  const begin = code.placeOf(0);
  const program = new PlacedText();
  for (const [name, line] of variables) if (code.text.includes(name)) program.addAt(`${line}\n`, begin);
  return { ...program.copy(code).fragment(code), language: 'shell' };
}
