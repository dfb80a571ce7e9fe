import { entryExpression, literalExpression } from '../facts/expressions.js';
import { byWord, does, method, swapped, without } from '../facts/library.js';
import type { LibraryCall, Meaning } from '../facts/library.js';
import { escapeRegExp } from '../../core/lib/escape.js';
import type { ExprFact } from '../../core/model/facts.js';
import type { Span } from '../../core/model/span.js';

/** A call of a built-in or library function. */
export interface FunctionCall extends LibraryCall {
  readonly callee: ExprFact;
  /** The named arguments, one by one and as an object. */
  readonly named: readonly (readonly [string, ExprFact])[];
  readonly names: ExprFact | undefined;
}

type Known = Meaning<FunctionCall>;

/** Value of `list(values)`; without values it is empty. */
const listed: Meaning = (call) => {
  const args = call.args();
  return does('list/of', 0)({ ...call, args: () => (args.length > 0 ? args : [arrayOf([], call.at)]) });
};

/** Call of a passed function with the other arguments. */
const callOfArgument: Known = ({ builder, args, open }) => {
  const [callee, ...rest] = args();
  return callee === undefined || callee.kind === 'literal' ? undefined : builder.finishCall(open(), callee, rest);
};

/** Value of `os.getenv('KEY', default)`. */
const environment: Known = ({ at, args }) => {
  const [key, fallback] = args();
  if (key === undefined) return undefined;
  const variables: ExprFact = { kind: 'imported', specifier: 'os', name: 'environ', via: 'import', at };
  const value = entryExpression(variables, key, at);
  return fallback === undefined ? value : { kind: 'choice', operator: '??', options: [value, fallback], at };
};

/** Value of `partial(f, a)`; named arguments are not followed. */
const partial: Known = (call) =>
  call.named.length > 0
    ? undefined
    : method('bind', ([callee, ...bound]) => callee && [callee, literalExpression(null, call.at), ...bound])(call);

/** Value of `dict(key=value)` and `dict(table, key=value)`; pairs are not followed. */
const table: Known = (call) => (call.args().length > 0 ? undefined : (call.names ?? objectOf(call, [])));

const attribute: Known = ({ at, args }) => {
  const [object, name] = args();
  return object && name && entryExpression(object, name, at);
};

/** Value of `Request(url, data, headers, method=…)` as an object. With data it is a POST. */
const requestRecord: Known = (call) => {
  const named = new Map(call.named);
  const args = call.args();
  for (const [index, name] of ['url', 'data', 'headers'].entries()) {
    const value = args[index];
    if (value !== undefined && !isNothing(value)) named.set(name, value);
  }
  if (named.has('data') && !named.has('method')) named.set('method', literalExpression('POST', call.at));
  return objectOf(call, [...named]);
};

/** Call of `urlopen(url, data)`. */
const opened: Known = (call) => {
  const { builder, args, named, callee, open } = call;
  const data = args()[1];
  const isPlain = (data === undefined || isNothing(data)) && !named.some(([name]) => name === 'data');
  return isPlain ? undefined : builder.finishCall(open(), callee, [requestRecord(call) ?? callee]);
};

/** Connection to a host, which is the base of its requests. */
const connected =
  (scheme: string): Known =>
  ({ builder, at, args, callee, open }) => {
    const [host, ...others] = args();
    if (host === undefined) return undefined;
    const base: ExprFact = { kind: 'concat', parts: [literalExpression(scheme, at), host], at: host.at };
    return builder.finishCall(open(), callee, [base, ...others]);
  };

/** Call of `gather(a, b)`, whose promises are separate arguments. */
const gathered: Meaning = (call) => {
  const elements = call.args();
  return does('promise/all')({ ...call, args: () => [arrayOf(elements, call.at)] });
};

function isNothing(value: ExprFact): boolean {
  return value.kind === 'literal' && value.value === null;
}

function arrayOf(elements: readonly ExprFact[], at: Span): ExprFact {
  return { kind: 'array', elements, at };
}

function objectOf({ builder, at }: LibraryCall, properties: readonly (readonly [string, ExprFact])[]): ExprFact {
  const object = builder.openObject(at);
  for (const [key, value] of properties) builder.property(object, { kind: 'property', key, keyAt: value.at, value });
  return { kind: 'object', object, at };
}

/** Functions that return a value, by their full names, without a call in the facts. */
export const VALUES = byWord<Known>([
  [attribute, 'getattr'],
  [requestRecord, 'urllib.request.Request', 'urllib2.Request', 'six.moves.urllib.request.Request'],
  [environment, 'os.getenv', 'os.environ.get'],
  [table, 'dict'],
]);

