import { deepestLevel } from '../../facts/builder.js';
import type { Cursor, Entry, Expression, Name, Step, Token } from './syntax.js';

const OPERATORS = ['==', '!=', '<=', '>=', '&&', '||', '<', '>', '+', '-', '*', '/', '%'];

/** Parses an expression. Without an expression, it records an error and skips no token that could end one. */
export function parseExpression(cursor: Cursor): Expression {
  if (cursor.depth >= deepestLevel) {
    const token = cursor.skip();
    return { kind: 'too-deep', at: [token.start, cursor.end] };
  }
  cursor.depth += 1;
  const expression = parseChoice(cursor);
  cursor.depth -= 1;
  return expression;
}

function parseChoice(cursor: Cursor): Expression {
  const start = cursor.peek().start;
  const tests: Expression[] = [];
  const options: Expression[] = [];
  let last = parseOperation(cursor);
  while (cursor.takeMark('?') !== undefined) {
    tests.push(last);
    cursor.skipNewlines();
    options.push(parseExpression(cursor));
    cursor.skipNewlines();
    if (cursor.takeMark(':') === undefined) {
      cursor.errors += 1;
      break;
    }
    cursor.skipNewlines();
    last = parseOperation(cursor);
  }
  if (tests.length === 0) return last;
  return { kind: 'choice', tests, options: [...options, last], at: cursor.spanFrom(start) };
}

/** Parses an operation. Operands are dropped, because results of operations are unknown values anyway. */
function parseOperation(cursor: Cursor): Expression {
  const start = cursor.peek().start;
  let isOperation = false;
  for (;;) {
    while (cursor.takeMark('!', '-') !== undefined) isOperation = true;
    const operand = parseOperand(cursor);
    if (!cursor.isMark(...OPERATORS)) {
      return isOperation ? { kind: 'operation', at: cursor.spanFrom(start) } : operand;
    }
    isOperation = true;
    cursor.take();
    cursor.skipNewlines();
  }
}

function parseOperand(cursor: Cursor): Expression {
  const root = parsePrimary(cursor);
  const steps: Step[] = [];
  for (;;) {
    const step = parseStep(cursor);
    if (step === undefined) break;
    steps.push(step);
  }
  return steps.length === 0 ? root : { kind: 'reference', root, steps, at: cursor.spanFrom(root.at[0]) };
}

function parseStep(cursor: Cursor): Step | undefined {
  const { start } = cursor.peek();
  if (cursor.takeMark('.') !== undefined) {
    const { kind, text } = cursor.peek();
    if (cursor.takeMark('*') !== undefined) return { kind: 'splat', at: cursor.spanFrom(start) };
    if (kind === 'name') {
      const name = cursor.take();
      return { kind: 'attribute', name: text, at: [name.start, name.end] };
    }
    if (kind === 'number') {
      const number = cursor.take();
      const index: Expression = { kind: 'literal', value: Number.parseInt(text, 10), at: [number.start, number.end] };
      return { kind: 'index', index, at: cursor.spanFrom(start) };
    }
    cursor.errors += 1;
    return undefined;
  }
  const opening = cursor.takeMark('[');
  if (opening === undefined) return undefined;
  return parseBracketed(cursor, opening.match, (): Step => {
    const star = cursor.peekNext();
    if (cursor.isMark('*') && star.kind === 'mark' && star.text === ']') {
      cursor.take();
      return { kind: 'splat', at: [start, star.end] };
    }
    const index = parseExpression(cursor);
    return { kind: 'index', index, at: [start, cursor.end] };
  });
}

/** Parses the content of brackets and their end; line breaks are skipped if `joined`. */
function parseBracketed<Result>(cursor: Cursor, match: number | undefined, parse: () => Result, joined = true): Result {
  const outerJoined = cursor.skipsNewlines;
  cursor.skipsNewlines = joined;
  const result = parse();
  cursor.skipNewlines();
  cursor.skipsNewlines = outerJoined;
  const isEnd = match !== undefined && cursor.index === match;
  if (!isEnd) cursor.errors += 1;
  if (match !== undefined) cursor.skipTo(match + 1);
  return result;
}

