import { existsSync, realpathSync, statSync } from 'node:fs';
import { relative, resolve, sep } from 'node:path';
import { findOperation, queryOfRequest } from '../../../knowledge/catalogue/find-operation.js';
import { breakCommands, escapeText } from '../../../core/lib/escape.js';
import { ConfigError, ScanError } from '../../../core/model/errors.js';
import { CONFIDENCES } from '../../../core/model/evidence.js';
import type { CallTrace } from '../../../core/model/evidence.js';
import { whyHidden as whyNotListed } from '../../../report/explain.js';
import type { ReportFinding } from '../../../report/report.js';
import { formatTrace } from '../../../report/trace.js';
import type { TracePlace, TraceInput } from '../../../report/trace.js';
import type { ReadState } from '../../../scan/read-state.js';
import { listScanFiles, nothingToScan } from '../../../scan/prepare-scan.js';
import { drainAsync } from '../../../scan/steps.js';
import { traceSteps } from '../../../scan/trace-scan.js';
import { SkipLog } from '../../../files/skip-log.js';
import type { ScanSettings } from '../settings/settings.js';
import type { CliIo } from '../shared/io.js';
import { applyOpenBaseline, openBaseline } from './baseline-step.js';
import { dependenciesOf, runOptions, scanWithSeenApis } from './scan-settings.js';

/** A file to trace, or a position in the file. The name is as the user wrote it. */
export interface TraceRequest {
  readonly file: string;
  readonly at?: TracePlace;
}

/**
 * Scans, and describes for each requested file (default: all scanned files) the examined calls, their resolved values,
 * and the reasons for findings or their absence.
 *
 * @throws the errors of a scan.
 */
export async function formatTraces(
  settings: ScanSettings,
  io: CliIo,
  requests?: readonly TraceRequest[],
): Promise<string> {
  return (await traceRequestedFiles(settings, io, requests)).map(formatTrace).join('');
}

/** Scans, and returns the trace of each requested file. @throws the errors of a scan. */
export async function traceRequestedFiles(
  settings: ScanSettings,
  io: CliIo,
  requests?: readonly TraceRequest[],
): Promise<readonly TraceInput[]> {
  return scanWithSeenApis(settings, (settingsWithApis, readState) =>
    traceWithSettings(settingsWithApis, io, requests, readState),
  );
}

async function traceWithSettings(
  settings: ScanSettings,
  io: CliIo,
  requests: readonly TraceRequest[] | undefined,
  readState: ReadState,
): Promise<readonly TraceInput[]> {
  const { root, flags, catalogue } = settings;
  const nameOf = (file: string): string => relative(root, resolve(io.cwd, file)).split(sep).join('/');
  for (const { file } of requests ?? [])
    if (!existsSync(resolve(io.cwd, file))) throw new ConfigError(`the file '${file}' does not exist.`);
  const names = requests?.map(({ file }) => nameOf(file));
  // Findings below the threshold and ignored findings are shown, with the reason.
  const options = { ...runOptions(settings, io), readState, minConfidence: 'possible', ignored: 'mark' } as const;
  const dependenciesWith = (trace: (call: CallTrace) => void): ReturnType<typeof dependenciesOf> =>
    dependenciesOf(settings, { trace });
  const { files, result } = await drainAsync(
    traceSteps(options, names, dependenciesWith),
    io.signal,
    options.allowance,
  );
  const readOnlySettings = { ...settings, flags: { ...flags, updateBaseline: false, prune: false } };
  const { findings } = applyOpenBaseline(openBaseline(readOnlySettings, io.cwd), result, readOnlySettings);
  const reasonFindingHidden = ({ confidence, suppression }: ReportFinding): string | undefined => {
    if (CONFIDENCES.indexOf(confidence) < CONFIDENCES.indexOf(flags.minConfidence))
      return `less sure than --min-confidence ${flags.minConfidence}`;
    if (suppression?.status !== 'accepted') return undefined;
    if (suppression.by === 'configuration') return 'the configuration ignores this deprecation';
    return suppression.kind === 'external'
      ? 'the baseline lists it'
      : `the comment on line ${suppression.line ?? '?'} suppresses it`;
  };
  const inUsePhrases = (method: string | undefined, path: string): readonly string[] =>
    findOperation(queryOfRequest(method, path), catalogue).inUse;
  const reasonEntryUnlisted = (id: string): string | undefined => {
    const entry = catalogue.hidden?.find(({ deprecation }) => deprecation.id === id);
    return entry === undefined ? undefined : whyNotListed(entry);
  };
  return files.map((trace, index) => {
    const at = requests?.[index]?.at;
    const reportedFingerprints = new Set(trace.calls.flatMap((call) => call.findings));
    return {
      trace,
      findings: findings.filter(
        ({ file, fingerprint }) => file === trace.file || reportedFingerprints.has(fingerprint),
      ),
      unresolved: result.report.unresolved,
      textOf: result.textOf,
      inUsePhrases,
      reasonEntryUnlisted,
      reasonFindingHidden,
      ...(at === undefined ? {} : { at }),
    };
  });
}

/**
 * Lists the files that a scan would read, one per line; for a change, only changed files.
 *
 * @throws ScanError if there are no files, or a path does not exist.
 */
export function listScannedFiles(settings: ScanSettings, io: Pick<CliIo, 'today'>): string {
  const { change, paths, root } = settings;
  const skips = new SkipLog();
  const list = listScanFiles(runOptions(settings, io), skips);
  const names = [...list.files, ...list.perhaps].sort();
  if (list.missing.length > 0 || (names.length === 0 && !settings.flags.allowNoFiles))
    throw new ScanError(nothingToScan(paths, list, skips));
  const changedNames = change && new Set(change.changed.map((path) => nameRelativeTo(realpathSync(root), path)));
  return names
    .filter((file) => changedNames?.has(file) !== false)
    .map((file) => `${breakCommands(escapeText(file))}\n`)
    .join('');
}

/** Returns the scanned paths that are files; undefined if all are folders or patterns. */
export function namedFiles({ paths, root }: ScanSettings): readonly TraceRequest[] | undefined {
  const files = paths
    .map((path) => resolve(root, path))
    .filter((path) => statSync(path, { throwIfNoEntry: false })?.isFile() === true);
  return files.length === 0 ? undefined : files.map((file) => ({ file }));
}

function nameRelativeTo(root: string, path: string): string {
  return relative(root, path).split(sep).join('/');
}
