import { otherSdks } from '../knowledge/clients/other-sdks.js';
import { escapeRegExp } from '../core/lib/escape.js';
import { memoByText } from '../core/lib/collections.js';
import type { LanguageId } from '../core/model/language.js';
import type { SentKind, SentText } from '../core/model/evidence.js';
import { hostOf, isInComment, isPublicHost } from './url-hosts.js';

const METHOD_NAMES = '(?:get|post|put|patch|delete|head|options|request)';

/** Sources of patterns for calls of clients with unmistakable names, up to the bracket, by language. */
const CLIENT_CALLS: Readonly<Partial<Record<LanguageId, readonly string[]>>> = {
  javascript: [
    String.raw`\$?fetch|ofetch|UrlFetchApp\.fetch|undici\.request`,
    String.raw`(?:axios|got|ky|needle|superagent)(?:\.${METHOD_NAMES})?`,
    String.raw`http(?:Client|Service|s)?\.${METHOD_NAMES}|\$http\.${METHOD_NAMES}|\$\.(?:ajax|getJSON|get|post)`,
  ],
  python: [String.raw`(?:requests|httpx|session|_session)\.${METHOD_NAMES}`, 'urlopen'],
};

/** Source of a pattern for methods named like a request, whose call counts if an address is an argument. */
const METHOD_CALLS = String.raw`\.(?:post|put|patch|delete|request|fetch)`;

/** Sources of expressions for the byte search, each with three required bytes; one matches each text with a request. */
export const SENT_SOURCES: readonly string[] = [
  String.raw`fetch\(`,
  String.raw`fetch<`,
  String.raw`axios[.(<]`,
  String.raw`got[.(<](?:${METHOD_NAMES}|['"\x60$\w])`,
  String.raw`[ =(]ky[.(<]`,
  String.raw`got\.extend\(`,
  String.raw`fetch\.create\(`,
  String.raw`needle[.(]`,
  String.raw`superagent[.(]`,
  String.raw`undici\.request`,
  String.raw`https?\.${METHOD_NAMES}[(<]`,
  String.raw`http(?:Client|Service)\.${METHOD_NAMES}[(<]`,
  String.raw`\$\.(?:ajax|getJSON|get|post)\(`,
  String.raw`requests\.${METHOD_NAMES}\(`,
  String.raw`httpx\.${METHOD_NAMES}\(`,
  String.raw`session\.${METHOD_NAMES}\(`,
  String.raw`urlopen\(`,
  String.raw`(?:post|put|patch|delete|request)\([a-z]?['"\x60]https?://`,
  String.raw`['"\x60]https?://api[.-]`,
];

/** Sources of expressions for imports of SDKs without a catalogue. */
export function sdkSources(): readonly string[] {
  const quoted = otherSdks('javascript').map((name) => `['"]${escapeRegExp(name)}['"/]`);
  const named = otherSdks('python').map((name) => `(?:import|from) ${escapeRegExp(name)}`);
  return [...quoted, ...named];
}

/** Finds the SDKs of APIs without a catalogue that a text of a language imports. */
export function sdksImported(text: string, language: LanguageId): readonly SentText[] {
  const imports = new Map<string, SentText>();
  const lineCounter = new LineCounter(text);
  for (const { index, 1: module = '' } of text.matchAll(importsIn(language)))
    if (!imports.has(module) && !isInComment(text, index))
      imports.set(module, [lineCounter.lineOf(index), 'package', module]);
  return [...imports.values()];
}

