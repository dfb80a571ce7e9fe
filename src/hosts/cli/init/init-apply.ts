import { existsSync, chmodSync, mkdirSync, realpathSync, rmdirSync, rmSync } from 'node:fs';
import { join, dirname } from 'node:path';
import { count } from '../../../core/lib/wording.js';
import { escapeText } from '../../../core/lib/escape.js';
import { fileChanges, readFolderFile } from '../../init/step.js';
import type { FileChange, InitStep, Linter } from '../../init/step.js';
import { readProject } from '../../init/project.js';
import { readLinterConfig, filesToTry, judgeConfigChange, linesByLinter } from './init-try-lint.js';
import type { LintVerdict, ConfiguredLinter } from './init-try-lint.js';
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
  readonly runsTrial: boolean;
}

const LINTER_NAMES: Readonly<Record<Linter, string>> = { eslint: 'ESLint', oxlint: 'oxlint' };

/**
 * Writes the accepted changes, tries them out, and prints the outcome. Returns false if one was undone or no scan is
 * possible.
 *
 * @throws ConfigError if a change cannot be written; then none is written.
 */
export async function applyInit({ steps, changes, runsTrial }: InitRun, io: CliIo): Promise<boolean> {
  const linterToTry = runsTrial ? findLinterToTry(changes) : undefined;
  const files = linterToTry === undefined ? [] : filesToTry(readProject(io.cwd).files);
  const configBefore = linterToTry === undefined ? undefined : await readLinterConfig(linterToTry, files, io);
  writeChanges(io.cwd, changes);
  let remainingChanges = changes;
  let acceptingLinter: ConfiguredLinter | undefined;
  if (linterToTry !== undefined && configBefore !== undefined) {
    const verdict = judgeConfigChange(configBefore, await readLinterConfig(linterToTry, files, io));
    if (verdict.kind === 'works') acceptingLinter = linterToTry;
    if (verdict.kind === 'broken') remainingChanges = undoLinterChanges(steps, changes, io.cwd);
    io.out(`\n${verdictText(LINTER_NAMES[linterToTry.linter], verdict)}\n`);
  }
  if (remainingChanges.length > 0)
    io.out(`\nWrote ${remainingChanges.map(({ file }) => escapeText(file)).join(', ')}.\n`);
  if (!runsTrial) {
    io.out(`Next: '${programCommand(io)} scan' lists the findings.\n`);
    return true;
  }
  const scan = await tryScan(io);
  io.out(scanText(scan, programCommand(io)));
  if (acceptingLinter !== undefined && scan.kind === 'scanned')
    io.out(await compareWithLinter(acceptingLinter, LINTER_NAMES[acceptingLinter.linter], scan.places, io));
  return remainingChanges.length === changes.length && scan.kind === 'scanned';
}

/** Returns the command that runs this program in a folder: with npx if a package.json exists or npx is running it. */
export function programCommand({ cwd, env }: CliIo): string {
  const isByNpx = existsSync(join(cwd, 'package.json')) || env['npm_command'] === 'exec';
  return isByNpx ? 'npx sunset-lint' : 'sunset-lint';
}

function findLinterToTry(changes: readonly FileChange[]): ConfiguredLinter | undefined {
  for (const { file, linterToTry } of changes)
    if (linterToTry !== undefined) return { linter: linterToTry, config: file };
  return undefined;
}

/** Undoes the changes that the linter rejects. Returns the remaining changes. */
function undoLinterChanges(
  steps: readonly InitStep[],
  changes: readonly FileChange[],
  folder: string,
): readonly FileChange[] {
  const otherSteps = steps.filter((step) => step.kind !== 'write' || step.linterToTry === undefined);
  const linterChanges = changes.filter(({ linterToTry }) => linterToTry !== undefined);
  for (const change of linterChanges) revert(folder, change);
  // A file may also have additions of other steps.
  const reappliedChanges = fileChanges(folder, otherSteps).filter(({ file }) =>
    linterChanges.some((change) => change.file === file),
  );
  writeChanges(folder, reappliedChanges);
  return [...changes.filter(({ linterToTry }) => linterToTry === undefined), ...reappliedChanges];
}

function verdictText(name: string, verdict: LintVerdict): string {
  if (verdict.kind === 'untried') return `${name} was not tried: ${verdict.why}.`;
  if (verdict.kind === 'broken')
    return `${name} rejected the new config, so that change was undone: ${escapeText(verdict.why.replace(/\.$/, ''))}.`;
  const { file, unchangedRuleCount, addedRuleCount, ignored } = verdict;
  const ignoredWords =
    ignored.length === 0 ? '' : ` It ignores ${ignored.map(escapeText).join(', ')}; 'npx sunset-lint scan' does not.`;
  const existingWords = unchangedRuleCount === 0 ? '' : `, ${count(unchangedRuleCount, 'existing rule')} unchanged`;
  return `${name} accepts the new config (checked on ${escapeText(file)}): ${count(addedRuleCount, 'sunset-lint rule')} added${existingWords}.${ignoredWords}`;
}

function scanText(scan: ScanTrial, program: string): string {
  if (scan.kind === 'failed') return `The first scan failed: ${escapeText(scan.why)}\n`;
  const { findings, files } = scan;
  const summary = `First scan: ${count(findings, 'finding')} in ${count(files, 'scanned file')}.\n`;
  if (findings === 0) return `${summary}Next: commit the new files.\n`;
  const them = findings === 1 ? 'it' : 'them';
  const command = `${program} scan`;
  return `${summary}Next:
  ${command}                     lists ${them}
  ${command} --update-baseline   accepts ${them} in a baseline, so that only new findings fail
`;
}

