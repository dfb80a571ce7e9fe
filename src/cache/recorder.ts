import type { ModuleReader } from '../core/model/module-reader.js';
import type { QueryLog, SettledFunctions } from '../core/model/query-log.js';
import type { CallSelection } from '../select/select-calls.js';
import type { CachedSearch } from './earlier-run.js';
import { sortedForVerification, isFileSpecific, question } from './queries.js';
import type { AnswerTo, QueryKey, KeyOf, Question, QueryName, Dependencies } from './queries.js';

/** Search that settled a function in an earlier run. */
type SearchOf = (key: string) => CachedSearch | undefined;

/** A file whose facts or text were read, or a query that was asked. */
type Dependency =
  | { readonly kind: 'facts' | 'texts'; readonly file: string }
  | { readonly kind: 'question'; readonly question: Question };

/** A module reader that records the questions to it. */
export class Recorder {
  readonly modules: ModuleReader;
  /** Dependencies by number, each once. */
  readonly #dependencies: Dependency[] = [];
  readonly #numbers = new Map<string, number>();
  /**
   * Log of dependency numbers in order. A negative entry and the next one are the bounds of an earlier range of the
   * log that is repeated.
   */
  readonly #entries: number[] = [];
  /** Dependencies of repeated ranges, by their bounds. */
  readonly #rangeMemo = new Map<string, ReadonlySet<number>>();
  /** Last number of the log; undefined if a range may begin or end after it. */
  #lastNumber: number | undefined;
  /** Numbers of the questions whose answers are valid for the analysed file alone. */
  #fileSpecific = new Set<number>();

  /** Searches of this run, with the ranges of the log that have their queries. */
  readonly #searches: { readonly settled: SettledFunctions; readonly from: number; readonly to: number }[] = [];

  /** `searchOf`: the search that settled a function in an earlier run, if it is still valid. */
  constructor(inner: ModuleReader, searchOf: SearchOf = () => undefined) {
    this.modules = {
      resolve: (from, specifier) => {
        this.#noteFacts(from);
        return inner.resolve(from, specifier);
      },
      facts: (file) => {
        this.#noteFacts(file);
        return inner.facts(file);
      },
      mentionsApi: (file) => this.#note('mentions', inner.mentionsApi(file), file),
      importers: (file, words) =>
        this.#note('importers', inner.importers(file, words), file, words === undefined ? null : [...words].sort()),
      mayDeclare: (file, name, except = '') =>
        this.#note('offers', inner.mayDeclare?.(file, name, except) ?? true, file, name, except),
      ...(inner.importsOf && {
        importsOf: (file: string) => this.#note('walked', inner.importsOf?.(file) ?? [], file),
      }),
      ...(inner.reached && { reached: (file: string) => this.#note('reached', inner.reached?.(file), file) }),
      packageVersion: (file, name) => this.#note('versions', inner.packageVersion?.(file, name), file, name),
      settings: (file, name) => this.#note('settings', inner.settings?.(file, name) ?? [], file, name),
      log: this.#logOf(searchOf),
    };
  }

  /** A selection that records the questions of the analysed file. */
  selection(inner: CallSelection): CallSelection {
    const recordingSelection = ({ text, key, imported }: CallSelection): CallSelection => ({
      text,
      key,
      imported: (file, specifier, name) => {
        const answer = imported(file, specifier, name);
        this.#note('imported', answer, specifier, name);
        return answer;
      },
    });
    const { apis, within } = inner;
    if (apis === undefined || within === undefined) return recordingSelection(inner);
    return {
      ...recordingSelection(inner),
      within: (file) => {
        this.#note('wanted', apis(file));
        return recordingSelection(within(file));
      },
    };
  }

  /** Runs the analysis of a file, and returns its result with its dependencies. */
  record<T>(run: () => T): { readonly value: T; readonly uses: Dependencies } {
    const from = this.#entries.length;
    this.#fileSpecific = new Set();
    const value = run();
    return { value, uses: this.#usesOf(from, this.#entries.length, this.#fileSpecific) };
  }

  /** Results of searches in this run, with all their dependencies. */
  get settledSearches(): readonly CachedSearch[] {
    return this.#searches.map(({ settled, from, to }) => ({ settled, uses: this.#usesOf(from, to) }));
  }

  #usesOf(from: number, to: number, fileSpecific: Iterable<number> = []): Dependencies {
    const [facts, texts, questions]: [string[], string[], Question[]] = [[], [], []];
    for (const number of [...this.#collect(from, to), ...fileSpecific]) {
      const dependency = this.#dependencies[number];
      if (dependency?.kind === 'question') questions.push(dependency.question);
      else if (dependency !== undefined) (dependency.kind === 'facts' ? facts : texts).push(dependency.file);
    }
    return { facts, texts, questions: sortedForVerification(questions) };
  }

  #logOf(searchOf: SearchOf): QueryLog {
    const entries = this.#entries;
    return {
      mark: () => {
        this.#lastNumber = undefined;
        return entries.length;
      },
      repeat: (from, to) => {
        const onlyNumber = to === from + 1 ? (entries[from] ?? -1) : -1;
        if (onlyNumber >= 0) this.#log(onlyNumber);
        else if (to > from) {
          entries.push(-1 - from, to);
          this.#lastNumber = undefined;
        }
      },
      learn: (settled, from) => {
        this.#searches.push({ settled, from, to: entries.length });
      },
      recall: (key) => {
        const search = searchOf(key);
        if (search !== undefined) this.#noteAll(search.uses);
        return search?.settled;
      },
    };
  }

  #noteFacts(file: string): void {
    this.#log(this.#numberOf(`facts ${file}`, () => ({ kind: 'facts', file })));
  }

  /** Records the dependencies of an earlier result. */
  #noteAll({ facts, texts, questions }: Dependencies): void {
    for (const file of facts) this.#noteFacts(file);
    for (const file of texts) this.#log(this.#numberOf(`texts ${file}`, () => ({ kind: 'texts', file })));
    for (const question of questions) {
      const [name, , ...key] = question;
      this.#log(this.#numberOf(questionId(name, key), () => ({ kind: 'question', question })));
    }
  }

