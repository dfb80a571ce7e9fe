import type { Place } from '../../core/model/span.js';
import { withoutQuery, isAbsolute } from '../values/resolve-url.js';
import {
  plainText,
  splitAt,
  splitOrigin,
  textValue,
  concatTexts,
  fromTexts,
  MAX_TEXTS,
  textsOf,
} from '../values/text.js';
import { unknownText } from '../values/text-ranges.js';
import { atRunTime, maybeUnset, UNDEFINED, optionsOf } from '../values/value.js';
import type { Part, Parts, Value } from '../values/value.js';
import { objectTable } from './collections.js';
import type { CallInEnv } from './evaluator.js';

/** A member of a URL, cut from its text so that the members joined are the URL. */
export function urlMember(url: Parts, property: string, at: Place): Value {
  const [origin, path] = splitOrigin(url);
  switch (property) {
    case 'href':
      return asText(url);
    case 'origin':
      return asText(origin.length > 0 ? origin : [unknownText(at)]);
    case 'pathname':
      return asText(withoutQuery(path));
    case 'path':
      return asText(withoutHash(path));
    case 'search':
      return orEmpty(queryOf(withoutHash(path)), at);
    case 'hash':
      return orEmpty(splitAt(path, (piece) => piece.indexOf('#'))[1], at);
    case 'protocol':
    case 'host':
    case 'hostname':
    case 'port':
      return originMember(origin, path, property, at);
    default:
      return OTHER_URL_MEMBERS.has(property) ? atRunTime(at, property) : UNDEFINED;
  }
}

/** Other members of a URL, and of the result of `url.parse`. */
const OTHER_URL_MEMBERS = new Set([
  'username',
  'password',
  'searchParams',
  'auth',
  'query',
  'slashes',
  'toString',
  'toJSON',
  'valueOf',
]);

function asText(parts: Parts): Value {
  return { kind: 'text', parts };
}

/** Parts of a text as a value; without any, an empty text. */
function orEmpty(parts: Parts, at: Place): Value {
  return parts.length === 0 ? textValue('', at) : asText(parts);
}

function withoutHash(path: Parts): Parts {
  return splitAt(path, (piece) => piece.indexOf('#'))[0];
}

/** The query with its `?`; a query that may be inside a hole stays with the path of the hole. */
function queryOf(path: Parts): Parts {
  return splitAt(path, (piece) => piece.indexOf('?'))[1];
}

/** A piece of the origin of a URL; undefined for a path. */
function originMember(
  origin: Parts,
  [first]: Parts,
  property: 'protocol' | 'host' | 'hostname' | 'port',
  at: Place,
): Value {
  const [start, ...rest] = origin;
  if (start === undefined) return first?.kind === 'hole' ? maybeUnset(atRunTime(at, property)) : UNDEFINED;
  const match = start.kind === 'text' ? /^([a-z][a-z0-9+.-]*:)?\/\/(?:[^@]*@)?/i.exec(start.text) : null;
  if (start.kind !== 'text' || match === null || rest.some(hasUserInfo)) return atRunTime(at, property);
  if (property === 'protocol') return match[1] === undefined ? UNDEFINED : textValue(match[1], start.at);
  const host = [{ ...start, text: start.text.slice(match[0].length) }, ...rest].filter(isNonEmpty);
  const [name, port] = splitAt(host, (piece) => piece.search(/:\d*$/));
  if (property === 'host') return asText(host);
  if (property === 'hostname') return asText(name);
  const digits = plainText(port);
  return digits === undefined ? atRunTime(at, property) : textValue(digits.slice(1), start.at);
}

function isNonEmpty(part: Part): boolean {
  return part.kind === 'hole' || part.text !== '';
}

function hasUserInfo(part: Part): boolean {
  return part.kind === 'text' && part.text.includes('@');
}

/** The result of `url.format({ protocol, host, pathname, query })`, as in Node; a URL or a text is unchanged. */
export function formattedUrl([url = UNDEFINED]: readonly Value[], call: CallInEnv): Value | undefined {
  const options = optionsOf(url);
  if (options.every(isText)) return fromTexts(textsOf(url, call.at), call.at);
  if (!options.every(isObject)) return undefined;
  return fromTexts(options.flatMap((fields) => textsFromFields(fields, call)).slice(0, MAX_TEXTS), call.at);
}

/** The result of `url.parse(text)`: a URL with the fields of the text. */
export function parsedUrl([text = UNDEFINED]: readonly Value[], { at }: CallInEnv): Value {
  return fromTexts(textsOf(text, at), at, 'url');
}

function isText(value: Value): boolean {
  return value.kind === 'text' || (value.kind === 'layered' && optionsOf(value.base).every(isText));
}

function isObject(value: Value): boolean {
  return value.kind === 'object' || (value.kind === 'layered' && isObject(value.base));
}

function textsFromFields(fields: Value, call: CallInEnv): readonly Parts[] {
  const { at } = call;
  const field = (name: string): Value => call.env.evaluator.member(fields, name, at);
  const path = fieldTexts(field('pathname'), at);
  const query = queryTexts(field('search'), field('query'), call);
  const host = isNothing(field('host'))
    ? hostWithPort(field('hostname'), field('port'), at)
    : fieldTexts(field('host'), at);
  if (host === undefined) return concatTexts([path, query]);
  const scheme = schemeTexts(field('protocol'), at);
  return concatTexts([scheme, host, path.map((parts) => withLeadingSlash(parts, at)), query]);
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
  const portTexts = isNothing(port) || ports.length === 0 ? [[]] : ports.map((parts) => [colon(at), ...parts]);
  return concatTexts([textsOf(name, at), portTexts]);
}

function colon(at: Place): Part {
  return { kind: 'text', text: ':', at };
}

/** Scheme texts, `https` and `https:` alike; an unknown scheme does not change the destination of a request. */
function schemeTexts(protocol: Value, at: Place): readonly Parts[] {
  const knownSchemes = (isNothing(protocol) ? [] : textsOf(protocol, at)).flatMap((parts) =>
    parts
      .map((part) => (part.kind === 'text' ? part.text.replace(/(?<![:/])[:/]+$/, '') : ''))
      .filter((text) => text !== ''),
  );
  const schemes = [...new Set(knownSchemes)];
  if (schemes.length === 0) return [[{ kind: 'text', text: isNothing(protocol) ? '//' : 'https://', at }]];
  return schemes.map((scheme) => [{ kind: 'text', text: `${scheme}://`, at }]);
}

function withLeadingSlash(path: Parts, at: Place): Parts {
  const [first] = path;
  if (first === undefined || (first.kind === 'text' && /^[/?#]/.test(first.text)) || isAbsolute(path)) return path;
  return first.kind === 'hole' ? path : [{ kind: 'text', text: '/', at }, ...path];
}

/** The text of `search` if present, else that of the fields of `query`. */
function queryTexts(search: Value, query: Value, { env, at }: CallInEnv): readonly Parts[] {
  if (!isNothing(search)) {
    return textsOf(search, at).map((parts) => {
      const [first] = parts;
      return first?.kind === 'text' && first.text.startsWith('?') ? parts : [{ kind: 'text', text: '?', at }, ...parts];
    });
  }
  if (isNothing(query)) return [[]];
  const questionMark: Parts = [{ kind: 'text', text: '?', at }];
  const table = optionsOf(query).length > 1 ? undefined : objectTable(env.evaluator, query, 'entries');
  if (table === undefined) return concatTexts([[questionMark], textsOf(query, at)]);
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
  return pairs.length === 0 ? [[]] : concatTexts([[questionMark], ...pairs]);
}
