/** Longest pattern of the analysed program that is run, and longest text that one with a choice is run on. */
const MAX_SOURCE = 200;
const MAX_TEXT = 500;

/** Most pieces of one alternative that may be there or not, and groups' own alternatives. */
const MAX_CHOICES = 3;

/** Pieces of a pattern: an escape, a class, the start of a group, a quantifier, anything else. */
export const PIECE =
  /\\(?:u\{[^}]*\}|[pP]\{[^}]*\}|[^])|\[(?:\\[^]|[^\]\\])*\]?|\((?:\?(?:[:=!]|<[=!]|<[^<>]*>))?|[*+?]\??|\{\d+(?:,\d*)?\}\??|[^]/g;

/**
 * Whether a regular expression of the analysed program can be run on a text without giving that program a
 * say in how long it takes. No group is repeated, nothing looks around or refers back, and each alternative
 * has one piece that matches texts of any length (two where it is tied to the start); texts are short.
 * One pass counts all of that, so that its complexity is the number of things that forbid a pattern.
 */
export function isBoundedRegex(source: string, longestText: number): boolean {
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
