import type {
  Api,
  AreaEndpoint,
  BaseUrl,
  Deprecation,
  NearMiss,
  Replacement,
  SourceRef,
} from '../model/deprecation.js';
import type { PathTemplate } from '../model/endpoint.js';
import { restorePathTemplate } from './path-template.js';

/** A value as it is in a catalogue file: paths are text, look-alikes are listed apart, and a file is about one API. */
export type Stored<T> = T extends PathTemplate
  ? string
  : T extends readonly (infer Item)[]
    ? readonly Stored<Item>[]
    : T extends object
      ? {
          readonly [Key in keyof T as Key extends 'nearMisses' | 'api' | 'layers' | 'disputes' ? never : Key]: Stored<
            T[Key]
          >;
        }
      : T;

/** Live look-alikes with one reason. Each operation is `GET, POST /path`. */
export interface NearMissGroup {
  readonly deprecations: readonly string[];
  readonly status: NearMiss['status'];
  readonly why: string;
  readonly operations: readonly string[];
}

/** A generated catalogue file. */
export interface CatalogueFile {
  readonly $schema?: string;
  readonly generatedBy: string;
  readonly sources: readonly { readonly file: SourceRef['file']; readonly sha256: string }[];
  readonly digest: string;
  readonly baseUrls: readonly BaseUrl[];
  /** What else is known of the API that the base URLs lead to. */
  readonly api: Omit<Api, 'baseUrls'>;
  readonly deprecations: readonly Stored<Deprecation>[];
  readonly nearMisses: readonly NearMissGroup[];
}

/** The deprecation as a catalogue file has it: plain JSON, in the order of its keys. */
export function storeDeprecation(deprecation: Deprecation): Stored<Deprecation> {
  const { nearMisses: _left, api: _api, layers: _layers, disputes: _disputes, ...rest } = deprecation;
  const text = JSON.stringify(rest, (key, value: unknown) =>
    key === 'path' && isTemplate(value) ? value.text : value,
  );
  return JSON.parse(text) as Stored<Deprecation>;
}

/** The deprecation of a stored one, which belongs to an API (by its id). Paths must be in the canonical spelling. */
export function restoreDeprecation(
  stored: Stored<Deprecation>,
  { api, layers }: Pick<Deprecation, 'api' | 'layers'>,
  nearMisses: readonly NearMiss[],
): Deprecation {
  const replacement = restoreReplacement(stored.replacement);
  const restored = { api, layers, replacement, nearMisses };
  switch (stored.kind) {
    case 'endpoint':
    case 'field':
    case 'header':
    case 'query':
    case 'value':
      return { ...stored, ...restored, endpoints: stored.endpoints.map(restoreEndpoint) };
    case 'segment':
    case 'headers':
    case 'cipher-suites':
    case 'undetectable':
      return { ...stored, ...restored };
  }
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

function restoreEndpoint(endpoint: Stored<AreaEndpoint>): AreaEndpoint {
  return { ...endpoint, path: restorePathTemplate(endpoint.path) };
}

function restoreReplacement(replacement: Stored<Replacement>): Replacement {
  if (replacement.kind !== 'operation') return replacement;
  const { method, path } = replacement.operation;
  return { ...replacement, operation: { method, path: restorePathTemplate(path) } };
}

function isTemplate(value: unknown): value is PathTemplate {
  return typeof value === 'object' && value !== null && 'segments' in value && 'text' in value;
}
