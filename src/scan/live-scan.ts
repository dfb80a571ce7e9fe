import { basename } from 'node:path';
import type { FileAnalysis } from '../core/model/finding.js';
import type { LanguageId } from '../core/model/language.js';
import { isBundlerConfig } from '../files/bundlers/config-names.js';
import { affectsResolution } from '../files/deciding-files.js';
import { isSettingsFile } from '../files/settings-files.js';
import type { PreparedScan } from './prepare-scan.js';
import { OpenScan, scanSteps } from './open-scan.js';
import type { RunOptions, ScanDependencies, ScanResult } from './open-scan.js';
import type { Steps } from './steps.js';

/** Number of files that differ from the first scan of a series, above which a new series begins. */
const SERIES_SIZE = 100;

/**
 * Successive scans of one tree with the same catalogue: each reads the files that changed since the first scan of the
 * series, and analyses the files that the last change can affect. An aborted scan changes no state.
 */
export class LiveScan {
  #first: PreparedScan | undefined;
  #differing: ReadonlySet<string> = new Set();
  #last: ScanResult | undefined;

  /** Whether no scan has been completed yet. */
  get isNew(): boolean {
    return this.#last === undefined;
  }

  /**
   * Runs the next scan; `changed` names all files that differ from the previous scan.
   *
   * @throws as `scanSteps`; a tree without files to scan is no error.
   */
  *steps(options: RunOptions, dependencies: ScanDependencies, changed: ReadonlySet<string>): Steps<ScanResult> {
    const differing = new Set([...this.#differing, ...changed]);
    const first = differing.size > SERIES_SIZE ? undefined : this.#first;
    const twin = first && { twin: { prepared: first, isSame: (file: string): boolean => !differing.has(file) } };
    const scan = OpenScan.of({ ...options, empty: 'allowed', ...twin }, dependencies);
    const prepared = yield* scan.select();
    yield* scan.analyse({ known: this.#validAnalyses(changed, prepared) });
    const result = scan.report();
    if (result.stopped !== undefined) return result;
    // Imports are recorded only in languages in which a file names an API. Without them in the first scan, every later
    // scan would read all files.
    this.#first = first === undefined || hasKnownLanguages(first, prepared) ? (first ?? prepared) : undefined;
    this.#differing = this.#first === prepared ? new Set() : differing;
    this.#last = result;
    return result;
  }

  /**
   * Scans one file that the last scan has read, with its imports but without its importers, for a fast first answer.
   * `changed` is as for the next scan. Undefined before the first scan.
   *
   * @throws as `scanSteps`.
   */
  *quickSteps(
    file: string,
    options: RunOptions,
    dependencies: ScanDependencies,
    changed: ReadonlySet<string>,
  ): Steps<ScanResult | undefined> {
    const [first, last, differing] = [this.#first, this.#last, this.#differing];
    if (last?.read.has(file) !== true) return undefined;
    const fileOptions = { among: new Set([file]), empty: 'allowed', signs: undefined, cache: undefined } as const;
    const isSame = (name: string): boolean => name !== file && !differing.has(name) && !changed.has(name);
    const twin = first && { twin: { prepared: first, isSame } };
    return yield* scanSteps({ ...options, ...fileOptions, ...twin }, dependencies, { onlyFindings: true });
  }

  /** Results that the change cannot have affected; undefined if it may have affected every result. */
  #validAnalyses(changed: ReadonlySet<string>, prepared: PreparedScan): ReadonlyMap<string, FileAnalysis> | undefined {
    const last = this.#last;
    if (last === undefined) return undefined;
    const readFiles = new Set(prepared.found.read);
    const changedFiles = [...changed];
    // New files, deleted files, and files that affect module resolution can change the result of any file.
    const isNarrow = (file: string): boolean =>
      last.read.has(file) &&
      readFiles.has(file) &&
      !affectsResolution(file) &&
      !isSettingsFile(file) &&
      !isBundlerConfig(basename(file));
    if (!changedFiles.every(isNarrow)) return undefined;
    const affected = new Set([...last.affectedBy(changedFiles), ...prepared.affectedBy(changedFiles)]);
    return new Map([...last.analyses].filter(([file]) => !affected.has(file)));
  }
}

/** Whether files of the first scan named an API in all languages in which files name one now. */
function hasKnownLanguages(first: PreparedScan, now: PreparedScan): boolean {
  const knownLanguages = languagesNamed(first);
  return [...languagesNamed(now)].every((language) => knownLanguages.has(language));
}

/** Languages in which a file names an API. */
function languagesNamed({ found }: PreparedScan): ReadonlySet<LanguageId> {
  return new Set(found.files.flatMap(({ mention, language }) => (mention === 'api' ? [language] : [])));
}
