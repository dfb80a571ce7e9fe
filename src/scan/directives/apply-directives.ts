import type { IsoDate } from '../../core/model/deprecation.js';
import { didYouMean } from '../../core/lib/wording.js';
import { isIsoDate } from '../../core/lib/iso-date.js';
import { LineIndex } from '../../core/lib/line-index.js';
import type { Comment } from '../../core/model/language.js';
import type { ReportFinding, ReportSuppression } from '../../report/report.js';
import { cutWord, isValidOn, parseDirective, unknownIds } from './directive.js';
import { RangeIndex, FindingLines, rangesOf } from './directive-ranges.js';
import type { PlacedDirective, DirectiveRange } from './directive-ranges.js';

/** Note on a directive without its intended effect. */
export interface DirectiveNote {
  readonly kind: 'unused' | 'no-reason' | 'expired' | 'malformed' | 'unknown-id' | 'unclosed';
  readonly file: string;
  readonly line: number;
  readonly message: string;
}

export interface DirectiveInput {
  readonly file: string;
  readonly text: string;
  /** All comments of the file, in order. */
  readonly comments: readonly Comment[];
  /** Findings of the file; those below the threshold as well, because a directive for them is used. */
  readonly findings: readonly Pick<ReportFinding, 'rule' | 'deprecation' | 'fingerprint' | 'range'>[];
  readonly asOf: IsoDate;
  /** Deprecations and rules that a comment may name. */
  readonly knownIds: ReadonlySet<string>;
}

export interface DirectiveOutcome {
  /** Suppressions by fingerprint. */
  readonly suppressions: ReadonlyMap<string, ReportSuppression>;
  readonly notes: readonly DirectiveNote[];
}

type AddNote = (kind: DirectiveNote['kind'], line: number, message: string) => void;

/** Applies the directives of one file to its findings. A finding belongs to the line where it starts. */
export function applyDirectives(input: DirectiveInput): DirectiveOutcome {
  const notes: DirectiveNote[] = [];
  const addNote: AddNote = (kind, line, message) => notes.push({ kind, file: input.file, line, message });
  const directives = placedDirectives(input, addNote);
  const directiveRanges = rangesOf(directives);
  const activeCover = new RangeIndex(directiveRanges.filter(({ directive }) => isValidOn(directive, input.asOf)));
  const expiredCover = new RangeIndex(directiveRanges.filter(({ directive }) => !isValidOn(directive, input.asOf)));
  const suppressions = new Map<string, ReportSuppression>();
  for (const finding of input.findings) {
    const { line } = finding.range.start;
    const activeRange = activeCover.of(finding, line);
    const range = activeRange ?? expiredCover.of(finding, line);
    if (range !== undefined) suppressions.set(finding.fingerprint, suppressionOf(range, activeRange !== undefined));
  }
  const findingLines = new FindingLines(
    input.findings.map(({ rule, deprecation, range }) => ({ rule, deprecation, line: range.start.line })),
  );
  for (const directiveRange of directiveRanges)
    if (directiveRange.directive.host === 'sunset-lint')
      noteProblems(directiveRange, findingLines.some(directiveRange), input, addNote);
  return { suppressions, notes: notes.sort((a, b) => a.line - b.line) };
}

function placedDirectives({ text, comments }: DirectiveInput, addNote: AddNote): readonly PlacedDirective[] {
  const lines = new LineIndex(text);
  const directives: PlacedDirective[] = [];
  let hasDisable = false;
  for (const comment of comments) {
    const directive = parseDirective(comment);
    if (directive === undefined) continue;
    const { start, end } = lines.range(comment.span);
    if (directive === 'malformed') {
      addNote(
        'malformed',
        start.line,
        `This comment is not a valid directive: write '// sunset-lint-disable-next-line id -- reason', or '/* sunset-lint-disable id -- reason */' up to '/* sunset-lint-enable */'.`,
      );
      continue;
    }
    directives.push({ directive, line: start.line, lastLine: end.line });
    if (directive.host !== 'sunset-lint') continue;
    if (directive.action === 'disable') hasDisable = true;
    else if (directive.action === 'enable' && !hasDisable)
      addNote('unused', start.line, "This 'sunset-lint-enable' has no matching 'sunset-lint-disable'.");
  }
  return directives;
}

function suppressionOf({ directive, line }: DirectiveRange, isActive: boolean): ReportSuppression {
  const { reason, until } = directive;
  return {
    kind: 'inSource',
    status: isActive ? 'accepted' : 'rejected',
    ...(reason === undefined ? {} : { justification: reason }),
    line,
    ...(until === undefined ? {} : { until }),
  };
}

function noteProblems(
  { directive, line }: DirectiveRange,
  isUsed: boolean,
  input: DirectiveInput,
  addNote: AddNote,
): void {
  const { first, more } = unknownIds(directive.ids, input.knownIds);
  for (const id of first)
    addNote(
      'unknown-id',
      line,
      `'${cutWord(id)}' is neither a deprecation nor a rule${didYouMean(id, input.knownIds) || '.'}`,
    );
  if (more > 0) addNote('unknown-id', line, `${more} more of its ids are neither deprecations nor rules.`);
  if (directive.reason === undefined)
    addNote('no-reason', line, "This exception gives no reason: write it after '--'.");
  if (!isValidOn(directive, input.asOf)) {
    const until = directive.until ?? '';
    addNote(
      'expired',
      line,
      isIsoDate(until)
        ? `This exception expired on ${until} and has no effect.`
        : `'${cutWord(until)}' is not a date (YYYY-MM-DD): this exception has no effect.`,
    );
  } else if (!isUsed) addNote('unused', line, 'No finding needs this exception: remove it.');
}