  /** Records a question with its answer, and returns the answer. */
  #note<N extends QueryName>(name: N, answer: AnswerTo<N>, ...key: KeyOf<N>): AnswerTo<N> {
    const createDependency = (): Dependency => ({ kind: 'question', question: question(name, answer, key) });
    // An answer about the analysed file may differ for the next file.
    if (isFileSpecific(name))
      this.#fileSpecific.add(this.#numberOf(`${questionId(name, key)}\n${String(answer)}`, createDependency));
    else this.#log(this.#numberOf(questionId(name, key), createDependency));
    return answer;
  }

  /** Number of a dependency, which is created if it is new. */
  #numberOf(text: string, createDependency: () => Dependency): number {
    let number = this.#numbers.get(text);
    if (number === undefined) {
      this.#numbers.set(text, (number = this.#dependencies.length));
      this.#dependencies.push(createDependency());
    }
    return number;
  }

  #log(number: number): void {
    // Many queries in a row often concern the same file.
    if (this.#lastNumber === number) return;
    this.#lastNumber = number;
    this.#entries.push(number);
  }

  /** Numbers of all dependencies in a range of the log, and in those that it repeats. */
  #collect(from: number, to: number): ReadonlySet<number> {
    const stack = [this.#rangeOf(from, to)];
    // Repeated ranges are merged first. A stack replaces recursion, because a chain of them can be as long as the
    // program.
    for (let range = stack.at(-1); range !== undefined; range = stack.at(-1)) {
      const bounds = range.repeated.pop();
      const memoised = bounds === undefined ? undefined : this.#rangeMemo.get(bounds.join());
      if (bounds === undefined) {
        stack.pop();
        for (const number of range.numbers) stack.at(-1)?.numbers.add(number);
      } else if (memoised !== undefined) for (const number of memoised) range.numbers.add(number);
      else {
        const nextRange = this.#rangeOf(...bounds);
        this.#rangeMemo.set(bounds.join(), nextRange.numbers);
        stack.push(nextRange);
      }
      if (stack.length === 0) return range.numbers;
    }
    return new Set();
  }

  /** The numbers in a range itself, and the ranges that it repeats. */
  #rangeOf(from: number, to: number): LogRange {
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
function questionId(name: QueryName, key: QueryKey): string {
  return `${name} ${key.map((part) => (typeof part === 'string' ? part : (part?.join('\n') ?? ''))).join('\n')}`;
}

interface LogRange {
  readonly numbers: Set<number>;
  readonly repeated: (readonly [from: number, to: number])[];
}
