import { LineIndex } from '../lib/line-index.js';
import type { LanguageId } from '../model/language.js';
import type { Place } from '../model/span.js';
import type { CallTrace, RequestTrace, UrlTrace } from '../model/trace.js';
import type { InventoryApi, InventoryFile, UnknownRequests } from '../report/inventory.js';
import { hostOf, isSomebodys } from './hosts.js';

export type CalledApi = Pick<InventoryApi, 'hosts' | 'calls' | 'inTests' | 'unresolved' | 'files'>;

interface About {
  readonly textOf: (file: string) => string | undefined;
  readonly isTest: (file: string) => boolean;
  readonly languageOf: (file: string) => LanguageId | null;
}

/** Where one URL goes. */
type Destination =
  | { readonly kind: 'api'; readonly id: string; readonly host: string | undefined }
  | { readonly kind: 'host'; readonly host: string }
  | { readonly kind: 'local' | 'own-origin' | 'unknown' };

interface Account {
  readonly hosts: Set<string>;
  readonly byFile: Map<string, number>;
  unresolved: number;
}

interface UnknownPlace {
  readonly at: Place;
  readonly client: string;
  readonly urls: Set<string>;
  readonly perhaps: Set<string>;
  readonly callers: Set<string>;
}

/** Adds up calls by where they go. A call counts once for each API. */
export class CallLedger {
  readonly #about: About;
  readonly #apis = new Map<string, Account>();
  readonly #others = new Map<string, Account>();
  readonly #unknown = new Map<string, UnknownPlace>();
  #ownOrigin = 0;
  #local = 0;

  constructor(about: About) {
    this.#about = about;
  }

  /** Calls that only go to the server of the page. */
  get ownOrigin(): number {
    return this.#ownOrigin;
  }

  /** Calls that only go to this machine, or to nobody. */
  get local(): number {
    return this.#local;
  }

  /** All calls of a scan: what a wrapper does not know, its callers may. */
  add(calls: readonly CallTrace[]): void {
    const completed = new Set<string>();
    for (const { requests } of calls)
      for (const request of requests)
        if (request.urls.some((url) => destinationOf(url).kind !== 'unknown'))
          for (const place of request.chain) completed.add(keyOf(place));
    for (const call of calls) this.#addCall(call, completed.has(keyOf(call.at)));
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
      .map(({ at, client, urls, perhaps, callers }): UnknownRequests => {
        const { line } = new LineIndex(this.#about.textOf(at.file) ?? '').range(at.span).start;
        return {
          ...{ file: at.file, line, language: this.#about.languageOf(at.file), client },
          ...{ url: shortest(urls), calls: callers.size, perhaps: [...perhaps].sort() },
          ...(this.#about.isTest(at.file) ? { isTest: true } : {}),
        };
      })
      .sort((a, b) => (a.file === b.file ? a.line - b.line : a.file < b.file ? -1 : 1));
  }

  #addCall(call: CallTrace, isCompleted: boolean): void {
    const sent = call.requests.filter(({ ruledOut }) => ruledOut !== true);
    const goals = sent.flatMap((request) => request.urls.map((url) => ({ request, url, goal: destinationOf(url) })));
    const located = goals.filter(({ goal }) => goal.kind === 'api' || goal.kind === 'host');
    const { file } = call.at;
    const counted = new Set<Account>();
    for (const { goal, request } of located) {
      const account = this.#accountOf(goal);
      if (account === undefined) continue;
      if (goal.kind !== 'local' && 'host' in goal && goal.host !== undefined) account.hosts.add(goal.host);
      if (counted.has(account) || (isCompleted && isOpen(request))) continue;
      counted.add(account);
      account.byFile.set(file, (account.byFile.get(file) ?? 0) + 1);
      if (goal.kind === 'api' && request.gap !== undefined) account.unresolved++;
    }
    if (located.length > 0) return;
    const requests = goals.filter(({ request }) => request.kind === 'request');
    if (requests.some(({ goal }) => goal.kind === 'local')) this.#local++;
    else if (requests.some(({ goal }) => goal.kind === 'own-origin')) this.#ownOrigin++;
    else if (!isCompleted) this.#addUnknown(call, sent);
  }

  #addUnknown({ at }: CallTrace, requests: readonly RequestTrace[]): void {
    for (const { kind, chain, client, urls } of requests) {
      if (kind === 'call') continue;
      const place = chain.at(-1) ?? at;
      const key = keyOf(place);
      const known = this.#unknown.get(key) ?? {
        ...{ at: place, client, urls: new Set(), perhaps: new Set(), callers: new Set() },
      };
      this.#unknown.set(key, known);
      known.callers.add(keyOf(at));
      for (const { shown, api } of urls) {
        known.urls.add(shown);
        if (api !== undefined) known.perhaps.add(api);
      }
    }
  }

  #accountOf(goal: Destination): Account | undefined {
    if (goal.kind !== 'api' && goal.kind !== 'host') return undefined;
    const [accounts, key] = goal.kind === 'api' ? [this.#apis, goal.id] : [this.#others, goal.host];
    const account = accounts.get(key) ?? { hosts: new Set(), byFile: new Map(), unresolved: 0 };
    accounts.set(key, account);
    return account;
  }

  #total({ hosts, byFile, unresolved }: Account): CalledApi {
    const files = [...byFile]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([file, calls]): InventoryFile => ({ file, calls, ...(this.#about.isTest(file) ? { isTest: true } : {}) }));
    const sum = (of: readonly InventoryFile[]): number => of.reduce((all, { calls }) => all + calls, 0);
    const inTests = sum(files.filter(({ isTest }) => isTest === true));
    return { hosts: [...hosts].sort(), calls: sum(files), inTests, unresolved, files };
  }
}

function destinationOf({ host, shown, api, base }: UrlTrace): Destination {
  switch (host) {
    case 'exact':
    case 'set':
    case 'version':
      return api === undefined ? { kind: 'unknown' } : { kind: 'api', id: api, host: hostOf(base ?? shown) };
    case 'other': {
      const name = hostOf(base ?? shown);
      if (name === undefined) return { kind: 'unknown' };
      return isSomebodys(name) ? { kind: 'host', host: name } : { kind: 'local' };
    }
    case 'own-origin':
      return { kind: 'own-origin' };
    case 'graph':
    case 'named':
    case 'unknown':
      return { kind: 'unknown' };
    default:
      return host satisfies never;
  }
}

/** Whether a part of all its URLs depends on callers. */
function isOpen({ urls }: RequestTrace): boolean {
  return urls.every(({ pieces }) => pieces.some(({ unknown }) => unknown !== undefined));
}

function shortest(urls: ReadonlySet<string>): string {
  return [...urls].sort((a, b) => a.length - b.length || (a < b ? -1 : 1))[0] ?? '';
}

function keyOf({ file, span }: Place): string {
  return `${span[0]}:${span[1]}:${file}`;
}
