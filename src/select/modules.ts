import type { ApisOfText, FileFlow } from '../flow/file-flow.js';
import type { FileFacts } from '../model/facts.js';
import type { ModuleReader, Reached } from '../model/module-reader.js';
import type { ExportLink, Through } from './export-links.js';
import type { ImportClause } from './import-text.js';

/** Module reader with further knowledge, because the scan has read every file already. */
export interface ScanModuleReader extends ModuleReader {
  /** Records the files that were read, and those that can name the API, so that none is read again for it. */
  noteRead(files: Iterable<string>, api: ReadonlySet<string>): void;
  /** Records the data files to follow: others are unknown. */
  noteData(files: ReadonlySet<string>): void;
  /** Records the imports of a file while its text is at hand. `latin1`: see `ReadResult`. */
  noteImports(file: string, latin1: string, decode: () => string): void;
  /** Recorded imports of a file, if any; and a way to record known imports. */
  notedImports(file: string): readonly string[] | undefined;
  takeImports(file: string, specifiers: readonly string[]): void;
  /**
   * The answer to a question that depends on the facts of a file alone, and is plain data; undefined if the file cannot
   * be parsed. Hosts that cache answers use the question's name as the key.
   */
  ofFacts<T>(file: string, question: string, ask: (facts: FileFacts) => T): T | undefined;
  /** The file to which a specifier resolves. */
  target(fromFile: string, specifier: string): string | undefined;
  /** Clauses by which a file imports from one of its imports, according to its text. */
  taken(fromFile: string, file: string): readonly ImportClause[];
  /** Links from the imported names of a file to its exports, by its facts; none if it cannot be parsed. */
  exportLinks(file: string, through: Through): readonly ExportLink[];
  /** Possible moves of values in a file; undefined if it cannot be parsed. */
  flow(file: string, ofText: ApisOfText): FileFlow | undefined;
  /** Records the calls that values of the APIs reach, once they are computed. */
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
