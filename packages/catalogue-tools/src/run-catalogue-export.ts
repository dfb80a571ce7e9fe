import { didYouMean } from '../../../src/core/lib/wording.js';
import { escapeText } from '../../../src/core/lib/escape.js';
import { plainText } from '../../../src/core/lib/safe-output.js';
import type { SafeOutput } from '../../../src/core/lib/safe-output.js';
import type { Catalogue, Deprecation } from '../../../src/core/model/deprecation.js';
import { ConfigError } from '../../../src/core/model/errors.js';
import type { FlagsOf } from '../../../src/hosts/cli/settings/flags.js';
import { allEntries } from './catalogue-entries.js';
import { calendarOf } from './export-calendar.js';
import { overlayOf } from './export-overlay.js';
import type { CliIo } from '../../../src/hosts/cli/shared/io.js';
import type { ProgramParts } from '../../../src/hosts/cli/packaged-commands.js';
import { outputOrPrint } from '../../../src/hosts/cli/shared/write-output.js';
import { describeReplacement } from '../../../src/report/catalogue-table.js';
import { csvLine } from '../../../src/report/csv.js';

export interface ExportFlags extends FlagsOf<'catalogue'> {
  readonly format: 'openapi-overlay' | 'csv' | 'ics';
  readonly of?: string;
  readonly output?: string;
}

/** Writes an export. @throws ConfigError, CatalogueError if it would be empty, or the file cannot be written. */
export async function runExport(flags: ExportFlags, io: CliIo, { loadCatalogueFor }: ProgramParts): Promise<void> {
  const entries = entriesOf(await loadCatalogueFor(flags, io), flags);
  const { text, leftOut } = exportEntries(entries, flags, io);
  outputOrPrint(text, flags.output, 'the export', io);
  if (leftOut.length > 0)
    io.err(`note: not in the export, having no place there: ${leftOut.map(({ id }) => escapeText(id)).join(', ')}.\n`);
}

interface ExportResult {
  readonly text: SafeOutput;
  readonly leftOut: readonly Deprecation[];
}

function exportEntries(entries: readonly Deprecation[], { format, of }: ExportFlags, io: CliIo): ExportResult {
  if (format === 'csv') return { text: plainText(catalogueCsv(entries)), leftOut: [] };
  const activeEntries = entries.filter(({ withdrawn }) => withdrawn === undefined);
  if (format === 'ics') {
    const { text, leftOut } = calendarOf(activeEntries, io.today());
    return { text: plainText(text), leftOut };
  }
  const apis = [...new Set(activeEntries.map(({ api }) => api))];
  if (apis.length > 1)
    throw new ConfigError(
      `an overlay is of one document, and the catalogue is about ${apis.join(', ')}. Name one with --of.`,
    );
  return overlayOf(activeEntries, of ?? apis[0] ?? '');
}

function entriesOf(catalogue: Catalogue, { of }: ExportFlags): readonly Deprecation[] {
  const entries = allEntries(catalogue);
  if (of === undefined) return entries;
  const ids = catalogue.apis.map(({ id }) => id);
  if (!ids.includes(of))
    throw new ConfigError(`unknown API '${of}'${didYouMean(of, ids)}. The catalogue is about ${ids.join(', ')}.`);
  return entries.filter(({ api }) => api === of);
}

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

/** Formats entries as CSV (RFC 4180): a row for each operation, and one for an entry without operations. */
function catalogueCsv(entries: readonly Deprecation[]): string {
  return [COLUMNS, ...entries.flatMap(rowsOf)].map(csvLine).join('');
}

function rowsOf(entry: Deprecation): readonly (readonly string[])[] {
  const { api, id, feature, kind, deprecated = '', withdrawn, revived = [], replacement, url = '' } = entry;
  const end = entry.endOfLifeMonth ?? entry.endOfLife ?? '';
  const revivedOperations = new Set(revived.flatMap(({ operations }) => operations));
  const operations = 'endpoints' in entry ? entry.endpoints : [];
  const listedOperations = operations.flatMap(({ methods, path }) =>
    methods.map((method) => [method, path.text] as const),
  );
  const rows = listedOperations.length === 0 ? [['', ''] as const] : listedOperations;
  return rows.map(([method, path]) => {
    const state =
      withdrawn !== undefined ? 'withdrawn' : revivedOperations.has(`${method} ${path}`) ? 'revived' : 'deprecated';
    return [api, id, feature, kind, method, path, end, deprecated, state, describeReplacement(replacement), url];
  });
}
