import type { Place } from '../../model/span.js';
import { objectTable } from './collections.js';
import type { CallInEnv } from './evaluator.js';
import { isAbsolute } from '../values/resolve-url.js';
import { concatTexts, fromTexts, MAX_TEXTS, textsOf } from '../values/text.js';
import { optionsOf, UNDEFINED } from '../values/value.js';
import type { Part, Parts, Value } from '../values/value.js';

/** `url.format({ protocol, host, pathname, query })`, composed as in Node; a URL or a text stays as it is. */
export function formattedUrl([given = UNDEFINED]: readonly Value[], call: CallInEnv): Value | undefined {
  const options = optionsOf(given);
  if (options.every(isText)) return fromTexts(textsOf(given, call.at), call.at);
  if (!options.every(isObject)) return undefined;
  return fromTexts(options.flatMap((fields) => assembled(fields, call)).slice(0, MAX_TEXTS), call.at);
}

/** `url.parse(text)`: a URL with the fields of the text. */
export function parsedUrl([text = UNDEFINED]: readonly Value[], { at }: CallInEnv): Value {
  return fromTexts(textsOf(text, at), at, 'url');
}

function isText(value: Value): boolean {
  return value.kind === 'text' || (value.kind === 'layered' && optionsOf(value.base).every(isText));
}

function isObject(value: Value): boolean {
  return value.kind === 'object' || (value.kind === 'layered' && isObject(value.base));
}

function assembled(fields: Value, call: CallInEnv): readonly Parts[] {
  const { at } = call;
  const field = (name: string): Value => call.env.evaluator.member(fields, name, at);
  const path = fieldTexts(field('pathname'), at);
  const query = queryTexts(field('search'), field('query'), call);
  const host = isNothing(field('host'))
    ? hostWithPort(field('hostname'), field('port'), at)
    : fieldTexts(field('host'), at);
  if (host === undefined) return concatTexts([path, query]);
  const scheme = schemeTexts(field('protocol'), at);
  return concatTexts([scheme, host, path.map((parts) => rooted(parts, at)), query]);
}

function isNothing(value: Value): boolean {
  return optionsOf(value).every((option) => option.kind === 'scalar');
}

function fieldTexts(value: Value, at: Place): readonly Parts[] {
  return isNothing(value) ? [[]] : textsOf(value, at);
}

function hostWithPort(name: Value, port: Value, at: Place): readonly Parts[] | undefined {
  if (isNothing(name)) return undefined;
  // A port from only some alternatives is the default port in the others.
  const ports = textsOf(port, at).filter((parts) => parts.every(({ kind }) => kind === 'text'));
  const written = isNothing(port) || ports.length === 0 ? [[]] : ports.map((parts) => [colon(at), ...parts]);
  return concatTexts([textsOf(name, at), written]);
}

function colon(at: Place): Part {
  return { kind: 'text', text: ':', at };
}

/** Scheme texts, `https` and `https:` alike; an unknown scheme does not change the destination of a request. */
function schemeTexts(protocol: Value, at: Place): readonly Parts[] {
  const known = (isNothing(protocol) ? [] : textsOf(protocol, at)).flatMap((parts) =>
    parts
      .map((part) => (part.kind === 'text' ? part.text.replace(/(?<![:/])[:/]+$/, '') : ''))
      .filter((text) => text !== ''),
  );
  const schemes = [...new Set(known)];
  if (schemes.length === 0) return [[{ kind: 'text', text: isNothing(protocol) ? '//' : 'https://', at }]];
  return schemes.map((scheme) => [{ kind: 'text', text: `${scheme}://`, at }]);
}

function rooted(path: Parts, at: Place): Parts {
  const [first] = path;
  if (first === undefined || (first.kind === 'text' && /^[/?#]/.test(first.text)) || isAbsolute(path)) return path;
  return first.kind === 'hole' ? path : [{ kind: 'text', text: '/', at }, ...path];
}

/** `search` as it is, else the fields of `query`. */
function queryTexts(search: Value, query: Value, { env, at }: CallInEnv): readonly Parts[] {
  if (!isNothing(search)) {
    return textsOf(search, at).map((parts) => {
      const [first] = parts;
      return first?.kind === 'text' && first.text.startsWith('?') ? parts : [{ kind: 'text', text: '?', at }, ...parts];
    });
  }
  if (isNothing(query)) return [[]];
  const mark: Parts = [{ kind: 'text', text: '?', at }];
  const table = optionsOf(query).length > 1 ? undefined : objectTable(env.evaluator, query, 'entries');
  if (table === undefined) return concatTexts([[mark], textsOf(query, at)]);
  const pairs = table.elements.flatMap((entry): (readonly Parts[])[] => {
    const [key = UNDEFINED, value = UNDEFINED] = entry.kind === 'array' ? entry.elements : [];
    if (isNothing(value)) return [];
    return [
      textsOf(key, at),
      [[{ kind: 'text', text: '=', at }]],
      textsOf(value, at),
      [[{ kind: 'text', text: '&', at }]],
    ];
  });
  return pairs.length === 0 ? [[]] : concatTexts([[mark], ...pairs]);
}
