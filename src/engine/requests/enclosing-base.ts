import type { Place } from '../../model/span.js';
import type { FileContext } from '../evaluate/program.js';
import type { SiteFinder } from './site-finder.js';
import { baseOf } from './described-url.js';
import { UNDEFINED } from '../values/value.js';
import type { Value } from '../values/value.js';

/**
 * The base URL that stands nearest around an object literal: in an object that holds it, or in the defaults
 * that such a one declares beside it (`requestDefaults: { baseURL }`).
 */
export function enclosingBase(finder: SiteFinder, context: FileContext, index: number): Value {
  const { objects } = context.facts;
  const at = objects[index]?.at;
  if (at === undefined) return UNDEFINED;
  // Outer objects stand before inner ones.
  for (let outer = index; outer >= 0; outer--) {
    const fact = objects[outer];
    if (fact === undefined || fact.at[1] < at[1]) continue;
    const place: Place = { file: context.file, span: fact.at };
    const value: Value = { kind: 'object', file: context.file, object: outer, frame: undefined };
    const own = baseOf(finder, value, place);
    if (own.kind !== 'scalar') return own;
    for (const property of fact.properties) {
      if (property.kind !== 'property' || !/defaults?$/i.test(property.key ?? '')) continue;
      const given = baseOf(finder, finder.evaluator.value(context, property.value, undefined), place);
      if (given.kind !== 'scalar') return given;
    }
  }
  return UNDEFINED;
}
