import { MAX_TEXTS, fromTexts, textsOf } from '../../values/text.js';
import type { Part, Parts, ExternalStep, TextPart, Value } from '../../values/value.js';
import type { Place } from '../../../core/model/span.js';
import { hasMatch } from '../../match/match-url.js';
import { optionsOf } from '../../values/value.js';
import type { SiteFinder } from './site.js';
import { wordsOf } from '../../../knowledge/clients/words.js';
import type { Evaluator } from '../../evaluate/evaluator.js';
import { findClient } from './client-match.js';
import { isAbsolute } from '../../values/resolve-url.js';
import { baseUrlsOf, hostSource, splitBaseUrl } from '../../../core/api/base-url.js';
import { percentDecoded } from '../../../core/lib/escape.js';
import { memoByObject } from '../../../core/lib/collections.js';
import type { Catalogue } from '../../../core/model/deprecation.js';

/** A URL as users type it: without a scheme, it begins with the host. */
export function withScheme(parts: Parts): Parts {
  const [first, ...rest] = parts;
  if (first?.kind !== 'text') return parts;
  if (!/^[\w-]+(?:\.[\w-]+)+(?::\d+)?(?:[/?#]|$)/.test(first.text)) return parts;
  return [{ ...first, text: `https://${first.text}` }, ...rest];
}

/**
 * Returns the possible URLs of a text that is a URL, or a path below the base URL of a program. A text that begins with
 * an unknown part is usually such a path, but can also be a complete URL.
 */
export function belowBase(parts: Parts, base: Parts | string): readonly Parts[] {
  const [first, ...rest] = parts;
  if (first === undefined) return [];
  if (first.kind === 'text' && /^https?:/i.test(first.text)) return [parts];
  const { at } = first;
  const baseParts: Parts = typeof base === 'string' ? [{ kind: 'text', text: base, at }] : base;
  if (first.kind === 'hole') return [[...baseParts, { kind: 'text', text: '/', at }, ...parts], parts];
  return [[...baseParts, { ...first, text: `/${first.text.replace(/^\/+/, '')}` }, ...rest]];
}

/** Patterns that expand to several URLs: `{a,b}`, `[1-3]`, `[a-c]`, `[0-10:2]`. */
const GLOB = /\{([^{}]*)\}|\[(\d+)-(\d+)(?::(\d+))?\]|\[([a-zA-Z])-([a-zA-Z])(?::(\d+))?\]/;

/** The URLs that `{a,b}` and `[1-3]` expand to; unknown parts between braces are unchanged. */
export function expandGlobs(parts: Parts): readonly Parts[] {
  let urls: readonly (readonly Part[])[] = [[]];
  for (const part of parts) {
    const pieces = part.kind === 'text' ? expandTextGlobs(part.text).map((text): Part => ({ ...part, text })) : [part];
    urls = urls.flatMap((prefix) => pieces.map((piece) => [...prefix, piece])).slice(0, MAX_TEXTS);
  }
  return urls;
}

function expandTextGlobs(text: string): readonly string[] {
  let texts: readonly string[] = [text];
  for (let round = 0; round < 4; round++) {
    const [match] = texts.map((candidate) => GLOB.exec(candidate));
    if (match === null || match === undefined) break;
    texts = texts
      .flatMap((current) => {
        const glob = GLOB.exec(current);
        if (glob === null) return [current];
        const [head, tail] = [current.slice(0, glob.index), current.slice(glob.index + glob[0].length)];
        return expansionsOf(glob).map((choice) => `${head}${choice}${tail}`);
      })
      .slice(0, MAX_TEXTS);
  }
  return texts;
}

function expansionsOf([
  ,
  list,
  from,
  to,
  step,
  firstLetter,
  lastLetter,
  letterStep,
]: RegExpExecArray): readonly string[] {
  if (list !== undefined) return list.split(',');
  if (firstLetter !== undefined && lastLetter !== undefined)
    return numbersBetween(firstLetter.charCodeAt(0), lastLetter.charCodeAt(0), Number(letterStep ?? 1)).map((code) =>
      String.fromCharCode(code),
    );
  const width = from?.startsWith('0') === true ? from.length : 1;
  return numbersBetween(Number(from), Number(to), Number(step ?? 1)).map((number) =>
    String(number).padStart(width, '0'),
  );
}

function numbersBetween(from: number, to: number, step: number): readonly number[] {
  const count = Math.min(MAX_TEXTS, Math.max(0, Math.floor((to - from) / Math.max(1, step)) + 1));
  return Array.from({ length: count }, (_, index) => from + index * Math.max(1, step));
}

/**
 * Deprecated URLs that a chain of members and calls on a value with a base URL represents. The receiver is the chain
 * without its last member, the verb: `api.towers(id).bells` of `api.towers(id).bells.get()`.
 */
export function urlsOfChain(finder: SiteFinder, receiver: Value, at: Place): readonly Parts[] {
  return optionsOf(receiver).flatMap((option) => {
    if (option.kind !== 'external') return [];
    const creationIndex = option.steps.findIndex(
      (step, index) =>
        step.kind === 'call' &&
        configuredBases(finder, { ...option, steps: option.steps.slice(0, index + 1) }, at).length > 0,
    );
    if (creationIndex < 0) return [];
    const bases = configuredBases(finder, { ...option, steps: option.steps.slice(0, creationIndex + 1) }, at);
    const path = pathOfSteps(option.steps.slice(creationIndex + 1), at);
    return bases
      .map((base) => [...base, ...path])
      .filter((url) => {
        const requestUrl = finder.urlOf(url);
        return requestUrl.host.kind === 'exact' && hasMatch(requestUrl);
      });
  });
}

function pathOfSteps(steps: readonly ExternalStep[], at: Place): Parts {
  const slash: TextPart = { kind: 'text', text: '/', at };
  return steps.flatMap((step): Parts => {
    if (step.kind === 'member') return [{ kind: 'text', text: `/${step.name}`, at }];
    const [first, ...extra] = step.args();
    if (first === undefined || extra.length > 0) return [];
    const [text] = textsOf(fromTexts(textsOf(first, at), at), at);
    return [slash, ...(text ?? [])];
  });
}

const BASE_KEYS = wordsOf('maker-base-key');

/**
 * Returns the absolute URLs with which an external object was created: `create({ baseUrl })`, `new Client(url)`. The
 * result of a known client's request is a response, which has no base.
 */
export function configuredBases({ clients, evaluator }: SiteFinder, client: Value, at: Place): readonly Parts[] {
  return optionsOf(client).flatMap((option) => {
    if (option.kind !== 'external') return [];
    return option.steps.flatMap((step, index) => {
      if (step.kind !== 'call') return [];
      const creator = { ...option, steps: option.steps.slice(0, index) };
      if (findClient(clients, creator, step.form) !== undefined) return [];
      return step.args().flatMap((arg) => basesIn(evaluator, arg, at));
    });
  });
}

function basesIn(evaluator: Evaluator, arg: Value, at: Place): readonly Parts[] {
  return optionsOf(arg).flatMap((option) => {
    if (option.kind === 'text') return [option.parts].filter(isAbsolute);
    if (option.kind !== 'object' && option.kind !== 'layered') return [];
    return BASE_KEYS.flatMap((name) => {
      const value = evaluator.member(option, name, at);
      return value.kind === 'text' || value.kind === 'choice' ? textsOf(value, at).filter(isAbsolute) : [];
    });
  });
}

/** Characters that end a URL inside a text. */
const URL_END = /[\s"'`<>|;,)\\\u0000]/;

/** Whether a text names a host of the API. */
export function namesHost(catalogue: Catalogue, text: string): boolean {
  return hostPattern(catalogue).test(text);
}

/** The URLs of the API inside a text, escaped or not, each as long as possible; none at the start of the text. */
export function embeddedUrls(catalogue: Catalogue, parts: Parts): readonly Parts[] {
  const urls: Part[][] = [];
  let currentUrl: Part[] | undefined;
  let isEscaped = false;
  for (const [index, part] of parts.entries()) {
    if (part.kind === 'hole') {
      currentUrl?.push(part);
      continue;
    }
    let rest = part.text;
    while (rest !== '') {
      if (currentUrl === undefined) {
        const start = urlPattern(catalogue).exec(rest);
        if (start === null || (index === 0 && start.index === 0 && rest.length === part.text.length)) break;
        rest = rest.slice(start.index);
        isEscaped = start[0].includes('%');
        currentUrl = [];
        urls.push(currentUrl);
      }
      const end = urlEnd(rest, currentUrl);
      const piece = end < 0 ? rest : rest.slice(0, end);
      currentUrl.push({ ...part, text: isEscaped ? (percentDecoded(piece) ?? piece) : piece });
      rest = end < 0 ? '' : rest.slice(end);
      if (end >= 0) currentUrl = undefined;
      if (end === 0) rest = rest.slice(1);
    }
  }
  return urls;
}

/** Returns the end of the URL. `&` ends a URL without a query: there it separates parameters of the surrounding URL. */
function urlEnd(text: string, urlSoFar: Parts): number {
  const end = text.search(URL_END);
  const query = text.indexOf('?');
  const ampersand = text.indexOf('&');
  const hasQuery = urlSoFar.some((part) => part.kind === 'text' && part.text.includes('?'));
  if (ampersand < 0 || hasQuery || (query >= 0 && query < ampersand)) return end;
  return end < 0 ? ampersand : Math.min(end, ampersand);
}

const hostPattern = memoByObject((catalogue: Catalogue) => {
  const hosts = baseUrlsOf(catalogue).map(({ url }) => hostSource(splitBaseUrl(url).host));
  return new RegExp(`(?<![\\w.-])(?:${hosts.join('|') || '(?!)'})(?![\\w-]|\\.\\w)`, 'i');
});

const urlPattern = memoByObject((catalogue: Catalogue) => {
  const hosts = baseUrlsOf(catalogue).map(({ url }) => hostSource(splitBaseUrl(url).host));
  return new RegExp(`https?(?:://|%3A%2F%2F)(?:${hosts.join('|') || '(?!)'})(?![\\w-]|\\.\\w)`, 'i');
});
