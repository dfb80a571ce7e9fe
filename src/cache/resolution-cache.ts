import type { Resolver } from '../languages/language.js';
import type { Resolution } from '../core/model/module-reader.js';
import type { AnswersByText } from './answers-by-text.js';
import { storedName } from './earlier-run.js';
import type { EarlierRun, TreeState } from './earlier-run.js';
import { digestOfNames, digestOfText } from '../core/lib/identity.js';
import { decodeResolution, encodeResolution } from './stored.js';
import type { StoredResolutions } from './stored-resolutions.js';

type Pairs<T> = readonly (readonly [path: string, value: T])[];

/** Targets of import specifiers, for the files of one program. */
export class ResolutionCache {
  readonly #parts: readonly EarlierRun[];
  readonly #tree: TreeState;
  readonly #answersByText: AnswersByText;
  readonly #answers = new Map<string, Map<string, string>>();
  #usesList = false;
  #inner: Resolver | undefined;
  /** Whether a specifier was resolved that no earlier run had resolved. */
  isChanged = false;

  constructor(parts: readonly EarlierRun[], tree: TreeState, answersByText: AnswersByText) {
    this.#parts = parts;
    this.#tree = tree;
    this.#answersByText = answersByText;
  }

  /** Wraps the resolver that `make` creates. `make` is called only if a resolution is not cached. */
  around(make: (tree: { readonly files: readonly string[] }) => Resolver): Resolver {
    const noteList = (): readonly string[] => {
      this.#usesList = true;
      return this.#tree.files;
    };
    const inner = (): Resolver =>
      (this.#inner ??= make({
        get files() {
          return noteList();
        },
      }));
    const broken = (): readonly string[] => this.#broken;
    return {
      resolve: (from, specifier) => this.#resolve(from, specifier, inner),
      get broken() {
        return broken();
      },
    };
  }

  /**
   * Cacheable resolutions of the files that `isRetained` accepts. Undefined if they are not valid for another run:
   * because a limit was reached, which depends on the order of imports, or because a file cannot be parsed that a run
   * with fewer imports would not open.
   */
  toStored(isRetained: (file: string) => boolean): StoredResolutions | undefined {
    const { root, probe, files } = this.#tree;
    const { recordedAnswers, notes, unread } = probe;
    if (this.#broken.length > 0 || notes.some(({ why }) => why === 'much')) return undefined;
    const relativeNames = <T>(entries: Iterable<readonly [string, T]>): (readonly [string, T])[] =>
      [...entries].map(([path, value]) => [storedName(root, path), value]);
    const answers = new Map<string, ReadonlyMap<string, string>>();
    // Resolutions of a file whose text has changed are dropped: the imports may be others now.
    const earlier = this.#parts.flatMap((part) =>
      [...part.resolutions].filter(([file]) => !this.#answersByText.isKnownToDiffer(file, part)),
    );
    for (const [file, own] of [...earlier, ...this.#answers])
      if (isRetained(file)) answers.set(file, new Map([...(answers.get(file) ?? []), ...own]));
    const usesList = this.#usesList || this.#parts.some((part) => part.isValid && part.usesFileList);
    const stored = this.#parts.flatMap((part) => part.validResolutions ?? []);
    const merged = <T>(of: (stored: StoredResolutions) => Pairs<T>, now: Iterable<readonly [string, T]>): Pairs<T> => [
      ...new Map([...stored.flatMap(of), ...relativeNames(now)]),
    ];
    const diskInputs = {
      kinds: merged(({ kinds }) => kinds, recordedAnswers.kinds),
      texts: merged(({ texts }) => texts, recordedAnswers.texts),
      folders: merged(({ folders }) => folders, recordedAnswers.folders),
      deciders: merged(({ deciders }) => deciders, recordedAnswers.deciders),
    };
    return {
      id: digestOfText(JSON.stringify(diskInputs)),
      ...diskInputs,
      sums: merged(({ sums }) => sums, recordedAnswers.sums),
      ...(usesList ? { list: digestOfNames(files) } : {}),
      notes: notes.map((note) => ({ ...note, file: storedName(root, note.file) })),
      unread: relativeNames(unread),
      answers: [...answers].map(([file, own]) => [file, [...own]]),
    };
  }

  #resolve(from: string, specifier: string, resolver: () => Resolver): Resolution {
    const answers = this.#answers.get(from) ?? new Map<string, string>();
    this.#answers.set(from, answers);
    let answer = answers.get(specifier) ?? this.#cachedAnswer(from, specifier);
    if (answer === undefined) {
      this.isChanged = true;
      answer = encodeResolution(resolver().resolve(from, specifier));
    }
    answers.set(specifier, answer);
    return decodeResolution(answer);
  }

  #cachedAnswer(from: string, specifier: string): string | undefined {
    for (const part of this.#parts) {
      const answer = part.resolution(from, specifier);
      if (answer !== undefined) return answer;
    }
    return undefined;
  }

  /** Files that affect module resolution, and cannot be parsed. */
  get #broken(): readonly string[] {
    return this.#inner?.broken ?? [];
  }
}
