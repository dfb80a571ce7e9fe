import type { ClientModel } from '../../../../src/core/model/client-model.js';
import type { HttpMethod } from '../../../../src/core/model/endpoint.js';

/** A catalogue file of format 2 or 3, with the fields that an import fills. */
export interface ImportedCatalogue {
  readonly $schema: string;
  readonly format: 2 | 3;
  readonly api: { readonly id: string; readonly title?: string; readonly baseUrls: readonly ImportedBase[] };
  readonly edition: {
    readonly id: string;
    readonly asOf: string;
    readonly sources: readonly {
      readonly title: string;
      readonly url?: string;
      readonly retrieved: string;
      readonly sha256: string;
    }[];
  };
  readonly deprecations: readonly ImportedEntry[];
  readonly live: readonly string[];
  readonly clients?: readonly ClientModel[];
}

interface ImportedBase {
  readonly url: string;
  /** Names of the API in code: `acme`. */
  readonly names: readonly string[];
}

export interface ImportedEndpoint {
  readonly methods: readonly HttpMethod[];
  readonly path: string;
}

export interface ImportedEntry {
  readonly id: string;
  readonly feature: string;
  readonly kind: 'endpoint' | 'query' | 'header' | 'field';
  readonly endOfLife: string | null;
  readonly deprecated?: string;
  readonly url?: string;
  readonly history?: readonly { readonly endOfLife: string | null; readonly source: string }[];
  readonly note?: string;
  readonly parameter?: string;
  readonly name?: string;
  readonly pointers?: readonly string[];
  readonly direction?: 'request' | 'response' | 'both';
  readonly endpoints: readonly ImportedEndpoint[];
  readonly replacement?: {
    readonly kind: 'operation';
    readonly operation: { readonly method: HttpMethod; readonly path: string };
  };
}

export const SCHEMA_URL = 'https://unpkg.com/sunset-lint/rules/catalogue.schema.json';

/** Converts a text to an id of at most 60 characters: lower case, words joined by hyphens. */
export function kebab(text: string): string {
  const words = text
    .slice(0, 300)
    .replace(/([a-z\d])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter((word) => word !== '');
  let id = '';
  for (const word of words) {
    if (id !== '' && id.length + '-'.length + word.length > 60) break;
    id = id === '' ? word.slice(0, 60) : `${id}-${word}`;
  }
  return id;
}

/** Creates a function from names to distinct ids `api/name`, with a number for a repeated name. */
export function distinctIds(api: string): (name: string) => string {
  const counts = new Map<string, number>();
  const usedIds = new Set<string>();
  return (name) => {
    const id = kebab(name) || 'unnamed';
    for (let count = counts.get(id) ?? 1; ; count += 1) {
      const candidate = count === 1 ? id : `${id}-${String(count)}`;
      counts.set(id, count + 1);
      if (usedIds.has(candidate)) continue;
      usedIds.add(candidate);
      return `${api}/${candidate}`;
    }
  };
}
