import type { IsoDate } from '../model/deprecation.js';
import { didYouMean } from '../lib/did-you-mean.js';
import { isIsoDate } from '../lib/iso-date.js';
import { LineIndex } from '../lib/line-index.js';
import type { ReportFinding, ReportSuppression } from '../report/report.js';
import { findComments } from './comments.js';
import { holdsOn, parseDirective } from './directive.js';
import type { Directive } from './directive.js';

/** A comment that does not do what its writer meant. */
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
  /** Findings of the file, those below the threshold included: a comment for one of them is used. */
  readonly findings: readonly Pick<ReportFinding, 'rule' | 'deprecation' | 'fingerprint' | 'range'>[];
  readonly asOf: IsoDate;
  /** Deprecations and rules that a comment may name. */
  readonly known: ReadonlySet<string>;
}

export interface DirectiveOutcome {
  /** By fingerprint. */
  readonly suppressions: ReadonlyMap<string, ReportSuppression>;
  readonly notes: readonly DirectiveNote[];
}

/** A directive with the lines it covers, both ends included. */
interface Reach {
  readonly directive: Directive;
  readonly line: number;
  readonly from: number;
  readonly to: number;
}

/** Applies the comments of one file to its findings. A finding stands on the line where it starts. */
export function applyDirectives(input: DirectiveInput): DirectiveOutcome {
  const lines = new LineIndex(input.text);
  const notes: DirectiveNote[] = [];
  const note = (kind: DirectiveNote['kind'], line: number, message: string): number =>
    notes.push({ kind, file: input.file, line, message });
  const directives: { directive: Directive; line: number; lastLine: number }[] = [];
  for (const comment of findComments(input.file, input.text)) {
    const directive = parseDirective(comment);
    if (directive === undefined) continue;
    const { start, end } = lines.range(comment.span);
    if (directive === 'malformed')
      note(
        'malformed',
        start.line,
        `This comment is no directive: write '// sunset-lint-disable-next-line id -- reason', or '/* sunset-lint-disable id -- reason */' up to '/* sunset-lint-enable */'.`,
      );
    else directives.push({ directive, line: start.line, lastLine: end.line });
  }
  const suppressions = new Map<string, ReportSuppression>();
  for (const reach of reaches(directives, note)) {
    const { directive } = reach;
    const covered = input.findings.filter(({ range, rule, deprecation }) => {
      const { line } = range.start;
      return line >= reach.from && line <= reach.to && names(directive, rule, deprecation);
    });
    const holds = holdsOn(directive, input.asOf);
    for (const { fingerprint } of covered) {
      if (holds || !suppressions.has(fingerprint)) suppressions.set(fingerprint, suppression(reach, holds));
    }
    if (directive.host === 'sunset-lint') review(reach, covered.length, input, note);
  }
  return { suppressions, notes: notes.sort((a, b) => a.line - b.line) };
}

function* reaches(
  directives: readonly { directive: Directive; line: number; lastLine: number }[],
  note: (kind: DirectiveNote['kind'], line: number, message: string) => void,
): Generator<Reach> {
  const END = Number.MAX_SAFE_INTEGER;
  for (const [index, { directive, line, lastLine }] of directives.entries()) {
    switch (directive.action) {
      case 'disable-line':
        yield { directive, line, from: line, to: lastLine };
        break;
      case 'disable-next-line':
        yield { directive, line, from: lastLine + 1, to: lastLine + 1 };
        break;
      case 'disable-file':
        yield { directive, line, from: 0, to: END };
        break;
      case 'disable':
        yield { directive, line, from: line, to: endOf(directive, directives.slice(index + 1)) ?? END };
        break;
      case 'enable':
        if (
          directive.host === 'sunset-lint' &&
          !directives
            .slice(0, index)
            .some((earlier) => earlier.directive.action === 'disable' && earlier.directive.host === 'sunset-lint')
        ) {
          note('unused', line, "This 'sunset-lint-enable' closes nothing.");
        }
    }
  }
}

/** Where a range ends: at an `enable` of the same host for all, or for every id of the range. */
function endOf(directive: Directive, later: readonly { directive: Directive; line: number }[]): number | undefined {
  const open = new Set(directive.ids);
  for (const { directive: next, line } of later) {
    if (next.action !== 'enable' || next.host !== directive.host) continue;
    if (next.ids.length === 0) return line;
    for (const id of next.ids) open.delete(id);
    if (directive.ids.length > 0 && open.size === 0) return line;
  }
  return undefined;
}

function names(directive: Directive, rule: string, deprecation: string): boolean {
  return (
    directive.ids.length === 0 ||
    directive.ids.includes(rule) ||
    (directive.host === 'sunset-lint' && directive.ids.includes(deprecation))
  );
}

function suppression({ directive, line }: Reach, holds: boolean): ReportSuppression {
  const { reason, until } = directive;
  return {
    kind: 'inSource',
    status: holds ? 'accepted' : 'rejected',
    ...(reason === undefined ? {} : { justification: reason }),
    line,
    ...(until === undefined ? {} : { until }),
  };
}

function review(
  { directive, line }: Reach,
  covered: number,
  input: DirectiveInput,
  note: (kind: DirectiveNote['kind'], line: number, message: string) => void,
): void {
  for (const id of directive.ids) {
    if (!input.known.has(id))
      note('unknown-id', line, `'${id}' is neither a deprecation nor a rule${didYouMean(id, input.known) || '.'}`);
  }
  if (directive.reason === undefined) note('no-reason', line, "This exception gives no reason: write it after '--'.");
  if (!holdsOn(directive, input.asOf)) {
    const until = directive.until ?? '';
    note(
      'expired',
      line,
      isIsoDate(until)
        ? `This exception held until ${until}: it hides nothing any more.`
        : `'${until}' is no date (YYYY-MM-DD): this exception hides nothing.`,
    );
  } else if (covered === 0) note('unused', line, 'No finding needs this exception: remove it.');
}
