import type { ExprFact, AssignmentFact, CallFact, ClassFact, ClassMemberFact } from '../../core/model/facts.js';
import type { Place } from '../../core/model/span.js';
import type { Env, PropertyRead } from './evaluator.js';
import { REASON } from '../values/reasons.js';
import { classIn, UNDEFINED, unknownValue, atRunTime, lazyArgs, maybeUnset, optionsOf } from '../values/value.js';
import type { ClassValue, Value, Args, Frame, InstanceValue, Patch } from '../values/value.js';
import { helperName } from '../../languages/facts/compiled-code.js';
import { addTo } from '../../core/lib/collections.js';
import { argumentValues, listAsArguments } from './arguments.js';
import { withDeclaredType } from './names.js';
import { withMemberChanges } from './mutations.js';
import { isOverridden, targetOf } from './writes.js';
import type { PropertyAssignment } from './writes.js';
import { applyPatches } from './patches.js';
import { perFile } from './per-file.js';
import { placeIn } from './program.js';
import { sumOf, summand } from '../values/sums.js';
import { choiceOf } from '../values/choice.js';

type SelfFact<Kind extends 'this' | 'super'> = Extract<ExprFact, { readonly kind: Kind }>;

/** Value of `this`: the receiver of the followed call, else an instance of the enclosing class. */
export function selfValue(env: Env, { ofClass, ofObject, static: isStatic }: SelfFact<'this'>, at: Place): Value {
  const bound = boundSelf(env, at.span[0]);
  if (bound !== undefined) return bound;
  const { frame } = env;
  const { file } = env.context;
  if (ofClass !== undefined) {
    return isStatic === true ? { kind: 'class', file, class: ofClass, frame: undefined } : instanceOf(env, ofClass);
  }
  if (ofObject !== undefined) return { kind: 'object', file, object: ofObject, frame };
  return unknownValue(REASON.notFollowed, at, 'this');
}

/** The instance of a class without a known construction. For a class in a function, it has the frame of its first use. */
function instanceOf({ evaluator, context, frame }: Env, index: number): Value {
  const { program } = evaluator;
  const { selves } = program.memory;
  const key = `${context.file} ${index}`;
  const isOfModule = context.functionAt(context.facts.classes[index]?.at[0] ?? 0) === undefined;
  if (!isOfModule) program.doubts++;
  let self = selves.get(key);
  if (self === undefined) {
    const of: ClassValue = { kind: 'class', file: context.file, class: index, frame: isOfModule ? undefined : frame };
    self = { kind: 'instance', of, args: undefined };
    selves.set(key, self);
  }
  return self;
}

/** The `this` of the innermost followed call whose function is not an arrow and contains the offset. */
function boundSelf({ context, frame }: Env, offset: number): Value | undefined {
  for (let current = frame; current !== undefined; current = current.parent) {
    if (current.file !== context.file) continue;
    const fact = context.facts.functions[current.function];
    const hasOwnThis = fact?.kind !== 'arrow' || current.lexical === true;
    if (fact !== undefined && hasOwnThis && fact.at[0] <= offset && offset < fact.at[1]) return current.self;
  }
  return undefined;
}

/** Value of `super`: the parent class in a static member, else the instance as an instance of the parent class. */
export function superValue(env: Env, { ofClass, static: isStatic }: SelfFact<'super'>, at: Place): Value {
  const { evaluator, context } = env;
  const fact = ofClass === undefined ? undefined : context.facts.classes[ofClass];
  if (fact?.extends === undefined) return UNDEFINED;
  const parent = evaluator.value(context, fact.extends, undefined);
  const owner = classIn(parent);
  if (isStatic === true || owner === undefined) return parent;
  const self = boundSelf(env, at.span[0]);
  if (self?.kind === 'instance') return { kind: 'instance', of: owner, args: self.args, self: self.self ?? self };
  return { kind: 'instance', of: owner, args: undefined };
}

