import type { ClassFact, ClassMemberFact } from '../../model/facts.js';
import type { Place } from '../../model/span.js';
import type { Evaluator } from './evaluator.js';
import { eachOf, elementAt, markEach } from './collections.js';
import { exportValue } from './imports.js';
import { applyPatches, typedWhereOpen } from './names.js';
import { isOverridden } from './overrides.js';
import type { FileContext } from './program.js';
import { withoutQuery } from '../values/resolve-url.js';
import { sumOf, summand } from '../values/sums.js';
import { concatTexts, fromTexts, plainTexts, splitOrigin, textsOf } from '../values/text.js';
import { unknownText } from '../values/text-ranges.js';
import { REASON } from '../values/reasons.js';
import { atRunTime, choiceOf, lazyArgs, optionsOf, UNDEFINED } from '../values/value.js';
import type {
  Args,
  ClassValue,
  Frame,
  InstanceValue,
  LayeredValue,
  ObjectValue,
  TextValue,
  Value,
} from '../values/value.js';

/** Value of `object.property`. */
export function memberOf(evaluator: Evaluator, object: Value, property: string, at: Place): Value {
  switch (object.kind) {
    case 'choice':
      return choiceOf(
        object.options
          .filter((option) => option.kind !== 'scalar')
          .map((option) => evaluator.member(option, property, at)),
        at,
      );
    case 'object':
      return objectMember(evaluator, object, property, at);
    case 'layered':
      return layeredMember(evaluator, object, property, at);
    case 'instance':
      return instanceMember(evaluator, object, property, at) ?? unknownSelf(object, property, at);
    case 'class':
      return staticMember(evaluator, object, property, at) ?? atRunTime(at, property);
    case 'module':
      return exportValue(evaluator, object.file, property, at);
    case 'external':
      return externalMember(object, property, at);
    case 'parameter': {
      const { parameter } = object;
      if (parameter.path.length >= 6) return atRunTime(at, property);
      return {
        kind: 'parameter',
        parameter: { ...parameter, path: [...parameter.path, property] },
        name: `${object.name}.${property}`,
        at: object.at,
      };
    }
    case 'text':
      return textMember(object, property, at);
    case 'array':
      return /^\d+$/.test(property) ? elementAt(evaluator, object, Number(property), at) : atRunTime(at, property);
    case 'unknown':
      return { ...object, name: `${object.name}.${property}` };
    case 'scalar':
      return UNDEFINED;
    case 'function':
    case 'regex':
      return atRunTime(at, property);
    default:
      return object satisfies never;
  }
}

/** A member that only a subclass or a later assignment can give. */
function unknownSelf(object: InstanceValue, property: string, at: Place): Value {
  const value = atRunTime(at, `this.${property}`);
  return object.args === undefined ? { ...value, self: true } : value;
}

function externalMember(object: Extract<Value, { kind: 'external' }>, property: string, at: Place): Value {
  const own = object.patches.filter((patch) => patch.path[0] === property);
  const set = own.filter((patch) => patch.path.length === 1);
  const value: Value = { ...object, steps: [...object.steps, { kind: 'member', name: property }] };
  const [only] = set;
  if (only === undefined) return value;
  return choiceOf([...set.map((patch) => patch.value), ...(set.every((patch) => patch.maybe) ? [value] : [])], at);
}

function textMember(object: TextValue, property: string, at: Place): Value {
  if (object.url === true) {
    const [origin, path] = splitOrigin(object.parts);
    if (property === 'href') return { kind: 'text', parts: object.parts };
    if (property === 'origin') return { kind: 'text', parts: origin.length > 0 ? origin : [unknownText(at)] };
    if (property === 'pathname') return { kind: 'text', parts: withoutQuery(path) };
  }
  return atRunTime(at, property);
}

/** Value of `object[index]`. */
export function elementOf(evaluator: Evaluator, object: Value, index: Value, at: Place): Value {
  const keys = plainTexts(index);
  if (keys !== undefined && keys.length > 0)
    return choiceOf(
      keys.map((key) => evaluator.member(object, key, at)),
      at,
    );
  const options = optionsOf(object).filter((option) => option.kind !== 'scalar');
  if (options.length === 0) return memberOf(evaluator, object, '[…]', at);
  const isTable = ({ kind }: Value): boolean => kind === 'object' || kind === 'array' || kind === 'layered';
  return choiceOf(
    options.map((option) => (isTable(option) ? eachOf(evaluator, option, at) : memberOf(evaluator, option, '[…]', at))),
    at,
  );
}

