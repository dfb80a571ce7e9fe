import type { VersionPlace, WrittenEntry } from './file-format.js';

/** What stands for the version in the texts of an entry of the kind `versions`. */
export const VERSION = '{version}';

/** The entries that a checked one stands for: one for each version, or it itself, with a list of its packages. */
export function expandEntry(entry: WrittenEntry): readonly WrittenEntry[] {
  const { kind, versions, package: name } = entry;
  if (kind === 'versions' && typeof versions === 'object')
    return Object.entries(versions).map(([version, end]) =>
      ofVersion(entry, version, typeof end === 'object' && end !== null ? end : { endOfLife: end }),
    );
  if (name === undefined) return [entry];
  const { package: _name, packages = [], ...rest } = entry;
  return [{ ...rest, packages: [name, ...packages] }];
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

/** The kind of an entry that is about one version, and what is looked for. */
function whereSaid({ path, header, query }: VersionPlace, version: string): Partial<WrittenEntry> {
  if (header !== undefined) return { kind: 'header', name: header, only: [version] };
  if (query !== undefined) return { kind: 'query', parameter: query, only: [version] };
  return { kind: 'endpoint', endpoints: [{ path: (path ?? '').replaceAll(VERSION, version) }] };
}