/** Finds requests in a text of a language, without parsing it. */
export function sentTexts(text: string, language: LanguageId): readonly SentText[] {
  const calls = callsIn(language);
  if (calls === undefined) return [];
  const requests: SentText[] = [];
  const lineCounter = new LineCounter(text);
  const add = (at: number, kind: SentKind, name: string): void => {
    requests.push([lineCounter.lineOf(at), kind, name]);
  };
  for (const { index, 0: call, 1: client } of text.matchAll(calls)) {
    const isKnown = client !== undefined && isClientName(text, index, client);
    const from = index + call.length;
    // A method of an unknown object sends a request only if its first argument is an address.
    if (!isKnown && !ADDRESS_AHEAD.test(text.slice(from, from + 40))) continue;
    if (isInComment(text, index)) continue;
    const address = addressOf(text, from);
    if (address === undefined || (isKnown && isDefinition(text, index, from))) continue;
    if (typeof address === 'object') add(index, 'host', address.host);
    else if (isKnown) add(index, address, client);
  }
  if (language === 'javascript') for (const [index, client] of computedClients(text)) add(index, 'client', client);
  if (!text.includes('://api')) return requests;
  const hosts = new Set(requests.flatMap(([, kind, name]) => (kind === 'host' ? [name] : [])));
  for (const { index, 1: host = '' } of text.matchAll(API_ADDRESSES)) {
    if (hosts.has(host) || !isPublicHost(host) || isInComment(text, index)) continue;
    hosts.add(host);
    add(index, 'named', host);
  }
  return requests;
}

