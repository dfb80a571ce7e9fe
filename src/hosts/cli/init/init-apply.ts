import { existsSync, chmodSync, mkdirSync, realpathSync, rmdirSync, rmSync } from 'node:fs';
import { join, dirname } from 'node:path';
import { count } from '../../../core/lib/wording.js';
import { escapeText } from '../../../core/lib/escape.js';
import { fileChanges, readOwn } from '../../init/step.js';
import type { FileChange, InitStep, Linter } from '../../init/step.js';
import { readProject } from '../../init/project.js';
import { askLinter, filesToTry, judgeChange, linesByLinter } from './init-try-lint.js';
import type { LintVerdict, TriedLinter } from './init-try-lint.js';
import type { CliIo } from '../shared/io.js';
import { ConfigError, ScanError } from '../../../core/model/errors.js';
import { isInside } from '../../../core/lib/read-file.js';
import { refuseUnwritable, writeOutput } from '../shared/write-output.js';
import { scanCommand } from '../settings/flags.js';
import { scanOnce } from '../scanning/scan-settings.js';
import { readSettings } from '../settings/settings.js';

export interface InitRun {
  readonly steps: readonly InitStep[];
  readonly changes: readonly FileChange[];
  /** Whether written changes are tried out. */
  readonly tries: boolean;
}

const NAMES: Readonly<Record<Linter, string>> = { eslint: 'ESLint', oxlint: 'oxlint' };

/**
 * Writes the accepted changes, tries them out, and prints the outcome. Returns whether all of them are kept.
 *
 * @throws ConfigError if they cannot be written; then none is.
 */
export async function applyInit({ steps, changes, tries }: InitRun, io: CliIo): Promise<boolean> {
  const tried = tries ? triedLinter(changes) : undefined;
  const files = tried === undefined ? [] : filesToTry(readProject(io.cwd).files);
  const before = tried === undefined ? undefined : await askLinter(tried, files, io);
  writeChanges(io.cwd, changes);
  let kept = changes;
  /** The linter, if it accepts our rules. */
  let working: TriedLinter | undefined;
  if (tried !== undefined && before !== undefined) {
    const verdict = judgeChange(before, await askLinter(tried, files, io));
    if (verdict.kind === 'works') working = tried;
    if (verdict.kind === 'broken') kept = withoutLinter(steps, changes, io.cwd);
    io.out(`\n${verdictText(NAMES[tried.linter], verdict)}\n`);
  }
  if (kept.length > 0) io.out(`\nWrote ${kept.map(({ file }) => escapeText(file)).join(', ')}.\n`);
  if (!tries) {
    io.out(`Next: '${programHere(io)} scan' lists the findings.\n`);
    return true;
  }
  const scan = await tryScan(io);
  io.out(scanText(scan, programHere(io)));
  if (working !== undefined && scan.kind === 'scanned')
    io.out(await compareWithLinter(working, NAMES[working.linter], scan.places, io));
  return kept.length === changes.length && scan.kind === 'scanned';
}

/**
 * Returns the command that runs this program in a folder: with npx beside a package.json, or if npx runs it now.
 */
export function programHere({ cwd, env }: CliIo): string {
  const isByNpx = existsSync(join(cwd, 'package.json')) || env['npm_command'] === 'exec';
  return isByNpx ? 'npx sunset-lint' : 'sunset-lint';
}

function triedLinter(changes: readonly FileChange[]): TriedLinter | undefined {
  for (const { file, tryWith } of changes) if (tryWith !== undefined) return { linter: tryWith, config: file };
  return undefined;
}

/** Undoes the changes that the linter rejects, and keeps the rest. */
function withoutLinter(
  steps: readonly InitStep[],
  changes: readonly FileChange[],
  folder: string,
): readonly FileChange[] {
  const others = steps.filter((step) => step.kind !== 'write' || step.tryWith === undefined);
  const tried = changes.filter(({ tryWith }) => tryWith !== undefined);
  for (const change of tried) revert(folder, change);
  // A file may also have additions of other steps.
  const again = fileChanges(folder, others).filter(({ file }) => tried.some((change) => change.file === file));
  writeChanges(folder, again);
  return [...changes.filter(({ tryWith }) => tryWith === undefined), ...again];
}

function verdictText(name: string, verdict: LintVerdict): string {
  if (verdict.kind === 'untried') return `${name} was not tried: ${verdict.why}.`;
  if (verdict.kind === 'broken')
    return `${name} rejected the new config, so that change was undone: ${escapeText(verdict.why.replace(/\.$/, ''))}.`;
  const { file, kept, ours, ignored } = verdict;
  const rest =
    ignored.length === 0 ? '' : ` It ignores ${ignored.map(escapeText).join(', ')}; 'npx sunset-lint scan' does not.`;
  const before = kept === 0 ? '' : `, ${count(kept, 'existing rule')} unchanged`;
  return `${name} accepts the new config (checked on ${escapeText(file)}): ${count(ours, 'sunset-lint rule')} added${before}.${rest}`;
}

function scanText(scan: ScanTrial, program: string): string {
  if (scan.kind === 'failed') return `The first scan failed: ${escapeText(scan.why)}\n`;
  const { findings, files } = scan;
  const first = `First scan: ${count(findings, 'finding')} in ${count(files, 'scanned file')}.\n`;
  if (findings === 0) return `${first}Next: commit the new files.\n`;
  const them = findings === 1 ? 'it' : 'them';
  const scanning = `${program} scan`;
  return `${first}Next:
  ${scanning}                     lists ${them}
  ${scanning} --update-baseline   accepts ${them} in a baseline, so that only new findings fail
`;
}

