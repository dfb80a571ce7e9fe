import type { ComparisonFact } from '../../model/facts.js';
import { spanKey } from '../../model/span.js';
import type { Span } from '../../model/span.js';
import { perFile } from './per-file.js';
import type { FileContext } from './program.js';

/** The comparison that stands in a place of a file, such as the test of a condition. */
export function comparisonAt(context: FileContext, place: Span): ComparisonFact | undefined {
  return comparisons(context).get(spanKey(place));
}

const comparisons = perFile(
  ({ facts }): ReadonlyMap<number, ComparisonFact> =>
    new Map(facts.comparisons.map((comparison) => [spanKey(comparison.at), comparison])),
);
