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

/** An element after a condition that was not followed and may have removed it: it can occur with any value. */
export const MAYBE_REMOVED: Correlation = { of: {}, at: [0] };

/** Whether two values never occur together, because they come from different elements of one reading. */
export function areApart(some: Correlations, others: Correlations): boolean {
  return some.some((correlation) =>
    others.some((other) => correlation.of === other.of && areOfOtherPlaces(correlation, other)),
  );
}

function areOfOtherPlaces({ at }: Correlation, other: Correlation): boolean {
  return !other.at.some((place) => at.includes(place));
}

/** Correlations by their reading, each once, for repeated comparison. */
export class Readings {
  readonly #known: Map<object, readonly Correlation[]>;

  constructor(others?: Readings) {
    this.#known = new Map(others === undefined ? [] : others.#known);
  }

  add(correlations: Correlations): void {
    for (const correlation of correlations) {
      const known = this.#known.get(correlation.of) ?? [];
      if (!known.some((other) => other === correlation || isSameList(other.at, correlation.at)))
        this.#known.set(correlation.of, [...known, correlation]);
    }
  }

  /** Whether these and other correlations never occur together. */
  areApartFrom(others: Correlations): boolean {
    return others.some((other) => this.#known.get(other.of)?.some((known) => areOfOtherPlaces(known, other)));
  }
}

function isSameList(some: readonly number[], others: readonly number[]): boolean {
  return some.length === others.length && some.every((place, index) => place === others[index]);
}

/** The correlations of a value that are in both lists. */
export function togetherIn(known: Correlations | undefined, correlations: Correlations): Correlations {
  if (known === undefined) return correlations;
  const others = correlations.filter((correlation) => !known.includes(correlation));
  return others.length === 0 ? known : [...known, ...others];
}

/** Maximum number of elements of one reading that a value is assigned to; beyond it, the value may belong to any. */
export const MAX_PLACES = 64;

/**
 * The correlations of a value that are in one list or the other: none if one of them may come from any element;
 * undefined if no correlations can express it.
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
