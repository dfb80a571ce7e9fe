import { packageName } from '../lib/packages.js';
import { escapeRegExp, NOWHERE } from '../lib/escape.js';
import { memoByObject } from '../lib/collections.js';
import type { Api, BaseUrl, Catalogue, Deprecation } from '../model/deprecation.js';
import type { NameSign } from '../model/evidence.js';
import { splitBaseUrl } from './base-url.js';

/** Names and packages by which code refers to one API of a catalogue. */
export interface KnownApi {
  readonly api: Api;
  /**
   * Names of the API, such as that of its SDK: from the catalogue, else the second-to-last label of a host. A short
   * name (`ac`) counts in an expression (`isNamed`), but not in a text.
   */
  readonly names: readonly string[];
  /** Packages of its SDKs, with `*` for any scope. */
  readonly packages: readonly string[];
  /** Whether a module is an SDK of the API, is inside one, or forwards requests to the API. */
  readonly isSdk: (specifier: string) => boolean;
  /** Whether a module forwards requests to APIs of several vendors. */
  readonly isRouter: (specifier: string) => boolean;
  /** Whether a name in code contains one of the names that the catalogue gives; a short one only as a separate word. */
  readonly isNamed: (text: string) => boolean;
  /** Returns the owner of a base URL or a client, judged by its names or its package; undefined if unknown. */
  readonly signOf: (
    names: readonly string[],
    from?: { readonly module: string; readonly exported: string },
  ) => NameSign | undefined;
}

/** Names and packages of all APIs of a catalogue, shared by the engine, file selection and both hosts. */
export interface KnownApis extends Pick<KnownApi, 'names' | 'packages' | 'isSdk' | 'isNamed'> {
  readonly each: readonly KnownApi[];
  /** Returns the API of an entry. */
  readonly of: (deprecation: Deprecation) => Api | undefined;
}

/** The APIs of a catalogue by their names in code; memoised. */
export const apisOf = memoByObject((catalogue: Catalogue): KnownApis => {
  const each = catalogue.apis.map((api) => knownApi(api, catalogue));
  const byId = new Map(catalogue.apis.map((api) => [api.id, api]));
  const [only] = each;
  const tests: Pick<KnownApi, 'isSdk' | 'isNamed'> =
    only !== undefined && each.length === 1
      ? only
      : {
          isSdk: (specifier) => each.some(({ isSdk }) => isSdk(specifier)),
          isNamed: (text) => each.some(({ isNamed }) => isNamed(text)),
        };
  return {
    each,
    names: each.flatMap(({ names }) => names),
    packages: [...new Set(each.flatMap(({ packages }) => packages))],
    isSdk: tests.isSdk,
    isNamed: tests.isNamed,
    of: ({ api }) => byId.get(api),
  };
});

function knownApi(api: Api, catalogue: Catalogue): KnownApi {
  const packages = [...new Set(sdkPackages(api))];
  const sdk = new RegExp(`^(?:${packages.map(packageSource).join('|') || '(?!)'})(?:/|$)`);
  const own = new Set(sdkPackages({ ...api, clients: api.clients?.filter(({ routes }) => routes !== true) ?? [] }));
  const routers = new Set(packages.filter((name) => !own.has(name)));
  const named = nameTest(api.baseUrls.flatMap(({ names }) => names ?? []));
  return {
    api,
    names: apiNames(api.baseUrls),
    packages,
    isSdk: (specifier) => sdk.test(specifier),
    isRouter: (specifier) => routers.has(packageName(specifier)),
    isNamed: (text) => named.test(text),
    signOf: (names, from) => {
      if (names.some((name) => named.test(name))) return 'api';
      const others = othersOf(catalogue, api);
      if (names.some((name) => others.some(({ isNamed }) => isNamed(name)))) return 'other';
      const isOther = from !== undefined && !sdk.test(from.module) && isUnrelatedPackage(from);
      return isOther ? 'other' : signOf(catalogue, api, names);
    },
  };
}

function othersOf(catalogue: Catalogue, own: Api): readonly KnownApi[] {
  return apisOf(catalogue).each.filter(({ api }) => api !== own);
}

function apiNames(baseUrls: readonly BaseUrl[]): readonly string[] {
  return baseUrls.flatMap(({ url, names = [] }) => {
    const long = names.filter((name) => name.length > 3);
    return long.length > 0 ? long : splitBaseUrl(url).host.split('.').slice(-2, -1);
  });
}

/** Packages that the catalogue lists, or else those named after the API; and the packages of the clients of the API. */
function sdkPackages({ packages, clients = [], baseUrls }: Api): readonly string[] {
  const modules = clients.flatMap(({ origins, shared }) =>
    shared === true ? [] : origins.flatMap((origin) => ('module' in origin ? [packageName(origin.module)] : [])),
  );
  return [...(packages ?? apiNames(baseUrls).flatMap(packagePatterns)), ...modules];
}

