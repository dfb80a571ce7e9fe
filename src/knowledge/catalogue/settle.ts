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

/** Merged entries and APIs of all layers. */
export interface MergedLayers {
  readonly entries: KnownEntries;
  readonly mergedApis: LayeredApis;
  /** Editions of the built-in catalogue that may disagree with the chosen one; read on demand. */
  readonly editions: () => readonly PackagedCatalogue[];
  readonly warnings: readonly string[];
  readonly digest: string;
}

/**
 * The catalogue of all layers: reported and hidden entries.
 *
 * @throws the errors of the pieces, for an operation that two entries have, and for a note on values of an operation
 * that its entry lacks.
 */
export function buildCatalogue({ entries, mergedApis, editions, warnings, digest }: MergedLayers): Catalogue {
  const deprecations: Deprecation[] = [];
  const hidden: HiddenDeprecation[] = [];
  const liveByApi = new Map<Api['id'], Operation[]>();
  for (const knownEntry of entries.values()) {
    const deprecation = restoreWithNotes(knownEntry);
    const { api } = deprecation;
    const remaining = withoutRevived(deprecation);
    const reason = hiddenReason(knownEntry, remaining);
    // All editions belong to the built-in API.
    const withDisputes = (shown: Deprecation): Deprecation =>
      api === BUILTIN_API ? withLazyProperty(shown, 'disputes', () => disputesWith(deprecation, editions())) : shown;
    if (reason === undefined) deprecations.push(withDisputes(remaining));
    else hidden.push({ deprecation: withDisputes(deprecation), reason, layer: decidingLayerOf(knownEntry, reason) });
    const live = reason === 'withdrawn' ? operationsOf(deprecation) : revivedOperations(deprecation);
    if (reason !== 'disabled' && live.length > 0) liveByApi.set(api, [...(liveByApi.get(api) ?? []), ...live]);
  }
  const deprecatedByApi = assertDistinct(deprecations, entries);
  const catalogue: Catalogue = {
    apis: [...mergedApis.apis.values()].map((api) =>
      withOperationsInUse(api, liveByApi.get(api.id) ?? [], deprecatedByApi.get(api.id)),
    ),
    editions: mergedApis.editions,
    deprecations,
    ...(warnings.length === 0 ? {} : { warnings }),
    digest,
  };
  return withLazyProperty(catalogue, 'hidden', () => {
    const allHidden = [...hidden, ...hiddenOfOtherEditions(entries, editions())];
    return allHidden.length === 0 ? undefined : allHidden;
  });
}

/** An object with a property that is computed on first access: most runs never need it. */
function withLazyProperty<T extends object, K extends keyof T & string>(
  object: T,
  key: K,
  compute: () => T[K] | undefined,
): T {
  let memo: { readonly value: T[K] | undefined } | undefined;
  return Object.defineProperty(object, key, {
    enumerable: true,
    configurable: true,
    get: () => (memo ??= { value: compute() }).value,
  });
}

function restoreWithNotes(knownEntry: KnownEntry): Deprecation {
  const restored = restoreDeprecation(knownEntry);
  const { values } = knownEntry.entry;
  // Notes in the package's own catalogue are checked when it is generated.
  return knownEntry.layers.every(({ kind }) => kind === 'edition')
    ? restored
    : withValueNotes(restored, values, (knownEntry.deciders.get('values') ?? knownEntry.definedBy).where('values'));
}

function hiddenReason({ entry }: KnownEntry, remaining: Deprecation): 'disabled' | 'withdrawn' | 'revived' | undefined {
  if (entry.disabled === true) return 'disabled';
  if (entry.state === 'withdrawn') return 'withdrawn';
  const { revived = [] } = remaining;
  return revived.length > 0 && 'endpoints' in remaining && remaining.endpoints.length === 0 ? 'revived' : undefined;
}

const REASON_KEYS = { disabled: 'disabled', withdrawn: 'state', revived: 'revived' } as const;

function decidingLayerOf(
  { deciders, definedBy }: KnownEntry,
  reason: keyof typeof REASON_KEYS,
): HiddenDeprecation['layer'] {
  return (deciders.get(REASON_KEYS[reason]) ?? definedBy).layer;
}

function operationsOf(deprecation: Deprecation): readonly Operation[] {
  if (deprecation.kind !== 'endpoint') return [];
  return deprecation.endpoints.flatMap(({ methods, path }) =>
    (methods.length === 0 ? HTTP_METHODS : methods).map((method) => ({ method, path })),
  );
}

