/** Longest pattern of the analysed program that is run. */
const MAX_SOURCE = 200;

/** Pieces of a pattern: an escape, a class, the start of a group, a quantifier, anything else. */
const PIECE = /\\(?:u\{[^}]*\}|[pP]\{[^}]*\}|k<[^>]*>|[^])|\[(?:\\[^]|[^\]\\])*\]|\((?:\?(?:[:=!]|<[=!]|<[^>]*>))?|[*+?]\??|\{\d*,?\d*\}\??|[^]/g;

/**
 * Whether a regular expression of the analysed program can be run without giving that program a say in how
 * long it takes: no group is repeated, nothing refers back, and at most one piece can match texts of
 * different length, so that a match costs no more than the text is long, squared at worst.
 */
export function isBoundedRegex(source: string): boolean {
  if (source.length > MAX_SOURCE) return false;
  let repeats = 0;
  let before = '';
  for (const [piece] of source.matchAll(PIECE)) {
    if (/^\\(?:[1-9]|k)/.test(piece)) return false;
    if (/^\(\?(?:[=!]|<[=!])/.test(piece)) return false;
    if (/^[*+?{]/.test(piece) && before !== '') {
      if (before === ')') return false;
      if (!/^\{\d+\}$|^\?/.test(piece)) repeats += 1;
      if (repeats > 1) return false;
    }
    before = piece;
  }
  return true;
}
