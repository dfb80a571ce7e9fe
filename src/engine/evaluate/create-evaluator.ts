import type { CallFact, ExprFact } from '../../model/facts.js';
import type { Place, Span } from '../../model/span.js';
import { describeExpr } from '../../facts/describe-expr.js';
import type { Evaluator } from './evaluator.js';
import { applyFunction, callValue } from './calls.js';
import { eachKey, eachOf, elementAt, sliceList } from './collections.js';
import { elementOf, memberOf } from './members.js';
import { importedValue } from './imports.js';
import { nameValue } from './names.js';
import { parameterValue } from './parameters.js';
import type { FileContext, Program } from './program.js';
import { numberValue, sumOf } from '../values/sums.js';
import type { Summand } from '../values/sums.js';
import { concatTexts, fromTexts, textsOf, textValue } from '../values/text.js';
import { REASON } from '../values/reasons.js';
import { choiceOf, listOf, MAX_ELEMENTS, optionsOf, sizeOf, UNDEFINED, unknownValue } from '../values/value.js';
import type { UnknownReason } from '../values/reasons.js';
import type { Frame, Parts, Value } from '../values/value.js';

/** Deepest chain of nested evaluations; deeper ones are unknown. */
const MAX_NESTING = 220;

/** A value costs one step more for so many pieces (32) of it. */
const SIZE_SHIFT = 5;

/** Longest chain of objects that one property is looked for in (spreads of spreads). */
const MAX_READING = 40;

export function createEvaluator(program: Program): Evaluator {
  /** Expressions that are being evaluated, each with the frames in which it is. */
  const busy = new Map<ExprFact, (Frame | undefined)[]>();
  let nesting = 0;
  let reading = 0;
  const evaluator: Evaluator = {
    program,
    value(context, expr, frame) {
      if (expr.kind === 'literal') return literal(context, expr.value, expr.at);
      const memo = program.memo(frame);
      const known = memo.get(expr);
      if (known !== undefined) {
        if (program.cutShort.get(memo)?.has(expr) === true) program.cut(REASON.limit);
        return known;
      }
      const at = { file: context.file, span: expr.at };
      if (program.budget <= 0 || nesting > MAX_NESTING) {
        program.cut(REASON.limit);
        return unknown(REASON.limit, expr, at);
      }
      program.spend(1);
      const outer = busy.get(expr);
      if (outer?.includes(frame) === true) return unknown(REASON.circular, expr, at);
      if (outer === undefined) busy.set(expr, [frame]);
      else outer.push(frame);
      nesting++;
      const { cuts } = program;
      try {
        const value = evaluate(evaluator, context, expr, frame, at);
        program.spend(sizeOf(value) >> SIZE_SHIFT);
        if (program.budget > 0) {
          memo.set(expr, value);
          if (program.cuts > cuts) rememberCut(program, memo, expr);
        }
        return value;
      } finally {
        nesting--;
        if (outer === undefined) busy.delete(expr);
        else outer.pop();
      }
    },
    member(object, property, at) {
      if (program.budget <= 0 || reading > MAX_READING) {
        program.cut(REASON.limit);
        return unknownValue(REASON.limit, at, property);
      }
      program.spend(1);
      reading++;
      try {
        return memberOf(evaluator, object, property, at);
      } finally {
        reading--;
      }
    },
    apply: (fn, args, caller) => applyFunction(evaluator, fn, args, caller),
    args: (context, call, frame) => argumentValues(evaluator, context, call, frame),
  };
  return evaluator;
}

function rememberCut({ cutShort }: Program, memo: ReadonlyMap<ExprFact, Value>, expr: ExprFact): void {
  const known = cutShort.get(memo);
  if (known === undefined) cutShort.set(memo, new Set([expr]));
  else known.add(expr);
}

