import type { Mention } from './mentions.js';

/** Further questions about a file whose own text does not decide; evaluated only for such files. */
export interface FileContext {
  /** Whether the file names the API, or imports a file that does, directly or indirectly. */
  readonly reachesApi: () => boolean;
  /** Whether the text has more of the path than the word (`Mentions.hasContext`). */
  readonly hasContext: () => boolean;
  /** Whether a rare word is a segment of a path, or needs no request to the API; absent: assumed. */
  readonly isSure?: () => boolean;
  /** Whether a record of the API can reach the file, by imports in either direction. */
  readonly isNear: () => boolean;
}

/**
 * Whether a file is selected for its own text. A common word alone, in a file without access to the API, is unrelated:
 * it cannot become a finding. The same applies to a rare word that is not a path segment, such as an SDK method, and to
 * the read of a part of a record that no file requests from the API.
 */
export function selectsFile(
  mention: Mention | undefined,
  { reachesApi, hasContext, isSure = () => true, isNear }: FileContext,
): boolean {
  if (mention === 'common') return reachesApi() || hasContext();
  if (mention === 'rare') return isSure() || reachesApi() || hasContext();
  if (mention === 'part') return isNear() || hasContext();
  return mention !== undefined;
}

/** Length below which a text is never minified. */
const SMALL = 5000;

/** Average number of characters per line of dense code; handwritten code is far below. */
const DENSE = 400;

/**
 * Whether a text is generated or minified code: much code on few lines. Literals and comments, such as an image in a
 * data URL or a licence, do not count. Tested only for files with a mention.
 */
export function isMinified(text: string): boolean {
  if (text.length < SMALL) return false;
  let lines = 1;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines += 1;
  const limit = Math.max(SMALL, lines * DENSE);
  return text.length > limit && hasCode(text, limit);
}

/** Beginning of a comment, a string or a regular expression. */
const OPENING = /\/[/*]|["'`]|(?<=[(,=:[!&|?{};+\-*%<>~^]\s?|\breturn\s?)\//g;

/** End of each kind of literal or comment, and escapes inside it. An unclosed one ends with its line. */
const NEXT: Readonly<Record<string, RegExp>> = {
  '//': /\n/g,
  '/*': /\*\//g,
  '"': /\\[^]|["\n]/g,
  "'": /\\[^]|['\n]/g,
  '`': /\\[^]|`/g,
  '/': /\\.|[/[\n]/g,
  '[': /\\.|[\]\n]/g,
};

/** Whether a text has more characters outside of comments and literals than a limit. Takes linear time. */
function hasCode(text: string, limit: number): boolean {
  let code = 0;
  for (let at = 0; at < text.length;) {
    OPENING.lastIndex = at;
    const opening = OPENING.exec(text);
    for (const end = opening?.index ?? text.length; at < end && code <= limit; at += 1)
      if (!isNumeric(text.charCodeAt(at))) code += 1;
    if (code > limit) return true;
    if (opening !== null) at = endOf(text, opening[0], OPENING.lastIndex);
  }
  return false;
}

/** Digits, commas, points and blanks: the characters of rows of numbers. */
function isNumeric(code: number): boolean {
  return (code >= 0x30 && code <= 0x39) || code === 0x2c || code === 0x2e || code <= 0x20;
}

/** The offset after a comment or literal whose opening ends at `from`. */
function endOf(text: string, opening: string, from: number): number {
  let at = from;
  for (let next = NEXT[opening]; next !== undefined;) {
    next.lastIndex = at;
    const found = next.exec(text)?.[0];
    if (found === undefined) return text.length;
    at = next.lastIndex;
    if (found === '[') next = NEXT['['];
    else if (found === ']') next = NEXT[opening];
    else if (!found.startsWith('\\')) return at;
  }
  return at;
}
