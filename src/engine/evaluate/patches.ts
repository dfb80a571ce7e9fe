import type { Place } from '../../core/model/span.js';
import { REASON } from '../values/reasons.js';
import { choiceOf } from '../values/choice.js';
import { optionsOf, unknownValue } from '../values/value.js';
import type { Patch, Value } from '../values/value.js';
import { objectTable } from './collections.js';
import type { Evaluator } from './evaluator.js';
import { plainTexts } from '../values/text.js';

/** Maximum number of property assignments that are applied to one value. */
const MAX_PATCHES = 10_000;

/** Applies property assignments to a value. */
export function applyPatches(value: Value, patches: readonly Patch[], at: Place): Value {
  return choiceOf(
    optionsOf(value).map((option): Value => {
      const existing = option.kind === 'external' || option.kind === 'layered' ? option.patches : [];
      if (existing.length + patches.length > MAX_PATCHES) return unknownValue(REASON.limit, at);
      if (option.kind === 'external') return { ...option, patches: [...existing, ...patches] };
      return {
        kind: 'layered',
        base: option.kind === 'layered' ? option.base : option,
        patches: [...existing, ...patches],
        ...(option.correlations === undefined ? {} : { correlations: option.correlations }),
      };
    }),
    at,
  );
}

/** Properties that an object sets when it is spread over another object. */
interface Layer {
  readonly patches: readonly Patch[];
  /** Whether the object may set more properties; an unknown object has no patches. */
  readonly open: boolean;
}

/** The properties of an object as patches, each at the place of its key. */
export function layerPatches(evaluator: Evaluator, layer: Value): Layer {
  const entries = objectTable(evaluator, layer, 'entries');
  if (entries === undefined) return { patches: [], open: layer.kind !== 'scalar' };
  const patches = entries.elements.flatMap((entry): readonly Patch[] => {
    const [key, value] = entry.kind === 'array' ? entry.elements : [];
    const name = key === undefined ? undefined : plainTexts(key)?.[0];
    if (name === undefined || value === undefined) return [];
    const at = key?.kind === 'text' ? key.parts[0]?.at : undefined;
    return [{ path: [name], operator: '=', value, maybe: false, ...(at === undefined ? {} : { at }) }];
  });
  return { patches, open: entries.open };
}
