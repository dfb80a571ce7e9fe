/**
 * Elements of a collection, or alternatives of one value, from which a value was read. Two values from different
 * elements of the same reading never occur in one run.
 */
export interface Correlation {
  /** Identity of the reading. */
  readonly of: object;
  /** Indices of the elements. */
  readonly at: readonly number[];
}

export type Correlations = readonly Correlation[];

/** Correlation of an element that a condition may have removed from its list: it can occur with any value. */
export const MAYBE_REMOVED: Correlation = { of: {}, at: [0] };

/** Whether two values never occur together, because they come from different elements of one reading. */
export function areApart(some: Correlations, others: Correlations): boolean {
  return some.some((correlation) =>
    others.some((other) => correlation.of === other.of && haveNoCommonElement(correlation, other)),
  );
}

function haveNoCommonElement({ at }: Correlation, other: Correlation): boolean {
  return !other.at.some((index) => at.includes(index));
}

/** Distinct correlations by their reading, for repeated comparison. */
export class Readings {
  readonly #correlations: Map<object, readonly Correlation[]>;

  constructor(others?: Readings) {
    this.#correlations = new Map(others === undefined ? [] : others.#correlations);
  }

  add(correlations: Correlations): void {
    for (const correlation of correlations) {
      const existing = this.#correlations.get(correlation.of) ?? [];
      if (!existing.some((other) => other === correlation || isSameList(other.at, correlation.at)))
        this.#correlations.set(correlation.of, [...existing, correlation]);
    }
  }

  /** Whether other correlations never occur together with the added ones. */
  areApartFrom(others: Correlations): boolean {
    return others.some((other) => this.#correlations.get(other.of)?.some((known) => haveNoCommonElement(known, other)));
  }
}

function isSameList(some: readonly number[], others: readonly number[]): boolean {
  return some.length === others.length && some.every((place, index) => place === others[index]);
}

/** Combines two lists of correlations that both apply to a value. */
export function togetherIn(existing: Correlations | undefined, correlations: Correlations): Correlations {
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
  if (some.length !== 1 || others.length !== 1 || correlation === undefined || correlation.of !== other?.of)
    return undefined;
  const at = new Set([...correlation.at, ...other.at]);
  return at.size > MAX_PLACES ? [] : [{ of: correlation.of, at: [...at] }];
}
