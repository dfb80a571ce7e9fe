import type { LanguageId } from '../model/language.js';

/**
 * Words and signs that are parsed of one file. Each takes a few hundred bytes of a tree and of facts, in a shell script
 * twice as many: a file at its bound takes less than 500 MB.
 */
const MAX_TOKENS = 900_000;
const MAX_TOKENS_IN: Readonly<Partial<Record<LanguageId, number>>> = { shell: 450_000 };

/** @throws Error where a text has more words and signs than are parsed. */
export function refuseManyTokens(text: string, language: LanguageId): void {
  const most = MAX_TOKENS_IN[language] ?? MAX_TOKENS;
  // A text that is shorter has no more of them than characters.
  if (text.length > most && hasMoreTokens(text, most))
    throw new Error(`more than ${most.toLocaleString('en')} words and signs`);
}

function hasMoreTokens(text: string, most: number): boolean {
  let tokens = 0;
  let isInWord = false;
  for (let index = 0; index < text.length && tokens <= most; index += 1) {
    const code = text.charCodeAt(index);
    const isWord = IS_WORD[code] !== 0;
    if (isWord ? !isInWord : code > SPACE) tokens += 1;
    isInWord = isWord;
  }
  return tokens > most;
}

const SPACE = 32;

/** By code: 0 for signs and blanks of ASCII, which end a word; whatever is beyond it is a part of one. */
const IS_WORD: readonly (number | undefined)[] = Array.from({ length: 128 }, (_, code) =>
  /\w/.test(String.fromCharCode(code)) ? 1 : 0,
);
