import { MAX_PLACES, combinedCorrelations } from './correlation.js';
import type { Correlations } from './correlation.js';
import { withCorrelations } from './choice.js';
import type { Parts, Value } from './value.js';

/** Adds the correlations of an element to a value that was read from it. */
export function correlated(value: Value, correlations: Correlations | undefined): Value {
  if (correlations === undefined) return value;
  switch (value.kind) {
    case 'choice': {
      const options = mappedIfChanged(value.options, (option) => correlated(option, correlations));
      return options === value.options ? value : { ...value, options };
    }
    case 'text': {
      const { parts } = value;
      const markedParts = mappedIfChanged(parts, (part) =>
        withCorrelations(part, combinedCorrelations(part.correlations, correlations)),
      );
      return markedParts === parts ? value : { ...value, parts: markedParts };
    }
    case 'scalar':
    case 'unknown':
    case 'object':
    case 'layered':
    case 'array':
    case 'function':
    case 'external':
    case 'parameter':
      return withCorrelations(value, combinedCorrelations(value.correlations, correlations));
    default:
      return value;
  }
}

/** A list with its items mapped; the same list if no item changes. */
function mappedIfChanged<Item>(list: readonly Item[], map: (item: Item) => Item): readonly Item[] {
  let mapped: Item[] | undefined;
  for (const [index, item] of list.entries()) {
    const replacement = map(item);
    if (replacement === item) mapped?.push(item);
    else (mapped ??= list.slice(0, index)).push(replacement);
  }
  return mapped ?? list;
}

/** Correlates the elements of one reading, so that two of them never occur together; not those of a long list. */
export function correlateElements(values: readonly Value[], reading: object = {}): readonly Value[] {
  return values.length < 2 || values.length > MAX_PLACES
    ? values
    : values.map((value, index) => correlated(value, [{ reading: reading, indexes: [index] }]));
}

/** Correlates alternatives of one value, so that members of two alternatives never occur together. */
export function correlateObjects(values: readonly Value[]): readonly Value[] {
  const owners = values.filter(({ kind }) => kind === 'object' || kind === 'array' || kind === 'layered');
  return owners.length < 2 ? values : correlateElements(values);
}

/** The correlations of a value that is not a choice. */
export function correlationsOf(value: Value): Correlations {
  return value.kind === 'text' ? textCorrelations(value.parts) : (value.correlations ?? []);
}

/** The correlations of the pieces of a text. */
export function textCorrelations(parts: Parts): Correlations {
  return parts.flatMap((part) => part.correlations ?? []);
}

/** A value without correlations, as it may be from another iteration than the values beside it. */
export function uncorrelated(value: Value): Value {
  switch (value.kind) {
    case 'choice':
      return { ...value, options: value.options.map(uncorrelated) };
    case 'text':
      return { ...value, parts: value.parts.map((part) => withCorrelations(part, [])) };
    default:
      return withCorrelations(value, []);
  }
}
