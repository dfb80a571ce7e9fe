import type { Place } from '../../../core/model/span.js';
import { work } from '../../../core/lib/work.js';
import { groupBy } from '../../../core/lib/collections.js';

/** Branch of a decision. */
export interface Condition {
  /** The decision: two entries with the same one and different branches are never sent together. */
  readonly decision: string;
  readonly branch: number;
  /** Set if the branch is *not* run. */
  readonly not?: true;
}

/** A header, a query parameter or a body field that a request sends. */
export interface SentEntry {
  /** Name; in lower case for headers. */
  readonly name: string;
  /** Possible texts; undefined if not all of them are known. */
  readonly values: readonly string[] | undefined;
  /** Place of its name. */
  readonly at: Place;
  /** Whether the entry is sent on every path through the program that sends the request. */
  readonly isAlwaysSent: boolean;
  /** Conditions that all paths which send the entry have in common. */
  readonly when: readonly Condition[];
  /** Set if the entry may be missing on these paths too. */
  readonly maybe?: true;
}

/** Entries of one kind that a request sends. */
export interface Sent {
  readonly entries: readonly SentEntry[];
  /** Whether nothing else can be sent, because all code that adds entries was seen. */
  readonly complete: boolean;
  /** Unseen part, if the entries are not complete, phrased to follow "not seen:" in a sentence. */
  readonly unseen?: string;
  /**
   * Reason for incomplete entries. `here`: the program adds entries to this request that were not read. `elsewhere`:
   * all code of the program for this request was read, but the client can be configured in other places.
   */
  readonly open?: 'here' | 'elsewhere';
}

/** The entries of one name: several where branches differ or a header is appended. */
export function entriesNamed({ entries }: Sent, name: string): readonly SentEntry[] {
  return entries.filter((entry) => entry.name === name);
}

/**
 * Whether two entries are sent together: `always` on some path with both, `never` in branches that exclude each other,
 * else `maybe`.
 */
export function sentTogether(left: SentEntry, right: SentEntry): 'always' | 'maybe' | 'never' {
  if (left.when.some((condition) => right.when.some((other) => excludes(condition, other)))) return 'never';
  if (left.maybe === true || right.maybe === true) return 'maybe';
  return impliesSending(left, right) || impliesSending(right, left) ? 'always' : 'maybe';
}

function excludes(left: Condition, right: Condition): boolean {
  if (left.decision !== right.decision) return false;
  if (left.not !== right.not) return left.branch === right.branch;
  return left.not !== true && left.branch !== right.branch;
}

/** Whether each path that sends the inner entry sends the outer one. */
function impliesSending(inner: SentEntry, outer: SentEntry): boolean {
  return outer.when.every((condition) => inner.when.some((other) => isSameCondition(condition, other)));
}

function isSameCondition(left: Condition, right: Condition): boolean {
  return left.decision === right.decision && left.branch === right.branch && left.not === right.not;
}

/** An entry under construction, under its name in the program. */
export interface BagEntry extends Omit<SentEntry, 'isAlwaysSent'> {
  readonly key: string;
  /** Set if the name is present without a value: the entry is not sent, and hides an entry of the layer below. */
  readonly isRemoved?: true;
}

/** Unknown part of a bag. */
interface Doubt {
  readonly open: 'here' | 'elsewhere';
  readonly what: string;
}

/** Bag of the entries of an object at the moment a request is sent: its headers, or its query parameters. */
export interface EntryBag {
  readonly entries: readonly BagEntry[];
  /** First doubt of each kind; only these are reported. */
  readonly doubts: readonly Doubt[];
  /** Whether the object does not exist, so that the bag before it applies. */
  readonly absent: 'yes' | 'maybe' | 'no';
}

export const ABSENT_BAG: EntryBag = { entries: [], doubts: [], absent: 'yes' };
export const EMPTY_BAG: EntryBag = { entries: [], doubts: [], absent: 'no' };

function firstOfEachKind(doubts: readonly Doubt[]): readonly Doubt[] {
  return doubts.length < 2
    ? doubts
    : doubts.filter((doubt, index) => doubts.findIndex(({ open }) => open === doubt.open) === index);
}

/** A bag with unknown content. */
export function unknownBag(what: string, open: Doubt['open'] = 'here'): EntryBag {
  return { entries: [], doubts: [{ open, what }], absent: 'maybe' };
}

export function withDoubt(bag: EntryBag, what: string, open: Doubt['open'] = 'here'): EntryBag {
  return { ...bag, doubts: firstOfEachKind([...bag.doubts, { open, what }]) };
}

/** A bag that unfollowed code may have changed. */
export function withUnknownChanges(bag: EntryBag, what: string): EntryBag {
  return withDoubt(
    { ...bag, entries: bag.entries.map((entry) => ({ ...entry, values: undefined, maybe: true })) },
    what,
  );
}

