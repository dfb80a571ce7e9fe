import type { AssignmentFact, BindingFact, CallFact, ExprFact } from '../../../model/facts.js';
import type { Place } from '../../../model/span.js';
import { describeExpr } from '../../../facts/describe-expr.js';
import { callAt } from '../../evaluate/call-at.js';
import { enterFunction } from '../../evaluate/calls.js';
import type { Env } from '../../evaluate/evaluator.js';
import { thingUses } from '../../evaluate/name-uses.js';
import { placeIn } from '../../evaluate/program.js';
import { REASON } from '../../values/reasons.js';
import { plainTexts } from '../../values/text.js';
import { optionsOf } from '../../values/value.js';
import type { ExternalValue, Parts, Value } from '../../values/value.js';
import { beside, EMPTY_BAG, laidOver, NO_BAG, oneOf, openBag, settled, SIZE_SHIFT, withDoubt } from './bag.js';
import { added, givenValue, pairsOf, removed } from './bag-entries.js';
import { globalName } from '../calling/global-name.js';
import type { Bag } from './bag.js';
import { changedBy } from './bag-changes.js';
import { queryTextEntries } from './query-text.js';
import { reachBefore, whileUnderWay } from './reading.js';
import type { Reading } from './reading.js';

/** Most definitions that are followed to where something is written. */
const MAX_DEPTH = 24;

/** Most assignments to one variable that are followed in order. */
const MAX_MADE_ANEW = 24;

type Path = readonly string[];

/** What the object at a path in the value of an expression holds. */
export function readBag(reading: Reading, env: Env, expr: ExprFact, path: Path): Bag {
  const { program } = env.evaluator;
  if (reading.depth > MAX_DEPTH) {
    reading.once.cut();
    return openBag('definitions nested too deeply');
  }
  if (program.budget <= 0) {
    program.cut(REASON.limit);
    return openBag('what is beyond the limit of the analysis');
  }
  program.spend(1);
  const bag = reading.once.of(reading, env, expr, path, () => readAnew(reading, env, expr, path));
  program.spend(bag.entries.length >> SIZE_SHIFT);
  return bag;
}

function readAnew(reading: Reading, env: Env, expr: ExprFact, path: Path): Bag {
  const deeper = { ...reading, depth: reading.depth + 1 };
  switch (expr.kind) {
    case 'name':
      return readName(deeper, env, expr, path);
    case 'member':
      return isFollowed(expr)
        ? readBag(deeper, env, expr.object, [expr.property, ...path])
        : withDoubt(
            readValue(deeper, env.value(expr), path, placeIn(env.context, expr.at)),
            `what else is done to \`${describeExpr(expr)}\``,
          );
    case 'object':
      return readObject(deeper, env, expr.object, path);
    case 'call':
      return readCall(deeper, env, expr, path);
    case 'choice':
      return oneOf(
        expr.options.map((option) => readBag(deeper, env, option, path)),
        `${env.context.file}:?${String(expr.at[0])}-${String(expr.at[1])}`,
      );
    case 'default': {
      const given = readBag(deeper, env, expr.value, path);
      return given.absent === 'no' ? given : laidOver(readBag(deeper, env, expr.fallback, path), given, 'key');
    }
    case 'rest': {
      if (expr.from !== undefined) return openBag(describeExpr(expr));
      const [first] = path;
      const omitted = new Set(expr.omit ?? []);
      if (first !== undefined && omitted.has(first)) return NO_BAG;
      const whole = readBag({ ...deeper, moment: momentOf(env, expr) }, env, expr.value, path);
      return first === undefined ? removed(whole, ({ key }) => omitted.has(key), false) : whole;
    }
    case 'parameter': {
      const caller = callerOf(deeper, env, expr);
      if (caller === undefined) return readValue(deeper, env.value(expr), path, placeIn(env.context, expr.at));
      return caller.expr === undefined ? NO_BAG : readBag(caller.reading, caller.env, caller.expr, path);
    }
    case 'array':
      return path.length === 0 ? readPairs(deeper, env, expr.elements) : openBag(describeExpr(expr));
    default:
      return readValue(deeper, env.value(expr), path, placeIn(env.context, expr.at));
  }
}

