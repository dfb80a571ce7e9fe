import { Option } from 'commander';
import type { Command } from 'commander';
import { expectDefined } from '../../../core/lib/collections.js';
import { asJson, plainText } from '../../../core/lib/safe-output.js';
import type { SafeOutput } from '../../../core/lib/safe-output.js';
import { maskExternalTextsOfReport } from '../../../report/mask-report.js';
import type { Report } from '../../../report/report.js';
import type { Trend } from '../../../report/trend.js';
import { trendOf } from '../../../report/trend.js';
import { readReport } from '../reports/read-report.js';
import type { CommandRun } from '../shared/io.js';
import { outputOrPrint } from '../shared/write-output.js';

const HELP = `
The day of a report is that of its --as-of, or of its scan. Of several reports of a day the last one counts.
A call that a baseline or a comment accepts is not open.

Examples:
  sunset-lint scan --fail-on never --quiet --format json=reports/2026-11-25.json
  sunset-lint trend reports/*.json
  sunset-lint trend reports/*.json --format svg --output trend.svg
  sunset-lint trend reports/*.json --format html --output sunset.html    the last report as a page, with the trend

Exit codes: 0 the trend was written, 2 a report cannot be read.`;

type TrendFormat = (trend: Trend, reports: readonly Report[]) => SafeOutput | Promise<SafeOutput>;

const FORMATS: Readonly<Record<string, TrendFormat>> = {
  text: async (trend) => plainText((await import('../../../report/trend-formats.js')).trendText(trend)),
  markdown: async (trend) => plainText((await import('../../../report/trend-formats.js')).trendMarkdown(trend)),
  svg: async (trend) => plainText((await import('../../../report/trend-formats.js')).trendSvg(trend)),
  html: async (trend, reports) => {
    const { formatHtml } = await import('../../../report/html.js');
    const lastReport = expectDefined(
      reports.findLast(({ asOf }) => asOf === trend.days.at(-1)),
      'a report of the last day',
    );
    return plainText(
      formatHtml(maskExternalTextsOfReport(lastReport), {
        textOf: () => undefined,
        prefix: '',
        suppressed: 'marked',
        trend,
      }),
    );
  },
  json: (trend) => asJson(trend),
};

/** Declares `trend`: shows open calls over time, from reports of several days. */
export function declareTrend(command: Command, { io }: CommandRun): Command {
  return command
    .description('Show how the number of open calls of each deprecation changed, from stored JSON reports.')
    .argument('<reports...>', "reports that 'scan --format json=FILE' wrote")
    .addOption(new Option('-f, --format <name>', 'form of the trend').choices(Object.keys(FORMATS)).default('text'))
    .option('-o, --output <file>', 'file to write it to (default: standard output)')
    .addHelpText('after', HELP)
    .action(async (names: string[], { format, output }: { readonly format: string; readonly output?: string }) => {
      const reports = names.map((name) => readReport(name, io).report);
      const text = await FORMATS[format]?.(trendOf(reports), reports);
      if (text !== undefined) outputOrPrint(text, output, 'the trend', io);
    });
}
