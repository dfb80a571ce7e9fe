import type { ExprFact } from '../../model/facts.js';
import type { Place } from '../../model/span.js';
import type { Env } from './evaluator.js';
import { REASON } from '../values/reasons.js';
import { classIn, UNDEFINED, unknownValue } from '../values/value.js';
import type { ClassValue, Value } from '../values/value.js';

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

/** The instance of a class without a known construction; for a class inside a function, of the first call to ask. */
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

/** `this` of the innermost followed call whose function is no arrow and contains the offset. */
function boundSelf({ context, frame }: Env, offset: number): Value | undefined {
  for (let current = frame; current !== undefined; current = current.parent) {
    if (current.file !== context.file) continue;
    const fact = context.facts.functions[current.function];
    const isOwn = fact?.kind !== 'arrow' || current.lexical === true;
    if (fact !== undefined && isOwn && fact.at[0] <= offset && offset < fact.at[1]) return current.self;
  }
  return undefined;
}

/** Value of `super`: the parent class in a static member, else the instance as one of the parent class. */
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
