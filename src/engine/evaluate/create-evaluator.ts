import type { ExprFact } from '../../core/model/facts.js';
import { markOf, Tracked } from '../../core/model/query-log.js';
import type { Place } from '../../core/model/span.js';
import { describeExpr } from '../../languages/facts/expressions.js';
import { work } from '../../core/lib/work.js';
import { argumentValues } from './arguments.js';
import { applyFunction, callValue } from './calls.js';
import type { Env, Evaluator } from './evaluator.js';
import { isFree } from './free-exprs.js';
import { memberOf, elementOf } from './members.js';
import { perFile } from './per-file.js';
import { placeIn } from './program.js';
import type { DoubtfulValue, FileContext, Memo, Program, SettledValue } from './program.js';
import { ActiveEvaluations } from './active-evaluations.js';
import { REASON } from '../values/reasons.js';
import { correlated } from '../values/correlate.js';
import { sizeOf, unknownValue, listOf, MAX_ELEMENTS, optionsOf, UNDEFINED } from '../values/value.js';
import type { Frame, Value, Parts } from '../values/value.js';
import { choiceValue } from './choices.js';
import { eachElementOrKey, eachKey, eachOf, sliceList } from './collections.js';
import { importedValue } from './imports.js';
import { nameValue } from './names.js';
import { parameterValue } from './parameters.js';
import { applyPatches } from './patches.js';
import { sentValue } from './compiled-code.js';
import { memberName, readBy } from './secrets.js';
import { selfValue, superValue } from './class-members.js';
import { numberValue, sumOf } from '../values/sums.js';
import type { Summand } from '../values/sums.js';
import { concatTexts, fromTexts, insertedTexts, textsOf, textValue } from '../values/text.js';
import { choiceOf } from '../values/choice.js';

/** Maximum depth of nested evaluations; deeper ones are unknown. */
const MAX_NESTING = 220;

/** Binary logarithm of the number of pieces of a value that cost one step more. */
const SIZE_SHIFT = 5;

/** Maximum length of a chain of objects (spreads of spreads) in which one property is looked up. */
const MAX_READING = 40;

/** An environment with the values that are valid in it. */
interface OwnEnv extends Env {
  readonly memo: Memo;
}

/** Value of a record's property, as far as it has been read. */
interface KnownMember extends Omit<SettledValue, 'usedIn'> {
  readonly isDoubtful: boolean;
  /** Depth of look-ups at which a limit cut the value: the value is valid at this depth and deeper. */
  readonly cutAt: number | undefined;
}

/**
 * Look-up of one property for one place. If records are spread into each other repeatedly, such as a record that a loop
 * extends, the look-up reaches each of them by many paths: each is read once.
 */
interface PropertyRead {
  readonly property: string;
  readonly at: Place;
  readonly known: Map<Value, KnownMember | 'under way'>;
}

/** Whether a value may have been put together from other records. */
function isComposite({ kind }: Value): boolean {
  return kind === 'choice' || kind === 'object' || kind === 'layered';
}

