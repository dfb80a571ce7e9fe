import type { FileFacts, PropertyFact } from '../../core/model/facts.js';
import type { Span } from '../../core/model/span.js';

/** The entries of a literal in braces or brackets, found in its text. */
interface Entries {
  /** Spans of the entries without surrounding whitespace and comments, in source order. */
  readonly spans: readonly Span[];
  readonly comments: readonly Span[];
}

const CLOSERS: Readonly<Record<string, string>> = { '{': '}', '[': ']', '(': ')' };

/**
 * Splits an object or array literal at its top-level commas. Undefined where this needs a parser, such as for a slash
 * that may begin a regular expression, or where an entry is missing.
 */
export function entriesOf(text: string, [start, end]: Span): Entries | undefined {
  const closer = CLOSERS[text[start] ?? ''];
  const last = end - 1;
  if (closer === undefined || text[last] !== closer) return undefined;
  const spans: Span[] = [];
  const comments: Span[] = [];
  const expectedClosers: string[] = [];
  let entry: Span | undefined;
  for (let index = start + 1; index < last;) {
    const next = tokenEnd(text, index);
    if (next === undefined || next.end > last) return undefined;
    const char = text[index] ?? '';
    if (next.kind === 'comment') comments.push([index, next.end]);
    else if (next.kind === 'code' && char === ',' && expectedClosers.length === 0) {
      if (entry === undefined) return undefined;
      spans.push(entry);
      entry = undefined;
    } else if (next.kind === 'code') {
      if (!trackBracket(char, expectedClosers)) return undefined;
      entry = [entry?.[0] ?? index, next.end];
    }
    index = next.end;
  }
  if (expectedClosers.length > 0) return undefined;
  return { spans: entry === undefined ? spans : [...spans, entry], comments };
}

/** Updates the stack of expected closing brackets by a character of an entry; false for a mismatched bracket. */
function trackBracket(char: string, expectedClosers: string[]): boolean {
  const closer = CLOSERS[char];
  if (closer !== undefined) expectedClosers.push(closer);
  return closer !== undefined || !/[)\]}]/.test(char) || expectedClosers.pop() === char;
}

interface Token {
  readonly kind: 'code' | 'comment' | 'space';
  readonly end: number;
}

/** Kind and end of the token at an index: a comment, a string, or a single character; undefined if it has no end. */
function tokenEnd(text: string, index: number): Token | undefined {
  const char = text[index] ?? '';
  if (/\s/.test(char)) return { kind: 'space', end: index + 1 };
  if (char === '/') return commentEnd(text, index);
  if (char === '`') return templateEnd(text, index);
  if (char !== "'" && char !== '"') return { kind: 'code', end: index + 1 };
  for (let at = index + 1; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === '\n') return undefined;
    else if (text[at] === char) return { kind: 'code', end: at + 1 };
  }
  return undefined;
}

function commentEnd(text: string, index: number): Token | undefined {
  if (text.startsWith('//', index)) {
    const length = text.slice(index).search(/[\r\n\u2028\u2029]/);
    return { kind: 'comment', end: length < 0 ? text.length : index + length };
  }
  const end = text.startsWith('/*', index) ? text.indexOf('*/', index + 2) : -1;
  return end < 0 ? undefined : { kind: 'comment', end: end + 2 };
}

/** End of a template literal; `${…}` is skipped token by token, with nested templates. */
function templateEnd(text: string, index: number): Token | undefined {
  for (let at = index + 1; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === '`') return { kind: 'code', end: at + 1 };
    else if (text.startsWith('${', at)) {
      let depth = 1;
      for (at += 2; depth > 0;) {
        const token = at < text.length ? tokenEnd(text, at) : undefined;
        if (token === undefined) return undefined;
        if (text[at] === '{') depth += 1;
        else if (text[at] === '}') depth -= 1;
        at = token.end;
      }
      at -= 1;
    }
  }
  return undefined;
}

/** Span of the lines of some entries, if nothing else is on these lines. */
function wholeLines(text: string, [from, to]: Span): Span | undefined {
  const indent = /(?<=[\r\n])[^\S\r\n]*$/.exec(text.slice(Math.max(0, from - 500), from))?.[0];
  const lineEnd = /^[^\S\r\n]*(?:,[^\S\r\n]*)?(?:\r\n|\r|\n)/.exec(text.slice(to, to + 500))?.[0];
  return indent === undefined || lineEnd === undefined ? undefined : [from - indent.length, to + lineEnd.length];
}

