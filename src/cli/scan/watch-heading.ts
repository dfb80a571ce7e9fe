import { escapeText } from '../../lib/escape.js';
import type { ReportFinding } from '../../report/report.js';
import type { CliIo } from '../shared/io.js';

interface Change {
  /** Names of the files that changed; none before the first scan. */
  readonly changed: readonly string[];
  /** Findings of the scan before; undefined where there was none, or it failed. */
  readonly before: readonly ReportFinding[] | undefined;
  readonly now: readonly ReportFinding[];
}

/** Clears screen and scrollback, and puts the cursor at the top. */
const CLEAR = '\u001b[2J\u001b[3J\u001b[H';

const MAX_NAMED = 5;

/** Heading of each report of a watch: time of day, changed files, new and gone findings. */
export function watchHeading(io: Pick<CliIo, 'timeOfDay' | 'outIsTerminal' | 'errIsTerminal'>, change: Change): string {
  const { changed, before, now } = change;
  const clear = io.outIsTerminal && io.errIsTerminal ? CLEAR : '';
  const time = io.timeOfDay === undefined ? '' : `[${io.timeOfDay()}] `;
  if (changed.length === 0) return clear === '' && time === '' ? '' : `${clear}${time}Scanned.\n\n`;
  return `${clear}${time}Changed: ${named(changed)}.${before === undefined ? '' : ` Findings: ${difference(before, now)}.`}\n\n`;
}

function named(files: readonly string[]): string {
  const shown = files.slice(0, MAX_NAMED).map((file) => (file === '' ? 'a file' : escapeText(file)));
  const rest = files.length - shown.length;
  return `${shown.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
}

function difference(before: readonly ReportFinding[], now: readonly ReportFinding[]): string {
  const had = new Set(before.map(({ fingerprint }) => fingerprint));
  const has = new Set(now.map(({ fingerprint }) => fingerprint));
  const came = now.filter(({ fingerprint }) => !had.has(fingerprint)).length;
  const gone = before.filter(({ fingerprint }) => !has.has(fingerprint)).length;
  return came + gone === 0 ? 'the same as before' : `${came} new, ${gone} gone`;
}