function evaluate(
  evaluator: Evaluator,
  context: FileContext,
  expr: ExprFact,
  frame: Frame | undefined,
  at: Place,
): Value {
  const value = (inner: ExprFact): Value => evaluator.value(context, inner, frame);
  switch (expr.kind) {
    case 'literal':
      return literal(context, expr.value, expr.at);
    case 'regex':
      return { kind: 'regex', source: expr.source, flags: expr.flags };
    case 'concat':
      return concatValue(context, expr, value, at);
    case 'name':
      return nameValue(evaluator, context, expr.name, at, frame);
    case 'this':
    case 'super':
      return selfValue(evaluator, context, expr, frame, at);
    case 'member':
      return evaluator.member(value(expr.object), expr.property, at);
    case 'element':
      return elementOf(evaluator, value(expr.object), value(expr.index), at);
    case 'call':
      return callValue(evaluator, context, expr.call, frame, at);
    case 'object':
      return { kind: 'object', file: context.file, object: expr.object, frame };
    case 'array':
      return arrayValue(evaluator, context, expr.elements, frame, at);
    case 'spread':
      return value(expr.value);
    case 'choice':
      return choiceOf(expr.options.map(value), at);
    case 'default':
      return withDefault(value(expr.value), () => value(expr.fallback), at);
    case 'function':
      return { kind: 'function', file: context.file, function: expr.function, frame, bound: [] };
    case 'class':
      return { kind: 'class', file: context.file, class: expr.class, frame };
    case 'parameter':
      return parameterValue(evaluator, context, expr, frame, at);
    case 'each':
      return eachOf(evaluator, value(expr.value), at);
    case 'each-key':
      return eachKey(evaluator, value(expr.value), at);
    case 'rest': {
      const whole = value(expr.value);
      const { from } = expr;
      if (from === undefined) return whole;
      return choiceOf(
        optionsOf(whole).map((option) => (option.kind === 'array' ? sliceList(option, from, undefined) : option)),
        at,
      );
    }
    case 'imported':
      return importedValue(evaluator, context.file, expr.specifier, expr.name, expr.via, at);
    case 'unknown':
      return unknown(REASON.notFollowed, expr, at);
    default:
      return expr satisfies never;
  }
}

function literal(context: FileContext, value: string | number | boolean | null, span: Span): Value {
  if (typeof value === 'boolean' || value === null) return { kind: 'scalar', value };
  return typeof value === 'number'
    ? numberValue(value, placeOf(context, span))
    : textValue(value, placeOf(context, span));
}

function placeOf(context: FileContext, span: Span): Place {
  return { file: context.file, span };
}

function unknown(reason: UnknownReason, expr: ExprFact, at: Place): Value {
  return unknownValue(reason, at, describeExpr(expr));
}

function concatValue(
  context: FileContext,
  expr: Extract<ExprFact, { kind: 'concat' }>,
  valueOf: (part: ExprFact) => Value,
  at: Place,
): Value {
  const pieces = expr.parts.map((part): Summand => {
    const value = valueOf(part);
    return { value, texts: pieceTexts(context, part, value) };
  });
  return expr.sum === true ? sumOf(pieces, at) : fromTexts(concatTexts(pieces.map(({ texts }) => texts)), at);
}

/** What a piece of a template can be; what stays unknown of it goes by the name it has there. */
function pieceTexts(context: FileContext, part: ExprFact, value: Value): readonly Parts[] {
  const texts = textsOf(value, placeOf(context, part.at));
  const name = describeExpr(part);
  if (name.includes('…')) return texts;
  return texts.map((parts) => {
    const [only, ...others] = parts;
    return only?.kind === 'hole' && others.length === 0 ? [{ ...only, name }] : parts;
  });
}

function withDefault(value: Value, fallback: () => Value, at: Place): Value {
  const options = optionsOf(value);
  const missing = options.filter((option) => option.kind === 'scalar' && option.value === undefined);
  if (missing.length === options.length) return fallback();
  const given = options.filter((option) => option.kind !== 'scalar' || option.value !== undefined);
  const open = given.some(
    (option) => option.kind === 'parameter' || option.kind === 'unknown' || option.kind === 'external',
  );
  return missing.length > 0 || open ? choiceOf([...given, fallback()], at) : choiceOf(given, at);
}

