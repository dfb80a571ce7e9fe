import { realpathSync } from 'node:fs';
import { relative, sep } from 'node:path';
import type { AnalyseOptions } from '../engine/analyse.js';
import { changeSince, stagedChange } from '../sources/git/changes.js';
import type { TreeChange } from '../sources/git/changes.js';
import type { FileAnalysis } from '../model/finding.js';
import { ConfigError } from '../model/errors.js';
import { expectDefined } from '../lib/expect-defined.js';
import { Allowance } from '../scan/allowance.js';
import { changeSteps, isReadOfChange } from '../scan/scan-difference.js';
import { scanSteps } from '../scan/scan-tree.js';
import type { RunOptions, ScanDependencies, ScanResult } from '../scan/scan-tree.js';
import type { ScanProgress } from '../scan/scan-options.js';
import { drainAsync } from '../scan/steps.js';
import type { CliIo } from './io.js';
import type { ScanSettings } from './settings.js';

export interface OneScan {
  readonly result: ScanResult;
  /** What the change is measured from, where only a change was looked at. */
  readonly since?: string;
}

/** Runs the scan that the settings ask for. @throws the reason of `io.signal` where it is aborted. */
export async function scanOnce(
  settings: ScanSettings,
  io: CliIo,
  onProgress: (progress: ScanProgress) => void,
  known?: ReadonlyMap<string, FileAnalysis>,
): Promise<OneScan> {
  const { flags, catalogue, clients } = settings;
  const optional: Pick<AnalyseOptions, 'resources' | 'testDoubles'> = {
    resources: flags.resources ? 'report' : 'skip',
    testDoubles: flags.testDoubles ? 'report' : 'skip',
  };
  let engine: typeof import('../engine/analyse.js') | undefined;
  const dependencies: ScanDependencies = {
    catalogue,
    // Most commits have nothing to analyse.
    ready: async () => {
      engine ??= await import('../engine/analyse.js');
    },
    createAnalyser: (context) =>
      expectDefined(engine, 'the engine is not loaded').createAnalyser({ ...context, ...optional }),
  };
  const options: RunOptions = {
    root: settings.root,
    paths: settings.paths,
    include: flags.include,
    ignoreFiles: flags.ignoreFiles,
    ...(flags.tsconfig === undefined ? {} : { tsconfig: flags.tsconfig }),
    minConfidence: flags.minConfidence,
    asOf: flags.asOf ?? io.today(),
    ...(flags.maxFileSize === undefined ? {} : { maxFileSize: flags.maxFileSize }),
    allowance: new Allowance(flags),
    tests: flags.excludeTests ? 'skip' : 'mark',
    clients,
    ignore: [...settings.ignore],
    limits: settings.unread,
    ...(flags.shard === undefined ? {} : { shard: flags.shard }),
    ...(flags.allowNoFiles ? { empty: 'allowed' as const } : {}),
    ...(known === undefined ? {} : { known }),
    onProgress,
  };
  const { staged, changedSince } = flags;
  if (!staged && changedSince === undefined)
    return { result: await drainAsync(scanSteps(options, dependencies), io.signal) };
  if (staged && changedSince !== undefined) throw new ConfigError('--staged and --changed-since do not go together.');
  // git names files by their real paths.
  const root = realpathSync(settings.root);
  const change =
    changedSince === undefined ? stagedChange(root, isReadOfChange) : changeSince(root, changedSince, isReadOfChange);
  const paths = settings.paths.map((path) =>
    path.startsWith(settings.root) ? root + path.slice(settings.root.length) : path,
  );
  const result = await drainAsync(changeSteps({ ...options, root, paths }, dependencies, change), io.signal);
  const { report, missing } = result;
  const limits = [...report.coverage.limits, ...change.limits];
  return {
    result: {
      ...result,
      report: { ...report, coverage: { ...report.coverage, limits } },
      missing: [...missing, ...unreadFiles(change, root)],
    },
    since: change.base,
  };
}

/** What of a change could not be read, named as in the report. */
function unreadFiles({ unread }: TreeChange, root: string): ScanResult['missing'] {
  return unread.slice(0, MAX_UNREAD).map(({ path, reason }, index) => {
    const rest = index === MAX_UNREAD - 1 ? unread.length - MAX_UNREAD : 0;
    return {
      path: relative(root, path).split(sep).join('/'),
      reason: rest > 0 ? `${reason}. The same holds for ${rest} more files` : reason,
    };
  });
}

const MAX_UNREAD = 50;
