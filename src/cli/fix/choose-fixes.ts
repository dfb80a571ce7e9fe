import { applyEdits, collide, isSameEdit } from '../../fix/apply-edits.js';
import { addTo } from '../../lib/multimap.js';
import type { Report, ReportEdit, ReportFinding } from '../../report/report.js';
import { isOpen } from '../../report/severity.js';

/** Findings whose edits can be made together, and these edits by file. */
export interface ChosenFixes {
  readonly findings: readonly ReportFinding[];
  readonly edits: ReadonlyMap<string, readonly ReportEdit[]>;
}

/**
 * The fixes to make in one round: fixes of open findings that edit only permitted files, and no text that an accepted
 * finding depends on. Of fixes that overlap the first is made, the others wait for the next round.
 */
export function chooseFixes(findings: readonly ReportFinding[], mayChange: (file: string) => boolean): ChosenFixes {
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
export function editedTexts(
  { edits }: ChosenFixes,
  textOf: (file: string) => string | undefined,
): ReadonlyMap<string, string> {
  return new Map([...edits].map(([file, own]) => [file, applyEdits(textOf(file) ?? '', own)]));
}

/** Files in which a report has more than it should after some findings of an earlier one were fixed. */
export function spoiltFiles(before: Report, after: Report, fixed: readonly ReportFinding[]): ReadonlySet<string> {
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

/** Files that a fix stands in or changes. */
export function filesOf(finding: ReportFinding): readonly string[] {
  return [finding.file, ...editsOf(finding).map(({ file }) => file)];
}

function choiceKey({ rule, deprecation, file }: ReportFinding): string {
  return `${rule} ${deprecation} ${file}`;
}

function editsOf({ suggestion }: ReportFinding): readonly ReportEdit[] {
  return suggestion?.edits ?? [];
}
