/**
 * Elements of a collection, or alternatives of one value, from which a value was read. Two values from different
 * elements of the same reading never occur in one run.
 */
export interface Correlation {
  /** Identity of the reading. */
  readonly reading: object;
  /** Indices of the elements. */
  readonly indexes: readonly number[];
}

export type Correlations = readonly Correlation[];

/** Correlation of an element that a condition may have removed from its list: it can occur with any value. */
export const MAYBE_REMOVED: Correlation = { reading: {}, indexes: [0] };

/** Whether two values never occur together, because they come from different elements of one reading. */
export function areExclusive(some: Correlations, others: Correlations): boolean {
  return some.some((correlation) =>
    others.some((other) => correlation.reading === other.reading && haveNoCommonElement(correlation, other)),
  );
}

function haveNoCommonElement({ indexes }: Correlation, other: Correlation): boolean {
  return !other.indexes.some((index) => indexes.includes(index));
}

/** Distinct correlations by their reading, for repeated comparison. */
export class Readings {
  readonly #correlations: Map<object, readonly Correlation[]>;

  constructor(others?: Readings) {
    this.#correlations = new Map(others === undefined ? [] : others.#correlations);
  }

  add(correlations: Correlations): void {
    for (const correlation of correlations) {
      const existing = this.#correlations.get(correlation.reading) ?? [];
      if (!existing.some((other) => other === correlation || isSameList(other.indexes, correlation.indexes)))
        this.#correlations.set(correlation.reading, [...existing, correlation]);
    }
  }

  /** Whether other correlations never occur together with the added ones. */
  areExclusiveWith(others: Correlations): boolean {
    return others.some((other) =>
      this.#correlations.get(other.reading)?.some((known) => haveNoCommonElement(known, other)),
    );
  }
}

function isSameList(some: readonly number[], others: readonly number[]): boolean {
  return some.length === others.length && some.every((place, index) => place === others[index]);
}

/** Combines two lists of correlations that both apply to a value. */
export function combinedCorrelations(existing: Correlations | undefined, correlations: Correlations): Correlations {
  if (existing === undefined) return correlations;
  const others = correlations.filter((correlation) => !existing.includes(correlation));
  return others.length === 0 ? existing : [...existing, ...others];
}

/** Maximum number of elements of one reading in a correlation; beyond it, the value may belong to any element. */
export const MAX_PLACES = 64;

/**
 * Combines the correlations of two alternatives: none if one alternative may come from any element; undefined if no
 * correlations can express both.
 */
export function eitherCorrelation(
  some: Correlations | undefined,
  others: Correlations | undefined,
): Correlations | undefined {
  if (some === undefined || others === undefined) return [];
  const [correlation] = some;
  const [other] = others;
  if (some.length !== 1 || others.length !== 1 || correlation === undefined || correlation.reading !== other?.reading)
    return undefined;
  const at = new Set([...correlation.indexes, ...other.indexes]);
  return at.size > MAX_PLACES ? [] : [{ reading: correlation.reading, indexes: [...at] }];
}
