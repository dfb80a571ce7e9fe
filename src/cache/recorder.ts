import type { Asked, Import, ModuleReader, Reached, SettledFunctions, Setting } from '../model/module-reader.js';
import type { CallSelection } from '../select/select-calls.js';
import { digestOfNames } from '../lib/identity.js';
import type { KeptSearch } from './kept-part.js';
import type { Answered, Uses } from './uses.js';

/** Digest of the content of settings files, whose values are not stored. */
function settingsDigest(settings: readonly Setting[]): string {
  return digestOfNames(settings.flatMap(({ file, value }) => [file, value]));
}

/** Key in place of a specifier for the APIs that an analysis was made for; no specifier is empty. */
export const ASKED_FOR = '';

/** Whether the settings of a file give a variable the same values. */
export function hasSettings(modules: ModuleReader, [from, name, digest]: Answered['settings']): boolean {
  return settingsDigest(modules.settings?.(from, name) ?? []) === digest;
}

/** Whether a file sees the same version of a package. */
export function hasVersion(modules: ModuleReader, [from, name, version]: Answered['versions']): boolean {
  return (modules.packageVersion?.(from, name) ?? null) === version;
}

/** Whether a file names the same APIs. */
export function hasMentions(modules: ModuleReader, [file, apis]: Answered['mentions']): boolean {
  return mentionsText(modules.mentionsApi(file)) === apis;
}

function mentionsText(apis: readonly string[] | undefined): string | null {
  return apis === undefined ? null : apis.join(' ');
}

/** Whether values of APIs reach the same places in a file. */
export function isReachedAlike(modules: ModuleReader, [file, digest]: Answered['reached']): boolean {
  return reachedDigest(modules.reached?.(file)) === digest;
}

/** Digest of the places that values of APIs reach in a file; empty where there are none. */
function reachedDigest(reached: Reached | undefined): string {
  if (reached === undefined) return '';
  const { calls, called, given, callers } = reached;
  const names = [
    ...[...calls].map(([call, apis]) => `${String(call)} ${[...apis].sort().join(' ')}`),
    ...[...called].map((call) => `called ${String(call)}`),
    ...[...given].map((call) => `given ${String(call)}`),
    ...[...callers].flatMap(([owner, places]) => [...places.keys()].map((place) => `${String(owner)} ${place}`)),
  ];
  return names.length === 0 ? '' : digestOfNames(names.sort());
}

/** Digest of the imports of a file with their targets. */
export function importsDigest(imports: readonly Import[]): string {
  return digestOfNames(imports.flatMap(({ specifier, target }) => [specifier, target ?? '']));
}

/** Questions of one run while they are collected. */
type Asking = { readonly [K in keyof Uses]: Uses[K][number][] };

/** Search that settled a function in an earlier run. */
type SearchOf = (key: string) => KeptSearch | undefined;

/** Records a question. */
type Question = (asking: Asking) => void;

/** A module reader that records the questions to it. */
export class Recorder {
  readonly modules: ModuleReader;
  /** Questions by their numbers; each is there once. */
  readonly #questions: Question[] = [];
  readonly #numbers = new Map<string, number>();
  /**
   * Numbers in the order of asking. A negative one and the next are ends of a stretch of this log that counts again.
   */
  readonly #log: number[] = [];
  /** Questions of stretches that were repeated, by their ends. */
  readonly #repeated = new Map<string, ReadonlySet<number>>();
  /** The number at the end of the log, where no stretch begins or ends behind it. */
  #last: number | undefined;
  readonly #names = new Map<string, Answered['imported']>();
  #imported = new Set<Answered['imported']>();

  /** Searches of this run, by the ends of the stretches in which they asked. */
  readonly #learnt: { readonly settled: SettledFunctions; readonly from: number; readonly to: number }[] = [];

