import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { isIsoDate } from '../core/lib/iso-date.js';
import type { ClientModel } from '../core/model/client-model.js';
import type { Catalogue } from '../core/model/deprecation.js';
import { ConfigError } from '../core/model/errors.js';
import { LANGUAGE_IDS } from '../core/model/language.js';
import type { FileAnalysis, Finding } from '../core/model/finding.js';
import type { ModuleReader } from '../core/model/module-reader.js';
import type { Report } from '../report/report.js';
import { analyseFiles } from './analyse-files.js';
import type { CreateAnalyser } from './analyse-files.js';
import type { DirectiveNote } from './directives/apply-directives.js';
import { finishScan } from './finish-scan.js';
import type { FileList } from '../files/list-files.js';
import { importedFile } from './imported-file.js';
import { prepareScan } from './prepare-scan.js';
import type { PrepareOptions, PreparedScan } from './prepare-scan.js';
import type { Steps } from './steps.js';
import { watchedCatalogue } from './withdrawn.js';

export interface ScanResult {
  readonly report: Report;
  /** Findings of the report, at any confidence, with the calls that led to them. */
  readonly placed: readonly Finding[];
  /** Comments meant as exceptions that have no effect, or not the intended one. */
  readonly directives: readonly DirectiveNote[];
  /** Named paths that could not be read. */
  readonly missing: FileList['missing'];
  /** Limits that may have cost findings, one sentence each. */
  readonly shortfalls: readonly string[];
  /** Text of a file of the report, for code frames. */
  readonly textOf: (file: string) => string | undefined;
  /** Text of the file that a specifier resolves to, where it is available. */
  readonly importedText: (from: string, specifier: string) => string | undefined;
  /** Files that were read, by name. */
  readonly read: ReadonlySet<string>;
  readonly analyses: ReadonlyMap<string, FileAnalysis>;
  /** Whether a file exists now. */
  readonly exists: (file: string) => boolean;
  readonly affectedBy: PreparedScan['affectedBy'];
  /** Reason that ended the scan early, to follow “Stopped”. */
  readonly stopped: string | undefined;
}

export interface ScanDependencies {
  readonly catalogue: Catalogue;
  readonly createAnalyser: CreateAnalyser;
  /** Awaited before the first file is analysed, such as to load the analyser. */
  readonly ready?: () => Promise<void>;
  /** Loads the test for independent code; without it, all code may affect requests. */
  readonly closed?: () => Promise<ClosedCode>;
}

/** Decides whether other code can use some code in a request to an API of a catalogue. */
export interface ClosedCode {
  /** The catalogue of the scan, and one with all APIs that the tree may turn out to use. */
  readonly catalogues: readonly [applied: Catalogue, possible: Catalogue];
  readonly createTest: (parts: {
    readonly catalogue: Catalogue;
    readonly modules: ModuleReader;
    readonly clients?: readonly ClientModel[];
    readonly ownOrigin: 'asked' | 'left out';
  }) => (file: string) => boolean;
}

export interface RunOptions extends PrepareOptions {
  /** Results that are still valid, by file. */
  readonly known?: ReadonlyMap<string, FileAnalysis>;
  /** Whether only findings are wanted: the report may have too many unresolved requests. */
  readonly isFindingsOnly?: boolean;
  /** Omissions before the scan, one sentence each, for the report. */
  readonly limits?: readonly string[];
  /** See `FinishOptions`. */
  readonly fixAcross?: string;
}

/**
 * Scans files and folders, in steps between which a caller may do other work, or abort. Only selected files are parsed.
 *
 * @throws ConfigError for options that make no sense, ScanError where there is nothing to scan.
 */
export function* scanSteps(options: RunOptions, dependencies: ScanDependencies): Steps<ScanResult> {
  assertOptions(options);
  const prepared = yield* prepareScan(options, watchedCatalogue(dependencies.catalogue));
  return yield* analysisSteps(prepared, options, dependencies);
}

/** The second half of a scan. */
export function* analysisSteps(
  prepared: PreparedScan,
  options: RunOptions,
  { catalogue, createAnalyser, ready }: ScanDependencies,
): Steps<ScanResult> {
  if (prepared.candidates.length > 0 && !prepared.allowance.isSpent()) yield ready?.();
  const analysed = yield* analyseFiles(prepared, {
    createAnalyser,
    catalogue: watchedCatalogue(catalogue),
    clients: options.clients,
    only: options.only,
    known: options.known,
    isFindingsOnly: options.isFindingsOnly,
    onProgress: options.onProgress,
  });
  const { stopped } = prepared.allowance;
  const { report, placed, directives } = finishScan(prepared, analysed, options, catalogue);
  return {
    report,
    placed,
    directives,
    missing: prepared.list.missing,
    shortfalls: prepared.programs.flatMap(({ modules }) => modules.shortfalls()),
    textOf: (file) => prepared.store.text(file),
    importedText: (from, specifier) => {
      const file = importedFile(prepared, from, specifier);
      return file === undefined ? undefined : prepared.store.text(file);
    },
    read: new Set(prepared.found.read),
    // Results of an interrupted scan are not cached.
    analyses: stopped === undefined ? analysed.alone : new Map<string, FileAnalysis>(),
    exists: (file) => existsSync(resolve(prepared.store.root, file)),
    affectedBy: prepared.affectedBy,
    stopped,
  };
}

/** @throws ConfigError for options that make no sense. */
export function assertOptions(options: RunOptions): void {
  if (!isIsoDate(options.asOf)) throw new ConfigError(`'${options.asOf}' is not a date. Write it as YYYY-MM-DD.`);
  const { languages, maxFileSize, maxMemory, shard, timeout } = options;
  for (const language of languages ?? [])
    if (!LANGUAGE_IDS.includes(language))
      throw new ConfigError(
        `'${language as string}' is not a supported language. Supported: ${LANGUAGE_IDS.join(', ')}.`,
      );
  if (maxFileSize !== undefined && !(Number.isSafeInteger(maxFileSize) && maxFileSize > 0 && maxFileSize <= 1 << 29)) {
    throw new ConfigError(
      `the largest file size must be a whole number of bytes from 1 to 512 MB, not ${maxFileSize}.`,
    );
  }
  for (const [name, value] of Object.entries({ timeout, maxMemory })) {
    if (value !== undefined && !(value > 0)) throw new ConfigError(`${name} must be more than 0, not ${value}.`);
  }
  if (
    shard !== undefined &&
    !(
      Number.isSafeInteger(shard.count) &&
      Number.isSafeInteger(shard.index) &&
      shard.index >= 1 &&
      shard.index <= shard.count
    )
  ) {
    throw new ConfigError(`there is no shard ${shard.index} of ${shard.count}.`);
  }
}
