import { otherSdks } from '../knowledge/clients/other-sdks.js';
import { escapeRegExp } from '../core/lib/escape.js';
import { memoByText } from '../core/lib/collections.js';
import type { LanguageId } from '../core/model/language.js';
import type { SentKind, SentText } from '../core/model/evidence.js';
import { hostOf, isInComment, isPublicHost } from './hosts.js';

const METHODS = '(?:get|post|put|patch|delete|head|options|request)';

/** Calls of clients with unmistakable names, up to the bracket: sources by language. */
const CALLS: Readonly<Partial<Record<LanguageId, readonly string[]>>> = {
  javascript: [
    String.raw`\$?fetch|ofetch|UrlFetchApp\.fetch|undici\.request`,
    String.raw`(?:axios|got|ky|needle|superagent)(?:\.${METHODS})?`,
    String.raw`http(?:Client|Service|s)?\.${METHODS}|\$http\.${METHODS}|\$\.(?:ajax|getJSON|get|post)`,
  ],
  python: [String.raw`(?:requests|httpx|session|_session)\.${METHODS}`, 'urlopen'],
};

/** Calls of methods named like a request, where an address is an argument. */
const METHOD_CALLS = String.raw`\.(?:post|put|patch|delete|request|fetch)`;

/**
 * Sources of expressions for the byte search, each with three required bytes; one matches where a text has a request.
 */
export const SENT_SOURCES: readonly string[] = [
  String.raw`fetch\(`,
  String.raw`fetch<`,
  String.raw`axios[.(<]`,
  String.raw`got[.(<](?:${METHODS}|['"\x60$\w])`,
  String.raw`[ =(]ky[.(<]`,
  String.raw`got\.extend\(`,
  String.raw`fetch\.create\(`,
  String.raw`needle[.(]`,
  String.raw`superagent[.(]`,
  String.raw`undici\.request`,
  String.raw`https?\.${METHODS}[(<]`,
  String.raw`http(?:Client|Service)\.${METHODS}[(<]`,
  String.raw`\$\.(?:ajax|getJSON|get|post)\(`,
  String.raw`requests\.${METHODS}\(`,
  String.raw`httpx\.${METHODS}\(`,
  String.raw`session\.${METHODS}\(`,
  String.raw`urlopen\(`,
  String.raw`(?:post|put|patch|delete|request)\([a-z]?['"\x60]https?://`,
  String.raw`['"\x60]https?://api[.-]`,
];

/** Sources of expressions for imports of SDKs. */
export function sdkSources(): readonly string[] {
  const quoted = otherSdks('javascript').map((name) => `['"]${escapeRegExp(name)}['"/]`);
  const named = otherSdks('python').map((name) => `(?:import|from) ${escapeRegExp(name)}`);
  return [...quoted, ...named];
}

/** The SDKs of APIs without a catalogue that a text of a language imports. */
export function sdksImported(text: string, language: LanguageId): readonly SentText[] {
  const found = new Map<string, SentText>();
  const lines = new Lines(text);
  for (const { index, 1: module = '' } of text.matchAll(importsIn(language)))
    if (!found.has(module) && !isInComment(text, index)) found.set(module, [lines.of(index), 'package', module]);
  return [...found.values()];
}

/** Finds requests in a text of a language, without parsing it. */
export function sentTexts(text: string, language: LanguageId): readonly SentText[] {
  const calls = callsIn(language);
  if (calls === undefined) return [];
  const found: SentText[] = [];
  const lines = new Lines(text);
  const add = (at: number, kind: SentKind, name: string): void => {
    found.push([lines.of(at), kind, name]);
  };
  for (const { index, 0: call, 1: known } of text.matchAll(calls)) {
    const isKnown = known !== undefined && isClientName(text, index, known);
    const from = index + call.length;
    // A method of an unknown object sends a request where an address is an argument.
    if (!isKnown && !ADDRESS_AHEAD.test(text.slice(from, from + 40))) continue;
    if (isInComment(text, index)) continue;
    const address = addressOf(text, from);
    if (address === undefined || (isKnown && isDefinition(text, index, from))) continue;
    if (typeof address === 'object') add(index, 'host', address.host);
    else if (isKnown) add(index, address, known);
  }
  if (language === 'javascript') for (const [index, client] of computedClients(text)) add(index, 'client', client);
  if (!text.includes('://api')) return found;
  const hosts = new Set(found.flatMap(([, kind, name]) => (kind === 'host' ? [name] : [])));
  for (const { index, 1: host = '' } of text.matchAll(API_ADDRESSES)) {
    if (hosts.has(host) || !isPublicHost(host) || isInComment(text, index)) continue;
    hosts.add(host);
    add(index, 'named', host);
  }
  return found;
}

