import type { ApisOfText, FileFlow } from '../flow/file-flow.js';
import type { FileFacts } from '../model/facts.js';
import type { ModuleReader, Reached } from '../model/module-reader.js';
import type { ExportLink, Through } from './export-links.js';
import type { ImportClause } from './import-text.js';

/** Module reader with knowledge beyond the port, because the scan has read every file already. */
export interface ScanModuleReader extends ModuleReader {
  /** Tells which files were read, and which of them can name the API: nothing is read again to learn that. */
  noteRead(files: Iterable<string>, api: ReadonlySet<string>): void;
  /** Tells which data files are worth following: of others nothing is known. */
  noteData(files: ReadonlySet<string>): void;
  /** Takes down what a file imports while its text is at hand. `latin1`: see `ReadResult`. */
  noteImports(file: string, latin1: string, decode: () => string): void;
  /** Recorded imports of a file, if any; and a way to record imports that are known already. */
  notedImports(file: string): readonly string[] | undefined;
  takeImports(file: string, specifiers: readonly string[]): void;
  /**
   * The answer to a question that the facts of a file alone decide, and that is plain data; undefined where it cannot be
   * parsed. Hosts that keep answers know them by the question's name.
   */
  ofFacts<T>(file: string, question: string, ask: (facts: FileFacts) => T): T | undefined;
  /** The file to which a specifier leads. */
  target(fromFile: string, specifier: string): string | undefined;
  /** Clauses by which a file imports from one of its imports, according to its text. */
  taken(fromFile: string, file: string): readonly ImportClause[];
  /** Which names that a file imports lead to which that it exports, by its facts; none where it cannot be parsed. */
  exportLinks(file: string, through: Through): readonly ExportLink[];
  /** How values can move in a file; undefined where it cannot be parsed. */
  flow(file: string, ofText: ApisOfText): FileFlow | undefined;
  /** Tells which calls the values of the APIs reach, once that is asked for. */
  noteReached(reached: (file: string) => Reached | undefined, isCut: () => boolean): void;
  /** Files that a file imports, by its text. */
  imports(file: string): readonly string[];
  /** Limits on following imports, one sentence each; complete once the files are analysed. */
  limits(): readonly string[];
  /** Files that gave variables of the program their values, by their names. */
  usedSettings(): ReadonlySet<string>;
  /** Limits that may have cost findings. */
  shortfalls(): readonly string[];
}
