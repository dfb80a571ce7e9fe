import type { FileFacts, PropertyFact } from '../model/facts.js';
import type { Span } from '../model/span.js';
import { entriesOf } from './entries.js';
import type { Entries } from './entries.js';

type Property = Extract<PropertyFact, { readonly kind: 'property' }>;

/** An object literal with plain properties only. */
export interface ObjectLiteral {
  /** Index in the table of objects. */
  readonly index: number;
  readonly at: Span;
  readonly entries: Entries;
  /** One for each entry, in the same order. */
  readonly properties: readonly Property[];
}

/** The literal with a property whose key is at this place. */
export function literalWithKey(facts: FileFacts, text: string, keyStart: number): ObjectLiteral | undefined {
  const index = facts.objects.findIndex(({ properties }) =>
    properties.some((property) => property.kind === 'property' && property.keyAt[0] === keyStart),
  );
  return literalAt(facts, text, index);
}

/** A literal and its property that contains another one. */
export interface LiteralAround {
  readonly literal: ObjectLiteral;
  readonly outer: number;
}

/** The literal around another: the one with a property that has it as its value, and the place of that value. */
export function literalAround(facts: FileFacts, text: string, inner: number): LiteralAround | undefined {
  const isOuter = ({ value }: PropertyFact): boolean => value.kind === 'object' && value.object === inner;
  const index = facts.objects.findIndex(({ properties }) => properties.some(isOuter));
  const literal = literalAt(facts, text, index);
  return literal && { literal, outer: literal.properties.findIndex(isOuter) };
}

/** Undefined where a spread, a computed key, a method or an accessor may change its content. */
function literalAt({ objects }: FileFacts, text: string, index: number): ObjectLiteral | undefined {
  const fact = objects[index];
  const entries = fact && entriesOf(text, fact.at);
  if (entries === undefined || entries.spans.length !== fact?.properties.length) return undefined;
  const properties = fact.properties.filter((property, at) => isPlain(property, entries.spans[at]));
  return properties.length === fact.properties.length ? { index, at: fact.at, entries, properties } : undefined;
}

function isPlain(property: PropertyFact, entry: Span | undefined): property is Property {
  if (property.kind === 'spread' || property.key === undefined || property.getter === true) return false;
  return entry?.[0] === property.keyAt[0] && property.value.at[0] >= property.keyAt[0];
}
