import { digestOfNames } from '../core/lib/identity.js';
import type { Import, ModuleReader, Reached, Setting } from '../core/model/module-reader.js';
import type { CallSelection } from '../select/select-calls.js';

/** Current state of a program, which answers questions. */
export interface ProgramState {
  readonly modules: ModuleReader;
  /** The analysed file and the selection in it; absent if no single file is analysed. */
  readonly analysed?: { readonly file: string; readonly selection: CallSelection };
}

type KeyPart = string | readonly string[] | null;
export type QueryKey = readonly KeyPart[];
type EncodedAnswer = string | boolean | null;

/** A question to the program around a file, whose answer an analysis depends on. */
interface Query<K extends QueryKey, A> {
  readonly ask: (current: ProgramState, ...key: K) => A;
  /** An answer in the form that is stored and compared: a digest if it is long or secret. */
  readonly encode: (answer: A) => EncodedAnswer;
  /** Files whose unchanged texts prove the answer, so that it need not be asked again. */
  readonly provenBy?: (...key: K) => readonly string[];
  /** Whether the answer depends on files outside the scan. */
  readonly isOutside?: true;
  /** Whether the answer can differ from one analysed file to the next, so that other analyses cannot share it. */
  readonly isOwn?: true;
}

function query<K extends QueryKey, A>(definition: Query<K, A>): Query<K, A> {
  return definition;
}

/**
 * All queries except those for the facts and the text of a file. A row is enough to record, store and verify a query.
 */
export const QUERIES = {
  /** Importers of a file; with words, those that have one of them. */
  importers: query({
    ask: ({ modules }, file: string, words: readonly string[] | null) =>
      modules.importers(file, words === null ? undefined : new Set(words)),
    encode: digestOfNames,
  }),
  /** Imports of a file by its text. */
  walked: query({
    ask: ({ modules }, file: string): readonly Import[] => modules.importsOf?.(file) ?? [],
    encode: (imports) => digestOfNames(imports.flatMap(({ specifier, target }) => [specifier, target ?? ''])),
  }),
  /** Ids of the APIs that a file names; null if it cannot be read. */
  mentions: query({
    ask: ({ modules }, file: string) => modules.mentionsApi(file),
    encode: (apis) => (apis === undefined ? null : apis.join(' ')),
    provenBy: (file) => [file],
  }),
  /** Version of a package for a file. */
  versions: query({
    ask: ({ modules }, file: string, name: string) => modules.packageVersion?.(file, name),
    encode: (version) => version ?? null,
    isOutside: true,
  }),
  /** Addresses that settings files give to a variable. */
  settings: query({
    ask: ({ modules }, file: string, name: string): readonly Setting[] => modules.settings?.(file, name) ?? [],
    encode: (settings) => digestOfNames(settings.flatMap(({ file, value }) => [file, value])),
    isOutside: true,
  }),
  /** Whether a file may declare a name for files that open it. */
  offers: query({
    ask: ({ modules }, file: string, name: string, except: string) => modules.mayDeclare?.(file, name, except) ?? true,
    encode: (answer) => answer,
  }),
  /** Places that values of APIs reach in a file. */
  reached: query({
    ask: ({ modules }, file: string) => modules.reached?.(file),
    encode: reachedDigest,
  }),
  /** Whether a name that the analysed file imports leads to an API. */
  imported: query({
    ask: ({ analysed }, specifier: string, name: string) =>
      analysed?.selection.imported(analysed.file, specifier, name),
    encode: (answer) => answer ?? null,
    isOwn: true,
  }),
  /** APIs for which the analysed file is analysed. */
  wanted: query({
    ask: ({ analysed }) => analysed?.selection.apis?.(analysed.file),
    encode: (apis) => apis ?? null,
    isOwn: true,
  }),
} as const;

export type QueryName = keyof typeof QUERIES;
/** Key of a query. */
export type KeyOf<N extends QueryName> = (typeof QUERIES)[N] extends Query<infer K, infer _> ? K : never;
/** Answer to a query before it is encoded. */
export type AnswerTo<N extends QueryName> = (typeof QUERIES)[N] extends Query<infer _, infer A> ? A : never;

/** A query that was asked, with its answer. */
export type Question = readonly [name: QueryName, answer: EncodedAnswer, ...key: QueryKey];

/** Dependencies of a result, each once. */
export interface Dependencies {
  /** Files whose facts were read, including those without any. */
  readonly facts: readonly string[];
  readonly texts: readonly string[];
  readonly questions: readonly Question[];
}

/** Names of queries in the order of verification: cheap ones first. */
const QUERY_NAMES = Object.keys(QUERIES);

/** Questions in the order in which they are verified. */
export function sortedForVerification(questions: readonly Question[]): readonly Question[] {
  return questions.toSorted(([left], [right]) => QUERY_NAMES.indexOf(left) - QUERY_NAMES.indexOf(right));
}

/** A query with its current answer. */
export function question<N extends QueryName>(name: N, answer: AnswerTo<N>, key: KeyOf<N>): Question {
  return [name, definitionOf(name).encode(answer), ...(key as QueryKey)];
}

/** Whether a question still has its recorded answer. */
export function isAnsweredAlike([name, answer, ...key]: Question, current: ProgramState): boolean {
  const { ask, encode } = definitionOf(name);
  return encode(ask(current, ...key)) === answer;
}

/** Files whose unchanged texts prove the answer to a question; undefined if it has to be asked again. */
export function proofOf([name, , ...key]: Question): readonly string[] | undefined {
  return definitionOf(name).provenBy?.(...key);
}

/** Whether the answer depends on files outside the scan. */
export function dependsOnOutsideFiles([name]: Question): boolean {
  return definitionOf(name).isOutside === true;
}

/** Whether an answer can differ from one analysed file to the next, so that other analyses cannot share it. */
export function isFileSpecific(name: QueryName): boolean {
  return definitionOf(name).isOwn === true;
}

function definitionOf(name: QueryName): Query<QueryKey, unknown> {
  return QUERIES[name] as unknown as Query<QueryKey, unknown>;
}

/** Digest of the places that values of APIs reach in a file; empty if there are none. */
function reachedDigest(reached: Reached | undefined): string {
  if (reached === undefined) return '';
  const { calls, calleeCalls, argumentCalls, callers } = reached;
  const names = [
    ...[...calls].map(([call, apis]) => `${String(call)} ${[...apis].sort().join(' ')}`),
    ...[...calleeCalls].map((call) => `called ${String(call)}`),
    ...[...argumentCalls].map((call) => `given ${String(call)}`),
    ...[...callers].flatMap(([owner, places]) => [...places.keys()].map((place) => `${String(owner)} ${place}`)),
  ];
  return names.length === 0 ? '' : digestOfNames(names.sort());
}

/** Assigns a number to each value, the same number to equal values. */
export class Numbering<T extends object> {
  readonly items: T[] = [];
  readonly #numbers = new Map<T, number>();
  readonly #numbersByJson = new Map<string, number>();

  readonly numberOf = (item: T): number => {
    let number = this.#numbers.get(item);
    if (number !== undefined) return number;
    const text = JSON.stringify(item);
    number = this.#numbersByJson.get(text);
    if (number === undefined) {
      this.#numbersByJson.set(text, (number = this.items.length));
      this.items.push(item);
    }
    this.#numbers.set(item, number);
    return number;
  };
}
