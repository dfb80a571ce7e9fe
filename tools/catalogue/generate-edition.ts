import { didYouMean } from '../../src/core/lib/wording.js';
import { CatalogueError } from '../../src/core/model/errors.js';
import type { EditionEntries, EditionEntry, EditionRow } from './edition-inputs.js';
import { parseEditionEntries, parseEditionSdk } from './edition-inputs.js';
import { formatJson } from './format-json.js';
import { sha256, unifyLines } from './generate-catalogue.js';
import { parseEndpoints } from '../../src/knowledge/catalogue/read-entry.js';
import type { SourceText } from '../../src/knowledge/catalogue/source-text.js';
import { lineOf } from '../../src/knowledge/catalogue/source-text.js';
import type { CatalogueFile } from '../../src/knowledge/catalogue/file-format.js';

/**
 * Generates an edition's catalogue file: every row of the specification in the vendor's current form, and newer
 * entries. Throws a CatalogueError with file and line for a missing row, and for unreadable input.
 */
export function generateEdition(
  specification: CatalogueFile,
  { entries: source, sdk: sdkSource }: { readonly entries: SourceText; readonly sdk: SourceText },
): string {
  const entries = parseEditionEntries(source);
  const sdk = parseEditionSdk(sdkSource);
  assertPlaced(specification, entries, source);
  const byId = new Map(entries.rows.map((row) => [row.id, row]));
  const currentRows = specification.deprecations.map((deprecation) => ({
    ...deprecation,
    ...rowOf(byId.get(deprecation.id), source),
  }));
  const newEntries = entries.entries.map((entry) => entryOf(entry, entries.page, source));
  return formatJson({
    $schema: '../catalogue.schema.json',
    generatedBy: 'npm run generate',
    format: 2,
    digest: sha256([specification.digest, unifyLines(source).text, unifyLines(sdkSource).text].join('\n')).slice(0, 16),
    api: specification.api,
    edition: entries.edition,
    deprecations: [...currentRows, ...newEntries],
    // An operation in use again is listed as revived, not as a near miss.
    nearMisses: [...(specification.nearMisses ?? []).filter(({ status }) => status === 'live'), ...entries.nearMisses],
    clients: [
      {
        ...sdk.client,
        requests: sdk.methods.map(({ call, method, path, versions }) => ({
          member: call,
          method,
          template: path,
          versions,
        })),
      },
    ],
  });
}

function rowOf(row: EditionRow | undefined, source: SourceText): object {
  return row === undefined ? {} : { source: placeOf(row.id, source), ...row };
}

function entryOf(entry: EditionEntry, page: string, source: SourceText): object {
  const { anchor, operations, ...fields } = entry;
  const area = entry.feature;
  const at = placeOf(entry.id, source);
  const endpoints = operations?.flatMap((text) =>
    parseEndpoints(text, at).map(({ methods, path }) => ({ area, methods, path: path.text })),
  );
  return {
    ...fields,
    ...urlOf(anchor, page),
    ...(endpoints === undefined ? {} : { endpoints, areas: [area] }),
    source: at,
  };
}

function urlOf(anchor: string | undefined, page: string): { readonly url?: string } {
  return anchor === undefined ? {} : { url: `${page}#${anchor}` };
}

function placeOf(id: string, source: SourceText): { readonly file: string; readonly line: number } {
  return { file: source.file, line: lineOf(source, `"id": ${JSON.stringify(id)}`) ?? 1 };
}

/** Checks that the edition has each row of the specification once, and that no newer entry has the id of a row. */
function assertPlaced(specification: CatalogueFile, entries: EditionEntries, source: SourceText): void {
  const knownIds = specification.deprecations.map(({ id }) => id);
  const seenIds = new Set<string>();
  for (const { id } of [...entries.rows, ...entries.entries]) {
    if (seenIds.has(id)) throw errorAtId(id, `'${id}' is a duplicate`, source);
    seenIds.add(id);
  }
  for (const { id } of entries.rows)
    if (!knownIds.includes(id)) throw errorAtId(id, `unknown row '${id}'${didYouMean(id, knownIds)}`, source);
  const rows = new Set(entries.rows.map(({ id }) => id));
  const missingId = knownIds.find((id) => !rows.has(id));
  if (missingId !== undefined)
    throw new CatalogueError(
      `'${missingId}' is missing; add it to "rows", with its id alone if nothing changed`,
      source.file,
    );
  const ids = [...knownIds, ...entries.entries.map(({ id }) => id)];
  for (const id of entries.nearMisses.flatMap(({ deprecations }) => deprecations))
    if (!ids.includes(id)) throw errorAtId(id, `unknown deprecation '${id}'${didYouMean(id, ids)}`, source);
}

function errorAtId(id: string, message: string, source: SourceText): CatalogueError {
  return new CatalogueError(message, source.file, lineOf(source, JSON.stringify(id)));
}
