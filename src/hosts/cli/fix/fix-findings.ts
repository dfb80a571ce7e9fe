import { count } from '../../../core/lib/wording.js';
import { resolve } from 'node:path';
import { escapeText } from '../../../core/lib/escape.js';
import type { ReportFinding, Report, ReportEdit } from '../../../report/report.js';
import { isOpen } from '../../../report/severity.js';
import type { ScanProgress } from '../../../scan/scan-options.js';
import { withoutUnusedImports } from '../../../files/import-uses.js';
import { TreeOverlay } from '../../../files/tree-overlay.js';
import { applyOpenBaseline } from '../scanning/baseline-step.js';
import type { ChangedText } from './fix-diff.js';
import { openFixable, writeFixed } from './fixable-file.js';
import type { FixableFile } from './fixable-file.js';
import { noteFix } from './interrupted-fixes.js';
import type { CliIo } from '../shared/io.js';
import { scanOnce } from '../scanning/scan-settings.js';
import type { OneScan } from '../scanning/scan-settings.js';
import type { ScanSettings } from '../settings/settings.js';
import { repositoryOf } from '../shared/repository.js';
import type { OpenBaseline } from '../scanning/baseline-step.js';
import { applyEdits, collide, isSameEdit } from '../../../core/lib/apply-edits.js';
import { addTo } from '../../../core/lib/collections.js';

/** Maximum number of rounds; each round applies one of several overlapping fixes. */
const MAX_ROUNDS = 10;

export interface FixRun {
  readonly settings: ScanSettings;
  readonly baseline: OpenBaseline | undefined;
  readonly io: CliIo;
  readonly onProgress: (progress: ScanProgress) => void;
}

/** Outcome of fixing, before anything is written. */
export interface FixOutcome {
  /** Scan of the fixed texts. */
  readonly scan: OneScan;
  readonly changes: readonly ChangedText[];
  /** Sentences about fixed and skipped findings. */
  readonly messages: readonly string[];
  readonly fixed: readonly FixedFinding[];
  /** Files that were not changed, with reasons. */
  readonly skipped: ReadonlyMap<string, string>;
  /** Writes the files. @throws ConfigError if one cannot be written. */
  readonly write: () => void;
}

/** A fixed finding, and the texts that its edits are relative to. */
export interface FixedFinding {
  readonly finding: ReportFinding;
  readonly texts: ReadonlyMap<string, string>;
}

/**
 * Fixes findings in memory. Scans the texts of each round, and accepts them only if the fixed findings are gone without
 * new findings or syntax errors. Otherwise skips the files of the failed fixes and of fixes that share files with them.
 */
export async function fixFindings(firstScan: OneScan, run: FixRun): Promise<FixOutcome> {
  const files = new FixedFiles(firstScan, run);
  const openCount = withBaselineMarked(firstScan, run).filter(isOpen).length;
  let scan = firstScan;
  const fixedFindings: FixedFinding[] = [];
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const chosenFixes = chooseFixes(withBaselineMarked(scan, run), (file) => files.mayChange(file));
    if (chosenFixes.findings.length === 0) break;
    const texts = files.withoutUnusedImports(editedTexts(chosenFixes, (file) => files.currentText(file)));
    const trialScan = await scanWith(files.overlayWith(texts), run);
    const regressed =
      trialScan.result.stopped === undefined
        ? regressedFiles(scan.result.report, trialScan.result.report, chosenFixes.findings)
        : new Set(['']);
    if (regressed.size === 0) {
      const textsBefore = new Map([...texts.keys()].map((file) => [file, files.currentText(file) ?? '']));
      fixedFindings.push(...chosenFixes.findings.map((finding) => ({ finding, texts: textsBefore })));
      files.acceptTexts(texts);
      scan = trialScan;
    } else files.skipFiles(filesOfConnectedFixes(chosenFixes, regressed));
    if (trialScan.result.stopped !== undefined) break;
  }
  const changes = files.changes();
  return {
    scan,
    changes,
    fixed: fixedFindings,
    skipped: files.skipped,
    messages: [
      ...summarise(
        { fixedCount: fixedFindings.length, openCount, fileCount: changes.length, skippedCount: files.skipped.size },
        run.settings.flags.fix,
      ),
      ...files.describeSkipped(),
    ],
    write: () => {
      files.write();
    },
  };
}

/** Marks findings of the baseline, without writing it. */
export function withBaselineMarked({ result }: OneScan, { baseline, settings }: FixRun): readonly ReportFinding[] {
  const flags = { ...settings.flags, updateBaseline: false, prune: false };
  return applyOpenBaseline(baseline, result, { ...settings, flags }).findings;
}

