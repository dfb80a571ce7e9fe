import { daysBetween } from '../engine/judge/lifecycle.js';
import { escapeText } from '../lib/escape-text.js';
import type { Report } from './report.js';

/** ` (edition current of 2026-10-02)`, to stand behind the catalogue; nothing where it has no edition. */
export function editionsOf(report: Pick<Report, 'catalogue'>): string {
  const words = editionWords(report);
  return words === '' ? '' : ` (${words})`;
}

/** `edition current of 2026-10-02`: which editions were used; nothing where no catalogue has one. */
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

/** What is said of editions that should have been looked through by the day of the report, each in a sentence. */
export function reviewWarnings({
  asOf,
  catalogue: { editions = [] },
}: Pick<Report, 'asOf' | 'catalogue'>): readonly string[] {
  return editions.flatMap(({ id, api, asOf: day, reviewBy, stale = false }) =>
    stale
      ? [
          `the edition '${id}' of '${api}' is of ${day}, ${daysBetween(day, asOf)} days before ${asOf}, and was to be looked through by ${reviewBy ?? ''}: dates may have moved. Update the package.`,
        ]
      : [],
  );
}
