import type { JsonRecord } from '../lib/is-record.js';
import { entriesOf, listOf, own } from './records.js';
import type { Resolver } from './references.js';
import type { LeftOut } from './upstream.js';

/** Members inside each other that are looked into. */
const MAX_DEPTH = 6;
/** Schemas that are looked at for one body. */
const MAX_SCHEMAS = 2000;

export interface FieldFound {
  readonly place: string;
  readonly property: JsonRecord;
}

/**
 * The deprecated properties of a body by their JSON pointers; a list at the top stands for what it lists. A schema that
 * holds itself is looked into once on each way, and no further than some levels: what lies below is listed.
 */
export function deprecatedFields(
  schema: unknown,
  place: string,
  resolver: Resolver,
  leftOut: LeftOut[],
): ReadonlyMap<string, FieldFound> {
  const found = new Map<string, FieldFound>();
  const inside = new Set<JsonRecord>();
  let left = MAX_SCHEMAS;
  const met = { isDeep: false };
  const visit = (value: unknown, pointer: string, at: string, depth: number): void => {
    if (value === undefined) return;
    const record = resolver.follow(value, at);
    if (record === undefined || inside.has(record)) return;
    left -= 1;
    met.isDeep ||=
      depth > MAX_DEPTH && ['properties', 'allOf', 'oneOf', 'anyOf'].some((key) => own(record, key) !== undefined);
    if (left < 0 || depth > MAX_DEPTH) return;
    inside.add(record);
    for (const key of ['allOf', 'oneOf', 'anyOf'])
      for (const part of listOf(own(record, key))) visit(part, pointer, at, depth);
    if (pointer === '') visit(own(record, 'items'), pointer, at, depth);
    else if (own(record, 'items') !== undefined && hasDeprecated(own(record, 'items'), resolver, at))
      leftOut.push({ place: `${place}${pointer}`, why: 'deprecated properties inside a list cannot be said' });
    for (const [name, written] of entriesOf(own(record, 'properties'))) {
      const below = `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
      const property = resolver.follow(written, `${place}${below}`);
      if (own(written, 'deprecated') === true || own(property, 'deprecated') === true) {
        if (property !== undefined && /^[^\s/~]{1,200}$/.test(name))
          found.set(below, { place: `${place}${below}`, property });
        else leftOut.push({ place: `${place}${below.slice(0, 200)}`, why: 'its name cannot be said' });
      } else visit(property, below, at, depth + 1);
    }
    inside.delete(record);
  };
  visit(schema, '', place, 0);
  if (left < 0)
    leftOut.push({ place, why: `its schema has more than ${String(MAX_SCHEMAS)} parts: not all were looked at` });
  if (met.isDeep) leftOut.push({ place, why: `members more than ${String(MAX_DEPTH)} levels deep were not looked at` });
  return found;
}

/** Whether a property of a list's items is deprecated. */
function hasDeprecated(items: unknown, resolver: Resolver, at: string): boolean {
  return entriesOf(own(resolver.follow(items, at), 'properties')).some(
    ([, value]) => own(value, 'deprecated') === true,
  );
}
