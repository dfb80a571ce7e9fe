import type { FileAnalysis } from '../model/finding.js';
import type { StoredGist } from './stored-resolutions.js';
import { isOutcome } from './stored-shape.js';
import type { AskedQuestions } from './uses.js';

/** What a whole program gave. It holds as long as no file of the scan has changed, and all has its answer that is kept here. */
export interface StoredOutcome {
  /** What imports rest on. */
  readonly imports: StoredGist;
  /** What was asked of files that are none of the scan. */
  readonly asked: Pick<AskedQuestions, 'versions' | 'settings'>;
  /** All files whose analysis can give something, sorted. */
  readonly analyses: readonly (readonly [file: string, result: FileAnalysis])[];
  /** Whether these are all that import what names the API. */
  readonly isComplete: boolean;
  /** Files that were parsed for it, and those of them with syntax errors. */
  readonly parsed: readonly string[];
  readonly broken: readonly string[];
}

/** What a program gave, from its JSON; undefined where it is not written as this version of the program does. */
export function parseOutcome(text: string): StoredOutcome | undefined {
  const outcome: unknown = JSON.parse(text);
  return isOutcome(outcome) ? (outcome as StoredOutcome) : undefined;
}
