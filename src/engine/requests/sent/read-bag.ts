import type { AssignmentFact, BindingFact, ExprFact, CallFact } from '../../../core/model/facts.js';
import { describeExpr } from '../../../languages/facts/expressions.js';
import type { Env } from '../../evaluate/evaluator.js';
import { objectUses } from '../../evaluate/name-uses.js';
import { placeIn } from '../../evaluate/program.js';
import {
  decisionAt,
  mergeOver,
  ABSENT_BAG,
  oneOfBags,
  unknownBag,
  replacedBy,
  mergeConditionally,
  withDoubt,
  EMPTY_BAG,
} from './sent.js';
import type { EntryBag } from './sent.js';
import { applyChanges } from './bag-changes.js';
import { bagOfPairs, withoutEntries } from './bag-entries.js';
import { readObject, readValue, COPYING_CLASSES, readTexts } from './read-value.js';
import { readingOfCopy, reachBefore, readingOfChange, readNested } from './reading.js';
import type { Reading } from './reading.js';
import { frameOf, homeOf, returnedTo } from '../../evaluate/traversal.js';
import { optionsOf } from '../../values/value.js';
import { globalName } from '../calling/global-calls.js';

/** Maximum number of assignments to one variable that are followed in order. */
const MAX_MADE_ANEW = 24;

type Path = readonly string[];

/** Reads the object at a path in the value of an expression. */
export function readBag(reading: Reading, env: Env, expr: ExprFact, path: Path): EntryBag {
  return readNested(reading, () =>
    reading.memo.of(reading, env, expr, path, () => readUncached(reading, env, expr, path)),
  );
}

function readUncached(reading: Reading, env: Env, expr: ExprFact, path: Path): EntryBag {
  switch (expr.kind) {
    case 'name':
      return readName(reading, env, expr, path);
    case 'member':
      return isReadByExpression(expr)
        ? readBag(reading, env, expr.object, [expr.property, ...path])
        : withDoubt(
            readValue(reading, env.value(expr), path, placeIn(env.context, expr.at)),
            `other changes to \`${describeExpr(expr)}\``,
          );
    case 'object':
      return readObject(reading, env, expr.object, path);
    case 'call':
      return readCall(reading, env, expr, path);
    case 'choice':
      return oneOfBags(
        expr.options.map((option) => readBag(reading, env, option, path)),
        decisionAt(placeIn(env.context, expr.at)),
      );
    case 'default': {
      const primary = readBag(reading, env, expr.value, path);
      return primary.absent === 'no' ? primary : mergeOver(readBag(reading, env, expr.fallback, path), primary, 'key');
    }
    case 'rest': {
      if (expr.from !== undefined) return unknownBag(describeExpr(expr));
      const [first] = path;
      const omitted = new Set(expr.omit ?? []);
      if (first !== undefined && omitted.has(first)) return ABSENT_BAG;
      const source = readBag(readingOfCopy(reading, env, expr), env, expr.value, path);
      return first === undefined ? withoutEntries(source, ({ key }) => omitted.has(key), false) : source;
    }
    case 'parameter': {
      const caller = callerOf(reading, env, expr);
      if (caller === undefined) return readValue(reading, env.value(expr), path, placeIn(env.context, expr.at));
      return caller.expr === undefined ? ABSENT_BAG : readBag(caller.reading, caller.env, caller.expr, path);
    }
    case 'array':
      return path.length === 0 ? readPairs(reading, env, expr.elements) : unknownBag(describeExpr(expr));
    default:
      return readValue(reading, env.value(expr), path, placeIn(env.context, expr.at));
  }
}

/** The expression that a caller passes for a parameter, if the call is in the source of the program. */
export function callerOf(
  reading: Reading,
  env: Env,
  expr: ExprFact & { readonly kind: 'parameter' },
): { readonly reading: Reading; readonly env: Env; readonly expr: ExprFact | undefined } | undefined {
  const source = frameOf(env, expr)?.source;
  const context = source && env.evaluator.program.context(source.file);
  const call = source && context?.facts.calls[source.call];
  if (source === undefined || context === undefined || call === undefined || expr.rest === true) return undefined;
  if (call.args.slice(0, expr.index + 1).some(({ kind }) => kind === 'spread')) return undefined;
  return {
    reading: { ...reading, moment: { context, offset: call.at[1] } },
    env: env.evaluator.env(context, source.frame),
    expr: call.args[expr.index],
  };
}

/** Whether a member is read by its expression: members of `this`, of `super` and of elements are read by value. */
function isReadByExpression(expr: ExprFact): boolean {
  let root = expr;
  while (root.kind === 'member') root = root.object;
  return root.kind !== 'this' && root.kind !== 'super' && root.kind !== 'element';
}

/** Reads a variable: its declared value, with the changes of the program up to the moment. */
function readName(reading: Reading, env: Env, expr: ExprFact & { readonly kind: 'name' }, path: Path): EntryBag {
  const { context } = env;
  if (expr.name === 'undefined') return ABSENT_BAG;
  const binding = context.scope.bindingOf(expr);
  if (binding === undefined) return unknownBag(`\`${expr.name}\``);
  let bag =
    binding.value === undefined
      ? binding.kind === 'let' || binding.kind === 'var'
        ? ABSENT_BAG
        : unknownBag(`\`${binding.name}\``)
      : readBag(reading, homeOf(env, binding), binding.value, path);
  const assignments = assignmentsBefore(reading, env, binding);
  if (assignments.length > MAX_MADE_ANEW) bag = withDoubt(bag, `an earlier value of \`${binding.name}\``);
  if (binding.kind === 'import') return withDoubt(bag, `changes to \`${binding.name}\` by other modules`, 'elsewhere');
  for (const assignment of assignments.slice(-MAX_MADE_ANEW)) {
    const change = placeIn(context, assignment.at);
    const reach = reachBefore(context, binding, assignment.at, reading.moment);
    if (reach === undefined) continue;
    if (assignment.operator === '+=') return unknownBag(`\`${binding.name}\``);
    const assigned = readBag(readingOfChange(reading, change), env, assignment.value, path);
    bag = mergeConditionally(bag, assigned, reach.when, reach.maybe || assignment.operator !== '=');
  }
  const uses = objectUses(context).names.get(binding) ?? [];
  return applyChanges(reading, env, { binding, uses, path }, bag);
}

