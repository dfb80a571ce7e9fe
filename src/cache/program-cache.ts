import { expectDefined } from '../lib/expect-defined.js';
import type { FileAnalysis } from '../model/finding.js';
import type { ModuleReader } from '../model/module-reader.js';
import type { CallSelection } from '../select/select-calls.js';
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

/** What is kept of one program between runs: where its imports lead, answers about its files, and their analyses. */
export class ProgramCache {
  readonly files: KeptFiles;
  readonly resolutions: KeptResolutions;
  readonly #analyses: KeptAnalyses;
  readonly #known: readonly string[];
  #questions: Questions | undefined;

  constructor(stored: StoredProgram | undefined, { root, probe, files, texts }: KeptTree) {
    this.#known = files;
    this.files = new KeptFiles(stored?.files ?? [], texts);
    this.resolutions = new KeptResolutions(stored?.resolutions, { root, probe, files });
    this.#analyses = new KeptAnalyses(stored, this.files, this.resolutions);
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
      const known = this.#analyses.find(file, questions);
      if (known !== undefined) return known;
      analyse ??= make({ modules: recorder.modules, selection: recorder.selection(questions.selection) });
      const run = analyse;
      const { value, uses } = recorder.during(() => run(file));
      this.#analyses.keep(file, uses, value);
      return value;
    };
  }

  /** `broken`: files that would say where something is, and cannot be understood. */
  toStored(broken: readonly string[]): StoredProgram {
    const known = new Set(this.#known);
    const places = new Map<string, number>();
    const place = (file: string): number => {
      let index = places.get(file);
      if (index === undefined) places.set(file, (index = places.size));
      return index;
    };
    const analyses = this.#questions === undefined ? [] : this.#analyses.toStored(place, this.#questions);
    const files = new Map(this.files.toStored((file) => known.has(file)));
    // The analyses name files by their place.
    const named = [...places.keys()].map(
      (file) => [file, expectDefined(files.get(file), 'a file that an analysis rests on')] as const,
    );
    const others = [...files].filter(([file]) => !places.has(file));
    const resolutions = this.resolutions.toStored(broken);
    return { files: [...named, ...others], analyses, ...(resolutions === undefined ? {} : { resolutions }) };
  }
}