function objectMember(
  evaluator: Evaluator,
  value: ObjectValue,
  property: string,
  at: Place,
  self: Value = value,
): Value {
  const context = evaluator.program.context(value.file);
  const fact = context?.facts.objects[value.object];
  if (context === undefined || fact === undefined) return atRunTime(at, property);
  const possible: Value[] = [];
  for (let index = fact.properties.length - 1; index >= 0; index--) {
    const entry = fact.properties[index];
    if (entry === undefined) continue;
    if (entry.kind === 'spread') {
      const whole = evaluator.value(context, entry.value, value.frame);
      const spread = evaluator.member(whole, property, at);
      const given = optionsOf(spread).filter((option) => option.kind !== 'scalar' || option.value !== undefined);
      possible.push(...given);
      const isSure = given.length > 0 && given.length === optionsOf(spread).length && !isMaybeNothing(whole);
      if (isSure && !given.some(isOpen)) return choiceOf(possible, at);
      continue;
    }
    const keys = entry.key !== undefined ? [entry.key] : keysOf(evaluator, context, entry.computed, value.frame);
    if (!keys.includes(property)) continue;
    const found = evaluator.value(context, entry.value, value.frame);
    if (found.kind === 'function') {
      const bound = { ...found, self };
      possible.push(entry.getter === true ? evaluator.apply(bound, () => [], value.frame) : bound);
    } else {
      possible.push(value.each === true ? markEach(found) : found);
    }
    if (keys.length === 1) return choiceOf(possible, at);
  }
  if (possible.length === 0) return UNDEFINED;
  return choiceOf(possible, at);
}

function isOpen(value: Value): boolean {
  return value.kind === 'unknown' || value.kind === 'parameter' || value.kind === 'external';
}

function isMaybeNothing(value: Value): boolean {
  return optionsOf(value).some((option) => option.kind === 'scalar');
}

function keysOf(
  evaluator: Evaluator,
  context: FileContext,
  computed: Parameters<Evaluator['value']>[1] | undefined,
  frame: Frame | undefined,
): readonly string[] {
  return computed === undefined ? [] : (plainTexts(evaluator.value(context, computed, frame)) ?? []);
}

function layeredMember(evaluator: Evaluator, value: LayeredValue, property: string, at: Place): Value {
  if (value.base.kind === 'text' && property === 'href') return fromTexts(textsOf(value, at), at);
  const base = patchedMember(evaluator, value, property, at);
  const own = value.patches.filter((patch) => patch.path[0] === property);
  if (own.length === 0) return base;
  let values: Value[] = base.kind === 'scalar' && base.value === undefined ? [] : [base];
  for (const patch of own) {
    if (patch.path.length > 1) {
      values = [applyPatches(choiceOf(values, at), [{ ...patch, path: patch.path.slice(1) }], at)];
    } else if (patch.operator === '+=') {
      values = [fromTexts(concatTexts([textsOf(choiceOf(values, at), at), textsOf(patch.value, at)]), at)];
    } else {
      values = patch.maybe ? [...values, patch.value] : [patch.value];
    }
  }
  return values.length === 0 ? UNDEFINED : choiceOf(values, at);
}

/** A member of what is patched: its methods and getters see the patches. */
function patchedMember(evaluator: Evaluator, value: LayeredValue, property: string, at: Place): Value {
  const { base } = value;
  if (base.kind === 'object') return objectMember(evaluator, base, property, at, value);
  if (base.kind === 'instance')
    return instanceMember(evaluator, base, property, at, value) ?? unknownSelf(base, property, at);
  return evaluator.member(base, property, at);
}

function staticMember(evaluator: Evaluator, value: ClassValue, property: string, at: Place): Value | undefined {
  return findInChain(
    evaluator,
    value,
    (owner, context, fact) => {
      const values = fact.members
        .filter((member) => member.static && member.name === property && member.kind !== 'setter')
        .map((member) => fieldValue(evaluator, context, member, value, owner.frame));
      for (const set of context.scope.memberAssignments(owner.class)) {
        if (set.static && set.name === property) values.push(evaluator.value(context, set.assignment.value, undefined));
      }
      return values.length === 0 ? undefined : choiceOf(values, at);
    },
    property,
  );
}

