import type { FileAnalysis } from '../model/finding.js';
import type { HeldUses, Questions } from './held-uses.js';
import type { KeptFiles } from './kept-files.js';
import { writeUses } from './kept-part.js';
import type { KeptAnalysis, KeptPart } from './kept-part.js';
import type { StoredProgram } from './stored.js';
import type { NumberedQuestions, Uses } from './uses.js';

/** Analyses of files with all that they rest on: they hold as long as each question has the answer it had. */
export class KeptAnalyses {
  readonly #parts: readonly KeptPart[];
  readonly #files: KeptFiles;
  readonly #held: HeldUses;
  readonly #now = new Map<string, KeptAnalysis>();
  /** Something was analysed anew. */
  isChanged = false;

  constructor(parts: readonly KeptPart[], files: KeptFiles, held: HeldUses) {
    this.#parts = parts;
    this.#files = files;
    this.#held = held;
  }

  /** The analysis of an earlier run, where it still holds. */
  find(file: string, questions: Questions): FileAnalysis | undefined {
    for (const part of this.#parts) {
      const kept = part.analysis(file);
      if (kept === undefined || !this.#held.holds(kept.uses, file, part, questions)) continue;
      this.#files.countParsed(kept.uses);
      this.#now.set(file, kept);
      return kept.result;
    }
    return undefined;
  }

  keep(file: string, uses: Uses, result: FileAnalysis): void {
    this.isChanged = true;
    const kept = this.#files.keep(uses);
    if (kept !== undefined) this.#now.set(file, { uses: kept, result });
  }

  /** The analysis of this run that is kept of a file. */
  kept(file: string): KeptAnalysis | undefined {
    return this.#now.get(file);
  }

  /** The analyses of this run, and earlier ones that nobody asked for, whose file `stays` and that are still valid. */
  toStored(
    place: (file: string) => number,
    numbered: NumberedQuestions,
    questions: Questions,
    stays: (file: string) => boolean,
  ): StoredProgram['analyses'] {
    const kept = new Map(this.#now);
    for (const part of this.#parts)
      for (const [file, analysis] of part.analyses)
        if (!kept.has(file) && stays(file) && this.#held.holds(analysis.uses, file, part, questions))
          kept.set(file, analysis);
    return [...kept]
      .filter(([file]) => stays(file))
      .map(([file, { uses, result }]) => [file, { result, ...writeUses(uses, place, numbered) }]);
  }
}