/** Names of files that a linter reads: components first, because they need most configuration. */
const LINTED_FILES = [/\.(?:vue|svelte|astro)$/, /\.[cm]?[jt]sx?$/];

/** Chooses the file for which linter and scan are compared; undefined if a linter could report none of the findings. */
function fileToCompare(places: readonly Place[]): string | undefined {
  for (const pattern of LINTED_FILES) {
    const found = places.find(({ file }) => pattern.test(file));
    if (found !== undefined) return found.file;
  }
  return undefined;
}

const ADVICE: Readonly<Record<Linter, string>> = {
  eslint: 'See docs/frameworks.md for the parsers that ESLint needs',
  oxlint: 'See docs/frameworks.md for what oxlint does not see',
};

/** Lints a file with findings of the scan, and describes the differences between linter and scan. */
async function compareWithLinter(
  linter: ConfiguredLinter,
  name: string,
  places: readonly Place[],
  io: CliIo,
): Promise<string> {
  const file = fileToCompare(places);
  if (file === undefined) return '';
  const scanLines = [...new Set(places.flatMap((place) => (place.file === file ? [place.line] : [])))];
  const linterLines = await linesByLinter(linter, file, io);
  if (linterLines === undefined)
    return `${name} could not lint ${escapeText(file)}, so it was not compared with the scan.\n`;
  const missedLines = scanLines.filter((line) => !linterLines.has(line)).sort((a, b) => a - b);
  const linesPhrase = `the ${scanLines.length === 1 ? 'line' : `${String(scanLines.length)} lines`} of ${escapeText(file)}`;
  if (missedLines.length === 0) return `${name} reports ${linesPhrase} that the scan reports.\n`;
  const missedPhrase = `line${missedLines.length === 1 ? '' : 's'} ${missedLines.join(', ')}`;
  return `${name} misses ${missedPhrase} of ${escapeText(file)}, which the scan reports. ${ADVICE[linter.linter]}; run 'npx sunset-lint scan' in CI as well.\n`;
}

const FILE_NOUN = 'the file';
const EXECUTABLE_MODE = 0o755;

/**
 * Writes all changes or none: if one cannot be written, earlier ones are reverted.
 *
 * @throws ConfigError if a file cannot be written, was replaced in the meantime, or is outside of the folder.
 */
function writeChanges(folder: string, changes: readonly FileChange[]): void {
  for (const { file } of changes) refuseOutsideFile(folder, file);
  const writtenChanges: FileChange[] = [];
  for (const change of changes) {
    try {
      writeChange(folder, change);
    } catch (error) {
      for (const writtenChange of writtenChanges.reverse()) revert(folder, writtenChange);
      throw error;
    }
    writtenChanges.push(change);
  }
}

/** Restores the earlier text of a file; deletes a new file, with its empty folders. */
function revert(folder: string, { file, before }: FileChange): void {
  const path = join(folder, file);
  if (before !== undefined) {
    writeOutput(path, before, { outputName: FILE_NOUN, within: folder });
    return;
  }
  rmSync(path, { force: true });
  removeEmptyFolders(folder, dirname(path));
}

function removeEmptyFolders(folder: string, path: string): void {
  if (path === folder || !isInside(folder, path)) return;
  try {
    rmdirSync(path);
  } catch {
    // The folder is not empty.
    return;
  }
  removeEmptyFolders(folder, dirname(path));
}

function writeChange(folder: string, { file, before, after, executable }: FileChange): void {
  const path = join(folder, file);
  // The user may have saved the file while the question was open.
  if (readFolderFile(folder, file) !== before?.replace(/^\uFEFF/, ''))
    throw new ConfigError(`'${path}' was changed in the meantime. Nothing was written; run again.`);
  if (!existsSync(dirname(path))) makeFolder(dirname(path));
  writeOutput(path, after, { outputName: FILE_NOUN, within: folder });
  if (before === undefined && executable) chmodSync(path, EXECUTABLE_MODE);
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

/** Refuses a file whose nearest existing folder is outside of `folder`, such as by a link. */
function refuseOutsideFile(folder: string, file: string): void {
  const path = join(folder, file);
  let nearestFolder = dirname(path);
  while (!existsSync(nearestFolder)) nearestFolder = dirname(nearestFolder);
  if (!isInside(realpathSync.native(folder), realpathSync.native(nearestFolder)))
    throw new ConfigError(
      `${FILE_NOUN} is not written to '${path}': it is outside the folder. Set this folder up by hand.`,
    );
  refuseUnwritable(path, { outputName: FILE_NOUN, within: folder });
}

/** Result of a trial scan with the configuration of a folder. */
type ScanTrial =
  | { readonly kind: 'scanned'; readonly findings: number; readonly files: number; readonly places: readonly Place[] }
  | { readonly kind: 'failed'; readonly why: string };

/** Place of a finding. */
interface Place {
  readonly file: string;
  readonly line: number;
}

/** Scans the current folder with its configuration, like `scan`, without writing or printing. */
async function tryScan(io: CliIo): Promise<ScanTrial> {
  let result: ScanTrial = { kind: 'failed', why: 'nothing was scanned' };
  const quietIo: CliIo = { ...io, err: () => undefined };
  const command = scanCommand(async (_paths, flags, self) => {
    const settings = await readSettings([], { ...flags, cache: false }, self, quietIo);
    const { report } = (await scanOnce(settings, quietIo, () => undefined)).result;
    result = {
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
  return result;
}