/** A static member of a class or its ancestors. */
export function staticMember(read: PropertyRead, value: ClassValue): Value {
  const { property, at } = read;
  if (property === 'prototype') return { kind: 'instance', of: value, args: undefined };
  const found = findInChain(read, value, ({ owner, env, fact }) => {
    const values = fact.members
      .filter((member) => member.static && member.name === property && member.kind !== 'setter')
      .map((member) => fieldValue(env, member, value));
    for (const memberAssignment of env.context.scope.memberAssignments(owner.class)) {
      if (memberAssignment.static && memberAssignment.name === property)
        values.push(env.evaluator.value(env.context, memberAssignment.assignment.value, undefined));
    }
    if (values.length === 0) return undefined;
    if (value.ofInstance === true && isOverridden(read.evaluator, owner, property, values))
      values.push(atRunTime(at, property));
    return withMemberChanges(env, choiceOf(values, at), { ofClass: owner.class, property, isStatic: true });
  });
  return found ?? atRunTime(at, property);
}

/** A member of an instance; `self` is the `this` of its methods and getters. */
export function instanceMember(
  read: PropertyRead,
  instance: InstanceValue,
  self: Value = instance.self ?? instance,
): Value {
  const { evaluator, property, at } = read;
  if (property === 'constructor') return classOf(instance);
  let { args } = instance;
  const found = findInChain(read, instance.of, (link) => {
    const { owner, env, fact } = link;
    const frame = constructorFrame(link, instance, args);
    args = superArguments(link, frame, args);
    const fieldEnv = frame === undefined ? env : evaluator.env(env.context, frame);
    const members = fact.members.filter(
      (member) => !member.static && member.name === property && member.kind !== 'setter',
    );
    const declared = members.find((member) => member.type !== undefined);
    const fields = members.filter(({ value }) => value !== undefined).map((field) => fieldValue(fieldEnv, field, self));
    const values = withAssignedValues(link, read, fields, { instance, frame });
    if (values.length === 0) return declared && withDeclaredType(env, atRunTime(at, property), declared.type);
    const hasOnlyClass = instance.args === undefined && instance.self === undefined;
    if (hasOnlyClass && isOverridden(evaluator, owner, property, values)) values.push(unknownMember(read, instance));
    const isSet = fields.length > 0 || isSetInConstructor(link, property);
    const result = isSet ? choiceOf(values, at) : maybeUnset(choiceOf(values, at));
    const changed = withMemberChanges(env, result, { ofClass: owner.class, property, isStatic: false });
    const value = withNestedWrites(env, changed, { ofClass: owner.class, property, at });
    return withDeclaredType(env, value, declared?.type);
  });
  return found ?? unknownMember(read, instance);
}

/** The class of an instance; for `this` in a method of the class, it may be a subclass. */
function classOf({ of, args, self }: InstanceValue): ClassValue {
  return args === undefined && self === undefined ? { ...of, ofInstance: true } : of;
}

function isSetInConstructor({ owner, env, fact }: Link, property: string): boolean {
  return env.context.scope
    .memberAssignments(owner.class)
    .some(({ name, assignment }) => name === property && assignment.within === fact.construct);
}

/** The value of a member that only a subclass or a later assignment can set. */
function unknownMember({ property, at }: PropertyRead, { args }: InstanceValue): Value {
  const value = atRunTime(at, `this.${property}`);
  return args === undefined ? { ...value, self: true } : value;
}

/** Adds the values that methods assign (`this.path = value`) to the initial values of a field. */
function withAssignedValues(
  link: Link,
  { property, at }: PropertyRead,
  fields: readonly Value[],
  creation: Creation,
): Value[] {
  const { owner, env, fact } = link;
  const { evaluator, context } = env;
  const values = [...fields];
  for (const { name, static: isStatic, assignment } of context.scope.memberAssignments(owner.class)) {
    if (isStatic || name !== property) continue;
    const isInConstructor = assignment.within === fact.construct;
    const frames = isInConstructor ? [creation.frame] : setterFrames(link, creation, assignment.within);
    for (const frame of frames) {
      const value = evaluator.value(context, assignment.value, frame);
      if (assignment.operator === '+=') values.push(...appendedValues(values, value, isInConstructor, at));
      else values.push(value);
    }
  }
  return values;
}

/** An instance, and the frame in which its constructor runs if its construction is known. */
interface Creation {
  readonly instance: InstanceValue;
  readonly frame: Frame | undefined;
}

