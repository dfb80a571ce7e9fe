import type { Asked, Import, ModuleReader, Setting } from '../model/module-reader.js';
import type { CallSelection } from '../select/select-calls.js';
import { digestOfNames } from '../lib/digest.js';

/** What was asked while something ran. */
export class Uses {
  readonly facts = new Set<string>();
  readonly texts = new Set<string>();
  /** By file and words: the answer's digest. */
  readonly importers = new Map<string, readonly [file: string, words: readonly string[] | null, digest: string]>();
  /** By file: what it imports by its text, as a digest. */
  readonly walked = new Map<string, readonly [file: string, digest: string]>();
  readonly versions = new Map<string, readonly [file: string, name: string, version: string | null]>();
  readonly settings = new Map<string, readonly [file: string, name: string, digest: string]>();
  readonly offers = new Map<string, readonly [file: string, name: string, apart: string, answer: boolean]>();
  readonly imported = new Map<string, readonly [specifier: string, name: string, answer: boolean]>();
}

/** Key of the memoised importers of a file; with words, of the importers that have one of them. */
export function importersKey(file: string, words: readonly string[] | null): string {
  return [file, ...(words ?? [])].join('\n');
}

/** Digest of the content of settings files: their addresses are not kept. */
export function settingsDigest(settings: readonly Setting[]): string {
  return digestOfNames(settings.flatMap(({ file, url }) => [file, url]));
}

/** Digest of what a file imports, and where that leads. */
export function importsDigest(imports: readonly Import[]): string {
  return digestOfNames(imports.flatMap(({ specifier, target }) => [specifier, target ?? '']));
}

/** Puts a question into what was asked. */
type Question = (uses: Uses) => void;

/** A module reader that notes what is asked of it. */
export class Recorder {
  readonly modules: ModuleReader;
  /** Questions by their numbers; each is there once. */
  readonly #questions: Question[] = [];
  readonly #numbers = new Map<string, number>();
  /** Numbers in the order of asking. A negative one and the next are ends of a stretch of this log that counts again. */
  readonly #log: number[] = [];
  /** Questions of stretches that were repeated, by their ends. */
  readonly #repeated = new Map<string, ReadonlySet<number>>();
  /** The number at the end of the log, where no stretch begins or ends behind it. */
  #last: number | undefined;
  #imported: Uses['imported'] = new Map();

  constructor(inner: ModuleReader) {
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
        this.#note(`t${file}`, (uses) => uses.texts.add(file));
        return inner.mentionsApi(file);
      },
      importers: (file, words) => {
        const answer = inner.importers(file, words);
        const asked = words === undefined ? null : [...words].sort();
        const key = importersKey(file, asked);
        this.#note(`i${key}`, (uses) => uses.importers.set(key, [file, asked, digestOfNames(answer)]));
        return answer;
      },
      mayOffer: (file, name, apart = '') => {
        const answer = inner.mayOffer?.(file, name, apart) ?? true;
        const key = `${file}\n${name}\n${apart}`;
        this.#note(`o${key}`, (uses) => uses.offers.set(key, [file, name, apart, answer]));
        return answer;
      },
      ...(inner.importsOf && { importsOf: (file: string) => this.#walk(file, inner.importsOf?.(file) ?? []) }),
      packageVersion: (file, name) => {
        const version = inner.packageVersion?.(file, name);
        const key = `${file}\n${name}`;
        this.#note(`v${key}`, (uses) => uses.versions.set(key, [file, name, version ?? null]));
        return version;
      },
      settings: (file, name) => {
        const answer = inner.settings?.(file, name) ?? [];
        const key = `${file}\n${name}`;
        this.#note(`s${key}`, (uses) => uses.settings.set(key, [file, name, settingsDigest(answer)]));
        return answer;
      },
      asked: this.#asked(),
    };
  }

  /** The selection as the analysed file asks it. */
  selection(inner: CallSelection): CallSelection {
    return {
      text: inner.text,
      key: inner.key,
      imported: (file, specifier, name) => {
        const answer = inner.imported(file, specifier, name);
        this.#imported.set(`${specifier}\n${name}`, [specifier, name, answer]);
        return answer;
      },
    };
  }

  /** Runs the analysis of a file, and gives what it asked with what it came to. */
  during<T>(run: () => T): { readonly value: T; readonly uses: Uses } {
    const from = this.#log.length;
    const uses = new Uses();
    this.#imported = uses.imported;
    const value = run();
    this.#collect(from, this.#log.length, uses);
    return { value, uses };
  }

  #walk(file: string, answer: readonly Import[]): readonly Import[] {
    this.#note(`w${file}`, (uses) => uses.walked.set(file, [file, importsDigest(answer)]));
    return answer;
  }

  #asked(): Asked {
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
    };
  }

  #use(file: string): void {
    this.#note(`f${file}`, (uses) => uses.facts.add(file));
  }

  #note(key: string, question: Question): void {
    let number = this.#numbers.get(key);
    if (number === undefined) {
      this.#numbers.set(key, (number = this.#questions.length));
      this.#questions.push(question);
    }
    // The same file is asked many times in a row.
    if (this.#last === number) return;
    this.#last = number;
    this.#log.push(number);
  }

  #collect(from: number, to: number, uses: Uses): void {
    const open = [this.#stretch(from, to)];
    // Those that one repeats are put together before it; they can go as far back as a program is long.
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
      if (open.length === 0) for (const number of stretch.numbers) this.#questions[number]?.(uses);
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
      // What lies inside is passed on the way; of those that begin together the longest holds the others.
      if (first < from && end > (repeated.get(first)?.[1] ?? 0)) repeated.set(first, [first, end]);
    }
    return { numbers, repeated: [...repeated.values()] };
  }
}

interface Stretch {
  readonly numbers: Set<number>;
  readonly repeated: (readonly [from: number, to: number])[];
}
