import type { FileFacts } from '../model/facts.js';
import type { LanguageId } from '../model/language.js';
import type { Place, Span } from '../model/span.js';

/** A file that a fix changes, as it was analysed. */
export interface FixFile {
  readonly name: string;
  readonly language: LanguageId;
  readonly text: string;
  /** Called only where the text alone does not decide. */
  readonly facts: () => FileFacts | undefined;
}

/** Access of fixes to the files of a host. */
export interface FixSources {
  readonly textOf: (file: string) => string | undefined;
  readonly factsOf: (file: string, language: LanguageId) => FileFacts | undefined;
  /**
   * Uses of an export in other files; `at` is the name in its declaration. Undefined where not all uses are known;
   * absent for a host without access to other files.
   */
  readonly usesElsewhere?: (file: string, at: Span) => readonly Place[] | undefined;
}

/** A file for the fixes of findings in a language; undefined where it is not available. */
export function fixFile(name: string, language: LanguageId, sources: FixSources): FixFile | undefined {
  const text = sources.textOf(name);
  if (text === undefined) return undefined;
  return { name, language, text, facts: () => sources.factsOf(name, language) };
}
