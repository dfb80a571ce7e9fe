import type { ExprFact } from '../model/facts.js';
import type { Intrinsic } from '../model/intrinsics.js';
import type { Span } from '../model/span.js';
import type { FactsBuilder } from './builder.js';
import { literalExpression, memberExpression, nameExpression } from './expressions.js';

/** A call of what a language or its library has. */
export interface LibraryCall {
  readonly builder: FactsBuilder;
  readonly at: Span;
  readonly calleeAt: Span;
  /** Arguments of the call, without the receiver of a method. */
  readonly args: () => readonly ExprFact[];
  /** Opens the call, which comes in the facts before those in its arguments. */
  readonly open: () => number;
}

/** Meaning of a call in the facts; undefined for an ordinary call. */
export type Meaning<Call extends LibraryCall = LibraryCall> = (call: Call) => ExprFact | undefined;

type Arguments = readonly ExprFact[];

/** A table by the words of a language: each row says what is meant, and the words for it. */
export function byWord<Meant>(rows: readonly (readonly [Meant, ...string[]])[]): ReadonlyMap<string, Meant> {
  return new Map(rows.flatMap(([meant, ...words]) => words.map((word) => [word, meant])));
}

/** An intrinsic, of the arguments at some places or of all. */
export function does(intrinsic: Intrinsic, ...taken: readonly number[]): Meaning {
  return ({ builder, at, args, open }) => {
    const call = open();
    const given = args();
    if (given.length === 0) return undefined;
    const passed = taken.length === 0 ? given : taken.flatMap((index) => given[index] ?? []);
    return builder.finishCall(call, nameExpression(intrinsic, at), passed);
  };
}

/** `join("/", parts)` is `parts.join("/")`. */
export function swapped([first, second]: Arguments): Arguments | undefined {
  return first && second && [second, first];
}

/** A method of the first of the arguments as `change` gives them. */
export function method(name: string, change: (args: Arguments) => Arguments | undefined = (args) => args): Meaning {
  return ({ builder, calleeAt, args, open }) => {
    const call = open();
    const [object, ...passed] = change(args()) ?? [];
    return object && builder.finishCall(call, memberExpression(object, name, calleeAt, calleeAt), passed);
  };
}

/** The first argument without what a regular expression finds that is made of the second, a text that is written out. */
export function without(sourceOf: (text: string) => string, flags = ''): Meaning {
  return method('replace', ([object, text]) => {
    if (object === undefined || text?.kind !== 'literal' || typeof text.value !== 'string') return undefined;
    const { value, at } = text;
    return [object, { kind: 'regex', source: sourceOf(value), flags, at }, literalExpression('', at)];
  });
}
