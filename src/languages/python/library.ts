import { entryExpression, literalExpression } from '../facts/expressions.js';
import { byWord, does, method, swapped, without } from '../facts/library.js';
import type { LibraryCall, Meaning } from '../facts/library.js';
import { escapeRegExp } from '../../core/lib/escape.js';
import type { ExprFact } from '../../core/model/facts.js';
import type { Span } from '../../core/model/span.js';

/** A call of a built-in or library function. */
export interface FunctionCall extends LibraryCall {
  readonly callee: ExprFact;
  /** Named arguments as pairs; `names` is an object of them. */
  readonly namedArguments: readonly (readonly [string, ExprFact])[];
  readonly namedObject: ExprFact | undefined;
}

type FunctionMeaning = Meaning<FunctionCall>;

/** Value of `list(values)`; an empty list for `list()`. */
const listCall: Meaning = (call) => {
  const args = call.args();
  return does('list/of', 0)({ ...call, args: () => (args.length > 0 ? args : [arrayOf([], call.at)]) });
};

/** Call of `to_thread(f, a)`, as `f(a)`. */
const callOfArgument: FunctionMeaning = ({ builder, args, open }) => {
  const [callee, ...otherArguments] = args();
  return callee === undefined || callee.kind === 'literal'
    ? undefined
    : builder.finishCall(open(), callee, otherArguments);
};

/** Value of `os.getenv('KEY', default)`. */
const environmentVariable: FunctionMeaning = ({ at, args }) => {
  const [key, fallback] = args();
  if (key === undefined) return undefined;
  const variables: ExprFact = { kind: 'imported', specifier: 'os', name: 'environ', via: 'import', at };
  const value = entryExpression(variables, key, at);
  return fallback === undefined ? value : { kind: 'choice', operator: '??', options: [value, fallback], at };
};

/** Value of `partial(f, a)`; named arguments are not followed. */
const partialCall: FunctionMeaning = (call) =>
  call.namedArguments.length > 0
    ? undefined
    : method('bind', ([callee, ...bound]) => callee && [callee, literalExpression(null, call.at), ...bound])(call);

/** Value of `dict(key=value)`; a `dict` with positional arguments is an ordinary call. */
const dictCall: FunctionMeaning = (call) =>
  call.args().length > 0 ? undefined : (call.namedObject ?? objectOf(call, []));

const getattrCall: FunctionMeaning = ({ at, args }) => {
  const [object, name] = args();
  return object && name && entryExpression(object, name, at);
};

/** Value of `Request(url, data, headers, method=…)` as an object. A request with data is a POST by default. */
const requestObject: FunctionMeaning = (call) => {
  const named = new Map(call.namedArguments);
  const args = call.args();
  for (const [index, name] of ['url', 'data', 'headers'].entries()) {
    const value = args[index];
    if (value !== undefined && !isNone(value)) named.set(name, value);
  }
  if (named.has('data') && !named.has('method')) named.set('method', literalExpression('POST', call.at));
  return objectOf(call, [...named]);
};

/** Call of `urlopen(url, data)`. */
const urlopenCall: FunctionMeaning = (call) => {
  const { builder, args, namedArguments, callee, open } = call;
  const data = args()[1];
  const isPlain = (data === undefined || isNone(data)) && !namedArguments.some(([name]) => name === 'data');
  return isPlain ? undefined : builder.finishCall(open(), callee, [requestObject(call) ?? callee]);
};

/** Connection to a host, which is the base of its requests. */
const connectionCall =
  (scheme: string): FunctionMeaning =>
  ({ builder, at, args, callee, open }) => {
    const [host, ...others] = args();
    if (host === undefined) return undefined;
    const base: ExprFact = { kind: 'concat', parts: [literalExpression(scheme, at), host], at: host.at };
    return builder.finishCall(open(), callee, [base, ...others]);
  };

/** Call of `gather(a, b)`, as one of `Promise.all([a, b])`. */
const gatherCall: Meaning = (call) => {
  const elements = call.args();
  return does('promise/all')({ ...call, args: () => [arrayOf(elements, call.at)] });
};

function isNone(value: ExprFact): boolean {
  return value.kind === 'literal' && value.value === null;
}

function arrayOf(elements: readonly ExprFact[], at: Span): ExprFact {
  return { kind: 'array', elements, at };
}

