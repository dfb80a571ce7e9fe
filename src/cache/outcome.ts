import { resolve } from 'node:path';
import type { ModuleReader } from '../core/model/module-reader.js';
import { areResolutionsValid } from './earlier-run.js';
import type { CachedAnalysis, TreeState } from './earlier-run.js';
import type { AnswersByText } from './answers-by-text.js';
import type { StoredOutcome } from './stored-outcome.js';
import type { StoredResolutions } from './stored-resolutions.js';
import { isAnsweredAlike, dependsOnOutsideFiles, Numbering } from './queries.js';
import type { Question } from './queries.js';

/** Selection of the files of a program for analysis. */
export interface ProgramSelection {
  /** Files whose analysis can have a result, sorted. */
  readonly candidates: readonly string[];
  /** Whether `candidates` includes all importers of the files with a mention. */
  readonly isComplete: boolean;
}

/** Builds the outcome of a program for the cache; undefined if one of its candidates has no cacheable analysis. */
export function outcomeOf(
  { candidates, isComplete }: ProgramSelection,
  analysisOf: (file: string) => CachedAnalysis | undefined,
  { id, sums, list, notes, unread }: StoredResolutions,
  { files, broken }: AnswersByText['parsed'],
): StoredOutcome | undefined {
  const outsideQuestions = new Numbering<Question>();
  const analyses: StoredOutcome['analyses'][number][] = [];
  for (const file of candidates) {
    const analysis = analysisOf(file);
    if (analysis === undefined) return undefined;
    const { uses, result } = analysis;
    uses.questions.filter(dependsOnOutsideFiles).forEach(outsideQuestions.numberOf);
    analyses.push([file, result]);
  }
  return {
    imports: { id, sums, ...(list === undefined ? {} : { list }), notes, unread },
    asked: outsideQuestions.items,
    analyses,
    isComplete,
    parsed: files,
    broken,
  };
}

/**
 * Whether the outcome of a program whose files are unchanged is still valid. If it is, records the notes of the earlier
 * run again.
 */
export function isOutcomeValid({ imports, asked }: StoredOutcome, tree: TreeState, modules: ModuleReader): boolean {
  const isValid =
    areResolutionsValid(imports, tree, () => false) &&
    asked.every((question) => isAnsweredAlike(question, { modules }));
  if (!isValid) return false;
  const { root, probe } = tree;
  for (const note of imports.notes) probe.note({ ...note, file: resolve(root, note.file) });
  for (const [path, why] of imports.unread) probe.noteUnread(resolve(root, path), why);
  return true;
}
