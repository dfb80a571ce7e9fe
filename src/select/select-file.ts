import type { Mention } from './mentions.js';

/** Further questions about a file, evaluated only if its own text does not decide. */
export interface FileQuestions {
  /** Whether the file names the API, or imports a file that does, directly or indirectly. */
  readonly reachesApi: () => boolean;
  /** Whether the text has more of the path than the word (`Mentions.hasContext`). */
  readonly hasContext: () => boolean;
  /** Whether a rare word is a segment of a path, or needs no request to the API; default yes. */
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
  { reachesApi, hasContext, isSure = () => true, isNear }: FileQuestions,
): boolean {
  if (mention === 'common') return reachesApi() || hasContext();
  if (mention === 'rare') return isSure() || reachesApi() || hasContext();
  if (mention === 'part') return isNear() || hasContext();
  return mention !== undefined;
}

/** Length below which a text is never minified. */
const MIN_MINIFIED_LENGTH = 5000;

/** Average number of characters per line of dense code; handwritten code is far below. */
const DENSE_LINE_LENGTH = 400;

/**
 * Whether a text is generated or minified code: much code on few lines. Literals and comments, such as an image in a
 * data URL or a licence, do not count. Tested only for files with a mention.
 */
export function isMinified(text: string): boolean {
  if (text.length < MIN_MINIFIED_LENGTH) return false;
  let lines = 1;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines += 1;
  const limit = Math.max(MIN_MINIFIED_LENGTH, lines * DENSE_LINE_LENGTH);
  return text.length > limit && hasCode(text, limit);
}

/** Beginning of a comment, a string or a regular expression. */
const LITERAL_OPENING = /\/[/*]|["'`]|(?<=[(,=:[!&|?{};+\-*%<>~^]\s?|\breturn\s?)\//g;

/** End of each kind of literal or comment, or an escape inside it. An unclosed quote ends with its line. */
const END_OR_ESCAPE: Readonly<Record<string, RegExp>> = {
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
    LITERAL_OPENING.lastIndex = at;
    const opening = LITERAL_OPENING.exec(text);
    for (const end = opening?.index ?? text.length; at < end && code <= limit; at += 1)
      if (!isNumericOrBlank(text.charCodeAt(at))) code += 1;
    if (code > limit) return true;
    if (opening !== null) at = endOf(text, opening[0], LITERAL_OPENING.lastIndex);
  }
  return false;
}

/** Whether a character occurs in rows of numbers: a digit, comma, point or blank. */
function isNumericOrBlank(code: number): boolean {
  return (code >= 0x30 && code <= 0x39) || code === 0x2c || code === 0x2e || code <= 0x20;
}

/** The offset after a comment or literal whose content begins at `start`. */
function endOf(text: string, opening: string, start: number): number {
  let at = start;
  for (let next = END_OR_ESCAPE[opening]; next !== undefined;) {
    next.lastIndex = at;
    const found = next.exec(text)?.[0];
    if (found === undefined) return text.length;
    at = next.lastIndex;
    if (found === '[') next = END_OR_ESCAPE['['];
    else if (found === ']') next = END_OR_ESCAPE[opening];
    else if (!found.startsWith('\\')) return at;
  }
  return at;
}
