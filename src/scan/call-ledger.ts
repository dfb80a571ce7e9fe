import { addTo } from '../core/lib/collections.js';
import { LineIndex } from '../core/lib/line-index.js';
import type { LanguageId } from '../core/model/language.js';
import type { Place } from '../core/model/span.js';
import type { CallTrace, RequestTrace, UrlTrace } from '../core/model/evidence.js';
import type { InventoryApi, InventoryFile, UnknownRequest } from '../report/inventory.js';
import type { CodeLine } from '../report/report.js';
import { hostOf, isPublicHost } from './url-hosts.js';
import { placeKey } from './place-findings.js';

/** Id of the pseudo API for all hosts that are not in the catalogue. */
export const OTHER_HOSTS_API = 'other hosts';

export type CalledApi = Pick<
  InventoryApi,
  'hosts' | 'calls' | 'inTests' | 'shared' | 'deprecated' | 'unresolved' | 'files' | 'passed'
>;

interface LedgerContext {
  readonly textOf: (file: string) => string | undefined;
  readonly isTest: (file: string) => boolean;
  readonly languageOf: (file: string) => LanguageId | null;
  /** Returns the values of a variable in the settings files near a file. */
  readonly settingsOf: (file: string, variable: string) => readonly string[];
  /** Returns the ids of the APIs whose deprecated operations a call requests, by its open findings. */
  readonly deprecatedIn: (call: Place) => ReadonlySet<string>;
}

/** Destination of one URL. */
type Destination =
  | { readonly kind: 'api'; readonly id: string; readonly host: string | undefined }
  | { readonly kind: 'host'; readonly host: string }
  | { readonly kind: 'local' | 'own-origin' | 'unknown' | 'nothing' };

interface Account {
  readonly hosts: Set<string>;
  readonly byFile: Map<string, number>;
  /** Callees that receive an address, by file. */
  readonly passed: Map<string, string[]>;
  readonly deprecated: Place[];
  shared: number;
  unresolved: number;
}

interface UnknownPlace {
  readonly at: Place;
  readonly client: string;
  readonly url: string;
  readonly possibleApis: Set<string>;
  readonly callers: Set<string>;
}

/** Counts calls by destination. A call counts once for each API. */
export class CallLedger {
  readonly #context: LedgerContext;
  readonly #apis = new Map<string, Account>();
  readonly #otherHosts = new Map<string, Account>();
  readonly #unknownPlaces = new Map<string, UnknownPlace>();
  #ownOrigin = 0;
  #local = 0;

  constructor(context: LedgerContext) {
    this.#context = context;
  }

  /** Calls outside tests that go only to the server of the page. */
  get ownOrigin(): number {
    return this.#ownOrigin;
  }

  /** Calls outside tests that go only to this machine, or to a reserved host. */
  get local(): number {
    return this.#local;
  }

