import type { ComparisonFact } from '../../model/facts.js';
import { spanKey } from '../../model/span.js';
import type { Span } from '../../model/span.js';
import { perFile } from './per-file.js';
import type { FileContext } from './program.js';
import { plainTexts } from '../values/text.js';
import { optionsOf } from '../values/value.js';
import type { Value } from '../values/value.js';

/** Returns the comparison at a place of a file, such as the test of a condition. */
export function comparisonAt(context: FileContext, place: Span): ComparisonFact | undefined {
  return comparisons(context).get(spanKey(place));
}

const comparisons = perFile(
  ({ facts }): ReadonlyMap<number, ComparisonFact> =>
    new Map(facts.comparisons.map((comparison) => [spanKey(comparison.at), comparison])),
);

/** Result of comparing a value with others; undefined if unknown for one of them. */
export function comparisonAnswer(
  { equal }: Pick<ComparisonFact, 'equal'>,
  value: Value,
  among: readonly Value[],
): boolean | undefined {
  const given = plainTexts(value);
  const others = among.map(textsOrNothing);
  if (given === undefined || !others.every((texts) => texts !== undefined)) return undefined;
  if (!others.flat().some((text) => given.includes(text))) return !equal;
  const [only, ...more] = given;
  const isOne = only !== undefined && more.length === 0;
  return isOne && others.some((texts) => texts.length === 1 && texts[0] === only) ? equal : undefined;
}

/** The possible texts of a value; empty if it is `null`, `undefined`, `true` or `false`. */
function textsOrNothing(value: Value): readonly string[] | undefined {
  return optionsOf(value).every(({ kind }) => kind === 'scalar') ? [] : plainTexts(value);
}
