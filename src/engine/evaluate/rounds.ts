import type { BindingFact } from '../../model/facts.js';
import { lastStartingBy } from '../../model/span.js';
import type { Span } from '../../model/span.js';
import { perFile } from './per-file.js';
import type { FileContext } from './program.js';

/**
 * The widest range around an offset that can run repeatedly on the same variable: a loop or a function in which the
 * variable is not declared. An earlier iteration may have changed the variable.
 */
export function roundsOf(context: FileContext, binding: BindingFact, offset: number): Span | undefined {
  const inLoop = widestWithout(loopsAt(context, offset), binding);
  const inFunction = widestWithout(functionsAt(context, offset), binding);
  if (inLoop === undefined || inFunction === undefined) return inLoop ?? inFunction;
  return inLoop[0] < inFunction[0] ? inLoop : inFunction;
}

/** Ranges around an offset, from the innermost out, up to one that declares the variable. */
function widestWithout(ranges: Iterable<Span>, binding: BindingFact): Span | undefined {
  let widest: Span | undefined;
  for (const range of ranges) {
    if (holds(range, binding.at[0])) break;
    widest = range;
  }
  return widest;
}

function* functionsAt(context: FileContext, offset: number): Generator<Span> {
  for (let index = context.functionAt(offset); index !== undefined;) {
    const fact: FileContext['facts']['functions'][number] | undefined = context.facts.functions[index];
    if (fact === undefined) return;
    yield fact.at;
    index = fact.within;
  }
}

function* loopsAt(context: FileContext, offset: number): Generator<Span> {
  const loops = nestedLoops(context);
  for (let loop = loops[lastStartingBy(loops, ({ at }) => at, offset)]; loop !== undefined; loop = loop.within) {
    if (holds(loop.at, offset)) yield loop.at;
  }
}

interface Loop {
  readonly at: Span;
  readonly within: Loop | undefined;
}

const nestedLoops = perFile(({ facts }): readonly Loop[] => {
  const loops: Loop[] = [];
  let current: Loop | undefined;
  for (const at of facts.loops) {
    while (current !== undefined && current.at[1] <= at[0]) current = current.within;
    current = { at, within: current };
    loops.push(current);
  }
  return loops;
});

export function holds(range: Span, offset: number): boolean {
  return range[0] <= offset && offset < range[1];
}
