import type { Code, EmbeddedCode, HostFileKind } from './embedded-code.js';
import { PlacedText } from './placed-text.js';
import { hashComments } from './yaml-file.js';

/** Variables by name; undefined for a variable with several values or an unknown one. */
type MakeVariables = ReadonlyMap<string, PlacedText | undefined>;

/** Maximum nesting of variables; values beyond it are unknown. */
const MAX_DEPTH = 10;
const MAX_LENGTH = 200_000;

/** Placeholder for an unknown value, valid inside the quotes of every language. */
const HOLE = '${{ make }}';

const REFERENCE = /\$(?:\$|\(([^()$]*(?:\$[({]\w+[)}][^()$]*)*)\)|\{([^{}$]*)\}|([^\s({$]))/g;

/** A text with the values of make's variables in place of their names; `$$` becomes `$`. */
function expanded(source: PlacedText, variables: MakeVariables, depth = 0): PlacedText {
  const { text } = source;
  const result = new PlacedText();
  let end = 0;
  for (const { 0: reference, 1: parenthesised, 2: braced, 3: single, index } of text.matchAll(REFERENCE)) {
    const place = source.placeOf(index);
    result.copy(source, end, index);
    end = index + reference.length;
    if (reference === '$$') result.addAt('$', place);
    else if (result.text.length > MAX_LENGTH) result.addAt(HOLE, place);
    else result.addAt(valueOf(parenthesised ?? braced ?? single ?? '', variables, depth), place);
  }
  return result.copy(source, end);
}

function valueOf(reference: string, variables: MakeVariables, depth: number): string {
  if (depth > MAX_DEPTH) return HOLE;
  const [, calledName] = /^call\s+([\w.-]+)/.exec(reference) ?? [];
  const value = variables.get(calledName ?? reference);
  if (value === undefined) return HOLE;
  if (calledName === undefined) return expanded(value, variables, depth + 1).text;
  const args = reference.split(',').map((arg) => new PlacedText().addVerbatim(arg.trim(), 0));
  const argVariables = args.map((arg, index) => [String(index), expanded(arg, variables, depth + 1)] as const);
  return expanded(value, new Map([...variables, ...argVariables]), depth + 1).text;
}

const MAKEFILE = /(?:^|\/)(?:GNUm|[Mm])akefile(?:\.[\w-]+)?$|\.mk$/;

/** Recipes of makefiles: each line is a separate program, except with `.ONESHELL`. */
export const makefile: HostFileKind = {
  name: 'a makefile',
  languages: ['shell'],
  isHostFile: (path) => MAKEFILE.test(path),
  read: readMakefile,
  commentsOf: hashComments,
  counts: 'mention',
};

interface LogicalLine {
  readonly text: string;
  readonly start: number;
}

/** Lines of a text, each joined with its continuation lines. */
function logicalLines(text: string): readonly LogicalLine[] {
  const lines: LogicalLine[] = [];
  for (let start = 0; start < text.length;) {
    let end = start;
    do end = text.indexOf('\n', end) + 1 || text.length + 1;
    while (end <= text.length && /\\\r?\n$/.test(text.slice(end - 3, end)));
    lines.push({ text: text.slice(start, end - 1), start });
    start = end;
  }
  return lines;
}

const ASSIGNMENT = /^ *((?:(?:export|override|private|unexport)\s+)*)([\w.-]+)\s*(::?:?=|\?=|\+=|!=|=)[ \t]*([^]*)/;

function readMakefile(text: string): EmbeddedCode {
  const variables: Map<string, PlacedText | undefined> = new Map();
  const recipes: LogicalLine[][] = [];
  let definition: { readonly name: string; readonly body: PlacedText } | undefined;
  for (const line of logicalLines(text)) {
    if (definition !== undefined) {
      if (/^\s*endef\b/.test(line.text)) {
        define(variables, definition.name, definition.body);
        definition = undefined;
      } else definition.body.addVerbatim(`${line.text}\n`, line.start);
    } else if (line.text.startsWith('\t') && recipes.length > 0) recipes.at(-1)?.push(line);
    else {
      const defined = /^\s*(?:override\s+|export\s+)?define\s+([\w.-]+)/.exec(line.text)?.[1];
      if (defined !== undefined) definition = { name: defined, body: new PlacedText() };
      else if (ASSIGNMENT.test(line.text)) assignVariable(variables, line);
      else if (/^[^\s#][^#=]*:/.test(line.text)) recipes.push(recipeOnRuleLine(line));
    }
  }
  const isOneShell = /^\.ONESHELL\s*:/m.test(text);
  const codes = recipes.flatMap((lines): readonly Code[] => {
    const commands = lines.map((line) => commandOf(line, variables)).filter((command) => command.text !== '');
    const programs = isOneShell && commands.length > 0 ? [joinCommands(commands)] : commands;
    return programs.map((program) => ({ ...program.fragment(), language: 'shell' }));
  });
  return { codes, isBroken: definition !== undefined };
}

/** The recipe on the line of its rule: `target: prerequisites ; command`. */
function recipeOnRuleLine({ text, start }: LogicalLine): LogicalLine[] {
  const semicolon = text.indexOf(';');
  return semicolon < 0 ? [] : [{ text: text.slice(semicolon + 1), start: start + semicolon + 1 }];
}

/** Sets a variable; its value is unknown after a second assignment. */
function define(variables: Map<string, PlacedText | undefined>, name: string, value: PlacedText | undefined): void {
  variables.set(name, variables.has(name) ? undefined : value);
}

function assignVariable(variables: Map<string, PlacedText | undefined>, { text, start }: LogicalLine): void {
  const [, , name = '', operator, written = ''] = ASSIGNMENT.exec(text) ?? [];
  // Blanks before a comment are part of the value for make, but not of a URL.
  const value = written.replace(/(?:^|\s)#[^]*$/, '').trimEnd();
  const placed = new PlacedText().addVerbatim(value, start + text.length - written.length);
  const earlierValue = variables.get(name);
  if (operator === '+=' && earlierValue !== undefined) earlierValue.addAt(' ', start).copy(placed);
  else if (operator === '?=' && variables.has(name)) return;
  else define(variables, name, operator === '!=' ? undefined : placed);
}

/** A line of a recipe as the shell receives it. */
function commandOf({ text, start }: LogicalLine, variables: MakeVariables): PlacedText {
  const prefixLength = /^[\t ]*(?:[@+-][\t ]*)*/.exec(text)?.[0].length ?? 0;
  const source = new PlacedText();
  let at = prefixLength;
  // The prefix of a recipe is not part of a continuation line.
  for (const match of text.slice(prefixLength).matchAll(/\\\r?\n\t/g)) {
    const end = prefixLength + match.index + match[0].length;
    source.addVerbatim(text.slice(at, end - 1), start + at);
    at = end;
  }
  return expanded(source.addVerbatim(text.slice(at), start + at), variables);
}

function joinCommands(commands: readonly PlacedText[]): PlacedText {
  return commands.reduce(
    (all, command) => all.copy(command).addAt('\n', command.placeOf(command.text.length)),
    new PlacedText(),
  );
}