/** The frames in which a setter runs: one for each assignment of its class to the property; none without any. */
function setterFrames(
  link: Link,
  { instance, frame: instanceFrame }: Creation,
  setter: number | undefined,
): readonly (Frame | undefined)[] {
  const { owner, env, fact } = link;
  const { evaluator, context } = env;
  const property = setter === undefined ? undefined : settersOf(context).get(setter);
  if (setter === undefined || property === undefined) return [undefined];
  const frames = context.scope.memberAssignments(owner.class).flatMap(({ name, static: isStatic, assignment }) => {
    if (isStatic || name !== property || assignment.operator !== '=' || assignment.within === setter) return [];
    const { value, within } = assignment;
    const ownFrame = within === fact.construct ? instanceFrame : undefined;
    const args = lazyArgs(() => [evaluator.value(context, value, ownFrame)], evaluator.program);
    return frameOf(link, instance, setter, args, `set by ${value.at[0]}`);
  });
  return frames.length === 0 ? [undefined] : frames;
}

/** The properties of a file's setters, by the index of the function. */
const settersOf = perFile(({ facts }): ReadonlyMap<number, string> => {
  const setters = facts.classes.flatMap(({ members }) =>
    members.filter((member) => member.kind === 'setter' && !member.static),
  );
  return new Map(
    setters.flatMap(({ name, value }) => (value?.kind === 'function' ? [[value.function, name] as const] : [])),
  );
});

/** Returns the possible values of a member after `this.path += value`, which may run more than once. */
function appendedValues(values: readonly Value[], value: Value, runsOnce: boolean, at: Place): readonly Value[] {
  const previous = summand(values.length === 0 ? atRunTime(at) : choiceOf(values, at), at);
  const appended = sumOf([previous, summand(value, at)], at);
  return runsOnce ? [appended] : [appended, sumOf([previous, summand(atRunTime(at), at), summand(value, at)], at)];
}

/** A property below a field, and the assignment to it in a function of the class. */
interface NestedWrite {
  readonly path: PropertyAssignment['path'];
  readonly assignment: AssignmentFact;
}

/** Writes below the fields of classes, by class and field: `this.record.data.port = port`. */
const nestedWrites = perFile(({ facts }): ReadonlyMap<string, readonly NestedWrite[]> => {
  const found = new Map<string, NestedWrite[]>();
  for (const assignment of facts.assignments) {
    const { path, target } = targetOf(assignment.target);
    const [field, ...rest] = path;
    if (target.kind !== 'this' || target.ofClass === undefined || target.static === true) continue;
    if (typeof field === 'string' && rest.length > 0)
      addTo(found, `${target.ofClass} ${field}`, { path: rest, assignment });
  }
  return found;
});

/** The value of a field, with the writes of its class's methods to properties below the field, in any order. */
function withNestedWrites(
  env: Env,
  value: Value,
  { ofClass, property, at }: { readonly ofClass: number; readonly property: string; readonly at: Place },
): Value {
  const writes = nestedWrites(env.context).get(`${ofClass} ${property}`);
  if (writes === undefined || !optionsOf(value).some(({ kind }) => kind === 'object' || kind === 'layered'))
    return value;
  const frameless = env.evaluator.env(env.context, undefined);
  const patches = writes.flatMap(({ path, assignment }): readonly Patch[] => {
    const setAt = placeIn(env.context, assignment.at);
    const computedAt = path.findIndex((step) => typeof step !== 'string');
    const names = path.slice(0, computedAt < 0 ? path.length : computedAt).filter((step) => typeof step === 'string');
    if (names.length === 0) return [];
    // A computed property makes the keys of its object unknown.
    if (computedAt >= 0) {
      const value = unknownValue(REASON.reassigned, setAt, names.at(-1));
      return [{ path: names, operator: '=', value, maybe: true, at: setAt }];
    }
    const operator = assignment.operator === '+=' ? '+=' : '=';
    return [{ path: names, operator, value: frameless.value(assignment.value), maybe: true, at: setAt }];
  });
  env.evaluator.program.spend(patches.length);
  return patches.length === 0 ? value : applyPatches(value, patches, at);
}

/** Returns the declared value of a member. Methods and getters are bound to `self`; getters are called. */
function fieldValue(env: Env, member: ClassMemberFact, self: Value): Value {
  if (member.value === undefined) return UNDEFINED;
  const value = env.value(member.value);
  if (value.kind !== 'function') return value;
  const isArrow = env.context.facts.functions[value.function]?.kind === 'arrow';
  if (member.kind === 'field' && isArrow) return { ...value, self, lexical: true };
  const bound = { ...value, self };
  return member.kind === 'getter' ? env.evaluator.apply(bound, () => [], env.frame) : bound;
}

