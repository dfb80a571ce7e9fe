import type { Place } from '../../core/model/span.js';
import { concatTexts, fromTexts, plainTexts, textsOf } from './text.js';
import { cutter, unknownText } from './text-ranges.js';
import { choiceOf } from './choice.js';
import type { Part, Parts, TextValue, Value } from './value.js';

/** Character that represents a hole in a searched text. */
const HOLE = '\u0000';
const HOLES = /\u0000/g;

interface Pattern {
  readonly regex: RegExp;
  readonly isGlobal: boolean;
}

/** A call of `replace` with one pattern: the texts that replace the matches, and the place of the call. */
interface ReplaceCall extends Pattern {
  readonly replacements: readonly Parts[];
  readonly at: Place;
}

/**
 * Evaluates `.replace` on the known part of a text. If the pattern is unknown, could be slow, or matches across a hole,
 * the unchanged text is a possible result. The unknown text in a hole can match as well, alone or with the characters
 * around it: the text after such a match is another result.
 */
export function replaceText(receiver: TextValue, args: readonly Value[], isGlobal: boolean, at: Place): Value {
  const [pattern, replacement] = args;
  if (pattern === undefined) return receiver;
  const { parts } = receiver;
  const text = searchText(parts);
  const patterns = patternsOf(pattern, isGlobal, text.length);
  if (patterns === undefined) return fromTexts([parts, [unknownText(at)]], at);
  const replacements =
    replacement === undefined || replacement.kind === 'function' ? [[unknownText(at)]] : textsOf(replacement, at);
  return choiceOf(
    patterns.flatMap((pattern) => {
      const call = { ...pattern, replacements, at };
      const { pieces, isOverHole } = replacedPieces(parts, text, call);
      const results = [...(isOverHole ? [parts] : []), ...concatTexts(pieces)].map(withoutEmpty);
      const resultTexts = new Set(results.map(searchText));
      const others = replacedInHoles(parts, text, call)
        .map(withoutEmpty)
        .filter((other) => !resultTexts.has(searchText(other)));
      return [fromTexts([...results, ...others], at)];
    }),
    at,
  );
}

/**
 * Returns the texts after a match that covers characters of a hole; characters around the hole that the match may cover
 * become part of the hole.
 */
function replacedInHoles(parts: Parts, text: string, call: ReplaceCall): readonly Parts[] {
  const { regex, isGlobal, at } = call;
  const holes = [...text.matchAll(HOLES)].map(({ index }) => index);
  const [first] = text.matchAll(regex);
  const ranges = holes.flatMap((hole) => rangeOver(regex, text, hole) ?? []);
  if (isGlobal) {
    const widened = withHoles(parts, ranges, at);
    return ranges.length === 0 ? [] : concatTexts(replacedPieces(widened, searchText(widened), call).pieces);
  }
  const texts = ranges
    .filter(({ start }) => first === undefined || start < first.index)
    .map((reach) => withHoles(parts, [reach], at));
  return [...new Map(texts.map((variant) => [searchText(variant), variant])).values()];
}

/** A text with holes in place of ordered ranges; ranges that consist of holes are unchanged. */
function withHoles(parts: Parts, ranges: readonly TextRange[], at: Place): Parts {
  const cut = cutter(parts);
  const pieces = ranges.flatMap(({ start, end }) => {
    const before = cut(start);
    const replacedParts = cut(end);
    return [...before, ...(replacedParts.every(({ kind }) => kind === 'hole') ? replacedParts : [unknownText(at)])];
  });
  return [...pieces, ...cut(Infinity)];
}

function withoutEmpty(parts: Parts): Parts {
  return parts.filter((part) => part.kind === 'hole' || part.text !== '');
}

function searchText(parts: Parts): string {
  return parts.map((part) => (part.kind === 'text' ? part.text : HOLE)).join('');
}

function replacedPieces(
  parts: Parts,
  text: string,
  { regex, isGlobal, replacements, at }: ReplaceCall,
): { readonly pieces: readonly (readonly Parts[])[]; readonly isOverHole: boolean } {
  const cut = cutter(parts);
  const pieces: (readonly Parts[])[] = [];
  let isAnyOverHole = false;
  for (const match of text.matchAll(regex)) {
    pieces.push([cut(match.index)]);
    const matched = cut(match.index + match[0].length);
    const isOverHole = matched.some(({ kind }) => kind === 'hole');
    pieces.push(
      isOverHole
        ? [[unknownText(at)]]
        : replacements.map((replacement) => replacement.map((part) => expandedPart(part, match))),
    );
    isAnyOverHole ||= isOverHole;
    if (!isGlobal) break;
  }
  pieces.push([cut(Infinity)]);
  return { pieces, isOverHole: isAnyOverHole };
}

