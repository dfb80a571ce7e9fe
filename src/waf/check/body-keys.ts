import type { Evaluator } from '../../engine/evaluate/evaluator.js';
import { propertyKeys } from '../../engine/evaluate/members.js';
import type { LayeredValue, ObjectValue, Value } from '../../engine/values/value.js';

/** Keys of an object. */
export interface Keys {
  readonly names: ReadonlySet<string>;
  /** Whether the object can have no other key. */
  readonly complete: boolean;
}

/** Nesting depth of spread objects. */
const MAX_DEPTH = 4;

/** Keys of an object: its own, keys of objects that it spreads, and keys that are set later. */
export function keysOf(evaluator: Evaluator, value: ObjectValue | LayeredValue): Keys {
  const names = new Set<string>();
  return { names, complete: addKeys(evaluator, value, names, MAX_DEPTH) };
}

/** Adds and removes keys in the order in which they are written. Returns whether all were seen. */
function addKeys(evaluator: Evaluator, value: Value, names: Set<string>, depth: number): boolean {
  if (depth === 0) return false;
  if (value.kind === 'layered') return addPatched(evaluator, value, names, depth);
  if (value.kind === 'scalar') return true;
  const context = value.kind === 'object' ? evaluator.program.context(value.file) : undefined;
  if (value.kind !== 'object' || context === undefined) return false;
  let complete = true;
  for (const property of context.facts.objects[value.object]?.properties ?? []) {
    const held = evaluator.value(context, property.value, value.frame);
    if (property.kind === 'spread') {
      complete = addKeys(evaluator, held, names, depth - 1) && complete;
      continue;
    }
    const [key, ...others] = propertyKeys(evaluator.env(context, value.frame), property);
    if (key === undefined || others.length > 0) complete = false;
    else setKey(names, key, held);
  }
  return complete;
}

function addPatched(evaluator: Evaluator, { base, patches }: LayeredValue, names: Set<string>, depth: number): boolean {
  const complete = addKeys(evaluator, base, names, depth - 1);
  for (const { path, value } of patches) if (path.length === 1 && path[0] !== undefined) setKey(names, path[0], value);
  return complete && patches.every(({ maybe, path }) => !maybe && path.length > 0);
}

/** Records a key, or removes it if its value is undefined: such a property is not sent. */
function setKey(names: Set<string>, key: string, held: Value): void {
  if (held.kind === 'scalar' && held.value === undefined) names.delete(key);
  else names.add(key);
}
