import {
  entryExpression,
  literalExpression,
  memberExpression,
  nameExpression,
  unknownExpression,
} from '../../facts/expressions.js';
import type { ExprFact } from '../../model/facts.js';
import type { Span } from '../../model/span.js';

/** A call of a function that the language or its library has. */
export interface KnownCall {
  readonly args: readonly ExprFact[];
  readonly named: readonly (readonly [string, ExprFact])[];
  readonly at: Span;
  readonly callee: ExprFact;
  /** The arguments by name, as an object. */
  readonly names: ExprFact | undefined;
  /** Makes an object with these properties. */
  readonly object: (properties: readonly (readonly [string, ExprFact])[]) => ExprFact;
  /** Makes the call one of something else. */
  readonly finish: (callee: ExprFact, args: readonly ExprFact[]) => ExprFact;
}

/** What a call of a function means; undefined where it is a call as any other. */
type Known = (call: KnownCall) => ExprFact | undefined;

/** The same function under the name that the facts have for it. */
const as =
  (path: string, order: (args: readonly ExprFact[]) => readonly (ExprFact | undefined)[] = (args) => args): Known =>
  ({ args, at, finish }) => {
    const given = order(args).filter((arg) => arg !== undefined);
    return args.length === 0 ? undefined : finish(pathOf(path, at), given);
  };

const first = as('structuredClone', ([value]) => [value]);
const written = as('JSON.stringify', ([value]) => [value]);
const parsed = as('JSON.parse', ([text]) => [text]);
const joinedUrl = as('URL', ([base, path]) => [path, base]);
const joinedPath: Known = ({ args, at, finish }) =>
  finish({ kind: 'imported', specifier: 'node:path', name: 'join', via: 'import', at }, args);
const listed: Known = ({ args: [values], at, finish }) => {
  if (values === undefined) return noCall({ at, finish }, { kind: 'array', elements: [], at });
  return finish(pathOf('Array.from', at), [values]);
};

/** `f` given to something that calls it with the rest. */
const called =
  (from: number): Known =>
  ({ args, finish }) => {
    const callee = args[from];
    return callee === undefined || callee.kind === 'literal' ? undefined : finish(callee, args.slice(from + 1));
  };

/** `os.getenv('KEY', default)`. */
const environment: Known = ({ args: [key, fallback], at, finish }) => {
  if (key === undefined) return undefined;
  const variables: ExprFact = { kind: 'imported', specifier: 'os', name: 'environ', via: 'import', at };
  finish(memberExpression(variables, 'get', at, at), [key]);
  const value = entryExpression(variables, key, at);
  return fallback === undefined ? value : { kind: 'choice', operator: '??', options: [value, fallback], at };
};

/** `partial(f, a)`; one that gives arguments by name is not followed. */
const partial: Known = ({ args: [callee, ...bound], named, at, finish }) => {
  if (callee === undefined || named.length > 0) return undefined;
  return finish(memberExpression(callee, 'bind', at, at), [literalExpression(null, at), ...bound]);
};

/** `dict(key=value)`, `dict(table, key=value)`: pairs are not followed. */
const table: Known = ({ args, names, at, object, finish }) => {
  if (args.length > 0) return undefined;
  return noCall({ at, finish }, names ?? object([]));
};

const attribute: Known = ({ args: [object, name], at, finish }) => {
  if (object === undefined || name === undefined) return undefined;
  return noCall({ at, finish }, entryExpression(object, name, at));
};

/** `Request(url, data, headers, method=…)`: what it carries, as an object. With data it is a POST. */
const carried: Known = ({ args, named, at, object, finish }) => {
  const given = new Map(named);
  for (const [index, name] of ['url', 'data', 'headers'].entries()) {
    const value = args[index];
    if (value !== undefined && !isNothing(value)) given.set(name, value);
  }
  if (given.has('data') && !given.has('method')) given.set('method', literalExpression('POST', at));
  return noCall({ at, finish }, object([...given]));
};