function parsePrimary(cursor: Cursor): Expression {
  const token = cursor.peek();
  const at = [token.start, token.end] as const;
  switch (token.kind) {
    case 'number':
      cursor.take();
      return { kind: 'literal', value: Number(token.text), at };
    case 'template':
      return parseTemplate(cursor, parseExpression);
    case 'name':
      return parseName(cursor);
    case 'mark':
      if (token.text === '(') return parseParenthesised(cursor);
      if (token.text === '[') return parseList(cursor);
      if (token.text === '{') return parseObject(cursor);
      break;
    default:
  }
  cursor.errors += 1;
  return { kind: 'unknown', at: [token.start, token.start] };
}

function parseParenthesised(cursor: Cursor): Expression {
  const opening = cursor.take();
  return parseBracketed(cursor, opening.match, () => parseExpression(cursor));
}

const CONSTANTS: Readonly<Record<string, boolean | null>> = { true: true, false: false, null: null };

function parseName(cursor: Cursor): Expression {
  const token = cursor.take();
  const at = [token.start, token.end] as const;
  const constant = Object.hasOwn(CONSTANTS, token.text) ? CONSTANTS[token.text] : undefined;
  if (constant !== undefined) return { kind: 'literal', value: constant, at };
  let name = token.text;
  // `provider::acme::ring(…)`
  while (cursor.isMark('::') && cursor.peekNext().kind === 'name') {
    cursor.take();
    name += `::${cursor.take().text}`;
  }
  const next = cursor.peek();
  if (next.kind !== 'mark' || next.text !== '(') return { kind: 'name', name, at: cursor.spanFrom(token.start) };
  cursor.take();
  let spread = false;
  const args = parseBracketed(cursor, next.match, () => {
    const items = parseItems(cursor, next.match);
    spread = cursor.takeMark('...') !== undefined;
    cursor.takeMark(',');
    return items;
  });
  return { kind: 'call', name, args, spread, at: cursor.spanFrom(token.start) };
}

function parseItems(cursor: Cursor, end: number | undefined): readonly Expression[] {
  const items: Expression[] = [];
  while (cursor.peek().kind !== 'end' && cursor.index !== end) {
    const indexBefore = cursor.index;
    items.push(parseExpression(cursor));
    if (cursor.takeMark(',') === undefined || cursor.index === indexBefore) break;
  }
  return items;
}

function parseList(cursor: Cursor): Expression {
  const opening = cursor.take();
  return parseBracketed(cursor, opening.match, () => {
    if (cursor.peek().text === 'for' && cursor.peekNext().kind === 'name')
      return parseFor(cursor, opening.start, false);
    const elements = parseItems(cursor, opening.match);
    return { kind: 'list', elements, at: [opening.start, cursor.tokenAt(opening.match)?.end ?? cursor.end] };
  });
}

function parseObject(cursor: Cursor): Expression {
  const opening = cursor.take();
  const end = opening.match;
  return parseBracketed(
    cursor,
    end,
    () => {
      cursor.skipNewlines();
      const next = cursor.peekNext();
      if (cursor.peek().text === 'for' && next.kind === 'name') {
        cursor.skipsNewlines = true;
        return parseFor(cursor, opening.start, true);
      }
      const entries: Entry[] = [];
      while (cursor.peek().kind !== 'end' && cursor.index !== end) {
        const entry = parseEntry(cursor);
        if (entry === undefined) break;
        entries.push(entry);
        cursor.takeMark(',');
        cursor.skipNewlines();
      }
      return { kind: 'object', entries, at: [opening.start, cursor.tokenAt(end)?.end ?? cursor.end] };
    },
    false,
  );
}

