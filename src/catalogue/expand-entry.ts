import { remembered } from '../lib/collections.js';
import type { HttpMethod } from '../model/endpoint.js';
import type { CatalogueFile, VersionPlace, WrittenEntry, WrittenNames } from './file-format.js';

/** Placeholder for the version in the texts of an entry of the kind `versions`. */
export const VERSION = '{version}';

/**
 * Returns the entries for a checked one of a file: one for each version, or itself, with a list of its packages, and
 * with the operations that take a name where it names none.
 */
export function expandEntry(entry: WrittenEntry, { names }: Pick<CatalogueFile, 'names'>): readonly WrittenEntry[] {
  const { kind, versions, package: name, endpoints } = entry;
  if (kind === 'value' && endpoints === undefined && names !== undefined)
    return [{ ...entry, endpoints: endpointsOf(names) }];
  if (kind === 'versions' && typeof versions === 'object')
    return Object.entries(versions).map(([version, end]) =>
      ofVersion(entry, version, typeof end === 'object' && end !== null ? end : { endOfLife: end }),
    );
  if (name === undefined) return [entry];
  const { package: _name, packages = [], ...rest } = entry;
  return [{ ...rest, packages: [name, ...packages] }];
}

/** The operations of a list of names as endpoints: `GET, POST /towers` of each. */
const endpointsOf = remembered(({ operations, also = [] }: WrittenNames): NonNullable<WrittenEntry['endpoints']> => [
  ...operations.map(endpointOf),
  ...also.flatMap(({ pointer, operations: others }) => others.map((text) => ({ ...endpointOf(text), pointer }))),
]);

function endpointOf(text: string): { readonly methods: readonly HttpMethod[]; readonly path: string } {
  const at = text.lastIndexOf(' ');
  return { methods: text.slice(0, at).split(', ') as readonly HttpMethod[], path: text.slice(at + 1) };
}

function ofVersion(entry: WrittenEntry, version: string, own: Partial<WrittenEntry>): WrittenEntry {
  const { id, kind: _kind, versions: _versions, in: place = {}, ...common } = entry;
  const said = { ...common, ...own };
  const filled = (key: 'feature' | 'url' | 'note'): Partial<WrittenEntry> => {
    const text = said[key];
    return text === undefined ? {} : { [key]: text.replaceAll(VERSION, version) };
  };
  return {
    ...said,
    ...{ ...filled('feature'), ...filled('url'), ...filled('note') },
    ...{ id: `${id}${version}`, ...whereSaid(place, version) },
  };
}

/** The kind and subject of an entry about one version. */
function whereSaid({ path, header, query }: VersionPlace, version: string): Partial<WrittenEntry> {
  if (header !== undefined) return { kind: 'header', name: header, only: [version] };
  if (query !== undefined) return { kind: 'query', parameter: query, only: [version] };
  return { kind: 'endpoint', endpoints: [{ path: (path ?? '').replaceAll(VERSION, version) }] };
}
