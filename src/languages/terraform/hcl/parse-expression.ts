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

/** Parses an operation. Operands are dropped, because no result of arithmetic counts here. */
function parseOperation(cursor: Cursor): Expression {
  const start = cursor.peek().start;
  let isReckoned = false;
  for (;;) {
    while (cursor.takeMark('!', '-') !== undefined) isReckoned = true;
    const operand = parseOperand(cursor);
    if (!cursor.isMark(...OPERATORS)) {
      return isReckoned ? { kind: 'operation', at: cursor.spanFrom(start) } : operand;
    }
    isReckoned = true;
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
      const at = cursor.take();
      const index: Expression = { kind: 'literal', value: Number.parseInt(text, 10), at: [at.start, at.end] };
      return { kind: 'index', index, at: cursor.spanFrom(start) };
    }
    cursor.errors += 1;
    return undefined;
  }
  const open = cursor.takeMark('[');
  if (open === undefined) return undefined;
  return bracketed(cursor, open.match, (): Step => {
    const star = cursor.peekNext();
    if (cursor.isMark('*') && star.kind === 'mark' && star.text === ']') {
      cursor.take();
      return { kind: 'splat', at: [start, star.end] };
    }
    const index = parseExpression(cursor);
    return { kind: 'index', index, at: [start, cursor.end] };
  });
}

/** Parses the content of brackets, where lines may be broken, and continues after them. */
function bracketed<Result>(cursor: Cursor, match: number | undefined, read: () => Result, joined = true): Result {
  const outer = cursor.joined;
  cursor.joined = joined;
  const result = read();
  cursor.skipNewlines();
  cursor.joined = outer;
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
      if (token.text === '(') return parenthesised(cursor);
      if (token.text === '[') return parseList(cursor);
      if (token.text === '{') return parseObject(cursor);
      break;
    default:
  }
  cursor.errors += 1;
  return { kind: 'unknown', at: [token.start, token.start] };
}

function parenthesised(cursor: Cursor): Expression {
  const open = cursor.take();
  return bracketed(cursor, open.match, () => parseExpression(cursor));
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
  const args = bracketed(cursor, next.match, () => {
    const found = parseItems(cursor, next.match);
    spread = cursor.takeMark('...') !== undefined;
    cursor.takeMark(',');
    return found;
  });
  return { kind: 'call', name, args, spread, at: cursor.spanFrom(token.start) };
}

function parseItems(cursor: Cursor, end: number | undefined): readonly Expression[] {
  const items: Expression[] = [];
  while (cursor.peek().kind !== 'end' && cursor.index !== end) {
    const before = cursor.index;
    items.push(parseExpression(cursor));
    if (cursor.takeMark(',') === undefined || cursor.index === before) break;
  }
  return items;
}

function parseList(cursor: Cursor): Expression {
  const open = cursor.take();
  return bracketed(cursor, open.match, () => {
    if (cursor.peek().text === 'for' && cursor.peekNext().kind === 'name') return parseFor(cursor, open.start, false);
    const elements = parseItems(cursor, open.match);
    return { kind: 'list', elements, at: [open.start, cursor.at(open.match)?.end ?? cursor.end] };
  });
}

function parseObject(cursor: Cursor): Expression {
  const open = cursor.take();
  const end = open.match;
  return bracketed(
    cursor,
    end,
    () => {
      cursor.skipNewlines();
      const next = cursor.peekNext();
      if (cursor.peek().text === 'for' && next.kind === 'name') {
        cursor.joined = true;
        return parseFor(cursor, open.start, true);
      }
      const entries: Entry[] = [];
      while (cursor.peek().kind !== 'end' && cursor.index !== end) {
        const entry = parseEntry(cursor);
        if (entry === undefined) break;
        entries.push(entry);
        cursor.takeMark(',');
        cursor.skipNewlines();
      }
      return { kind: 'object', entries, at: [open.start, cursor.at(end)?.end ?? cursor.end] };
    },
    false,
  );
}

