import type { PythonNode } from './tree.js';
import { literalExpression } from '../../facts/expressions.js';
import type { ExprFact } from '../../model/facts.js';
import type { Span } from '../../model/span.js';

/** Parts of a string literal. */
interface Quoted {
  readonly isRaw: boolean;
  /** Place of its content in the file. */
  readonly content: Span;
}

/** The content of a string literal, without prefix and quotes; an unclosed one ends with its node. */
export function quotedAt({ from, to }: PythonNode, text: string): Quoted {
  const [opening = '', prefix = '', quotes = ''] = /^([a-zA-Z]*)("""|'''|"|')/.exec(text.slice(from, from + 8)) ?? [];
  const start = from + opening.length;
  const isClosed = to - quotes.length >= start && text.startsWith(quotes, to - quotes.length);
  return { isRaw: /r/i.test(prefix), content: [start, isClosed ? to - quotes.length : Math.max(start, to)] };
}

const SIMPLE: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', a: '\x07', b: '\b', f: '\f', v: '\v' };
const ESCAPE = /\\(\r\n|x[\da-fA-F]{2}|u[\da-fA-F]{4}|U[\da-fA-F]{8}|N\{[^}]*\}|[0-7]{1,3}|[^])/g;

/** Replaces the escapes of a text. */
export function unescaped(written: string): string {
  if (!written.includes('\\')) return written;
  return written.replace(ESCAPE, (whole: string, escape: string) => {
    const [kind = ''] = escape;
    if (escape === '\n' || escape === '\r\n') return '';
    if (escape.length > 1 && /[xuU]/.test(kind)) return fromCode(Number.parseInt(escape.slice(1), 16), whole);
    if (/[0-7]/.test(kind)) return fromCode(Number.parseInt(escape, 8), whole);
    if ('\\\'"'.includes(kind)) return kind;
    return SIMPLE[kind] ?? whole;
  });
}

function fromCode(code: number, whole: string): string {
  return code <= 0x10_ff_ff ? String.fromCodePoint(code) : whole;
}

/** Returns the value of a plain string literal. */
export function literalText(node: PythonNode, text: string): string {
  const { isRaw, content } = quotedAt(node, text);
  const written = text.slice(...content);
  return isRaw ? written : unescaped(written);
}

/** A literal piece of a text; undefined if empty. */
export function literalPiece(value: string, at: Span): readonly ExprFact[] {
  return value === '' ? [] : [literalExpression(value, at)];
}
