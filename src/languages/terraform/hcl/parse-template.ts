import { deepestLevel } from '../../../facts/builder.js';
import type { Cursor } from './cursor.js';
import type { Expression } from './tree.js';
import type { Token } from './tokens.js';

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

/** `%{ if … }…%{ else }…%{ endif }` is one of two texts; loops are not followed. */
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
