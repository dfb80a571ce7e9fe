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

/** Changes of the findings of a repository when it is scanned with another catalogue. */
export interface ScanDifference {
  readonly come: readonly PlacedFinding[];
  readonly go: readonly PlacedFinding[];
  readonly change: readonly ChangedFinding[];
  /** Number of findings that are the same with both catalogues. */
  readonly same: number;
}

/** Scans with both catalogues. @throws ConfigError, ScanError as a scan does, also if one is incomplete. */
export async function scanBoth(
  { first, second }: { readonly first: Catalogue; readonly second: Catalogue },
  paths: readonly string[],
  io: CliIo,
  parts: ProgramParts,
): Promise<ScanDifference> {
  const settings = await parts.parseScan([], paths, io);
  const oldFindings = await findingsWith(first, settings, io, parts);
  const newFindings = await findingsWith(second, settings, io, parts);
  const commonFindings = [...newFindings].filter(([key]) => oldFindings.has(key));
  const change = commonFindings.flatMap(([key, finding]) => {
    const { endOfLife, lifecycle } = expectDefined(oldFindings.get(key), 'a finding that is kept');
    const isSame = endOfLife === finding.endOfLife && lifecycle === finding.lifecycle;
    return isSame ? [] : [{ ...finding, before: { endOfLife, lifecycle } }];
  });
  return {
    come: [...newFindings].filter(([key]) => !oldFindings.has(key)).map(([, finding]) => finding),
    go: [...oldFindings].filter(([key]) => !newFindings.has(key)).map(([, finding]) => finding),
    change,
    same: commonFindings.length - change.length,
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
    const { automatic: _none, ...otherSettings } = settings;
    const { result } = await scanOnce({ ...otherSettings, catalogue }, io, progress.update);
    const [missing] = result.missing;
    if (missing !== undefined) throw new ScanError(`cannot scan '${missing.path}': ${missing.reason}.`);
    if (result.stopped !== undefined)
      throw new ScanError(`the scan stopped ${result.stopped}: what differs is not known.`);
    return new Map(result.report.findings.map((finding) => [findingKey(finding), placedFinding(finding)]));
  } finally {
    progress.clear();
  }
}

function findingKey({ file, range, deprecation, method, operation }: ReportFinding): string {
  const { start, end } = range;
  return JSON.stringify([file, start, end, deprecation, method, operation]);
}

function placedFinding({
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

/** Formats a difference for people or programs. */
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
