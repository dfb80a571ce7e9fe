import { compileFunction } from 'node:vm';

/** One request of a run. */
export interface SentRecord {
  /** Number passed to the last call of `at`. */
  readonly id: number;
  readonly headers: readonly (readonly [string, string])[];
  readonly query: readonly (readonly [string, string])[];
}

type Pairs = readonly (readonly [string, unknown])[];

/** Runs a program with the platform's own classes, and small fakes of axios, `node:https` and XMLHttpRequest. */
export function runSent(source: string, input: Readonly<Record<string, unknown>>): readonly SentRecord[] {
  const records: SentRecord[] = [];
  let id = -1;
  const send = (url: string, headers: Pairs): void => {
    records.push({
      id,
      headers: headers.map(([name, value]) => [name.toLowerCase(), String(value)]),
      query: [...new URL(url).searchParams],
    });
  };
  const parameters: Record<string, unknown> = {
    input,
    at: (number: number) => {
      id = number;
    },
    console: { log: () => undefined },
    opaque,
    fetch: (first: string | URL | Request, init?: RequestInit) => {
      const request = new Request(first, init);
      send(request.url, [...request.headers]);
      return Promise.resolve(undefined);
    },
    XMLHttpRequest: class {
      #headers = new Headers();
      #url = '';
      open(_method: string, url: string): void {
        this.#url = url;
      }
      setRequestHeader(name: string, value: string): void {
        this.#headers.append(name, value);
      }
      send(): void {
        send(this.#url, [...this.#headers]);
      }
    },
    require: (name: string) => (name === 'axios' ? axiosLike(send) : httpsLike(send)),
  };
  const run = compileFunction(source, Object.keys(parameters)) as (...args: readonly unknown[]) => void;
  try {
    run(...Object.values(parameters));
  } catch {
    // A header that the platform refuses: what was sent before counts.
  }
  return records;
}

/** Changes its argument as an unknown function may. */
function opaque(thing: unknown): void {
  if (thing instanceof Headers || thing instanceof URLSearchParams) {
    thing.set('x-o', 'o');
    thing.delete('x-a');
  } else if (typeof thing === 'object' && thing !== null) {
    Object.assign(thing, { 'x-o': 'o' });
    Reflect.deleteProperty(thing, 'x-a');
  }
}

interface Config {
  readonly headers?: Record<string, unknown>;
  readonly params?: Record<string, unknown> | URLSearchParams;
}

type Send = (url: string, headers: Pairs) => void;

/** Fake of axios: options override defaults, header names ignore case, undefined values are omitted. */
function axiosLike(send: Send): unknown {
  const instance = (defaults: Config) => {
    const request = (url: string, config: Config = {}): void => {
      const headers = new Map<string, unknown>();
      for (const given of [defaults.headers, config.headers])
        for (const [name, value] of Object.entries(given ?? {}))
          if (value !== undefined) headers.set(name.toLowerCase(), value);
      const params =
        config.params instanceof URLSearchParams
          ? config.params
          : Object.entries({ ...(defaults.params as Record<string, unknown> | undefined), ...config.params }).filter(
              ([, value]) => value !== undefined,
            );
      const whole = new URL(url);
      for (const [name, value] of params) whole.searchParams.append(name, String(value));
      send(whole.href, [...headers]);
    };
    return {
      get: (url: string, config?: Config) => {
        request(url, config);
      },
      create: (more: Config = {}) => instance(more),
    };
  };
  return instance({});
}

/** Fake of `node:https`: header names ignore case, and no header can be set once the request has ended. */
function httpsLike(send: Send): unknown {
  const request = (url: string | URL, options: Config = {}) => {
    const headers = new Map<string, unknown>();
    let ended = false;
    const made = {
      setHeader(name: string, value: unknown) {
        if (ended || value === undefined) throw new TypeError(name);
        headers.set(name.toLowerCase(), value);
        return made;
      },
      removeHeader(name: string) {
        if (ended) throw new TypeError(name);
        headers.delete(name.toLowerCase());
      },
      once: () => made,
      end() {
        if (!ended) send(String(url), [...headers]);
        ended = true;
      },
    };
    for (const [name, value] of Object.entries(options.headers ?? {})) made.setHeader(name, value);
    return made;
  };
  return { request, get: request };
}
