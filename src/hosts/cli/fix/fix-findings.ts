import { count } from '../../../core/lib/wording.js';
import { resolve } from 'node:path';
import { escapeText } from '../../../core/lib/escape.js';
import type { ReportFinding, Report, ReportEdit } from '../../../report/report.js';
import { isOpen } from '../../../report/severity.js';
import type { ScanProgress } from '../../../scan/scan-options.js';
import { withoutOrphans } from '../../../files/import-uses.js';
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

/** Maximum number of rounds; of several overlapping fixes, each round makes one. */
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
  readonly said: readonly string[];
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
 * Fixes findings in memory. The texts of each round are scanned, and kept only if the fixed findings are gone without
 * new findings or syntax errors. Rejected edits are reverted together with the edits that depend on them.
 */
export async function fixFindings(first: OneScan, run: FixRun): Promise<FixOutcome> {
  const files = new FixedFiles(first, run);
  const found = withBaselineMarked(first, run).filter(isOpen).length;
  let scan = first;
  const fixed: FixedFinding[] = [];
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const chosen = chooseFixes(withBaselineMarked(scan, run), (file) => files.mayChange(file));
    if (chosen.findings.length === 0) break;
    const texts = files.withoutOrphans(editedTexts(chosen, (file) => files.text(file)));
    const trial = await scanWith(files.overlay(texts), run);
    const regressed =
      trial.result.stopped === undefined
        ? regressedFiles(scan.result.report, trial.result.report, chosen.findings)
        : new Set(['']);
    if (regressed.size === 0) {
      const before = new Map([...texts.keys()].map((file) => [file, files.text(file) ?? '']));
      fixed.push(...chosen.findings.map((finding) => ({ finding, texts: before })));
      files.take(texts);
      scan = trial;
    } else files.skip(connected(chosen, regressed));
    if (trial.result.stopped !== undefined) break;
  }
  const changes = files.changes();
  return {
    scan,
    changes,
    fixed,
    skipped: files.skipped,
    said: [...summary(fixed.length, found, changes.length, run.settings.flags.fix), ...files.describeSkipped()],
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
 * Returns the files of fixes that share an edited file with one of these files, directly or indirectly; of all fixes if
 * none does.
 */
function connected({ findings }: ChosenFixes, regressed: ReadonlySet<string>): ReadonlySet<string> {
  let left = findings.map(filesOf);
  const taken = new Set<string>();
  for (let reached: readonly string[] = [...regressed]; reached.length > 0;) {
    const found = left.filter((files) => files.some((file) => reached.includes(file)));
    left = left.filter((files) => !found.includes(files));
    reached = found.flat();
    for (const file of reached) taken.add(file);
  }
  return taken.size > 0 ? taken : new Set(left.flat());
}

function summary(fixed: number, found: number, files: number, writes: boolean): readonly string[] {
  if (found === 0) return [];
  const all = count(found, 'finding');
  const [done, none] = writes ? ['Fixed', 'Fixed none'] : ['Would fix', 'Would fix none'];
  if (fixed === 0) return [`${none} of ${all}: none has an exact replacement that can be written.`];
  const end = writes ? '' : ' Nothing was written.';
  return [`${done} ${String(fixed)} of ${all} in ${count(files, 'file')}.${end}`];
}

/** Fixed files, with their texts before and after. */
class FixedFiles {
  readonly #first: OneScan;
  readonly #root: string;
  /** Only folder in which files are written. */
  readonly #top: string;
  readonly #env: CliIo['env'];
  readonly #opened = new Map<string, FixableFile>();
  /** Skipped files, with reasons. */
  readonly #skipped = new Map<string, string>();
  readonly #texts = new Map<string, string>();

  constructor(first: OneScan, { settings, io }: FixRun) {
    this.#first = first;
    this.#root = settings.root;
    this.#top = repositoryOf(io.cwd);
    this.#env = io.env;
  }

  /** Whether a file was scanned, and is writable. */
  mayChange(file: string): boolean {
    if (this.#skipped.has(file)) return false;
    if (this.#opened.has(file)) return true;
    const { read, textOf } = this.#first.result;
    const opened = read.has(file) ? openFixable(this.#path(file), textOf(file), this.#top) : 'it was not scanned';
    if (typeof opened === 'string') this.#skipped.set(file, opened);
    else this.#opened.set(file, opened);
    return typeof opened !== 'string';
  }

  text(file: string): string | undefined {
    return this.#texts.get(file) ?? this.#opened.get(file)?.text;
  }

  /** Returns an overlay with these texts and all accepted ones. */
  overlay(texts: ReadonlyMap<string, string>): TreeOverlay {
    const all = [...new Map([...this.#texts, ...texts])];
    return new TreeOverlay(new Map(all.map(([file, text]) => [this.#path(file), Buffer.from(text)])));
  }

  /** Removes imports that have become unused. */
  withoutOrphans(texts: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
    const { importedText } = this.#first.result;
    return new Map(
      [...texts].map(([file, after]) => {
        const before = this.text(file) ?? '';
        return [
          file,
          withoutOrphans({ file, before, after, importedText: (specifier) => importedText(file, specifier) }),
        ];
      }),
    );
  }

  take(texts: ReadonlyMap<string, string>): void {
    for (const [file, text] of texts) this.#texts.set(file, text);
  }

  skip(files: ReadonlySet<string>): void {
    for (const file of files)
      this.#skipped.set(file, 'the fix would not have removed the finding, or would have added another');
  }

  changes(): readonly ChangedText[] {
    return [...this.#texts].map(([file, after]) => ({ file, before: this.#opened.get(file)?.text ?? '', after }));
  }

  get skipped(): ReadonlyMap<string, string> {
    return this.#skipped;
  }

  describeSkipped(): readonly string[] {
    return [...this.#skipped].map(([file, why]) => `Not fixed in ${escapeText(file)}: ${why}.`);
  }

  write(): void {
    const fixed = [...this.#texts].flatMap(([name, text]) => {
      const file = this.#opened.get(name);
      return file === undefined ? [] : [{ file, text }];
    });
    const note = noteFix(this.#top, this.#env, fixed);
    try {
      writeFixed(fixed, this.#top, note?.temporary);
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
 * Chooses the fixes of one round: those of open findings that edit only permitted files, and no text that an accepted
 * finding depends on. Of overlapping fixes the first is made; the others wait for the next round.
 */
function chooseFixes(findings: readonly ReportFinding[], mayChange: (file: string) => boolean): ChosenFixes {
  const accepted = findings.filter((finding) => !isOpen(finding)).flatMap(editsOf);
  const edits = new Map<string, ReportEdit[]>();
  const chosen = findings.filter((finding) => {
    const own = editsOf(finding);
    if (!isOpen(finding) || own.length === 0 || !filesOf(finding).every(mayChange)) return false;
    if (own.some((edit) => accepted.some((other) => other.file === edit.file && collide(edit, other)))) return false;
    const isChosen = (edit: ReportEdit): boolean =>
      edits.get(edit.file)?.some((other) => isSameEdit(edit, other)) === true;
    const fresh = own.filter((edit) => !isChosen(edit));
    if (fresh.some((edit) => edits.get(edit.file)?.some((other) => collide(edit, other)) === true)) return false;
    for (const edit of fresh) addTo(edits, edit.file, edit);
    return true;
  });
  return { findings: chosen, edits };
}

/** Returns the edited texts by file. */
function editedTexts(
  { edits }: ChosenFixes,
  textOf: (file: string) => string | undefined,
): ReadonlyMap<string, string> {
  return new Map([...edits].map(([file, own]) => [file, applyEdits(textOf(file) ?? '', own)]));
}

/** Finds files with findings, unresolved calls or syntax errors that a round of fixes has introduced. */
function regressedFiles(before: Report, after: Report, fixed: readonly ReportFinding[]): ReadonlySet<string> {
  const left = new Map<string, number>();
  const count = (key: string, by: number): number => {
    const sum = (left.get(key) ?? 0) + by;
    left.set(key, sum);
    return sum;
  };
  for (const finding of before.findings) count(choiceKey(finding), 1);
  for (const finding of fixed) count(choiceKey(finding), -1);
  for (const { file } of before.unresolved) count(`unresolved ${file}`, 1);
  const regressed = new Set<string>();
  for (const finding of after.findings) if (count(choiceKey(finding), -1) < 0) regressed.add(finding.file);
  for (const { file } of after.unresolved) if (count(`unresolved ${file}`, -1) < 0) regressed.add(file);
  const broken = new Set(before.coverage.syntaxErrors);
  for (const file of after.coverage.syntaxErrors) if (!broken.has(file)) regressed.add(file);
  return regressed;
}

/** Lists the file of a finding and the files that its fix edits. */
function filesOf(finding: ReportFinding): readonly string[] {
  return [finding.file, ...editsOf(finding).map(({ file }) => file)];
}

function choiceKey({ rule, deprecation, file }: ReportFinding): string {
  return `${rule} ${deprecation} ${file}`;
}

function editsOf({ suggestion }: ReportFinding): readonly ReportEdit[] {
  return suggestion?.edits ?? [];
}
