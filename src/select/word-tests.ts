import { escapeRegExp, NOWHERE } from '../core/lib/escape.js';

/** A run of characters of path segments, with the escape that may precede it. */
const RUN = /\\?[^\s{}[\]()?#\\|<>"'`^/;,]+/g;
const WHOLE_RUN = /^[^\s{}[\]()?#\\|<>"'`^/;,]+$/;

/** Number of first letters by which words are grouped. */
const HEAD_LENGTH = 3;

/** Whether a word is ordinary: without a mark such as `_`, and without a capital inside, as in `ringTones`. */
export function isPlain(word: string): boolean {
  return /^[a-z]+$/i.test(word) && !/[a-z][A-Z]/.test(word);
}

/** Maximum number of words that one regular expression finds faster than look-ups. */
const EXPRESSION_WORDS = 1000;

/**
 * Creates a test of whether one of many words with a mark begins somewhere in a text: `DatabaseModels` does not match
 * `baseModels`. Its time depends on the text, not on the number of words.
 */
export function wordTest(words: Iterable<string>, expressionWords = EXPRESSION_WORDS): (text: string) => boolean {
  const allWords = [...words];
  const isIndexed = (word: string): boolean =>
    allWords.length > expressionWords && word.length >= HEAD_LENGTH && WHOLE_RUN.test(word);
  const otherWords = allWords.filter((word) => !isIndexed(word)).sort();
  const otherPattern = new RegExp(otherWords.map(escapeRegExp).join('|') || NOWHERE, 'g');
  const wordsByHead = new Map<number, string[]>();
  for (const word of allWords.filter(isIndexed).sort()) {
    const head = headAt(word, 0);
    const group = wordsByHead.get(head);
    if (group === undefined) wordsByHead.set(head, [word]);
    // A word that begins with a shorter word is found with the shorter one.
    else if (!word.startsWith(group.at(-1) ?? '')) group.push(word);
  }
  const hasWordIn = (run: string): boolean => {
    for (let at = 0; at + HEAD_LENGTH <= run.length; at += 1) {
      const words = wordsByHead.get(headAt(run, at));
      if (words !== undefined && run.startsWith(wordAtStart(words, run.slice(at)), at) && beginsAt(run, at))
        return true;
    }
    return false;
  };
  const hasOther = (text: string): boolean => {
    otherPattern.lastIndex = 0;
    for (let found = otherPattern.exec(text); found !== null; found = otherPattern.exec(text)) {
      if (beginsAt(text, found.index)) return true;
      otherPattern.lastIndex = found.index + 1;
    }
    return false;
  };
  return (text) => hasOther(text) || (wordsByHead.size > 0 && markedRuns(text).some(hasWordIn));
}

/** Whether a word can begin at an offset: not at a lower-case letter after another, except after `\\n` and `%s`. */
function beginsAt(text: string, at: number): boolean {
  return !isLowerCase(text, at) || !isLowerCase(text, at - 1) || /[\\%]/.test(text.charAt(at - 2));
}

function isLowerCase(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code >= 0x61 && code <= 0x7a;
}

/** The distinct runs of a text that are not plain words. */
function markedRuns(text: string): readonly string[] {
  const runs = new Set<string>();
  for (const [run] of text.matchAll(RUN)) if (run.length >= HEAD_LENGTH) runs.add(run);
  return [...runs].filter((run) => !isPlain(run));
}

/** The first letters of a word in a text, as a number. */
function headAt(text: string, at: number): number {
  return text.charCodeAt(at) | (text.charCodeAt(at + 1) << 8) | (text.charCodeAt(at + 2) << 16);
}

/** The word at the start of a text, found in sorted words none of which is a prefix of another. */
function wordAtStart(words: readonly string[], text: string): string {
  let [low, high] = [0, words.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((words[middle] ?? '') <= text) low = middle;
    else high = middle - 1;
  }
  return words[low] ?? '';
}

/** A word in a text, and the index of the character before it. */
export interface OpenedWord {
  readonly word: string;
  readonly at: number;
}

/** Finds many words in a text. */
export interface OpenedWords {
  readonly isIn: (text: string) => boolean;
  readonly placesIn: (text: string) => Iterable<OpenedWord>;
}

/**
 * Creates a search for words that begin a segment: after a character that matches the source `opening`, and up to the
 * end of a word. The time of the search depends on the text alone.
 */
export function openedWords(
  words: ReadonlySet<string>,
  opening: string,
  expressionWords = EXPRESSION_WORDS,
): OpenedWords {
  if (words.size <= expressionWords) return openedByExpression(words, opening);
  const heads = new Set([...words].map((word) => word.slice(0, HEAD_LENGTH)));
  const longest = [...words].reduce((length, word) => Math.max(length, word.length), 0);
  const shortest = [...words].reduce((length, word) => Math.min(length, word.length), Infinity);
  const openings = new RegExp(opening, 'g');
  function* placesIn(text: string): Iterable<OpenedWord> {
    for (const { index: at } of text.matchAll(openings)) {
      const start = at + 1;
      if (shortest >= HEAD_LENGTH && !heads.has(text.slice(start, start + HEAD_LENGTH))) continue;
      for (let end = start + 1; end <= Math.min(start + longest, text.length); end += 1) {
        if (isWordAt(text, end - 1) === isWordAt(text, end)) continue;
        const word = text.slice(start, end);
        if (words.has(word)) yield { word, at };
      }
    }
  }
  return { placesIn, isIn: (text) => placesIn(text)[Symbol.iterator]().next().done !== true };
}

function openedByExpression(words: ReadonlySet<string>, opening: string): OpenedWords {
  const sources = [...words].sort().map(escapeRegExp);
  const source = sources.length === 0 ? NOWHERE : `${opening}(?:${sources.join('|')})\\b`;
  const [pattern, globalPattern] = [new RegExp(source), new RegExp(source, 'g')];
  return {
    isIn: (text) => pattern.test(text),
    placesIn: (text) =>
      Array.from(text.matchAll(globalPattern), ({ 0: found, index: at }) => ({ word: found.slice(1), at })),
  };
}

/** Whether a character matches `\w`. */
function isWordAt(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return (
    (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a) || (code >= 0x30 && code <= 0x39) || code === 0x5f
  );
}
