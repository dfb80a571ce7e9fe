import { didYouMean } from '../../core/lib/wording.js';
import type {
  Api,
  Catalogue,
  Deprecation,
  Dispute,
  HiddenDeprecation,
  Withdrawal,
  ValueNote,
} from '../../core/model/deprecation.js';
import { HTTP_METHODS } from '../../core/model/endpoint.js';
import type { Operation } from '../../core/model/endpoint.js';
import { CatalogueError } from '../../core/model/errors.js';
import { BUILTIN_API } from './file-format.js';
import type { WrittenEntry } from './file-format.js';
import type { KnownEntries, KnownEntry } from './known-entries.js';
import type { LayeredApis } from './layered-apis.js';
import type { PackagedCatalogue } from './packaged.js';
import { parsePathTemplate } from './path-template.js';
import type { ReadCatalogue } from './read-file.js';
import type { SourceAt } from './source-text.js';
import { keyOfOperation, restoreDeprecation, revivedOperations, withoutRevived } from './stored.js';

/** All layers, merged. */
export interface Layered {
  readonly entries: KnownEntries;
  readonly known: LayeredApis;
  /** Editions of the built-in catalogue that may disagree with the chosen one; read on demand. */
  readonly editions: () => readonly PackagedCatalogue[];
  readonly warnings: readonly string[];
  readonly digest: string;
}

/**
 * The catalogue of all layers: reported and hidden entries.
 *
 * @throws the errors of the pieces, for an operation that two entries have, and for a note on values without such an
 * operation.
 */
export function settle({ entries, known, editions, warnings, digest }: Layered): Catalogue {
  const deprecations: Deprecation[] = [];
  const hidden: HiddenDeprecation[] = [];
  const inUse = new Map<Api['id'], Operation[]>();
  for (const knownEntry of entries.values()) {
    const deprecation = restore(knownEntry);
    const { api } = deprecation;
    const remaining = withoutRevived(deprecation);
    const reason = whyHidden(knownEntry, remaining);
    // All editions belong to one API.
    const disputed = (shown: Deprecation): Deprecation =>
      api === BUILTIN_API ? withLazyProperty(shown, 'disputes', () => disputesWith(deprecation, editions())) : shown;
    if (reason === undefined) deprecations.push(disputed(remaining));
    else hidden.push({ deprecation: disputed(deprecation), reason, layer: deciderOf(knownEntry, reason) });
    const back = reason === 'withdrawn' ? operationsOf(deprecation) : revivedOperations(deprecation);
    if (reason !== 'disabled' && back.length > 0) inUse.set(api, [...(inUse.get(api) ?? []), ...back]);
  }
  const operations = assertDistinct(deprecations, entries);
  const catalogue: Catalogue = {
    apis: [...known.apis.values()].map((api) => withLive(api, inUse.get(api.id) ?? [], operations.get(api.id))),
    editions: known.editions,
    deprecations,
    ...(warnings.length === 0 ? {} : { warnings }),
    digest,
  };
  return withLazyProperty(catalogue, 'hidden', () => {
    const all = [...hidden, ...ofOtherEditions(entries, editions())];
    return all.length === 0 ? undefined : all;
  });
}

/** An object with a property that is computed on first access: most runs never need it. */
function withLazyProperty<T extends object, K extends keyof T & string>(
  object: T,
  key: K,
  make: () => T[K] | undefined,
): T {
  let made: { readonly value: T[K] | undefined } | undefined;
  return Object.defineProperty(object, key, {
    enumerable: true,
    configurable: true,
    get: () => (made ??= { value: make() }).value,
  });
}

function restore(knownEntry: KnownEntry): Deprecation {
  const restored = restoreDeprecation(knownEntry);
  const { values } = knownEntry.entry;
  // Notes in the package's own catalogue are checked when it is generated.
  return knownEntry.layers.every(({ kind }) => kind === 'edition')
    ? restored
    : withValueNotes(restored, values, (knownEntry.deciders.get('values') ?? knownEntry.definedBy).where('values'));
}

function whyHidden({ entry }: KnownEntry, remaining: Deprecation): 'disabled' | 'withdrawn' | 'revived' | undefined {
  if (entry.disabled === true) return 'disabled';
  if (entry.state === 'withdrawn') return 'withdrawn';
  const { revived = [] } = remaining;
  return revived.length > 0 && 'endpoints' in remaining && remaining.endpoints.length === 0 ? 'revived' : undefined;
}

const KEYS = { disabled: 'disabled', withdrawn: 'state', revived: 'revived' } as const;

function deciderOf({ deciders, definedBy }: KnownEntry, reason: keyof typeof KEYS): HiddenDeprecation['layer'] {
  return (deciders.get(KEYS[reason]) ?? definedBy).layer;
}

function operationsOf(deprecation: Deprecation): readonly Operation[] {
  if (deprecation.kind !== 'endpoint') return [];
  return deprecation.endpoints.flatMap(({ methods, path }) =>
    (methods.length === 0 ? HTTP_METHODS : methods).map((method) => ({ method, path })),
  );
}

/** Adds the operations that are in use again to an API; deprecated ones are not in use. */
function withLive(api: Api, more: readonly Operation[], gone: OperationsOfApi = new Map()): Api {
  const { live = [], ...rest } = api;
  const all = new Map([...live, ...more].map((operation) => [keyOfOperation(operation), operation]));
  for (const key of all.keys()) if (gone.has(key)) all.delete(key);
  return all.size === 0 ? rest : { ...rest, live: [...all.values()] };
}