/** A bag with one more entry, which replaces those of its name. */
export function withEntry(bag: EntryBag, entry: BagEntry, isSame: (other: BagEntry) => boolean): EntryBag {
  const isSure = entry.maybe !== true && entry.when.length === 0;
  const others = bag.entries.flatMap((other) => {
    if (!isSame(other)) return [other];
    return isSure ? [] : [{ ...other, maybe: true as const }];
  });
  return { ...bag, entries: [...others, entry], absent: 'no' };
}

/**
 * Maximum number of conditions of an entry; of more, the innermost count, and the entry may be missing under them.
 */
const MAX_CONDITIONS = 32;

/** Adds outer conditions to entries, each once. Entries with the same conditions share one longer list. */
function addConditions(outer: readonly Condition[], inner: readonly Condition[]): (entry: BagEntry) => BagEntry {
  const conditionsByList = new Map<readonly Condition[], readonly Condition[]>();
  return (entry) => {
    let when = conditionsByList.get(entry.when);
    if (when === undefined) {
      const isNew = (condition: Condition): boolean => !entry.when.some((other) => isSameCondition(condition, other));
      when = [...outer.filter(isNew), ...entry.when, ...inner.filter(isNew)];
      conditionsByList.set(entry.when, when);
    }
    if (when.length <= MAX_CONDITIONS) return { ...entry, when };
    return { ...entry, when: when.slice(-MAX_CONDITIONS), maybe: true };
  };
}

/** Merges a bag with its state after a step that may not run, in a branch or for unknown reasons. */
export function mergeConditionally(
  before: EntryBag,
  after: EntryBag,
  when: readonly Condition[],
  maybe: boolean,
): EntryBag {
  if (when.length === 0 && !maybe) return after;
  work.entriesMerged += before.entries.length + after.entries.length;
  const innermost = when.at(-1);
  const afterEntries = new Set(after.entries);
  const beforeEntries = new Set(before.entries);
  const markMissing =
    maybe || innermost === undefined
      ? (entry: BagEntry): BagEntry => ({ ...entry, maybe: true })
      : addConditions([], [{ ...innermost, not: true }]);
  const addBranch = addConditions(when, []);
  const markAdded = (entry: BagEntry): BagEntry => ({ ...addBranch(entry), ...(maybe ? { maybe } : {}) });
  return boundedBag({
    entries: [
      ...before.entries.map((entry) => (afterEntries.has(entry) ? entry : markMissing(entry))),
      ...after.entries.filter((entry) => !beforeEntries.has(entry)).map(markAdded),
    ],
    doubts: firstOfEachKind([...before.doubts, ...after.doubts]),
    absent: before.absent === after.absent ? before.absent : 'maybe',
  });
}

/** Combines two bags under one name: the later bag has priority if it is present. */
export function replacedBy(before: EntryBag, after: EntryBag): EntryBag {
  if (after.absent === 'no') return after;
  return after.absent === 'yes' ? before : mergeConditionally(before, after, [], true);
}

/** Name of a decision between several bags at a place. */
export function decisionAt({ file, span }: Place, mark: '?' | '()' = '?'): string {
  return `${file}:${mark}${span.join('-')}`;
}

/** One of several bags, depending on a condition. */
export function oneOfBags(bags: readonly EntryBag[], decision: string): EntryBag {
  const [first, ...extra] = bags;
  if (first === undefined) return ABSENT_BAG;
  if (extra.length === 0) return first;
  for (const { entries } of bags) work.entriesMerged += entries.length;
  const sharedEntries = commonEntries(bags);
  const sharedNames = new Set(sharedEntries.map(({ name }) => name));
  return boundedBag({
    entries: [
      ...sharedEntries,
      ...bags.flatMap((bag, arm) =>
        bag.entries
          .filter(({ name }) => !sharedNames.has(name))
          .map(addConditions([], [{ decision: decision, branch: arm }])),
      ),
    ],
    doubts: firstOfEachKind(bags.flatMap(({ doubts }) => doubts)),
    absent: bags.every(({ absent }) => absent === first.absent) ? first.absent : 'maybe',
  });
}

/** Returns the entries that each of several bags certainly has, under one name only, with the values of all. */
function commonEntries(bags: readonly EntryBag[]): readonly BagEntry[] {
  const byName = bags.map(({ entries }) => groupBy(entries, ({ name }) => name));
  const isSure = ({ when, maybe, isRemoved }: BagEntry): boolean =>
    when.length === 0 && maybe !== true && isRemoved !== true;
  return (bags[0]?.entries ?? []).flatMap((entry) => {
    const sameName = byName.flatMap((entries) => {
      const [single, ...extra] = entries.get(entry.name) ?? [];
      return single !== undefined && extra.length === 0 && isSure(single) ? [single] : [];
    });
    return sameName.length < bags.length ? [] : [{ ...entry, values: valuesOf(sameName) }];
  });
}

