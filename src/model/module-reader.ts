import type { FileFacts } from './facts.js';

/**
 * Where a specifier leads. `file`: a file of the project. `package`: an installed or built-in package.
 * `unresolved`: nowhere, or not followed by this host.
 */
export type Resolution =
  | { readonly kind: 'file'; readonly file: string }
  | { readonly kind: 'package'; readonly name: string }
  | { readonly kind: 'unresolved'; readonly reason: string };

/** The file of the project to which a specifier leads, if it leads to one. */
export function fileOf(resolution: Resolution | undefined): string | undefined {
  return resolution?.kind === 'file' ? resolution.file : undefined;
}

/** Reason of an import that names a source file of the project, where there is none. */
export const LEADS_NOWHERE = 'leads nowhere';

/** An address, or a word, that a file of settings gives to a variable. */
export interface Setting {
  readonly file: string;
  readonly value: string;
}

/** Import of a file. */
export interface Import {
  readonly specifier: string;
  /** The file of the project to which it leads. */
  readonly target: string | undefined;
}

/** A call, by its place in the table of calls of a file. */
export interface CallPlace {
  readonly file: string;
  readonly call: number;
}

/** Where values of APIs get to in a file, by way of variables, parameters, properties, results and modules. */
export interface Reached {
  /** APIs whose values get to a call, in what is called or what it is given, by its place in the table of calls. */
  readonly calls: ReadonlyMap<number, ReadonlySet<string>>;
  /** Those of them that call such a value, or something that sends requests to an API. */
  readonly called: ReadonlySet<number>;
  /** Those that are given such a value, or something that holds one. */
  readonly given: ReadonlySet<number>;
  /** For each function of the file, the calls that hand it such a value. */
  readonly callers: ReadonlyMap<number, ReadonlyMap<string, CallPlace>>;
}

/** How the engine sees other files. Synchronous; every answer is cached by the host. */
export interface ModuleReader {
  resolve(fromFile: string, specifier: string): Resolution;
  /** Facts of a file, or undefined where it cannot be read or parsed. */
  facts(file: string): FileFacts | undefined;
  /** Ids of the APIs whose base URL occurs in the text of the file. Undefined: unreadable. */
  mentionsApi(file: string): readonly string[] | undefined;
  /** Files known to import `file`; with words, only importers whose text has one of them. Empty where the host does not know. */
  importers(file: string, words?: ReadonlySet<string>): readonly string[];
  /**
   * False where neither the file nor what it opens, however indirectly, has the name for those that open it or export
   * all that it exports. Absent: not known without their facts. `apart`: a file that was looked at, and does not count.
   */
  mayOffer?(file: string, name: string, apart?: string): boolean;
  /** Imports of a file, by its text alone. Absent: unknown without its facts. */
  importsOf?(file: string): readonly Import[];
  /** Places in a file that values of APIs reach. Absent: unknown. */
  readonly reached?: ((file: string) => Reached | undefined) | undefined;
  /** Whether `reached` leaves out what other files hand in: a call that it does not name may be reached all the same. */
  readonly reachedAlone?: boolean;
  /** Version of a package as the file sees it: installed, locked, or the declared range. Undefined: not known. */
  packageVersion?(fromFile: string, name: string): string | undefined;
  /** Addresses and words that settings files near the file (such as `.env`) give to a variable, by the names of those files. */
  settings?(fromFile: string, name: string): readonly Setting[];
  /** Of hosts that keep analyses, which have to know what each rests on. */
  readonly asked?: Asked;
}

/** The questions that were asked of a host, in order. */
export interface Asked {
  readonly count: number;
  /** Notes that what was learnt of a file before is used again. */
  use(file: string): void;
  /** Notes those questions once more, from one count up to another, because what came of them is used again. */
  again(from: number, to: number): void;
  /** Keeps what was settled by the questions from one count up to another, which follow from nothing else. */
  learn(settled: SettledFunctions, from: number, to: number): void;
  /**
   * Recalls the results for a function from an earlier run, where all its dependencies are unchanged, and records these
   * again.
   */
  recall(key: string): SettledFunctions | undefined;
}

/** Results for functions, by function key: the calls in each whose requests callers complete. */
export type SettledFunctions = readonly (readonly [key: string, settled: SettledFunction])[];

export interface SettledFunction {
  /** Absent where there is none. */
  readonly calls?: readonly (readonly [index: number, deciders: readonly string[]])[];
  /** It asks another host, whatever it is given. */
  readonly elsewhere?: true;
}
