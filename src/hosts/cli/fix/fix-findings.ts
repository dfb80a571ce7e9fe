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

/** Largest number of rounds for adjacent edits, of which each round makes one. */
const MAX_ROUNDS = 10;

export interface FixRun {
  readonly settings: ScanSettings;
  readonly baseline: OpenBaseline | undefined;
  readonly io: CliIo;
  readonly onProgress: (progress: ScanProgress) => void;
}

/** Outcome of fixing, before anything is written. */
export interface FixOutcome {
  /** The scan of the fixed texts. */
  readonly scan: OneScan;
  readonly changes: readonly ChangedText[];
  /** Fixes that were made, in lines for people. */
  readonly said: readonly string[];
  /** @throws ConfigError where a file cannot be written. */
  readonly write: () => void;
}

/**
 * Fixes findings in memory: each round is scanned again as if it were written, and kept only where its findings are
 * gone, no others have come, and everything parses as before. Rejected edits are reverted together with the edits that
 * depend on them.
 */
export async function fixFindings(first: OneScan, run: FixRun): Promise<FixOutcome> {
  const files = new FixedFiles(first, run);
  const found = knownMarked(first, run).filter(isOpen).length;
  let scan = first;
  let fixed = 0;
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const chosen = chooseFixes(knownMarked(scan, run), (file) => files.mayChange(file));
    if (chosen.findings.length === 0) break;
    const texts = files.withoutOrphans(editedTexts(chosen, (file) => files.text(file)));
    const trial = await scanWith(files.overlay(texts), run);
    const spoilt =
      trial.result.stopped === undefined
        ? spoiltFiles(scan.result.report, trial.result.report, chosen.findings)
        : new Set(['']);
    if (spoilt.size === 0) {
      files.take(texts);
      scan = trial;
      fixed += chosen.findings.length;
    } else files.giveUp(connected(chosen, spoilt));
    if (trial.result.stopped !== undefined) break;
  }
  const changes = files.changes();
  return {
    scan,
    changes,
    said: [...summary(fixed, found, changes.length, run.settings.flags.fix), ...files.leftAlone()],
    write: () => {
      files.write();
    },
  };
}

/** The findings of a scan, with those of the baseline marked; the baseline is not written here. */
function knownMarked({ result }: OneScan, { baseline, settings }: FixRun): readonly ReportFinding[] {
  const flags = { ...settings.flags, updateBaseline: false, prune: false };
  return applyOpenBaseline(baseline, result, { ...settings, flags }).findings;
}

function scanWith(overlay: TreeOverlay, { settings, io, onProgress }: FixRun): Promise<OneScan> {
  return scanOnce({ ...settings, overlay }, io, onProgress);
}

/**
 * Files of the fixes that share an edited file with one of these files, directly or indirectly; of all fixes where none
 * does.
 */
