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
  readonly removed: readonly UpstreamOperation[];
  readonly parts: readonly UpstreamPart[];
}

/** Creates the entries of deprecated operations, grouped by heading, dates and replacement, and of deprecated parts. */
export function entriesOf({ api, deprecated, removed, parts }: EntryInput): readonly ImportedEntry[] {
  const idOf = distinctIds(api);
  return [
    ...groupBy(deprecated, keyOfOperation).map((group) => operationEntry(group, idOf)),
    ...groupBy(removed, keyOfOperation).map((group) => ({
      ...operationEntry(group, (name) => idOf(`removed ${name}`)),
      note: 'The newer document no longer has it.',
    })),
    ...groupBy(parts, keyOfPart).map((group) => partEntry(group, idOf)),
  ];
}

type Group<Item> = readonly [Item, ...Item[]];

function groupBy<Item>(items: readonly Item[], keyOfItem: (item: Item) => string): readonly Group<Item>[] {
  const groups = new Map<string, [Item, ...Item[]]>();
  for (const item of items) {
    const key = keyOfItem(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return [...groups.values()];
}

type DateFields = Pick<UpstreamOperation, 'endOfLife' | 'since' | 'datesFrom' | 'sentence'>;

function keyOfDates({ endOfLife, since, datesFrom, sentence }: DateFields): readonly unknown[] {
  return [endOfLife, since, datesFrom, sentence];
}

function keyOfOperation(operation: UpstreamOperation): string {
  const { replacement } = operation;
  // An operation with a replacement is a group of its own.
  return JSON.stringify([headingOf(operation), ...keyOfDates(operation), replacement && [operationKey(operation)]]);
}

/** The vendor's group, or else the first literal segment of the path. */
function headingOf({ group, path }: { readonly group?: string; readonly path: string }): string {
  return group ?? path.split('/').find((segment) => segment !== '' && !segment.startsWith('{')) ?? path;
}

function operationEntry(group: Group<UpstreamOperation>, idOf: (name: string) => string): ImportedEntry {
  const [first, ...others] = group;
  const feature = others.length === 0 ? (first.name ?? headingOf(first)) : headingOf(first);
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
  return JSON.stringify([headingOf(part), part.part, ...keyOfDates(part)]);
}

function partEntry(group: Group<UpstreamPart>, idOf: (name: string) => string): ImportedEntry {
  const [first] = group;
  const { part } = first;
  const heading = headingOf(first);
  const commonFields = { ...datesOf(first), ...urlOf(group), endpoints: endpointsOf(group) };
  switch (part.kind) {
    case 'query':
      return {
        id: idOf(`${heading} query ${part.parameter}`),
        feature: `${heading}: ${part.parameter}`,
        kind: 'query',
        ...commonFields,
        parameter: part.parameter,
      };
    case 'header':
      return {
        id: idOf(`${heading} header ${part.name}`),
        feature: `${heading}: ${part.name}`,
        kind: 'header',
        ...commonFields,
        name: part.name,
      };
    case 'field': {
      const { pointer, direction } = part;
      const field = pointer.slice(1).replaceAll('/', '.');
      return {
        id: idOf(`${heading} field ${field}`),
        feature: `${heading}: ${field}`,
        kind: 'field',
        ...commonFields,
        pointers: [pointer],
        direction,
      };
    }
  }
}

type EntryDates = Pick<ImportedEntry, 'endOfLife' | 'deprecated' | 'history' | 'note'>;

function datesOf({ endOfLife, since, datesFrom, sentence }: DateFields): EntryDates {
  return {
    endOfLife: endOfLife ?? null,
    ...(since === undefined ? {} : { deprecated: since }),
    ...(datesFrom === undefined || datesFrom === 'field'
      ? {}
      : { history: [{ endOfLife: endOfLife ?? null, source: datesFrom }] }),
    ...(sentence && { note: sentence }),
  };
}

/** The common address of a group; addresses that differ only in the fragment are the same. */
function urlOf(group: readonly { readonly url?: string }[]): { readonly url?: string } {
  const urls = new Set(group.map(({ url }) => url));
  const pages = new Set([...urls].map((url) => url?.split('#', 1)[0]));
  const [url] = urls.size === 1 ? urls : pages;
  return url === undefined || pages.size > 1 ? {} : { url };
}

function endpointsOf(operations: readonly NamedOperation[]): readonly ImportedEndpoint[] {
  return [...byPath(operations)].map(([path, methods]) => ({ methods, path }));
}