/** Creates the evaluator of a program, which memoises values and looks up members within the limits. */
export function createEvaluator(program: Program): Evaluator {
  const { log } = program.modules;
  const underWay = new ActiveEvaluations();
  // Number of nested look-ups of members.
  let reading = 0;
  // Greatest depth of nested expressions that the current evaluation has reached so far.
  let deepest = 0;
  // Greatest depth of nested look-ups that the current evaluation has reached so far.
  let furthest = -1;
  let currentRead: PropertyRead | undefined;

  const isWithinLimits = (known: Pick<SettledValue, 'nesting' | 'reading'>): boolean =>
    underWay.depth + known.nesting <= MAX_NESTING && reading + known.reading <= MAX_READING;

  /** Returns the memoised value of an expression, if it is valid at the current depth. */
  const knownValue = (memo: Memo, expr: ExprFact): Value | undefined => {
    const { token, doubtful } = program.memory;
    const known = memo.get(expr);
    if (known !== undefined) {
      const isWithin = isWithinLimits(known);
      if (isWithin || known.usedIn === token) {
        known.usedIn = token;
        if (!isWithin) program.doubts++;
        deepest = Math.max(deepest, underWay.depth + known.nesting);
        furthest = Math.max(furthest, reading + known.reading);
        return known.value.use(log);
      }
    }
    const unsettled = doubtful.get(memo)?.get(expr);
    if (unsettled === undefined) return undefined;
    if (unsettled.isCut) program.cut(REASON.limit);
    else program.doubts++;
    return unsettled.value;
  };

  const valueIn = (env: OwnEnv, expr: ExprFact): Value => {
    if (expr.kind === 'literal') return literalValue(env.context, expr);
    const { memo } = env;
    const known = knownValue(memo, expr);
    if (known !== undefined) return known;
    // An expression that does not depend on the call is evaluated once for all calls of the function.
    if (env.frame !== undefined && isFree(env.context, expr)) return valueIn(envOfFile(env.context), expr);
    const at = placeIn(env.context, expr.at);
    const { depth } = underWay;
    if (program.budget <= 0 || depth > MAX_NESTING) {
      program.cut(REASON.limit);
      return unknownValue(REASON.limit, at, describeExpr(expr));
    }
    program.spend(1);
    if (!underWay.enter(expr, env.frame)) {
      program.doubts++;
      return unknownValue(REASON.circular, at, describeExpr(expr));
    }
    const { cuts, doubts } = program;
    const from = markOf(log);
    const [outerDeepest, outerFurthest] = [deepest, furthest];
    deepest = depth;
    furthest = reading - 1;
    work.expressions++;
    try {
      const value = expressionValue(env, expr, at);
      program.spend(sizeOf(value) >> SIZE_SHIFT);
      if (program.budget <= 0) return value;
      const { token, doubtful } = program.memory;
      if (program.doubts === doubts) {
        memo.set(expr, {
          value: new Tracked(value, log, from),
          nesting: deepest - depth,
          reading: furthest - reading,
          usedIn: token,
        });
      } else {
        const unsettled: DoubtfulValue = { value, isCut: program.cuts > cuts };
        const values = doubtful.get(memo);
        if (values === undefined) doubtful.set(memo, new Map([[expr, unsettled]]));
        else values.set(expr, unsettled);
      }
      return value;
    } finally {
      underWay.leave(expr);
      deepest = Math.max(deepest, outerDeepest);
      furthest = Math.max(furthest, outerFurthest);
    }
  };

  const createEnv = (context: FileContext, frame: Frame | undefined, memo: Memo): OwnEnv => {
    const env: OwnEnv = { evaluator, context, frame, memo, value: (expr) => valueIn(env, expr) };
    return env;
  };
  const envOfFile = perFile((context) => createEnv(context, undefined, new Map()));
  const envsOfFrames = new WeakMap<Frame, OwnEnv>();

  /** Reads a record that is reached by several paths only once; a record that contains itself adds nothing. */
  const memberOnce = ({ known, at, property }: PropertyRead, record: Value, read: () => Value): Value => {
    const earlier = known.get(record);
    if (earlier === 'under way') {
      program.doubts++;
      return unknownValue(REASON.circular, at, property);
    }
    if (earlier !== undefined && (earlier.cutAt === undefined ? isWithinLimits(earlier) : reading >= earlier.cutAt)) {
      if (earlier.cutAt !== undefined) program.cut(REASON.limit);
      else if (earlier.isDoubtful) program.doubts++;
      deepest = Math.max(deepest, underWay.depth + earlier.nesting);
      furthest = Math.max(furthest, reading + earlier.reading);
      return earlier.value.use(log);
    }
    known.set(record, 'under way');
    const { cuts, doubts } = program;
    const from = markOf(log);
    const [outerDeepest, outerFurthest] = [deepest, furthest];
    deepest = underWay.depth;
    furthest = reading;
    try {
      const value = read();
      const extent = { nesting: deepest - underWay.depth, reading: furthest - reading };
      const cutAt = program.cuts > cuts ? reading : undefined;
      known.set(record, {
        value: new Tracked(value, log, from),
        ...extent,
        isDoubtful: program.doubts > doubts,
        cutAt,
      });
      return value;
    } finally {
      deepest = Math.max(deepest, outerDeepest);
      furthest = Math.max(furthest, outerFurthest);
    }
  };

  const evaluator: Evaluator = {
    program,
    env(context, frame) {
      if (frame === undefined) return envOfFile(context);
      const known = envsOfFrames.get(frame);
      if (known?.context === context) return known;
      const env = createEnv(context, frame, known?.memo ?? new Map<ExprFact, SettledValue>());
      envsOfFrames.set(frame, env);
      return env;
    },
    value: (context, expr, frame) => evaluator.env(context, frame).value(expr),
    member(object, property, at) {
      furthest = Math.max(furthest, reading);
      if (program.budget <= 0 || reading > MAX_READING) {
        program.cut(REASON.limit);
        return unknownValue(REASON.limit, at, property);
      }
      program.spend(1);
      const outer = currentRead;
      // A look-up inside a spread has the property and the place of the outer look-up.
      const continuesRead = outer?.property === property && outer.at === at;
      if (!continuesRead) currentRead = { property, at, known: new Map() };
      reading++;
      try {
        const read = (): Value => correlated(memberOf(evaluator, object, property, at), object.correlations);
        return continuesRead && isComposite(object) ? memberOnce(outer, object, read) : read();
      } finally {
        reading--;
        currentRead = outer;
      }
    },
    apply: (fn, args, caller) => applyFunction(evaluator, fn, args, caller),
    args: (context, call, frame) => argumentValues(evaluator.env(context, frame), call),
  };
  return evaluator;
}

