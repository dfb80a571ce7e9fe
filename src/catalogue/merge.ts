import { createHash } from 'node:crypto';
import type {
  Advice,
  Api,
  AreaEndpoint,
  Catalogue,
  Deprecation,
  IsoDate,
  NearMiss,
  Replacement,
} from '../model/deprecation.js';
import { didYouMean } from '../lib/did-you-mean.js';
import { CatalogueError } from '../model/errors.js';
import { isIsoDate } from '../lib/iso-date.js';
import { validatorOf } from '../lib/validators.js';
import { splitBaseUrl } from '../api/base-url.js';
import { parsePathTemplate, pathShape } from './path-template.js';
import type { SourceText } from './source-text.js';
import { lineOf } from './source-text.js';
import type { CatalogueFile, NearMissGroup, Stored } from './stored.js';
import { restoreDeprecation, restoreNearMisses } from './stored.js';
import { validateJson } from './validate.js';
import { withValueNotes } from './value-notes.js';

/** A whole deprecation, as a user writes it: what can be left out is. */
type WrittenDeprecation = Omit<Stored<Deprecation>, 'areas' | 'replacement' | 'source'> & {
  readonly kind: Deprecation['kind'];
  readonly areas?: readonly string[];
  readonly replacement?: Stored<Replacement>;
  readonly endpoints?: readonly (Omit<Stored<AreaEndpoint>, 'area'> & { readonly area?: string })[];
  readonly after?: string;
};

/** A change to a deprecation that is known already. */
interface WrittenChange {
  readonly id: string;
  readonly kind?: undefined;
  readonly disabled?: true;
  readonly feature?: string;
  readonly endOfLife?: IsoDate;
  readonly note?: string;
  readonly replacement?: Stored<Replacement>;
  readonly advice?: Advice;
}

interface WrittenCatalogue extends Pick<Partial<CatalogueFile>, 'api' | 'baseUrls' | 'nearMisses'> {
  readonly deprecations: readonly (WrittenDeprecation | WrittenChange)[];
}

/**
 * Merges catalogues of the user into a catalogue, in order: entries with a kind add or replace, others
 * change or disable what is known. Throws a CatalogueError with the file, and the JSON path or the line.
 */
export function mergeCatalogues(
  base: Catalogue,
  extras: readonly { readonly source: SourceText; readonly value: unknown }[],
): Catalogue {
  const byId = new Map(base.deprecations.map((deprecation) => [deprecation.id, deprecation]));
  const apis = new Map(base.apis.map((api) => [api.id, api]));
  for (const { source, value } of extras) {
    const written = validateJson<WrittenCatalogue>(value, validatorOf('catalogue'), source.file);
    const seen = new Set<string>();
    const api = apiOfFile(written, base);
    for (const [index, entry] of written.deprecations.entries()) {
      const at = `/deprecations/${String(index)}`;
      if (seen.has(entry.id)) throw fail(source, `${at}/id`, `'${entry.id}' is in this file already`, entry.id);
      seen.add(entry.id);
      mergeEntry(byId, entry, api, source, at);
    }
    const known = apis.get(api);
    const own = written.baseUrls ?? [];
    apis.set(api, { ...(written.api ?? known), id: api, baseUrls: [...(known?.baseUrls ?? []), ...own] });
    mergeNearMisses(byId, written.nearMisses ?? [], source);
  }
  const deprecations = [...byId.values()];
  const own = createHash('sha256')
    .update(extras.map(({ source }) => source.text).join('\n'))
    .digest('hex');
  return {
    apis: [...apis.values()],
    editions: base.editions,
    deprecations,
    digest: `${base.digest}+${own.slice(0, 8)}`,
  };
}

/**
 * The API that the new entries of a file belong to: the one it describes; else the one at its base URLs, which is
 * called as their host is; else the packaged one, which it adds to.
 */
function apiOfFile({ api, baseUrls: [first] = [] }: WrittenCatalogue, base: Catalogue): Api['id'] {
  return api?.id ?? (first === undefined ? (base.apis[0]?.id ?? '') : splitBaseUrl(first.url).host);
}

