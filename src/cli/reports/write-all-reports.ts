import { planReports } from '../../report/formats.js';
import type { ReportFlags } from '../../report/formats.js';
import { limitLines } from '../../report/limit-lines.js';
import { escapeText } from '../../lib/escape-text.js';
import type { CliIo } from '../shared/io.js';
import { writeReports } from './write-reports.js';
import type { Reportable } from './write-reports.js';

export interface GateWords {
  /** The last lines of a run. */
  readonly text: string;
  /** Sentences that are printed even with --quiet. */
  readonly quiet?: readonly string[];
}

/**
 * Writes all reports, and `gate` after the text: the report for people lists what is open, the others
 * have everything. Where standard output belongs to another format, `gate` goes to standard error, after what may have
 * been missed.
 */
export async function writeAllReports(
  reportable: Reportable,
  flags: ReportFlags,
  io: CliIo,
  { text: gate, quiet = [] }: GateWords,
): Promise<void> {
  const plan = planReports(flags, io.cwd);
  const { output: _planned, ...rest } = flags;
  const texts = plan.filter(({ format }) => format === 'text');
  const others = plan.filter(({ format }) => format !== 'text');
  const { report } = reportable;
  if (texts.length > 0) await writeReports(reportable, { ...rest, format: texts }, io);
  if (others.length > 0) await writeReports(reportable, { ...rest, format: others }, io);
  const lines = (sentences: readonly string[]): string => sentences.map((line) => `${escapeText(line)}\n`).join('');
  if (flags.quiet) io.err(lines(quiet));
  else if (texts.some(({ file }) => file === undefined)) io.out(gate);
  else io.err(lines(limitLines(report.coverage.limits, flags)) + gate);
}