function objectOf({ builder, at }: LibraryCall, properties: readonly (readonly [string, ExprFact])[]): ExprFact {
  const object = builder.openObject(at);
  for (const [key, value] of properties)
    builder.recordProperty(object, { kind: 'property', key, keyAt: value.at, value });
  return { kind: 'object', object, at };
}

/** Functions, by full name, whose calls are values in the facts. */
export const VALUE_FUNCTIONS = byWord<FunctionMeaning>([
  [getattrCall, 'getattr'],
  [requestObject, 'urllib.request.Request', 'urllib2.Request', 'six.moves.urllib.request.Request'],
  [environmentVariable, 'os.getenv', 'os.environ.get'],
  [dictCall, 'dict'],
]);

/** Functions, by full name, whose calls are other calls in the facts. */
export const FUNCTIONS = byWord<FunctionMeaning>([
  [callOfArgument, 'asyncio.to_thread'],
  [connectionCall('http://'), 'http.client.HTTPConnection', 'httplib.HTTPConnection'],
  [connectionCall('https://'), 'http.client.HTTPSConnection', 'httplib.HTTPSConnection', 'urllib3.HTTPSConnectionPool'],
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
  [gatherCall, 'asyncio.gather'],
  [listCall, 'list', 'tuple', 'sorted', 'reversed'],
  [method('entries', ([values]) => values && [values]), 'enumerate'],
  [method('map', swapped), 'map'],
  [urlopenCall, 'urllib.request.urlopen', 'urllib2.urlopen', 'six.moves.urllib.request.urlopen'],
  [partialCall, 'functools.partial'],
]);

/** Methods with another name in the facts, if called with at most `maxArguments` arguments. */
const RENAMED_METHODS: readonly (readonly [name: string, maxArguments: number, ...words: string[]])[] = [
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

/** The name in the facts for the Python name of a method, which a class of the program may define too. */
export const METHOD_NAMES_IN_FACTS = new Map(
  RENAMED_METHODS.flatMap(([name, , ...words]) => words.map((word) => [word, name] as const)),
);

const renamedMethod = (name: string, maxArguments: number): Meaning =>
  method(name, (args) => (args.length <= maxArguments + 1 ? args : undefined));

/** Call of `.strip()` as `trim`, or of `.strip('/')` as a replacement of characters at the ends. */
const stripCall =
  (trimMethod: string, patternOf: (letters: string) => string): Meaning =>
  (call) =>
    call.args().length === 1
      ? method(trimMethod)(call)
      : without((letters) => patternOf(`[${letters.replace(/[\\\]^-]/g, '\\$&')}]+`), 'g')(call);

/** Methods of texts, lists and tables with other names in the facts. */
export const METHODS = byWord<Meaning>([
  ...RENAMED_METHODS.map(([name, maxArguments, ...words]) => [renamedMethod(name, maxArguments), ...words] as const),
  [stripCall('trim', (letters) => `^${letters}|${letters}$`), 'strip'],
  [stripCall('trimStart', (letters) => `^${letters}`), 'lstrip'],
  [stripCall('trimEnd', (letters) => `${letters}$`), 'rstrip'],
  [without((text) => `^${escapeRegExp(text)}`), 'removeprefix'],
  [without((text) => `${escapeRegExp(text)}$`), 'removesuffix'],
  [method('replaceAll', (args) => (args.length === 3 ? args : undefined)), 'replace'],
  [method('join', joinArguments), 'join'],
  [method('push', ([list, tail]) => list && tail && [list, { kind: 'spread', value: tail, at: tail.at }]), 'extend'],
  [insertCall, 'insert'],
]);

/** Arguments of `'/'.join(parts)` in the order of the facts, where the list comes first. */
function joinArguments([separator, parts, ...others]: readonly ExprFact[]): readonly ExprFact[] | undefined {
  return separator?.kind === 'literal' && parts !== undefined && others.length === 0 ? [parts, separator] : undefined;
}

/** Call of `.insert(0, value)`. */
function insertCall(call: Parameters<Meaning>[0]): ExprFact | undefined {
  const [list, index, value] = call.args();
  const isFirst = index?.kind === 'literal' && index.value === 0;
  return method(isFirst ? 'unshift' : 'splice', () => list && value && [list, value])(call);
}