/** The argument that a caller gives for a parameter, where the call is written out. */
function callerOf(
  reading: Reading,
  env: Env,
  expr: ExprFact & { readonly kind: 'parameter' },
): { readonly reading: Reading; readonly env: Env; readonly expr: ExprFact | undefined } | undefined {
  let frame = env.frame;
  while (frame !== undefined && (frame.function !== expr.function || frame.file !== env.context.file))
    frame = frame.parent;
  const source = frame?.source;
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

/** Whether a member is found by following names: members of `this`, and of results of calls, are found by their value. */
function isFollowed(expr: ExprFact): boolean {
  let root = expr;
  while (root.kind === 'member') root = root.object;
  return root.kind !== 'this' && root.kind !== 'super' && root.kind !== 'element';
}

/** A named thing: the value it is declared with, as changed by the program up to the moment. */
function readName(reading: Reading, env: Env, expr: ExprFact & { readonly kind: 'name' }, path: Path): Bag {
  const { context, evaluator } = env;
  if (expr.name === 'undefined') return NO_BAG;
  const binding = context.scope.lookup(expr.name, expr.at[0]);
  if (binding === undefined) return openBag(`\`${expr.name}\``);
  const home = context.isModuleLevel(binding) ? evaluator.env(context, undefined) : env;
  let bag =
    binding.value === undefined
      ? binding.kind === 'let' || binding.kind === 'var'
        ? NO_BAG
        : openBag(`\`${binding.name}\``)
      : readBag(reading, home, binding.value, path);
  const assignments = assignmentsBefore(reading, env, binding);
  if (assignments.length > MAX_MADE_ANEW) bag = withDoubt(bag, `what \`${binding.name}\` was made of before`);
  if (binding.kind === 'import') return withDoubt(bag, `what other modules do to \`${binding.name}\``, 'elsewhere');
  for (const assignment of assignments.slice(-MAX_MADE_ANEW)) {
    const change = placeIn(context, assignment.at);
    const reach = reachBefore(context, binding, assignment.at, reading.moment);
    if (reach === undefined) continue;
    if (assignment.operator === '+=') return openBag(`\`${binding.name}\``);
    const assigned = readBag(whileUnderWay(reading, change), env, assignment.value, path);
    bag = settled(bag, assigned, reach.when, reach.maybe || assignment.operator !== '=');
  }
  const uses = thingUses(context).names.get(binding) ?? [];
  return changedBy(reading, env, { binding, uses, path }, bag);
}

/** The assignments of a variable, up to one that is under way. */
function assignmentsBefore(reading: Reading, { context }: Env, binding: BindingFact): readonly AssignmentFact[] {
  const all = context.scope.assignmentsTo(binding);
  if (reading.underWay.length === 0) return all;
  const end = all.findIndex(({ at }) => reading.once.isUnderWay(reading, placeIn(context, at)));
  return end === -1 ? all : all.slice(0, end);
}

function readObject(reading: Reading, env: Env, index: number, path: Path): Bag {
  const fact = env.context.facts.objects[index];
  const [first, ...rest] = path;
  let bag = first === undefined ? EMPTY_BAG : NO_BAG;
  for (const property of fact?.properties ?? []) {
    if (property.kind === 'spread') {
      const spread = readBag({ ...reading, moment: momentOf(env, property.value) }, env, property.value, path);
      bag = first === undefined ? laidOver(bag, { ...spread, absent: 'no' }, 'key') : replacedBy(bag, spread);
      continue;
    }
    const keys =
      property.key !== undefined
        ? [property.key]
        : property.computed === undefined
          ? undefined
          : plainTexts(env.value(property.computed));
    const at = placeIn(env.context, property.keyAt);
    if (keys === undefined) {
      bag = withDoubt(bag, 'a property whose name is not known');
    } else if (first === undefined) {
      for (const key of keys)
        bag = added(reading, bag, {
          key,
          at,
          value: givenValue(reading, env, key, property.value),
          maybe: keys.length > 1,
        });
    } else if (keys.includes(first)) {
      const value = readBag(reading, env, property.value, rest);
      bag = keys.length === 1 ? value : replacedBy(bag, { ...value, absent: 'maybe' });
    }
  }
  return bag;
}

/** When something is copied: what is done to it later does not count. */
function momentOf({ context }: Env, { at }: ExprFact): Reading['moment'] {
  return { context, offset: at[1] };
}

/** What counts of two things under one name, the later one where there is one. */
function replacedBy(before: Bag, after: Bag): Bag {
  if (after.absent === 'no') return after;
  return after.absent === 'yes' ? before : settled(before, after, [], true);
}

/** `[['A', 'b'], …]`, or as undici also takes them `['A', 'b', …]`. */
function readPairs(reading: Reading, env: Env, elements: readonly ExprFact[]): Bag {
  if (elements.some(({ kind }) => kind === 'spread')) return openBag('a list that others are spread into');
  return pairsOf(
    reading,
    elements.map((element) => env.value(element)),
    placeIn(env.context, elements[0]?.at ?? [0, 0]),
  );
}

/** Classes whose objects hold names and values, made of others. */
const COPIES = new Set(['Headers', 'URLSearchParams', 'Map', 'FormData']);

const SAME = new Set([
  'Object.freeze',
  'Object.seal',
  'Object.fromEntries',
  'Object.entries',
  'structuredClone',
  'String',
]);

/** Methods that give what a thing holds in another form. */
const VIEWS = new Set(['toString', 'entries', 'toJSON', 'clone']);

function readCall(reading: Reading, env: Env, expr: ExprFact & { readonly kind: 'call' }, path: Path): Bag {
  const { context } = env;
  const call = context.facts.calls[expr.call];
  const at = placeIn(context, expr.at);
  if (call === undefined) return openBag('…');
  const [first, ...others] = call.args;
  const name = globalName(env.context, call.callee);
  const copied = { ...reading, moment: momentOf(env, expr) };
  if (name !== undefined && call.form === 'new' && COPIES.has(name) && path.length === 0) {
    const text = { ...copied, sendsUndefined: true };
    return first === undefined ? EMPTY_BAG : { ...readBag(text, env, first, []), absent: 'no' };
  }
  if (name === 'URL' && call.form === 'new' && reading.kind === 'query' && first !== undefined)
    return readUrl(copied, env, expr, first, path);
  if (name === 'Request' && call.form === 'new' && first !== undefined) {
    const [init] = others;
    const own = init === undefined ? NO_BAG : readBag({ ...copied, sendsUndefined: true }, env, init, path);
    return own.absent === 'no' || env.value(first).kind === 'text'
      ? own
      : replacedBy(readBag(copied, env, first, path), own);
  }
  if (name === 'Object.assign' && first !== undefined) {
    let bag = readBag(reading, env, first, path);
    for (const layer of others) {
      const over = readBag(copied, env, layer, path);
      bag = path.length === 0 ? laidOver(bag, over, 'key') : replacedBy(bag, over);
    }
    return bag;
  }
  if ((name === 'JSON.stringify' || (name !== undefined && SAME.has(name))) && first !== undefined)
    return readBag(name === 'Object.freeze' || name === 'Object.seal' ? reading : copied, env, first, path);
  if (call.callee.kind === 'member' && VIEWS.has(call.callee.property))
    return readBag(copied, env, call.callee.object, path);
  return readResult(reading, env, call, expr, path) ?? readValue(reading, env.value(expr), path, at);
}

/** What a function of the program returns. */
function readResult(
  reading: Reading,
  env: Env,
  call: CallFact,
  expr: ExprFact & { readonly kind: 'call' },
  path: Path,
): Bag | undefined {
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
      readBag({ ...reading, moment: { context: home, offset: value.at[1] } }, inside, value, path),
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
    const given = readBag(reading, env, first, []);
    if (given.doubts.length === 0) return { ...given, absent: 'no' };
  }
  return readTexts(reading, env.value(expr), placeIn(env.context, expr.at));
}