/** Deprecation of each operation of an API, by `keyOfOperation`. */
type OperationsOfApi = ReadonlyMap<string, Deprecation>;

/**
 * The operations of all deprecations, by API. Refuses duplicates, which would report each request twice.
 *
 * @throws the error of the later piece
 */
function assertDistinct(
  deprecations: readonly Deprecation[],
  entries: KnownEntries,
): ReadonlyMap<Api['id'], OperationsOfApi> {
  const byApi = new Map<Api['id'], Map<string, Deprecation>>();
  for (const deprecation of deprecations) {
    let seen = byApi.get(deprecation.api);
    if (seen === undefined) byApi.set(deprecation.api, (seen = new Map<string, Deprecation>()));
    for (const operation of operationsOf(deprecation)) {
      const key = keyOfOperation(operation);
      const other = seen.get(key);
      if (other !== undefined && other.id !== deprecation.id) {
        const knownEntry = entries.get(deprecation.id);
        const decider = knownEntry?.deciders.get('endpoints') ?? knownEntry?.definedBy;
        const what = `duplicate operation ${operation.method} ${operation.path.text}: '${other.id}' already has it; change or disable '${other.id}' first`;
        throw decider?.fail('endpoints', what) ?? new Error(what);
      }
      seen.set(key, deprecation);
    }
  }
  return byApi;
}

/** Objections of the built-in catalogue's editions to an entry; undefined if there are none. */
function disputesWith(
  deprecation: Deprecation,
  editions: readonly PackagedCatalogue[],
): readonly Dispute[] | undefined {
  const disputes = editions.flatMap(({ edition, entries, read }): readonly Dispute[] => {
    const stated = entries.find(({ entry, api }) => entry.id === deprecation.id && api === deprecation.api);
    return stated === undefined ? [] : disputesOf(deprecation, stated.entry, { edition, ...vendorOf(read) });
  });
  return disputes.length === 0 ? undefined : disputes;
}

function vendorOf({ file: { api } }: ReadCatalogue): Pick<Dispute, 'vendor'> {
  return typeof api !== 'object' || api.vendor === undefined ? {} : { vendor: api.vendor };
}

function disputesOf(
  deprecation: Deprecation,
  stated: WrittenEntry,
  by: Pick<Dispute, 'edition' | 'vendor'>,
): readonly Dispute[] {
  if (stated.state === 'withdrawn')
    return deprecation.withdrawn === undefined ? [{ kind: 'withdrawn', ...by, ...takenBack(stated) }] : [];
  const known = new Set(deprecation.revived?.flatMap(({ operations }) => operations));
  const revived = (stated.revived ?? []).flatMap(({ operations, ...revival }): readonly Dispute[] => {
    const remaining = operations.filter((operation) => !known.has(operation));
    return remaining.length === 0 ? [] : [{ kind: 'revived', ...by, ...revival, operations: remaining }];
  });
  const { endOfLife = null, history = [] } = stated;
  const isSame = endOfLife === (deprecation.endOfLifeMonth ?? deprecation.endOfLife);
  if (isSame || deprecation.withdrawn !== undefined) return revived;
  const latest = history.findLast((change) => change.endOfLife === endOfLife);
  const { since, source } = latest ?? takenBack(stated);
  return [...revived, { kind: 'moved', ...by, endOfLife, ...(since === undefined ? {} : { since }), source }];
}

function takenBack({ since, source, url }: WrittenEntry): Withdrawal {
  const where = typeof source === 'object' ? `${source.file}:${String(source.line)}` : source;
  return { ...(since === undefined ? {} : { since }), source: where ?? url ?? '' };
}

/** Entries that only editions other than the chosen one have: they can be explained. */
function ofOtherEditions(entries: KnownEntries, editions: readonly PackagedCatalogue[]): readonly HiddenDeprecation[] {
  return editions.flatMap(({ entries: others }) =>
    others
      .filter(({ entry }) => !entries.has(entry.id))
      .map((knownEntry) => ({
        deprecation: restoreDeprecation(knownEntry),
        reason: 'edition' as const,
        layer: knownEntry.definedBy.layer,
      })),
  );
}

/**
 * Adds notes on values to a deprecation, with paths in the canonical form. Throws a CatalogueError for a path that is
 * not among its operations: such a note would never be shown.
 */
export function withValueNotes(
  deprecation: Deprecation,
  notes: readonly ValueNote[] | undefined,
  at: SourceAt,
): Deprecation {
  if (notes === undefined) return deprecation;
  const known =
    deprecation.kind === 'endpoint' || deprecation.kind === 'field'
      ? deprecation.endpoints.map(({ path }) => path.text)
      : [];
  const place = (path: string): string => {
    const { text } = parsePathTemplate(path, undefined, at);
    if (known.includes(text)) return text;
    throw new CatalogueError(
      `the note on values of '${deprecation.id}' is about ${text}, which is not one of its operations${didYouMean(text, known)}`,
      at.file,
      at.line,
    );
  };
  const values = notes.map(({ paths, ...note }) => (paths === undefined ? note : { paths: paths.map(place), ...note }));
  return { ...deprecation, values };
}