  /** `searchOf`: the search that settled a function in an earlier run, where it is still valid. */
  constructor(inner: ModuleReader, searchOf: SearchOf = () => undefined) {
    this.modules = {
      resolve: (from, specifier) => {
        this.#use(from);
        return inner.resolve(from, specifier);
      },
      facts: (file) => {
        this.#use(file);
        return inner.facts(file);
      },
      mentionsApi: (file) => {
        const answer = inner.mentionsApi(file);
        this.#note('mentions', file, () => [file, mentionsText(answer)]);
        return answer;
      },
      importers: (file, words) => {
        const answer = inner.importers(file, words);
        const asked = words === undefined ? null : [...words].sort();
        this.#note('importers', [file, ...(asked ?? [])].join('\n'), () => [file, asked, digestOfNames(answer)]);
        return answer;
      },
      mayOffer: (file, name, apart = '') => {
        const answer = inner.mayOffer?.(file, name, apart) ?? true;
        this.#note('offers', `${file}\n${name}\n${apart}`, () => [file, name, apart, answer]);
        return answer;
      },
      ...(inner.importsOf && { importsOf: (file: string) => this.#walk(file, inner.importsOf?.(file) ?? []) }),
      ...(inner.reached && {
        reached: (file: string): Reached | undefined => {
          const answer = inner.reached?.(file);
          this.#note('reached', file, () => [file, reachedDigest(answer)]);
          return answer;
        },
      }),
      packageVersion: (file, name) => {
        const version = inner.packageVersion?.(file, name);
        this.#note('versions', `${file}\n${name}`, () => [file, name, version ?? null]);
        return version;
      },
      settings: (file, name) => {
        const answer = inner.settings?.(file, name) ?? [];
        this.#note('settings', `${file}\n${name}`, () => [file, name, settingsDigest(answer)]);
        return answer;
      },
      asked: this.#asked(searchOf),
    };
  }

  /** The selection as the analysed file asks it. */
  selection(inner: CallSelection): CallSelection {
    const noting = ({ text, key, imported }: CallSelection): CallSelection => ({
      text,
      key,
      imported: (file, specifier, name) => {
        const answer = imported(file, specifier, name);
        this.#imported.add(this.#nameOf(specifier, name, answer));
        return answer;
      },
    });
    const { apis, within } = inner;
    if (apis === undefined || within === undefined) return noting(inner);
    return {
      ...noting(inner),
      within: (file) => {
        this.#imported.add(this.#nameOf(ASKED_FOR, apis(file), true));
        return noting(within(file));
      },
    };
  }

  /** Runs the analysis of a file, and gives its result with its questions. */
  during<T>(run: () => T): { readonly value: T; readonly uses: Uses } {
    const from = this.#log.length;
    this.#imported = new Set();
    const value = run();
    return { value, uses: this.#usesOf(from, this.#log.length, [...this.#imported]) };
  }

  /** Results of searches in this run, with all their dependencies. */
  get learnt(): readonly KeptSearch[] {
    return this.#learnt.map(({ settled, from, to }) => ({ settled, uses: this.#usesOf(from, to) }));
  }

  #usesOf(from: number, to: number, imported: readonly Answered['imported'][] = []): Uses {
    const uses = {
      facts: [],
      texts: [],
      importers: [],
      walked: [],
      mentions: [],
      versions: [],
      settings: [],
      offers: [],
      reached: [],
      imported: [...imported],
    };
    this.#collect(from, to, uses);
    return uses;
  }

  #nameOf(specifier: string, name: string, answer: boolean): Answered['imported'] {
    const key = `${specifier}\n${name}\n${String(answer)}`;
    let entry = this.#names.get(key);
    if (entry === undefined) this.#names.set(key, (entry = [specifier, name, answer]));
    return entry;
  }

  #walk(file: string, answer: readonly Import[]): readonly Import[] {
    this.#note('walked', file, () => [file, importsDigest(answer)]);
    return answer;
  }

