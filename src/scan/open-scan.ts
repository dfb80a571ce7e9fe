import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { expectDefined } from '../core/lib/collections.js';
import { isIsoDate } from '../core/lib/iso-date.js';
import type { ClientModel } from '../core/model/client-model.js';
import type { Catalogue } from '../core/model/deprecation.js';
import { ConfigError } from '../core/model/errors.js';
import { LANGUAGE_IDS } from '../core/model/language.js';
import type { FileAnalysis, Finding } from '../core/model/finding.js';
import type { ModuleReader } from '../core/model/module-reader.js';
import type { Report } from '../report/report.js';
import { analyseFiles } from './analyse-files.js';
import type { AnalyseInput, Analysed, CreateAnalyser } from './analyse-files.js';
import type { DirectiveNote } from './directives/apply-directives.js';
import { finishScan } from './finish-scan.js';
import type { ReportView } from './finish-scan.js';
import type { FileList } from '../files/list-files.js';
import { importedFile } from './imported-file.js';
import { prepareScan } from './prepare-scan.js';
import type { PreparedScan, SelectionOptions, StoreOptions, TreeOptions } from './prepare-scan.js';
import type { ScanOptions } from './scan-options.js';
import type { Steps } from './steps.js';
import { watchedCatalogue } from './withdrawn.js';

export interface ScanResult {
  readonly report: Report;
  /** Findings at any confidence, each with the calls that send its request. */
  readonly placed: readonly Finding[];
  /** Notes on directives without the intended effect. */
  readonly directives: readonly DirectiveNote[];
  /** Named paths that could not be read. */
  readonly missing: FileList['missing'];
  /** Limits that may have hidden findings, one sentence each. */
  readonly shortfalls: readonly string[];
  /** Text of a file of the report, for code frames. */
  readonly textOf: (file: string) => string | undefined;
  /** Text of the file that a specifier resolves to, if available. */
  readonly importedText: (from: string, specifier: string) => string | undefined;
  /** Files that were read, by name. */
  readonly read: ReadonlySet<string>;
  readonly analyses: ReadonlyMap<string, FileAnalysis>;
  /** Whether a file exists now. */
  readonly exists: (file: string) => boolean;
  readonly affectedBy: PreparedScan['affectedBy'];
  /** Reason why the scan stopped early, to follow “Stopped”. */
  readonly stopped: string | undefined;
}

export interface ScanDependencies {
  readonly catalogue: Catalogue;
  readonly createAnalyser: CreateAnalyser;
  /** Awaited before the first file is analysed, for example to load the analyser. */
  readonly ready?: () => Promise<void>;
  /** Loads the test for independent code; without this test, all code may affect requests. */
  readonly loadIndependence?: () => Promise<IndependenceTest>;
}

/** Parts of the test for code that no other code can use in a request to an API of a catalogue. */
export interface IndependenceTest {
  /** The catalogue of the scan, and a catalogue with all APIs that the tree may use. */
  readonly catalogues: readonly [applied: Catalogue, possible: Catalogue];
  readonly createTest: (parts: {
    readonly catalogue: Catalogue;
    readonly modules: ModuleReader;
    readonly clients?: readonly ClientModel[];
    readonly ownOrigin: 'asked' | 'left out';
  }) => (file: string) => boolean;
}

/** Settings of a scan: of the tree, the selection, the analysis, and the report. */
export interface RunOptions
  extends TreeOptions, SelectionOptions, StoreOptions, ReportView, Pick<ScanOptions, 'clients'> {}

/** Part of the selected files to analyse, and the wanted results. */
export type Extent = Pick<AnalyseInput, 'only' | 'known' | 'onlyFindings'> & {
  /** Catalogue of the analysis, if it differs from the catalogue that selects the files. */
  readonly catalogue?: Catalogue;
};

/**
 * A scan of one state of a tree, in steps between which a caller may do other work, or abort. Files are selected only
 * once, and only selected files are parsed.
 */
export class OpenScan {
  readonly #options: RunOptions;
  readonly #dependencies: ScanDependencies;
  #prepared: PreparedScan | undefined;
  #lastAnalysis: { readonly analysed: Analysed; readonly extent: Extent } | undefined;

  private constructor(options: RunOptions, dependencies: ScanDependencies) {
    this.#options = options;
    this.#dependencies = dependencies;
  }

  /** Opens a scan. @throws ConfigError for invalid options. */
  static of(options: RunOptions, dependencies: ScanDependencies): OpenScan {
    assertOptions(options);
    return new OpenScan(options, dependencies);
  }

  /**
   * Selects the files.
   *
   * @throws ConfigError for invalid patterns, ScanError if there is nothing to scan, MoreApisFound if a file has a sign
   * of another API.
   */
  *select(): Steps<PreparedScan> {
    const { catalogue } = this.#dependencies;
    return (this.#prepared ??= yield* prepareScan(this.#options, watchedCatalogue(catalogue)));
  }

  /** Analyses the selected files, or a part of them. @throws as `select`. */
  *analyse(extent: Extent = {}): Steps<void> {
    const { createAnalyser, ready } = this.#dependencies;
    const { clients, onProgress } = this.#options;
    const prepared = yield* this.select();
    if (prepared.candidates.length > 0 && !prepared.allowance.isSpent()) yield ready?.();
    const catalogue = watchedCatalogue(extent.catalogue ?? this.#dependencies.catalogue);
    const input = { ...extent, createAnalyser, catalogue, clients, onProgress };
    this.#lastAnalysis = { analysed: yield* analyseFiles(prepared, input), extent };
  }

  /** Reports the last analysis; `view` overrides the options of the report. */
  report(view: Partial<ReportView> = {}): ScanResult {
    const prepared = expectDefined(this.#prepared, 'the files are selected');
    const { analysed, extent } = expectDefined(this.#lastAnalysis, 'the files are analysed');
    const { allowance, found, list, programs, store } = prepared;
    const { stopped } = allowance;
    const options = { ...this.#options, ...view, only: extent.only };
    const catalogue = extent.catalogue ?? this.#dependencies.catalogue;
    return {
      ...finishScan(prepared, analysed, options, catalogue),
      missing: list.missing,
      shortfalls: programs.flatMap(({ modules }) => modules.shortfalls()),
      textOf: (file) => store.text(file),
      importedText: (from, specifier) => {
        const file = importedFile(prepared, from, specifier);
        return file === undefined ? undefined : store.text(file);
      },
      read: new Set(found.read),
      // Results of an interrupted scan are not cached.
      analyses: stopped === undefined ? analysed.reusableAnalyses : new Map<string, FileAnalysis>(),
      exists: (file) => existsSync(resolve(store.root, file)),
      affectedBy: prepared.affectedBy,
      stopped,
    };
  }
}

/**
 * Scans files and folders.
 *
 * @throws ConfigError for invalid options, ScanError if there is nothing to scan.
 */
export function* scanSteps(options: RunOptions, dependencies: ScanDependencies, extent?: Extent): Steps<ScanResult> {
  const scan = OpenScan.of(options, dependencies);
  yield* scan.analyse(extent);
  return scan.report();
}

/** Checks the options of a scan. @throws ConfigError for invalid options. */
export function assertOptions(options: RunOptions): void {
  if (!isIsoDate(options.asOf)) throw new ConfigError(`'${options.asOf}' is not a date. Write it as YYYY-MM-DD.`);
  const { languages, maxFileSize, shard } = options;
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
