import { objectTable } from './collections.js';
import type { Evaluator } from './evaluator.js';
import { plainTexts } from '../values/text.js';
import type { Patch, Value } from '../values/value.js';

/** Properties that an object sets when it is spread over another. */
interface Layer {
  readonly patches: readonly Patch[];
  /** It may set more; if nothing of it is known, there is no patch. */
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
