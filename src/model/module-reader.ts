import type { FileFacts } from './facts.js';

/**
 * Where a specifier leads. `file`: a file of the project. `package`: an installed or built-in package.
 * `unresolved`: nowhere, or not followed by this host.
 */
export type Resolution =
  | { readonly kind: 'file'; readonly file: string }
  | { readonly kind: 'package'; readonly name: string }
  | { readonly kind: 'unresolved'; readonly reason: string };

/** How the engine sees other files. Synchronous; every answer is cached by the host. */
export interface ModuleReader {
  resolve(fromFile: string, specifier: string): Resolution;
  /** Facts of a file, or undefined where it cannot be read or parsed. */
  facts(file: string): FileFacts | undefined;
  /** Ids of the APIs of which the text of the file names a base URL. Undefined: unreadable. */
  mentionsApi(file: string): readonly string[] | undefined;
  /** Files known to import `file`, or those of them in whose text one of the words occurs; empty where the host does not know. */
  importers(file: string, words?: ReadonlySet<string>): readonly string[];
  /** Version of a package as the file sees it: installed, locked, or the declared range. Undefined: not known. */
  packageVersion?(fromFile: string, name: string): string | undefined;
  /** For hosts that keep analyses: says that what was learnt of a file before is used again. */
  uses?(file: string): void;
  /** For hosts that keep analyses: runs something, and gives with its value what asks all its questions again. */
  recorded?<T>(run: () => T): Shared<T>;
}

/** An answer that analyses of several files share. */
export interface Shared<T> {
  readonly value: T;
  /** To be called with each further use of the value, where the host wants to know what it depends on. */
  readonly again?: () => void;
}
