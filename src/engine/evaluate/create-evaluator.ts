import type { ExprFact } from '../../model/facts.js';
import { describeExpr } from '../../facts/describe-expr.js';
import { argumentValues } from './arguments.js';
import { applyFunction } from './calls.js';
import type { Env, Evaluator } from './evaluator.js';
import { expressionValue, literalValue } from './expressions.js';
import { memberOf } from './members.js';
import { perFile } from './per-file.js';
import { createMemo, placeIn } from './program.js';
import type { FileContext, Memo, Program } from './program.js';
import { UnderWay } from './under-way.js';
import { REASON } from '../values/reasons.js';
import { inRows } from '../values/rows.js';
import { sizeOf, unknownValue } from '../values/value.js';
import type { Frame, Value } from '../values/value.js';

/** Deepest chain of nested evaluations; deeper ones are unknown. */
const MAX_NESTING = 220;

/** A value costs one step more for so many pieces (32) of it. */
const SIZE_SHIFT = 5;

/** Longest chain of objects that one property is looked for in (spreads of spreads). */
const MAX_READING = 40;

/** An environment with the values that are remembered for its frame; those of no frame go with the analysis. */
interface OwnEnv extends Env {
  readonly memo: Memo | undefined;
}

export function createEvaluator(program: Program): Evaluator {
  const underWay = new UnderWay();
  let reading = 0;

  const valueIn = (env: OwnEnv, expr: ExprFact): Value => {
    if (expr.kind === 'literal') return literalValue(env.context, expr);
    const memo = env.memo ?? program.memory.values;
    const known = memo.values.get(expr);
    if (known !== undefined) {
      if (memo.cutShort?.has(expr) === true) program.cut(REASON.limit);
      return known;
    }
    const at = placeIn(env.context, expr.at);
    if (program.budget <= 0 || underWay.depth > MAX_NESTING) {
      program.cut(REASON.limit);
      return unknownValue(REASON.limit, at, describeExpr(expr));
    }
    program.spend(1);
    if (!underWay.enter(expr, env.frame)) return unknownValue(REASON.circular, at, describeExpr(expr));
    const { cuts } = program;
    try {
      const value = expressionValue(env, expr, at);
      program.spend(sizeOf(value) >> SIZE_SHIFT);
      if (program.budget > 0) {
        memo.values.set(expr, value);
        if (program.cuts > cuts) (memo.cutShort ??= new Set()).add(expr);
      }
      return value;
    } finally {
      underWay.leave(expr);
    }
  };

  const createEnv = (context: FileContext, frame: Frame | undefined, memo: Memo | undefined): OwnEnv => {
    const env: OwnEnv = { evaluator, context, frame, memo, value: (expr) => valueIn(env, expr) };
    return env;
  };
  const envOfFile = perFile((context) => createEnv(context, undefined, undefined));
  const envsOfFrames = new WeakMap<Frame, OwnEnv>();

  const evaluator: Evaluator = {
    program,
    env(context, frame) {
      if (frame === undefined) return envOfFile(context);
      const known = envsOfFrames.get(frame);
      if (known?.context === context) return known;
      const env = createEnv(context, frame, known?.memo ?? createMemo());
      envsOfFrames.set(frame, env);
      return env;
    },
    value: (context, expr, frame) => evaluator.env(context, frame).value(expr),
    member(object, property, at) {
      if (program.budget <= 0 || reading > MAX_READING) {
        program.cut(REASON.limit);
        return unknownValue(REASON.limit, at, property);
      }
      program.spend(1);
      reading++;
      try {
        return inRows(memberOf(evaluator, object, property, at), object.rows);
      } finally {
        reading--;
      }
    },
    apply: (fn, args, caller) => applyFunction(evaluator, fn, args, caller),
    args: (context, call, frame) => argumentValues(evaluator.env(context, frame), call),
  };
  return evaluator;
}
