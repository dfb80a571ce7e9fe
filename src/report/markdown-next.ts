import { count } from '../lib/wording.js';
import type { Verdict } from './format-context.js';
import { codeSpan, escapeMarkdown } from './markdown-text.js';
import { verdictWords } from './verdict-words.js';
import type { Report, ReportFinding } from './report.js';
import { bySeverity, canFail, isDated, openFindings } from './severity.js';

/** The verdict in Markdown with a trailing space, where one was given. */
export function verdictOf(verdict: Verdict | undefined, coverage: Report['coverage']): string {
  return verdict === undefined ? '' : `${escapeMarkdown(verdictWords(verdict, coverage))} `;
}

/** Next steps of the reader, a line each; none where there is nothing to do. */
export function nextSteps(report: Report, verdict: Verdict | undefined): readonly string[] {
  const open = bySeverity(openFindings(report));
  const first = open.find(canFail) ?? open[0];
  return [
    ...(verdict?.status === 'error'
      ? ['- The end of the log says what could not be looked at, and why. Until then nobody knows what is there.']
      : []),
    ...(first === undefined ? [] : verdict?.status === 'passed' ? laterSteps(open) : steps(first)),
  ];
}

function steps({ deprecation }: ReportFinding): readonly string[] {
  return [
    `- ${codeSpan(`npx sunset-lint explain ${deprecation}`)} tells what to write instead; so it does for the other names in the table.`,
    `- A call that has to stay gets a comment above it: ${codeSpan(`sunset-lint-disable-next-line ${deprecation} -- why`)}.`,
    `- ${codeSpan("npx sunset-lint scan --update-baseline --reason 'why'")} accepts all that is there today; commit the file that it writes, and only new calls fail.`,
  ];
}

function laterSteps(open: readonly ReportFinding[]): readonly string[] {
  const days = open.flatMap((finding) =>
    isDated(finding) && finding.lifecycle === 'deprecated' ? [finding.endOfLife] : [],
  );
  const [day] = days.sort();
  if (day === undefined) return [];
  const due = days.filter((other) => other === day).length;
  return [`- Nothing fails today. ${escapeMarkdown(`${count(due, 'call')} will have to be replaced by ${day}.`)}`];
}