function mergeEntry(
  byId: Map<string, Deprecation>,
  entry: WrittenDeprecation | WrittenChange,
  api: Api['id'],
  source: SourceText,
  at: string,
): void {
  if (typeof entry.endOfLife === 'string' && !isIsoDate(entry.endOfLife)) {
    throw fail(source, `${at}/endOfLife`, `'${entry.endOfLife}' is not a calendar date`, entry.id);
  }
  const known = byId.get(entry.id);
  if (entry.kind !== undefined) {
    const deprecation = readDeprecation(entry, api, known?.nearMisses ?? [], source, at);
    byId.set(entry.id, deprecation);
    assertDistinctOperations(byId, deprecation, source, at);
    return;
  }
  if (known === undefined) {
    const guess = didYouMean(entry.id, byId.keys());
    throw fail(source, `${at}/id`, `unknown deprecation '${entry.id}'${guess} (a new one needs "kind")`, entry.id);
  }
  if (entry.disabled === true) {
    byId.delete(entry.id);
    return;
  }
  const { id: _id, disabled: _disabled, kind: _kind, replacement, ...changes } = entry;
  const changed = replacement === undefined ? {} : { replacement: readReplacement(replacement, source, at) };
  byId.set(entry.id, { ...known, ...changes, ...changed });
}

function readDeprecation(
  entry: WrittenDeprecation,
  api: Api['id'],
  nearMisses: readonly NearMiss[],
  source: SourceText,
  at: string,
): Deprecation {
  const endpoints = entry.endpoints?.map((endpoint, index) => ({
    ...endpoint,
    area: endpoint.area ?? entry.feature,
    path: readPath(endpoint.path, source, `${at}/endpoints/${String(index)}/path`),
  }));
  const areas = [...new Set(endpoints?.map(({ area }) => area) ?? [])];
  const stored = {
    areas,
    ...(entry.kind === 'cipher-suites' ? { note: '' } : {}),
    ...entry,
    ...(endpoints === undefined ? {} : { endpoints }),
    ...(entry.after === undefined ? {} : { after: readPath(entry.after, source, `${at}/after`) }),
    replacement: { kind: 'unstated' },
    source: { file: source.file, line: lineOf(source, `"${entry.id}"`) ?? 1 },
  } as Stored<Deprecation>;
  const replacement: Replacement =
    entry.replacement === undefined ? { kind: 'unstated' } : readReplacement(entry.replacement, source, at);
  const restored = { ...restoreDeprecation(stored, { api, layers: [] }, nearMisses), replacement };
  return withValueNotes(restored, entry.values, { file: `${source.file} at ${at}/values` });
}

function readReplacement(written: Stored<Replacement>, source: SourceText, at: string): Replacement {
  if (written.kind !== 'operation') return written;
  const { method, path } = written.operation;
  const where = { file: `${source.file} at ${at}/replacement/operation/path` };
  return { ...written, operation: { method, path: parsePathTemplate(path, undefined, where) } };
}

function readPath(text: string, source: SourceText, at: string): string {
  return parsePathTemplate(text, undefined, { file: `${source.file} at ${at}` }).text;
}

/** Two deprecations with one operation would report each request twice. */
function assertDistinctOperations(
  byId: ReadonlyMap<string, Deprecation>,
  added: Deprecation,
  source: SourceText,
  at: string,
): void {
  const seen = new Map<string, string>();
  for (const deprecation of [...byId.values()].filter((other) => other !== added).concat(added)) {
    if (deprecation.kind !== 'endpoint') continue;
    for (const { methods, path } of deprecation.endpoints) {
      for (const method of methods) {
        const key = `${method} ${pathShape(path)}`;
        const other = seen.get(key);
        if (other !== undefined) {
          const what = other === added.id ? 'lists it twice' : `has it already; change or disable '${other}' first`;
          throw fail(
            source,
            `${at}/endpoints`,
            `duplicate operation ${method} ${path.text}: '${other}' ${what}`,
            added.id,
          );
        }
        seen.set(key, deprecation.id);
      }
    }
  }
}

function mergeNearMisses(byId: Map<string, Deprecation>, groups: readonly NearMissGroup[], source: SourceText): void {
  for (const [id, misses] of restoreNearMisses(groups)) {
    const deprecation = byId.get(id);
    if (deprecation === undefined)
      throw fail(source, '/nearMisses', `unknown deprecation '${id}'${didYouMean(id, byId.keys())}`, id);
    byId.set(id, { ...deprecation, nearMisses: [...deprecation.nearMisses, ...misses] });
  }
}

function fail(source: SourceText, at: string, message: string, id: string): CatalogueError {
  return new CatalogueError(`at ${at}: ${message}`, source.file, lineOf(source, `"${id}"`));
}