type Fact<Kind extends ExprFact['kind']> = Extract<ExprFact, { readonly kind: Kind }>;

/**
 * Evaluates an expression; the caller memoises the value and stops cycles. The function is long because there are many
 * kinds of expressions, with one or two lines each.
 */
function expressionValue(env: Env, expr: ExprFact, at: Place): Value {
  const { evaluator, context, frame, value } = env;
  const { file } = context;
  switch (expr.kind) {
    case 'literal':
      return literalValue(context, expr);
    case 'regex':
      return { kind: 'regex', source: expr.source, flags: expr.flags };
    case 'concat':
      return concatValue(env, expr, at);
    case 'name':
      return readBy(expr.name, nameValue(env, expr, at));
    case 'this':
      return selfValue(env, expr, at);
    case 'super':
      return superValue(env, expr, at);
    case 'member':
      return (
        sentValue(env, expr, at) ?? readBy(memberName(expr), evaluator.member(value(expr.object), expr.property, at))
      );
    case 'element':
      return elementOf(evaluator, value(expr.object), value(expr.index), at);
    case 'call':
      return callValue(env, expr.call, at);
    case 'object':
      return { kind: 'object', file, object: expr.object, frame };
    case 'array':
      return arrayValue(env, expr, at);
    case 'spread':
      return value(expr.value);
    case 'choice':
      return choiceValue(env, expr, at);
    case 'default':
      return defaultValue(env, expr, at);
    case 'function':
      return { kind: 'function', file, function: expr.function, frame, bound: [] };
    case 'class':
      return { kind: 'class', file, class: expr.class, frame };
    case 'parameter':
      return parameterValue(env, expr, at);
    case 'each':
      return expr.keys === true
        ? eachElementOrKey(evaluator, value(expr.value), at)
        : eachOf(evaluator, value(expr.value), at);
    case 'each-key':
      return eachKey(evaluator, value(expr.value), at);
    case 'rest':
      return restValue(env, value(expr.value), expr);
    case 'imported':
      return importedValue(evaluator, file, expr, at);
    case 'unknown':
      return unknownValue(REASON.notFollowed, at, describeExpr(expr));
    default:
      return expr satisfies never;
  }
}

