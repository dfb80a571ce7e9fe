import { deepestLevel } from '../../facts/builder.js';
import type { Attribute, Block, Body, CommentToken } from './syntax.js';
import { Cursor } from './syntax.js';
import { lex } from './lex.js';
import { parseExpression, templateText } from './parse-expression.js';

export interface ParsedFile {
  readonly body: Body;
  readonly comments: readonly CommentToken[];
  /** Number of syntax errors. */
  readonly errors: number;
}

/** Parses a file. Unknown syntax is skipped and counted. */
export function parseHcl(text: string): ParsedFile {
  const { tokens, comments, errors } = lex(text);
  const cursor = new Cursor(tokens);
  const body = parseBody(cursor, undefined);
  return { body, comments, errors: errors + cursor.errors };
}

/** Parses a body. `end`: index of the closing brace; absent for a file. */
function parseBody(cursor: Cursor, end: number | undefined): Body {
  const items: (Attribute | Block)[] = [];
  const start = cursor.peek().start;
  for (;;) {
    cursor.skipNewlines();
    if (end !== undefined && cursor.index >= end) break;
    const token = cursor.peek();
    if (token.kind === 'end') break;
    const item = parseItem(cursor);
    if (item !== undefined) items.push(item);
    else {
      cursor.errors += 1;
      cursor.skip();
      cursor.skipLine();
    }
  }
  return { items, at: cursor.spanFrom(start) };
}

function parseItem(cursor: Cursor): Attribute | Block | undefined {
  const token = cursor.peek();
  if (token.kind !== 'name' && token.kind !== 'template') return undefined;
  const next = cursor.peekNext();
  if (token.kind === 'name' && next.kind === 'mark' && (next.text === '=' || next.text === ':')) {
    cursor.take();
    cursor.take();
    const value = parseExpression(cursor);
    endLine(cursor);
    return { kind: 'attribute', name: token.text, nameAt: [token.start, token.end], value };
  }
  return token.kind === 'name' ? parseBlock(cursor) : undefined;
}

function endLine(cursor: Cursor): void {
  const { kind, text } = cursor.peek();
  if (kind === 'newline' || kind === 'end' || (kind === 'mark' && text === '}')) return;
  cursor.takeMark(',');
  if (cursor.peek().kind !== 'newline') {
    cursor.errors += 1;
    cursor.skipLine();
  }
}

function parseBlock(cursor: Cursor): Block | undefined {
  const type = cursor.take();
  const typeAt = [type.start, type.end] as const;
  const labels: Block['labels'][number][] = [];
  for (let token = cursor.peek(); token.kind === 'name' || token.kind === 'template'; token = cursor.peek()) {
    cursor.skip();
    const text = token.kind === 'name' ? token.text : templateText(cursor, token);
    labels.push({ text, at: [token.start, cursor.end] });
  }
  const brace = cursor.peek();
  if (brace.kind !== 'mark' || brace.text !== '{') return undefined;
  if (cursor.depth >= deepestLevel) {
    const at = [brace.start, brace.end] as const;
    cursor.skip();
    const value = { kind: 'too-deep', at } as const;
    const tooDeepAttribute: Attribute = { kind: 'attribute', name: type.text, nameAt: typeAt, value };
    return { kind: 'block', type: type.text, typeAt, labels, body: { items: [tooDeepAttribute], at }, at };
  }
  cursor.take();
  cursor.depth += 1;
  const body = parseBody(cursor, brace.match ?? Infinity);
  cursor.depth -= 1;
  if (brace.match === undefined) cursor.errors += 1;
  else cursor.skipTo(brace.match + 1);
  return { kind: 'block', type: type.text, typeAt, labels, body, at: cursor.spanFrom(type.start) };
}
