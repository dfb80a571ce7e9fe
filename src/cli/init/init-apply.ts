import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { count } from '../../lib/count.js';
import { escapeText } from '../../lib/escape-text.js';
import { fileChanges } from '../../init/file-changes.js';
import type { FileChange } from '../../init/file-changes.js';
import { readProject } from '../../init/project.js';
import type { InitStep, Linter } from '../../init/step.js';
import { compareWithLinter } from './init-compare.js';
import { askLinter, filesToTry, judgeChange } from './init-try-lint.js';
import type { LintVerdict, TriedLinter } from './init-try-lint.js';
import { tryScan } from './init-try-scan.js';
import type { ScanTrial } from './init-try-scan.js';
import { takeBack, writeChanges } from './init-write.js';
import type { CliIo } from '../shared/io.js';

export interface InitRun {
  readonly steps: readonly InitStep[];
  readonly changes: readonly FileChange[];
  /** Whether what is written is tried. */
  readonly tries: boolean;
}

const NAMES: Readonly<Record<Linter, string>> = { eslint: 'ESLint', oxlint: 'oxlint' };

/**
 * Writes what was agreed to, tries it, and says how that went. Gives whether all of it stays.
 *
 * @throws ConfigError where it cannot be written; nothing is, then.
 */
export async function applyInit({ steps, changes, tries }: InitRun, io: CliIo): Promise<boolean> {
  const tried = tries ? triedLinter(changes) : undefined;
  const files = tried === undefined ? [] : filesToTry(readProject(io.cwd).files);
  const before = tried === undefined ? undefined : await askLinter(tried, files, io);
  writeChanges(io.cwd, changes);
  let kept = changes;
  /** The linter that has our rules now. */
  let carried: TriedLinter | undefined;
  if (tried !== undefined && before !== undefined) {
    const verdict = judgeChange(before, await askLinter(tried, files, io));
    if (verdict.kind === 'works') carried = tried;
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
  if (carried !== undefined && scan.kind === 'scanned')
    io.out(await compareWithLinter(carried, NAMES[carried.linter], scan.places, io));
  return kept.length === changes.length && scan.kind === 'scanned';
}

/** Returns the command that runs this program in a folder; npx finds it only beside a package.json, or has just run it. */
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
  for (const change of tried) takeBack(folder, change);
  // A file may hold what other steps add as well.
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
