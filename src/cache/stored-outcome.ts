import type { FileAnalysis } from '../core/model/finding.js';
import type { StoredResolutionSummary } from './stored-resolutions.js';
import { isStoredOutcome } from './stored-shape.js';
import type { Question } from './queries.js';

/**
 * Outcome of a whole program. Valid as long as no file of the scan has changed and every question has the answer stored
 * here.
 */
export interface StoredOutcome {
  /** Import resolution. */
  readonly imports: StoredResolutionSummary;
  /** Questions about files outside the scan. */
  readonly asked: readonly Question[];
  /** Results of all files whose analysis can have one, sorted by file. */
  readonly analyses: readonly (readonly [file: string, result: FileAnalysis])[];
  /** Whether `analyses` includes all importers of the files with a mention. */
  readonly isComplete: boolean;
  /** Files that were parsed for the outcome. */
  readonly parsed: readonly string[];
  /** Parsed files with syntax errors. */
  readonly broken: readonly string[];
}

/** Parses the JSON of an outcome; undefined if another version of the program wrote it in another format. */
export function parseOutcome(text: string): StoredOutcome | undefined {
  const outcome: unknown = JSON.parse(text);
  return isStoredOutcome(outcome) ? (outcome as StoredOutcome) : undefined;
}