/** The query of each text that a value can be. */
export function readTexts(reading: Reading, value: Value, at: Place): Bag {
  const bags = optionsOf(value).map((option) => {
    if (option.kind === 'text') return readQuery(reading, queryOf(option.parts), at);
    if (option.kind === 'layered' && option.base.kind === 'text')
      return readQuery(reading, queryOf(option.base.parts), at);
    return openBag('a URL that is not known');
  });
  return oneOf(bags, `${at.file}:?${String(at.span[0])}-${String(at.span[1])}`);
}

/** The parts of a URL after its `?`; all of them where there is no sign of a URL. */
function queryOf(parts: Parts): Parts {
  const query: Parts[number][] = [];
  let begun = false;
  let isUrl = false;
  for (const part of parts) {
    if (begun || part.kind !== 'text') {
      // What a hole in a path is filled with can hold a query.
      if (begun) query.push(part);
      continue;
    }
    isUrl ||= part.text.includes('/');
    const start = part.text.indexOf('?');
    if (start === -1) continue;
    begun = true;
    query.push({ ...part, text: part.text.slice(start + 1) });
  }
  return begun || isUrl ? query : parts;
}

/** The parameters that a query's text names. */
export function readQuery(reading: Reading, query: Parts, at: Place): Bag {
  let bag = EMPTY_BAG;
  const { entries, rest } = queryTextEntries(query);
  for (const { name, value, at: named } of entries)
    bag = {
      ...bag,
      entries: [
        ...bag.entries,
        { key: name, name, values: value === undefined ? undefined : [value], at: named ?? at, when: [] },
      ],
    };
  for (const hole of rest) {
    const given =
      hole.external === undefined
        ? openBag(`\`${hole.name}\` in the query`)
        : readValue(reading, hole.external, [], at);
    bag = beside(bag, given);
  }
  return bag;
}

