import type { Place } from '../model/span.js';
import { eachKey, objectTable } from './collections.js';
import type { Evaluator } from './evaluator.js';
import { resolveUrl } from './resolve-url.js';
import { concatTexts, fromTexts, joinTexts, plainText, plainTexts, textsOf, textValue } from './text.js';
import { applyPatches } from './names.js';
import { choiceOf, optionsOf, UNDEFINED } from './value.js';
import type { Args, ArrayValue, ExternalValue, Frame, Part, Parts, TextValue, Value } from './value.js';

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
      return receiver.root.kind === 'global' && TEXT_IDENTITY.has(method) && isEnvironment(receiver) ? receiver : undefined;
    default:
      return undefined;
  }
}

/** `.then` gives what its callback makes of the value; promises are seen through. */
function promiseMethod(evaluator: Evaluator, receiver: Value, method: string, args: Args, caller: Frame | undefined): Value | undefined {
  if (method === 'catch' || method === 'finally') return receiver;
  if (method !== 'then') return undefined;
  const [callback] = args();
  return callback?.kind === 'function' ? evaluator.apply(callback, () => [receiver], caller) : undefined;
}

/** Methods that leave what matters of a URL or path as it is. */
const TEXT_IDENTITY = new Set(['toString', 'trim', 'trimEnd', 'trimStart', 'valueOf', 'normalize', 'toJSON', 'toLowerCase', 'toWellFormed']);

/** Methods that change a text at its edges or in parts; what is unknown before stays unknown. */
const TEXT_EDITS = new Set(['replace', 'replaceAll', 'slice', 'substring', 'substr']);

/** Methods by which a list of segments that callers pass becomes a path; callers decide what it is. */
const LIST_EDITS = new Set(['join', 'map', 'filter', 'flat']);

function isEnvironment(value: ExternalValue): boolean {
  return value.root.kind === 'global' && (value.root.name === 'process' || value.root.name === 'Deno' || value.root.name === 'Bun');
}

function textMethod(receiver: TextValue, method: string, args: Args, at: Place): Value | undefined {
  if (method === 'trim' || method === 'trimEnd' || method === 'trimStart') return trimmed(receiver);
  if (TEXT_IDENTITY.has(method) && method !== 'toLowerCase') return { kind: 'text', parts: receiver.parts };
  switch (method) {
    case 'toLowerCase':
    case 'toUpperCase': {
      const convert = (text: string): string => (method === 'toLowerCase' ? text.toLowerCase() : text.toUpperCase());
      return { kind: 'text', parts: receiver.parts.map((part) => (part.kind === 'text' ? { ...part, text: convert(part.text) } : part)) };
    }
    case 'concat':
      return fromTexts(concatTexts([[receiver.parts], ...args().map((arg) => textsOf(arg, at))]), at);
    case 'replace':
    case 'replaceAll':
      return replaced(receiver, args(), method === 'replaceAll', at);
    case 'slice':
    case 'substring':
    case 'substr':
      return sliced(receiver, args());
    case 'split':
      return splitText(receiver, args(), at);
    default:
      return undefined;
  }
}

/** `.slice(1)`, `.slice(0, -1)`: cuts what is known at the edges; a hole at an edge stays whole. */
function sliced(receiver: TextValue, args: readonly Value[]): TextValue {
  const [start, end] = args.map((arg) => Number(plainTexts(arg)?.[0] ?? Number.NaN));
  let parts: Part[] = [...receiver.parts];
  const text = plainText(parts);
  const [first] = parts;
  if (text !== undefined && first !== undefined && (end === undefined || end > 0)) {
    return { kind: 'text', parts: trimEdges(parts, start ?? 0, end === undefined ? 0 : Math.max(0, text.length - end)) };
  }
  if (start !== undefined && start > 0 && first?.kind === 'text') parts = trimEdges(parts, start, 0);
  if (end !== undefined && end < 0) parts = trimEdges(parts, 0, -end);
  return { kind: 'text', parts };
}