function parseEntry(cursor: Cursor): Entry | undefined {
  const { kind, text, start, end } = cursor.peek();
  const next = cursor.peekNext();
  const isPlain = kind === 'name' && next.kind === 'mark' && (next.text === '=' || next.text === ':');
  if (isPlain) cursor.take();
  const key: Expression = isPlain ? { kind: 'literal', value: text, at: [start, end] } : parseExpression(cursor);
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
  const head = parseExpression(cursor);
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
    ...(value === undefined ? {} : { key: head }),
    value: value ?? head,
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

/** Parses the interpolated expression. */
type Read = (cursor: Cursor) => Expression;

/** The known text of a template that was skipped, such as a label. */
export function templateText(cursor: Cursor, template: Token): string {
  let text = '';
  const end = template.match ?? cursor.index;
  for (let index = cursor.index - 1; index > 0; index -= 1) {
    const token = cursor.at(index);
    if (token === undefined || token === template) break;
    if (index < end && token.kind === 'piece') text = token.text + text;
  }
  return text;
}

/** Parses `"…"` or a heredoc; the cursor is before it. */
export function parseTemplate(cursor: Cursor, read: Read): Expression {
  const open = cursor.take();
  const lead = open.indented === true ? leadOf(cursor, open) : 0;
  const parts = parseParts({ cursor, lead, read }, () => false);
  const end = cursor.peek();
  if (end.kind === 'template-end') cursor.take();
  const at = cursor.spanFrom(open.start);
  const [only, ...others] = parts;
  if (only === undefined) return { kind: 'literal', value: '', at };
  if (others.length === 0 && only.kind === 'literal' && typeof only.value === 'string') return { ...only, at };
  return { kind: 'template', parts, at };
}

/** State of reading the parts of one template. */
interface TemplateReader {
  readonly cursor: Cursor;
  readonly lead: number;
  readonly read: Read;
}

/** Parses the pieces up to the end of the template, or to a directive that ends this part of it. */
function parseParts(reading: TemplateReader, isEnd: (word: string) => boolean): readonly Expression[] {
  const { cursor, lead } = reading;
  const parts: Expression[] = [];
  for (let token = cursor.peek(); ; token = cursor.peek()) {
    if (token.kind === 'piece') {
      cursor.take();
      const value = lead === 0 ? token.text : unindented(token.text, lead, parts.length === 0);
      parts.push({ kind: 'literal', value, at: [token.start, token.end] });
    } else if (token.kind === 'interpolation') parts.push(parseInserted(reading));
    else if (token.kind === 'directive') {
      const word = cursor.peekNext().text;
      if (isEnd(word)) return parts;
      parts.push(parseDirective(reading));
    } else return parts;
  }
}

function parseInserted({ cursor, read }: TemplateReader): Expression {
  const open = cursor.take();
  const outer = cursor.joined;
  cursor.joined = true;
  const value = read(cursor);
  endInserted(cursor, open);
  cursor.joined = outer;
  return value;
}

function endInserted(cursor: Cursor, open: Token): void {
  if (cursor.peek().kind === 'inserted-end') cursor.take();
  else {
    cursor.errors += 1;
    if (open.match !== undefined) cursor.skipTo(open.match + 1);
    else while (cursor.peek().kind !== 'end') cursor.take();
  }
}

/** Parses `%{ if … }…%{ else }…%{ endif }` as one of two texts; loops are not followed. */
function parseDirective(reading: TemplateReader): Expression {
  const { cursor } = reading;
  const open = cursor.take();
  const word = cursor.peek().text;
  const options: Expression[] = [];
  const skipHead = (token: Token): void => {
    if (token.match === undefined) while (cursor.peek().kind !== 'end') cursor.take();
    else cursor.skipTo(token.match + 1);
  };
  skipHead(open);
  const from = (start: number): Expression => ({
    kind: 'template',
    parts: nested(reading, (next) => next === 'else' || next === `end${word}`),
    at: cursor.spanFrom(start),
  });
  options.push(from(cursor.end));
  for (let next = cursor.peek(); next.kind === 'directive'; next = cursor.peek()) {
    const isElse = cursor.peekNext().text === 'else';
    skipHead(cursor.take());
    if (!isElse) break;
    options.push(from(cursor.end));
  }
  const at = cursor.spanFrom(open.start);
  if (word !== 'if') return { kind: 'unknown', at };
  if (options.length === 1) options.push({ kind: 'literal', value: '', at });
  return { kind: 'choice', tests: [{ kind: 'operation', at }], options, at };
}

/** Parses parts one level deeper. */
function nested(reading: TemplateReader, isEnd: (word: string) => boolean): readonly Expression[] {
  const { cursor } = reading;
  cursor.depth += 1;
  const parts: readonly Expression[] =
    cursor.depth > deepestLevel ? [{ kind: 'too-deep', at: cursor.spanFrom(cursor.end) }] : parseParts(reading, isEnd);
  cursor.depth -= 1;
  return parts;
}

/** Number of blanks at the start of all lines of a heredoc. */
function leadOf(cursor: Cursor, open: Token): number {
  let lead = Infinity;
  for (let index = cursor.index; index < (open.match ?? cursor.index); index += 1) {
    const token = cursor.at(index);
    if (token?.match !== undefined) index = token.match;
    if (token?.kind !== 'piece') continue;
    const text = index === cursor.index ? `\n${token.text}` : token.text;
    for (const [, blanks = '', next] of text.matchAll(/\n([ \t]*)(\S|$)?/g))
      if (next !== undefined && next !== '') lead = Math.min(lead, blanks.length);
  }
  return lead === Infinity ? 0 : lead;
}

function unindented(text: string, lead: number, isFirst: boolean): string {
  const whole = isFirst ? `\n${text}` : text;
  const cut = whole.replace(new RegExp(`\\n[ \\t]{1,${lead}}`, 'g'), '\n');
  return isFirst ? cut.slice(1) : cut;
}
