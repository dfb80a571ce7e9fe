import type { IsoDate } from '../../model/deprecation.js';
import { escapeMarkdown, markdownMessage } from '../../report/markdown-text.js';
import type { ReportFinding } from '../../report/report.js';
import { isDated, isMistake } from '../../report/severity.js';
import { endCell, formatDistance, placeOf, replacementOf } from '../../report/words.js';

/** Hover text of a finding, in Markdown. */
export function hoverText(finding: ReportFinding, asOf: IsoDate): string {
  const { feature, operation, replacement, confidence, notes, advice, evidence, suppression, vendorUrl } = finding;
  const lines = [
    `**${escapeMarkdown(feature)}** (${markdownMessage(`\`${finding.deprecation}\``)})`,
    markdownMessage(finding.message),
    list([
      ...(operation === null ? [] : [`Operation: ${markdownMessage(`\`${operation.method} ${operation.path}\``)}`]),
      ...(isMistake(finding) ? [] : [`End of life: ${endOf(finding, asOf)}`]),
      ...(replacement === null ? [] : [`Replacement: ${escapeMarkdown(replacementOf(replacement))}`]),
      ...(replacement?.note == null ? [] : [escapeMarkdown(replacement.note)]),
      `Confidence: ${confidence}`,
      ...(suppression?.status === 'accepted'
        ? [`Accepted: ${escapeMarkdown(suppression.justification ?? 'no reason is given')}`]
        : []),
    ]),
    list([...notes, ...advice].map(markdownMessage)),
    evidence.length === 0
      ? ''
      : `Why:\n\n${list(evidence.map((step) => `${markdownMessage(step.note)} (${escapeMarkdown(placeOf(step))})`))}`,
    vendorUrl !== undefined && /^https?:\/\/[^\s<>()]+$/.test(vendorUrl) ? `[What the vendor says](${vendorUrl})` : '',
  ];
  return lines.filter((line) => line !== '').join('\n\n');
}

function endOf(finding: ReportFinding, asOf: IsoDate): string {
  return isDated(finding) ? `${endCell(finding)} (${formatDistance(finding.endOfLife, asOf)})` : endCell(finding);
}

function list(items: readonly string[]): string {
  return items.map((item) => `- ${item}`).join('\n');
}
