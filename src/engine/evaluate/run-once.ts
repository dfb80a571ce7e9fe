import type { BindingFact, CallFact, ExprFact } from '../../model/facts.js';
import type { Span } from '../../model/span.js';
import { perFile } from './per-file.js';
import type { FileContext } from './program.js';

/** Position of running code: the innermost function that can run more than once, and the block in it. */
export interface Running {
  readonly within: number | undefined;
  readonly block: Span;
}

/** The function that runs at a place; a function that is called in place counts as the one around it. */
export function runningIn({ facts }: FileContext, within: number | undefined): number | undefined {
  let index = within;
  while (index !== undefined && facts.functions[index]?.once === true) index = facts.functions[index]?.within;
  return index;
}

/** The running block of a place: the body of a function that is called in place counts as the code around it. */
export function runningAt(context: FileContext, { within, block }: Running): Running {
  const { facts, length } = context;
  let running: Running = { within, block };
  for (let index = within; index !== undefined; index = running.within) {
    const fact: (typeof facts.functions)[number] | undefined = facts.functions[index];
    if (fact?.once !== true) break;
    const isBody = running.block[0] >= fact.at[0] && running.block[1] === fact.at[1];
    const around = callsInPlace(context).get(index)?.block ?? [0, length];
    running = { within: fact.within, block: isBody ? around : running.block };
  }
  return running;
}

/** Calls of functions where they are written, by function: `(function (a) {…})(b)`. */
export const callsInPlace = perFile(({ facts }): ReadonlyMap<number, CallFact> => {
  const calls = new Map<number, CallFact>();
  for (const call of facts.calls) {
    if (call.callee.kind === 'function' && call.form === 'call') calls.set(call.callee.function, call);
  }
  return calls;
});

/**
 * The variable that a parameter renames in a function called in place: `(function (Bells) {…})(Bells || (Bells = {}))`,
 * as compilers write enums and namespaces.
 */
export function sameVariable(context: FileContext, binding: BindingFact): BindingFact | undefined {
  const { value } = binding;
  if (binding.kind !== 'parameter' || value?.kind !== 'parameter') return undefined;
  const arg = callsInPlace(context).get(value.function)?.args[value.index];
  const name = arg && nameIn(context, arg);
  return name?.kind === 'name' ? context.scope.lookup(name.name, name.at[0]) : undefined;
}

function nameIn({ facts }: FileContext, arg: ExprFact): ExprFact | undefined {
  if (arg.kind === 'name') return arg;
  const given = facts.assignments.find(({ value, target }) => value === arg && target.kind === 'name');
  if (given !== undefined) return given.target;
  return arg.kind === 'choice' ? arg.options.find(({ kind }) => kind === 'name') : undefined;
}
