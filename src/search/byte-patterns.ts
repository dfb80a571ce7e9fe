import { rememberedText } from '../lib/collections.js';

/**
 * A pattern of bytes: for each place the characters that match there, as in `['b', 'eE', 'l']`; a string if exactly one
 * matches in each place.
 */
export type SearchText = string | readonly string[];

/** A pattern of bytes with a string for each place. */
export type Places = readonly string[];

/** Bytes that are compared together; shorter texts cannot be searched for. */
export const WINDOW = 3;

/** All bytes, as the characters that have their codes. */
export const BYTES = Array.from({ length: 256 }, (_, code) => String.fromCharCode(code)).join('');

/** By frequency in programs, the most frequent first; others are rarer. */
const FREQUENT = ` etnrsioalcdpumfhgyb\n.(),'"=/w;:vkx_-{}jqz`;

/** Approximate frequency of each byte. */
const FREQUENCIES = Array.from(BYTES, (char) => {
  const rank = FREQUENT.indexOf(char);
  return rank < 0 ? 0.003 : 0.1 * 0.93 ** rank;
});

/** Approximate frequency of a match of one place, from 0 to 1. */
const frequencyOf = rememberedText((fitting) => {
  let sum = 0;
  for (let index = 0; index < fitting.length; index += 1) sum += FREQUENCIES[fitting.charCodeAt(index)] ?? 0;
  return Math.min(1, sum);
});

/** Words that are in most programs: each is as little selective as one frequent character. */
const KEYWORDS = /\b(?:import|from|export|require|return|function|const|class)\b/g;

/**
 * Approximate frequency of a text. Letters are predictable from those before them, so each is less selective than a
 * mark.
 */
export function likelihoodOf(text: Places): number {
  const spelled = text.map((fitting) => (fitting.length === 1 ? fitting : NO_LETTER)).join('');
  const words = Array.from(spelled.matchAll(KEYWORDS), ({ 0: word, index }) => [index, index + word.length] as const);
  const isInside = (at: number): boolean => words.some(([start, end]) => at > start && at < end);
  return text.reduce(
    (product, fitting, at) => (isInside(at) ? product : product * (hasLetter(fitting) ? 0.25 : frequencyOf(fitting))),
    1,
  );
}

const hasLetter = rememberedText((fitting) => /[a-z]/.test(fitting));

/** Replaces a place that several characters match. */
const NO_LETTER = ' ';

/** Most combinations of three bytes that are searched for one text. */
const MAX_WINDOWS = 64;

/** Offset of the least frequent three bytes in a text; undefined where it is too short, or too open. */
export function windowOf(text: SearchText): number | undefined {
  const often = Array.from(text, frequencyOf);
  let best: number | undefined;
  let least = Infinity;
  for (let at = 0; at + WINDOW <= text.length; at += 1) {
    let frequency = 1;
    let count = 1;
    for (let index = at; index < at + WINDOW; index += 1) {
      frequency *= often[index] ?? 0;
      count *= text[index]?.length ?? 0;
    }
    if (frequency < least && count <= MAX_WINDOWS) [best, least] = [at, frequency];
  }
  return best;
}