function packagePatterns(name: string): readonly string[] {
  return [name, `@*/${name}`, `@*/provider-${name}`];
}

/** Source of a RegExp for a package as `packages` writes it. */
export function packageSource(pattern: string): string {
  return pattern.split('*').map(escapeRegExp).join('[\\w.-]+');
}

/** Pattern of names in any case; short ones match only whole words, or parts of camelCase and snake_case names. */
function nameTest(names: readonly string[]): RegExp {
  const sources = names.flatMap((name) => {
    if (name.length > 3) return [Array.from(name, inAnyCase).join('')];
    if (!/^\w+$/.test(name)) return [];
    const capital = `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`;
    return [`(?<![a-zA-Z])(?:${name}|${name.toUpperCase()})(?![a-z])`, `(?<=[a-z_])${capital}(?![a-z])`];
  });
  return new RegExp(sources.join('|') || NOWHERE);
}

function inAnyCase(letter: string): string {
  const [lower, upper] = [letter.toLowerCase(), letter.toUpperCase()];
  return lower === upper ? escapeRegExp(letter) : `[${lower}${upper}]`;
}

/** Words for a server in a name; the other words of the name can show to whom the server belongs. */
const SERVER = new Set(
  'api apis base client domain endpoint endpoints host hostname http origin rest root server service uri url urls'.split(
    ' ',
  ),
);

/** Words in the name of a server that do not show to whom it belongs. */
const NEUTRAL = new Set(
  `app args auth authed authenticated axios call cfg common conf config configuration const constants context core ctx
  current custom default defaults delete dev development edge env environment expo external fetch fetcher full gateway
  get global globals import live main meta my next nuxt option options opts override params patch path post prefix
  private process prod production props provider proxy public put query raw react real remote request requests runtime
  safe sandbox sdk secure self send settings shared stage staging state target the this token upstream var vars version
  vite web`.split(/\s+/),
);

/**
 * Returns `other` if one of the names of a base URL or client means another server: it has a word for a server, and one
 * that is neither common for servers nor in paths of the API (`backendUrl`, `config.guestsApi`).
 */
function signOf(catalogue: Catalogue, api: Api, names: readonly string[]): NameSign | undefined {
  const pathWords = pathWordsOf(catalogue).get(api.id) ?? NO_WORDS;
  const isOther = (member: string): boolean => {
    const words = wordsOf(member);
    return (
      words.some((word) => SERVER.has(word)) &&
      words.some((word) => !SERVER.has(word) && !NEUTRAL.has(word) && !pathWords.has(singular(word)))
    );
  };
  return names.some((name) => name.split(/[^\w$#]+/).some(isOther)) ? 'other' : undefined;
}

/** The words of a name in lower case, without numbers and short words: `BELLS_URL_2` is `bells`, `url`. */
function wordsOf(name: string): readonly string[] {
  return name
    .split(/[^a-zA-Z]+|(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/)
    .filter((word) => word.length > 2)
    .map((word) => word.toLowerCase());
}

function singular(word: string): string {
  return word.replace(/s$/, '');
}

const NO_WORDS: ReadonlySet<string> = new Set();

/** Words in the paths of a catalogue, by API. */
const pathWordsOf = memoByObject(({ apis, deprecations }: Catalogue): ReadonlyMap<string, ReadonlySet<string>> => {
  return new Map(
    apis.map(({ id, live = [] }) => {
      const own = deprecations.filter(({ api }) => api === id);
      return [id, wordsOfPaths([...own.flatMap(pathsOf), ...live.map(({ path }) => path.text)])];
    }),
  );
});

function pathsOf(deprecation: Deprecation): readonly string[] {
  return [
    ...('endpoints' in deprecation ? deprecation.endpoints.map(({ path }) => path.text) : []),
    ...deprecation.nearMisses.map(({ path }) => path),
  ];
}

function wordsOfPaths(paths: readonly string[]): ReadonlySet<string> {
  return new Set(paths.flatMap((path) => wordsOf(path.replace(/\{[^{}]*\}/g, ''))).map(singular));
}

/** Words in the names of packages that send arbitrary requests. */
const SENDER = /http|fetch|request|axios|ajax|xhr|rest|api|client|agent|curl/i;

/**
 * Whether a module that is not an SDK of the API is, by its name, a package for a purpose other than sending requests.
 */
function isUnrelatedPackage({ module, exported }: { readonly module: string; readonly exported: string }): boolean {
  if (/^(?:[.~#/]|@\/|node:)/.test(module)) return false;
  const match = /^(?:@([\w.-]+)\/)?([\w.-]+)(\/)?/.exec(module);
  if (match === null) return false;
  const [, scope, name = '', below] = match;
  // A path without a scope may be an alias of a folder.
  if (scope === undefined) return below === undefined && !SENDER.test(name);
  return !SENDER.test(name) || exported.toLowerCase().includes(scope.toLowerCase());
}