/** Matches the creation of clients with options. */
const CLIENT_CREATIONS = /(?<![\w$.])(axios|ky|got|ofetch|\$fetch)\.(?:create|extend)\(\s*/g;

/** Matches the assignment of an object literal to a name. */
const OBJECT_DECLARATIONS = /(?<![\w$.])([\w$]{1,60})\s{0,9}(?::[^=;\n]{0,80})?=\s{0,9}\{/g;

/** Finds clients with computed options, except those whose destination an address or an object literal shows. */
function* computedClients(text: string): Generator<readonly [at: number, client: string]> {
  let objectNames: ReadonlySet<string> | undefined;
  for (const { index, 0: creation, 1: client = '' } of text.matchAll(CLIENT_CREATIONS)) {
    const from = index + creation.length;
    const [nearbyText = ''] = text.slice(from, from + NEAR_LENGTH).split(';', 1);
    if (/(?:base|prefix)ur[il]|:\/\//i.test(nearbyText) || isInComment(text, index)) continue;
    const [, name, next] = /^([\w$.]+)\s*([(),])/.exec(nearbyText) ?? [];
    if (name !== undefined && next !== '(') {
      objectNames ??= new Set([...text.matchAll(OBJECT_DECLARATIONS)].map(([, objectName = '']) => objectName));
      if (!objectNames.has(name)) yield [index, client];
    } else if (name !== undefined || COMPUTED_OPTIONS.test(nearbyText)) yield [index, client];
  }
}

/** Matches computed options: a spread object, an awaited value, or a function. */
const COMPUTED_OPTIONS = /^(?:\{\s*\.\.\.|await\s|\(?[\w$, ]{0,80}\)?\s*=>)/;

const ADDRESS_AHEAD = /^\s*[a-z]{0,2}['"`]https?:/;

/**
 * Whether a name at an offset is the name of a client: it is not the end of a longer name, and a member only of objects
 * with such a client.
 */
function isClientName(text: string, at: number, name: string): boolean {
  const precedingText = text.slice(Math.max(at - 12, 0), at);
  if (!/[\w$.]$/.test(precedingText)) return true;
  const [, holder = ''] = /(?:^|[^\w$.])(\w+)\.$/.exec(precedingText) ?? [];
  return (
    GLOBAL_OBJECTS.test(holder) ||
    (holder === 'this' && !name.includes('fetch')) ||
    (holder === 'request' && name === 'urlopen')
  );
}

const GLOBAL_OBJECTS = /^(?:window|globalThis|self)$/;

/** Matches addresses in string literals whose host name begins with `api`. */
const API_ADDRESSES = /['"`]https?:\/\/(api[.-][a-z0-9.-]{1,200})(?=[/:'"`?#])/g;

const callsIn = memoByText<RegExp | undefined, LanguageId>((language) => {
  const calls = CLIENT_CALLS[language];
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

/** Number of characters in which the end of a definition, or of an argument, is looked for. */
const NEAR_LENGTH = 300;

/** Destination of the call whose arguments begin at an offset; undefined for a call without arguments. */
function addressOf(text: string, from: number, depth = 0): Address {
  LEADING_SPACE.lastIndex = from;
  const at = from + (LEADING_SPACE.exec(text)?.[0].length ?? 0);
  const nearbyText = text.slice(at, at + NEAR_LENGTH);
  if (nearbyText.startsWith(')')) return undefined;
  const [, quote, literal = ''] = /^[a-zA-Z]{0,2}(['"`])([^'"`\n]*)/.exec(nearbyText) ?? [];
  if (quote !== undefined) return addressOfLiteral(text, at, literal, depth);
  const [opening = ''] = OPENING.exec(nearbyText) ?? [];
  if (opening === '' || depth >= NAME_DEPTH) return addressOfName(text, nearbyText, depth);
  const address = addressOf(text, at + opening.length, depth + 1);
  if (typeof address === 'object') return address;
  const [, host = ''] = /^['"]([a-z0-9.-]+)['"]/.exec(nearbyText.slice(opening.length)) ?? [];
  return /\bhost(?:name)?\s*:\s*$/.test(opening) && isPublicHost(host) ? { host } : (address ?? 'unknown');
}

const LEADING_SPACE = /\s*/y;

/** Matches the beginning of an expression with an address: `new URL(…)`, `new Request(…)`, `{ url: … }`. */
const OPENING =
  /^(?:new\s+(?:URL|Request)\s*\(|URL\(|\{(?:(?!\b(?:url|uri|hostname|host)\b)[^{}()])*\b(?:url|uri|hostname|host)\s*:\s*)/;

/** Largest number of names from a call to its address: `URL`, which is `${BASE}/v1`, where `BASE` is `https://…`. */
const NAME_DEPTH = 3;

function addressOfLiteral(text: string, at: number, literal: string, depth: number): Address {
  // A method before the address, as in `request('GET', url)`.
  const [method] = /^['"](?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)['"]\s*,/.exec(text.slice(at, at + 30)) ?? [];
  if (method !== undefined) return addressOf(text, at + method.length, depth);
  if (/^(?:https?|wss?):\/\//.test(literal)) {
    const host = hostOf(literal.replaceAll(/(?<!\$)\{[^{}]*\}/g, (hole) => `$${hole}`));
    if (host === undefined || host.includes('*')) return 'unknown';
    return isPublicHost(host) ? { host } : 'aside';
  }
  const [, name] = /^\$?\{([^{}]*)\}/.exec(literal) ?? [];
  if (name !== undefined) return addressOfName(text, name, depth);
  return /^(?:\.{0,2}\/|[a-z]+:)/.test(literal) ? 'aside' : 'unknown';
}

/** Finds the address that is assigned to a variable or a property in the same text. */
function addressOfName(text: string, expr: string, depth: number): Address {
  const [, name = ''] = /^(?:[\w$]+\.){0,3}([\w$]+)(?=\s*(?:[,)+\n}]|$))/.exec(expr) ?? [];
  if (name === '' || depth >= NAME_DEPTH) return 'unknown';
  const assignment = new RegExp(
    String.raw`(?<![\w$.])(?:(?:this|self)\.)?${escapeRegExp(name)}\s*(?::\s*str(?:ing)?\s*)?[:=]\s*(?=[a-zA-Z]{0,2}['"\x60]|new URL)`,
  );
  const match = assignment.exec(text);
  if (match === null) return 'unknown';
  const address = addressOf(text, match.index + match[0].length, depth + 1);
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
  let depth = 1;
  const end = Math.min(text.length, from + NEAR_LENGTH);
  for (let index = from; index < end; index += 1) {
    const char = text.charCodeAt(index);
    if (char === 0x28) depth += 1;
    else if (char === 0x29) depth -= 1;
    if (depth === 0) return /^\s*(?::[^=;{}()]{1,80})?\{/.test(text.slice(index + 1, index + 100));
  }
  return false;
}

/** Counts the lines before offsets, which may be slightly out of order. */
class LineCounter {
  readonly #text: string;
  #at = 0;
  #line = 1;

  constructor(text: string) {
    this.#text = text;
  }

  lineOf(at: number): number {
    if (at < this.#at) [this.#at, this.#line] = [0, 1];
    for (let end = this.#text.indexOf('\n', this.#at); end >= 0 && end < at; end = this.#text.indexOf('\n', this.#at)) {
      this.#at = end + 1;
      this.#line += 1;
    }
    return this.#line;
  }
}