function scanWith(overlay: TreeOverlay, { settings, io, onProgress }: FixRun): Promise<OneScan> {
  return scanOnce({ ...settings, overlay }, io, onProgress);
}

/**
 * Returns the files of all fixes that are connected with the regressed files, directly or through files that fixes
 * share; the files of all fixes if none is connected.
 */
function filesOfConnectedFixes({ findings }: ChosenFixes, regressed: ReadonlySet<string>): ReadonlySet<string> {
  let remaining = findings.map(filesOf);
  const connectedFiles = new Set<string>();
  for (let frontier: readonly string[] = [...regressed]; frontier.length > 0;) {
    const newlyConnected = remaining.filter((files) => files.some((file) => frontier.includes(file)));
    remaining = remaining.filter((files) => !newlyConnected.includes(files));
    frontier = newlyConnected.flat();
    for (const file of frontier) connectedFiles.add(file);
  }
  return connectedFiles.size > 0 ? connectedFiles : new Set(remaining.flat());
}

function summarise(
  { fixedCount, openCount, fileCount, skippedCount }: Readonly<Record<FixCount, number>>,
  areWritten: boolean,
): readonly string[] {
  if (openCount === 0) return [];
  const findingsWords = count(openCount, 'finding');
  const [fixedVerb, noneFixedVerb] = areWritten ? ['Fixed', 'Fixed none'] : ['Would fix', 'Would fix none'];
  // Each skipped file has a sentence of its own, with the reason.
  if (fixedCount === 0)
    return [
      `${noneFixedVerb} of ${findingsWords}${skippedCount > 0 ? '' : ': none has an exact replacement that can be written'}.`,
    ];
  const ending = areWritten ? '' : ' Nothing was written.';
  return [`${fixedVerb} ${String(fixedCount)} of ${findingsWords} in ${count(fileCount, 'file')}.${ending}`];
}

type FixCount = 'fixedCount' | 'openCount' | 'fileCount' | 'skippedCount';

/** Fixed files, with their texts before and after. */
class FixedFiles {
  readonly #firstScan: OneScan;
  readonly #root: string;
  /** Top folder of the repository; no file outside of it is written. */
  readonly #topFolder: string;
  readonly #env: CliIo['env'];
  readonly #openedFiles = new Map<string, FixableFile>();
  /** Skipped files, with reasons. */
  readonly #skipReasons = new Map<string, string>();
  readonly #acceptedTexts = new Map<string, string>();

  constructor(firstScan: OneScan, { settings, io }: FixRun) {
    this.#firstScan = firstScan;
    this.#root = settings.root;
    this.#topFolder = repositoryOf(io.cwd);
    this.#env = io.env;
  }

