import type { BindingFact, CallFact, ExprFact } from '../../model/facts.js';
import { addTo } from '../../lib/multimap.js';
import type { Place } from '../../model/span.js';
import type { Evaluator } from '../evaluate/evaluator.js';
import { objectEntries } from '../evaluate/collections.js';
import { perFile } from '../evaluate/per-file.js';
import type { FileContext } from '../evaluate/program.js';
import type { Sent } from './sent.js';
import type { SiteFinder } from './site-finder.js';
import type { SentCall } from './site.js';
import { plainTexts } from '../values/text.js';
import { optionsOf } from '../values/value.js';
import type { Value } from '../values/value.js';

/** A header that a request is known to send. `name` is in lower case. */
interface SentHeader {
  readonly name: string;
  readonly at: Place;
}

interface SentHeaders {
  readonly headers: readonly SentHeader[];
  /** Nothing else can be sent: every source of headers was read. */
  readonly complete: boolean;
}

const SETTERS = new Set(['set', 'append', 'setHeader', 'setRequestHeader', 'header', 'appendHeader']);

/** The headers of a request: those of its options, and those set on its `Headers` or request object. */
export function sentHeaders({ evaluator }: SiteFinder, sent: SentCall): Sent {
  const { headers, complete } = readHeaders(evaluator, sent);
  const entries = headers.map(({ name, at }) => ({ name, at, values: undefined, sure: true, when: [] }));
  return complete ? { entries, complete } : { entries, complete, unseen: 'where its headers come from', open: 'here' };
}

function readHeaders(evaluator: Evaluator, sent: SentCall): SentHeaders {
  const { headers, at } = sent.site;
  const given = headers.map((source) => fromValue(evaluator, source, at, 4));
  const later = fromSetters(evaluator, sent);
  return {
    headers: [...given.flatMap((source) => source.headers), ...later],
    complete: given.every((source) => source.complete),
  };
}

function fromValue(evaluator: Evaluator, value: Value, at: Place, depth: number): SentHeaders {
  if (depth === 0) return { headers: [], complete: false };
  switch (value.kind) {
    case 'scalar':
      return { headers: [], complete: true };
    case 'object': {
      const context = evaluator.program.context(value.file);
      const properties = context?.facts.objects[value.object]?.properties ?? [];
      const spreads = properties.flatMap((property) =>
        property.kind === 'spread' && context !== undefined
          ? [fromValue(evaluator, evaluator.value(context, property.value, value.frame), at, depth - 1)]
          : [],
      );
      const own = objectEntries(evaluator, value).flatMap(([key]) => named(key));
      return {
        headers: [...own, ...spreads.flatMap((spread) => spread.headers)],
        complete: spreads.every((spread) => spread.complete),
      };
    }
    case 'layered': {
      const base = fromValue(evaluator, value.base, at, depth - 1);
      const patches = value.patches.map((patch): SentHeader => ({
        name: (patch.path[0] ?? '').toLowerCase(),
        at: patch.at ?? at,
      }));
      return { headers: [...base.headers, ...patches], complete: base.complete };
    }
    case 'array': {
      const pairs = value.elements.flatMap((pair) =>
        pair.kind === 'array' && pair.elements[0] !== undefined ? named(pair.elements[0]) : [],
      );
      return { headers: pairs, complete: !value.open };
    }
    case 'external': {
      const [made] = value.steps;
      const isHeaders = value.root.kind === 'global' && value.root.name === 'Headers' && made?.kind === 'call';
      const [init] = isHeaders ? made.args() : [];
      return isHeaders
        ? init === undefined
          ? { headers: [], complete: true }
          : fromValue(evaluator, init, at, depth - 1)
        : { headers: [], complete: false };
    }
    default:
      return { headers: [], complete: false };
  }
}

function named(key: Value): readonly SentHeader[] {
  return optionsOf(key).flatMap((option) => {
    const at = option.kind === 'text' ? option.parts[0]?.at : undefined;
    const [text] = plainTexts(option) ?? [];
    return text === undefined || at === undefined ? [] : [{ name: text.toLowerCase(), at }];
  });
}

/** `headers.set(name, value)` on the name passed as headers, `request.setHeader(name, value)` on the call's result. */
function fromSetters(evaluator: Evaluator, { context, call, index }: SentCall): readonly SentHeader[] {
  const names = new Set<BindingFact>();
  for (const binding of resultNames(context).get(index) ?? []) names.add(binding);
  for (const expr of headerNames(context, call)) {
    const binding = expr.kind === 'name' ? context.scope.lookup(expr.name, expr.at[0]) : undefined;
    if (binding !== undefined) names.add(binding);
  }
  if (names.size === 0) return [];
  return [...names].flatMap((binding) =>
    (settersOf(context).get(binding) ?? []).flatMap((name) => named(evaluator.value(context, name, undefined))),
  );
}

/** Names that the results of calls are bound to. */
const resultNames = perFile(({ facts }): ReadonlyMap<number, readonly BindingFact[]> => {
  const names = new Map<number, BindingFact[]>();
  for (const binding of facts.bindings) {
    if (binding.value?.kind !== 'call') continue;
    addTo(names, binding.value.call, binding);
  }
  return names;
});

/** What is set on a name: the first arguments of `headers.set(name, value)`, in source order. */
const settersOf = perFile(({ facts, scope }): ReadonlyMap<BindingFact, readonly ExprFact[]> => {
  const setters = new Map<BindingFact, ExprFact[]>();
  for (const { callee, args } of facts.calls) {
    if (callee.kind !== 'member' || !SETTERS.has(callee.property) || callee.object.kind !== 'name') continue;
    const binding = scope.lookup(callee.object.name, callee.object.at[0]);
    const [name] = args;
    if (binding === undefined || name === undefined) continue;
    addTo(setters, binding, name);
  }
  return setters;
});

/** What stands for `headers` in the options of a call, and a client that sets headers on itself (`xhr.open`). */
function headerNames(context: FileContext, call: CallFact): readonly ExprFact[] {
  const receiver = call.callee.kind === 'member' ? [call.callee.object] : [];
  const options = call.args.flatMap((arg) => {
    const objects = arg.kind === 'name' ? [context.scope.lookup(arg.name, arg.at[0])?.value] : [arg];
    return objects.flatMap((object) =>
      object?.kind === 'object'
        ? (context.facts.objects[object.object]?.properties ?? []).flatMap((property) =>
            property.kind === 'property' && property.key === 'headers' ? [property.value] : [],
          )
        : [],
    );
  });
  return [...receiver, ...options];
}