/** Drops that many known characters from the front and from the back, as far as known text reaches. */
function trimEdges(parts: readonly Part[], front: number, back: number): Part[] {
  const kept = [...parts];
  for (let left = front; left > 0; ) {
    const [head] = kept;
    if (head?.kind !== 'text') break;
    kept.shift();
    if (head.text.length > left) kept.unshift({ ...head, text: head.text.slice(left) });
    left -= head.text.length;
  }
  for (let left = back; left > 0; ) {
    const tail = kept.pop();
    if (tail?.kind !== 'text') {
      if (tail !== undefined) kept.push(tail);
      break;
    }
    if (tail.text.length > left) kept.push({ ...tail, text: tail.text.slice(0, -left) });
    left -= tail.text.length;
  }
  return kept;
}

function trimmed(receiver: TextValue): TextValue {
  const last = receiver.parts.length - 1;
  return {
    kind: 'text',
    parts: receiver.parts.map((part, index): Part => {
      if (part.kind === 'hole') return part;
      const start = index === 0 ? part.text.trimStart() : part.text;
      return { ...part, text: index === last ? start.trimEnd() : start };
    }),
  };
}

/** `.replace` on the known pieces of a text; a pattern that could reach over a hole leaves the text as it is. */
function replaced(receiver: TextValue, args: readonly Value[], all: boolean, at: Place): Value {
  const [pattern, replacement] = args;
  if (pattern === undefined) return receiver;
  const test = patternOf(pattern, all);
  if (test === undefined) return { kind: 'text', parts: receiver.parts };
  const texts = replacement === undefined || replacement.kind === 'function' ? undefined : textsOf(replacement, at);
  const pieces: (readonly Parts[])[] = [];
  let done = false;
  for (const part of receiver.parts) {
    if (part.kind === 'hole' || done) {
      pieces.push([[part]]);
      continue;
    }
    let from = 0;
    for (const match of part.text.matchAll(test.regex)) {
      if (done || match[0] === '') continue;
      pieces.push([[{ ...part, text: part.text.slice(from, match.index) }]]);
      pieces.push(texts ?? [[{ kind: 'hole', name: '…', at, reason: 'an expression that is not followed' }]]);
      from = match.index + match[0].length;
      done = !test.all;
    }
    pieces.push([[{ ...part, text: part.text.slice(from) }]]);
  }
  return fromTexts(
    concatTexts(pieces).map((parts) => parts.filter((part) => part.kind === 'hole' || part.text !== '')),
    at,
  );
}

function patternOf(pattern: Value, all: boolean): { readonly regex: RegExp; readonly all: boolean } | undefined {
  if (pattern.kind === 'regex') {
    const global = pattern.flags.includes('g');
    try {
      return { regex: new RegExp(pattern.source, global ? pattern.flags : `${pattern.flags}g`), all: global };
    } catch {
      return undefined;
    }
  }
  const [text, ...others] = plainTexts(pattern) ?? [];
  if (text === undefined || text === '' || others.length > 0) return undefined;
  return { regex: new RegExp(text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'), 'g'), all };
}

function splitText(receiver: TextValue, args: readonly Value[], at: Place): Value | undefined {
  const text = plainText(receiver.parts);
  const [separator] = args[0] === undefined ? [] : (plainTexts(args[0]) ?? []);
  if (text === undefined || separator === undefined) return undefined;
  return { kind: 'array', elements: text.split(separator).slice(0, 400).map((piece) => textValue(piece, at)), open: false };
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
      const elements = receiver.elements.map((element) => (element.kind === 'scalar' && element.value !== true && element.value !== false ? textValue('', at) : element));
      return fromTexts(joinTexts(elements, separator, at), at);
    }
    case 'map':
    case 'flatMap': {
      const [callback] = args();
      if (callback?.kind === 'external') return receiver;
      if (callback?.kind !== 'function') return { kind: 'array', elements: [], open: true };
      const elements = receiver.elements.map((element, index) =>
        evaluator.apply(callback, () => [element, textValue(String(index), at)], caller),
      );
      return { kind: 'array', elements, open: receiver.open };
    }
    case 'concat': {
      const others = args();
      const elements = others.flatMap((other) => (other.kind === 'array' ? other.elements : [other]));
      return { kind: 'array', elements: [...receiver.elements, ...elements], open: receiver.open || others.some((o) => o.kind === 'array' && o.open) };
    }
    case 'values':
      return isMap(receiver) ? column(receiver, 1) : receiver;
    case 'keys':
      return isMap(receiver) ? column(receiver, 0) : undefined;
    case 'entries':
      return isMap(receiver) ? receiver : { ...receiver, elements: receiver.elements.map((element, index) => ({ kind: 'array', elements: [textValue(String(index), at), element], open: false })) };
    case 'filter':
      return filtered(receiver, args());
    case 'sort':
    case 'toSorted':
      return { ...receiver, open: true };
    case 'reverse':
    case 'toReversed':
      return { ...receiver, elements: receiver.elements.toReversed() };
    case 'flat':
      return { ...receiver, elements: receiver.elements.flatMap((element) => (element.kind === 'array' ? element.elements : [element])) };
    case 'slice': {
      const [from, to] = args().map((arg) => Number(plainTexts(arg)?.[0] ?? Number.NaN));
      if (Number.isNaN(from) || Number.isNaN(to)) return { ...receiver, open: true };
      return { ...receiver, elements: receiver.elements.slice(from, to) };
    }
    case 'find':
    case 'at':
    case 'pop':
    case 'shift':
      return choiceOf(receiver.elements, at);
    default:
      return undefined;
  }
}

