import { asJson } from '../../../src/core/lib/safe-output.js';
import type { SafeOutput } from '../../../src/core/lib/safe-output.js';
import type { Catalogue } from '../../../src/core/model/deprecation.js';
import { expectDefined } from '../../../src/core/lib/collections.js';
import { ScanError } from '../../../src/core/model/errors.js';
import type { ReportFinding } from '../../../src/report/report.js';
import { formatSections } from './diff-text.js';
import type { DiffFormat, SideNames } from './diff-text.js';
import type { CliIo } from '../../../src/hosts/cli/shared/io.js';
import type { ProgramParts } from '../../../src/hosts/cli/packaged-commands.js';
import { progressLine } from '../../../src/hosts/cli/shared/io.js';
import type { ScanSettings } from '../../../src/hosts/cli/settings/settings.js';

/** Finding in a difference. */
interface PlacedFinding {
  readonly file: string;
  readonly line: number;
  readonly deprecation: string;
  readonly operation: string;
  readonly endOfLife: string | null;
  readonly lifecycle: string | null;
}

interface ChangedFinding extends PlacedFinding {
  readonly before: Pick<PlacedFinding, 'endOfLife' | 'lifecycle'>;
}

/** Findings of a repository that another catalogue adds and removes. */
export interface ScanDifference {
  readonly come: readonly PlacedFinding[];
  readonly go: readonly PlacedFinding[];
  readonly change: readonly ChangedFinding[];
  /** Number of findings that both have. */
  readonly same: number;
}

/** Scans with both catalogues. @throws ConfigError, ScanError like a scan, also for an incomplete one. */
export async function scanBoth(
  { first, second }: { readonly first: Catalogue; readonly second: Catalogue },
  paths: readonly string[],
  io: CliIo,
  parts: ProgramParts,
): Promise<ScanDifference> {
  const settings = await parts.parseScan([], paths, io);
  const before = await findingsWith(first, settings, io, parts);
  const now = await findingsWith(second, settings, io, parts);
  const kept = [...now].filter(([key]) => before.has(key));
  const change = kept.flatMap(([key, finding]) => {
    const { endOfLife, lifecycle } = expectDefined(before.get(key), 'a finding that is kept');
    const isSame = endOfLife === finding.endOfLife && lifecycle === finding.lifecycle;
    return isSame ? [] : [{ ...finding, before: { endOfLife, lifecycle } }];
  });
  return {
    come: [...now].filter(([key]) => !before.has(key)).map(([, finding]) => finding),
    go: [...before].filter(([key]) => !now.has(key)).map(([, finding]) => finding),
    change,
    same: kept.length - change.length,
  };
}

async function findingsWith(
  catalogue: Catalogue,
  settings: ScanSettings,
  io: CliIo,
  { scanOnce }: ProgramParts,
): Promise<ReadonlyMap<string, PlacedFinding>> {
  const progress = progressLine(io, 'shown');
  try {
    const { automatic: _none, ...rest } = settings;
    const { result } = await scanOnce({ ...rest, catalogue }, io, progress.update);
    const [missing] = result.missing;
    if (missing !== undefined) throw new ScanError(`cannot scan '${missing.path}': ${missing.reason}.`);
    if (result.stopped !== undefined)
      throw new ScanError(`the scan stopped ${result.stopped}: what differs is not known.`);
    return new Map(result.report.findings.map((finding) => [findingKey(finding), placed(finding)]));
  } finally {
    progress.clear();
  }
}

function findingKey({ file, range, deprecation, method, operation }: ReportFinding): string {
  const { start, end } = range;
  return JSON.stringify([file, start, end, deprecation, method, operation]);
}

function placed({
  file,
  range,
  deprecation,
  method,
  operation,
  url,
  endOfLife,
  lifecycle,
}: ReportFinding): PlacedFinding {
  return {
    file,
    line: range.start.line,
    deprecation,
    operation: operation === null ? `${method} ${url}` : `${operation.method} ${operation.path}`,
    endOfLife,
    lifecycle,
  };
}

/** The difference for people or programs. */
export function formatScanDifference(difference: ScanDifference, { a, b }: SideNames, format: DiffFormat): SafeOutput {
  if (format === 'json') return asJson({ a, b, ...difference });
  const { come, go, change, same } = difference;
  return formatSections(
    [
      { title: 'Findings that come', rows: come.map(findingRow) },
      { title: 'Findings that go', rows: go.map(findingRow) },
      {
        title: 'Findings that change',
        rows: change.map((finding) => `${findingRow(finding)}; before: ${stateOf(finding.before)}`),
      },
    ],
    `${String(same)} ${same === 1 ? 'finding is' : 'findings are'} the same with '${a}' and '${b}'.`,
    format,
  );
}

function findingRow(finding: PlacedFinding): string {
  const { file, line, deprecation, operation } = finding;
  return `${file}:${String(line)}: ${operation} (${deprecation}, ${stateOf(finding)})`;
}

function stateOf({ endOfLife, lifecycle }: Pick<PlacedFinding, 'endOfLife' | 'lifecycle'>): string {
  return `${lifecycle ?? 'deprecated'}${endOfLife === null ? ', no end announced' : `, ${endOfLife}`}`;
}
