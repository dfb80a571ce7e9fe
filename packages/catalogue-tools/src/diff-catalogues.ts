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
  /** Number of days by which the end is later; null if one of the two has none. */
  readonly days: number | null;
}

/** Operations of an entry in both catalogues, each like `GET /towers/{id}`. */
export interface ChangedOperations {
  readonly id: string;
  readonly operations: readonly string[];
}

/** Entries of the second of two catalogues that differ from the first. */
export interface CatalogueDifference {
  readonly added: readonly NamedEntry[];
  readonly gone: readonly NamedEntry[];
  readonly moved: readonly MovedEntry[];
  /** Withdrawn by the vendor according to the second catalogue; `reinstated`: according to the first alone. */
  readonly withdrawn: readonly NamedEntry[];
  readonly reinstated: readonly NamedEntry[];
  /** In use again. */
  readonly revived: readonly ChangedOperations[];
  readonly operationsAdded: readonly ChangedOperations[];
  readonly operationsGone: readonly ChangedOperations[];
  readonly same: number;
}

/** Compares two catalogues by the ids of their entries. */
export function diffCatalogues(first: Catalogue, second: Catalogue): CatalogueDifference {
  const before = new Map(allEntries(first).map((entry) => [entry.id, entry]));
  const now = new Map(allEntries(second).map((entry) => [entry.id, entry]));
  const both = [...now.values()].flatMap((entry) => {
    const old = before.get(entry.id);
    return old === undefined ? [] : [{ old, entry }];
  });
  const changes = (change: (old: Deprecation, entry: Deprecation) => readonly string[]): readonly ChangedOperations[] =>
    both.flatMap(({ old, entry }) => {
      const operations = change(old, entry);
      return operations.length === 0 ? [] : [{ id: entry.id, operations }];
    });
  const difference = {
    added: [...now.values()].filter(({ id }) => !before.has(id)).map(nameOf),
    gone: [...before.values()].filter(({ id }) => !now.has(id)).map(nameOf),
    moved: both.flatMap(({ old, entry }) => moveOf(old, entry)),
    withdrawn: both.filter(({ old, entry }) => isBack(entry) && !isBack(old)).map(({ entry }) => nameOf(entry)),
    reinstated: both.filter(({ old, entry }) => isBack(old) && !isBack(entry)).map(({ entry }) => nameOf(entry)),
    revived: changes((old, entry) => excluding(revivedOf(entry), revivedOf(old))),
    operationsAdded: changes((old, entry) => excluding(operationsOf(entry), operationsOf(old))),
    operationsGone: changes((old, entry) =>
      excluding(operationsOf(old), [...operationsOf(entry), ...revivedOf(entry)]),
    ),
  };
  const changed = new Set(
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
  return { ...difference, same: both.length - changed.size };
}

/** Whether two catalogues have the same entries. */
export function isEmptyDifference({ same: _count, ...lists }: CatalogueDifference): boolean {
  return Object.values(lists).every((list) => list.length === 0);
}

function isBack({ withdrawn }: Deprecation): boolean {
  return withdrawn !== undefined;
}

function nameOf(entry: Deprecation): NamedEntry {
  const { id, api, feature } = entry;
  return { id, api, feature, endOfLife: shownEnd(entry) };
}

function moveOf(old: Deprecation, entry: Deprecation): readonly MovedEntry[] {
  const before = shownEnd(old);
  if (before === shownEnd(entry)) return [];
  const [from, to] = [old.endOfLife, entry.endOfLife];
  const days = from === null || to === null ? null : daysBetween(from, to);
  return [{ ...nameOf(entry), before, days }];
}

function operationsOf(entry: Deprecation): readonly string[] {
  if (!('endpoints' in entry)) return [];
  return entry.endpoints.flatMap(({ methods, path }) => methods.map((method) => `${method} ${path.text}`));
}

function revivedOf({ revived = [] }: Deprecation): readonly string[] {
  return revived.flatMap(({ operations }) => operations);
}

function excluding(list: readonly string[], other: readonly string[]): readonly string[] {
  const known = new Set(other);
  return list.filter((item) => !known.has(item));
}
