import { work } from '../../lib/work.js';
import type { Condition, Sent, SentEntry } from './sent.js';

/** An entry while it is put together: it goes by the name that the program gives it. */
export interface BagEntry extends Omit<SentEntry, 'sure'> {
  readonly key: string;
  /** The name is there with no value: it is not sent, and hides what it is laid over. */
  readonly gone?: true;
}

/** What is not known of a bag. */
export interface Doubt {
  readonly open: 'here' | 'elsewhere';
  readonly what: string;
}

/** What some object holds when a request is sent: its headers, the parameters of its query, fields of its body. */
export interface Bag {
  readonly entries: readonly BagEntry[];
  readonly doubts: readonly Doubt[];
  /** There is no such object: what stands before it in order counts. */
  readonly absent: 'yes' | 'maybe' | 'no';
}

export const NO_BAG: Bag = { entries: [], doubts: [], absent: 'yes' };
export const EMPTY_BAG: Bag = { entries: [], doubts: [], absent: 'no' };

/** A bag of which nothing is known. */
export function openBag(what: string, open: Doubt['open'] = 'here'): Bag {
  return { entries: [], doubts: [{ open, what }], absent: 'maybe' };
}

export function withDoubt(bag: Bag, what: string, open: Doubt['open'] = 'here'): Bag {
  return { ...bag, doubts: [...bag.doubts, { open, what }] };
}

/** A bag with one more entry, in the place of those that have its name. */
export function withEntry(bag: Bag, entry: BagEntry, isSame: (other: BagEntry) => boolean): Bag {
  const isSure = entry.maybe !== true && entry.when.length === 0;
  const others = bag.entries.flatMap((other) => {
    if (!isSame(other)) return [other];
    return isSure ? [] : [{ ...other, maybe: true as const }];
  });
  return { ...bag, entries: [...others, entry], absent: 'no' };
}

/** What a program step makes of a bag where it may not be run: in branches, or nobody knows whether. */
export function settled(before: Bag, after: Bag, when: readonly Condition[], maybe: boolean): Bag {
  if (when.length === 0 && !maybe) return after;
  work.entriesMerged += before.entries.length + after.entries.length;
  const innermost = when.at(-1);
  const kept = new Set(after.entries);
  const old = new Set(before.entries);
  const missing = ({ when: already, ...entry }: BagEntry): BagEntry =>
    maybe || innermost === undefined
      ? { ...entry, when: already, maybe: true }
      : { ...entry, when: [...already, { ...innermost, not: true }] };
  const added = ({ when: already, ...entry }: BagEntry): BagEntry => ({
    ...entry,
    when: [...when, ...already],
    ...(maybe ? { maybe } : {}),
  });
  return {
    entries: [
      ...before.entries.map((entry) => (kept.has(entry) ? entry : missing(entry))),
      ...after.entries.filter((entry) => !old.has(entry)).map(added),
    ],
    doubts: [...new Set([...before.doubts, ...after.doubts])],
    absent: before.absent === after.absent ? before.absent : 'maybe',
  };
}

/** One of several bags, by what decides. */
export function oneOf(bags: readonly Bag[], of: string): Bag {
  const [only, ...others] = bags;
  if (only === undefined) return NO_BAG;
  if (others.length === 0) return only;
  for (const { entries } of bags) work.entriesMerged += entries.length;
  const inAll = commonEntries(bags);
  const common = new Set(inAll.map(({ name }) => name));
  return {
    entries: [
      ...inAll,
      ...bags.flatMap((bag, arm) =>
        bag.entries
          .filter(({ name }) => !common.has(name))
          .map((entry) => ({ ...entry, when: [...entry.when, { of, arm }] })),
      ),
    ],
    doubts: [...new Set(bags.flatMap(({ doubts }) => doubts))],
    absent: bags.every(({ absent }) => absent === only.absent) ? only.absent : 'maybe',
  };
}

/** What each of several bags surely has, under one name only: one entry with the values of all. */
function commonEntries(bags: readonly Bag[]): readonly BagEntry[] {
  const [first, ...others] = bags;
  return (first?.entries ?? []).flatMap((entry) => {
    const same = bags.map(({ entries }) => entries.filter(({ name }) => name === entry.name));
    const alike = same.flat();
    if (others.length === 0 || same.some(({ length }) => length !== 1)) return [];
    if (alike.some(({ when, maybe, gone }) => when.length > 0 || maybe === true || gone === true)) return [];
    const values = alike.every((other) => other.values !== undefined)
      ? [...new Set(alike.flatMap((other) => other.values ?? []))]
      : undefined;
    return [{ ...entry, values }];
  });
}

/** A bag with another one laid over it, name by name. */
export function laidOver(under: Bag, over: Bag, isSame: (one: BagEntry, other: BagEntry) => boolean): Bag {
  if (over.absent === 'yes') return under;
  work.entriesMerged += under.entries.length + over.entries.length;
  const hides = (entry: BagEntry): boolean =>
    over.entries.some((other) => other.when.length === 0 && other.maybe !== true && isSame(entry, other));
  const touches = (entry: BagEntry): boolean =>
    over.doubts.length > 0 || over.entries.some((other) => isSame(entry, other));
  return {
    entries: [
      ...under.entries
        .filter((entry) => !hides(entry))
        .map((entry) => (touches(entry) ? { ...entry, maybe: true as const } : entry)),
      ...over.entries,
    ],
    doubts: [...new Set([...under.doubts, ...over.doubts])],
    absent: under.absent === 'no' || over.absent === 'no' ? 'no' : 'maybe',
  };
}

/** What two bags hold that are written one after the other. */
export function beside(one: Bag, other: Bag): Bag {
  return {
    entries: [...one.entries, ...other.entries],
    doubts: [...new Set([...one.doubts, ...other.doubts])],
    absent: 'no',
  };
}

/** A bag of options for a client that has others of its own: some clients let a name without value hide those, some do not. */
export function overDefaults(bag: Bag): Bag {
  return {
    ...bag,
    entries: bag.entries.map((entry) => (entry.gone === true ? { ...entry, maybe: true } : entry)),
    absent: 'no',
  };
}

/** What a bag says of a request. */
export function sentOf({ entries, doubts }: Bag): Sent {
  const sent = entries
    .filter(({ gone }) => gone !== true)
    .map(({ name, values, at, when, maybe }): SentEntry => ({
      name,
      values,
      at,
      when,
      sure: when.length === 0 && maybe !== true,
      ...(maybe === true ? { maybe } : {}),
    }));
  const [first] = [...doubts.filter(({ open }) => open === 'here'), ...doubts];
  if (first === undefined) return { entries: sent, complete: true };
  return { entries: sent, complete: false, unseen: first.what, open: first.open };
}
