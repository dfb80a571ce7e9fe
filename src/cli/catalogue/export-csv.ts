import type { Deprecation } from '../../model/deprecation.js';
import { describeReplacement } from '../../report/catalogue-table.js';
import { csvLine } from '../../report/csv.js';

const COLUMNS = [
  'api',
  'id',
  'feature',
  'kind',
  'method',
  'path',
  'end_of_life',
  'deprecated',
  'state',
  'replacement',
  'url',
];

/** Entries as CSV after RFC 4180: a row for each operation, one for an entry without any. */
export function catalogueCsv(entries: readonly Deprecation[]): string {
  return [COLUMNS, ...entries.flatMap(rowsOf)].map(csvLine).join('');
}

function rowsOf(entry: Deprecation): readonly (readonly string[])[] {
  const { api, id, feature, kind, deprecated = '', withdrawn, revived = [], replacement, url = '' } = entry;
  const end = entry.endOfLifeMonth ?? entry.endOfLife ?? '';
  const back = new Set(revived.flatMap(({ operations }) => operations));
  const operations = 'endpoints' in entry ? entry.endpoints : [];
  const listed = operations.flatMap(({ methods, path }) => methods.map((method) => [method, path.text] as const));
  const rows = listed.length === 0 ? [['', ''] as const] : listed;
  return rows.map(([method, path]) => {
    const state = withdrawn !== undefined ? 'withdrawn' : back.has(`${method} ${path}`) ? 'revived' : 'deprecated';
    return [api, id, feature, kind, method, path, end, deprecated, state, describeReplacement(replacement), url];
  });
}
