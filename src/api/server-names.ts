import { remembered } from '../lib/remembered.js';
import type { Api, Catalogue, Deprecation } from '../model/deprecation.js';
import type { NameSign } from '../model/evidence.js';

/** Words that make a name that of a server: what else the name says is whose it is. */
const SERVER = new Set(
  'api apis base client domain endpoint endpoints host hostname http origin rest root server service uri url urls'.split(
    ' ',
  ),
);

/** Words that say nothing of whose a server is. */
const NEUTRAL = new Set(
  `app args auth authed authenticated axios call cfg common conf config configuration const constants context core ctx
  current custom default defaults delete dev development edge env environment expo external fetch fetcher full gateway
  get global globals import live main meta my next nuxt option options opts override params patch path post prefix
  private process prod production props provider proxy public put query raw react real remote request requests runtime
  safe sandbox sdk secure self send settings shared stage staging state target the this token upstream var vars version
  vite web`.split(/\s+/),
);

/**
 * Returns `other` if one of the names of a base URL or client means another server: it has a word for a server, and
 * one that is neither common for servers nor in paths of the API (`backendUrl`, `config.guestsApi`).
 */
export function signOf(catalogue: Catalogue, api: Api, names: readonly string[]): NameSign | undefined {
  const subjects = subjectsOf(catalogue).get(api.id) ?? NOTHING;
  const isOther = (member: string): boolean => {
    const words = wordsOf(member);
    return (
      words.some((word) => SERVER.has(word)) &&
      words.some((word) => !SERVER.has(word) && !NEUTRAL.has(word) && !subjects.has(singular(word)))
    );
  };
  return names.some((name) => name.split(/[^\w$#]+/).some(isOther)) ? 'other' : undefined;
}

/** The words of a name in small letters, without numbers and single letters: `BELLS_URL_2` is `bells`, `url`. */
function wordsOf(name: string): readonly string[] {
  return name
    .split(/[^a-zA-Z]+|(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/)
    .filter((word) => word.length > 2)
    .map((word) => word.toLowerCase());
}

function singular(word: string): string {
  return word.replace(/s$/, '');
}

const NOTHING: ReadonlySet<string> = new Set();

/** Words in the paths of each API of a catalogue. */
const subjectsOf = remembered(({ apis, deprecations }: Catalogue): ReadonlyMap<string, ReadonlySet<string>> => {
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

/** Packages that send whatever they are given, by their names. */
const SENDER = /http|fetch|request|axios|ajax|xhr|rest|api|client|agent|curl/i;

/** Whether a module that is no SDK of the API is a package of more than a sender: what it is called it is for. */
export function isForeign({ module, exported }: { readonly module: string; readonly exported: string }): boolean {
  if (/^(?:[.~#/]|@\/|node:)/.test(module)) return false;
  const match = /^(?:@([\w.-]+)\/)?([\w.-]+)(\/)?/.exec(module);
  if (match === null) return false;
  const [, scope, name = '', below] = match;
  // A path without a scope may be an alias of a folder.
  if (scope === undefined) return below === undefined && !SENDER.test(name);
  return !SENDER.test(name) || exported.toLowerCase().includes(scope.toLowerCase());
}