function parseEntry(cursor: Cursor): Entry | undefined {
  const { kind, text, start, end } = cursor.peek();
  const next = cursor.peekNext();
  const isPlainKey = kind === 'name' && next.kind === 'mark' && (next.text === '=' || next.text === ':');
  if (isPlainKey) cursor.take();
  const key: Expression = isPlainKey ? { kind: 'literal', value: text, at: [start, end] } : parseExpression(cursor);
  cursor.skipNewlines();
  if (cursor.takeMark('=', ':') === undefined) return undefined;
  cursor.skipNewlines();
  return { key, value: parseExpression(cursor) };
}

function parseFor(cursor: Cursor, start: number, isObject: boolean): Expression {
  cursor.take();
  const first = takeName(cursor);
  const second = cursor.takeMark(',') === undefined ? undefined : takeName(cursor);
  if (cursor.peek().text === 'in') cursor.take();
  else cursor.errors += 1;
  const over = parseExpression(cursor);
  if (cursor.takeMark(':') === undefined) cursor.errors += 1;
  const firstExpression = parseExpression(cursor);
  const value = isObject && cursor.takeMark('=>') !== undefined ? parseExpression(cursor) : undefined;
  const grouped = cursor.takeMark('...') !== undefined;
  if (cursor.peek().text === 'if') {
    cursor.take();
    parseExpression(cursor);
  }
  return {
    kind: 'for',
    keyName: second === undefined ? undefined : first,
    valueName: second ?? first,
    over,
    ...(value === undefined ? {} : { key: firstExpression }),
    value: value ?? firstExpression,
    grouped,
    at: [start, cursor.peek().end],
  };
}

function takeName(cursor: Cursor): Name {
  const { kind, text, start, end } = cursor.peek();
  if (kind !== 'name') {
    cursor.errors += 1;
    return { name: '', at: [start, start] };
  }
  cursor.take();
  return { name: text, at: [start, end] };
}

/** Parser of the expression in an interpolation. */
type ExpressionParser = (cursor: Cursor) => Expression;

/** The literal text of a template that was skipped, such as a label. */
export function templateText(cursor: Cursor, template: Token): string {
  let text = '';
  const end = template.match ?? cursor.index;
  for (let index = cursor.index - 1; index > 0; index -= 1) {
    const token = cursor.tokenAt(index);
    if (token === undefined || token === template) break;
    if (index < end && token.kind === 'piece') text = token.text + text;
  }
  return text;
}

/** Parses `"…"` or a heredoc; the cursor is before it. */
export function parseTemplate(cursor: Cursor, parseInner: ExpressionParser): Expression {
  const opening = cursor.take();
  const indent = opening.isIndented === true ? commonIndent(cursor, opening) : 0;
  const parts = parseParts({ cursor, indent, parseInner }, () => false);
  const end = cursor.peek();
  if (end.kind === 'template-end') cursor.take();
  const at = cursor.spanFrom(opening.start);
  const [only, ...others] = parts;
  if (only === undefined) return { kind: 'literal', value: '', at };
  if (others.length === 0 && only.kind === 'literal' && typeof only.value === 'string') return { ...only, at };
  return { kind: 'template', parts, at };
}

/** State of the parser in a template. */
interface TemplateState {
  readonly cursor: Cursor;
  readonly indent: number;
  readonly parseInner: ExpressionParser;
}

/** Parses the pieces up to the end of the template, or to a directive that ends the current branch. */
function parseParts(state: TemplateState, endsParts: (keyword: string) => boolean): readonly Expression[] {
  const { cursor, indent } = state;
  const parts: Expression[] = [];
  for (let token = cursor.peek(); ; token = cursor.peek()) {
    if (token.kind === 'piece') {
      cursor.take();
      const value = indent === 0 ? token.text : unindent(token.text, indent, parts.length === 0);
      parts.push({ kind: 'literal', value, at: [token.start, token.end] });
    } else if (token.kind === 'interpolation') parts.push(parseInterpolation(state));
    else if (token.kind === 'directive') {
      const keyword = cursor.peekNext().text;
      if (endsParts(keyword)) return parts;
      parts.push(parseDirective(state));
    } else return parts;
  }
}

