import { resolve } from 'node:path';
import { loadCatalogue } from '../catalogue/load.js';
import { analyse as analyseFile } from '../engine/analyse.js';
import { isIsoDate } from '../engine/lifecycle.js';
import { ConfigError, ScanError } from '../model/errors.js';
import { CONFIDENCES } from '../model/evidence.js';
import type { Finding, UnresolvedSite } from '../model/finding.js';
import { buildReport } from '../report/build-report.js';
import type { Report } from '../report/report.js';
import { findDependants } from './dependants.js';
import { listFiles } from './list-files.js';
import { isMinified } from './minified.js';
import { createModuleReader } from './module-reader.js';
import { buildPrefilter } from './prefilter.js';
import { DEFAULT_MAX_FILE_SIZE, TextReader } from './read-text.js';
import type { ScanOptions } from './scan-options.js';
import { SkipLog } from './skip-log.js';
import { SourceStore } from './source-store.js';
import { isTestFile } from './test-file.js';
import { readTool } from './version.js';

/** What a scan gives: the report, and what the caller named but could not be read. */
export interface ScanResult {
  readonly report: Report;
  readonly missing: readonly { readonly path: string; readonly reason: string }[];
  /** Text of a file of the report, for code frames. */
  readonly textOf: (file: string) => string | undefined;
}

export interface ScanDependencies {
  readonly analyse: typeof analyseFile;
}

/**
 * Scans files and folders. Cheapest test first: list, read, one RegExp over each text; only files
 * that hit are parsed, then those that import something from them.
 *
 * @throws ConfigError for options that make no sense, ScanError where there is nothing to scan.
 */
export function runScan(options: ScanOptions, dependencies: ScanDependencies = { analyse: analyseFile }): ScanResult {
  assertOptions(options);
  const catalogue = options.catalogue ?? loadCatalogue();
  const root = resolve(options.root ?? '.');
  const skips = new SkipLog();
  const { include = [], ignore = [], tests = 'mark' } = options;
  const list = listFiles({ root, paths: options.paths ?? ['.'], include, ignore, tests }, skips);
  if (list.files.length === 0) throw new ScanError(nothingToScan(options, list.missing, skips));

  const reader = new TextReader(options.maxFileSize ?? DEFAULT_MAX_FILE_SIZE);
  const store = new SourceStore(root, reader);
  const tsconfig = options.tsconfig === undefined ? undefined : resolve(root, options.tsconfig);
  const modules = createModuleReader({ store, files: list.files, catalogue, tsconfig });
  const prefilter = buildPrefilter(catalogue);

  const hits: { file: string; level: 'api' | 'strong' | 'weak' }[] = [];
  let vanished = 0;
  let read = 0;
  list.files.forEach((file, index) => {
    if (index % 500 === 0) options.onProgress?.({ phase: 'read', done: index, total: list.files.length });
    const result = reader.read(resolve(root, file), options.paths?.includes(file) === true ? 'follow' : 'refuse');
    if (result.kind === 'skipped') {
      // Deleted since git last looked: there is nothing to report about it.
      if (result.reason === 'vanished' && !file.includes('\uFFFD')) vanished += 1;
      else skips.add(result.reason === 'vanished' ? 'unreadable' : result.reason, file);
      return;
    }
    read += 1;
    const level = prefilter.test(result.latin1);
    if (level === undefined) return;
    if (isMinified(result.latin1)) skips.add('minified', file);
    else {
      store.keep(file, result.decode());
      hits.push({ file, level });
    }
  });
  if (read === 0) throw new ScanError(nothingToScan(options, list.missing, skips));

  // Without a word of the API anywhere, a common word such as `filters` is somebody else's.
  const apiNamed = hits.some((hit) => hit.level === 'api');
  const seeds = hits.filter((hit) => apiNamed || hit.level !== 'weak').map((hit) => hit.file);
  const direct = new Set(hits.map((hit) => hit.file));
  const dependants = findDependants(seeds, direct, modules, new Set(list.files));
  const analysed = [...direct, ...dependants.files].sort();

  const findings: Finding[] = [];
  const unresolved: UnresolvedSite[] = [];
  let requestSites = 0;
  let resolved = 0;
  analysed.forEach((file, index) => {
    if (index % 20 === 0) options.onProgress?.({ phase: 'analyse', done: index, total: analysed.length });
    try {
      const analysis = dependencies.analyse(file, { catalogue, modules });
      findings.push(...analysis.findings);
      unresolved.push(...analysis.unresolved);
      requestSites += analysis.sites;
      resolved += analysis.resolved;
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      skips.add('failed', file);
    }
  });
  for (const file of store.failed) skips.add('failed', file);

  const threshold = CONFIDENCES.indexOf(options.minConfidence ?? 'probable');
  const shown = findings.filter((finding) => CONFIDENCES.indexOf(finding.confidence) >= threshold);
  const report = buildReport({
    tool: readTool(),
    catalogue,
    asOf: options.asOf,
    coverage: {
      files: list.files.length - vanished,
      read,
      parsed: store.parsed,
      syntaxErrors: store.syntaxErrors,
      requestSites,
      resolved,
      unresolved: unresolved.length,
      findings: shown.length,
      belowThreshold: findings.length - shown.length,
      skipped: skips.groups(),
      limits: dependants.complete ? [] : ['Too many files import the API client: not all of them were analysed.'],
    },
    findings: shown,
    unresolved,
    textOf: (file) => store.text(file),
    isTest: isTestFile,
  });
  return { report, missing: list.missing, textOf: (file) => store.text(file) };
}

function assertOptions(options: ScanOptions): void {
  if (!isIsoDate(options.asOf)) throw new ConfigError(`'${options.asOf}' is not a date. Write it as YYYY-MM-DD.`);
  const { maxFileSize } = options;
  if (maxFileSize !== undefined && !(Number.isSafeInteger(maxFileSize) && maxFileSize > 0 && maxFileSize <= 1 << 29)) {
    throw new ConfigError(`the largest file size must be a whole number of bytes from 1 to 512 MB, not ${maxFileSize}.`);
  }
}

function nothingToScan(options: ScanOptions, missing: readonly { path: string; reason: string }[], skips: SkipLog): string {
  if (missing.length > 0) return missing.map(({ path, reason }) => `cannot scan '${path}': ${reason}.`).join('\n');
  const skipped = skips.groups().map((group) => `${group.count} ${group.reason}`);
  const because = skipped.length === 0 ? '' : ` Left out: ${skipped.join(', ')}.`;
  const paths = (options.paths ?? ['.']).map((path) => `'${path}'`).join(', ');
  return `no file to scan in ${paths}: looked for .ts .tsx .mts .cts .js .jsx .mjs .cjs.${because} Name a file or folder that has some, or check --include and --ignore.`;
}
