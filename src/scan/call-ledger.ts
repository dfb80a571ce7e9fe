import { addTo } from '../core/lib/collections.js';
import { LineIndex } from '../core/lib/line-index.js';
import type { LanguageId } from '../core/model/language.js';
import type { Place } from '../core/model/span.js';
import type { CallTrace, RequestTrace, UrlTrace } from '../core/model/evidence.js';
import type { InventoryApi, InventoryFile, UnknownRequests } from '../report/inventory.js';
import type { CodeLine } from '../report/report.js';
import { hostOf, isPublicHost } from './hosts.js';
import { placeKey } from './place-findings.js';

/** Id of the pseudo API for hosts of no API in the catalogue. */
export const OTHERS = 'other hosts';

export type CalledApi = Pick<
  InventoryApi,
  'hosts' | 'calls' | 'inTests' | 'shared' | 'deprecated' | 'unresolved' | 'files' | 'passed'
>;

interface LedgerContext {
  readonly textOf: (file: string) => string | undefined;
  readonly isTest: (file: string) => boolean;
  readonly languageOf: (file: string) => LanguageId | null;
  /** Returns the addresses that settings files near a file give to a variable. */
  readonly settingsOf: (file: string, variable: string) => readonly string[];
  /** Returns the ids of the APIs of open findings of a call. */
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
  /** Callees that an address is passed to, by file. */
  readonly passed: Map<string, string[]>;
  readonly deprecated: Place[];
  shared: number;
  unresolved: number;
}

interface UnknownPlace {
  readonly at: Place;
  readonly client: string;
  readonly url: string;
  readonly perhaps: Set<string>;
  readonly callers: Set<string>;
}

