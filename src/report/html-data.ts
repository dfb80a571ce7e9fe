import { escapeText } from '../lib/escape-text.js';
import type { FormatContext } from './format-context.js';
import { frameOf } from './frame.js';
import { requestOf, shownFile, suppressionOf } from './html-groups.js';
import type { PageGroup } from './html-groups.js';
import { ownerNames } from './owners.js';
import type { ReportFinding } from './report.js';
import { shownLinesOf } from './source-lines.js';
import { isOpen } from './severity.js';
import { linesOf, placeOf } from './words.js';

/** Data of the script of the page. Each text is once in `texts`; everywhere else its number is used. */
export interface PageData {
  readonly texts: readonly string[];
  /** In the order of the rows of the page. */
  readonly findings: readonly PageFinding[];
}

/** Data of a finding beside its row. Every text is safe to show, and a number of `texts`. */
type PageFinding = readonly [
  state: number,
  deprecation: number,
  confidence: number,
  language: number,
  /** Of the package; empty where there are none. */
  name: number,
  owners: readonly number[],
  file: number,
  /** `src/a.ts:3:33` */
  place: number,
  /** Further words to search. */
  words: readonly number[],
  message: readonly number[],
  client: number,
  /** Why an open finding is open although somebody spoke for it. */
  suppression: number,
  evidence: readonly (readonly [note: number, kind: number, place: number])[],
  frame: readonly (readonly [number: number, text: number, start: number, end: number])[],
];

/** The findings of all groups for the script, in the order of the page. */
export function pageData(groups: readonly PageGroup[], { textOf, prefix, packageOf }: FormatContext): PageData {
  const numbers = new Map<string, number>();
  const of = (text: string): number => {
    const number = numbers.get(text) ?? numbers.size;
    numbers.set(text, number);
    return number;
  };
  const linesOfFile = shownLinesOf(textOf);
  const asData = (finding: ReportFinding, { state }: PageGroup): PageFinding => {
    const { file, range, deprecation, feature, confidence, language, client, url } = finding;
    const frame = frameOf(linesOfFile(file) ?? [], range).lines;
    return [
      of(state),
      of(deprecation),
      of(confidence),
      of(language ?? ''),
      of(escapeText(packageOf?.(file) ?? '')),
      ownerNames(finding).map((owner) => of(escapeText(owner))),
      of(shownFile(file, prefix)),
      of(escapeText(prefix) + placeOf(finding)),
      [of(escapeText(feature)), of(requestOf(finding))],
      linesOf(finding).map(of),
      of(escapeText(`${client} with ${url}`)),
      of(isOpen(finding) ? suppressionOf(finding) : ''),
      finding.evidence.map(
        (step) => [of(escapeText(step.note)), of(step.kind), of(escapeText(prefix) + placeOf(step))] as const,
      ),
      frame.map(({ number, text, mark: [start, end] }) => [number, of(text), start, end] as const),
    ];
  };
  const findings = groups.flatMap((group) => group.findings.map((finding) => asData(finding, group)));
  return { texts: [...numbers.keys()], findings };
}
