import type { Catalogue } from '../../model/deprecation.js';
import type { FormatContext, Verdict } from '../../report/format-context.js';
import { withOwners } from '../../report/owners.js';
import type { Report } from '../../report/report.js';
import { findPackages } from '../gate/packages.js';
import { chooseColour } from '../shared/colour.js';
import { tellStep } from './github-step.js';
import { hideAround } from '../../report/hide-in-report.js';
import { FORMATS, planReports } from '../../report/formats.js';
import type { Formatted, ReportFlags } from '../../report/formats.js';
import type { CliIo } from '../shared/io.js';
import { readProject } from './read-project.js';
import { findRepository, readOwners } from '../shared/repository.js';
import { asReport } from '../../lib/leaving.js';
import { chunksOf } from '../../lib/write-whole.js';
import { writeOutput } from '../shared/write-output.js';

/** Formats with links to the code, or with a job summary that has some. */
const SHOWS_CODE: ReadonlySet<string> = new Set(['html', 'markdown', 'github', 'github-comment', 'gitlab-comment']);

/** Results of a scan for its reports. */
export interface Reportable {
  readonly report: Report;
  /** The folder that file names in the report are relative to. */
  readonly root: string;
  readonly catalogue?: Catalogue;
  readonly textOf: (file: string) => string | undefined;
  readonly verdict?: Verdict;
}

/**
 * Writes all reports that the flags ask for, each file whole or not at all, and tells a step
 * of GitHub Actions how it went where the format is `github`.
 *
 * @throws ConfigError where the flags contradict each other or a file cannot be written.
 */
export async function writeReports(
  { report, root, catalogue, textOf, verdict }: Reportable,
  flags: ReportFlags,
  io: CliIo,
): Promise<void> {
  const plan = planReports(flags, io.cwd);
  const repository = findRepository(root);
  const { ownersOf, limits } = readOwners(repository.root);
  const told = limits.length === 0 ? report : withLimits(report, limits);
  const owned = hideAround(ownersOf === undefined ? told : withOwners(told, ownersOf, repository.prefix));
  const packages = plan.some(({ format }) => format === 'html') ? findPackages(root) : undefined;
  const context: FormatContext = {
    textOf,
    prefix: repository.prefix,
    // Asked of git, so only where it is shown.
    ...(plan.some(({ format }) => SHOWS_CODE.has(format))
      ? { project: readProject(root, repository.root, io.env) }
      : {}),
    ...(packages === undefined ? {} : { packageOf: packages.packageOf }),
    ...(verdict === undefined ? {} : { verdict }),
    ...(catalogue === undefined ? {} : { catalogue }),
    suppressed: flags.omitSuppressed ? 'omitted' : 'marked',
  };
  const { verbose, quiet, statistics } = flags;
  const texts: Formatted[] = [];
  for (const { format, file } of plan) {
    const colour = chooseColour(io, { color: flags.color, output: file });
    const write = await FORMATS[format].load();
    const columns = file === undefined && io.columns !== undefined ? { columns: io.columns } : {};
    texts.push(await write(owned, context, { colour, verbose, quiet, statistics, ...columns }));
  }
  for (const [index, { file, within }] of plan.entries()) {
    const text = texts[index] ?? '';
    if (file === undefined) print(text, io);
    else
      writeOutput(file, typeof text === 'string' ? asReport(text) : reportPieces(text), {
        what: 'the report',
        within,
        advice: 'Name a file in an existing, writable folder with --output.',
      });
  }
  if (plan.some(({ format }) => format === 'github')) await tellStep(owned, context, io);
}

function* reportPieces(pieces: Iterable<string>): Generator<string> {
  for (const piece of pieces) yield asReport(piece);
}

function withLimits(report: Report, more: readonly string[]): Report {
  const { coverage } = report;
  return { ...report, coverage: { ...coverage, limits: [...coverage.limits, ...more] } };
}

function print(text: Formatted, io: CliIo): void {
  if (typeof text === 'string') {
    io.data(asReport(text));
    return;
  }
  for (const chunk of chunksOf(text)) io.data(asReport(chunk));
}
