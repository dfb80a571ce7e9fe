import type { Place } from '../../model/span.js';
import { isBoundedRegex } from './bounded-regex.js';
import { concatTexts, fromTexts, plainTexts, textsOf } from './text.js';
import { cutter, unknownText } from './text-ranges.js';
import { reachOver } from './text-reach.js';
import type { Reach } from './text-reach.js';
import { choiceOf } from './choice.js';
import type { Part, Parts, TextValue, Value } from './value.js';

/** A letter in the place of each hole while a text is searched. */
const HOLE = '\u0000';
const HOLES = /\u0000/g;

interface Pattern {
  readonly regex: RegExp;
  readonly all: boolean;
}

/** Replacement in a text: the pattern, the replacement texts, and the place of the call. */
interface Replacing extends Pattern {
  readonly replacements: readonly Parts[];
  readonly at: Place;
}

/**
 * `.replace` on what is known of a text. Where the pattern is not known, could take long, or matches over a
 * hole, the text may stay as it is. The unknown text in a hole can match as well, alone or with the letters
 * around it: the text that then remains is one more result.
 */
export function replaceText(receiver: TextValue, args: readonly Value[], all: boolean, at: Place): Value {
  const [given, replacement] = args;
  if (given === undefined) return receiver;
  const { parts } = receiver;
  const text = searched(parts);
  const patterns = patternsOf(given, all, text.length);
  if (patterns === undefined) return fromTexts([parts, [unknownText(at)]], at);
  const replacements =
    replacement === undefined || replacement.kind === 'function' ? [[unknownText(at)]] : textsOf(replacement, at);
  return choiceOf(
    patterns.flatMap((pattern) => {
      const replacing = { ...pattern, replacements, at };
      const { pieces, overHole } = replacedPieces(parts, text, replacing);
      const results = [...(overHole ? [parts] : []), ...concatTexts(pieces)].map(withoutEmpty);
      const told = new Set(results.map(searched));
      const others = replacedInHoles(parts, text, replacing)
        .map(withoutEmpty)
        .filter((other) => !told.has(searched(other)));
      return [fromTexts([...results, ...others], at)];
    }),
    at,
  );
}

/**
 * Returns the texts after a match that covers characters of a hole; the characters around the hole that it may cover
 * become part of the hole.
 */
function replacedInHoles(parts: Parts, text: string, replacing: Replacing): readonly Parts[] {
  const { regex, all, at } = replacing;
  const holes = [...text.matchAll(HOLES)].map(({ index }) => index);
  const [first] = text.matchAll(regex);
  const reaches = holes.flatMap((hole) => reachOver(regex, text, hole) ?? []);
  if (all) {
    const taken = withHoles(parts, reaches, at);
    return reaches.length === 0 ? [] : concatTexts(replacedPieces(taken, searched(taken), replacing).pieces);
  }
  const texts = reaches
    .filter(({ start }) => first === undefined || start < first.index)
    .map((reach) => withHoles(parts, [reach], at));
  return [...new Map(texts.map((taken) => [searched(taken), taken])).values()];
}

/** A text with holes in the place of ranges, which are in order; those that hold nothing but a hole stay. */
function withHoles(parts: Parts, ranges: readonly Reach[], at: Place): Parts {
  const cut = cutter(parts);
  const pieces = ranges.flatMap(({ start, end }) => {
    const before = cut(start);
    const taken = cut(end);
    return [...before, ...(taken.every(({ kind }) => kind === 'hole') ? taken : [unknownText(at)])];
  });
  return [...pieces, ...cut(Infinity)];
}

function withoutEmpty(parts: Parts): Parts {
  return parts.filter((part) => part.kind === 'hole' || part.text !== '');
}

function searched(parts: Parts): string {
  return parts.map((part) => (part.kind === 'text' ? part.text : HOLE)).join('');
}

function replacedPieces(
  parts: Parts,
  text: string,
  { regex, all, replacements, at }: Replacing,
): { readonly pieces: readonly (readonly Parts[])[]; readonly overHole: boolean } {
  const cut = cutter(parts);
  const pieces: (readonly Parts[])[] = [];
  let overHole = false;
  for (const match of text.matchAll(regex)) {
    pieces.push([cut(match.index)]);
    const matched = cut(match.index + match[0].length);
    const isOverHole = matched.some(({ kind }) => kind === 'hole');
    pieces.push(
      isOverHole
        ? [[unknownText(at)]]
        : replacements.map((replacement) => replacement.map((part) => expanded(part, match))),
    );
    overHole ||= isOverHole;
    if (!all) break;
  }
  pieces.push([cut(Infinity)]);
  return { pieces, overHole };
}

/** Expands `$1`, `$&` and similar references in a replacement. */
function expanded(part: Part, match: RegExpMatchArray): Part {
  if (part.kind === 'hole' || !part.text.includes('$')) return part;
  const { index = 0, input = '' } = match;
  const groups: Readonly<Record<string, string | undefined>> | undefined = match.groups;
  const values: string[] = [];
  const text = part.text.replace(
    /\$(?:([$&`'])|(\d\d?)|<([^>]*)>)/g,
    (written, sign?: string, digits?: string, name?: string) => {
      const named = groups === undefined || name === undefined ? written : (groups[name] ?? '');
      const value =
        sign === undefined
          ? digits === undefined
            ? named
            : numbered(match, digits)
          : signed(sign, match[0], input, index);
      values.push(value);
      return value;
    },
  );
  return values.some((value) => value.includes(HOLE)) ? unknownText(part.at) : { ...part, text };
}

/** `$$`, `$&`, and what stands before and after the match. */
function signed(sign: string, matched: string, input: string, index: number): string {
  if (sign === '$') return '$';
  if (sign === '&') return matched;
  return sign === '`' ? input.slice(0, index) : input.slice(index + matched.length);
}

/** The group of one or two digits; what is no group stays as it is written. */
function numbered(match: RegExpMatchArray, digits: string): string {
  const groups: readonly (string | undefined)[] = match;
  const isGroup = (number: number): boolean => number > 0 && number < groups.length;
  if (isGroup(Number(digits))) return groups[Number(digits)] ?? '';
  const first = digits.slice(0, 1);
  return digits.length > 1 && isGroup(Number(first))
    ? `${groups[Number(first)] ?? ''}${digits.slice(1)}`
    : `$${digits}`;
}

function patternsOf(pattern: Value, all: boolean, length: number): readonly Pattern[] | undefined {
  if (pattern.kind === 'regex') {
    const regex = boundedRegex(pattern, length, 'g');
    return regex === undefined ? undefined : [{ regex, all: pattern.flags.includes('g') }];
  }
  return plainTexts(pattern)?.map((text) => ({
    regex: new RegExp(text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'), 'g'),
    all,
  }));
}

/** A regular expression of the program, where running it on a text of that length takes no time. */
export function boundedRegex(
  { source, flags }: Extract<Value, { kind: 'regex' }>,
  length: number,
  flag = '',
): RegExp | undefined {
  if (!isBoundedRegex(source, length)) return undefined;
  try {
    return new RegExp(source, flags.includes(flag) ? flags : `${flags}${flag}`);
  } catch {
    return undefined;
  }
}
