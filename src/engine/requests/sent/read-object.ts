import type { ExprFact } from '../../../model/facts.js';
import type { Env } from '../../evaluate/evaluator.js';
import { propertyKeys } from '../../evaluate/object-keys.js';
import { placeIn } from '../../evaluate/program.js';
import { EMPTY_BAG, laidOver, NO_BAG, settled, withDoubt } from './bag.js';
import type { Bag } from './bag.js';
import { added, givenValue } from './bag-entries.js';
import type { Reading } from './reading.js';

type Path = readonly string[];

/** Reads the object at a path in an object literal. */
export function readObject(reading: Reading, env: Env, index: number, path: Path): Bag {
  const fact = env.context.facts.objects[index];
  const [first, ...rest] = path;
  let bag = first === undefined ? EMPTY_BAG : NO_BAG;
  for (const property of fact?.properties ?? []) {
    if (property.kind === 'spread') {
      const spread = reading.reader.expr(
        { ...reading, moment: momentOf(env, property.value) },
        env,
        property.value,
        path,
      );
      bag = first === undefined ? laidOver(bag, { ...spread, absent: 'no' }, 'key') : replacedBy(bag, spread);
      continue;
    }
    const keys = propertyKeys(env, property);
    const at = placeIn(env.context, property.keyAt);
    if (keys === undefined) {
      bag = withDoubt(bag, 'a property whose name is not known');
    } else if (first === undefined) {
      for (const key of keys)
        bag = added(reading, bag, {
          key,
          at,
          value: givenValue(reading, env, key, property.value),
          maybe: keys.length > 1,
        });
    } else if (keys.includes(first)) {
      const value = reading.reader.expr(reading, env, property.value, rest);
      bag = keys.length === 1 ? value : replacedBy(bag, { ...value, absent: 'maybe' });
    }
  }
  return bag;
}

/** Moment of a copy: later changes to the original do not count. */
export function momentOf({ context }: Env, { at }: ExprFact): Reading['moment'] {
  return { context, offset: at[1] };
}

/** Combines two bags under one name: the later one wins if it is present. */
export function replacedBy(before: Bag, after: Bag): Bag {
  if (after.absent === 'no') return after;
  return after.absent === 'yes' ? before : settled(before, after, [], true);
}