/**
 * Ranges to delete, in source order, to remove some entries from a literal. Undefined where this would delete a
 * comment, or separate it from its entry. `text` is the text of the file.
 */
export function removeEntries(
  { spans, comments }: Entries,
  [start, end]: Span,
  isRemoved: (index: number) => boolean,
  text: string,
): readonly Span[] | undefined {
  const ranges: Span[] = [];
  for (let first = 0; first < spans.length; first += 1) {
    if (!isRemoved(first)) continue;
    let last = first;
    while (last + 1 < spans.length && isRemoved(last + 1)) last += 1;
    const previous = spans[first - 1];
    const next = spans[last + 1];
    const from = spans[first]?.[0] ?? start;
    const to = spans[last]?.[1] ?? end;
    const lines = previous === undefined && next === undefined ? undefined : wholeLines(text, [from, to]);
    if (lines !== undefined && lines[0] > start && lines[1] < end) ranges.push(lines);
    else if (next !== undefined) ranges.push([from, next[0]]);
    else if (previous !== undefined) ranges.push([previous[1], to]);
    else ranges.push([start + 1, end - 1]);
    first = last;
  }
  const hasComment = ([from, to]: Span): boolean => comments.some((comment) => comment[0] < to && from < comment[1]);
  // A comment after a deleted entry would seem to belong to another entry.
  const hasTrailingComment = (last: Span): boolean =>
    comments.some(([from]) => from >= last[1] && /^[^\S\r\n]*(?:,[^\S\r\n]*)?$/.test(text.slice(last[1], from)));
  const losesComment =
    ranges.some(hasComment) || spans.some((span, index) => isRemoved(index) && hasTrailingComment(span));
  return losesComment ? undefined : ranges;
}

type Property = Extract<PropertyFact, { readonly kind: 'property' }>;

/** An object literal with plain properties only. */
export interface ObjectLiteral {
  /** Index in the table of objects. */
  readonly index: number;
  readonly at: Span;
  readonly entries: Entries;
  /** Properties of the entries, in the same order. */
  readonly properties: readonly Property[];
}

/** Finds the object literal with a property whose key starts at an offset. */
export function literalWithKey(facts: FileFacts, text: string, keyStart: number): ObjectLiteral | undefined {
  const index = facts.objects.findIndex(({ properties }) =>
    properties.some((property) => property.kind === 'property' && property.keyAt[0] === keyStart),
  );
  return literalAt(facts, text, index);
}

/** An object literal, and the index of its property that contains another literal. */
export interface EnclosingLiteral {
  readonly literal: ObjectLiteral;
  readonly propertyIndex: number;
}

/** Finds the literal that encloses an object literal, as the value of one of its properties. */
export function enclosingLiteral(facts: FileFacts, text: string, inner: number): EnclosingLiteral | undefined {
  const containsInner = ({ value }: PropertyFact): boolean => value.kind === 'object' && value.object === inner;
  const index = facts.objects.findIndex(({ properties }) => properties.some(containsInner));
  const literal = literalAt(facts, text, index);
  return literal && { literal, propertyIndex: literal.properties.findIndex(containsInner) };
}

/** Object literal by its index; undefined where a spread, a computed key, a method or an accessor may change it. */
function literalAt({ objects }: FileFacts, text: string, index: number): ObjectLiteral | undefined {
  const fact = objects[index];
  const entries = fact && entriesOf(text, fact.at);
  if (entries === undefined || entries.spans.length !== fact?.properties.length) return undefined;
  const properties = fact.properties.filter((property, at) => isPlain(property, entries.spans[at]));
  return properties.length === fact.properties.length ? { index, at: fact.at, entries, properties } : undefined;
}

function isPlain(property: PropertyFact, entry: Span | undefined): property is Property {
  if (property.kind === 'spread' || property.key === undefined || property.getter === true) return false;
  return entry?.[0] === property.keyAt[0] && property.value.at[0] >= property.keyAt[0];
}