function parseInterpolation({ cursor, parseInner }: TemplateState): Expression {
  const opening = cursor.take();
  const outerJoined = cursor.skipsNewlines;
  cursor.skipsNewlines = true;
  const value = parseInner(cursor);
  endInterpolation(cursor, opening);
  cursor.skipsNewlines = outerJoined;
  return value;
}

function endInterpolation(cursor: Cursor, opening: Token): void {
  if (cursor.peek().kind === 'inserted-end') cursor.take();
  else {
    cursor.errors += 1;
    if (opening.match !== undefined) cursor.skipTo(opening.match + 1);
    else while (cursor.peek().kind !== 'end') cursor.take();
  }
}

/** Parses `%{ if … }…%{ else }…%{ endif }` as a choice of two texts, and a loop as unknown. */
function parseDirective(state: TemplateState): Expression {
  const { cursor } = state;
  const opening = cursor.take();
  const keyword = cursor.peek().text;
  const options: Expression[] = [];
  const skipDirective = (token: Token): void => {
    if (token.match === undefined) while (cursor.peek().kind !== 'end') cursor.take();
    else cursor.skipTo(token.match + 1);
  };
  skipDirective(opening);
  const parseBranch = (start: number): Expression => ({
    kind: 'template',
    parts: parseNestedParts(state, (next) => next === 'else' || next === `end${keyword}`),
    at: cursor.spanFrom(start),
  });
  options.push(parseBranch(cursor.end));
  for (let next = cursor.peek(); next.kind === 'directive'; next = cursor.peek()) {
    const isElse = cursor.peekNext().text === 'else';
    skipDirective(cursor.take());
    if (!isElse) break;
    options.push(parseBranch(cursor.end));
  }
  const at = cursor.spanFrom(opening.start);
  if (keyword !== 'if') return { kind: 'unknown', at };
  if (options.length === 1) options.push({ kind: 'literal', value: '', at });
  return { kind: 'choice', tests: [{ kind: 'operation', at }], options, at };
}

/** Parses the parts of a branch, up to the nesting limit. */
function parseNestedParts(state: TemplateState, endsParts: (keyword: string) => boolean): readonly Expression[] {
  const { cursor } = state;
  cursor.depth += 1;
  const parts: readonly Expression[] =
    cursor.depth > deepestLevel
      ? [{ kind: 'too-deep', at: cursor.spanFrom(cursor.end) }]
      : parseParts(state, endsParts);
  cursor.depth -= 1;
  return parts;
}

/** Number of blanks with which every line of a heredoc begins. */
function commonIndent(cursor: Cursor, opening: Token): number {
  let indent = Infinity;
  for (let index = cursor.index; index < (opening.match ?? cursor.index); index += 1) {
    const token = cursor.tokenAt(index);
    if (token?.match !== undefined) index = token.match;
    if (token?.kind !== 'piece') continue;
    const text = index === cursor.index ? `\n${token.text}` : token.text;
    for (const [, blanks = '', next] of text.matchAll(/\n([ \t]*)(\S|$)?/g))
      if (next !== undefined && next !== '') indent = Math.min(indent, blanks.length);
  }
  return indent === Infinity ? 0 : indent;
}

function unindent(text: string, indent: number, isFirst: boolean): string {
  const lines = isFirst ? `\n${text}` : text;
  const unindentedLines = lines.replace(new RegExp(`\\n[ \\t]{1,${indent}}`, 'g'), '\n');
  return isFirst ? unindentedLines.slice(1) : unindentedLines;
}