/** The assignments of a variable before the one whose value is being read; all if there is none. */
function assignmentsBefore(reading: Reading, { context }: Env, binding: BindingFact): readonly AssignmentFact[] {
  const all = context.scope.assignmentsTo(binding);
  if (reading.underWay.length === 0) return all;
  const end = all.findIndex(({ at }) => reading.memo.isUnderWay(reading, placeIn(context, at)));
  return end === -1 ? all : all.slice(0, end);
}

/** Reads a list of pairs: `[['A', 'b'], …]`, or in undici's form `['A', 'b', …]`. */
function readPairs(reading: Reading, env: Env, elements: readonly ExprFact[]): EntryBag {
  if (elements.some(({ kind }) => kind === 'spread')) return unknownBag('a list into which others are spread');
  return bagOfPairs(
    reading,
    elements.map((element) => env.value(element)),
    placeIn(env.context, elements[0]?.at ?? [0, 0]),
  );
}

/** Functions that return a copy of their argument. */
const COPYING = new Set(['json/write', 'map/entries', 'Object.fromEntries', 'text/of', 'value/copy']);

/** Methods that return the content of an object in another form. */
const VIEWS = new Set(['toString', 'entries', 'toJSON', 'clone']);

type CallExpr = ExprFact & { readonly kind: 'call' };

/** Reads the result of a call: a new object, a copy, or the result of a function of the program. */
function readCall(reading: Reading, env: Env, expr: CallExpr, path: Path): EntryBag {
  const call = env.context.facts.calls[expr.call];
  if (call === undefined) return unknownBag('…');
  const name = globalName(env.context, call.callee);
  const copied = readingOfCopy(reading, env, expr);
  const known =
    name === undefined
      ? undefined
      : ((call.form === 'new' ? readNew(copied, env, expr, { call, name, path }) : undefined) ??
        readCopy(reading, env, expr, { call, name, path }));
  if (known !== undefined) return known;
  if (call.callee.kind === 'member' && VIEWS.has(call.callee.property))
    return readBag(copied, env, call.callee.object, path);
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

/** Reads an object that `new` creates from values: `new Headers(init)`, `new URL(text)`, `new Request(url, init)`. */
function readNew(copied: Reading, env: Env, expr: ExprFact, { call, name, path }: NamedCall): EntryBag | undefined {
  const [first, init] = call.args;
  const asTexts = { ...copied, sendsUndefined: true };
  if (COPYING_CLASSES.has(name) && path.length === 0)
    return first === undefined ? EMPTY_BAG : { ...readBag(asTexts, env, first, []), absent: 'no' };
  if (first === undefined) return undefined;
  if (name === 'url/resolve' && copied.kind === 'query') return readUrl(copied, env, expr, first, path);
  if (name !== 'request/of') return undefined;
  const own = init === undefined ? ABSENT_BAG : readBag(asTexts, env, init, path);
  if (own.absent === 'no' || env.value(first).kind === 'text') return own;
  return replacedBy(readBag(copied, env, first, path), own);
}

/** Reads the result of built-in functions that copy or return their argument. */
function readCopy(reading: Reading, env: Env, expr: ExprFact, { call, name, path }: NamedCall): EntryBag | undefined {
  const [first, ...layers] = call.args;
  if (first === undefined) return undefined;
  const copied = readingOfCopy(reading, env, expr);
  if (name === 'map/merge')
    return layers.reduce(
      (bag, layer) => {
        const layerEntries = readBag(copied, env, layer, path);
        return path.length === 0 ? mergeOver(bag, layerEntries, 'key') : replacedBy(bag, layerEntries);
      },
      readBag(reading, env, first, path),
    );
  if (name === 'value/same') return readBag(reading, env, first, path);
  return COPYING.has(name) ? readBag(copied, env, first, path) : undefined;
}

/** Reads the values that functions of the program return to a call. */
function readResult(reading: Reading, env: Env, call: CallFact, expr: CallExpr, path: Path): EntryBag | undefined {
  const returned = returnedTo(env, expr.call);
  if (returned === undefined || returned.length === 0) return undefined;
  const bags = returned.map((result) =>
    result === undefined
      ? unknownBag(`\`${describeExpr(call.callee)}()\``)
      : readBag(readingOfCopy(reading, result.env, result.expr), result.env, result.expr, path),
  );
  return oneOfBags(bags, decisionAt(placeIn(env.context, expr.at), '()'));
}

/** Reads the query of `new URL(text, base)`, from the URL itself or from a member that contains the query. */
function readUrl(reading: Reading, env: Env, expr: ExprFact, first: ExprFact, path: Path): EntryBag {
  if (path.length > 0 && path[0] !== 'searchParams' && path[0] !== 'search' && path[0] !== 'href')
    return unknownBag(describeExpr(expr));
  const [urlText] = optionsOf(env.value(first));
  if (urlText?.kind !== 'text' || first.kind === 'name' || first.kind === 'call') {
    const source = readBag(reading, env, first, []);
    if (source.doubts.length === 0) return { ...source, absent: 'no' };
  }
  return readTexts(reading, env.value(expr), placeIn(env.context, expr.at));
}