  /** Adds all calls of a scan at once, because callers of a wrapper may complete its requests. */
  add(calls: readonly CallTrace[]): void {
    const completedPlaces = new Set<string>();
    const { isTest } = this.#context;
    for (const { at, requests } of calls)
      for (const { urls, chain } of requests) {
        if (!urls.some((url) => this.#destinationsOf(url).some(({ kind }) => kind !== 'unknown'))) continue;
        // A call in a test completes no wrapper of the program, because the program calls the wrapper as well.
        for (const place of chain) if (!isTest(at.file) || isTest(place.file)) completedPlaces.add(placeKey(place));
      }
    for (const call of calls) this.#addCall(call, completedPlaces.has(placeKey(call.at)));
  }

  ofApi(id: string): CalledApi | undefined {
    const account = this.#apis.get(id);
    return account && this.#calledApi(account);
  }

  /** Calls by host, for hosts that are not in the catalogue. */
  otherHosts(): readonly (readonly [host: string, called: CalledApi])[] {
    return [...this.#otherHosts].map(([host, account]) => [host, this.#calledApi(account)]);
  }

  unknownRequests(): readonly UnknownRequest[] {
    return [...this.#unknownPlaces.values()]
      .map(({ at, client, url, possibleApis, callers }): UnknownRequest => {
        return {
          ...this.#lineOf(at),
          language: this.#context.languageOf(at.file),
          client,
          url,
          calls: callers.size,
          perhaps: [...possibleApis].sort(),
          ...(this.#context.isTest(at.file) ? { isTest: true } : {}),
        };
      })
      .sort(
        (a, b) =>
          Number(a.isTest === true) - Number(b.isTest === true) ||
          (a.file === b.file ? a.line - b.line : a.file < b.file ? -1 : 1),
      );
  }

  #lineOf({ file, span }: Place): CodeLine {
    return { file, line: new LineIndex(this.#context.textOf(file) ?? '').range(span).start.line };
  }

  #addCall(call: CallTrace, isCompleted: boolean): void {
    const possibleRequests = call.requests.filter(({ ruledOut }) => ruledOut !== true);
    const destinations = possibleRequests.flatMap((request) =>
      request.urls.flatMap((url) => this.#destinationsOf(url).map((destination) => ({ request, destination }))),
    );
    const knownDestinations = destinations.filter(({ destination: { kind } }) => kind === 'api' || kind === 'host');
    const deprecated = this.#context.deprecatedIn(call.at);
    const [first] = possibleRequests;
    // A finding counts as a call of its API even without proof of the server.
    const unprovenApis = [...deprecated].filter(
      (id) => !knownDestinations.some(({ destination }) => destination.kind === 'api' && destination.id === id),
    );
    const countedDestinations = [
      ...knownDestinations,
      ...(first === undefined
        ? []
        : unprovenApis.map((id) => ({
            request: first,
            destination: { kind: 'api', id, host: undefined } as const,
          }))),
    ];
    const accounts = new Set(countedDestinations.flatMap(({ destination }) => this.#accountOf(destination) ?? []));
    const isShared =
      accounts.size > 1 ||
      countedDestinations.length > knownDestinations.length ||
      (accounts.size > 0 && destinations.some(({ destination }) => destination.kind === 'unknown'));
    const countedAccounts = new Set<Account>();
    for (const { destination, request } of countedDestinations) {
      const account = this.#accountOf(destination);
      if (account === undefined) continue;
      if ('host' in destination && destination.host !== undefined) account.hosts.add(destination.host);
      const isDeprecated = destination.kind === 'api' && deprecated.has(destination.id);
      if (countedAccounts.has(account) || (isCompleted && hasUnknownUrls(request) && !isDeprecated)) continue;
      countedAccounts.add(account);
      const { byFile } = account;
      const { file } = call.at;
      // A call of an unknown client counts for an API of the catalogue, but not for another host.
      if (destination.kind === 'host' && request.kind === 'call') {
        addTo(account.passed, file, request.client);
        continue;
      }
      byFile.set(file, (byFile.get(file) ?? 0) + 1);
      if (isShared) account.shared++;
      if (isDeprecated) account.deprecated.push(call.at);
      if (destination.kind === 'api' && request.gap !== undefined) account.unresolved++;
    }
    if (countedDestinations.length > 0) return;
    const requests = destinations.filter(({ request }) => request.kind === 'request');
    const increment = Number(!this.#context.isTest(call.at.file));
    if (requests.some(({ destination }) => destination.kind === 'local')) this.#local += increment;
    else if (requests.some(({ destination }) => destination.kind === 'own-origin')) this.#ownOrigin += increment;
    else if (!isCompleted && requests.some(({ destination }) => destination.kind === 'unknown'))
      this.#addUnknown(call, possibleRequests);
  }

  /** Destinations of a URL; if it begins with a variable, the hosts of the variable's values in settings files. */
  #destinationsOf(url: UrlTrace): readonly Destination[] {
    const destination = destinationOf(url);
    const [base] = url.pieces;
    if (destination.kind !== 'unknown' || base?.unknown === undefined) return [destination];
    const [, variable] = VARIABLE_PLACEHOLDER.exec(base.text) ?? [];
    const values = variable === undefined ? [] : this.#context.settingsOf(base.at.file, variable);
    const settingsDestinations = values.map(hostDestination).filter(({ kind }) => kind === 'host');
    return settingsDestinations.length === 0 ? [destination] : settingsDestinations;
  }

  #addUnknown({ at }: CallTrace, requests: readonly RequestTrace[]): void {
    for (const { kind, chain, client, urls } of requests) {
      if (kind === 'call') continue;
      const place = chain.at(-1) ?? at;
      const key = placeKey(place);
      const unknownPlace: UnknownPlace = this.#unknownPlaces.get(key) ?? {
        at: place,
        client,
        url: urls[0]?.shown ?? '',
        possibleApis: new Set(),
        callers: new Set(),
      };
      this.#unknownPlaces.set(key, unknownPlace);
      unknownPlace.callers.add(placeKey(at));
      for (const { api } of urls) if (api !== undefined && api !== OTHER_HOSTS_API) unknownPlace.possibleApis.add(api);
    }
  }

  #accountOf(destination: Destination): Account | undefined {
    if (destination.kind !== 'api' && destination.kind !== 'host') return undefined;
    const [accounts, key] =
      destination.kind === 'api' ? [this.#apis, destination.id] : [this.#otherHosts, destination.host];
    const account: Account = accounts.get(key) ?? {
      hosts: new Set(),
      byFile: new Map(),
      passed: new Map(),
      deprecated: [],
      shared: 0,
      unresolved: 0,
    };
    accounts.set(key, account);
    return account;
  }

  #calledApi({ hosts, byFile, passed, deprecated, shared, unresolved }: Account): CalledApi {
    const files = [...byFile]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([file, calls]): InventoryFile => ({
        file,
        calls,
        ...(this.#context.isTest(file) ? { isTest: true } : {}),
      }));
    const callsIn = (some: readonly InventoryFile[]): number => some.reduce((sum, { calls }) => sum + calls, 0);
    const inTests = callsIn(files.filter(({ isTest }) => isTest === true));
    const passedByFile = [...passed].sort(([a], [b]) => (a < b ? -1 : 1));
    return {
      hosts: [...hosts].sort(),
      calls: callsIn(files),
      inTests,
      shared,
      deprecated: deprecated
        .map((at) => this.#lineOf(at))
        .sort((a, b) => (a.file === b.file ? a.line - b.line : a.file < b.file ? -1 : 1)),
      unresolved,
      files,
      passed: passedByFile.map(([file, to]) => ({ file, to: [...new Set(to)].sort() })),
    };
  }
}

/** Matches the variable of a placeholder: `URL` of `${process.env.URL}`, `${os.environ['URL']}` and `${URL}`. */
const VARIABLE_PLACEHOLDER = /(?<!\w)([A-Z][A-Z\d_]*)['"\])]*\}$/;

function destinationOf({ host, shown, api, base }: UrlTrace): Destination {
  switch (host) {
    case 'exact':
    case 'set':
    case 'version':
      if (api === undefined) return { kind: 'unknown' };
      if (api !== OTHER_HOSTS_API) return { kind: 'api', id: api, host: hostOf(base ?? shown) };
      // An address from a caller of a wrapper is the destination of that one call, which is counted by itself.
      return host === 'exact' && base !== undefined ? { kind: 'unknown' } : hostDestination(base ?? shown);
    case 'other':
      return hostDestination(base ?? shown);
    case 'own-origin':
      return { kind: 'own-origin' };
    case 'graph':
    case 'named':
    case 'unknown':
      return bareNameDestination(shown);
    default:
      return host satisfies never;
  }
}

/** Destination of a URL that begins with a bare word: a host of this network, or `nothing` for a single word. */
function bareNameDestination(shown: string): Destination {
  const [, name, separator] = /^([\w-]+)($|\/|:(?!\/\/))/.exec(shown) ?? [];
  if (name === undefined) return { kind: 'unknown' };
  return { kind: separator === '' ? 'nothing' : 'local' };
}

function hostDestination(url: string): Destination {
  const name = hostOf(url);
  if (name === undefined) return { kind: 'unknown' };
  return isPublicHost(name) ? { kind: 'host', host: name } : { kind: 'local' };
}

/** Whether every URL of a request has an unknown piece, which callers may complete. */
function hasUnknownUrls({ urls }: RequestTrace): boolean {
  return urls.every(({ pieces }) => pieces.some(({ unknown }) => unknown !== undefined));
}
