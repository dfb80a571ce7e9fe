import type { Intrinsic } from '../model/intrinsics.js';
import { byWord } from './library.js';

/** What JavaScript and its best known modules have: `Object.assign`, `path:posix.join` of the module `path`. */
export const JAVASCRIPT_WORDS = byWord<Intrinsic>([
  ['json/read', 'JSON.parse'],
  ['json/write', 'JSON.stringify'],
  ['list/of', 'Array.from'],
  ['map/entries', 'Object.entries'],
  ['map/keys', 'Object.keys'],
  ['map/merge', 'Object.assign', 'deep-extend:', 'deepmerge:', 'object-assign:', 'xtend:'],
  ['map/merge', 'lodash:assign', 'lodash:extend', 'lodash:merge', 'lodash.assign:', 'lodash.merge:'],
  ['map/mergeDeep', 'extend:'],
  ['map/of', 'Map'],
  ['map/ownKeys', 'Reflect.ownKeys'],
  ['map/values', 'Object.values'],
  ['path/join', 'path:join', 'path:posix.join', 'path:resolve', 'path/posix:join', 'url-join:', 'url-join:urlJoin'],
  ['promise/all', 'Promise.all'],
  ['promise/of', 'Promise.resolve'],
  ['request/of', 'Request'],
  ['set/of', 'Set'],
  ['text/format', 'util:format', 'format:'],
  ['text/of', 'String', 'String.raw'],
  ['url/decode', 'decodeURI'],
  ['url/decodePart', 'decodeURIComponent'],
  ['url/encode', 'encodeURI'],
  ['url/encodePart', 'encodeURIComponent'],
  ['url/format', 'url:format'],
  ['url/parse', 'url:parse'],
  ['url/resolve', 'URL', 'URL.parse', 'url:URL'],
  ['url/resolveFrom', 'url:resolve'],
  ['value/copy', 'structuredClone'],
  ['value/same', 'Object.freeze', 'Object.seal', 'url:urlToHttpOptions'],
]);
