import { Effort } from '../lib/effort.js';
import { NOTHING_ANALYSED } from '../model/finding.js';
import type { FileAnalysis } from '../model/finding.js';
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

/** The most that a longer file may take, which has one step for every two of its characters. */
const MAX_STEPS_IN_LONG = 1_500_000;
const CHARACTERS_PER_STEP = 2;

function stepsFor(length: number): number {
  return Math.min(MAX_STEPS_IN_LONG, Math.max(MAX_STEPS, Math.floor(length / CHARACTERS_PER_STEP)));
}

function moreThan(most: number, of: string): string {
  return `more than ${most.toLocaleString('en')} ${of}`;
}

/** @throws Error where a text has more words and signs than are parsed. */
export function refuseManyTokens(text: string, language: LanguageId): void {
  const most = MAX_TOKENS_IN[language] ?? MAX_TOKENS;
  // A text that is shorter has no more of them than characters.
  if (text.length > most && hasMoreTokens(text, most)) throw new Error(moreThan(most, 'words and signs'));
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
 * Makes what analyses files, and gives one up that takes more steps than it may. `isTooMuch`: told the steps that were
 * taken since. `lengthOf`: that of a file, in UTF-16 code units.
 */
export function withinSteps(
  make: (isTooMuch: (steps: number) => boolean) => (file: string) => FileAnalysis,
  lengthOf: (file: string) => number,
): (file: string) => FileAnalysis {
  let ofFile: Effort;
  const analyse = make((steps) => !ofFile.take(steps));
  return (file) => {
    const most = stepsFor(lengthOf(file));
    ofFile = new Effort(most);
    const analysis = analyse(file);
    return ofFile.spent ? { ...NOTHING_ANALYSED, givenUp: moreThan(most, 'steps of analysis') } : analysis;
  };
}