function instanceMember(
  evaluator: Evaluator,
  instance: InstanceValue,
  property: string,
  at: Place,
  self: Value = instance.self ?? instance,
): Value | undefined {
  let args = instance.args;
  return findInChain(
    evaluator,
    instance.of,
    (owner, context, fact) => {
      const frame = constructorFrame(evaluator, context, owner, instance, args);
      const values: Value[] = [];
      const members = fact.members.filter(
        (member) => !member.static && member.name === property && member.kind !== 'setter',
      );
      for (const member of members) {
        if (member.value !== undefined) values.push(fieldValue(evaluator, context, member, self, frame ?? owner.frame));
      }
      for (const { name, static: isStatic, assignment } of context.scope.memberAssignments(owner.class)) {
        if (isStatic || name !== property) continue;
        const value = evaluator.value(
          context,
          assignment.value,
          assignment.within === fact.construct ? frame : undefined,
        );
        values.push(
          ...(assignment.operator === '+='
            ? grownBy(values, value, assignment.within === fact.construct, at)
            : [value]),
        );
      }
      args = superArguments(evaluator, context, fact, frame, args);
      const declared = members.find((member) => member.type !== undefined);
      if (values.length === 0 && declared === undefined) return undefined;
      if (
        values.length > 0 &&
        instance.args === undefined &&
        instance.self === undefined &&
        isOverridden(evaluator, owner, property, values)
      )
        values.push(unknownSelf(instance, property, at));
      const value = values.length === 0 ? atRunTime(at, property) : choiceOf(values, at);
      return typedWhereOpen(evaluator, context, value, declared?.type);
    },
    property,
  );
}

/** What `this.path += value` makes of a member: a method that does so may do it more than once. */
function grownBy(values: readonly Value[], value: Value, once: boolean, at: Place): readonly Value[] {
  const before = summand(values.length === 0 ? atRunTime(at) : choiceOf(values, at), at);
  const grown = sumOf([before, summand(value, at)], at);
  return once ? [grown] : [grown, sumOf([before, summand(atRunTime(at), at), summand(value, at)], at)];
}

function fieldValue(
  evaluator: Evaluator,
  context: FileContext,
  member: ClassMemberFact,
  self: Value,
  frame: Frame | undefined,
): Value {
  if (member.value === undefined) return UNDEFINED;
  const value = evaluator.value(context, member.value, frame);
  if (
    value.kind !== 'function' ||
    (member.kind === 'field' && context.facts.functions[value.function]?.kind === 'arrow')
  )
    return value;
  const bound = { ...value, self };
  return member.kind === 'getter' ? evaluator.apply(bound, () => [], frame) : bound;
}

/** Walks a class and its ancestors; an ancestor outside the program answers by name. */
function findInChain(
  evaluator: Evaluator,
  start: ClassValue,
  find: (owner: ClassValue, context: FileContext, fact: ClassFact) => Value | undefined,
  property: string,
): Value | undefined {
  let owner: ClassValue | undefined = start;
  for (let depth = 0; owner !== undefined && depth < MAX_ANCESTORS; depth++) {
    const context: FileContext | undefined = evaluator.program.context(owner.file);
    const fact: ClassFact | undefined = context?.facts.classes[owner.class];
    if (context === undefined || fact === undefined) return undefined;
    const found = find(owner, context, fact);
    if (found !== undefined) return found;
    if (fact.extends === undefined) return undefined;
    const parents: readonly Value[] = optionsOf(evaluator.value(context, fact.extends, owner.frame));
    const outside = parents.find((parent) => parent.kind === 'external');
    if (outside?.kind === 'external') {
      const made = { kind: 'call', form: 'new', args: () => [], at: { file: owner.file, span: fact.at } } as const;
      return { ...outside, steps: [...outside.steps, made, { kind: 'member', name: property }] };
    }
    owner = parents.find((parent) => parent.kind === 'class');
  }
  if (owner !== undefined) evaluator.program.cut(REASON.limit);
  return undefined;
}

/** Longest line of classes that a member is looked for in. */
const MAX_ANCESTORS = 12;

function constructorFrame(
  evaluator: Evaluator,
  context: FileContext,
  owner: ClassValue,
  instance: InstanceValue,
  args: Args | undefined,
): Frame | undefined {
  const construct = context.facts.classes[owner.class]?.construct;
  if (args === undefined || construct === undefined) return undefined;
  const { constructorFrames } = evaluator.program;
  let frames = constructorFrames.get(instance);
  if (frames === undefined) constructorFrames.set(instance, (frames = new Map<string, Frame>()));
  const key = `${owner.file} ${owner.class}`;
  let frame = frames.get(key);
  if (frame === undefined) {
    frame = {
      file: owner.file,
      function: construct,
      args,
      self: instance,
      parent: owner.frame,
      caller: undefined,
      depth: 1,
    };
    frames.set(key, frame);
  }
  return frame;
}

/** Arguments that the parent's constructor gets: those of `super(…)`, or the same ones. */
function superArguments(
  evaluator: Evaluator,
  context: FileContext,
  fact: ClassFact,
  frame: Frame | undefined,
  args: Args | undefined,
): Args | undefined {
  if (fact.construct === undefined) return args;
  for (const index of context.callsIn(fact.construct)) {
    const call = context.facts.calls[index];
    if (call?.callee.kind === 'super') return lazyArgs(() => evaluator.args(context, call, frame), evaluator.program);
  }
  return undefined;
}
