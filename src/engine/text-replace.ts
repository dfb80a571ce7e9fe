import type { Place } from '../model/span.js';
import { isBoundedRegex } from './bounded-regex.js';
import { concatTexts, fromTexts, plainTexts, textsOf } from './text.js';
import { cutter, unknownText } from './text-ranges.js';
import { choiceOf } from './value.js';
import type { Part, Parts, TextValue, Value } from './value.js';

/** A letter in the place of each hole while a text is searched. */
const HOLE = '\u0000';

interface Pattern {
  readonly regex: RegExp;
  readonly all: boolean;
}

/**
 * `.replace` on what is known of a text. Where the pattern is not known, could take long, or matches over a
 * hole, the text may stay as it is.
 */
export function replaceText(receiver: TextValue, args: readonly Value[], all: boolean, at: Place): Value {
  const [given, replacement] = args;
  if (given === undefined) return receiver;
  const { parts } = receiver;
  const text = parts.map((part) => (part.kind === 'text' ? part.text : HOLE)).join('');
  const patterns = patternsOf(given, all, text.length);
  if (patterns === undefined) return fromTexts([parts, [unknownText(at)]], at);
  const replacements = replacement === undefined || replacement.kind === 'function' ? [[unknownText(at)]] : textsOf(replacement, at);
  return choiceOf(
    patterns.flatMap((pattern) => {
      const { pieces, overHole } = replacedPieces(parts, text, pattern, replacements, at);
      const results = concatTexts(pieces).map((result) => result.filter((part) => part.kind === 'hole' || part.text !== ''));
      return [fromTexts(overHole ? [parts, ...results] : results, at)];
    }),
    at,
  );
}

function replacedPieces(parts: Parts, text: string, { regex, all }: Pattern, replacements: readonly Parts[], at: Place): { readonly pieces: readonly (readonly Parts[])[]; readonly overHole: boolean } {
  const cut = cutter(parts);
  const pieces: (readonly Parts[])[] = [];
  let overHole = false;
  for (const match of text.matchAll(regex)) {
    pieces.push([cut(match.index)]);
    const matched = cut(match.index + match[0].length);
    const isOverHole = matched.some(({ kind }) => kind === 'hole');
    pieces.push(isOverHole ? [[unknownText(at)]] : replacements.map((replacement) => replacement.map((part) => expanded(part, match))));
    overHole ||= isOverHole;
    if (!all) break;
  }
  pieces.push([cut(Infinity)]);
  return { pieces, overHole };
}

/** What `$1`, `$&` and the like in a replacement stand for. */
function expanded(part: Part, match: RegExpMatchArray): Part {
  if (part.kind === 'hole' || !part.text.includes('$')) return part;
  const { index = 0, input = '' } = match;
  const groups: Readonly<Record<string, string | undefined>> | undefined = match.groups;
  const values: string[] = [];
  const text = part.text.replace(/\$(?:([$&`'])|(\d\d?)|<([^>]*)>)/g, (written, sign?: string, digits?: string, name?: string) => {
    const named = groups === undefined || name === undefined ? written : (groups[name] ?? '');
    const value = sign === undefined ? (digits === undefined ? named : numbered(match, digits)) : signed(sign, match[0], input, index);
    values.push(value);
    return value;
  });
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
  return digits.length > 1 && isGroup(Number(first)) ? `${groups[Number(first)] ?? ''}${digits.slice(1)}` : `$${digits}`;
}

function patternsOf(pattern: Value, all: boolean, length: number): readonly Pattern[] | undefined {
  if (pattern.kind === 'regex') {
    const regex = boundedRegex(pattern, length, 'g');
    return regex === undefined ? undefined : [{ regex, all: pattern.flags.includes('g') }];
  }
  return plainTexts(pattern)?.map((text) => ({ regex: new RegExp(text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'), 'g'), all }));
}

/** A regular expression of the program, where running it on a text of that length takes no time. */
export function boundedRegex({ source, flags }: Extract<Value, { kind: 'regex' }>, length: number, flag = ''): RegExp | undefined {
  if (!isBoundedRegex(source, length)) return undefined;
  try {
    return new RegExp(source, flags.includes(flag) ? flags : `${flags}${flag}`);
  } catch {
    return undefined;
  }
}
