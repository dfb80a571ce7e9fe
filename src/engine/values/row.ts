/**
 * What was read from some elements of a collection, or from some of the alternatives of one value. Two things
 * that come from the same reading, but from other elements, never meet in one run.
 */
export interface Row {
  /** The reading, which is only compared. */
  readonly of: object;
  /** Places of the elements. */
  readonly at: readonly number[];
}

export type Rows = readonly Row[];

/** Whether two things never meet: they are of other rows of one reading. */
export function areApart(some: Rows, others: Rows): boolean {
  return some.some(({ of, at }) =>
    others.some((other) => other.of === of && !other.at.some((place) => at.includes(place))),
  );
}

/** The rows of a value that belongs to all of both lists of rows. */
export function togetherIn(known: Rows | undefined, rows: Rows): Rows {
  if (known === undefined) return rows;
  const others = rows.filter((row) => !known.includes(row));
  return others.length === 0 ? known : [...known, ...others];
}

/** Most elements of one reading that a value is assigned to; with more, it may belong to any. */
export const MAX_PLACES = 64;

/**
 * The rows of a value that belongs to one list of rows or to the other: none at all if one of them may be any row;
 * undefined if no rows can express it.
 */
export function eitherRow(some: Rows | undefined, others: Rows | undefined): Rows | undefined {
  if (some === undefined || others === undefined) return [];
  const [one] = some;
  const [other] = others;
  if (some.length !== 1 || others.length !== 1 || one === undefined || one.of !== other?.of) return undefined;
  const at = new Set([...one.at, ...other.at]);
  return at.size > MAX_PLACES ? [] : [{ of: one.of, at: [...at] }];
}
