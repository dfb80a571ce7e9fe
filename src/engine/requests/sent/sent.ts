import type { Place } from '../../../model/span.js';

/** Branch of a decision. */
export interface Condition {
  /** The decision: two entries with the same one and different branches are never sent together. */
  readonly of: string;
  readonly arm: number;
  /** True if the branch is *not* run. */
  readonly not?: true;
}

/** A header, a query parameter or a body field that a request sends. */
export interface SentEntry {
  /** Headers in lower case. */
  readonly name: string;
  /** Possible texts; undefined if not all of them are known. */
  readonly values: readonly string[] | undefined;
  /** Place of its name. */
  readonly at: Place;
  /** It is sent on every path through the program that sends the request. */
  readonly sure: boolean;
  /** Conditions common to all paths that send it. */
  readonly when: readonly Condition[];
  /** It may be missing on these paths too. */
  readonly maybe?: true;
}

/** Entries of one kind that a request sends. */
export interface Sent {
  readonly entries: readonly SentEntry[];
  /** Nothing else can be sent: all code that adds entries was seen. */
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
export function sentTogether(one: SentEntry, other: SentEntry): 'always' | 'maybe' | 'never' {
  if (one.when.some((condition) => other.when.some((and) => excludes(condition, and)))) return 'never';
  if (one.maybe === true || other.maybe === true) return 'maybe';
  return holdsWith(one, other) || holdsWith(other, one) ? 'always' : 'maybe';
}

function excludes(one: Condition, other: Condition): boolean {
  if (one.of !== other.of) return false;
  if (one.not !== other.not) return one.arm === other.arm;
  return one.not !== true && one.arm !== other.arm;
}

/** Whether each path that sends the one entry sends the other. */
function holdsWith(inner: SentEntry, outer: SentEntry): boolean {
  return outer.when.every((condition) => inner.when.some((and) => isSameCondition(condition, and)));
}

/** Whether two conditions are equal. */
export function isSameCondition(one: Condition, other: Condition): boolean {
  return one.of === other.of && one.arm === other.arm && one.not === other.not;
}