  /** Whether a file was scanned and is writable. */
  mayChange(file: string): boolean {
    if (this.#skipReasons.has(file)) return false;
    if (this.#openedFiles.has(file)) return true;
    const { read, textOf } = this.#firstScan.result;
    const opened = read.has(file) ? openFixable(this.#path(file), textOf(file), this.#topFolder) : 'it was not scanned';
    if (typeof opened === 'string') this.#skipReasons.set(file, opened);
    else this.#openedFiles.set(file, opened);
    return typeof opened !== 'string';
  }

  currentText(file: string): string | undefined {
    return this.#acceptedTexts.get(file) ?? this.#openedFiles.get(file)?.text;
  }

  /** Returns an overlay with new texts and all accepted texts. */
  overlayWith(texts: ReadonlyMap<string, string>): TreeOverlay {
    const allTexts = [...new Map([...this.#acceptedTexts, ...texts])];
    return new TreeOverlay(new Map(allTexts.map(([file, text]) => [this.#path(file), Buffer.from(text)])));
  }

  /** Removes imports that have become unused. */
  withoutUnusedImports(texts: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
    const { importedText } = this.#firstScan.result;
    return new Map(
      [...texts].map(([file, after]) => {
        const before = this.currentText(file) ?? '';
        return [
          file,
          withoutUnusedImports({ file, before, after, importedText: (specifier) => importedText(file, specifier) }),
        ];
      }),
    );
  }

  acceptTexts(texts: ReadonlyMap<string, string>): void {
    for (const [file, text] of texts) this.#acceptedTexts.set(file, text);
  }

  skipFiles(files: ReadonlySet<string>): void {
    for (const file of files)
      this.#skipReasons.set(file, 'the fix would not have removed the finding, or would have added another');
  }

  changes(): readonly ChangedText[] {
    return [...this.#acceptedTexts].map(([file, after]) => ({
      file,
      before: this.#openedFiles.get(file)?.text ?? '',
      after,
    }));
  }

  get skipped(): ReadonlyMap<string, string> {
    return this.#skipReasons;
  }

  describeSkipped(): readonly string[] {
    return [...this.#skipReasons].map(([file, why]) => `Not fixed in ${escapeText(file)}: ${why}.`);
  }

  write(): void {
    const fixedFiles = [...this.#acceptedTexts].flatMap(([name, text]) => {
      const file = this.#openedFiles.get(name);
      return file === undefined ? [] : [{ file, text }];
    });
    const note = noteFix(this.#topFolder, this.#env, fixedFiles);
    try {
      writeFixed(fixedFiles, this.#topFolder, note?.temporary);
    } finally {
      note?.remove();
    }
  }

  #path(file: string): string {
    return resolve(this.#root, file);
  }
}

/** Findings that are fixed together, with their edits by file. */
interface ChosenFixes {
  readonly findings: readonly ReportFinding[];
  readonly edits: ReadonlyMap<string, readonly ReportEdit[]>;
}

/**
 * Chooses the fixes of one round: those of open findings that edit only permitted files, and do not collide with a fix
 * of an accepted finding. The first of several overlapping fixes is applied; the others wait for the next round.
 */
function chooseFixes(findings: readonly ReportFinding[], mayChange: (file: string) => boolean): ChosenFixes {
  const acceptedEdits = findings.filter((finding) => !isOpen(finding)).flatMap(editsOf);
  const edits = new Map<string, ReportEdit[]>();
  const chosenFindings = findings.filter((finding) => {
    const fixEdits = editsOf(finding);
    if (!isOpen(finding) || fixEdits.length === 0 || !filesOf(finding).every(mayChange)) return false;
    if (fixEdits.some((edit) => acceptedEdits.some((other) => other.file === edit.file && collide(edit, other))))
      return false;
    const isChosen = (edit: ReportEdit): boolean =>
      edits.get(edit.file)?.some((other) => isSameEdit(edit, other)) === true;
    const newEdits = fixEdits.filter((edit) => !isChosen(edit));
    if (newEdits.some((edit) => edits.get(edit.file)?.some((other) => collide(edit, other)) === true)) return false;
    for (const edit of newEdits) addTo(edits, edit.file, edit);
    return true;
  });
  return { findings: chosenFindings, edits };
}

/** Returns the edited texts by file. */
function editedTexts(
  { edits }: ChosenFixes,
  textOf: (file: string) => string | undefined,
): ReadonlyMap<string, string> {
  return new Map([...edits].map(([file, fileEdits]) => [file, applyEdits(textOf(file) ?? '', fileEdits)]));
}

/** Finds files with findings, unresolved calls or syntax errors that a round of fixes has introduced. */
function regressedFiles(before: Report, after: Report, fixedFindings: readonly ReportFinding[]): ReadonlySet<string> {
  const expectedCounts = new Map<string, number>();
  const addToCount = (key: string, difference: number): number => {
    const sum = (expectedCounts.get(key) ?? 0) + difference;
    expectedCounts.set(key, sum);
    return sum;
  };
  for (const finding of before.findings) addToCount(findingKey(finding), 1);
  for (const finding of fixedFindings) addToCount(findingKey(finding), -1);
  for (const { file } of before.unresolved) addToCount(`unresolved ${file}`, 1);
  const regressed = new Set<string>();
  for (const finding of after.findings) if (addToCount(findingKey(finding), -1) < 0) regressed.add(finding.file);
  for (const { file } of after.unresolved) if (addToCount(`unresolved ${file}`, -1) < 0) regressed.add(file);
  const filesWithErrorsBefore = new Set(before.coverage.syntaxErrors);
  for (const file of after.coverage.syntaxErrors) if (!filesWithErrorsBefore.has(file)) regressed.add(file);
  return regressed;
}

/** Lists the file of a finding and the files that its fix edits. */
function filesOf(finding: ReportFinding): readonly string[] {
  return [finding.file, ...editsOf(finding).map(({ file }) => file)];
}

function findingKey({ rule, deprecation, file }: ReportFinding): string {
  return `${rule} ${deprecation} ${file}`;
}

function editsOf({ suggestion }: ReportFinding): readonly ReportEdit[] {
  return suggestion?.edits ?? [];
}
