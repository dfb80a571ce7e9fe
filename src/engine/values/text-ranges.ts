import type { Place } from '../../core/model/span.js';
import { plainTexts } from './text.js';
import { REASON } from './reasons.js';
import { holePart } from './value.js';
import type { HolePart, Part, Parts, Value } from './value.js';

/** The unknown length between two known ends: greater than any index in a program. */
const UNKNOWN_LENGTH = 1e9;

/** Maximum number of combinations of bounds that are distinguished. */
export const MAX_BOUNDS = 16;

/**
 * Returns the possible results of `slice`, `substring` and `substr`: a text for each known bound, and a hole for an
 * unknown one.
 */
export function sliceTexts(
  parts: Parts,
  method: 'slice' | 'substring' | 'substr',
  args: readonly Value[],
  at: Place,
): readonly Parts[] {
  const [starts, ends] = [boundsOf(args[0], 0), boundsOf(args[1], undefined)];
  if (starts === undefined || ends === undefined || starts.length * ends.length > MAX_BOUNDS)
    return [parts, [unknownText(at)]];
  return starts.flatMap((start) =>
    ends.flatMap((end) => sliceText(parts, (length) => rangeOf[method](length, start ?? 0, end), at)),
  );
}

/** Returns the hole for an unknown text. */
export function unknownText(at: Place): HolePart {
  return holePart(REASON.notFollowed, at);
}

type Bound = number | undefined;

/** The possible numbers of an argument; undefined if one is unknown. */
export function boundsOf(arg: Value | undefined, absent?: Bound): readonly Bound[] | undefined {
  if (arg === undefined || (arg.kind === 'scalar' && arg.value === undefined)) return [absent];
  return plainTexts(arg)?.map((text) => Math.trunc(Number(text)) || 0);
}

const clamp = (index: number, length: number): number => Math.min(Math.max(index, 0), length);
const fromEnd = (index: number, length: number): number => clamp(index < 0 ? length + index : index, length);

/** Start and end of a cut in a text of a given length. */
const rangeOf = {
  slice: (length: number, start: number, end: Bound): readonly [number, number] => [
    fromEnd(start, length),
    fromEnd(end ?? length, length),
  ],
  substring: (length: number, start: number, end: Bound): readonly [number, number] => {
    const [from, to] = [clamp(start, length), clamp(end ?? length, length)];
    return [Math.min(from, to), Math.max(from, to)];
  },
  substr: (length: number, start: number, count: Bound): readonly [number, number] => {
    const from = fromEnd(start, length);
    return [from, clamp(from + (count ?? length), length)];
  },
};

/**
 * Cuts a text. The result is exact if both ends are in the known text before the first hole or after the last one.
 * Otherwise the cut may also cover the holes, and the result is unknown.
 */
function sliceText(
  parts: Parts,
  rangeIn: (length: number) => readonly [from: number, to: number],
  at: Place,
): readonly Parts[] {
  const isHole = ({ kind }: Part): boolean => kind === 'hole';
  const first = parts.findIndex(isHole);
  const head = first < 0 ? parts : parts.slice(0, first);
  const last = parts.findLastIndex(isHole);
  const [middle, tail] = first < 0 ? [[], []] : [parts.slice(first, last + 1), parts.slice(last + 1)];
  const [before, between] = [lengthOf(head), first < 0 ? 0 : UNKNOWN_LENGTH];
  const after = before + between;
  const [from, to] = rangeIn(after + lengthOf(tail));
  const isInside = (index: number): boolean => index > before && index < after;
  const coversHoles = from <= before && to >= after;
  const overlapsHoles = from < after && to > before;
  const cut = [
    ...cutText(head, from, to),
    ...(coversHoles ? middle : overlapsHoles ? [unknownText(at)] : []),
    ...cutText(tail, from - after, to - after),
  ];
  return isInside(from) || isInside(to) ? [cut, [unknownText(at)]] : [cut];
}

function lengthOf(parts: Parts): number {
  return parts.reduce((sum, part) => sum + (part.kind === 'text' ? part.text.length : 0), 0);
}

/** The characters of a known text from one index to another. */
function cutText(parts: Parts, from: number, to: number): Parts {
  const cut = cutter(parts);
  cut(Math.max(0, from));
  return cut(Math.max(0, from, to));
}

/** Cuts a text into pieces from its start: each call returns the text before the index. A hole is one character. */
export function cutter(parts: Parts): (to: number) => Parts {
  let index = 0;
  let start = 0;
  let offset = 0;
  return (to) => {
    const pieces: Part[] = [];
    for (let part = parts[index]; part !== undefined && start + offset < to; part = parts[index]) {
      const length = part.kind === 'text' ? part.text.length : 1;
      const end = Math.min(length, to - start);
      pieces.push(
        part.kind === 'text' && (offset > 0 || end < length) ? { ...part, text: part.text.slice(offset, end) } : part,
      );
      if (end === length) {
        index += 1;
        start += length;
        offset = 0;
      } else {
        offset = end;
      }
    }
    return pieces;
  };
}
