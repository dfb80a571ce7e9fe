import { lstatSync, mkdirSync, readdirSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { escapeText } from '../../../core/lib/escape.js';
import { realPathOf } from '../../../core/lib/user-cache.js';
import { MEGABYTE, isInside, readRegularFile } from '../../../core/lib/read-file.js';
import { plainText } from '../../../core/lib/safe-output.js';
import { count } from '../../../core/lib/wording.js';
import { applyEdits } from '../../../core/lib/apply-edits.js';
import { ConfigError } from '../../../core/model/errors.js';
import { maskExternalTextsOfReport } from '../../../report/mask-report.js';
import { frameOf } from '../../../report/frame.js';
import { PLAN_MARK, plansOf } from '../../../report/plan.js';
import type { Plan, PlanInput, PlannedEdit } from '../../../report/plan.js';
import type { Report } from '../../../report/report.js';
import { repositoryLink } from '../shared/repository.js';
import { writeOutput } from '../shared/write-output.js';
import { changedLines, lineAfter } from './fix-diff.js';
import { withBaselineMarked } from './fix-findings.js';
import type { FixedFinding, FixOutcome, FixRun } from './fix-findings.js';

/** Default folder of the plans. */
export const PLAN_FOLDER = 'sunset-plan';

/**
 * Plans the fixes of an outcome and the work on the remaining findings. Places are in the files as they are on disk:
 * with the edits if these are `done`, without them if they are `ready` to be applied.
 */
export function planFixes(outcome: FixOutcome, run: FixRun, state: PlanInput['state']): readonly Plan[] {
  const { scan, changes, skipped } = outcome;
  const { report, textOf } = scan.result;
  const markedReport = { ...report, findings: withBaselineMarked(scan, run) };
  const textsOnDisk = new Map(changes.map(({ file, before, after }) => [file, state === 'done' ? after : before]));
  const fixedTexts = new Map(changes.map(({ file, after }) => [file, after]));
  return plansOf({
    report: maskExternalTextsOfReport(
      state === 'done' ? markedReport : withEarlierLines(markedReport, fixedTexts, textsOnDisk),
    ),
    catalogue: scan.settings.catalogue,
    textOf: (file) => textsOnDisk.get(file) ?? textOf(file),
    edits: outcome.fixed.flatMap((fix) => plannedEditsOf(fix, textsOnDisk)),
    state,
    skipped,
  });
}

function plannedEditsOf(
  { finding, texts }: FixedFinding,
  textsOnDisk: ReadonlyMap<string, string>,
): readonly PlannedEdit[] {
  const { edits = [] } = finding.suggestion ?? {};
  return [...new Set(edits.map(({ file }) => file))].flatMap((file) => {
    const before = texts.get(file) ?? '';
    const fileEdits = edits.filter((edit) => edit.file === file);
    const start = Math.min(...fileEdits.map(({ range }) => range.start.line));
    const line = lineAfter({ file, before, after: textsOnDisk.get(file) ?? before }, start);
    const lines = changedLines({ file, before, after: applyEdits(before, fileEdits) }).flatMap((change) =>
      shortenLines(change.lines),
    );
    return [{ finding, file, line, lines }];
  });
}

/** Cuts long lines of a diff around the first difference. */
function shortenLines(lines: readonly string[]): readonly string[] {
  const [first = ''] = lines;
  const firstAdded = lines.find((line) => line.startsWith('+')) ?? '';
  let prefixLength = 1;
  while (prefixLength < Math.min(first.length, firstAdded.length) && first[prefixLength] === firstAdded[prefixLength])
    prefixLength += 1;
  return lines.map((line) => {
    const column = Math.min(prefixLength, line.length);
    const range = { start: { line: 1, column }, end: { line: 1, column } };
    return `${line.slice(0, 1)}${frameOf([line.slice(1)], range).lines[0]?.text ?? ''}`;
  });
}

/** Moves places of the fixed texts to their lines in the texts on disk. */
function withEarlierLines(
  report: Report,
  fixedTexts: ReadonlyMap<string, string>,
  textsOnDisk: ReadonlyMap<string, string>,
): Report {
  const moveLines = <T extends Report['unresolved'][number] | Report['findings'][number]>(item: T): T => {
    const before = fixedTexts.get(item.file);
    if (before === undefined) return item;
    const change = { file: item.file, before, after: textsOnDisk.get(item.file) ?? before };
    const { start, end } = item.range;
    const shift = lineAfter(change, start.line) - start.line;
    if (shift === 0) return item;
    return {
      ...item,
      range: { start: { ...start, line: start.line + shift }, end: { ...end, line: end.line + shift } },
    };
  };
  return { ...report, findings: report.findings.map(moveLines), unresolved: report.unresolved.map(moveLines) };
}

/** Folder that plans may be written to. */
export interface PlanFolder {
  readonly folder: string;
  /** Folder that must contain the files after links are resolved. */
  readonly within: string;
}

/**
 * Checks the folder of the plans: it is new, is empty or has plans, and is not reached through a link in a repository.
 *
 * @throws ConfigError for any other folder.
 */
export function openPlanFolder(name: string, cwd: string): PlanFolder {
  const folder = resolve(cwd, name);
  const refuse = (why: string): ConfigError =>
    new ConfigError(`plans are not written to '${name}': ${why}. Name a folder for them: --plan=FOLDER.`);
  const link = repositoryLink(folder);
  if (link !== undefined) throw refuse(`it is reached through the link '${link}'`);
  const within = isInside(cwd, folder) ? cwd : folder;
  if (within === cwd && !isInside(realPathOf(cwd), realPathOf(folder)))
    throw refuse('by a link, it is outside the current folder');
  const stat = lstatSync(folder, { throwIfNoEntry: false });
  if (stat === undefined) return { folder, within };
  if (!stat.isDirectory() && within === cwd) throw refuse('it is not a folder');
  const names = readdirSync(folder);
  if (names.length > 0 && !names.some((file) => isPlan(join(folder, file))))
    throw refuse('it has other files, and no plans. Paths to scan come before the flag');
  return { folder, within };
}

function isPlan(file: string): boolean {
  // A link may refer to any file.
  if (lstatSync(file, { throwIfNoEntry: false })?.isFile() !== true) return false;
  const content = readRegularFile(file, { limit: MAX_PLAN_BYTES });
  return content.kind === 'text' && content.text.startsWith(PLAN_MARK);
}

/** Maximum size of a file that is recognised as a plan. */
const MAX_PLAN_BYTES = 16 * MEGABYTE;

/**
 * Returns the file of each plan.
 *
 * @throws ConfigError if a file exists that is not a plan.
 */
export function planFiles(plans: readonly Plan[], { folder }: PlanFolder): ReadonlyMap<Plan, string> {
  const files = new Map(plans.map((plan) => [plan, join(folder, fileOf(plan))]));
  for (const file of files.values())
    if (lstatSync(file, { throwIfNoEntry: false }) !== undefined && !isPlan(file))
      throw new ConfigError(
        `'${file}' exists and is not a plan; nothing was written. Name another folder: --plan=FOLDER.`,
      );
  return files;
}

/** Writes plans, each completely or not at all. @throws ConfigError if one cannot be written. */
export function writePlans(files: ReadonlyMap<Plan, string>, { folder, within }: PlanFolder): void {
  if (files.size === 0) return;
  try {
    mkdirSync(folder, { recursive: true });
  } catch (error) {
    throw new ConfigError(
      `cannot make the folder '${folder}': ${error instanceof Error ? error.message : String(error)}.`,
    );
  }
  for (const [{ text }, file] of files) writeOutput(file, plainText(text), { outputName: 'the plan', within });
}

/** Returns the file name of a plan, which is unique: an id has at most one slash and no underscore. */
function fileOf({ id }: Plan): string {
  return `${id.replaceAll(/[^a-z0-9.-]/g, '_')}.md`;
}

/** Describes the written plans, and plans of earlier runs in the folder, each in a line. */
export function describePlans(
  files: ReadonlyMap<Plan, string>,
  { folder }: PlanFolder,
  cwd: string,
): readonly string[] {
  const writtenFiles = new Set(files.values());
  const names = lstatSync(folder, { throwIfNoEntry: false }) === undefined ? [] : readdirSync(folder);
  const earlierPlans = names
    .map((name) => join(folder, name))
    .filter((file) => !writtenFiles.has(file) && isPlan(file));
  const displayPath = (file: string): string => escapeText(relative(cwd, file));
  return [
    ...[...files].map(([plan, file]) => `${displayPath(file)}: ${escapeText(plan.feature)}; ${describeCounts(plan)}.`),
    ...earlierPlans.map(
      (file) => `${displayPath(file)} is of an earlier run: nothing is left to do for it. Delete it.`,
    ),
  ];
}

/** Counts the edits and calls of a plan, such as `1 exact edit, 2 calls by hand, 1 not known`. */
function describeCounts({ editedCount, manualCount, unresolvedCount }: Plan): string {
  return [
    ...(editedCount === 0 ? [] : [count(editedCount, 'exact edit')]),
    ...(manualCount === 0 ? [] : [`${count(manualCount, 'call')} by hand`]),
    ...(unresolvedCount === 0 ? [] : [`${unresolvedCount} not known`]),
  ].join(', ');
}
