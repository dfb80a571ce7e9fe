import type { ObjectFact, PropertyFact } from '../../core/model/facts.js';
import type { Place } from '../../core/model/span.js';
import type { Env, Evaluator } from './evaluator.js';
import type { FileContext, Program } from './program.js';
import { plainTexts, textValue } from '../values/text.js';
import { atRunTime, MAX_ELEMENTS, optionsOf } from '../values/value.js';
import type { LayeredValue, ObjectValue, Value } from '../values/value.js';

/** Maximum nesting of objects that are spread. */
const MAX_SPREADS = 20;

/** An object literal with its file. */
interface Literal {
  readonly context: FileContext;
  readonly fact: ObjectFact;
}

/** Returns the literal of an object; undefined if the facts of its file are not available. */
export function literalOf(program: Program, { file, object }: ObjectValue): Literal | undefined {
  const context = program.context(file);
  const fact = context?.facts.objects[object];
  return context && fact && { context, fact };
}

/** Returns the property values of an object literal, including spread objects, except those that `skip` accepts. */
export function propertyValues(
  evaluator: Evaluator,
  object: ObjectValue,
  skip: (property: PropertyFact) => boolean = () => false,
): readonly Value[] {
  const { context, fact } = literalOf(evaluator.program, object) ?? {};
  return (fact?.properties ?? []).flatMap((property) =>
    context === undefined || skip(property) ? [] : [evaluator.value(context, property.value, object.frame)],
  );
}

/** Possible keys of a property of an object literal; undefined if not all are known. */
export function propertyKeys(
  env: Env,
  { key, computed }: PropertyFact & { readonly kind: 'property' },
): readonly string[] | undefined {
  if (key !== undefined) return [key];
  return computed === undefined ? undefined : plainTexts(env.value(computed));
}

/** Whether an object literal has a computed key with an unknown value. */
export function hasUnknownKey(evaluator: Evaluator, value: Value): boolean {
  return optionsOf(value).some((option) => {
    if (option.kind === 'layered') return hasUnknownKey(evaluator, option.base);
    const literal = option.kind === 'object' ? literalOf(evaluator.program, option) : undefined;
    if (option.kind !== 'object' || literal === undefined) return false;
    const env = evaluator.env(literal.context, option.frame);
    return literal.fact.properties.some(
      (property) =>
        property.kind === 'property' &&
        property.computed !== undefined &&
        (propertyKeys(env, property) ?? []).length === 0,
    );
  });
}

/** Key and value of a property. */
export type Entry = readonly [key: Value, value: Value];

/** Properties of an object, later ones last. */
export interface Entries {
  readonly all: readonly Entry[];
  /** Entries that every possible object has, unless a later entry overrides them. */
  readonly sure: readonly Entry[];
  /** Whether the object can have other entries, or lack some of these. */
  readonly open: boolean;
}

/** Returns the properties of an object: its own, those of objects that it spreads, and those that are set later. */
export function entriesOf(evaluator: Evaluator, value: ObjectValue | LayeredValue): Entries {
  const entries = new EntryList(evaluator);
  entries.add(value);
  return entries;
}

class EntryList implements Entries {
  readonly all: Entry[] = [];
  readonly sure: Entry[] = [];
  open = false;
  readonly #evaluator: Evaluator;
  /** Literals around the current one, into which it is spread. */
  readonly #enclosingLiterals = new Set<ObjectFact>();
  /** Number of enclosing spread values that are alternatives. */
  #enclosingChoices = 0;

  constructor(evaluator: Evaluator) {
    this.#evaluator = evaluator;
  }

