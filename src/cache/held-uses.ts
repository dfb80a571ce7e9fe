import { digestOfNames } from '../lib/digest.js';
import type { ModuleReader } from '../model/module-reader.js';
import type { CallSelection } from '../select/select-calls.js';
import type { KeptFiles } from './kept-files.js';
import type { KeptPart } from './kept-part.js';
import { ASKED_FOR, hasMentions, hasSettings, hasVersion, importsDigest, isReachedAlike } from './recorder.js';
import type { Uses } from './uses.js';

/** Sources that answer the questions of analyses now. */
export interface Questions {
  readonly modules: ModuleReader;
  readonly selection: CallSelection;
}

/** Whether each question that something rests on has the answer it had. */
export class HeldUses {
  readonly #files: KeptFiles;
  readonly #unchanged = new Map<KeptPart, Map<string, boolean>>();
  readonly #answered = new Map<object, boolean>();

  constructor(files: KeptFiles) {
    this.#files = files;
  }

  /** `file`: whose analysis rests on it, or is the first to. */
  holds(uses: Uses, file: string, part: KeptPart, { modules, selection }: Questions): boolean {
    return (
      uses.facts.every((used) => this.#isUnchanged(used, part, modules)) &&
      uses.texts.every((used) => this.#files.isSame(used, part)) &&
      this.#every(uses.importers, ([of, words, digest]) => importersDigest(modules, of, words) === digest) &&
      this.#every(uses.walked, ([of, digest]) => importsDigest(modules.importsOf?.(of) ?? []) === digest) &&
      // A text that is the same is not read again for it.
      this.#every(uses.mentions, (one) => this.#files.isSame(one[0], part) || hasMentions(modules, one)) &&
      this.#every(uses.versions, (one) => hasVersion(modules, one)) &&
      this.#every(uses.settings, (one) => hasSettings(modules, one)) &&
      this.#every(
        uses.offers,
        ([of, name, apart, answer]) => (modules.mayOffer?.(of, name, apart) ?? true) === answer,
      ) &&
      this.#every(uses.reached, (one) => isReachedAlike(modules, one)) &&
      uses.imported.every(([specifier, name, answer]) =>
        specifier === ASKED_FOR
          ? selection.apis?.(file) === name
          : selection.imported(file, specifier, name) === answer,
      )
    );
  }

  /** Whether all of some questions have the answers they had: each is asked once for all that rests on it. */
  #every<T extends object>(questions: readonly T[], test: (question: T) => boolean): boolean {
    return questions.every((question) => {
      let answer = this.#answered.get(question);
      if (answer === undefined) this.#answered.set(question, (answer = test(question)));
      return answer;
    });
  }

  /** Whether a file says what it said, and its imports lead where they led. */
  #isUnchanged(file: string, part: KeptPart, modules: ModuleReader): boolean {
    const known = this.#unchanged.get(part) ?? new Map<string, boolean>();
    this.#unchanged.set(part, known);
    let answer = known.get(file);
    if (answer === undefined) {
      answer = this.#files.isSame(file, part) && !part.hasMoved(file, (specifier) => modules.resolve(file, specifier));
      known.set(file, answer);
    }
    return answer;
  }
}

function importersDigest(modules: ModuleReader, file: string, words: readonly string[] | null): string {
  return digestOfNames(modules.importers(file, words === null ? undefined : new Set(words)));
}
