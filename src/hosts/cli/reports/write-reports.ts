import { appendFileSync, existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { escapeText } from '../../../core/lib/escape.js';
import { jsonRecord } from '../../../core/lib/json.js';
import { asReport } from '../../../core/lib/safe-output.js';
import { MEGABYTE, readRegularFile } from '../../../core/lib/read-file.js';
import { chunksOf } from '../../../core/lib/write-atomically.js';
import type { Catalogue } from '../../../core/model/deprecation.js';
import { ConfigError, ScanError } from '../../../core/model/errors.js';
import { parseRemote } from '../../../report/format-context.js';
import type { CodeHost, FormatContext, Project, Verdict } from '../../../report/format-context.js';
import { FORMATS, planReports } from '../../../report/formats.js';
import type { FormattedText, ReportFlags } from '../../../report/formats.js';
import { maskExternalTextsOfReport } from '../../../report/mask-report.js';
import { limitLines } from '../../../report/unread-words.js';
import { withOwners } from '../../../report/owners.js';
import type { Report } from '../../../report/report.js';
import { openFindings } from '../../../report/severity.js';
import { readHead } from '../../../files/git/work-tree.js';
import type { Head } from '../../../files/git/work-tree.js';
import { findPackages } from '../gate/packages.js';
import { chooseColour } from '../shared/io.js';
import type { CliIo } from '../shared/io.js';
import { findRepository, readOwners } from '../shared/repository.js';
import { writeOutput } from '../shared/write-output.js';

export interface GateWords {
  /** Last lines of a run. */
  readonly text: string;
  /** Sentences that are printed even with --quiet. */
  readonly quiet?: readonly string[];
}

/**
 * Writes all reports, and the lines of the gate after the text report. If standard output has another format, the lines
 * are printed to standard error, after the limits of the scan.
 */
export async function writeAllReports(
  reportable: Reportable,
  flags: ReportFlags,
  io: CliIo,
  { text: gate, quiet = [] }: GateWords,
): Promise<void> {
  const plan = planReports(flags, io.cwd);
  const { output: _planned, ...otherFlags } = flags;
  const textReports = plan.filter(({ format }) => format === 'text');
  const otherReports = plan.filter(({ format }) => format !== 'text');
  const { report } = reportable;
  if (textReports.length > 0) await writeReports(reportable, { ...otherFlags, format: textReports }, io);
  if (otherReports.length > 0) await writeReports(reportable, { ...otherFlags, format: otherReports }, io);
  const formatLines = (sentences: readonly string[]): string =>
    sentences.map((line) => `${escapeText(line)}\n`).join('');
  if (flags.quiet) io.err(formatLines(quiet));
  else if (textReports.some(({ file }) => file === undefined)) io.out(gate);
  else io.err(formatLines(limitLines(report.coverage.limits, flags)) + gate);
}

/** Formats with links to the code, or whose job summary has links. */
const FORMATS_WITH_LINKS: ReadonlySet<string> = new Set([
  'html',
  'markdown',
  'github',
  'github-comment',
  'gitlab-comment',
]);

/** Results of a scan that its reports need. */
interface Reportable {
  readonly report: Report;
  /** Root folder of the file names in the report. */
  readonly root: string;
  readonly catalogue?: Catalogue;
  readonly textOf: (file: string) => string | undefined;
  readonly verdict?: Verdict;
}

/**
 * Writes all requested reports, each file atomically, and sets the outputs of a step of GitHub Actions for the format
 * `github`.
 *
 * @throws ConfigError for contradictory flags, and for a file that cannot be written.
 */
async function writeReports(
  { report, root, catalogue, textOf, verdict }: Reportable,
  flags: ReportFlags,
  io: CliIo,
): Promise<void> {
  const plan = planReports(flags, io.cwd);
  const repository = findRepository(root);
  const { ownersOf, limits } = readOwners(repository.root);
  const limitedReport = limits.length === 0 ? report : withLimits(report, limits);
  const finalReport = maskExternalTextsOfReport(
    ownersOf === undefined ? limitedReport : withOwners(limitedReport, ownersOf, repository.prefix),
  );
  const packages = plan.some(({ format }) => format === 'html') ? findPackages(root) : undefined;
  const context: FormatContext = {
    textOf,
    prefix: repository.prefix,
    // Runs git, therefore only for formats with links.
    ...(plan.some(({ format }) => FORMATS_WITH_LINKS.has(format))
      ? { project: readProject(root, repository.root, io.env) }
      : {}),
    ...(packages === undefined ? {} : { packageOf: packages.packageOf }),
    ...(verdict === undefined ? {} : { verdict }),
    ...(catalogue === undefined ? {} : { catalogue }),
    suppressed: flags.omitSuppressed ? 'omitted' : 'marked',
  };
  const { verbose, quiet, statistics } = flags;
  const formattedReports: FormattedText[] = [];
  for (const { format, file } of plan) {
    const colour = chooseColour(io, { color: flags.color, output: file });
    const formatReport = await FORMATS[format].load();
    const columns = file === undefined && io.columns !== undefined ? { columns: io.columns } : {};
    formattedReports.push(await formatReport(finalReport, context, { colour, verbose, quiet, statistics, ...columns }));
  }
  for (const [index, { file, within }] of plan.entries()) {
    const text = formattedReports[index] ?? '';
    if (file === undefined) print(text, io);
    else
      writeOutput(file, typeof text === 'string' ? asReport(text) : reportPieces(text), {
        outputName: 'the report',
        within,
        advice: 'Name a file in an existing, writable folder with --output.',
      });
  }
  if (plan.some(({ format }) => format === 'github')) await writeStepOutputs(finalReport, context, io);
}

function* reportPieces(pieces: Iterable<string>): Generator<string> {
  for (const piece of pieces) yield asReport(piece);
}

function withLimits(report: Report, moreLimits: readonly string[]): Report {
  const { coverage } = report;
  return { ...report, coverage: { ...coverage, limits: [...coverage.limits, ...moreLimits] } };
}

function print(text: FormattedText, io: CliIo): void {
  if (typeof text === 'string') {
    io.data(asReport(text));
    return;
  }
  for (const chunk of chunksOf(text)) io.data(asReport(chunk));
}

/**
 * Writes the job summary and the outputs `status`, `findings` and `failing` of a step of GitHub Actions to the files
 * that the runner names. The outputs contain no text of the scanned code.
 *
 * @throws ConfigError if such a file cannot be written.
 */
async function writeStepOutputs(report: Report, context: FormatContext, { env }: CliIo): Promise<void> {
  const { GITHUB_STEP_SUMMARY: summary, GITHUB_OUTPUT: outputs } = env;
  if (summary) {
    const { formatMarkdown } = await import('../../../report/markdown.js');
    appendToFile('the job summary', summary, formatMarkdown(report, context));
  }
  const { verdict } = context;
  if (outputs && verdict !== undefined) {
    const openCount = openFindings(report).length;
    appendToFile(
      'the outputs of the step',
      outputs,
      `status=${verdict.status}\nfindings=${openCount}\nfailing=${verdict.failing}`,
    );
  }
}

function appendToFile(noun: string, file: string, text: string): void {
  try {
    appendFileSync(file, `${text}\n`);
  } catch (error) {
    throw new ConfigError(
      `cannot append ${noun} to '${file}': ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

/** Reads name, commit and origin of a project; variables of a CI server take precedence over git. */
export function readProject(folder: string, repository: string, env: CliIo['env']): Project {
  const name = packageName(folder) ?? packageName(repository) ?? basename(repository);
  const { branch, commit, remote } = existsSync(join(repository, '.git')) ? headOf(repository) : {};
  const origin = remote === undefined ? undefined : parseRemote(remote);
  return {
    name,
    ...(branch === undefined ? {} : { branch }),
    ...(commit === undefined ? {} : { commit }),
    ...(origin === undefined ? {} : { origin }),
    ...codeInCi(env),
  };
}

/** Reads the current commit; empty if git is not installed. */
function headOf(repository: string): Head {
  try {
    return readHead(repository);
  } catch (error) {
    if (error instanceof ScanError) return {};
    throw error;
  }
}

function packageName(folder: string): string | undefined {
  const content = readRegularFile(join(folder, 'package.json'), { limit: MEGABYTE, within: folder });
  if (content.kind !== 'text') return undefined;
  const name = jsonRecord(content.text)?.['name'];
  return typeof name === 'string' && name !== '' ? name : undefined;
}

/**
 * Reads the commit and the URL of the code from the variables of a CI server, which may be self-hosted; undefined
 * elsewhere.
 */
export function codeInCi(env: CliIo['env']): Required<Pick<Project, 'commit' | 'origin'>> | undefined {
  const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: name, GITHUB_SHA: id } = env;
  if (server && name && id) return codeOf('github', `${server}/${name}`, id);
  const { CI_PROJECT_URL: project, CI_COMMIT_SHA: sha } = env;
  return project && sha ? codeOf('gitlab', project, sha) : undefined;
}

function codeOf(kind: CodeHost['kind'], url: string, commit: string): ReturnType<typeof codeInCi> {
  return /^https?:\/\/[\w.:~/-]+$/.test(url) && /^\w+$/.test(commit) ? { commit, origin: { kind, url } } : undefined;
}