/** Adds operations that are in use again to an API, and removes deprecated ones. */
function withOperationsInUse(api: Api, added: readonly Operation[], deprecated: OperationsOfApi = new Map()): Api {
  const { live = [], ...withoutLive } = api;
  const operations = new Map([...live, ...added].map((operation) => [keyOfOperation(operation), operation]));
  for (const key of operations.keys()) if (deprecated.has(key)) operations.delete(key);
  return operations.size === 0 ? withoutLive : { ...withoutLive, live: [...operations.values()] };
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
    let known = byApi.get(deprecation.api);
    if (known === undefined) byApi.set(deprecation.api, (known = new Map<string, Deprecation>()));
    for (const operation of operationsOf(deprecation)) {
      const key = keyOfOperation(operation);
      const other = known.get(key);
      if (other !== undefined && other.id !== deprecation.id) {
        const knownEntry = entries.get(deprecation.id);
        const decider = knownEntry?.deciders.get('endpoints') ?? knownEntry?.definedBy;
        const message = `duplicate operation ${operation.method} ${operation.path.text}: '${other.id}' already has it; change or disable '${other.id}' first`;
        throw decider?.fail('endpoints', message) ?? new Error(message);
      }
      known.set(key, deprecation);
    }
  }
  return byApi;
}

/** Disputes of the editions of the built-in catalogue with an entry; undefined if there are none. */
function disputesWith(
  deprecation: Deprecation,
  editions: readonly PackagedCatalogue[],
): readonly Dispute[] | undefined {
  const disputes = editions.flatMap(({ edition, entries, catalogue }): readonly Dispute[] => {
    const otherEntry = entries.find(({ entry, api }) => entry.id === deprecation.id && api === deprecation.api);
    return otherEntry === undefined
      ? []
      : disputesOf(deprecation, otherEntry.entry, { edition, ...vendorOf(catalogue) });
  });
  return disputes.length === 0 ? undefined : disputes;
}

function vendorOf({ file: { api } }: ReadCatalogue): Pick<Dispute, 'vendor'> {
  return typeof api !== 'object' || api.vendor === undefined ? {} : { vendor: api.vendor };
}

function disputesOf(
  deprecation: Deprecation,
  otherEntry: WrittenEntry,
  origin: Pick<Dispute, 'edition' | 'vendor'>,
): readonly Dispute[] {
  if (otherEntry.state === 'withdrawn')
    return deprecation.withdrawn === undefined ? [{ kind: 'withdrawn', ...origin, ...withdrawalOf(otherEntry) }] : [];
  const knownRevived = new Set(deprecation.revived?.flatMap(({ operations }) => operations));
  const revived = (otherEntry.revived ?? []).flatMap(({ operations, ...revival }): readonly Dispute[] => {
    const remaining = operations.filter((operation) => !knownRevived.has(operation));
    return remaining.length === 0 ? [] : [{ kind: 'revived', ...origin, ...revival, operations: remaining }];
  });
  const { endOfLife = null, history = [] } = otherEntry;
  const hasSameEnd = endOfLife === (deprecation.endOfLifeMonth ?? deprecation.endOfLife);
  if (hasSameEnd || deprecation.withdrawn !== undefined) return revived;
  const latestChange = history.findLast((change) => change.endOfLife === endOfLife);
  const { since, source } = latestChange ?? withdrawalOf(otherEntry);
  return [...revived, { kind: 'moved', ...origin, endOfLife, ...(since === undefined ? {} : { since }), source }];
}

function withdrawalOf({ since, source, url }: WrittenEntry): Withdrawal {
  const sourceText = typeof source === 'object' ? `${source.file}:${String(source.line)}` : source;
  return { ...(since === undefined ? {} : { since }), source: sourceText ?? url ?? '' };
}

/** Entries that only other editions than the chosen one have, as hidden ones, so that reports can explain them. */
function hiddenOfOtherEditions(
  entries: KnownEntries,
  editions: readonly PackagedCatalogue[],
): readonly HiddenDeprecation[] {
  return editions.flatMap(({ entries: editionEntries }) =>
    editionEntries
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
  const operationPaths =
    deprecation.kind === 'endpoint' || deprecation.kind === 'field'
      ? deprecation.endpoints.map(({ path }) => path.text)
      : [];
  const canonicalPath = (path: string): string => {
    const { text } = parsePathTemplate(path, undefined, at);
    if (operationPaths.includes(text)) return text;
    throw new CatalogueError(
      `the note on values of '${deprecation.id}' is about ${text}, which is not one of its operations${didYouMean(text, operationPaths)}`,
      at.file,
      at.line,
    );
  };
  const values = notes.map(({ paths, ...note }) =>
    paths === undefined ? note : { paths: paths.map(canonicalPath), ...note },
  );
  return { ...deprecation, values };
}
