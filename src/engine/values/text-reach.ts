import { PIECE } from './bounded-regex.js';

/** Longest pattern whose pieces are tried one by one. */
const MAX_PIECES = 200;

/** A piece of a pattern that matches a letter, or a place between letters. */
interface Atom {
  readonly base: string;
  readonly quantifier: string;
  readonly isPlace: boolean;
}

/** A range of a text, the end exclusive. */
export interface Reach {
  readonly start: number;
  readonly end: number;
}

/**
 * Returns the largest range around a hole that one match may take together with characters of the hole, whatever those
 * are; undefined if no match can take any of them. The hole is one character of the text.
 */
export function reachOver(regex: RegExp, text: string, hole: number): Reach | undefined {
  const alternatives = alternativesOf(regex);
  if (alternatives === undefined) return { start: 0, end: text.length };
  const flags = regex.flags.replace('g', '');
  const reaches = alternatives.flatMap((atoms) => reachOf(atoms, flags, text, hole) ?? []);
  return reaches.length === 0
    ? undefined
    : { start: Math.min(...reaches.map(({ start }) => start)), end: Math.max(...reaches.map(({ end }) => end)) };
}

/** A match begins with the first pieces before the hole, has at least one in it, and ends with the last ones behind it. */
function reachOf(atoms: readonly Atom[], flags: string, text: string, hole: number): Reach | undefined {
  const [before, behind] = [text.slice(0, hole), text.slice(hole + 1)];
  const starts = atoms.map((atom, index) =>
    before.search(new RegExp(`(?:${sourceOf(atoms.slice(0, index))}${rest(atom)})$`, flags)),
  );
  const ends = atoms.map((atom, index) =>
    atom.isPlace
      ? undefined
      : new RegExp(`^${rest(atom)}${sourceOf(atoms.slice(index + 1))}`, flags).exec(behind)?.[0].length,
  );
  let reach: Reach | undefined;
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
function rest({ base, quantifier }: Atom): string {
  return /^[*+{]/.test(quantifier) ? `${base}*` : '';
}

function sourceOf(atoms: readonly Atom[]): string {
  return atoms.map(({ base, quantifier }) => `${base}${quantifier}`).join('');
}

/** The pieces of each alternative; undefined where a pattern is not a plain list of them. */
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
      continue; // What it asks of the letters beside it may be true of the hole's.
    else atoms.push({ base: piece, quantifier: '', isPlace: piece === '^' || piece === '$' });
  }
  return [...alternatives, atoms];
}
