import { pointerKeys } from '../../lib/json.js';
import type { Place } from '../../model/span.js';
import type { Evaluator } from '../evaluate/evaluator.js';
import { optionsOf } from '../values/value.js';
import type { Value } from '../values/value.js';

/** Values at a JSON pointer of a record, with `*` for every element of a list; none where it has no such member. */
export function valuesAt(evaluator: Evaluator, record: Value, pointer: string, at: Place): readonly Value[] {
  return pointerKeys(pointer).reduce<readonly Value[]>(
    (owners, key) => owners.flatMap((owner) => step(evaluator, owner, key, at)),
    [record],
  );
}

function step(evaluator: Evaluator, owner: Value, key: string, at: Place): readonly Value[] {
  return optionsOf(owner).flatMap((option) => {
    if (key === '*') return option.kind === 'array' ? option.elements : [];
    return option.kind === 'object' || option.kind === 'layered' ? [evaluator.member(option, key, at)] : [];
  });
}

/** The records of a body: its elements if it is a list, else the body itself. */
export function recordsIn(body: Value): readonly Value[] {
  return optionsOf(body).flatMap((option) =>
    option.kind === 'array' ? option.elements.flatMap((element) => optionsOf(element)) : [option],
  );
}