function arrayValue(
  evaluator: Evaluator,
  context: FileContext,
  elements: readonly ExprFact[],
  frame: Frame | undefined,
  at: Place,
): Value {
  const values: Value[] = [];
  let open = elements.length > MAX_ELEMENTS;
  let loose = false;
  for (const element of elements.slice(0, MAX_ELEMENTS)) {
    if (element.kind !== 'spread') {
      values.push(evaluator.value(context, element, frame));
      continue;
    }
    const spread = evaluator.value(context, element.value, frame);
    if (spread.kind === 'array') {
      for (const value of spread.elements) values.push(value);
      open ||= spread.open;
      loose ||= spread.loose === true || (spread.open && element !== elements.at(-1));
    } else if (spread.kind === 'parameter') {
      values.push(spread);
      open = true;
    } else {
      values.push(unknownValue(REASON.notFollowed, at, `...${describeExpr(element.value)}`));
      open = true;
    }
  }
  return listOf(values, open, loose);
}

function argumentValues(
  evaluator: Evaluator,
  context: FileContext,
  call: CallFact,
  frame: Frame | undefined,
): readonly Value[] {
  const values: Value[] = [];
  for (const arg of call.args) {
    const value = evaluator.value(context, arg, frame);
    if (arg.kind === 'spread' && value.kind === 'array' && !value.open && values.length < MAX_ELEMENTS) {
      values.push(...value.elements);
    } else {
      values.push(
        value.kind === 'array' && arg.kind === 'spread'
          ? elementAt(evaluator, value, 0, placeOf(context, arg.at))
          : value,
      );
      if (arg.kind === 'spread') return [...values, ...laterArguments(evaluator, context, arg, value)];
    }
  }
  return values;
}

/** Most arguments that a spread list of unknown length is taken to give. */
const MAX_SPREAD_ARGUMENTS = 6;

/** What a list of unknown length gives for the parameters after the first. */
function laterArguments(evaluator: Evaluator, context: FileContext, arg: ExprFact, list: Value): readonly Value[] {
  const at = placeOf(context, arg.at);
  return Array.from({ length: MAX_SPREAD_ARGUMENTS }, (_, index) =>
    list.kind === 'array' ? elementAt(evaluator, list, index + 1, at) : unknown(REASON.atRunTime, arg, at),
  );
}

function selfValue(
  evaluator: Evaluator,
  context: FileContext,
  expr: Extract<ExprFact, { kind: 'this' | 'super' }>,
  frame: Frame | undefined,
  at: Place,
): Value {
  if (expr.kind === 'super') return superValue(evaluator, context, expr, frame, at);
  const bound = boundSelf(context, frame, at.span[0]);
  if (bound !== undefined) return bound;
  const { program } = evaluator;
  if (expr.ofClass !== undefined) {
    if (expr.static === true) return { kind: 'class', file: context.file, class: expr.ofClass, frame: undefined };
    const key = `${context.file} ${expr.ofClass}`;
    let self = program.memory.selves.get(key);
    if (self === undefined) {
      self = {
        kind: 'instance',
        of: { kind: 'class', file: context.file, class: expr.ofClass, frame },
        args: undefined,
      };
      program.memory.selves.set(key, self);
    }
    return self;
  }
  if (expr.ofObject !== undefined) return { kind: 'object', file: context.file, object: expr.ofObject, frame };
  return unknownValue(REASON.notFollowed, at, 'this');
}

/** `this` of the innermost followed call whose function is not an arrow and holds the offset. */
function boundSelf(context: FileContext, frame: Frame | undefined, offset: number): Value | undefined {
  for (let current = frame; current !== undefined; current = current.parent) {
    if (current.file !== context.file) continue;
    const fact = context.facts.functions[current.function];
    if (fact !== undefined && fact.kind !== 'arrow' && fact.at[0] <= offset && offset < fact.at[1]) return current.self;
  }
  return undefined;
}

function superValue(
  evaluator: Evaluator,
  context: FileContext,
  expr: Extract<ExprFact, { kind: 'super' }>,
  frame: Frame | undefined,
  at: Place,
): Value {
  const fact = expr.ofClass === undefined ? undefined : context.facts.classes[expr.ofClass];
  if (fact?.extends === undefined) return UNDEFINED;
  const parent = evaluator.value(context, fact.extends, undefined);
  if (expr.static === true || parent.kind !== 'class') return parent;
  const self = boundSelf(context, frame, at.span[0]);
  if (self?.kind === 'instance') return { kind: 'instance', of: parent, args: self.args, self: self.self ?? self };
  return { kind: 'instance', of: parent, args: undefined };
}
