import type { CallFact, ExprFact } from '../../../model/facts.js';
import { describeExpr } from '../../../facts/describe-expr.js';
import { enterFunction } from '../../evaluate/enter-function.js';
import type { Env } from '../../evaluate/evaluator.js';
import { placeIn } from '../../evaluate/program.js';
import { optionsOf } from '../../values/value.js';
import { globalName } from '../calling/global-name.js';
import { EMPTY_BAG, laidOver, NO_BAG, oneOf, openBag } from './bag.js';
import type { Bag } from './bag.js';
import { momentOf, replacedBy } from './read-object.js';
import { readTexts } from './read-texts.js';
import { COPIES, readValue } from './read-value.js';
import type { Reading } from './reading.js';

type Path = readonly string[];

/** Functions that return a copy of their argument. */
const COPYING = new Set(['json/write', 'map/entries', 'Object.fromEntries', 'text/of', 'value/copy']);

/** Methods that return the content of an object in another form. */
const VIEWS = new Set(['toString', 'entries', 'toJSON', 'clone']);

type CallExpr = ExprFact & { readonly kind: 'call' };

/** Reads the result of a call: a new object, a copy, or the result of a function of the program. */
export function readCall(reading: Reading, env: Env, expr: CallExpr, path: Path): Bag {
  const call = env.context.facts.calls[expr.call];
  if (call === undefined) return openBag('…');
  const name = globalName(env.context, call.callee);
  const copied = { ...reading, moment: momentOf(env, expr) };
  const known =
    name === undefined
      ? undefined
      : ((call.form === 'new' ? readNew(copied, env, expr, { call, name, path }) : undefined) ??
        readCopy(reading, env, expr, { call, name, path }));
  if (known !== undefined) return known;
  if (call.callee.kind === 'member' && VIEWS.has(call.callee.property))
    return reading.reader.expr(copied, env, call.callee.object, path);
  return (
    readResult(reading, env, call, expr, path) ??
    readValue(reading, env.value(expr), path, placeIn(env.context, expr.at))
  );
}

/** A call of a global by its name. */
interface NamedCall {
  readonly call: CallFact;
  readonly name: string;
  readonly path: Path;
}

/** Reads an object that `new` builds from others: `new Headers(init)`, `new URL(text)`, `new Request(url, init)`. */
function readNew(copied: Reading, env: Env, expr: ExprFact, { call, name, path }: NamedCall): Bag | undefined {
  const { reader, kind } = copied;
  const [first, init] = call.args;
  const asTexts = { ...copied, sendsUndefined: true };
  if (COPIES.has(name) && path.length === 0)
    return first === undefined ? EMPTY_BAG : { ...reader.expr(asTexts, env, first, []), absent: 'no' };
  if (first === undefined) return undefined;
  if (name === 'url/resolve' && kind === 'query') return readUrl(copied, env, expr, first, path);
  if (name !== 'request/of') return undefined;
  const own = init === undefined ? NO_BAG : reader.expr(asTexts, env, init, path);
  if (own.absent === 'no' || env.value(first).kind === 'text') return own;
  return replacedBy(reader.expr(copied, env, first, path), own);
}

/** Reads the result of built-in functions that copy or return their argument. */
function readCopy(reading: Reading, env: Env, expr: ExprFact, { call, name, path }: NamedCall): Bag | undefined {
  const { reader } = reading;
  const [first, ...layers] = call.args;
  if (first === undefined) return undefined;
  const copied = { ...reading, moment: momentOf(env, expr) };
  if (name === 'map/merge')
    return layers.reduce(
      (bag, layer) => {
        const over = reader.expr(copied, env, layer, path);
        return path.length === 0 ? laidOver(bag, over, 'key') : replacedBy(bag, over);
      },
      reader.expr(reading, env, first, path),
    );
  if (name === 'value/same') return reader.expr(reading, env, first, path);
  return COPYING.has(name) ? reader.expr(copied, env, first, path) : undefined;
}

/** Reads the result of a function of the program. */
function readResult(reading: Reading, env: Env, call: CallFact, expr: CallExpr, path: Path): Bag | undefined {
  const { evaluator, context, frame } = env;
  const targets = optionsOf(env.value(call.callee));
  if (call.form !== 'call' || !targets.every((target) => target.kind === 'function')) return undefined;
  const bags = targets.flatMap((target): Bag[] => {
    const home = evaluator.program.context(target.file);
    const fact = home?.facts.functions[target.function];
    const entered = enterFunction(target, () => evaluator.args(context, call, frame), frame, {
      file: context.file,
      call: expr.call,
      frame,
    });
    if (home === undefined || fact === undefined || entered === undefined)
      return [openBag(`\`${describeExpr(call.callee)}()\``)];
    const inside = evaluator.env(home, entered);
    return fact.returns.map((value) =>
      reading.reader.expr({ ...reading, moment: { context: home, offset: value.at[1] } }, inside, value, path),
    );
  });
  return bags.length === 0 ? undefined : oneOf(bags, `${context.file}:()${String(expr.at[0])}-${String(expr.at[1])}`);
}

/** `new URL(text, base)`: its query, as a part of it or as the whole. */
function readUrl(reading: Reading, env: Env, expr: ExprFact, first: ExprFact, path: Path): Bag {
  if (path.length > 0 && path[0] !== 'searchParams' && path[0] !== 'search' && path[0] !== 'href')
    return openBag(describeExpr(expr));
  const [origin] = optionsOf(env.value(first));
  if (origin?.kind !== 'text' || first.kind === 'name' || first.kind === 'call') {
    const given = reading.reader.expr(reading, env, first, []);
    if (given.doubts.length === 0) return { ...given, absent: 'no' };
  }
  return readTexts(reading, env.value(expr), placeIn(env.context, expr.at));
}
