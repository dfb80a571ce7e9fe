import { daysBetween } from '../engine/judge/describe-end.js';
import { escapeText } from '../core/lib/escape.js';
import type { Report, ReportEdition } from './report.js';

/** ` (edition current of 2026-10-02)`, to follow the catalogue; empty where it has no edition. */
export function editionsOf(report: Pick<Report, 'catalogue'>): string {
  const words = editionWords(report);
  return words === '' ? '' : ` (${words})`;
}

/** `edition current of 2026-10-02`: the editions in use; empty where no catalogue has one. */
export function editionWords({ catalogue: { editions = [] } }: Pick<Report, 'catalogue'>): string {
  if (editions.length === 0) return '';
  const several = editions.length > 1;
  const named = editions.map(({ id, api, asOf, reviewBy, stale = false }) =>
    [several ? `${api} ` : '', `${id} of ${asOf}`, stale ? ` (stale since ${reviewBy ?? ''})` : ''].join(''),
  );
  const from = [...new Set(editions.flatMap((edition) => edition.package ?? []))];
  return escapeText(
    `edition${several ? 's' : ''} ${named.join(', ')}${from.length === 0 ? '' : `, from ${from.join(' and ')}`}`,
  );
}

/** Age of the facts of an API. */
export function ageRemark(title: string, { asOf, reviewBy = '' }: Pick<ReportEdition, 'asOf' | 'reviewBy'>): string {
  return `Facts of ${title} were read on ${asOf}; they were due for review on ${reviewBy}.`;
}

/** The editions and the remarks on them, for formats with one text for both. */
export function factsOf(report: Pick<Report, 'catalogue'>): string {
  return [editionWords(report), ...ageRemarks(report)].filter((words) => words !== '').join('. ');
}

/** The remarks on editions whose facts are old, one for each API that findings or rows are of. */
export function ageRemarks({ catalogue: { editions = [] } }: Pick<Report, 'catalogue'>): readonly string[] {
  return editions.flatMap(({ remark }) => remark ?? []);
}

/**
 * A warning about editions that were due for review by the day of the report: a sentence, which names each of several.
 * It includes those with a remark: ends announced since may be missing.
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