/** Files that a linter reads: components first, because they need most configuration. */
const LINTED = [/\.(?:vue|svelte|astro)$/, /\.[cm]?[jt]sx?$/];

/** Chooses the file for which linter and scan are compared; undefined if a linter could report none of the findings. */
function fileToCompare(places: readonly Place[]): string | undefined {
  for (const kind of LINTED) {
    const found = places.find(({ file }) => kind.test(file));
    if (found !== undefined) return found.file;
  }
  return undefined;
}

const ADVICE: Readonly<Record<Linter, string>> = {
  eslint: 'See docs/frameworks.md for the parsers that ESLint needs',
  oxlint: 'See docs/frameworks.md for what oxlint does not see',
};

/** Lints a file with findings of the scan, and prints whether the linter of the project reports the same. */
async function compareWithLinter(
  tried: TriedLinter,
  name: string,
  places: readonly Place[],
  io: CliIo,
): Promise<string> {
  const file = fileToCompare(places);
  if (file === undefined) return '';
  const lines = [...new Set(places.flatMap((place) => (place.file === file ? [place.line] : [])))];
  const linted = await linesByLinter(tried, file, io);
  if (linted === undefined)
    return `${name} could not lint ${escapeText(file)}, so it was not compared with the scan.\n`;
  const missed = lines.filter((line) => !linted.has(line)).sort((a, b) => a - b);
  const where = `the ${lines.length === 1 ? 'line' : `${String(lines.length)} lines`} of ${escapeText(file)}`;
  if (missed.length === 0) return `${name} reports ${where} that the scan reports.\n`;
  const which = `line${missed.length === 1 ? '' : 's'} ${missed.join(', ')}`;
  return `${name} misses ${which} of ${escapeText(file)}, which the scan reports. ${ADVICE[tried.linter]}; run 'npx sunset-lint scan' in CI as well.\n`;
}

const WHAT = 'the file';
const EXECUTABLE = 0o755;

/**
 * Writes all changes or none: if one cannot be written, earlier ones are reverted.
 *
 * @throws ConfigError if a file cannot be written, was replaced in the meantime, or is outside of the folder.
 */
function writeChanges(folder: string, changes: readonly FileChange[]): void {
  for (const { file } of changes) refuseFolder(folder, file);
  const written: FileChange[] = [];
  for (const change of changes) {
    try {
      writeChange(folder, change);
    } catch (error) {
      for (const earlier of written.reverse()) revert(folder, earlier);
      throw error;
    }
    written.push(change);
  }
}

/** Restores the earlier text of a file; deletes a new file, with its empty folders. */
function revert(folder: string, { file, before }: FileChange): void {
  const path = join(folder, file);
  if (before !== undefined) {
    writeOutput(path, before, { what: WHAT, within: folder });
    return;
  }
  rmSync(path, { force: true });
  removeEmpty(folder, dirname(path));
}

function removeEmpty(folder: string, path: string): void {
  if (path === folder || !isInside(folder, path)) return;
  try {
    rmdirSync(path);
  } catch {
    // The folder is not empty.
    return;
  }
  removeEmpty(folder, dirname(path));
}

function writeChange(folder: string, { file, before, after, executable }: FileChange): void {
  const path = join(folder, file);
  // The user may have saved the file while the question was open.
  if (readOwn(folder, file) !== before?.replace(/^\uFEFF/, ''))
    throw new ConfigError(`'${path}' was changed in the meantime. Nothing was written; run again.`);
  if (!existsSync(dirname(path))) makeFolder(dirname(path));
  writeOutput(path, after, { what: WHAT, within: folder });
  if (before === undefined && executable) chmodSync(path, EXECUTABLE);
}

function makeFolder(path: string): void {
  try {
    mkdirSync(path, { recursive: true });
  } catch (error) {
    throw new ConfigError(
      `cannot make the folder '${path}': ${error instanceof Error ? error.message : String(error)}. Nothing was written.`,
    );
  }
}

/** Refuses a file whose nearest existing folder is a link to a place outside of the folder. */
function refuseFolder(folder: string, file: string): void {
  const path = join(folder, file);
  let nearest = dirname(path);
  while (!existsSync(nearest)) nearest = dirname(nearest);
  if (!isInside(realpathSync.native(folder), realpathSync.native(nearest)))
    throw new ConfigError(`${WHAT} is not written to '${path}': it is outside the folder. Set this folder up by hand.`);
  refuseUnwritable(path, { what: WHAT, within: folder });
}

/** Result of a trial scan with the configuration of a folder; writes nothing. */
type ScanTrial =
  | { readonly kind: 'scanned'; readonly findings: number; readonly files: number; readonly places: readonly Place[] }
  | { readonly kind: 'failed'; readonly why: string };

/** Place of a finding. */
interface Place {
  readonly file: string;
  readonly line: number;
}

/** Scans a folder with its own configuration, like `scan`, without output. */
async function tryScan(io: CliIo): Promise<ScanTrial> {
  let trial: ScanTrial = { kind: 'failed', why: 'nothing was scanned' };
  const quiet: CliIo = { ...io, err: () => undefined };
  const command = scanCommand(async (_paths, flags, self) => {
    const settings = await readSettings([], { ...flags, cache: false }, self, quiet);
    const { report } = (await scanOnce(settings, quiet, () => undefined)).result;
    trial = {
      kind: 'scanned',
      findings: report.findings.length,
      files: report.coverage.files,
      places: report.findings.map(({ file, range }) => ({ file, line: range.start.line })),
    };
  });
  try {
    await command.exitOverride().parseAsync([], { from: 'user' });
  } catch (error) {
    if (!(error instanceof ConfigError || error instanceof ScanError)) throw error;
    return { kind: 'failed', why: error.message };
  }
  return trial;
}
