import type {
  AreaEndpoint,
  Deprecation,
  NearMiss,
  Replacement,
  Revival,
  Withdrawal,
} from '../../core/model/deprecation.js';
import { HTTP_METHODS, pathShape, restorePathTemplate } from '../../core/model/endpoint.js';
import type { Operation } from '../../core/model/endpoint.js';
import { shownEnd } from '../../core/lib/iso-date.js';
import { memoByObject } from '../../core/lib/collections.js';
import { readEndOfLife } from './read-entry.js';
import type { NearMissGroup, Stored, WrittenEntry } from './file-format.js';
import type { KnownEntry } from './known-entries.js';

/**
 * The form of a deprecation in a catalogue file: plain JSON, without look-alikes, API and layers. Revived operations
 * are among its endpoints again.
 */
export function storeDeprecation(deprecation: Deprecation): WrittenEntry {
  const { nearMisses: _misses, api: _api, layers: _layers, disputes: _disputes, ...fields } = deprecation;
  const { id, feature, kind, endOfLife, endOfLifeMonth, withdrawn, source, revived, ...otherKeys } = fields;
  const endpoints = 'endpoints' in fields ? storedEndpoints(kind, withRevived(fields.endpoints, revived)) : {};
  const plainJson = JSON.stringify({ ...otherKeys, ...endpoints }, (key, value: unknown) =>
    key === 'path' && typeof value === 'object' && value !== null && 'text' in value ? value.text : value,
  );
  const { note, ...plainKeys } = JSON.parse(plainJson) as Partial<WrittenEntry>;
  return {
    ...{ id, feature, endOfLife: shownEnd({ endOfLife, ...(endOfLifeMonth === undefined ? {} : { endOfLifeMonth }) }) },
    kind,
    ...plainKeys,
    ...(note === undefined || note === '' ? {} : { note }),
    ...(revived === undefined ? {} : { revived }),
    ...(withdrawn === undefined ? { source } : { state: 'withdrawn', ...withdrawn }),
  };
}

/** Endpoints in stored form, without empty lists that mean all: methods of an endpoint, endpoints of a parameter. */
function storedEndpoints(
  kind: Deprecation['kind'],
  endpoints: ReturnType<typeof withRevived>,
): { readonly endpoints?: readonly Partial<AreaEndpoint>[] } {
  if (kind === 'query' && endpoints.length === 0) return {};
  return {
    endpoints: endpoints.map((endpoint) => {
      if (endpoint.methods.length > 0) return endpoint;
      const { methods: _any, ...withoutMethods } = endpoint;
      return withoutMethods;
    }),
  };
}

/** The deprecation of an entry in the canonical form, with all of its operations. */
export function restoreDeprecation({ entry, api, layers, source, nearMisses }: KnownEntry): Deprecation {
  const { disabled: _disabled, replaces: _replaces, state, since, source: writtenSource, ...writtenKeys } = entry;
  const {
    endpoints: writtenEndpoints = [],
    replacement = { kind: 'unstated' },
    endOfLife = null,
    ...otherKeys
  } = writtenKeys;
  const paths = pathsOf(writtenEndpoints);
  const endpoints = writtenEndpoints.map((endpoint, index): AreaEndpoint => {
    const { area = entry.feature ?? '', methods = [], path, ...more } = endpoint;
    return { area, methods, ...more, path: paths[index] ?? restorePathTemplate(path) };
  });
  const withdrawn: Withdrawal = {
    ...(since === undefined ? {} : { since }),
    source: typeof writtenSource === 'string' ? writtenSource : '',
  };
  // The schema has checked the keys of each kind.
  return {
    areas: [...new Set(endpoints.map(({ area }) => area))],
    ...(entry.kind === 'cipher-suites' ? { note: '' } : {}),
    ...otherKeys,
    ...readEndOfLife(endOfLife),
    ...(ENDPOINT_KINDS.has(entry.kind) ? { endpoints } : {}),
    ...{ api, layers, source, nearMisses, replacement: restoreReplacement(replacement) },
    ...(state === 'withdrawn' ? { withdrawn } : {}),
  } as Deprecation;
}

/** The paths of a list of endpoints; memoised, because entries can share the list. */
const pathsOf = memoByObject((endpoints: NonNullable<WrittenEntry['endpoints']>) =>
  endpoints.map(({ path }) => restorePathTemplate(path)),
);

const ENDPOINT_KINDS: ReadonlySet<WrittenEntry['kind']> = new Set(['endpoint', 'field', 'header', 'query', 'value']);

/** A deprecation without its revived operations. */
export function withoutRevived(deprecation: Deprecation): Deprecation {
  const { revived = [] } = deprecation;
  if (revived.length === 0 || !('endpoints' in deprecation)) return deprecation;
  const revivedKeys = new Set(revivedOperations(deprecation).map(keyOfOperation));
  const endpoints = deprecation.endpoints.flatMap(({ methods, ...endpoint }) => {
    const allMethods = methods.length === 0 ? HTTP_METHODS : methods;
    const remaining = allMethods.filter((method) => !revivedKeys.has(keyOfOperation({ method, path: endpoint.path })));
    return remaining.length === 0
      ? []
      : [{ ...endpoint, methods: remaining.length === allMethods.length ? methods : remaining }];
  });
  return { ...deprecation, endpoints };
}

/** The operations of a deprecation that are in use again. */
export function revivedOperations({ revived = [] }: Deprecation): readonly Operation[] {
  return revived.flatMap(({ operations }) => operations).map(restoreOperation);
}

/** Parses an operation in the canonical form, such as `GET /towers/{id}`. */
export function restoreOperation(text: string): Operation {
  const [method = '', path = ''] = text.split(' ');
  return { method: method as Operation['method'], path: restorePathTemplate(path) };
}

/** Key that all forms of one operation share. */
export function keyOfOperation({ method, path }: Operation): string {
  return `${method} ${pathShape(path)}`;
}

/** Look-alikes of each deprecation, by its id. */
export function restoreNearMisses(groups: readonly NearMissGroup[]): ReadonlyMap<string, readonly NearMiss[]> {
  const byId = new Map<string, NearMiss[]>();
  for (const { deprecations, status, why, operations } of groups) {
    const misses = operations.flatMap((operation) => {
      const [methods = '', path = ''] = operation.split(/ (?=\S+$)/);
      return methods.split(', ').map((method) => ({ method: method as NearMiss['method'], path, why, status }));
    });
    for (const id of deprecations) {
      const known = byId.get(id);
      if (known === undefined) byId.set(id, [...misses]);
      else known.push(...misses);
    }
  }
  return byId;
}

/** Adds missing revived operations to endpoints. */
function withRevived(
  endpoints: readonly AreaEndpoint[],
  revived: readonly Revival[] = [],
): readonly (AreaEndpoint | Omit<AreaEndpoint, 'area'>)[] {
  const knownKeys = new Set(
    endpoints.flatMap(({ methods, path }) => methods.map((method) => keyOfOperation({ method, path }))),
  );
  const missing = revived
    .flatMap(({ operations }) => operations.map(restoreOperation))
    .filter((operation) => !knownKeys.has(keyOfOperation(operation)));
  return [...endpoints, ...missing.map(({ method, path }) => ({ methods: [method], path }))];
}

function restoreReplacement(replacement: Stored<Replacement>): Replacement {
  if (replacement.kind !== 'operation') return replacement;
  const { method, path } = replacement.operation;
  return { ...replacement, operation: { method, path: restorePathTemplate(path) } };
}