/** A Map is the list of its entries; a list of pairs is hardly asked for its own keys. */
function isMap({ elements }: ArrayValue): boolean {
  return elements.length > 0 && elements.every((element) => element.kind === 'array' && element.elements.length === 2 && !element.open);
}

function column(receiver: ArrayValue, index: 0 | 1): ArrayValue {
  return { ...receiver, elements: receiver.elements.flatMap((entry) => (entry.kind === 'array' ? entry.elements.slice(index, index + 1) : [])) };
}

/** `.filter(Boolean)` drops what is nothing; another test may drop anything. */
function filtered(receiver: ArrayValue, args: readonly Value[]): ArrayValue {
  const [test] = args;
  const isBoolean = test?.kind === 'external' && test.root.kind === 'global' && test.root.name === 'Boolean' && test.steps.length === 0;
  return isBoolean
    ? { ...receiver, elements: receiver.elements.filter((element) => element.kind !== 'scalar') }
    : { ...receiver, open: true };
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

/** Result of calling something outside the program: a known function of the language, or a further step. */
export function externalCall(
  evaluator: Evaluator,
  callee: ExternalValue,
  args: Args,
  form: 'call' | 'new' | 'tag',
  at: Place,
): Value {
  const known = knownFunction(evaluator, functionKey(callee), args, at);
  if (known !== undefined) return known;
  return { ...callee, steps: [...callee.steps, { kind: 'call', form, args, at }] };
}

/** `global:Object.assign`, `path:posix.join`: empty where a call lies on the way. */
function functionKey(callee: ExternalValue): string {
  const { root } = callee;
  if (root.kind === 'type' || callee.steps.some((step) => step.kind === 'call')) return '';
  const names = callee.steps.map((step) => (step.kind === 'member' ? step.name : ''));
  if (root.kind === 'global') {
    const skip = root.name === 'globalThis' || root.name === 'window' || root.name === 'global' || root.name === 'self';
    return [...(skip ? [] : [root.name]), ...names].join('.');
  }
  const module = root.module.replace(/^node:/, '');
  const path = root.export === '*' || root.export === 'default' ? names : [root.export, ...names];
  return `${module}:${path.filter((name) => name !== 'default').join('.')}`;
}

const KNOWN_FUNCTIONS = new Set([
  'String',
  'encodeURI',
  'decodeURI',
  'decodeURIComponent',
  'encodeURIComponent',
  'Object.freeze',
  'Object.seal',
  'structuredClone',
  'Array.from',
  'Promise.resolve',
  'Promise.all',
  'Set',
  'Map',
  'JSON.stringify',
  'String.raw',
  'Object.assign',
  'Object.keys',
  'Object.values',
  'Object.entries',
  'Reflect.ownKeys',
  'URL',
  'url:URL',
  'url:resolve',
  'path:join',
  'path:posix.join',
  'path:resolve',
  'path/posix:join',
  'url-join:',
  'url-join:urlJoin',
  'util:format',
  'format:',
  'Request',
]);

function knownFunction(evaluator: Evaluator, key: string, given: Args, at: Place): Value | undefined {
  if (!KNOWN_FUNCTIONS.has(key)) return undefined;
  const args = given();
  const [first = UNDEFINED, second] = args;
  switch (key) {
    case 'String':
    case 'encodeURI':
    case 'decodeURI':
    case 'decodeURIComponent':
    case 'encodeURIComponent':
    case 'Object.freeze':
    case 'Object.seal':
    case 'structuredClone':
    case 'Array.from':
    case 'Promise.resolve':
    case 'Promise.all':
    case 'Set':
    case 'Map':
    case 'JSON.stringify':
      return key === 'Array.from' && second?.kind === 'function' ? undefined : first;
    case 'String.raw':
      return first;
    case 'Object.assign':
      return args.slice(1).reduce<Value>((base, layer) => layerOver(evaluator, base, layer, at), first);
    case 'Object.keys':
    case 'Object.values':
    case 'Object.entries':
      return objectTable(evaluator, first, key === 'Object.keys' ? 'keys' : key === 'Object.values' ? 'values' : 'entries');
    case 'Reflect.ownKeys':
      return { kind: 'array', elements: [...optionsOf(eachKey(evaluator, first, at))], open: true };
    case 'URL':
    case 'url:URL':
      return resolveUrl(first, second, at);
    case 'url:resolve':
      return second === undefined ? first : resolveUrl(second, first, at);
    case 'path:join':
    case 'path:posix.join':
    case 'path:resolve':
    case 'path/posix:join':
    case 'url-join:':
    case 'url-join:urlJoin':
      return joinPath(args, at);
    case 'util:format':
    case 'format:':
      return formatted(args, at);
    case 'Request':
      return requestRecord(first, second, at);
    default:
      return undefined;
  }
}

/** `new Request(url, init)` as options object with its `url`. */
function requestRecord(url: Value, init: Value | undefined, at: Place): Value {
  if (url.kind !== 'text' && url.kind !== 'choice' && url.kind !== 'parameter' && url.kind !== 'external') return init ?? url;
  const base = init ?? UNDEFINED;
  return applyPatches(base, [{ path: ['url'], operator: '=', value: url, maybe: false }], at);
}

function layerOver(evaluator: Evaluator, base: Value, layer: Value, at: Place): Value {
  const entries = objectTable(evaluator, layer, 'entries');
  if (entries === undefined) return base.kind === 'object' || base.kind === 'layered' ? base : layer;
  const patches = entries.elements.flatMap((entry) => {
    const [key, value] = entry.kind === 'array' ? entry.elements : [];
    const name = key === undefined ? undefined : plainTexts(key)?.[0];
    return name === undefined || value === undefined ? [] : [{ path: [name], operator: '=' as const, value, maybe: false }];
  });
  return patches.length === 0 ? base : applyPatches(base, patches, at);
}

/** `path.join`: one slash between pieces; a scheme's double slash collapses as it does at run time. */
function joinPath(args: readonly Value[], at: Place): Value {
  const joined = joinTexts(args, '/', at);
  return fromTexts(joined.map(collapseSlashes), at);
}

function collapseSlashes(parts: Parts): Parts {
  const result: Part[] = [];
  let slash = false;
  for (const part of parts) {
    if (part.kind === 'hole') {
      result.push(part);
      slash = false;
      continue;
    }
    let text = part.text.replace(/(?<!:)\/{2,}/g, '/');
    if (slash && text.startsWith('/')) text = text.slice(1);
    if (text === '') continue;
    slash = text.endsWith('/');
    result.push({ ...part, text });
  }
  return result;
}

/** `util.format('%s/pagerules', id)`. */
function formatted(args: readonly Value[], at: Place): Value | undefined {
  const [format, ...values] = args;
  if (format?.kind !== 'text') return undefined;
  let next = 0;
  const pieces: (readonly Parts[])[] = [];
  for (const part of format.parts) {
    if (part.kind === 'hole') {
      pieces.push([[part]]);
      continue;
    }
    for (const piece of part.text.split(/(%[sdijoO%])/)) {
      const value = /^%[sdijoO]$/.test(piece) ? values[next++] : undefined;
      if (value !== undefined) pieces.push(textsOf(value, at));
      else if (piece !== '') pieces.push([[{ ...part, text: piece === '%%' ? '%' : piece }]]);
    }
  }
  return fromTexts(concatTexts(pieces), at);
}
