import { distinctIds } from './catalogue-file.js';
import type { ImportedEndpoint, ImportedEntry } from './catalogue-file.js';
import { byPath, operationKey } from './operations.js';
import type { NamedOperation, UpstreamOperation, UpstreamPart } from './upstream.js';

/** Operations and parts to turn into entries of a catalogue. */
export interface EntryInput {
  /** Id of the API. */
  readonly api: string;
  readonly deprecated: readonly UpstreamOperation[];
  /** Operations of an earlier document that the newer one lacks. */
  readonly forgotten: readonly UpstreamOperation[];
  readonly parts: readonly UpstreamPart[];
}

/** Entries of deprecated operations, grouped by heading, dates and replacement; and entries of deprecated parts. */
export function entriesOf({ api, deprecated, forgotten, parts }: EntryInput): readonly ImportedEntry[] {
  const idOf = distinctIds(api);
  return [
    ...grouped(deprecated, keyOfOperation).map((group) => operationEntry(group, idOf)),
    ...grouped(forgotten, keyOfOperation).map((group) => ({
      ...operationEntry(group, (name) => idOf(`removed ${name}`)),
      note: 'The newer document no longer has it.',
    })),
    ...grouped(parts, keyOfPart).map((group) => partEntry(group, idOf)),
  ];
}

type Group<Item> = readonly [Item, ...Item[]];

function grouped<Item>(items: readonly Item[], keyOfItem: (item: Item) => string): readonly Group<Item>[] {
  const groups = new Map<string, [Item, ...Item[]]>();
  for (const item of items) {
    const key = keyOfItem(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return [...groups.values()];
}

type Dated = Pick<UpstreamOperation, 'endOfLife' | 'since' | 'datesFrom' | 'sentence'>;

function keyOfDates({ endOfLife, since, datesFrom, sentence }: Dated): readonly unknown[] {
  return [endOfLife, since, datesFrom, sentence];
}

function keyOfOperation(operation: UpstreamOperation): string {
  const { replacement } = operation;
  // A replacement belongs to one operation.
  return JSON.stringify([listedUnder(operation), ...keyOfDates(operation), replacement && [operationKey(operation)]]);
}

/** The vendor's own group, or else the first word of the path. */
function listedUnder({ group, path }: { readonly group?: string; readonly path: string }): string {
  return group ?? path.split('/').find((segment) => segment !== '' && !segment.startsWith('{')) ?? path;
}

function operationEntry(group: Group<UpstreamOperation>, idOf: (name: string) => string): ImportedEntry {
  const [first, ...others] = group;
  const feature = others.length === 0 ? (first.name ?? listedUnder(first)) : listedUnder(first);
  const { replacement } = first;
  return {
    id: idOf(feature),
    feature,
    kind: 'endpoint',
    ...datesOf(first),
    ...urlOf(group),
    endpoints: endpointsOf(group),
    ...(replacement && {
      replacement: { kind: 'operation', operation: { method: replacement.method, path: replacement.path } },
    }),
  };
}

function keyOfPart(part: UpstreamPart): string {
  return JSON.stringify([listedUnder(part), part.part, ...keyOfDates(part)]);
}

function partEntry(group: Group<UpstreamPart>, idOf: (name: string) => string): ImportedEntry {
  const [first] = group;
  const { part } = first;
  const under = listedUnder(first);
  const common = { ...datesOf(first), ...urlOf(group), endpoints: endpointsOf(group) };
  switch (part.kind) {
    case 'query':
      return {
        id: idOf(`${under} query ${part.parameter}`),
        feature: `${under}: ${part.parameter}`,
        kind: 'query',
        ...common,
        parameter: part.parameter,
      };
    case 'header':
      return {
        id: idOf(`${under} header ${part.name}`),
        feature: `${under}: ${part.name}`,
        kind: 'header',
        ...common,
        name: part.name,
      };
    case 'field': {
      const { pointer, direction } = part;
      const field = pointer.slice(1).replaceAll('/', '.');
      return {
        id: idOf(`${under} field ${field}`),
        feature: `${under}: ${field}`,
        kind: 'field',
        ...common,
        pointers: [pointer],
        direction,
      };
    }
  }
}

type EntryDates = Pick<ImportedEntry, 'endOfLife' | 'deprecated' | 'history' | 'note'>;

function datesOf({ endOfLife, since, datesFrom, sentence }: Dated): EntryDates {
  return {
    endOfLife: endOfLife ?? null,
    ...(since === undefined ? {} : { deprecated: since }),
    ...(datesFrom === undefined || datesFrom === 'field'
      ? {}
      : { history: [{ endOfLife: endOfLife ?? null, source: datesFrom }] }),
    ...(sentence && { note: sentence }),
  };
}

/** An address that all have in common, except for the fragment. */
function urlOf(group: readonly { readonly url?: string }[]): { readonly url?: string } {
  const urls = new Set(group.map(({ url }) => url));
  const pages = new Set([...urls].map((url) => url?.split('#', 1)[0]));
  const [url] = urls.size === 1 ? urls : pages;
  return url === undefined || pages.size > 1 ? {} : { url };
}

function endpointsOf(operations: readonly NamedOperation[]): readonly ImportedEndpoint[] {
  return [...byPath(operations)].map(([path, methods]) => ({ methods, path }));
}
