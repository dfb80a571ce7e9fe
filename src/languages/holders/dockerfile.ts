import { jsonTree } from '../../core/lib/json.js';
import type { Code, EmbeddedCode, HoldingKind } from './embedded-code.js';
import { PlacedText } from './placed-text.js';
import { hashComments } from './yaml-file.js';

const DOCKERFILE = /(?:^|\/)(?:(?:Docker|Container)file(?:\.[\w.-]+)?|[\w.-]+\.(?:docker|container)file)$/i;

/** Commands that build an image, and commands that the image runs. */
export const dockerfile: HoldingKind = {
  name: 'a Dockerfile',
  languages: ['shell'],
  isHolder: (path) => DOCKERFILE.test(path),
  read: readDockerfile,
  commentsOf: hashComments,
  counts: 'mention',
};

interface Instruction {
  readonly name: string;
  /** The text after the instruction's name, without comments. */
  readonly rest: PlacedText;
}

function readDockerfile(text: string): EmbeddedCode {
  const codes: Code[] = [];
  const variables = new Map<string, string>();
  let isShell = true;
  for (const { name, rest } of instructions(text)) {
    if (name === 'FROM') isShell = true;
    else if (name === 'SHELL') isShell = /\bsh"|(?:ba|da|a|z)sh"/.test(rest.text);
    else if (name === 'ENV' || name === 'ARG') declare(variables, name, rest.text);
    else if (isShell) {
      const code = commandOf(rest);
      if (code !== undefined) codes.push(codeOf(code, variables));
    }
  }
  return { codes, broken: false };
}

const RUNS =
  /^[ \t]*(?:ONBUILD[ \t]+)?(?:HEALTHCHECK[ \t]+(?:--\S+(?:[ \t]|\\\n)+)*)?(RUN|CMD|ENTRYPOINT|ENV|ARG|SHELL|FROM)[ \t]+/i;

/** Instructions, each with all of its lines. */
function* instructions(text: string): Generator<Instruction> {
  const escape = /^#\s*escape\s*=\s*`/i.test(text) ? '`' : '\\';
  const lines = Array.from(text.matchAll(/[^\n]+\n?|\n/g), ({ 0: line, index }) => ({ line, index }));
  for (let at = 0; at < lines.length; at += 1) {
    const first = lines[at];
    const start = RUNS.exec(first?.line ?? '');
    if (first === undefined || start === null) continue;
    const name = start[1]?.toUpperCase() ?? '';
    const rest = new PlacedText();
    at = addLines(rest, lines, { at, behind: start[0].length, escape });
    if (name === 'RUN') at = addHeredocs(rest, lines, at);
    yield { name, rest };
  }
}

interface Line {
  readonly line: string;
  readonly index: number;
}

/** Adds a line from an offset on, and its continuation lines; returns the last of them. */
function addLines(
  rest: PlacedText,
  lines: readonly Line[],
  { at, behind, escape }: { readonly at: number; readonly behind: number; readonly escape: string },
): number {
  let last = at;
  let from = behind;
  for (;;) {
    const { line: whole, index } = lines[last] ?? { line: '', index: 0 };
    const line = whole.slice(from);
    const place = index + from;
    const goesOn = line.trimEnd().endsWith(escape);
    // The shell knows only the backslash as a continuation mark.
    rest.add(goesOn ? line.trimEnd().slice(0, -1) : line.replace(/\r?\n$/, ''), place);
    const next = goesOn ? nextLine(lines, last + 1) : undefined;
    if (next === undefined) return last;
    rest.put('\\\n', place + line.trimEnd().length - 1);
    last = next;
    from = 0;
  }
}

/** Adds the here-documents of a command, each up to its delimiter; returns the last line. */
function addHeredocs(rest: PlacedText, lines: readonly Line[], from: number): number {
  let at = from;
  const ends = Array.from(rest.text.matchAll(/<<-?(["']?)([A-Za-z_]\w*)\1/g), ([, , mark = '']) => mark);
  for (const end of ends) {
    for (at += 1; at < lines.length; at += 1) {
      const body = lines[at];
      if (body === undefined) break;
      rest.put('\n', body.index).add(body.line.replace(/\r?\n$/, ''), body.index);
      if (body.line.trim() === end) break;
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
function declare(variables: Map<string, string>, kind: 'ENV' | 'ARG', written: string): void {
  const text = written.replace(/\\\n/g, ' ');
  if (kind === 'ENV' && /^\w+\s+[^=\s]/.test(text)) {
    const [, name = '', value = ''] = /^(\w+)\s+([^]*)/.exec(text) ?? [];
    variables.set(name, `${name}="${value.trim().replace(/["`]/g, '\\$&')}"`);
    return;
  }
  for (const [, name = '', value = ''] of text.matchAll(/(?<!\w)(\w+)=("(?:[^"\\]|\\[^])*"|'[^']*'|[^\s"']*)/g))
    variables.set(name, kind === 'ENV' ? `${name}=${value}` : `${name}=\${${name}:-${value}}`);
}

/** A command as the shell gets it: without flags, and an exec-form list as a line of quoted words. */
function commandOf(rest: PlacedText): PlacedText | undefined {
  const flags = /^(?:--\S+\s+(?:\\\n\s*)?)*/.exec(rest.text)?.[0].length ?? 0;
  const text = rest.text.slice(flags);
  // The text of a heredoc is the script if no command precedes it.
  const script = /^<<-?(["']?)(\w+)\1[ \t]*\n([^]*)$/.exec(text);
  if (script !== null) {
    const body = script[3] ?? '';
    const end = body.lastIndexOf('\n');
    const from = rest.text.length - body.length;
    return new PlacedText().copy(rest, from, from + Math.max(0, end));
  }
  return /^\s*\[/.test(text) ? commandOfWords(rest, flags) : new PlacedText().copy(rest, flags);
}

/** The command of a list such as `["curl", "-s"]` from an offset on. */
function commandOfWords(rest: PlacedText, from: number): PlacedText | undefined {
  const words = jsonTree(rest.text.slice(from), 'with-comments')?.children ?? [];
  const values = words.flatMap(({ type, value, offset }) =>
    type === 'string' ? [{ value: String(value), offset: from + offset + 1 }] : [],
  );
  const [program, flag, code] = values;
  const command = new PlacedText();
  if (code !== undefined && /(?:^|\/)(?:ba|da|a|z)?sh$/.test(program?.value ?? '') && /^-\w*c$/.test(flag?.value ?? ''))
    return isPlain(rest, code)
      ? command.copy(rest, code.offset, code.offset + code.value.length)
      : command.put(code.value, rest.placeOf(code.offset));
  for (const word of values) {
    const place = rest.placeOf(word.offset);
    command.put(command.text === '' ? "'" : " '", place);
    if (isPlain(rest, word) && !word.value.includes("'"))
      command.copy(rest, word.offset, word.offset + word.value.length);
    else command.put(word.value.replaceAll("'", "'\\''"), place);
    command.put("'", place + word.value.length);
  }
  return values.length === 0 ? undefined : command;
}

function isPlain(rest: PlacedText, { value, offset }: { readonly value: string; readonly offset: number }): boolean {
  return rest.text.startsWith(`${value}"`, offset);
}

function codeOf(code: PlacedText, variables: ReadonlyMap<string, string>): Code {
  const begin = code.placeOf(0);
  const program = new PlacedText();
  for (const [name, line] of variables) if (code.text.includes(name)) program.put(`${line}\n`, begin);
  return { ...program.copy(code).fragment(code), language: 'shell' };
}
