import type { Place } from '../../model/span.js';
import type { Evaluator } from './evaluator.js';
import { loosened, sliceList } from './collections.js';
import { numberValue } from '../values/sums.js';
import { fromTexts, joinTexts, plainTexts, textValue } from '../values/text.js';
import { boundsOf, MAX_BOUNDS } from '../values/text-ranges.js';
import { TEXT_IDENTITY, textMethod } from '../values/text-methods.js';
import { atRunTime, choiceOf, listOf, UNDEFINED } from '../values/value.js';
import type { Args, ArrayValue, ExternalValue, Frame, Value } from '../values/value.js';

/** Result of a method that the language defines on texts, arrays, functions and URLs; undefined where it is none of these. */
export function methodCall(
  evaluator: Evaluator,
  receiver: Value,
  method: string,
  args: Args,
  at: Place,
  caller: Frame | undefined,
): Value | undefined {
  const settled = promiseMethod(evaluator, receiver, method, args, caller);
  if (settled !== undefined) return settled;
  switch (receiver.kind) {
    case 'text':
      return textMethod(receiver, method, args, at);
    case 'array':
      return arrayMethod(evaluator, receiver, method, args, at, caller);
    case 'parameter':
      return TEXT_IDENTITY.has(method) || TEXT_EDITS.has(method) || LIST_EDITS.has(method) ? receiver : undefined;
    case 'unknown':
      return TEXT_IDENTITY.has(method) || TEXT_EDITS.has(method) ? receiver : undefined;
    case 'layered':
      return TEXT_IDENTITY.has(method) ? receiver : undefined;
    case 'function':
      return functionMethod(evaluator, receiver, method, args, caller);
    case 'choice': {
      const results = receiver.options
        .filter((option) => option.kind !== 'scalar')
        .map((option) => methodCall(evaluator, option, method, args, at, caller));
      const known = results.filter((result) => result !== undefined);
      return known.length === results.length && known.length > 0 ? choiceOf(known, at) : undefined;
    }
    case 'external':
      return receiver.root.kind === 'global' && TEXT_IDENTITY.has(method) && isEnvironment(receiver)
        ? receiver
        : undefined;
    default:
      return undefined;
  }
}

/** `.then` gives what its callback makes of the value; promises are seen through. */
function promiseMethod(
  evaluator: Evaluator,
  receiver: Value,
  method: string,
  args: Args,
  caller: Frame | undefined,
): Value | undefined {
  if (method === 'catch' || method === 'finally') return receiver;
  if (method !== 'then') return undefined;
  const [callback] = args();
  return callback?.kind === 'function' ? evaluator.apply(callback, () => [receiver], caller) : undefined;
}

/** Methods that change a text at its edges or in parts; what is unknown before stays unknown. */
const TEXT_EDITS = new Set(['replace', 'replaceAll', 'slice', 'substring', 'substr']);

/** Methods by which a list of segments that callers pass becomes a path; callers decide what it is. */
const LIST_EDITS = new Set(['join', 'map', 'filter', 'flat']);

function isEnvironment(value: ExternalValue): boolean {
  return (
    value.root.kind === 'global' &&
    (value.root.name === 'process' || value.root.name === 'Deno' || value.root.name === 'Bun')
  );
}

