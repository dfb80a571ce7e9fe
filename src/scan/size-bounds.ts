import { Effort } from '../lib/effort.js';
import type { LanguageId } from '../model/language.js';

/**
 * Words and signs that are parsed of one file. Each takes a few hundred bytes of a tree and of facts, in a shell script
 * twice as many: a file at its bound takes less than 500 MB.
 */
const MAX_TOKENS = 900_000;
const MAX_TOKENS_IN: Readonly<Partial<Record<LanguageId, number>>> = { shell: 450_000 };

/**
 * Steps of all kinds that the analysis of one file may take: evaluating, looking at calls and texts, telling findings.
 * Each takes some microseconds. Evaluating stops earlier, so that a file that takes the most of it has as much left for
 * 2,000 requests.
 */
const MAX_STEPS = 600_000;

/** A file is more than is analysed of one. */
class TooMuch extends Error {
  constructor(most: number, of: string) {
    super(`more than ${most.toLocaleString('en')} ${of}`);
  }
}

/** @throws TooMuch where a text has more words and signs than are parsed. */
export function refuseManyTokens(text: string, language: LanguageId): void {
  const most = MAX_TOKENS_IN[language] ?? MAX_TOKENS;
  // A text that is shorter has no more of them than characters.
  if (text.length > most && hasMoreTokens(text, most)) throw new TooMuch(most, 'words and signs');
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

/**
 * Makes what analyses files, which throws where one takes more steps than it may. `isTooMuch`: told the steps that were
 * taken since.
 */
export function withinSteps<T>(
  make: (isTooMuch: (steps: number) => boolean) => (file: string) => T,
): (file: string) => T {
  let ofFile: Effort;
  const analyse = make((steps) => !ofFile.take(steps));
  return (file) => {
    ofFile = new Effort(MAX_STEPS);
    const analysis = analyse(file);
    if (ofFile.spent) throw new TooMuch(MAX_STEPS, 'steps of analysis');
    return analysis;
  };
}
