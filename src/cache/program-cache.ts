import { expectDefined } from '../lib/expect-defined.js';
import type { FileAnalysis } from '../model/finding.js';
import type { ModuleReader } from '../model/module-reader.js';
import type { CallSelection } from '../select/select-calls.js';
import type { Resolver } from '../languages/language.js';
import type { FileProbe } from '../sources/file-probe.js';
import { KeptAnalyses } from './kept-analyses.js';
import type { Questions } from './kept-analyses.js';
import { KeptFiles } from './kept-files.js';
import type { KeptTexts } from './kept-files.js';
import { Recorder } from './recorder.js';
import { KeptResolutions } from './resolutions.js';
import type { StoredProgram } from './stored.js';

export interface KeptTree {
  readonly root: string;
  readonly probe: FileProbe;
  /** Names of all files of the program. */
  readonly files: readonly string[];
  readonly texts: KeptTexts;
}

/**
 * What is kept of one program between runs: where its imports lead, answers about its files, and their analyses. What
 * an earlier run left is read with the first question.
 */
export class ProgramCache {
  readonly #load: () => StoredProgram | undefined;
  readonly #tree: KeptTree;
  #kept: Kept | undefined;
  #questions: Questions | undefined;

  constructor(load: () => StoredProgram | undefined, tree: KeptTree) {
    this.#load = load;
    this.#tree = tree;
  }

  /** The resolver that `make` makes, which is asked only for what is not known any more. */
  resolver(make: (tree: { readonly files: readonly string[] }) => Resolver): Resolver {
    let made: Resolver | undefined;
    const kept = (): Resolver => (made ??= this.#parts.resolutions.around(make));
    return {
      resolve: (from, specifier) => kept().resolve(from, specifier),
      get broken() {
        return made?.broken ?? [];
      },
    };
  }

  /** See `KeptFiles`. */
  answer<T>(file: string, question: string, make: () => T): T {
    return this.#parts.files.answer(file, question, make);
  }

  /**
   * What analyses files, and does so only where no analysis of an earlier run holds any more. `make` makes the
   * analyser for the modules and the selection it is given, which note what is asked of them.
   */
  analyser(
    questions: { readonly modules: ModuleReader; readonly selection: CallSelection },
    make: (questions: Questions) => (file: string) => FileAnalysis,
  ): (file: string) => FileAnalysis {
    this.#questions = questions;
    const recorder = new Recorder(questions.modules);
    let analyse: ((file: string) => FileAnalysis) | undefined;
    return (file) => {
      const known = this.#parts.analyses.find(file, questions);
      if (known !== undefined) return known;
      analyse ??= make({ modules: recorder.modules, selection: recorder.selection(questions.selection) });
      const run = analyse;
      const { value, uses } = recorder.during(() => run(file));
      this.#parts.analyses.keep(file, uses, value);
      return value;
    };
  }

  /** Whether anything was asked of it. */
  get isUsed(): boolean {
    return this.#questions !== undefined;
  }

  toStored(): StoredProgram {
    const { files: texts, resolutions: kept, analyses: all } = this.#parts;
    const known = new Set(this.#tree.files);
    const places = new Map<string, number>();
    const place = (file: string): number => {
      let index = places.get(file);
      if (index === undefined) places.set(file, (index = places.size));
      return index;
    };
    const analyses = this.#questions === undefined ? [] : all.toStored(place, this.#questions);
    const files = new Map(texts.toStored((file) => known.has(file)));
    // The analyses name files by their place.
    const named = [...places.keys()].map(
      (file) => [file, expectDefined(files.get(file), 'a file that an analysis rests on')] as const,
    );
    const others = [...files].filter(([file]) => !places.has(file));
    const resolutions = kept.toStored();
    return { files: [...named, ...others], analyses, ...(resolutions === undefined ? {} : { resolutions }) };
  }

  get #parts(): Kept {
    if (this.#kept === undefined) {
      const stored = this.#load();
      const files = new KeptFiles(stored?.files ?? [], this.#tree.texts);
      const resolutions = new KeptResolutions(stored?.resolutions, this.#tree);
      this.#kept = { files, resolutions, analyses: new KeptAnalyses(stored, files, resolutions) };
    }
    return this.#kept;
  }
}

interface Kept {
  readonly files: KeptFiles;
  readonly resolutions: KeptResolutions;
  readonly analyses: KeptAnalyses;
}
