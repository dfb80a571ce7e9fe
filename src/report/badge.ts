import type { FormatContext } from './format-context.js';
import type { Report } from './report.js';
import { isDated, openFindings } from './severity.js';
import { countStates } from './words.js';

const LABEL = 'deprecated API calls';

interface Badge {
  readonly message: string;
  /** Hexadecimal digits. */
  readonly colour: string;
}

const RED = 'e05d44';
const YELLOW = 'dfb317';
const GREEN = '4c1';
const GREY = '9f9f9f';

/** The report as a badge that needs no service: an SVG file to commit or to publish. */
export function formatBadge(report: Report, { verdict }: Pick<FormatContext, 'verdict'> = {}): string {
  const { message, colour } = badgeOf(report, verdict);
  const [labelWidth, messageWidth] = [widthOf(LABEL), widthOf(message)];
  const textElement = (text: string, x: number, width: number): string =>
    `<text x="${x + width / 2}" y="14" textLength="${width - 10}" lengthAdjust="spacingAndGlyphs">${text}</text>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${labelWidth + messageWidth}" height="20" role="img" aria-label="${LABEL}: ${message}">
  <title>${LABEL}: ${message}</title>
  <clipPath id="r"><rect width="${labelWidth + messageWidth}" height="20" rx="3"/></clipPath>
  <g clip-path="url(#r)"><rect width="${labelWidth}" height="20" fill="#555"/><rect x="${labelWidth}" width="${messageWidth}" height="20" fill="#${colour}"/></g>
  <g fill="#fff" text-anchor="middle" font-family="Verdana,Geneva,DejaVu Sans,sans-serif" font-size="11">${textElement(LABEL, 0, labelWidth)}${textElement(message, labelWidth, messageWidth)}</g>
</svg>
`;
}

/** Message and colour of a badge: numbers and days only, no code. */
function badgeOf(report: Report, verdict: FormatContext['verdict']): Badge {
  if (verdict?.status === 'error') return { message: 'not all was looked at', colour: GREY };
  const open = openFindings(report);
  const { past, before, undated, mistakes, overruled } = countStates(open);
  const [nextEnd] = open
    .flatMap((finding) => (isDated(finding) && finding.lifecycle === 'deprecated' ? [finding.endOfLife] : []))
    .sort();
  const parts = [
    ...(past > 0 ? [`${past} past end of life`] : []),
    ...(nextEnd === undefined ? [] : [`${before} ending, next ${nextEnd}`]),
    ...(undated > 0 ? [`${undated} without a day`] : []),
    ...(mistakes > 0 ? [`${mistakes} mistaken`] : []),
    ...(overruled > 0 ? [`${overruled} cancelled or moved`] : []),
  ];
  if (parts.length > 0) return { message: parts.join(', '), colour: past + mistakes > 0 ? RED : YELLOW };
  const acceptedCount = report.findings.length;
  return acceptedCount > 0
    ? { message: `${acceptedCount} accepted`, colour: YELLOW }
    : { message: 'none', colour: GREEN };
}

/** Width of a text at 11 px in pixels, with a margin on both sides; `textLength` enforces it in any font. */
function widthOf(text: string): number {
  return Math.round(text.length * 6.3) + 10;
}