/** `urlopen(url, data)`. */
const opened: Known = (call) => {
  const {
    args: [, data],
    named,
    callee,
    finish,
  } = call;
  const isPlain = (data === undefined || isNothing(data)) && !named.some(([name]) => name === 'data');
  return isPlain ? undefined : finish(callee, [carried({ ...call, finish: () => callee }) ?? callee]);
};

/** A connection is made to a host, which is the base of what it requests. */
const connected =
  (scheme: string): Known =>
  ({ args: [host, ...others], at, callee, finish }) =>
    host === undefined
      ? undefined
      : finish(callee, [{ kind: 'concat', parts: [literalExpression(scheme, at), host], at: host.at }, ...others]);

function isNothing(value: ExprFact): boolean {
  return value.kind === 'literal' && value.value === null;
}

/** Functions by their full names. */
export const MODULE_FUNCTIONS: ReadonlyMap<string, Known> = new Map<string, Known>([
  ['str', as('String', ([value]) => [value])],
  ['dict', table],
  ['list', listed],
  ['tuple', listed],
  ['sorted', listed],
  ['reversed', listed],
  ['set', as('Set', ([values]) => [values])],
  ['frozenset', as('Set', ([values]) => [values])],
  [
    'enumerate',
    ({ args: [values], at, finish }) =>
      values === undefined ? undefined : finish(memberExpression(values, 'entries', at, at), []),
  ],
  [
    'map',
    ({ args: [callee, values], at, finish }) =>
      callee === undefined || values === undefined
        ? undefined
        : finish(memberExpression(values, 'map', at, at), [callee]),
  ],
  ['getattr', attribute],
  ...['json', 'simplejson', 'ujson', 'orjson'].flatMap((module): [string, Known][] => [
    [`${module}.dumps`, written],
    [`${module}.loads`, parsed],
  ]),
  ...['urllib.parse.urljoin', 'urlparse.urljoin', 'yarl.URL.join'].map((name): [string, Known] => [name, joinedUrl]),
  ...['urllib.parse.quote', 'urllib.quote', 'requests.utils.quote'].map((name): [string, Known] => [
    name,
    as('encodeURI', ([text]) => [text]),
  ]),
  ...['urllib.parse.quote_plus', 'urllib.quote_plus'].map((name): [string, Known] => [
    name,
    as('encodeURIComponent', ([text]) => [text]),
  ]),
  ...['os.path.join', 'posixpath.join'].map((name): [string, Known] => [name, joinedPath]),
  ...['urllib.request', 'urllib2', 'six.moves.urllib.request'].flatMap((module): [string, Known][] => [
    [`${module}.Request`, carried],
    [`${module}.urlopen`, opened],
  ]),
  ...['http.client', 'httplib'].flatMap((module): [string, Known][] => [
    [`${module}.HTTPSConnection`, connected('https://')],
    [`${module}.HTTPConnection`, connected('http://')],
  ]),
  ['urllib3.HTTPSConnectionPool', connected('https://')],
  ['os.getenv', environment],
  ['os.environ.get', environment],
  ['functools.partial', partial],
  ['copy.copy', first],
  ['copy.deepcopy', first],
  ['yarl.URL', as('String', ([value]) => [value])],
  ['httpx.URL', as('String', ([value]) => [value])],
  ['typing.cast', as('structuredClone', ([, value]) => [value])],
  ['asyncio.run', first],
  ['asyncio.create_task', first],
  ['asyncio.ensure_future', first],
  ['asyncio.wait_for', first],
  [
    'asyncio.gather',
    ({ args, at, finish }) => finish(pathOf('Promise.all', at), [{ kind: 'array', elements: args, at }]),
  ],
  ['asyncio.to_thread', called(0)],
]);

/** A value that is no call: what was taken for one is left as a call of nothing. */
function noCall({ at, finish }: Pick<KnownCall, 'at' | 'finish'>, value: ExprFact): ExprFact {
  finish(unknownExpression('other', at), []);
  return value;
}

function pathOf(path: string, at: Span): ExprFact {
  return path
    .split('.')
    .reduce((object, property) => memberExpression(object, property, at, at), nameExpression('globalThis', at));
}
