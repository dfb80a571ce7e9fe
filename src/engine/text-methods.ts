import type { Place } from '../model/span.js';
import { isBoundedRegex } from './bounded-regex.js';
import { concatTexts, fromTexts, plainText, plainTexts, textsOf, textValue } from './text.js';
import type { Args, Part, Parts, TextValue, Value } from './value.js';

/** Methods that leave what matters of a URL or path as it is. */
export const TEXT_IDENTITY = new Set(['toString', 'trim', 'trimEnd', 'trimStart', 'valueOf', 'normalize', 'toJSON', 'toLowerCase', 'toWellFormed']);

/** Result of a method of strings on a text; undefined where it is none that keeps what is known. */
export function textMethod(receiver: TextValue, method: string, args: Args, at: Place): Value | undefined {
  if (method === 'trim' || method === 'trimEnd' || method === 'trimStart') return trimmed(receiver);
  if (TEXT_IDENTITY.has(method) && method !== 'toLowerCase') return { kind: 'text', parts: receiver.parts };
  switch (method) {
    case 'toLowerCase':
    case 'toUpperCase': {
      const convert = (text: string): string => (method === 'toLowerCase' ? text.toLowerCase() : text.toUpperCase());
      return { kind: 'text', parts: receiver.parts.map((part) => (part.kind === 'text' ? { ...part, text: convert(part.text) } : part)) };
    }
    case 'concat':
      return fromTexts(concatTexts([[receiver.parts], ...args().map((arg) => textsOf(arg, at))]), at);
    case 'replace':
    case 'replaceAll':
      return replaced(receiver, args(), method === 'replaceAll', at);
    case 'slice':
    case 'substring':
    case 'substr':
      return sliced(receiver, args());
    case 'split':
      return splitText(receiver, args(), at);
    default:
      return undefined;
  }
}

/** `.slice(1)`, `.slice(0, -1)`: cuts what is known at the edges; a hole at an edge stays whole. */
function sliced(receiver: TextValue, args: readonly Value[]): TextValue {
  const [start, end] = args.map((arg) => Number(plainTexts(arg)?.[0] ?? Number.NaN));
  let parts: Part[] = [...receiver.parts];
  const text = plainText(parts);
  const [first] = parts;
  if (text !== undefined && first !== undefined && (end === undefined || end > 0)) {
    return { kind: 'text', parts: trimEdges(parts, start ?? 0, end === undefined ? 0 : Math.max(0, text.length - end)) };
  }
  if (start !== undefined && start > 0 && first?.kind === 'text') parts = trimEdges(parts, start, 0);
  if (end !== undefined && end < 0) parts = trimEdges(parts, 0, -end);
  return { kind: 'text', parts };
}

/** Drops that many known characters from the front and from the back, as far as known text reaches. */
function trimEdges(parts: readonly Part[], front: number, back: number): Part[] {
  const kept = [...parts];
  for (let left = front; left > 0; ) {
    const [head] = kept;
    if (head?.kind !== 'text') break;
    kept.shift();
    if (head.text.length > left) kept.unshift({ ...head, text: head.text.slice(left) });
    left -= head.text.length;
  }
  for (let left = back; left > 0; ) {
    const tail = kept.pop();
    if (tail?.kind !== 'text') {
      if (tail !== undefined) kept.push(tail);
      break;
    }
    if (tail.text.length > left) kept.push({ ...tail, text: tail.text.slice(0, -left) });
    left -= tail.text.length;
  }
  return kept;
}

function trimmed(receiver: TextValue): TextValue {
  const last = receiver.parts.length - 1;
  return {
    kind: 'text',
    parts: receiver.parts.map((part, index): Part => {
      if (part.kind === 'hole') return part;
      const start = index === 0 ? part.text.trimStart() : part.text;
      return { ...part, text: index === last ? start.trimEnd() : start };
    }),
  };
}

/**
 * `.replace` on the known pieces of a text; a pattern that could reach over a hole, or could take long, leaves
 * the text as it is.
 */
function replaced(receiver: TextValue, args: readonly Value[], all: boolean, at: Place): Value {
  const [pattern, replacement] = args;
  if (pattern === undefined) return receiver;
  const longest = Math.max(0, ...receiver.parts.map((part) => (part.kind === 'text' ? part.text.length : 0)));
  const test = patternOf(pattern, all, longest);
  if (test === undefined) return { kind: 'text', parts: receiver.parts };
  const texts = replacement === undefined || replacement.kind === 'function' ? undefined : textsOf(replacement, at);
  const pieces: (readonly Parts[])[] = [];
  let done = false;
  for (const part of receiver.parts) {
    if (part.kind === 'hole' || done) {
      pieces.push([[part]]);
      continue;
    }
    let from = 0;
    for (const match of part.text.matchAll(test.regex)) {
      if (done || match[0] === '') continue;
      pieces.push([[{ ...part, text: part.text.slice(from, match.index) }]]);
      pieces.push(texts ?? [[{ kind: 'hole', name: '…', at, reason: 'an expression that is not followed' }]]);
      from = match.index + match[0].length;
      done = !test.all;
    }
    pieces.push([[{ ...part, text: part.text.slice(from) }]]);
  }
  return fromTexts(
    concatTexts(pieces).map((parts) => parts.filter((part) => part.kind === 'hole' || part.text !== '')),
    at,
  );
}

function patternOf(pattern: Value, all: boolean, longest: number): { readonly regex: RegExp; readonly all: boolean } | undefined {
  if (pattern.kind === 'regex') {
    const global = pattern.flags.includes('g');
    if (!isBoundedRegex(pattern.source, longest)) return undefined;
    try {
      return { regex: new RegExp(pattern.source, global ? pattern.flags : `${pattern.flags}g`), all: global };
    } catch {
      return undefined;
    }
  }
  const [text, ...others] = plainTexts(pattern) ?? [];
  if (text === undefined || text === '' || others.length > 0) return undefined;
  return { regex: new RegExp(text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'), 'g'), all };
}

function splitText(receiver: TextValue, args: readonly Value[], at: Place): Value | undefined {
  const text = plainText(receiver.parts);
  const [separator] = args[0] === undefined ? [] : (plainTexts(args[0]) ?? []);
  if (text === undefined || separator === undefined) return undefined;
  return { kind: 'array', elements: text.split(separator).slice(0, 400).map((piece) => textValue(piece, at)), open: false };
}
