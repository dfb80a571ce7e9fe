import type { Place } from '../../model/span.js';
import { withoutQuery } from '../values/resolve-url.js';
import { plainText, splitAt, splitOrigin, textValue } from '../values/text.js';
import { unknownText } from '../values/text-ranges.js';
import { atRunTime, maybeUnset, UNDEFINED } from '../values/value.js';
import type { Part, Parts, Value } from '../values/value.js';

/** A member of a URL, cut from its text; joined again, the pieces give the URL. */
export function urlMember(url: Parts, property: string, at: Place): Value {
  const [origin, path] = splitOrigin(url);
  switch (property) {
    case 'href':
      return text(url);
    case 'origin':
      return text(origin.length > 0 ? origin : [unknownText(at)]);
    case 'pathname':
      return text(withoutQuery(path));
    case 'path':
      return text(withoutHash(path));
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
      return OTHER_MEMBERS.has(property) ? atRunTime(at, property) : UNDEFINED;
  }
}

/** Other members of a URL, and of the result of `url.parse`. */
const OTHER_MEMBERS = new Set([
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

function text(parts: Parts): Value {
  return { kind: 'text', parts };
}

/** A missing part of a URL is an empty text. */
function orEmpty(parts: Parts, at: Place): Value {
  return parts.length === 0 ? textValue('', at) : text(parts);
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
  const [start, ...more] = origin;
  if (start === undefined) return first?.kind === 'hole' ? maybeUnset(atRunTime(at, property)) : UNDEFINED;
  const match = start.kind === 'text' ? /^([a-z][a-z0-9+.-]*:)?\/\/(?:[^@]*@)?/i.exec(start.text) : null;
  if (start.kind !== 'text' || match === null || more.some(holdsUser)) return atRunTime(at, property);
  if (property === 'protocol') return match[1] === undefined ? UNDEFINED : textValue(match[1], start.at);
  const host = [{ ...start, text: start.text.slice(match[0].length) }, ...more].filter(isThere);
  const [name, port] = splitAt(host, (piece) => piece.search(/:\d*$/));
  if (property === 'host') return text(host);
  if (property === 'hostname') return text(name);
  const digits = plainText(port);
  return digits === undefined ? atRunTime(at, property) : textValue(digits.slice(1), start.at);
}

function isThere(part: Part): boolean {
  return part.kind === 'hole' || part.text !== '';
}

function holdsUser(part: Part): boolean {
  return part.kind === 'text' && part.text.includes('@');
}