/** Other functions by their full names. */
export const FUNCTIONS = byWord<Known>([
  [callOfArgument, 'asyncio.to_thread'],
  [connected('http://'), 'http.client.HTTPConnection', 'httplib.HTTPConnection'],
  [connected('https://'), 'http.client.HTTPSConnection', 'httplib.HTTPSConnection', 'urllib3.HTTPSConnectionPool'],
  [does('json/read', 0), 'json.loads', 'simplejson.loads', 'ujson.loads', 'orjson.loads'],
  [does('json/write', 0), 'json.dumps', 'simplejson.dumps', 'ujson.dumps', 'orjson.dumps'],
  [does('path/join'), 'os.path.join', 'posixpath.join'],
  [does('set/of', 0), 'set', 'frozenset'],
  [does('text/of', 0), 'str', 'yarl.URL', 'httpx.URL'],
  [does('url/encode', 0), 'urllib.parse.quote', 'urllib.quote', 'requests.utils.quote'],
  [does('url/encodePart', 0), 'urllib.parse.quote_plus', 'urllib.quote_plus'],
  [does('url/resolve', 1, 0), 'urllib.parse.urljoin', 'urlparse.urljoin', 'yarl.URL.join'],
  [does('value/copy', 0), 'copy.copy', 'copy.deepcopy'],
  [does('value/same', 0), 'asyncio.run', 'asyncio.create_task', 'asyncio.ensure_future', 'asyncio.wait_for'],
  [does('value/same', 1), 'typing.cast'],
  [gathered, 'asyncio.gather'],
  [listed, 'list', 'tuple', 'sorted', 'reversed'],
  [method('entries', ([values]) => values && [values]), 'enumerate'],
  [method('map', swapped), 'map'],
  [opened, 'urllib.request.urlopen', 'urllib2.urlopen', 'six.moves.urllib.request.urlopen'],
  [partial, 'functools.partial'],
]);

/** Methods with another name in the facts if called with at most the given number of arguments. */
const RENAMED: readonly (readonly [name: string, most: number, ...words: string[]])[] = [
  ['toLowerCase', 0, 'lower', 'casefold'],
  ['toUpperCase', 0, 'upper'],
  ['push', 1, 'append'],
  ['delete', 1, 'remove'],
  ['entries', 0, 'items'],
  ['startsWith', 1, 'startswith'],
  ['endsWith', 1, 'endswith'],
  ['valueOf', 0, 'copy'],
  ['valueOf', 1, 'decode', 'encode'],
];

/** The name of a method in the facts; a class of the program may have a method of that name as well. */
export const NAME_IN_FACTS = new Map(
  RENAMED.flatMap(([name, , ...words]) => words.map((word) => [word, name] as const)),
);

const renamed = (name: string, most: number): Meaning =>
  method(name, (args) => (args.length <= most + 1 ? args : undefined));

/** Call of `.strip('/')`, as a regular expression that removes characters at the ends. */
const stripped =
  (trim: string, sourceOf: (letters: string) => string): Meaning =>
  (call) =>
    call.args().length === 1
      ? method(trim)(call)
      : without((letters) => sourceOf(`[${letters.replace(/[\\\]^-]/g, '\\$&')}]+`), 'g')(call);

/** Methods of texts, lists and tables with other names in the facts. */
export const METHODS = byWord<Meaning>([
  ...RENAMED.map(([name, most, ...words]) => [renamed(name, most), ...words] as const),
  [stripped('trim', (letters) => `^${letters}|${letters}$`), 'strip'],
  [stripped('trimStart', (letters) => `^${letters}`), 'lstrip'],
  [stripped('trimEnd', (letters) => `${letters}$`), 'rstrip'],
  [without((text) => `^${escapeRegExp(text)}`), 'removeprefix'],
  [without((text) => `${escapeRegExp(text)}$`), 'removesuffix'],
  [method('replaceAll', (args) => (args.length === 3 ? args : undefined)), 'replace'],
  [method('join', joinArguments), 'join'],
  [method('push', ([list, more]) => list && more && [list, { kind: 'spread', value: more, at: more.at }]), 'extend'],
  [inserted, 'insert'],
]);

/** Arguments of `'/'.join(parts)` in the order of the facts, where the list comes first. */
function joinArguments([separator, parts, ...others]: readonly ExprFact[]): readonly ExprFact[] | undefined {
  return separator?.kind === 'literal' && parts !== undefined && others.length === 0 ? [parts, separator] : undefined;
}

/** Call of `.insert(0, value)`. */
function inserted(call: Parameters<Meaning>[0]): ExprFact | undefined {
  const [list, index, value] = call.args();
  const isFirst = index?.kind === 'literal' && index.value === 0;
  return method(isFirst ? 'unshift' : 'splice', () => list && value && [list, value])(call);
}