  #asked(searchOf: SearchOf): Asked {
    const log = this.#log;
    const mark = (): number => {
      this.#last = undefined;
      return log.length;
    };
    return {
      get count() {
        return mark();
      },
      use: (file) => this.#use(file),
      again: (from, to) => {
        if (to > from) log.push(-1 - from, to);
        if (to > from) this.#last = undefined;
      },
      learn: (settled, from, to) => {
        this.#learnt.push({ settled, from, to });
      },
      recall: (key) => {
        const search = searchOf(key);
        if (search !== undefined) this.#noteAll(search.uses);
        return search?.settled;
      },
    };
  }

  #use(file: string): void {
    this.#note('facts', file, () => file);
  }

  /** Records the questions that an earlier result depends on. */
  #noteAll({ facts, texts, importers, walked, mentions, versions, settings, offers, reached }: Uses): void {
    for (const file of facts) this.#use(file);
    for (const file of texts) this.#note('texts', file, () => file);
    for (const entry of importers) this.#note('importers', [entry[0], ...(entry[1] ?? [])].join('\n'), () => entry);
    for (const entry of walked) this.#note('walked', entry[0], () => entry);
    for (const entry of mentions) this.#note('mentions', entry[0], () => entry);
    for (const entry of versions) this.#note('versions', entry.slice(0, 2).join('\n'), () => entry);
    for (const entry of settings) this.#note('settings', entry.slice(0, 2).join('\n'), () => entry);
    for (const entry of reached) this.#note('reached', entry[0], () => entry);
    for (const entry of offers) this.#note('offers', entry.slice(0, 3).join('\n'), () => entry);
  }

  /** `make`: called where the question is new. */
  #note<K extends keyof Uses>(kind: K, asked: string, make: () => Uses[K][number]): void {
    const key = `${kind} ${asked}`;
    let number = this.#numbers.get(key);
    if (number === undefined) {
      this.#numbers.set(key, (number = this.#questions.length));
      const entry = make();
      this.#questions.push((asking) => asking[kind].push(entry));
    }
    // The same file is often asked many times in a row.
    if (this.#last === number) return;
    this.#last = number;
    this.#log.push(number);
  }

  #collect(from: number, to: number, asking: Asking): void {
    const open = [this.#stretch(from, to)];
    // Stretches that one repeats are merged before it; they can go as far back as a program is long.
    for (let stretch = open.at(-1); stretch !== undefined; stretch = open.at(-1)) {
      const next = stretch.repeated.pop();
      const known = next === undefined ? undefined : this.#repeated.get(next.join());
      if (next === undefined) {
        open.pop();
        for (const number of stretch.numbers) open.at(-1)?.numbers.add(number);
      } else if (known !== undefined) for (const number of known) stretch.numbers.add(number);
      else {
        const made = this.#stretch(...next);
        this.#repeated.set(next.join(), made.numbers);
        open.push(made);
      }
      if (open.length === 0) for (const number of stretch.numbers) this.#questions[number]?.(asking);
    }
  }

  /** The questions of a stretch itself, and the stretches that it repeats. */
  #stretch(from: number, to: number): Stretch {
    const numbers = new Set<number>();
    const repeated = new Map<number, readonly [from: number, to: number]>();
    for (let at = from; at < to; at += 1) {
      const number = this.#log[at] ?? 0;
      if (number >= 0) {
        numbers.add(number);
        continue;
      }
      at += 1;
      const [first, end] = [-1 - number, this.#log[at] ?? 0];
      // A range inside another is covered by it; of ranges with the same start the longest covers the others.
      if (first < from && end > (repeated.get(first)?.[1] ?? 0)) repeated.set(first, [first, end]);
    }
    return { numbers, repeated: [...repeated.values()] };
  }
}

interface Stretch {
  readonly numbers: Set<number>;
  readonly repeated: (readonly [from: number, to: number])[];
}
