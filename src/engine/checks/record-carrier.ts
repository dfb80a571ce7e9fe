import type { ExprFact } from '../../model/facts.js';
import type { Span } from '../../model/span.js';
import type { CallSite } from '../judge/site-view.js';
import { optionsOf } from '../values/value.js';
import type { ObjectValue, Value } from '../values/value.js';

/** Most levels of calls and objects around the expression that is looked for. */
const MAX_LEVELS = 5;

/**
 * The innermost expression in the arguments of a call that brings a record which is made elsewhere: `toBell(tower)` in
 * `post('/bells', { body: JSON.stringify(toBell(tower)) })`. The last argument where none is found.
 */
export function carrierOf(view: CallSite, record: Value): Span {
  const { args, callee } = view.call;
  for (const arg of args) {
    const found = carrierIn(view, arg, record, MAX_LEVELS);
    if (found !== undefined) return found.at;
  }
  return (args.at(-1) ?? callee).at;
}

function carrierIn(view: CallSite, expr: ExprFact, record: Value, levels: number): ExprFact | undefined {
  if (levels === 0) return undefined;
  for (const part of partsOf(view, expr)) {
    const found = carrierIn(view, part, record, levels - 1);
    if (found !== undefined) return found;
  }
  const { finder, context } = view;
  return optionsOf(finder.evaluator.value(context, expr, undefined)).some((value) => isSameRecord(value, record))
    ? expr
    : undefined;
}

function partsOf({ context }: CallSite, expr: ExprFact): readonly ExprFact[] {
  if (expr.kind === 'call') return context.facts.calls[expr.call]?.args ?? [];
  if (expr.kind === 'array') return expr.elements;
  if (expr.kind !== 'object') return [];
  return context.facts.objects[expr.object]?.properties.map(({ value }) => value) ?? [];
}

function isSameRecord(value: Value, record: Value): boolean {
  const [one, other] = [objectOf(value), objectOf(record)];
  return value === record || (one !== undefined && one.file === other?.file && one.object === other.object);
}

function objectOf(value: Value): ObjectValue | undefined {
  const base = value.kind === 'layered' ? value.base : value;
  return base.kind === 'object' ? base : undefined;
}
