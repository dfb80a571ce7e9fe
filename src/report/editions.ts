import { daysBetween } from '../engine/judge/describe-end.js';
import { escapeText } from '../core/lib/escape.js';
import type { Report, ReportEdition } from './report.js';

/** Editions in parentheses, ` (edition current of 2026-10-02)`, to append to the catalogue; empty where it has none. */
export function editionsOf(report: Pick<Report, 'catalogue'>): string {
  const words = editionWords(report);
  return words === '' ? '' : ` (${words})`;
}

/** Editions in use, `edition current of 2026-10-02`; empty where no catalogue has one. */
export function editionWords({ catalogue: { editions = [] } }: Pick<Report, 'catalogue'>): string {
  if (editions.length === 0) return '';
  const isPlural = editions.length > 1;
  const named = editions.map(({ id, api, asOf, reviewBy, stale = false }) =>
    [isPlural ? `${api} ` : '', `${id} of ${asOf}`, stale ? ` (stale since ${reviewBy ?? ''})` : ''].join(''),
  );
  const from = [...new Set(editions.flatMap((edition) => edition.package ?? []))];
  return escapeText(
    `edition${isPlural ? 's' : ''} ${named.join(', ')}${from.length === 0 ? '' : `, from ${from.join(' and ')}`}`,
  );
}

/** Remark on the age of the facts of an API. */
export function ageRemark(title: string, { asOf, reviewBy = '' }: Pick<ReportEdition, 'asOf' | 'reviewBy'>): string {
  return `Facts of ${title} were read on ${asOf}; they were due for review on ${reviewBy}.`;
}

/** The editions and the remarks on them, for formats with one text for both. */
export function factsOf(report: Pick<Report, 'catalogue'>): string {
  return [editionWords(report), ...ageRemarks(report)].filter((words) => words !== '').join('. ');
}

/** Remarks on stale editions, one for each API with findings or unresolved requests. */
export function ageRemarks({ catalogue: { editions = [] } }: Pick<Report, 'catalogue'>): readonly string[] {
  return editions.flatMap(({ remark }) => remark ?? []);
}

/**
 * Warning about editions due for review by the day of the report, in one sentence. Editions with a remark are included,
 * because ends announced since may be missing.
 */
export function reviewWarnings({
  asOf,
  catalogue: { editions = [] },
}: Pick<Report, 'asOf' | 'catalogue'>): readonly string[] {
  const old = editions.filter(({ stale = false }) => stale);
  const [first] = old;
  if (first === undefined) return [];
  const { id, api, asOf: day, reviewBy = '' } = first;
  if (old.length === 1)
    return [
      `the edition '${id}' of '${api}' is of ${day}, ${daysBetween(day, asOf)} days before ${asOf}, and was due for review by ${reviewBy}: dates may have moved. Update the package.`,
    ];
  const due = old.map((edition) => edition.reviewBy ?? '').sort()[0] ?? '';
  const names = old.map((edition) => edition.api).join(', ');
  return [
    `the editions of ${names} were due for review, the first by ${due}, ${daysBetween(due, asOf)} days before ${asOf}: dates may have moved. Update the package.`,
  ];
}
