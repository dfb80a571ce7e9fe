import { planReports } from '../report/formats.js';
import type { ReportFlags } from '../report/formats.js';
import type { CliIo } from './io.js';
import { writeReports } from './write-reports.js';
import type { Reportable } from './write-reports.js';

/**
 * Writes all reports, and `gate` after the text: the report for people lists what is open, the others
 * have everything. Where standard output belongs to another format, `gate` goes to standard error.
 */
export async function writeAllReports(
  reportable: Reportable,
  flags: ReportFlags,
  io: CliIo,
  gate: string,
): Promise<void> {
  const plan = planReports(flags, io.cwd);
  const { output: _planned, ...rest } = flags;
  const texts = plan.filter(({ format }) => format === 'text');
  const others = plan.filter(({ format }) => format !== 'text');
  const { report } = reportable;
  const findings = report.findings.filter((finding) => finding.suppression?.status !== 'accepted');
  if (texts.length > 0)
    await writeReports({ ...reportable, report: { ...report, findings } }, { ...rest, format: texts }, io);
  if (others.length > 0) await writeReports(reportable, { ...rest, format: others }, io);
  if (flags.quiet) return;
  if (texts.some(({ file }) => file === undefined)) io.out(gate);
  else io.err(gate);
}
