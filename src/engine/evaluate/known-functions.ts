import type { Place } from '../../model/span.js';
import { eachKey, objectTable, withoutRepeats } from './collections.js';
import type { Evaluator } from './evaluator.js';
import { applyPatches } from './names.js';
import { resolveUrl } from '../values/resolve-url.js';
import { concatTexts, fromTexts, joinTexts, plainTexts, textsOf } from '../values/text.js';
import { unknownText } from '../values/text-ranges.js';
import { choiceOf, optionsOf, UNDEFINED } from '../values/value.js';
import type { Args, ExternalValue, Part, Parts, Value } from '../values/value.js';

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
    case 'encodeURI':
    case 'decodeURI':
    case 'decodeURIComponent':
    case 'encodeURIComponent':
      return convertedTexts(first, CONVERSIONS[key], at);
    case 'JSON.stringify':
      return quotedTexts(first, at);
    case 'String':
    case 'Object.freeze':
    case 'Object.seal':
    case 'structuredClone':
    case 'Array.from':
    case 'Promise.resolve':
    case 'Promise.all':
    case 'Map':
      return key === 'Array.from' && second?.kind === 'function' ? undefined : first;
    case 'Set':
      return first.kind === 'array' ? withoutRepeats(first) : first;
    case 'String.raw':
      return first;
    case 'Object.assign':
      return args.slice(1).reduce<Value>((base, layer) => layerOver(evaluator, base, layer, at), first);
    case 'Object.keys':
    case 'Object.values':
    case 'Object.entries':
      return objectTable(
        evaluator,
        first,
        key === 'Object.keys' ? 'keys' : key === 'Object.values' ? 'values' : 'entries',
      );
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

const CONVERSIONS = { encodeURI, decodeURI, encodeURIComponent, decodeURIComponent };

/** What is known of a text, letter for letter converted; a piece that cannot be is a hole. */
function convertedTexts(value: Value, convert: (text: string) => string, at: Place): Value {
  return mapTexts(value, at, (parts) =>
    parts.map((part) => {
      if (part.kind === 'hole') return part;
      try {
        return { ...part, text: convert(part.text) };
      } catch {
        return unknownText(part.at);
      }
    }),
  );
}

/** A text as JSON has it. */
function quotedTexts(value: Value, at: Place): Value {
  const quote: Part = { kind: 'text', text: '"', at };
  return mapTexts(value, at, (parts) => [
    quote,
    ...parts.map((part) => (part.kind === 'text' ? { ...part, text: JSON.stringify(part.text).slice(1, -1) } : part)),
    quote,
  ]);
}

function mapTexts(value: Value, at: Place, change: (parts: Parts) => Parts): Value {
  return choiceOf(
    optionsOf(value).map((option) => (option.kind === 'text' ? { kind: 'text', parts: change(option.parts) } : option)),
    at,
  );
}

/** `new Request(url, init)` as options object with its `url`. */
function requestRecord(url: Value, init: Value | undefined, at: Place): Value {
  if (url.kind !== 'text' && url.kind !== 'choice' && url.kind !== 'parameter' && url.kind !== 'external')
    return init ?? url;
  const base = init ?? UNDEFINED;
  return applyPatches(base, [{ path: ['url'], operator: '=', value: url, maybe: false }], at);
}

function layerOver(evaluator: Evaluator, base: Value, layer: Value, at: Place): Value {
  const entries = objectTable(evaluator, layer, 'entries');
  if (entries === undefined) return layer.kind === 'scalar' ? base : choiceOf([base, layer], at);
  const patches = entries.elements.flatMap((entry) => {
    const [key, value] = entry.kind === 'array' ? entry.elements : [];
    const name = key === undefined ? undefined : plainTexts(key)?.[0];
    return name === undefined || value === undefined
      ? []
      : [{ path: [name], operator: '=' as const, value, maybe: false }];
  });
  const laid = patches.length === 0 ? base : applyPatches(base, patches, at);
  return entries.open ? choiceOf([laid, layer], at) : laid;
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

/** `util.format('%s/bells', id)`. */
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
