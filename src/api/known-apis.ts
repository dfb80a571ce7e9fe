import { escapeRegExp } from '../lib/escape-reg-exp.js';
import { remembered } from '../lib/remembered.js';
import type { Api, BaseUrl, Catalogue, Deprecation } from '../model/deprecation.js';
import type { NameSign } from '../model/evidence.js';
import { baseUrlsOf, splitBaseUrl } from './base-url.js';
import { isForeign, signOf } from './server-names.js';

/** What code calls the APIs of a catalogue: the one place that engine, selection and both hosts ask. */
export interface KnownApis {
  /**
   * Names of the APIs, as their SDKs are called: given, or the last but one label of a host. A short one (`ac`) is a
   * name in an expression, but as a text it is anything.
   */
  readonly names: readonly string[];
  /** Packages of their SDKs, with `*` for any scope. */
  readonly packages: readonly string[];
  /** Whether a module is an SDK of one of them, or a part of it. */
  readonly isSdk: (specifier: string) => boolean;
  /** Whether a name in code says one of the names that a catalogue gives; a short one only as a word of its own. */
  readonly isNamed: (text: string) => boolean;
  /** Whose a base URL or a client is, as its names say, or the package that it is from; undefined where nothing says it. */
  readonly signOf: (
    names: readonly string[],
    from?: { readonly module: string; readonly exported: string },
  ) => NameSign | undefined;
  /** The API of an entry. */
  readonly of: (deprecation: Deprecation) => Api | undefined;
}

/** The APIs of a catalogue by what code calls them; worked out once. */
export const apisOf = remembered((catalogue: Catalogue): KnownApis => {
  const packages = [...new Set(sdkPackages(catalogue))];
  const sdk = new RegExp(`^(?:${packages.map(packageSource).join('|') || '(?!)'})(?:/|$)`);
  const named = nameTest(baseUrlsOf(catalogue).flatMap(({ names }) => names ?? []));
  const byId = new Map(catalogue.apis.map((api) => [api.id, api]));
  return {
    names: namesOf(baseUrlsOf(catalogue)),
    packages,
    isSdk: (specifier) => sdk.test(specifier),
    isNamed: (text) => named.test(text),
    signOf: (names, from) => {
      if (names.some((name) => named.test(name))) return 'api';
      const isOther = from !== undefined && !sdk.test(from.module) && isForeign(from);
      return isOther ? 'other' : signOf(catalogue, names);
    },
    of: ({ api }) => byId.get(api),
  };
});

function namesOf(baseUrls: readonly BaseUrl[]): readonly string[] {
  return baseUrls.flatMap(({ url, names = [] }) => {
    const long = names.filter((name) => name.length > 3);
    return long.length > 0 ? long : splitBaseUrl(url).host.split('.').slice(-2, -1);
  });
}

/** Packages that the catalogue names, and for APIs without them those that are called as the API is. */
function sdkPackages({ apis }: Catalogue): readonly string[] {
  return apis.flatMap(
    ({ packages, baseUrls }) =>
      packages ?? namesOf(baseUrls).flatMap((name) => [name, `@*/${name}`, `@*/provider-${name}`]),
  );
}

/** Source of a RegExp for a package as `packages` writes it. */
export function packageSource(pattern: string): string {
  return pattern.split('*').map(escapeRegExp).join('[\\w.-]+');
}

/** Names in any case; short ones only as whole words or parts of camelCase and snake_case names. */
function nameTest(names: readonly string[]): RegExp {
  const sources = names.flatMap((name) => {
    if (name.length > 3) return [Array.from(name, inAnyCase).join('')];
    if (!/^\w+$/.test(name)) return [];
    const capital = `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`;
    return [`(?<![a-zA-Z])(?:${name}|${name.toUpperCase()})(?![a-z])`, `(?<=[a-z_])${capital}(?![a-z])`];
  });
  return new RegExp(sources.join('|') || '(?!)');
}

function inAnyCase(letter: string): string {
  const [lower, upper] = [letter.toLowerCase(), letter.toUpperCase()];
  return lower === upper ? escapeRegExp(letter) : `[${lower}${upper}]`;
}