/** Expands `$1`, `$&` and similar references in a replacement. */
function expandedPart(part: Part, match: RegExpMatchArray): Part {
  if (part.kind === 'hole' || !part.text.includes('$')) return part;
  const { index = 0, input = '' } = match;
  const groups: Readonly<Record<string, string | undefined>> | undefined = match.groups;
  const values: string[] = [];
  const text = part.text.replace(
    /\$(?:([$&`'])|(\d\d?)|<([^>]*)>)/g,
    (written, sign?: string, digits?: string, name?: string) => {
      const groupByName = groups === undefined || name === undefined ? written : (groups[name] ?? '');
      const value =
        sign === undefined
          ? digits === undefined
            ? groupByName
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

/** Text of a reference by one or two digits; a number without a group is unchanged. */
function groupText(match: RegExpMatchArray, digits: string): string {
  const groups: readonly (string | undefined)[] = match;
  const isGroup = (number: number): boolean => number > 0 && number < groups.length;
  if (isGroup(Number(digits))) return groups[Number(digits)] ?? '';
  const first = digits.slice(0, 1);
  return digits.length > 1 && isGroup(Number(first))
    ? `${groups[Number(first)] ?? ''}${digits.slice(1)}`
    : `$${digits}`;
}

function patternsOf(pattern: Value, isGlobal: boolean, length: number): readonly Pattern[] | undefined {
  if (pattern.kind === 'regex') {
    const regex = boundedRegex(pattern, length, 'g');
    return regex === undefined ? undefined : [{ regex, isGlobal: pattern.flags.includes('g') }];
  }
  return plainTexts(pattern)?.map((text) => ({
    regex: new RegExp(text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'), 'g'),
    isGlobal,
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

/** A piece of a pattern that matches a character, or a position between characters. */
interface Atom {
  readonly base: string;
  readonly quantifier: string;
  readonly isPosition: boolean;
}

/** A range of a text, the end exclusive. */
interface TextRange {
  readonly start: number;
  readonly end: number;
}

/**
 * Returns the largest range around a hole that one match may cover together with any characters in the hole; undefined
 * if no match can cover characters of the hole. The hole is one character of the text.
 */
function rangeOver(regex: RegExp, text: string, hole: number): TextRange | undefined {
  const alternatives = alternativesOf(regex);
  if (alternatives === undefined) return { start: 0, end: text.length };
  const flags = regex.flags.replace('g', '');
  const ranges = alternatives.flatMap((atoms) => rangeOfAlternative(atoms, flags, text, hole) ?? []);
  return ranges.length === 0
    ? undefined
    : { start: Math.min(...ranges.map(({ start }) => start)), end: Math.max(...ranges.map(({ end }) => end)) };
}

/**
 * Largest range of a match with its first pieces before the hole, at least one piece in the hole, and its last pieces
 * after the hole.
 */
function rangeOfAlternative(atoms: readonly Atom[], flags: string, text: string, hole: number): TextRange | undefined {
  const [before, after] = [text.slice(0, hole), text.slice(hole + 1)];
  const starts = atoms.map((atom, index) =>
    before.search(new RegExp(`(?:${sourceOf(atoms.slice(0, index))}${repeatedRest(atom)})$`, flags)),
  );
  const ends = atoms.map((atom, index) =>
    atom.isPosition
      ? undefined
      : new RegExp(`^${repeatedRest(atom)}${sourceOf(atoms.slice(index + 1))}`, flags).exec(after)?.[0].length,
  );
  let range: TextRange | undefined;
  for (const [first, start] of starts.entries()) {
    const characterIndex = atoms.findIndex(({ isPosition }, index) => index >= first && !isPosition);
    const possibleEnds =
      start < 0 || characterIndex < 0 ? [] : ends.slice(characterIndex).filter((end) => end !== undefined);
    if (possibleEnds.length === 0) continue;
    range = {
      start: Math.min(start, range?.start ?? start),
      end: Math.max(hole + 1 + Math.max(...possibleEnds), range?.end ?? 0),
    };
  }
  return range;
}

/** Returns the pattern for the repetitions of a piece that are on the other side of the hole's edge. */
function repeatedRest({ base, quantifier }: Atom): string {
  return /^[*+{]/.test(quantifier) ? `${base}*` : '';
}

function sourceOf(atoms: readonly Atom[]): string {
  return atoms.map(({ base, quantifier }) => `${base}${quantifier}`).join('');
}

/** The pieces of each alternative; undefined if a pattern is too long, or has alternatives in groups. */
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
    else atoms.push({ base: piece, quantifier: '', isPosition: piece === '^' || piece === '$' });
  }
  return [...alternatives, atoms];
}

/** Maximum lengths of a pattern that is run, and of a text on which a pattern with repetitions or choices is run. */
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
 * that matches texts of any length (two if anchored to the start); texts are short.
 */
function isBoundedRegex(source: string, longestText: number): boolean {
  if (source.length > MAX_SOURCE) return false;
  let repeats = 0;
  let choices = 0;
  let depth = 0;
  let isAnchored = false;
  let previous = '';
  let isFixed = true;
  for (const [piece] of source.matchAll(PIECE)) {
    if (/^\\(?:[1-9]|k)|^\(\?(?:[=!]|<[=!])/.test(piece)) return false;
    depth += nestingChange(piece);
    if (piece === '^' && previous === '') isAnchored = true;
    if (piece === '|' && depth > 0) choices += 1;
    if (/^[*+?]|^\{\d+/.test(piece)) {
      if (previous === ')') return false;
      if (piece.startsWith('?')) choices += 1;
      else repeats += 1;
    }
    isFixed &&= repeats === 0 && choices === 0;
    if (repeats > (isAnchored ? 2 : 1) || choices > MAX_CHOICES) return false;
    previous = piece;
    if (piece !== '|' || depth > 0) continue;
    [repeats, choices, isAnchored, previous] = [0, 0, false, ''];
  }
  return isFixed || longestText <= MAX_TEXT;
}

/** Returns the change in group nesting that a piece causes. */
function nestingChange(piece: string): number {
  if (piece.startsWith('(')) return 1;
  return piece === ')' ? -1 : 0;
}
