import type { FileFacts } from './facts.js';
import type { QueryLog } from './query-log.js';

/**
 * Result of resolving a specifier. `file`: a file of the project. `package`: an installed or built-in package.
 * `unresolved`: not found, or not followed by this host.
 */
export type Resolution =
  | { readonly kind: 'file'; readonly file: string }
  | { readonly kind: 'package'; readonly name: string }
  | { readonly kind: 'unresolved'; readonly reason: string };

/** The file of the project in a resolution, if any. */
export function fileOf(resolution: Resolution | undefined): string | undefined {
  return resolution?.kind === 'file' ? resolution.file : undefined;
}

/** Reason of an import whose source file in the project does not exist. */
export const MISSING_SOURCE = 'cannot be resolved';

/** An address, or a word, that a settings file gives to a variable. */
export interface Setting {
  readonly file: string;
  readonly value: string;
}

/** An import in a file. */
export interface Import {
  readonly specifier: string;
  /** The file of the project to which it resolves. */
  readonly target: string | undefined;
}

/** A call, by its index in the table of calls of a file. */
export interface CallPlace {
  readonly file: string;
  readonly call: number;
}

/** Places that values of APIs reach in a file, through variables, parameters, properties, results and modules. */
export interface Reached {
  /** APIs whose values reach the callee or an argument of a call, by its index in the table of calls. */
  readonly calls: ReadonlyMap<number, ReadonlySet<string>>;
  /** Calls whose callee is such a value, or a function that sends requests to an API. */
  readonly calleeCalls: ReadonlySet<number>;
  /** Calls with such a value, or an object with one, as an argument. */
  readonly argumentCalls: ReadonlySet<number>;
  /** For each function of the file, the calls that pass it such a value. */
  readonly callers: ReadonlyMap<number, ReadonlyMap<string, CallPlace>>;
}

/** Access of the engine to other files. Synchronous; every answer is cached by the host. */
export interface ModuleReader {
  resolve(fromFile: string, specifier: string): Resolution;
  /** Facts of a file, or undefined if it cannot be read or parsed. */
  facts(file: string): FileFacts | undefined;
  /** Ids of the APIs whose base URL occurs in the text of the file. Undefined: unreadable. */
  mentionsApi(file: string): readonly string[] | undefined;
  /** Files known to import `file`; with words, only those whose text has one of them. Empty if unknown to the host. */
  importers(file: string, words?: ReadonlySet<string>): readonly string[];
  /**
   * False if neither the file nor the files that it opens, directly or indirectly, declare the name for files that open
   * it or re-export all its names. Absent: unknown without their facts. `except`: a file to ignore, because it was
   * searched already.
   */
  mayDeclare?(file: string, name: string, except?: string): boolean;
  /** Imports of a file, by its text alone. Absent: unknown without its facts. */
  importsOf?(file: string): readonly Import[];
  /** Places in a file that values of APIs reach. Absent: unknown. */
  readonly reached?: ((file: string) => Reached | undefined) | undefined;
  /** Whether `reached` omits values from other files: such values may still reach a call that is not in it. */
  readonly reachedAlone?: boolean;
  /** Version of a package for the file: installed, locked, or the declared range. Undefined: unknown. */
  packageVersion?(fromFile: string, name: string): string | undefined;
  /** Addresses and words that settings files near the file (such as `.env`) give to a variable, by file name. */
  settings?(fromFile: string, name: string): readonly Setting[];
  readonly log?: QueryLog;
}
