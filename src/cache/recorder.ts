import type { ModuleReader } from '../core/model/module-reader.js';
import type { QueryLog, SettledFunctions } from '../core/model/query-log.js';
import type { CallSelection } from '../select/select-calls.js';
import type { KeptSearch } from './kept-part.js';
import { inOrder, isOwn, question } from './queries.js';
import type { AnswerTo, Key, KeyOf, Question, QueryName, Uses } from './queries.js';

/** Search that settled a function in an earlier run. */
type SearchOf = (key: string) => KeptSearch | undefined;

/** A file whose facts or text were read, or a query that was asked. */
type Dependency =
  | { readonly kind: 'facts' | 'texts'; readonly file: string }
  | { readonly kind: 'question'; readonly question: Question };

/** A module reader that records the questions to it. */
export class Recorder {
  readonly modules: ModuleReader;
  /** Dependencies by their numbers; each is there once. */
  readonly #dependencies: Dependency[] = [];
  readonly #numbers = new Map<string, number>();
  /**
   * Numbers in the order of asking. A negative one and the next are ends of a stretch of this log that counts again.
   */
  readonly #entries: number[] = [];
  /** Dependencies of stretches that were repeated, by their ends. */
  readonly #repeated = new Map<string, ReadonlySet<number>>();
  /** The number at the end of the log, where no stretch begins or ends behind it. */
  #last: number | undefined;
  /** Numbers of the questions of the analysed file alone. */
  #own = new Set<number>();

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
      mentionsApi: (file) => this.#note('mentions', inner.mentionsApi(file), file),
      importers: (file, words) =>
        this.#note('importers', inner.importers(file, words), file, words === undefined ? null : [...words].sort()),
      mayOffer: (file, name, apart = '') =>
        this.#note('offers', inner.mayOffer?.(file, name, apart) ?? true, file, name, apart),
      ...(inner.importsOf && {
        importsOf: (file: string) => this.#note('walked', inner.importsOf?.(file) ?? [], file),
      }),
      ...(inner.reached && { reached: (file: string) => this.#note('reached', inner.reached?.(file), file) }),
      packageVersion: (file, name) => this.#note('versions', inner.packageVersion?.(file, name), file, name),
      settings: (file, name) => this.#note('settings', inner.settings?.(file, name) ?? [], file, name),
      log: this.#logOf(searchOf),
    };
  }

  /** The selection as the analysed file asks it. */
  selection(inner: CallSelection): CallSelection {
    const noting = ({ text, key, imported }: CallSelection): CallSelection => ({
      text,
      key,
      imported: (file, specifier, name) => {
        const answer = imported(file, specifier, name);
        this.#note('imported', answer, specifier, name);
        return answer;
      },
    });
    const { apis, within } = inner;
    if (apis === undefined || within === undefined) return noting(inner);
    return {
      ...noting(inner),
      within: (file) => {
        this.#note('wanted', apis(file));
        return noting(within(file));
      },
    };
  }

  /** Runs the analysis of a file, and gives its result with its dependencies. */
  during<T>(run: () => T): { readonly value: T; readonly uses: Uses } {
    const from = this.#entries.length;
    this.#own = new Set();
    const value = run();
    return { value, uses: this.#usesOf(from, this.#entries.length, this.#own) };
  }

  /** Results of searches in this run, with all their dependencies. */
  get learnt(): readonly KeptSearch[] {
    return this.#learnt.map(({ settled, from, to }) => ({ settled, uses: this.#usesOf(from, to) }));
  }

  #usesOf(from: number, to: number, own: Iterable<number> = []): Uses {
    const [facts, texts, questions]: [string[], string[], Question[]] = [[], [], []];
    for (const number of [...this.#collect(from, to), ...own]) {
      const dependency = this.#dependencies[number];
      if (dependency?.kind === 'question') questions.push(dependency.question);
      else if (dependency !== undefined) (dependency.kind === 'facts' ? facts : texts).push(dependency.file);
    }
    return { facts, texts, questions: inOrder(questions) };
  }

  #logOf(searchOf: SearchOf): QueryLog {
    const entries = this.#entries;
    return {
      mark: () => {
        this.#last = undefined;
        return entries.length;
      },
      repeat: (from, to) => {
        const only = to === from + 1 ? (entries[from] ?? -1) : -1;
        if (only >= 0) this.#log(only);
        else if (to > from) {
          entries.push(-1 - from, to);
          this.#last = undefined;
        }
      },
      learn: (settled, from) => {
        this.#learnt.push({ settled, from, to: entries.length });
      },
      recall: (key) => {
        const search = searchOf(key);
        if (search !== undefined) this.#noteAll(search.uses);
        return search?.settled;
      },
    };
  }

  #use(file: string): void {
    this.#log(this.#numberOf(`facts ${file}`, () => ({ kind: 'facts', file })));
  }

  /** Records the dependencies of an earlier result. */
  #noteAll({ facts, texts, questions }: Uses): void {
    for (const file of facts) this.#use(file);
    for (const file of texts) this.#log(this.#numberOf(`texts ${file}`, () => ({ kind: 'texts', file })));
    for (const one of questions) {
      const [name, , ...key] = one;
      this.#log(this.#numberOf(textOf(name, key), () => ({ kind: 'question', question: one })));
    }
  }

  /** Records a question with its answer, and returns the answer. */
  #note<N extends QueryName>(name: N, answer: AnswerTo<N>, ...key: KeyOf<N>): AnswerTo<N> {
    const make = (): Dependency => ({ kind: 'question', question: question(name, answer, key) });
    // An answer about the analysed file may be another one for the next file.
    if (isOwn(name)) this.#own.add(this.#numberOf(`${textOf(name, key)}\n${String(answer)}`, make));
    else this.#log(this.#numberOf(textOf(name, key), make));
    return answer;
  }

  /** `make`: called where the dependency is new. */
  #numberOf(text: string, make: () => Dependency): number {
    let number = this.#numbers.get(text);
    if (number === undefined) {
      this.#numbers.set(text, (number = this.#dependencies.length));
      this.#dependencies.push(make());
    }
    return number;
  }

  #log(number: number): void {
    // The same file is often asked many times in a row.
    if (this.#last === number) return;
    this.#last = number;
    this.#entries.push(number);
  }

  /** Numbers of all dependencies in a stretch of the log, and in those that it repeats. */
  #collect(from: number, to: number): ReadonlySet<number> {
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
      if (open.length === 0) return stretch.numbers;
    }
    return new Set();
  }

  /** The questions of a stretch itself, and the stretches that it repeats. */
  #stretch(from: number, to: number): Stretch {
    const numbers = new Set<number>();
    const repeated = new Map<number, readonly [from: number, to: number]>();
    for (let at = from; at < to; at += 1) {
      const number = this.#entries[at] ?? 0;
      if (number >= 0) {
        numbers.add(number);
        continue;
      }
      at += 1;
      const [first, end] = [-1 - number, this.#entries[at] ?? 0];
      // A range inside another is covered by it; of ranges with the same start the longest covers the others.
      if (first < from && end > (repeated.get(first)?.[1] ?? 0)) repeated.set(first, [first, end]);
    }
    return { numbers, repeated: [...repeated.values()] };
  }
}

/** Text that identifies a question. */
function textOf(name: QueryName, key: Key): string {
  return `${name} ${key.map((part) => (typeof part === 'string' ? part : (part?.join('\n') ?? ''))).join('\n')}`;
}

interface Stretch {
  readonly numbers: Set<number>;
  readonly repeated: (readonly [from: number, to: number])[];
}
