import { daysBetween } from '../../../src/engine/judge/describe-end.js';
import type { Catalogue, Deprecation } from '../../../src/core/model/deprecation.js';
import { shownEnd } from '../../../src/core/lib/iso-date.js';
import { allEntries } from './catalogue-entries.js';

/** Entry in a difference. `endOfLife` is a day, a month, or null without an announced end. */
export interface NamedEntry {
  readonly id: string;
  readonly api: string;
  readonly feature: string;
  readonly endOfLife: string | null;
}

export interface MovedEntry extends NamedEntry {
  readonly before: string | null;
  /** Number of days by which the end is later; null if one of the two catalogues has no end. */
  readonly days: number | null;
}

/** Operations of an entry in both catalogues, each like `GET /towers/{id}`. */
export interface ChangedOperations {
  readonly id: string;
  readonly operations: readonly string[];
}

/** Differences of the second of two catalogues from the first. */
export interface CatalogueDifference {
  readonly added: readonly NamedEntry[];
  readonly gone: readonly NamedEntry[];
  readonly moved: readonly MovedEntry[];
  /** Cancelled by the vendor in the second catalogue alone; `reinstated`: in the first alone. */
  readonly withdrawn: readonly NamedEntry[];
  readonly reinstated: readonly NamedEntry[];
  /** Operations that are in use again. */
  readonly revived: readonly ChangedOperations[];
  readonly operationsAdded: readonly ChangedOperations[];
  readonly operationsGone: readonly ChangedOperations[];
  readonly same: number;
}

/** Compares two catalogues by the ids of their entries. */
export function diffCatalogues(first: Catalogue, second: Catalogue): CatalogueDifference {
  const oldEntries = new Map(allEntries(first).map((entry) => [entry.id, entry]));
  const newEntries = new Map(allEntries(second).map((entry) => [entry.id, entry]));
  const commonEntries = [...newEntries.values()].flatMap((entry) => {
    const old = oldEntries.get(entry.id);
    return old === undefined ? [] : [{ old, entry }];
  });
  const changedOperations = (
    compare: (old: Deprecation, entry: Deprecation) => readonly string[],
  ): readonly ChangedOperations[] =>
    commonEntries.flatMap(({ old, entry }) => {
      const operations = compare(old, entry);
      return operations.length === 0 ? [] : [{ id: entry.id, operations }];
    });
  const difference = {
    added: [...newEntries.values()].filter(({ id }) => !oldEntries.has(id)).map(namedEntry),
    gone: [...oldEntries.values()].filter(({ id }) => !newEntries.has(id)).map(namedEntry),
    moved: commonEntries.flatMap(({ old, entry }) => dateChange(old, entry)),
    withdrawn: commonEntries
      .filter(({ old, entry }) => isCancelled(entry) && !isCancelled(old))
      .map(({ entry }) => namedEntry(entry)),
    reinstated: commonEntries
      .filter(({ old, entry }) => isCancelled(old) && !isCancelled(entry))
      .map(({ entry }) => namedEntry(entry)),
    revived: changedOperations((old, entry) => excluding(revivedOf(entry), revivedOf(old))),
    operationsAdded: changedOperations((old, entry) => excluding(operationsOf(entry), operationsOf(old))),
    operationsGone: changedOperations((old, entry) =>
      excluding(operationsOf(old), [...operationsOf(entry), ...revivedOf(entry)]),
    ),
  };
  const changedIds = new Set(
    [
      difference.moved,
      difference.withdrawn,
      difference.reinstated,
      difference.revived,
      difference.operationsAdded,
      difference.operationsGone,
    ]
      .flat()
      .map(({ id }) => id),
  );
  return { ...difference, same: commonEntries.length - changedIds.size };
}

/** Whether two catalogues have the same entries. */
export function isEmptyDifference({ same: _count, ...lists }: CatalogueDifference): boolean {
  return Object.values(lists).every((list) => list.length === 0);
}

function isCancelled({ withdrawn }: Deprecation): boolean {
  return withdrawn !== undefined;
}

function namedEntry(entry: Deprecation): NamedEntry {
  const { id, api, feature } = entry;
  return { id, api, feature, endOfLife: shownEnd(entry) };
}

function dateChange(old: Deprecation, entry: Deprecation): readonly MovedEntry[] {
  const before = shownEnd(old);
  if (before === shownEnd(entry)) return [];
  const [from, to] = [old.endOfLife, entry.endOfLife];
  const days = from === null || to === null ? null : daysBetween(from, to);
  return [{ ...namedEntry(entry), before, days }];
}

function operationsOf(entry: Deprecation): readonly string[] {
  if (!('endpoints' in entry)) return [];
  return entry.endpoints.flatMap(({ methods, path }) => methods.map((method) => `${method} ${path.text}`));
}

function revivedOf({ revived = [] }: Deprecation): readonly string[] {
  return revived.flatMap(({ operations }) => operations);
}

function excluding(list: readonly string[], excludedItems: readonly string[]): readonly string[] {
  const excludedSet = new Set(excludedItems);
  return list.filter((item) => !excludedSet.has(item));
}
