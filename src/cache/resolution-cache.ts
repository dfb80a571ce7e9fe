import type { Resolver } from '../languages/language.js';
import type { Resolution } from '../core/model/module-reader.js';
import type { AnswersByText } from './answers-by-text.js';
import { keptName } from './earlier-run.js';
import type { EarlierRun, TreeState } from './earlier-run.js';
import { digestOfNames, digestOfText } from '../core/lib/identity.js';
import { decodeResolution, encodeResolution } from './stored.js';
import type { StoredResolutions } from './stored-resolutions.js';

type Pairs<T> = readonly (readonly [path: string, value: T])[];

/** Targets of import specifiers, for the files of one program. */
export class ResolutionCache {
  readonly #parts: readonly EarlierRun[];
  readonly #tree: TreeState;
  readonly #kept: AnswersByText;
  readonly #answers = new Map<string, Map<string, string>>();
  #usesList = false;
  #inner: Resolver | undefined;
  /** Whether a question was new. */
  isChanged = false;

  constructor(parts: readonly EarlierRun[], tree: TreeState, kept: AnswersByText) {
    this.#parts = parts;
    this.#tree = tree;
    this.#kept = kept;
  }

  /** The resolver of `make`, which is called only for unknown answers. */
  around(make: (tree: { readonly files: readonly string[] }) => Resolver): Resolver {
    const noteList = (): readonly string[] => {
      this.#usesList = true;
      return this.#tree.files;
    };
    const own = (): Resolver =>
      (this.#inner ??= make({
        get files() {
          return noteList();
        },
      }));
    const broken = (): readonly string[] => this.#broken;
    return {
      resolve: (from, specifier) => this.#resolve(from, specifier, own),
      get broken() {
        return broken();
      },
    };
  }

  /**
   * Cacheable resolutions of the files that `isRetained` accepts. Undefined if the answers are not valid for another
   * run: a limit was reached, which depends on the order of questions, or a file is broken that a run with fewer
   * questions would not open.
   */
  toStored(isRetained: (file: string) => boolean): StoredResolutions | undefined {
    const { root, probe, files } = this.#tree;
    const { asked, notes, unread } = probe;
    if (this.#broken.length > 0 || notes.some(({ why }) => why === 'much')) return undefined;
    const names = <T>(entries: Iterable<readonly [string, T]>): (readonly [string, T])[] =>
      [...entries].map(([path, value]) => [keptName(root, path), value]);
    const answers = new Map<string, ReadonlyMap<string, string>>();
    // An earlier text of a file may have had other imports.
    const earlier = this.#parts.flatMap((part) =>
      [...part.resolutions].filter(([file]) => !this.#kept.isKnownToDiffer(file, part)),
    );
    for (const [file, own] of [...earlier, ...this.#answers])
      if (isRetained(file)) answers.set(file, new Map([...(answers.get(file) ?? []), ...own]));
    const usesList = this.#usesList || this.#parts.some((part) => part.isValid && part.usesList);
    const stored = this.#parts.flatMap((part) => part.heldResolutions ?? []);
    const all = <T>(of: (stored: StoredResolutions) => Pairs<T>, now: Iterable<readonly [string, T]>): Pairs<T> => [
      ...new Map([...stored.flatMap(of), ...names(now)]),
    ];
    const ofDisk = {
      kinds: all(({ kinds }) => kinds, asked.kinds),
      texts: all(({ texts }) => texts, asked.texts),
      folders: all(({ folders }) => folders, asked.folders),
      deciders: all(({ deciders }) => deciders, asked.deciders),
    };
    return {
      id: digestOfText(JSON.stringify(ofDisk)),
      ...ofDisk,
      sums: all(({ sums }) => sums, asked.sums),
      ...(usesList ? { list: digestOfNames(files) } : {}),
      notes: notes.map((note) => ({ ...note, file: keptName(root, note.file) })),
      unread: names(unread),
      answers: [...answers].map(([file, own]) => [file, [...own]]),
    };
  }

  #resolve(from: string, specifier: string, resolver: () => Resolver): Resolution {
    const answers = this.#answers.get(from) ?? new Map<string, string>();
    this.#answers.set(from, answers);
    let answer = answers.get(specifier) ?? this.#known(from, specifier);
    if (answer === undefined) {
      this.isChanged = true;
      answer = encodeResolution(resolver().resolve(from, specifier));
    }
    answers.set(specifier, answer);
    return decodeResolution(answer);
  }

  #known(from: string, specifier: string): string | undefined {
    for (const part of this.#parts) {
      const known = part.resolution(from, specifier);
      if (known !== undefined) return known;
    }
    return undefined;
  }

  /** Files that affect module resolution, and cannot be parsed. */
  get #broken(): readonly string[] {
    return this.#inner?.broken ?? [];
  }
}