/** What a value holds that was found elsewhere: handed in by a caller, imported, a field. */
export function readValue(reading: Reading, value: Value, path: Path, at: Place): Bag {
  const { evaluator } = reading.finder;
  const [first, ...rest] = path;
  switch (value.kind) {
    case 'scalar':
      return NO_BAG;
    case 'choice':
      return oneOf(
        value.options.map((option) => readValue(reading, option, path, at)),
        `${at.file}:?${String(at.span[0])}-${String(at.span[1])}`,
      );
    case 'text':
      return reading.kind === 'query' ? readTexts(reading, value, at) : openBag('a text');
    case 'object': {
      const context = evaluator.program.context(value.file);
      if (context === undefined) return openBag('…');
      const bag = readObject(reading, evaluator.env(context, value.frame), value.object, path);
      const uses = thingUses(context).objects.get(value.object) ?? [];
      return changedBy(reading, evaluator.env(context, value.frame), { binding: undefined, uses, path }, bag);
    }
    case 'layered': {
      let bag = readValue(reading, value.base, path, at);
      for (const { path: set, value: given, maybe, at: named, operator } of value.patches) {
        const [key] = set;
        if (operator === '+=' || key === undefined) continue;
        if (first === undefined && set.length === 1)
          bag = added(reading, bag, { key, value: given, at: named ?? at, maybe });
        else if (first === key && set.length === 1) {
          const replaced = readValue(reading, given, rest, at);
          bag = maybe ? replacedBy(bag, { ...replaced, absent: 'maybe' }) : replaced;
        } else if (set.length === path.length + 1 && path.every((name, index) => set[index] === name))
          bag = added(reading, bag, { key: set.at(-1) ?? '', value: given, at: named ?? at, maybe });
      }
      return bag;
    }
    case 'array': {
      const bag = pairsOf(reading, value.elements, at);
      return path.length > 0 || value.open ? withDoubt(bag, 'a list of which not all is known') : bag;
    }
    case 'external':
      return readMade(reading, value, path, at);
    case 'instance':
    case 'function':
    case 'class':
    case 'module':
    case 'regex':
      return openBag(`what a ${value.kind} gives`);
    default:
      return openBag(`\`${value.name}\``);
  }
}

/** `new Headers(init)` that is handed in. */
function readMade(reading: Reading, value: ExternalValue, path: Path, at: Place): Bag {
  const made = value.steps.find((step) => step.kind === 'call');
  const isKnown = value.root.kind === 'global' && COPIES.has(value.root.name) && value.steps[0] === made;
  if (!isKnown || made?.kind !== 'call' || path.length > 0) return openBag('what a library gives');
  const [init] = made.args();
  const bag = init === undefined ? EMPTY_BAG : readValue({ ...reading, sendsUndefined: true }, init, [], at);
  const context = reading.finder.evaluator.program.context(made.at.file);
  const call = context && callAt(context, made.at.span);
  if (context === undefined || call === undefined) return bag;
  const uses = thingUses(context).results.get(call) ?? [];
  return changedBy(
    reading,
    reading.finder.evaluator.env(context, undefined),
    { binding: undefined, uses, path },
    {
      ...bag,
      absent: 'no',
    },
  );
}
