import type { Place } from '../../model/span.js';
import { REASON } from '../values/reasons.js';
import { choiceOf } from '../values/choice.js';
import { optionsOf, unknownValue } from '../values/value.js';
import type { Patch, Value } from '../values/value.js';

/** Most property assignments that are applied to one value. */
const MAX_PATCHES = 10_000;

/** Applies property assignments to a value. */
export function applyPatches(value: Value, patches: readonly Patch[], at: Place): Value {
  return choiceOf(
    optionsOf(value).map((option): Value => {
      const known = option.kind === 'external' || option.kind === 'layered' ? option.patches : [];
      if (known.length + patches.length > MAX_PATCHES) return unknownValue(REASON.limit, at);
      if (option.kind === 'external') return { ...option, patches: [...known, ...patches] };
      return {
        kind: 'layered',
        base: option.kind === 'layered' ? option.base : option,
        patches: [...known, ...patches],
        ...(option.correlations === undefined ? {} : { correlations: option.correlations }),
      };
    }),
    at,
  );
}
