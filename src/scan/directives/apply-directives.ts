import type { IsoDate } from '../../core/model/deprecation.js';
import { didYouMean } from '../../core/lib/wording.js';
import { isIsoDate } from '../../core/lib/iso-date.js';
import { LineIndex } from '../../core/lib/line-index.js';
import type { Comment } from '../../core/model/language.js';
import type { ReportFinding, ReportSuppression } from '../../report/report.js';
import { cutWord, holdsOn, parseDirective, unknownIds } from './directive.js';
import { Cover, FindingLines, reachesOf } from './reach.js';
import type { PlacedDirective, Reach } from './reach.js';

/** Note on a comment without its intended effect. */
export interface DirectiveNote {
  readonly kind: 'unused' | 'no-reason' | 'expired' | 'malformed' | 'unknown-id' | 'unclosed';
  readonly file: string;
  readonly line: number;
  /** One sentence. */
  readonly message: string;
}

export interface DirectiveInput {
  readonly file: string;
  readonly text: string;
  /** All comments of the file, in order. */
  readonly comments: readonly Comment[];
  /** Findings of the file, those below the threshold included: a comment for one of them is used. */
  readonly findings: readonly Pick<ReportFinding, 'rule' | 'deprecation' | 'fingerprint' | 'range'>[];
  readonly asOf: IsoDate;
  /** Deprecations and rules that a comment may name. */
  readonly known: ReadonlySet<string>;
}

export interface DirectiveOutcome {
  /** Suppressions by fingerprint. */
  readonly suppressions: ReadonlyMap<string, ReportSuppression>;
  readonly notes: readonly DirectiveNote[];
}

type Note = (kind: DirectiveNote['kind'], line: number, message: string) => void;

/** Applies the comments of one file to its findings. A finding belongs to the line where it starts. */
export function applyDirectives(input: DirectiveInput): DirectiveOutcome {
  const notes: DirectiveNote[] = [];
  const note: Note = (kind, line, message) => notes.push({ kind, file: input.file, line, message });
  const directives = placedDirectives(input, note);
  const reaches = reachesOf(directives);
  const active = new Cover(reaches.filter(({ directive }) => holdsOn(directive, input.asOf)));
  const expired = new Cover(reaches.filter(({ directive }) => !holdsOn(directive, input.asOf)));
  const suppressions = new Map<string, ReportSuppression>();
  for (const finding of input.findings) {
    const { line } = finding.range.start;
    const activeReach = active.of(finding, line);
    const reach = activeReach ?? expired.of(finding, line);
    if (reach !== undefined) suppressions.set(finding.fingerprint, suppression(reach, activeReach !== undefined));
  }
  const lines = new FindingLines(
    input.findings.map(({ rule, deprecation, range }) => ({ rule, deprecation, line: range.start.line })),
  );
  for (const reach of reaches)
    if (reach.directive.host === 'sunset-lint') noteProblems(reach, lines.some(reach), input, note);
  return { suppressions, notes: notes.sort((a, b) => a.line - b.line) };
}

function placedDirectives({ text, comments }: DirectiveInput, note: Note): readonly PlacedDirective[] {
  const lines = new LineIndex(text);
  const directives: PlacedDirective[] = [];
  let opened = false;
  for (const comment of comments) {
    const directive = parseDirective(comment);
    if (directive === undefined) continue;
    const { start, end } = lines.range(comment.span);
    if (directive === 'malformed') {
      note(
        'malformed',
        start.line,
        `This comment is not a valid directive: write '// sunset-lint-disable-next-line id -- reason', or '/* sunset-lint-disable id -- reason */' up to '/* sunset-lint-enable */'.`,
      );
      continue;
    }
    directives.push({ directive, line: start.line, lastLine: end.line });
    if (directive.host !== 'sunset-lint') continue;
    if (directive.action === 'disable') opened = true;
    else if (directive.action === 'enable' && !opened)
      note('unused', start.line, "This 'sunset-lint-enable' has no matching 'sunset-lint-disable'.");
  }
  return directives;
}

function suppression({ directive, line }: Reach, isActive: boolean): ReportSuppression {
  const { reason, until } = directive;
  return {
    kind: 'inSource',
    status: isActive ? 'accepted' : 'rejected',
    ...(reason === undefined ? {} : { justification: reason }),
    line,
    ...(until === undefined ? {} : { until }),
  };
}

function noteProblems({ directive, line }: Reach, isUsed: boolean, input: DirectiveInput, note: Note): void {
  const { first, more } = unknownIds(directive.ids, input.known);
  for (const id of first)
    note(
      'unknown-id',
      line,
      `'${cutWord(id)}' is neither a deprecation nor a rule${didYouMean(id, input.known) || '.'}`,
    );
  if (more > 0) note('unknown-id', line, `${more} more of its ids are neither deprecations nor rules.`);
  if (directive.reason === undefined) note('no-reason', line, "This exception gives no reason: write it after '--'.");
  if (!holdsOn(directive, input.asOf)) {
    const until = directive.until ?? '';
    note(
      'expired',
      line,
      isIsoDate(until)
        ? `This exception expired on ${until} and has no effect.`
        : `'${cutWord(until)}' is not a date (YYYY-MM-DD): this exception has no effect.`,
    );
  } else if (!isUsed) note('unused', line, 'No finding needs this exception: remove it.');
}
