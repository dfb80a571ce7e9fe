import type { Place } from '../../core/model/span.js';
import { concatTexts, fromTexts, plainTexts, textsOf } from './text.js';
import { cutter, unknownText } from './text-ranges.js';
import { choiceOf } from './choice.js';
import type { Part, Parts, TextValue, Value } from './value.js';

/** Character for each hole while a text is searched. */
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
 * Evaluates `.replace` on the known part of a text. If the pattern is unknown, could be slow, or matches across a hole,
 * the text may stay unchanged. The unknown text in a hole can match as well, alone or with the characters around it:
 * the text that then remains is one more result.
 */
export function replaceText(receiver: TextValue, args: readonly Value[], all: boolean, at: Place): Value {
  const [pattern, replacement] = args;
  if (pattern === undefined) return receiver;
  const { parts } = receiver;
  const text = searched(parts);
  const patterns = patternsOf(pattern, all, text.length);
  if (patterns === undefined) return fromTexts([parts, [unknownText(at)]], at);
  const replacements =
    replacement === undefined || replacement.kind === 'function' ? [[unknownText(at)]] : textsOf(replacement, at);
  return choiceOf(
    patterns.flatMap((pattern) => {
      const replacing = { ...pattern, replacements, at };
      const { pieces, overHole } = replacedPieces(parts, text, replacing);
      const results = [...(overHole ? [parts] : []), ...concatTexts(pieces)].map(withoutEmpty);
      const resultTexts = new Set(results.map(searched));
      const others = replacedInHoles(parts, text, replacing)
        .map(withoutEmpty)
        .filter((other) => !resultTexts.has(searched(other)));
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

/** A text with holes in place of ranges, which are in order; ranges of a single hole are unchanged. */
function withHoles(parts: Parts, ranges: readonly TextRange[], at: Place): Parts {
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
            : groupText(match, digits)
          : referenceText(sign, match[0], input, index);
      values.push(value);
      return value;
    },
  );
  return values.some((value) => value.includes(HOLE)) ? unknownText(part.at) : { ...part, text };
}

/** Text of a reference by sign: `$$`, `$&`, and the text before and after the match. */
function referenceText(sign: string, matched: string, input: string, index: number): string {
  if (sign === '$') return '$';
  if (sign === '&') return matched;
  return sign === '`' ? input.slice(0, index) : input.slice(index + matched.length);
}

/** The group of one or two digits; a number without a group is unchanged. */
function groupText(match: RegExpMatchArray, digits: string): string {
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

/** A regular expression of the program, if it is fast on a text of the given length. */
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

/** Maximum length of a pattern whose pieces are tried one by one. */
const MAX_PIECES = 200;

/** A piece of a pattern that matches a character, or a place between characters. */
interface Atom {
  readonly base: string;
  readonly quantifier: string;
  readonly isPlace: boolean;
}

/** A range of a text, the end exclusive. */
interface TextRange {
  readonly start: number;
  readonly end: number;
}

/**
 * Returns the largest range around a hole that one match may cover together with characters of the hole, whatever those
 * are; undefined if no match can cover any of them. The hole is one character of the text.
 */
function reachOver(regex: RegExp, text: string, hole: number): TextRange | undefined {
  const alternatives = alternativesOf(regex);
  if (alternatives === undefined) return { start: 0, end: text.length };
  const flags = regex.flags.replace('g', '');
  const reaches = alternatives.flatMap((atoms) => reachOf(atoms, flags, text, hole) ?? []);
  return reaches.length === 0
    ? undefined
    : { start: Math.min(...reaches.map(({ start }) => start)), end: Math.max(...reaches.map(({ end }) => end)) };
}

/**
 * Range of a match that begins with the first pieces before the hole, has at least one in it, and ends with the last
 * ones after it.
 */
function reachOf(atoms: readonly Atom[], flags: string, text: string, hole: number): TextRange | undefined {
  const [before, behind] = [text.slice(0, hole), text.slice(hole + 1)];
  const starts = atoms.map((atom, index) =>
    before.search(new RegExp(`(?:${sourceOf(atoms.slice(0, index))}${repeatedRest(atom)})$`, flags)),
  );
  const ends = atoms.map((atom, index) =>
    atom.isPlace
      ? undefined
      : new RegExp(`^${repeatedRest(atom)}${sourceOf(atoms.slice(index + 1))}`, flags).exec(behind)?.[0].length,
  );
  let reach: TextRange | undefined;
  for (const [first, start] of starts.entries()) {
    const letter = atoms.findIndex(({ isPlace }, index) => index >= first && !isPlace);
    const possible = start < 0 || letter < 0 ? [] : ends.slice(letter).filter((end) => end !== undefined);
    if (possible.length === 0) continue;
    reach = {
      start: Math.min(start, reach?.start ?? start),
      end: Math.max(hole + 1 + Math.max(...possible), reach?.end ?? 0),
    };
  }
  return reach;
}

/** Returns the pattern for the rest of a repeatable piece on the other side of the hole's edge. */
function repeatedRest({ base, quantifier }: Atom): string {
  return /^[*+{]/.test(quantifier) ? `${base}*` : '';
}

function sourceOf(atoms: readonly Atom[]): string {
  return atoms.map(({ base, quantifier }) => `${base}${quantifier}`).join('');
}

/** The pieces of each alternative; undefined if a pattern is not a plain list of them. */
function alternativesOf({ source, flags }: RegExp): readonly (readonly Atom[])[] | undefined {
  if (/[my]/.test(flags) || source.length > MAX_PIECES) return undefined;
  const alternatives: Atom[][] = [];
  let atoms: Atom[] = [];
  let depth = 0;
  for (const [piece] of source.matchAll(PIECE)) {
    const last = atoms.at(-1);
    if (piece.startsWith('(')) depth += 1;
    else if (piece === ')') depth -= 1;
    else if (piece === '|') {
      if (depth > 0) return undefined;
      alternatives.push(atoms);
      atoms = [];
    } else if (/^(?:[*+?]|\{\d)/.test(piece) && last !== undefined)
      atoms[atoms.length - 1] = { ...last, quantifier: piece };
    else if (/^\\b$/i.test(piece))
      continue; // A condition on neighbouring characters may hold for those of the hole.
    else atoms.push({ base: piece, quantifier: '', isPlace: piece === '^' || piece === '$' });
  }
  return [...alternatives, atoms];
}

/** Maximum length of a pattern of the analysed program that is run, and of a text on which one with a choice is run. */
const MAX_SOURCE = 200;
const MAX_TEXT = 500;

/** Maximum number of optional pieces of one alternative, counting the alternatives of groups. */
const MAX_CHOICES = 3;

/** Pieces of a pattern: an escape, a class, the start of a group, a quantifier, or any other character. */
const PIECE =
  /\\(?:u\{[^}]*\}|[pP]\{[^}]*\}|[^])|\[(?:\\[^]|[^\]\\])*\]?|\((?:\?(?:[:=!]|<[=!]|<[^<>]*>))?|[*+?]\??|\{\d+(?:,\d*)?\}\??|[^]/g;

/**
 * Whether a regular expression of the analysed program can be run on a text without letting that program decide the
 * running time. No group is repeated, there are no lookarounds or backreferences, and each alternative has one piece
 * that matches texts of any length (two if anchored to the start); texts are short. All of this is counted in one pass,
 * whose complexity is the number of forbidden features.
 */
function isBoundedRegex(source: string, longestText: number): boolean {
  if (source.length > MAX_SOURCE) return false;
  let repeats = 0;
  let choices = 0;
  let depth = 0;
  let anchored = false;
  let before = '';
  let isFixed = true;
  for (const [piece] of source.matchAll(PIECE)) {
    if (/^\\(?:[1-9]|k)|^\(\?(?:[=!]|<[=!])/.test(piece)) return false;
    depth += nesting(piece);
    if (piece === '^' && before === '') anchored = true;
    if (piece === '|' && depth > 0) choices += 1;
    if (/^[*+?]|^\{\d+/.test(piece)) {
      if (before === ')') return false;
      if (piece.startsWith('?')) choices += 1;
      else repeats += 1;
    }
    isFixed &&= repeats === 0 && choices === 0;
    if (repeats > (anchored ? 2 : 1) || choices > MAX_CHOICES) return false;
    before = piece;
    if (piece !== '|' || depth > 0) continue;
    [repeats, choices, anchored, before] = [0, 0, false, ''];
  }
  return isFixed || longestText <= MAX_TEXT;
}

/** Returns the change in group nesting that a piece causes. */
function nesting(piece: string): number {
  if (piece.startsWith('(')) return 1;
  return piece === ')' ? -1 : 0;
}