function connected({ findings }: ChosenFixes, spoilt: ReadonlySet<string>): ReadonlySet<string> {
  let left = findings.map(filesOf);
  const taken = new Set<string>();
  for (let reached: readonly string[] = [...spoilt]; reached.length > 0;) {
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

/** The fixed files, before and after. */
class FixedFiles {
  readonly #first: OneScan;
  readonly #root: string;
  /** The folder outside of which nothing is written. */
  readonly #top: string;
  readonly #env: CliIo['env'];
  readonly #opened = new Map<string, FixableFile>();
  /** Reasons why files are left alone from now on. */
  readonly #left = new Map<string, string>();
  readonly #texts = new Map<string, string>();

  constructor(first: OneScan, { settings, io }: FixRun) {
    this.#first = first;
    this.#root = settings.root;
    this.#top = repositoryOf(io.cwd);
    this.#env = io.env;
  }

  /** Whether it was scanned, and is writable. */
  mayChange(file: string): boolean {
    if (this.#left.has(file)) return false;
    if (this.#opened.has(file)) return true;
    const { read, textOf } = this.#first.result;
    const opened = read.has(file) ? openFixable(this.#path(file), textOf(file), this.#top) : 'it was not scanned';
    if (typeof opened === 'string') this.#left.set(file, opened);
    else this.#opened.set(file, opened);
    return typeof opened !== 'string';
  }

  text(file: string): string | undefined {
    return this.#texts.get(file) ?? this.#opened.get(file)?.text;
  }

  /** The tree with these texts, and with all accepted ones. */
  overlay(texts: ReadonlyMap<string, string>): TreeOverlay {
    const all = [...new Map([...this.#texts, ...texts])];
    return new TreeOverlay(new Map(all.map(([file, text]) => [this.#path(file), Buffer.from(text)])));
  }

  /** Texts without the imports that have become unused. */
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

  giveUp(files: ReadonlySet<string>): void {
    for (const file of files)
      this.#left.set(file, 'the fix would not have removed the finding, or would have added another');
  }

  changes(): readonly ChangedText[] {
    return [...this.#texts].map(([file, after]) => ({ file, before: this.#opened.get(file)?.text ?? '', after }));
  }

  leftAlone(): readonly string[] {
    return [...this.#left].map(([file, why]) => `Not fixed in ${escapeText(file)}: ${why}.`);
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

/** Findings whose edits can be made together, and their edits by file. */
interface ChosenFixes {
  readonly findings: readonly ReportFinding[];
  readonly edits: ReadonlyMap<string, readonly ReportEdit[]>;
}

/**
 * The fixes of one round: those of open findings that edit only permitted files, and no text that an accepted finding
 * depends on. Of overlapping fixes the first is made, the others wait for the next round.
 */
function chooseFixes(findings: readonly ReportFinding[], mayChange: (file: string) => boolean): ChosenFixes {
  const accepted = findings.filter((finding) => !isOpen(finding)).flatMap(editsOf);
  const edits = new Map<string, ReportEdit[]>();
  const chosen = findings.filter((finding) => {
    const own = editsOf(finding);
    if (!isOpen(finding) || own.length === 0 || !filesOf(finding).every(mayChange)) return false;
    if (own.some((edit) => accepted.some((other) => other.file === edit.file && collide(edit, other)))) return false;
    const isMade = (edit: ReportEdit): boolean =>
      edits.get(edit.file)?.some((other) => isSameEdit(edit, other)) === true;
    const fresh = own.filter((edit) => !isMade(edit));
    if (fresh.some((edit) => edits.get(edit.file)?.some((other) => collide(edit, other)) === true)) return false;
    for (const edit of fresh) addTo(edits, edit.file, edit);
    return true;
  });
  return { findings: chosen, edits };
}

/** The texts of the files after the edits. */
function editedTexts(
  { edits }: ChosenFixes,
  textOf: (file: string) => string | undefined,
): ReadonlyMap<string, string> {
  return new Map([...edits].map(([file, own]) => [file, applyEdits(textOf(file) ?? '', own)]));
}

/** Files in which a report has unexpected findings after some findings of an earlier one were fixed. */
function spoiltFiles(before: Report, after: Report, fixed: readonly ReportFinding[]): ReadonlySet<string> {
  const left = new Map<string, number>();
  const count = (key: string, by: number): number => {
    const sum = (left.get(key) ?? 0) + by;
    left.set(key, sum);
    return sum;
  };
  for (const finding of before.findings) count(choiceKey(finding), 1);
  for (const finding of fixed) count(choiceKey(finding), -1);
  for (const { file } of before.unresolved) count(`unresolved ${file}`, 1);
  const spoilt = new Set<string>();
  for (const finding of after.findings) if (count(choiceKey(finding), -1) < 0) spoilt.add(finding.file);
  for (const { file } of after.unresolved) if (count(`unresolved ${file}`, -1) < 0) spoilt.add(file);
  const broken = new Set(before.coverage.syntaxErrors);
  for (const file of after.coverage.syntaxErrors) if (!broken.has(file)) spoilt.add(file);
  return spoilt;
}

/** Files that a fix belongs to or changes. */
function filesOf(finding: ReportFinding): readonly string[] {
  return [finding.file, ...editsOf(finding).map(({ file }) => file)];
}

function choiceKey({ rule, deprecation, file }: ReportFinding): string {
  return `${rule} ${deprecation} ${file}`;
}

function editsOf({ suggestion }: ReportFinding): readonly ReportEdit[] {
  return suggestion?.edits ?? [];
}
