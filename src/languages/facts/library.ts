import type { ExprFact, Intrinsic } from '../../core/model/facts.js';
import type { Span } from '../../core/model/span.js';
import type { FactsBuilder } from './builder.js';
import { literalExpression, memberExpression, nameExpression } from './expressions.js';

/** A call of a function of a language or its library. */
export interface LibraryCall {
  readonly builder: FactsBuilder;
  readonly at: Span;
  readonly calleeAt: Span;
  /** Arguments of the call, without the receiver of a method. */
  readonly args: () => readonly ExprFact[];
  /** Adds the call to the facts before the calls in its arguments, and returns its index. */
  readonly open: () => number;
}

/** Meaning of a call in the facts; undefined for an ordinary call. */
export type Meaning<Call extends LibraryCall = LibraryCall> = (call: Call) => ExprFact | undefined;

type Arguments = readonly ExprFact[];

/** Creates a table of values by the words of a language; each row has a value and the words for it. */
export function byWord<Value>(rows: readonly (readonly [Value, ...string[]])[]): ReadonlyMap<string, Value> {
  return new Map(rows.flatMap(([value, ...words]) => words.map((word) => [word, value])));
}

/** Creates the meaning of a call of an intrinsic, with all arguments, or with those at some positions. */
export function does(intrinsic: Intrinsic, ...positions: readonly number[]): Meaning {
  return ({ builder, at, args, open }) => {
    const call = open();
    const operands = args();
    if (operands.length === 0) return undefined;
    const passed = positions.length === 0 ? operands : positions.flatMap((index) => operands[index] ?? []);
    return builder.finishCall(call, nameExpression(intrinsic, at), passed);
  };
}

/** The reordered arguments of a method: `join("/", parts)` is `parts.join("/")`. */
export function swapped([first, second]: Arguments): Arguments | undefined {
  return first && second && [second, first];
}

/** Creates the meaning of a call of a method of the first argument, after `change` has reordered the arguments. */
export function method(name: string, change: (args: Arguments) => Arguments | undefined = (args) => args): Meaning {
  return ({ builder, calleeAt, args, open }) => {
    const call = open();
    const [object, ...passed] = change(args()) ?? [];
    return object && builder.finishCall(call, memberExpression(object, name, calleeAt, calleeAt), passed);
  };
}

/** Creates the meaning of a call that removes from its first argument the matches of its second, a literal text. */
export function without(sourceOf: (text: string) => string, flags = ''): Meaning {
  return method('replace', ([object, text]) => {
    if (object === undefined || text?.kind !== 'literal' || typeof text.value !== 'string') return undefined;
    const { value, at } = text;
    return [object, { kind: 'regex', source: sourceOf(value), flags, at }, literalExpression('', at)];
  });
}