  add(value: Value): void {
    switch (value.kind) {
      case 'scalar':
        break;
      case 'object':
        this.#addLiteral(value);
        break;
      case 'layered':
        this.add(value.base);
        for (const entry of patchedEntries(this.#evaluator, value, placeOf(value.base))) this.#push(entry);
        this.open ||= value.patches.some(({ maybe, path }) => maybe || path.length === 0);
        break;
      case 'choice':
        this.open = true;
        this.#enclosingChoices++;
        value.options.forEach((option) => {
          this.add(option);
        });
        this.#enclosingChoices--;
        break;
      default:
        this.open = true;
    }
  }

  #push(entry: Entry): void {
    this.all.push(entry);
    if (this.#enclosingChoices === 0) this.sure.push(entry);
  }

  #addLiteral(value: ObjectValue): void {
    const { context, fact } = literalOf(this.#evaluator.program, value) ?? {};
    if (
      context === undefined ||
      fact === undefined ||
      this.#enclosingLiterals.has(fact) ||
      this.#enclosingLiterals.size > MAX_SPREADS
    ) {
      this.open = true;
      return;
    }
    this.#enclosingLiterals.add(fact);
    for (const property of fact.properties) {
      if (this.all.length > MAX_ELEMENTS) {
        this.open = true;
        break;
      }
      if (property.kind === 'spread') {
        this.add(this.#evaluator.value(context, property.value, value.frame));
        continue;
      }
      const keyAt = { file: value.file, span: property.keyAt };
      const key =
        property.key !== undefined
          ? textValue(property.key, keyAt)
          : property.computed !== undefined
            ? this.#evaluator.value(context, property.computed, value.frame)
            : atRunTime(keyAt, '[…]');
      this.#push([key, this.#evaluator.value(context, property.value, value.frame)]);
    }
    this.#enclosingLiterals.delete(fact);
  }
}

function placeOf(base: Value): Place {
  return { file: base.kind === 'object' ? base.file : '', span: [0, 0] };
}

/** Properties that are set after the literal: `settings['chime'] = 'on'`. */
export function patchedEntries(evaluator: Evaluator, layered: LayeredValue, at: Place): readonly Entry[] {
  return layered.patches.flatMap(({ path, operator, value, at: setAt }) => {
    const [key] = path;
    if (key === undefined || path.length > 1) return [];
    return [[textValue(key, setAt ?? at), operator === '+=' ? evaluator.member(layered, key, at) : value] as const];
  });
}

/** Keys of an object. */
export interface Keys {
  readonly names: ReadonlySet<string>;
  /** Whether the object can have no other key. */
  readonly isComplete: boolean;
}

/** Returns the keys that an object certainly has; a key with the value `undefined` is not sent, and does not count. */
export function keysOf(evaluator: Evaluator, value: ObjectValue | LayeredValue): Keys {
  const names = new Set<string>();
  const { sure, open } = entriesOf(evaluator, value);
  let areAllKnown = !open;
  for (const [name, entryValue] of sure) {
    const [key, ...others] = plainTexts(name) ?? [];
    if (key === undefined || others.length > 0) areAllKnown = false;
    else if (isUndefined(entryValue)) names.delete(key);
    else names.add(key);
  }
  return { names, isComplete: areAllKnown };
}

/** Returns the place where a property of a known object is written, through spreads and later assignments. */
export function keyPlace(
  evaluator: Evaluator,
  value: Value,
  name: string,
  searched: ObjectValue[] = [],
): Place | undefined {
  switch (value.kind) {
    case 'layered': {
      const patch = value.patches.findLast(
        (candidate) => candidate.path[0] === name && candidate.at !== undefined && !isUndefined(candidate.value),
      );
      return patch?.at ?? keyPlace(evaluator, value.base, name, searched);
    }
    case 'choice':
      for (const option of value.options) {
        const place = keyPlace(evaluator, option, name, searched);
        if (place !== undefined) return place;
      }
      return undefined;
    case 'object':
      return placeInLiteral(evaluator, value, name, searched);
    default:
      return undefined;
  }
}

function placeInLiteral(
  evaluator: Evaluator,
  value: ObjectValue,
  name: string,
  searched: ObjectValue[],
): Place | undefined {
  const { file, object, frame } = value;
  const literal = literalOf(evaluator.program, value);
  const isSearched = searched.some(
    (earlier) => earlier.file === file && earlier.object === object && earlier.frame === frame,
  );
  if (literal === undefined || isSearched || searched.length > MAX_ELEMENTS) return undefined;
  searched.push(value);
  const env = evaluator.env(literal.context, frame);
  for (const property of literal.fact.properties.toReversed()) {
    if (property.kind === 'property') {
      if (propertyKeys(env, property)?.includes(name) === true) return { file, span: property.keyAt };
      continue;
    }
    const place = keyPlace(evaluator, env.value(property.value), name, searched);
    if (place !== undefined) return place;
  }
  return undefined;
}

function isUndefined(value: Value): boolean {
  return value.kind === 'scalar' && value.value === undefined;
}