function literalValue(context: FileContext, { value, at }: Fact<'literal'>): Value {
  if (typeof value === 'boolean' || value === null) return { kind: 'scalar', value };
  return typeof value === 'number' ? numberValue(value, placeIn(context, at)) : textValue(value, placeIn(context, at));
}

function concatValue(env: Env, { parts, sum }: Fact<'concat'>, at: Place): Value {
  const pieces = parts.map((part): Summand => {
    const value = env.value(part);
    return { value, texts: pieceTexts(part, value, placeIn(env.context, part.at)) };
  });
  return sum === true ? sumOf(pieces, at) : fromTexts(concatTexts(pieces.map(({ texts }) => texts)), at);
}

/** Returns the possible texts of a template part; an unknown part keeps its name from the template. */
function pieceTexts(part: ExprFact, value: Value, at: Place): readonly Parts[] {
  if (part.kind === 'literal') return textsOf(value, at);
  const texts = insertedTexts(textsOf(value, at), at);
  const name = describeExpr(part);
  if (name.includes('…')) return texts;
  return texts.map((parts) => {
    const [only, ...others] = parts;
    return only?.kind === 'hole' && others.length === 0 ? [{ ...only, name }] : parts;
  });
}

function defaultValue(env: Env, expr: Fact<'default'>, at: Place): Value {
  const options = optionsOf(env.value(expr.value));
  const defined = options.filter((option) => option.kind !== 'scalar' || option.value !== undefined);
  if (defined.length === 0) return env.value(expr.fallback);
  const mayBeUndefined = defined.some(({ kind }) => kind === 'parameter' || kind === 'unknown' || kind === 'external');
  return defined.length < options.length || mayBeUndefined
    ? choiceOf([...defined, env.value(expr.fallback)], at)
    : choiceOf(defined, at);
}

/** Returns the rest of a list or of a known object, without the members that were destructured before. */
function restValue(env: Env, source: Value, { from, omit = [], at: span }: Fact<'rest'>): Value {
  const at = placeIn(env.context, span);
  if (from === undefined) {
    const omitted = omit.map((key) => ({ path: [key], operator: '=' as const, value: UNDEFINED, maybe: false }));
    if (omitted.length === 0) return source;
    return choiceOf(
      optionsOf(source).map((option) => (isPlain(env, option) ? applyPatches(option, omitted, at) : option)),
      at,
    );
  }
  return choiceOf(
    optionsOf(source).map((option) => (option.kind === 'array' ? sliceList(option, from, undefined) : option)),
    at,
  );
}

/** Whether an object has no getters: a getter could read the omitted members. */
function isPlain({ evaluator }: Env, value: Value): boolean {
  const base = value.kind === 'layered' ? value.base : value;
  if (base.kind !== 'object') return value.kind === 'layered';
  const properties = evaluator.program.context(base.file)?.facts.objects[base.object]?.properties ?? [];
  return !properties.some((property) => property.kind === 'property' && property.getter === true);
}

function arrayValue(env: Env, { elements }: Fact<'array'>, at: Place): Value {
  const values: Value[] = [];
  let open = elements.length > MAX_ELEMENTS;
  let loose = false;
  for (const element of elements.slice(0, MAX_ELEMENTS)) {
    if (element.kind !== 'spread') {
      values.push(env.value(element));
      continue;
    }
    const spread = env.value(element.value);
    if (spread.kind === 'array') {
      for (const value of spread.elements) values.push(value);
      open ||= spread.open;
      loose ||= spread.loose === true || (spread.open && element !== elements.at(-1));
    } else {
      const name = `...${describeExpr(element.value)}`;
      values.push(spread.kind === 'parameter' ? spread : unknownValue(REASON.notFollowed, at, name));
      open = true;
    }
  }
  return listOf(values, open, loose);
}