function arrayMethod(
  evaluator: Evaluator,
  receiver: ArrayValue,
  method: string,
  args: Args,
  at: Place,
  caller: Frame | undefined,
): Value | undefined {
  switch (method) {
    case 'join': {
      if (receiver.open && !receiver.elements.some((element) => element.kind === 'parameter')) return undefined;
      const separator = args()[0] === undefined ? ',' : (plainTexts(args()[0] ?? UNDEFINED)?.[0] ?? '/');
      const elements = receiver.elements.map((element) =>
        element.kind === 'scalar' && element.value !== true && element.value !== false ? textValue('', at) : element,
      );
      return fromTexts(joinTexts(elements, separator, at), at);
    }
    case 'map':
    case 'flatMap': {
      const [callback] = args();
      if (callback?.kind === 'external') return receiver;
      if (callback?.kind !== 'function') return { kind: 'array', elements: [], open: true };
      const elements = receiver.elements.map((element, index) =>
        evaluator.apply(callback, () => [element, receiver.open ? atRunTime(at) : numberValue(index, at)], caller),
      );
      const made = listOf(elements, receiver.open, receiver.loose);
      return method === 'flatMap' ? flattened(made) : made;
    }
    case 'concat': {
      const others = args();
      const elements = others.flatMap((other) => (other.kind === 'array' ? other.elements : [other]));
      const lists = [receiver, ...others.filter((other) => other.kind === 'array')];
      return listOf(
        [...receiver.elements, ...elements],
        lists.some(({ open }) => open),
        receiver.open || lists.some(({ loose }) => loose === true),
      );
    }
    case 'values':
      return isMap(receiver) ? column(receiver, 1) : receiver;
    case 'keys':
      return isMap(receiver) ? column(receiver, 0) : undefined;
    case 'entries':
      return isMap(receiver)
        ? receiver
        : listOf(
            receiver.elements.map((element, index) =>
              listOf([receiver.open ? atRunTime(at) : numberValue(index, at), element], false),
            ),
            receiver.open,
            receiver.loose,
          );
    case 'filter':
      return filtered(receiver, args());
    case 'sort':
    case 'toSorted':
      return loosened(receiver);
    case 'reverse':
    case 'toReversed':
      return receiver.open ? loosened(receiver) : { ...receiver, elements: receiver.elements.toReversed() };
    case 'flat':
      return flattened(receiver);
    case 'slice': {
      const [froms, tos] = [boundsOf(args()[0]), boundsOf(args()[1])];
      if (froms === undefined || tos === undefined || froms.length * tos.length > MAX_BOUNDS) return loosened(receiver);
      return choiceOf(
        froms.flatMap((from) => tos.map((to) => sliceList(receiver, from, to))),
        at,
      );
    }
    case 'find':
    case 'at':
    case 'pop':
    case 'shift':
      return choiceOf(receiver.open ? [...receiver.elements, atRunTime(at)] : receiver.elements, at);
    default:
      return undefined;
  }
}

/** A Map is the list of its entries; a list of pairs is hardly asked for its own keys. */
function isMap({ elements }: ArrayValue): boolean {
  return (
    elements.length > 0 &&
    elements.every((element) => element.kind === 'array' && element.elements.length === 2 && !element.open)
  );
}

function column(receiver: ArrayValue, index: 0 | 1): ArrayValue {
  return {
    ...receiver,
    elements: receiver.elements.flatMap((entry) =>
      entry.kind === 'array' ? entry.elements.slice(index, index + 1) : [],
    ),
  };
}

/** `.filter(Boolean)` drops what is nothing; another test may drop anything. */
function filtered(receiver: ArrayValue, args: readonly Value[]): ArrayValue {
  const [test] = args;
  const isBoolean =
    test?.kind === 'external' && test.root.kind === 'global' && test.root.name === 'Boolean' && test.steps.length === 0;
  return isBoolean
    ? { ...receiver, elements: receiver.elements.filter((element) => element.kind !== 'scalar') }
    : loosened(receiver);
}

/** A list whose elements that are lists give theirs instead. */
function flattened(list: ArrayValue): ArrayValue {
  const elements = list.elements.flatMap((element) => (element.kind === 'array' ? element.elements : [element]));
  return listOf(
    elements,
    list.open || list.elements.some((element) => element.kind === 'array' && element.open),
    list.open,
  );
}

function functionMethod(
  evaluator: Evaluator,
  receiver: Extract<Value, { kind: 'function' }>,
  method: string,
  args: Args,
  caller: Frame | undefined,
): Value | undefined {
  if (method !== 'bind' && method !== 'call' && method !== 'apply') return undefined;
  const [self, ...rest] = args();
  const bound = self === undefined || self.kind === 'scalar' ? receiver : { ...receiver, self: receiver.self ?? self };
  if (method === 'bind') return { ...bound, bound: [...receiver.bound, ...rest] };
  if (method === 'call') return evaluator.apply(bound, () => rest, caller);
  const [list] = rest;
  return evaluator.apply(bound, () => (list?.kind === 'array' ? list.elements : []), caller);
}
