import type { Place } from '../../../model/span.js';
import type { FileContext } from '../../evaluate/program.js';
import type { SiteFinder } from '../calling/site-finder.js';
import { baseOf } from './described-url.js';
import { UNDEFINED } from '../../values/value.js';
import type { Value } from '../../values/value.js';

/**
 * Finds the base URL that stands nearest around an object literal of a file: in an object that holds it, or in the
 * defaults that such a one declares beside it (`requestDefaults: { baseURL }`).
 */
export function enclosingBases(finder: SiteFinder, context: FileContext): (index: number) => Value {
  const outer = outerObjects(context);
  const known = new Map<number, Value>();
  const baseAround = (index: number): Value => {
    let base = known.get(index);
    if (base === undefined) {
      const around = outer[index];
      base = ownBase(finder, context, index) ?? (around === undefined ? UNDEFINED : baseAround(around));
      known.set(index, base);
    }
    return base;
  };
  return baseAround;
}

/** For each object the nearest that holds it: outer objects stand before inner ones. */
export function outerObjects({ facts: { objects } }: FileContext): readonly (number | undefined)[] {
  const open: number[] = [];
  return objects.map(({ at }, index) => {
    while ((objects[open.at(-1) ?? -1]?.at[1] ?? Infinity) < at[1]) open.pop();
    const around = open.at(-1);
    open.push(index);
    return around;
  });
}

function ownBase(finder: SiteFinder, context: FileContext, index: number): Value | undefined {
  const fact = context.facts.objects[index];
  if (fact === undefined) return undefined;
  const place: Place = { file: context.file, span: fact.at };
  const value: Value = { kind: 'object', file: context.file, object: index, frame: undefined };
  const own = baseOf(finder, value, place);
  if (own.kind !== 'scalar') return own;
  for (const property of fact.properties) {
    if (property.kind !== 'property' || !/defaults?$/i.test(property.key ?? '')) continue;
    const given = baseOf(finder, finder.evaluator.value(context, property.value, undefined), place);
    if (given.kind !== 'scalar') return given;
  }
  return undefined;
}
