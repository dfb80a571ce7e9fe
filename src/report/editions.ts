import { daysBetween } from '../engine/judge/describe-end.js';
import { escapeText } from '../core/lib/escape.js';
import type { Report, ReportEdition } from './report.js';

/** Editions in parentheses, ` (edition current of 2026-10-02)`; empty where the catalogue has none. */
export function editionsOf(report: Pick<Report, 'catalogue'>): string {
  const words = editionWords(report);
  return words === '' ? '' : ` (${words})`;
}

/** Editions in use, `edition current of 2026-10-02`; empty where no catalogue has one. */
export function editionWords({ catalogue: { editions = [] } }: Pick<Report, 'catalogue'>): string {
  if (editions.length === 0) return '';
  const isPlural = editions.length > 1;
  const editionPhrases = editions.map(({ id, api, asOf, reviewBy, stale = false }) =>
    [isPlural ? `${api} ` : '', `${id} of ${asOf}`, stale ? ` (stale since ${reviewBy ?? ''})` : ''].join(''),
  );
  const packages = [...new Set(editions.flatMap((edition) => edition.package ?? []))];
  return escapeText(
    `edition${isPlural ? 's' : ''} ${editionPhrases.join(', ')}${packages.length === 0 ? '' : `, from ${packages.join(' and ')}`}`,
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
 * Warning about editions due for review by the day of the report, in one sentence. Editions with a remark are included
 * too: ends that were announced later may be missing.
 */
export function reviewWarnings({
  asOf,
  catalogue: { editions = [] },
}: Pick<Report, 'asOf' | 'catalogue'>): readonly string[] {
  const staleEditions = editions.filter(({ stale = false }) => stale);
  const [first] = staleEditions;
  if (first === undefined) return [];
  const { id, api, asOf: readDay, reviewBy = '' } = first;
  if (staleEditions.length === 1)
    return [
      `the edition '${id}' of '${api}' is of ${readDay}, ${daysBetween(readDay, asOf)} days before ${asOf}, and was due for review by ${reviewBy}: dates may have moved. Update the package.`,
    ];
  const earliestReview = staleEditions.map((edition) => edition.reviewBy ?? '').sort()[0] ?? '';
  const names = staleEditions.map((edition) => edition.api).join(', ');
  return [
    `the editions of ${names} were due for review, the first by ${earliestReview}, ${daysBetween(earliestReview, asOf)} days before ${asOf}: dates may have moved. Update the package.`,
  ];
}