/** Counts calls by destination. A call counts once for each API. */
export class CallLedger {
  readonly #context: LedgerContext;
  readonly #apis = new Map<string, Account>();
  readonly #others = new Map<string, Account>();
  readonly #unknown = new Map<string, UnknownPlace>();
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
    const completed = new Set<string>();
    const { isTest } = this.#context;
    for (const { at, requests } of calls)
      for (const { urls, chain } of requests) {
        if (!urls.some((url) => this.#goalsOf(url).some(({ kind }) => kind !== 'unknown'))) continue;
        // A call in a test completes no wrapper of the program, because the program calls the wrapper as well.
        for (const place of chain) if (!isTest(at.file) || isTest(place.file)) completed.add(placeKey(place));
      }
    for (const call of calls) this.#addCall(call, completed.has(placeKey(call.at)));
  }

  ofApi(id: string): CalledApi | undefined {
    const account = this.#apis.get(id);
    return account && this.#total(account);
  }

  /** Hosts of no API of the catalogue. */
  otherHosts(): readonly (readonly [host: string, called: CalledApi])[] {
    return [...this.#others].map(([host, account]) => [host, this.#total(account)]);
  }

  unknown(): readonly UnknownRequests[] {
    return [...this.#unknown.values()]
      .map(({ at, client, url, perhaps, callers }): UnknownRequests => {
        return {
          ...this.#lineOf(at),
          language: this.#context.languageOf(at.file),
          client,
          url,
          calls: callers.size,
          perhaps: [...perhaps].sort(),
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
    const sent = call.requests.filter(({ ruledOut }) => ruledOut !== true);
    const goals = sent.flatMap((request) =>
      request.urls.flatMap((url) => this.#goalsOf(url).map((goal) => ({ request, goal }))),
    );
    const known = goals.filter(({ goal }) => goal.kind === 'api' || goal.kind === 'host');
    const deprecated = this.#context.deprecatedIn(call.at);
    const [first] = sent;
    // A finding counts as a call of its API even without proof of the server.
    const found = [...deprecated].filter((id) => !known.some(({ goal }) => goal.kind === 'api' && goal.id === id));
    const located = [
      ...known,
      ...(first === undefined
        ? []
        : found.map((id) => ({ request: first, goal: { kind: 'api', id, host: undefined } as const }))),
    ];
    const accounts = new Set(located.flatMap(({ goal }) => this.#accountOf(goal) ?? []));
    const isShared =
      accounts.size > 1 ||
      located.length > known.length ||
      (accounts.size > 0 && goals.some(({ goal }) => goal.kind === 'unknown'));
    const counted = new Set<Account>();
    for (const { goal, request } of located) {
      const account = this.#accountOf(goal);
      if (account === undefined) continue;
      if ('host' in goal && goal.host !== undefined) account.hosts.add(goal.host);
      const isDeprecated = goal.kind === 'api' && deprecated.has(goal.id);
      if (counted.has(account) || (isCompleted && hasUnknownUrls(request) && !isDeprecated)) continue;
      counted.add(account);
      const { byFile } = account;
      const { file } = call.at;
      // Only for hosts without a catalogue, a callee that is not a known client does not count as a call.
      if (goal.kind === 'host' && request.kind === 'call') {
        addTo(account.passed, file, request.client);
        continue;
      }
      byFile.set(file, (byFile.get(file) ?? 0) + 1);
      if (isShared) account.shared++;
      if (isDeprecated) account.deprecated.push(call.at);
      if (goal.kind === 'api' && request.gap !== undefined) account.unresolved++;
    }
    if (located.length > 0) return;
    const requests = goals.filter(({ request }) => request.kind === 'request');
    const own = Number(!this.#context.isTest(call.at.file));
    if (requests.some(({ goal }) => goal.kind === 'local')) this.#local += own;
    else if (requests.some(({ goal }) => goal.kind === 'own-origin')) this.#ownOrigin += own;
    else if (!isCompleted && requests.some(({ goal }) => goal.kind === 'unknown')) this.#addUnknown(call, sent);
  }

  /** Destinations of a URL; if it begins with a variable, those of its values in settings files. */
  #goalsOf(url: UrlTrace): readonly Destination[] {
    const goal = destinationOf(url);
    const [base] = url.pieces;
    if (goal.kind !== 'unknown' || base?.unknown === undefined) return [goal];
    const [, variable] = VARIABLE.exec(base.text) ?? [];
    const values = variable === undefined ? [] : this.#context.settingsOf(base.at.file, variable);
    const goals = values.map(hostDestination).filter(({ kind }) => kind === 'host');
    return goals.length === 0 ? [goal] : goals;
  }

  #addUnknown({ at }: CallTrace, requests: readonly RequestTrace[]): void {
    for (const { kind, chain, client, urls } of requests) {
      if (kind === 'call') continue;
      const place = chain.at(-1) ?? at;
      const key = placeKey(place);
      const known: UnknownPlace = this.#unknown.get(key) ?? {
        at: place,
        client,
        url: urls[0]?.shown ?? '',
        perhaps: new Set(),
        callers: new Set(),
      };
      this.#unknown.set(key, known);
      known.callers.add(placeKey(at));
      for (const { api } of urls) if (api !== undefined && api !== OTHERS) known.perhaps.add(api);
    }
  }

  #accountOf(goal: Destination): Account | undefined {
    if (goal.kind !== 'api' && goal.kind !== 'host') return undefined;
    const [accounts, key] = goal.kind === 'api' ? [this.#apis, goal.id] : [this.#others, goal.host];
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

  #total({ hosts, byFile, passed, deprecated, shared, unresolved }: Account): CalledApi {
    const files = [...byFile]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([file, calls]): InventoryFile => ({
        file,
        calls,
        ...(this.#context.isTest(file) ? { isTest: true } : {}),
      }));
    const sum = (of: readonly InventoryFile[]): number => of.reduce((all, { calls }) => all + calls, 0);
    const inTests = sum(files.filter(({ isTest }) => isTest === true));
    const places = [...passed].sort(([a], [b]) => (a < b ? -1 : 1));
    return {
      hosts: [...hosts].sort(),
      calls: sum(files),
      inTests,
      shared,
      deprecated: deprecated
        .map((at) => this.#lineOf(at))
        .sort((a, b) => (a.file === b.file ? a.line - b.line : a.file < b.file ? -1 : 1)),
      unresolved,
      files,
      passed: places.map(([file, to]) => ({ file, to: [...new Set(to)].sort() })),
    };
  }
}

/** Variable in a placeholder: `URL` of `${process.env.URL}`, `${os.environ['URL']}` and `${URL}`. */
const VARIABLE = /(?<!\w)([A-Z][A-Z\d_]*)['"\])]*\}$/;

function destinationOf({ host, shown, api, base }: UrlTrace): Destination {
  switch (host) {
    case 'exact':
    case 'set':
    case 'version':
      if (api === undefined) return { kind: 'unknown' };
      if (api !== OTHERS) return { kind: 'api', id: api, host: hostOf(base ?? shown) };
      // An address from one caller of a wrapper is the destination of that call alone, and is counted there.
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

/** Destination of a URL that begins with a bare word: a host of this network, or nothing if the word is alone. */
function bareNameDestination(shown: string): Destination {
  const [, name, rest] = /^([\w-]+)($|\/|:(?!\/\/))/.exec(shown) ?? [];
  if (name === undefined) return { kind: 'unknown' };
  return { kind: rest === '' ? 'nothing' : 'local' };
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
