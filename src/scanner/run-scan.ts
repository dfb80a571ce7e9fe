import { resolve } from 'node:path';
import { isIsoDate } from '../model/iso-date.js';
import type { Catalogue } from '../model/deprecation.js';
import { ConfigError, ScanError } from '../model/errors.js';
import { CONFIDENCES } from '../model/evidence.js';
import type { FileAnalysis, Finding, UnresolvedSite } from '../model/finding.js';
import type { ModuleReader } from '../model/module-reader.js';
import type { Place } from '../model/span.js';
import { buildReport } from '../report/build-report.js';
import type { Report } from '../report/report.js';
import { collectHits } from './collect-hits.js';
import { dependantSeeds } from './dependant-seeds.js';
import { findDependants } from './dependants.js';
import { listFiles } from './list-files.js';
import type { FileList } from './list-files.js';
import { createModuleReader } from './module-reader.js';
import { buildPrefilter } from './prefilter.js';
import { DEFAULT_MAX_FILE_SIZE, TextReader } from './read-text.js';
import type { ScanOptions } from './scan-options.js';
import { SkipLog } from './skip-log.js';
import { SourceStore } from './source-store.js';
import { isTestFile } from './test-file.js';
import { readTool } from './version.js';

export interface ScanResult {
  readonly report: Report;
  /** Named paths that could not be read. */
  readonly missing: FileList['missing'];
  /** Text of a file of the report, for code frames. */
  readonly textOf: (file: string) => string | undefined;
}

export interface ScanDependencies {
  readonly catalogue: Catalogue;
  readonly analyse: (file: string, context: { readonly catalogue: Catalogue; readonly modules: ModuleReader }) => FileAnalysis;
}

/**
 * Scans files and folders. Cheapest test first: list, read, one RegExp over each text; only files
 * that hit are parsed, then those that import something from them.
 *
 * @throws ConfigError for options that make no sense, ScanError where there is nothing to scan.
 */
export function runScan(options: ScanOptions, { catalogue, analyse }: ScanDependencies): ScanResult {
  assertOptions(options);
  const root = resolve(options.root ?? '.');
  const paths = options.paths ?? ['.'];
  const skips = new SkipLog();
  const { include = [], ignore = [], tests = 'mark' } = options;
  const list = listFiles({ root, paths, include, ignore, tests }, skips);
  const reader = new TextReader(options.maxFileSize ?? DEFAULT_MAX_FILE_SIZE);
  const store = new SourceStore(root, reader);
  const tsconfig = options.tsconfig === undefined ? undefined : resolve(root, options.tsconfig);
  const modules = createModuleReader({ store, files: list.files, catalogue, tsconfig });
  if (list.files.length === 0) throw new ScanError(nothingToScan(paths, list, skips));
  const { onProgress } = options;
  const prefilter = buildPrefilter(catalogue);
  const hits = collectHits({ files: list.files, named: list.named, reader, store, prefilter, skips, onProgress });
  if (hits.read.length === 0) throw new ScanError(nothingToScan(paths, list, skips));

  modules.noteRead(hits.read, new Set(hits.files.filter((hit) => hit.level === 'api').map((hit) => hit.file)));
  // A common word alone, in a file from which no way leads to the API, cannot become a finding.
  const matters = ({ file, level }: (typeof hits.files)[number]): boolean =>
    level !== 'weak' || modules.reachesApi(file) || prefilter.hasContext(store.text(file) ?? '');
  const direct = new Set(hits.files.filter(matters).map((hit) => hit.file));
  const listed = new Set(list.files);
  const seeds = hits.files.some((hit) => hit.level !== 'weak') ? dependantSeeds(hits, catalogue, modules, store, prefilter) : NO_SEEDS;
  const dependants = findDependants(seeds, modules, (file) => direct.has(file) || !listed.has(file));
  const analyses = [...direct, ...dependants.files].sort().map((file, index, all) => {
    if (index % 20 === 0) onProgress?.({ phase: 'analyse', done: index, total: all.length });
    return analyseSafely(file, () => analyse(file, { catalogue, modules }), skips);
  });
  for (const file of store.failed) skips.add('failed', file);

  const threshold = CONFIDENCES.indexOf(options.minConfidence ?? 'probable');
  const all = analyses.flatMap((analysis) => analysis.findings);
  const findings: readonly Finding[] = all.filter((finding) => CONFIDENCES.indexOf(finding.confidence) >= threshold);
  const unresolved = openSites(analyses);
  const textOf = (file: string): string | undefined => store.text(file);
  const report = buildReport({
    tool: readTool(),
    catalogue,
    asOf: options.asOf,
    coverage: {
      files: list.files.length - hits.vanished,
      read: hits.read.length,
      parsed: store.parsed,
      syntaxErrors: store.syntaxErrors,
      requestSites: analyses.reduce((sum, analysis) => sum + analysis.sites, 0),
      resolved: analyses.reduce((sum, analysis) => sum + analysis.resolved, 0),
      unresolved: unresolved.length,
      findings: findings.length,
      belowThreshold: all.length - findings.length,
      skipped: skips.groups(),
      limits: dependants.complete ? [] : ['Very many files import the API client: not all of them were analysed.'],
    },
    findings,
    unresolved,
    textOf,
    isTest: isTestFile,
  });
  return { report, missing: list.missing, textOf };
}

/** A request in a wrapper is open only as long as no call of the wrapper, in whatever file, completes it. */
function openSites(analyses: readonly FileAnalysis[]): readonly UnresolvedSite[] {
  const completed = new Set(analyses.flatMap((analysis) => analysis.completed).map(placeKey));
  return analyses.flatMap((analysis) => analysis.unresolved).filter((site) => !completed.has(placeKey(site.at)));
}

function placeKey(place: Place): string {
  return `${place.span[0]}:${place.span[1]}:${place.file}`;
}

const NO_SEEDS = { api: [], words: [], paths: [] };

const NOTHING: FileAnalysis = { findings: [], unresolved: [], completed: [], sites: 0, resolved: 0 };

/** A stack that is too deep is the file's own doing and must not end the run; anything else is our fault. */
function analyseSafely(file: string, run: () => FileAnalysis, skips: SkipLog): FileAnalysis {
  try {
    return run();
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    skips.add('failed', file);
    return NOTHING;
  }
}

function assertOptions(options: ScanOptions): void {
  if (!isIsoDate(options.asOf)) throw new ConfigError(`'${options.asOf}' is not a date. Write it as YYYY-MM-DD.`);
  const { maxFileSize } = options;
  if (maxFileSize !== undefined && !(Number.isSafeInteger(maxFileSize) && maxFileSize > 0 && maxFileSize <= 1 << 29)) {
    throw new ConfigError(`the largest file size must be a whole number of bytes from 1 to 512 MB, not ${maxFileSize}.`);
  }
}

function nothingToScan(paths: readonly string[], list: FileList, skips: SkipLog): string {
  if (list.missing.length > 0) return list.missing.map(({ path, reason }) => `cannot scan '${path}': ${reason}.`).join('\n');
  const skipped = skips.groups().map((group) => `${group.count} ${group.reason}`);
  const because = skipped.length === 0 ? '' : ` Left out: ${skipped.join(', ')}.`;
  const named = paths.map((path) => `'${path}'`).join(', ');
  return `no file to scan in ${named}: looked for .ts .tsx .mts .cts .js .jsx .mjs .cjs.${because} Name a file or folder that has some, or check --include and --ignore.`;
}