/** The values of several entries; undefined if one of them is unknown. */
function valuesOf(entries: readonly BagEntry[]): readonly string[] | undefined {
  const values = entries.map((entry) => entry.values);
  return values.every((texts) => texts !== undefined) ? [...new Set(values.flat())] : undefined;
}

/** A bag with another one merged into it, by name or by key as written. */
export function mergeOver(below: EntryBag, over: EntryBag, by: 'name' | 'key'): EntryBag {
  if (over.absent === 'yes') return below;
  work.entriesMerged += below.entries.length + over.entries.length;
  const overKeys = new Set(over.entries.map((entry) => entry[by]));
  const certainKeys = new Set(
    over.entries.filter(({ when, maybe }) => when.length === 0 && maybe !== true).map((entry) => entry[by]),
  );
  const mayBeReplaced = (entry: BagEntry): boolean => over.doubts.length > 0 || overKeys.has(entry[by]);
  return boundedBag({
    entries: [
      ...below.entries
        .filter((entry) => !certainKeys.has(entry[by]))
        .map((entry) => (mayBeReplaced(entry) ? { ...entry, maybe: true as const } : entry)),
      ...over.entries,
    ],
    doubts: firstOfEachKind([...below.doubts, ...over.doubts]),
    absent: below.absent === 'no' || over.absent === 'no' ? 'no' : 'maybe',
  });
}

/** Number of entries above which duplicates are merged. */
const MERGE_THRESHOLD = 64;

/** Maximum number of copies of one entry with separate branches; more are merged into one for their common branch. */
const MAX_COPIES = 8;

/** Maximum number of separate alternatives of one name; if there are more, the first ones are merged. */
const MAX_WAYS = 64;

/** Maximum number of entries; the others are unknown. */
const MAX_ENTRIES = 400;

/** Binary logarithm of the number of entries of a bag that cost one step more. */
export const SIZE_SHIFT = 3;

/** A bag bounded in size: each branch of a program can double the merged entries. */
function boundedBag(bag: EntryBag): EntryBag {
  if (bag.entries.length <= MERGE_THRESHOLD) return bag;
  const copies = groupBy(bag.entries, ({ key, at, isRemoved = false }) =>
    [at.file, at.span[0], isRemoved, key].join('\u0000'),
  );
  const mergedEntries = [...copies.values()].flatMap((copiesOfEntry) =>
    copiesOfEntry.length <= MAX_COPIES ? copiesOfEntry : mergedCopies(copiesOfEntry),
  );
  const entries = [...groupBy(mergedEntries, ({ name }) => name).values()].flatMap((entriesOfName) =>
    entriesOfName.length <= MAX_WAYS
      ? entriesOfName
      : [...mergedCopies(entriesOfName.slice(0, -MAX_WAYS / 2)), ...entriesOfName.slice(-MAX_WAYS / 2)],
  );
  if (entries.length <= MAX_ENTRIES) return { ...bag, entries };
  return withDoubt({ ...bag, entries: entries.slice(0, MAX_ENTRIES) }, 'more than are distinguished');
}

function mergedCopies(copies: readonly BagEntry[]): readonly BagEntry[] {
  const sentCopies = copies.filter(({ isRemoved }) => isRemoved !== true);
  // An entry that removes a name does not remove the other entries with that name.
  const [first, ...others] = sentCopies.length === 0 ? copies : sentCopies;
  if (first === undefined) return [];
  const when = first.when.filter((shared) =>
    others.every((other) => other.when.some((condition) => isSameCondition(shared, condition))),
  );
  return [{ ...first, values: valuesOf([first, ...others]), when, maybe: true }];
}

/** Combines two bags that are written one after the other. */
export function concatBags(first: EntryBag, second: EntryBag): EntryBag {
  return boundedBag({
    entries: [...first.entries, ...second.entries],
    doubts: firstOfEachKind([...first.doubts, ...second.doubts]),
    absent: 'no',
  });
}

/** A bag of options over the client's defaults: some clients let a name without a value hide a default, some do not. */
export function overDefaults(bag: EntryBag): EntryBag {
  return {
    ...bag,
    entries: bag.entries.map((entry) => (entry.isRemoved === true ? { ...entry, maybe: true } : entry)),
    absent: 'no',
  };
}

/** Converts a bag to the entries that a request sends. */
export function sentOf({ entries, doubts }: EntryBag): Sent {
  const sentEntries = entries
    .filter(({ isRemoved }) => isRemoved !== true)
    .map(({ name, values, at, when, maybe }): SentEntry => ({
      name,
      values,
      at,
      when,
      isAlwaysSent: when.length === 0 && maybe !== true,
      ...(maybe === true ? { maybe } : {}),
    }));
  const [firstDoubt] = [...doubts.filter(({ open }) => open === 'here'), ...doubts];
  if (firstDoubt === undefined) return { entries: sentEntries, complete: true };
  return { entries: sentEntries, complete: false, unseen: firstDoubt.what, open: firstDoubt.open };
}