/** A class in an inheritance chain, which is the parent of the previous class. */
interface Link {
  readonly owner: ClassValue;
  readonly env: Env;
  readonly fact: ClassFact;
}

/** Maximum length of an inheritance chain in which a member is looked up. */
const MAX_ANCESTORS = 12;

/** Looks a member up in a class and its ancestors; that of an ancestor outside the program is an external value. */
function findInChain(
  { evaluator, property }: PropertyRead,
  start: ClassValue,
  find: (link: Link) => Value | undefined,
): Value | undefined {
  let owner: ClassValue | undefined = start;
  for (let depth = 0; owner !== undefined && depth < MAX_ANCESTORS; depth++) {
    const context = evaluator.program.context(owner.file);
    const fact: ClassFact | undefined = context?.facts.classes[owner.class];
    if (context === undefined || fact === undefined) return undefined;
    const env = evaluator.env(context, owner.frame);
    const found = find({ owner, env, fact });
    if (found !== undefined) return found;
    if (fact.extends === undefined) return undefined;
    const parents: readonly Value[] = optionsOf(env.value(fact.extends)).map((value) => classIn(value) ?? value);
    const externalParent = parents.find((parent) => parent.kind === 'external');
    if (externalParent !== undefined) {
      const newStep = { kind: 'call', form: 'new', args: () => [], at: { file: owner.file, span: fact.at } } as const;
      return { ...externalParent, steps: [...externalParent.steps, newStep, { kind: 'member', name: property }] };
    }
    owner = parents.find((parent) => parent.kind === 'class');
  }
  if (owner !== undefined) evaluator.program.cut(REASON.limit);
  return undefined;
}

/** The frame of a class's constructor for an instance; undefined without a constructor or a known construction. */
function constructorFrame(link: Link, instance: InstanceValue, args: Args | undefined): Frame | undefined {
  const { construct } = link.fact;
  return args === undefined || construct === undefined ? undefined : frameOf(link, instance, construct, args, 'made');
}

/** The frame of a function of a class for an instance; each cause of the call has a frame of its own. */
function frameOf({ owner, env }: Link, instance: InstanceValue, index: number, args: Args, cause: string): Frame {
  const { instanceFrames } = env.evaluator.program;
  let frames = instanceFrames.get(instance);
  if (frames === undefined) instanceFrames.set(instance, (frames = new Map<string, Frame>()));
  const { file, frame: parent } = owner;
  const key = `${file} ${owner.class} ${cause}`;
  let frame = frames.get(key);
  if (frame === undefined) {
    frame = { file, function: index, args, self: instance, parent, caller: undefined, depth: 1 };
    frames.set(key, frame);
  }
  return frame;
}

/** Arguments of the parent's constructor: those of `super(…)`, or the child's own. */
function superArguments({ env, fact }: Link, frame: Frame | undefined, args: Args | undefined): Args | undefined {
  if (fact.construct === undefined) return args;
  const { evaluator, context } = env;
  for (const index of context.callsIn(fact.construct)) {
    const call = context.facts.calls[index];
    if (call === undefined) continue;
    if (call.callee.kind === 'super')
      return lazyArgs(() => argumentValues(evaluator.env(context, frame), call), evaluator.program);
    const superCall = argumentsOfSuper(fact, call);
    if (superCall === undefined) continue;
    return lazyArgs(() => {
      const values = argumentValues(evaluator.env(context, frame), call);
      return superCall.list
        ? listAsArguments(evaluator, values[superCall.from], { file: context.file, span: call.at })
        : values.slice(superCall.from);
    }, evaluator.program);
  }
  return undefined;
}

/**
 * Returns the arguments that a call passes to the parent's constructor: `Parent.call(this, …)`,
 * `_callSuper(this, Class, […])`.
 */
function argumentsOfSuper(
  { extends: parent }: ClassFact,
  { callee, args }: CallFact,
): { readonly from: number; readonly list: boolean } | undefined {
  if (args[0]?.kind !== 'this') return undefined;
  if (helperName(callee) === 'callSuper') return { from: 2, list: true };
  if (callee.kind !== 'member' || callee.object.kind !== 'name' || parent?.kind !== 'name') return undefined;
  if (callee.object.name !== parent.name) return undefined;
  if (callee.property === 'call') return { from: 1, list: false };
  return callee.property === 'apply' ? { from: 1, list: true } : undefined;
}
