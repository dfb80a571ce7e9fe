import type { IsoDate } from '../core/model/deprecation.js';
import { groupBy } from '../core/lib/collections.js';
import type { Report } from './report.js';
import { isDated, isMistake, openFindings } from './severity.js';

/** Numbers of open calls of each deprecation over time. */
export interface Trend {
  /** Days of the reports, the earliest first. */
  readonly days: readonly IsoDate[];
  /** The earliest end first; those without a day last. */
  readonly rows: readonly TrendRow[];
  /** Open calls on each day; `past` counts those past their end. */
  readonly open: readonly number[];
  readonly past: readonly number[];
}

export interface TrendRow {
  readonly deprecation: string;
  readonly feature: string;
  /** By the last report; null where no day is announced. */
  readonly endOfLife: IsoDate | null;
  /** Open calls on each day. */
  readonly calls: readonly number[];
}

/** The trend of reports of the same tree, with the last report of each day. Mistakes do not end and are left out. */
export function trendOf(reports: readonly Report[]): Trend {
  const reportByDay = new Map(reports.map((report) => [report.asOf, report]));
  const reportsInOrder = [...reportByDay.values()].sort((a, b) => (a.asOf < b.asOf ? -1 : 1));
  const days = reportsInOrder.map(({ asOf }) => asOf);
  const openByReport = reportsInOrder.map((report) => openFindings(report).filter((finding) => !isMistake(finding)));
  const byDeprecation = openByReport.map((list) => groupBy(list, ({ deprecation }) => deprecation));
  const rows = [...groupBy(openByReport.flat(), ({ deprecation }) => deprecation)].map(
    ([deprecation, findings]): TrendRow => {
      const last = findings.at(-1);
      return {
        deprecation,
        feature: last?.feature ?? deprecation,
        endOfLife: last !== undefined && isDated(last) ? last.endOfLife : null,
        calls: byDeprecation.map((groups) => groups.get(deprecation)?.length ?? 0),
      };
    },
  );
  return {
    days,
    rows: rows.sort((a, b) => (sortKeyOf(a) < sortKeyOf(b) ? -1 : 1)),
    open: openByReport.map((list) => list.length),
    past: openByReport.map((list) => list.filter(({ lifecycle }) => lifecycle === 'sunset').length),
  };
}

function sortKeyOf({ endOfLife, deprecation }: TrendRow): string {
  return `${endOfLife ?? 'a day is not known'} ${deprecation}`;
}

/** The change from the first day to the last, as a sentence. */
export function changeWords({ days, open }: Trend): string {
  const [firstCount, lastCount] = [open[0] ?? 0, open.at(-1) ?? 0];
  if (days.length < 2) return 'One day: name the reports of more days to see a trend.';
  const from = `from ${firstCount} on ${days[0] ?? ''} to ${lastCount} on ${days.at(-1) ?? ''}`;
  return firstCount === lastCount
    ? `Open calls stay at ${lastCount}, ${from}.`
    : `Open calls ${lastCount < firstCount ? 'fell' : 'rose'} ${from}.`;
}
