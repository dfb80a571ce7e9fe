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
  /** Opens the call, which precedes the calls in its arguments in the facts. */
  readonly open: () => number;
}

/** Meaning of a call in the facts; undefined for an ordinary call. */
export type Meaning<Call extends LibraryCall = LibraryCall> = (call: Call) => ExprFact | undefined;

type Arguments = readonly ExprFact[];

/** A table by the words of a language: each row has a meaning and its words. */
export function byWord<Meant>(rows: readonly (readonly [Meant, ...string[]])[]): ReadonlyMap<string, Meant> {
  return new Map(rows.flatMap(([meaning, ...words]) => words.map((word) => [word, meaning])));
}

/** An intrinsic call with all arguments, or with those at some positions. */
export function does(intrinsic: Intrinsic, ...taken: readonly number[]): Meaning {
  return ({ builder, at, args, open }) => {
    const call = open();
    const operands = args();
    if (operands.length === 0) return undefined;
    const passed = taken.length === 0 ? operands : taken.flatMap((index) => operands[index] ?? []);
    return builder.finishCall(call, nameExpression(intrinsic, at), passed);
  };
}

/** The reordered arguments of a method: `join("/", parts)` is `parts.join("/")`. */
export function swapped([first, second]: Arguments): Arguments | undefined {
  return first && second && [second, first];
}

/** A method of the first argument, after `change` has reordered the arguments. */
export function method(name: string, change: (args: Arguments) => Arguments | undefined = (args) => args): Meaning {
  return ({ builder, calleeAt, args, open }) => {
    const call = open();
    const [object, ...passed] = change(args()) ?? [];
    return object && builder.finishCall(call, memberExpression(object, name, calleeAt, calleeAt), passed);
  };
}

/** The first argument without the matches of a regular expression made of the second, which is a literal text. */
export function without(sourceOf: (text: string) => string, flags = ''): Meaning {
  return method('replace', ([object, text]) => {
    if (object === undefined || text?.kind !== 'literal' || typeof text.value !== 'string') return undefined;
    const { value, at } = text;
    return [object, { kind: 'regex', source: sourceOf(value), flags, at }, literalExpression('', at)];
  });
}