/** Clients that are created with options. */
const CLIENTS = /(?<![\w$.])(axios|ky|got|ofetch|\$fetch)\.(?:create|extend)\(\s*/g;

/** Names that are assigned an object where they are declared. */
const OBJECTS = /(?<![\w$.])([\w$]{1,60})\s{0,9}(?::[^=;\n]{0,80})?=\s{0,9}\{/g;

/** Clients that are created with computed options: an address nearby, or an object literal, gives their destination. */
function* computedClients(text: string): Generator<readonly [at: number, client: string]> {
  let objectNames: ReadonlySet<string> | undefined;
  for (const { index, 0: made, 1: client = '' } of text.matchAll(CLIENTS)) {
    const from = index + made.length;
    const [rest = ''] = text.slice(from, from + NEAR).split(';', 1);
    if (/(?:base|prefix)ur[il]|:\/\//i.test(rest) || isInComment(text, index)) continue;
    const [, name, next] = /^([\w$.]+)\s*([(),])/.exec(rest) ?? [];
    if (name !== undefined && next !== '(') {
      objectNames ??= new Set([...text.matchAll(OBJECTS)].map(([, objectName = '']) => objectName));
      if (!objectNames.has(name)) yield [index, client];
    } else if (name !== undefined || COMPUTED.test(rest)) yield [index, client];
  }
}

/** Computed options: those of a function, or others spread into new ones. */
const COMPUTED = /^(?:\{\s*\.\.\.|await\s|\(?[\w$, ]{0,80}\)?\s*=>)/;

const ADDRESS_AHEAD = /^\s*[a-z]{0,2}['"`]https?:/;

/**
 * Whether a name at an offset is not the end of a longer one, and a member only of an object that has a client of that
 * name.
 */
function isClientName(text: string, at: number, name: string): boolean {
  const before = text.slice(Math.max(at - 12, 0), at);
  if (!/[\w$.]$/.test(before)) return true;
  const [, holder = ''] = /(?:^|[^\w$.])(\w+)\.$/.exec(before) ?? [];
  return (
    GLOBAL_OBJECTS.test(holder) ||
    (holder === 'this' && !name.includes('fetch')) ||
    (holder === 'request' && name === 'urlopen')
  );
}

const GLOBAL_OBJECTS = /^(?:window|globalThis|self)$/;

/** Hosts that name themselves an API, in texts. */
const API_ADDRESSES = /['"`]https?:\/\/(api[.-][a-z0-9.-]{1,200})(?=[/:'"`?#])/g;

const callsIn = memoByText<RegExp | undefined, LanguageId>((language) => {
  const calls = CALLS[language];
  if (calls === undefined) return undefined;
  return new RegExp(
    String.raw`(${calls.join('|')})\s*(?:<[^;()]{0,200}>\s*)?\(|${METHOD_CALLS}\((?=\s*[a-z]{0,2}['"\x60]https?:)`,
    'g',
  );
});

const importsIn = memoByText<RegExp, LanguageId>((language) => {
  const names = otherSdks(language).map(escapeRegExp).join('|') || '(?!)';
  if (language === 'python') return new RegExp(String.raw`^[ \t]*(?:import|from) (${names})\b`, 'gm');
  return new RegExp(
    String.raw`(?<=(?<!\bimport\s+type\s[^'"\n;]{0,200})\b(?:from|import|require\s*\(|import\s*\()\s*['"])(${names})(?=['"/])`,
    'g',
  );
});

type Address = { readonly host: string } | 'unknown' | 'aside' | undefined;

/** Characters within which a definition is looked for, and an argument is read. */
const NEAR = 300;

/** Destination of the call whose arguments begin at an offset, as written; undefined where it has none. */
function addressOf(text: string, from: number, depth = 0): Address {
  SPACE.lastIndex = from;
  const at = from + (SPACE.exec(text)?.[0].length ?? 0);
  const rest = text.slice(at, at + NEAR);
  if (rest.startsWith(')')) return undefined;
  const [, quote, literal = ''] = /^[a-zA-Z]{0,2}(['"`])([^'"`\n]*)/.exec(rest) ?? [];
  if (quote !== undefined) return ofLiteral(text, at, literal, depth);
  const [opening = ''] = OPENING.exec(rest) ?? [];
  if (opening === '' || depth >= NAME_DEPTH) return ofName(text, rest, depth);
  const address = addressOf(text, at + opening.length, depth + 1);
  if (typeof address === 'object') return address;
  const [, host = ''] = /^['"]([a-z0-9.-]+)['"]/.exec(rest.slice(opening.length)) ?? [];
  return /\bhost(?:name)?\s*:\s*$/.test(opening) && isPublicHost(host) ? { host } : (address ?? 'unknown');
}

const SPACE = /\s*/y;

/** Beginning of an expression with an address: `new URL(…)`, `new Request(…)`, `{ url: … }`. */
const OPENING =
  /^(?:new\s+(?:URL|Request)\s*\(|URL\(|\{(?:(?!\b(?:url|uri|hostname|host)\b)[^{}()])*\b(?:url|uri|hostname|host)\s*:\s*)/;

/** Number of names that are followed: `URL` of `${BASE}/v1` of `https://…`. */
const NAME_DEPTH = 3;

function ofLiteral(text: string, at: number, literal: string, depth: number): Address {
  // `request('GET', url)`
  const [method] = /^['"](?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)['"]\s*,/.exec(text.slice(at, at + 30)) ?? [];
  if (method !== undefined) return addressOf(text, at + method.length, depth);
  if (/^(?:https?|wss?):\/\//.test(literal)) {
    const host = hostOf(literal.replaceAll(/(?<!\$)\{[^{}]*\}/g, (hole) => `$${hole}`));
    if (host === undefined || host.includes('*')) return 'unknown';
    return isPublicHost(host) ? { host } : 'aside';
  }
  const [, name] = /^\$?\{([^{}]*)\}/.exec(literal) ?? [];
  if (name !== undefined) return ofName(text, name, depth);
  return /^(?:\.{0,2}\/|[a-z]+:)/.test(literal) ? 'aside' : 'unknown';
}

/** An address that is assigned to a variable or a property in the same text. */
function ofName(text: string, expr: string, depth: number): Address {
  const [, name = ''] = /^(?:[\w$]+\.){0,3}([\w$]+)(?=\s*(?:[,)+\n}]|$))/.exec(expr) ?? [];
  if (name === '' || depth >= NAME_DEPTH) return 'unknown';
  const set = new RegExp(
    String.raw`(?<![\w$.])(?:(?:this|self)\.)?${escapeRegExp(name)}\s*(?::\s*str(?:ing)?\s*)?[:=]\s*(?=[a-zA-Z]{0,2}['"\x60]|new URL)`,
  );
  const at = set.exec(text);
  if (at === null) return 'unknown';
  const address = addressOf(text, at.index + at[0].length, depth + 1);
  return address === 'aside' ? 'unknown' : address;
}

/** Whether an apparent call is the definition of a function of that name. */
function isDefinition(text: string, at: number, from: number): boolean {
  if (
    /(?:\b(?:function|async|def|static|public|private|protected|override|get|type)\s+|\*\s*)$/.test(
      text.slice(Math.max(at - 20, 0), at),
    )
  )
    return true;
  if (/^\s*(?:this\s*:|[\w$]+\??\s*:(?!:))/.test(text.slice(from, from + 60))) return true;
  let open = 1;
  const end = Math.min(text.length, from + NEAR);
  for (let index = from; index < end; index += 1) {
    const char = text.charCodeAt(index);
    if (char === 0x28) open += 1;
    else if (char === 0x29) open -= 1;
    if (open === 0) return /^\s*(?::[^=;{}()]{1,80})?\{/.test(text.slice(index + 1, index + 100));
  }
  return false;
}

/** Line numbers of offsets, which may be slightly out of order. */
class Lines {
  readonly #text: string;
  #at = 0;
  #line = 1;

  constructor(text: string) {
    this.#text = text;
  }

  of(at: number): number {
    if (at < this.#at) [this.#at, this.#line] = [0, 1];
    for (let end = this.#text.indexOf('\n', this.#at); end >= 0 && end < at; end = this.#text.indexOf('\n', this.#at)) {
      this.#at = end + 1;
      this.#line += 1;
    }
    return this.#line;
  }
}
