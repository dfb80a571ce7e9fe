import type { ComparisonFact } from '../../model/facts.js';
import type { Span } from '../../model/span.js';
import { perFile } from './per-file.js';
import type { FileContext } from './program.js';

/** The comparison that stands in a place of a file, such as the test of a condition. */
export function comparisonAt(context: FileContext, place: Span): ComparisonFact | undefined {
  return comparisons(context).get(place.join(':'));
}

const comparisons = perFile(
  ({ facts }): ReadonlyMap<string, ComparisonFact> =>
    new Map(facts.comparisons.map((comparison) => [comparison.at.join(':'), comparison])),
);
