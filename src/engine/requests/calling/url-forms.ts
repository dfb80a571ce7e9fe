import { MAX_TEXTS, fromTexts, textsOf } from '../../values/text.js';
import type { Part, Parts, ExternalStep, TextPart, Value } from '../../values/value.js';
import type { Place } from '../../../core/model/span.js';
import { leadsToMatch } from '../../match/match-url.js';
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
 * Returns the readings of a URL, or of a path below the base URL of a program. Text that begins with an unknown part is
 * usually such a path; it can also be a whole URL.
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
export function globbed(parts: Parts): readonly Parts[] {
  let done: readonly (readonly Part[])[] = [[]];
  for (const part of parts) {
    const pieces = part.kind === 'text' ? globbedText(part.text).map((text): Part => ({ ...part, text })) : [part];
    done = done.flatMap((before) => pieces.map((piece) => [...before, piece])).slice(0, MAX_TEXTS);
  }
  return done;
}

function globbedText(text: string): readonly string[] {
  let texts: readonly string[] = [text];
  for (let round = 0; round < 4; round++) {
    const [match] = texts.map((candidate) => GLOB.exec(candidate));
    if (match === null || match === undefined) break;
    texts = texts
      .flatMap((current) => {
        const found = GLOB.exec(current);
        if (found === null) return [current];
        const [before, after] = [current.slice(0, found.index), current.slice(found.index + found[0].length)];
        return choicesOf(found).map((choice) => `${before}${choice}${after}`);
      })
      .slice(0, MAX_TEXTS);
  }
  return texts;
}

function choicesOf([, list, from, to, step, first, last, hop]: RegExpExecArray): readonly string[] {
  if (list !== undefined) return list.split(',');
  if (first !== undefined && last !== undefined)
    return steps(first.charCodeAt(0), last.charCodeAt(0), Number(hop ?? 1)).map((code) => String.fromCharCode(code));
  const width = from?.startsWith('0') === true ? from.length : 1;
  return steps(Number(from), Number(to), Number(step ?? 1)).map((number) => String(number).padStart(width, '0'));
}

function steps(from: number, to: number, by: number): readonly number[] {
  const count = Math.min(MAX_TEXTS, Math.max(0, Math.floor((to - from) / Math.max(1, by)) + 1));
  return Array.from({ length: count }, (_, index) => from + index * Math.max(1, by));
}

/**
 * Deprecated URLs that members and calls spell on a value made with a base URL (`api.towers(id).bells.get()`), for the
 * callee without its last member, the verb.
 */
export function chainedUrls(finder: SiteFinder, receiver: Value, at: Place): readonly Parts[] {
  return optionsOf(receiver).flatMap((option) => {
    if (option.kind !== 'external') return [];
    const made = option.steps.findIndex(
      (step, index) =>
        step.kind === 'call' &&
        configuredBases(finder, { ...option, steps: option.steps.slice(0, index + 1) }, at).length > 0,
    );
    if (made < 0) return [];
    const bases = configuredBases(finder, { ...option, steps: option.steps.slice(0, made + 1) }, at);
    const path = spelledPath(option.steps.slice(made + 1), at);
    return bases
      .map((base) => [...base, ...path])
      .filter((url) => {
        const read = finder.urlOf(url);
        return read.host.kind === 'exact' && leadsToMatch(read);
      });
  });
}

function spelledPath(steps: readonly ExternalStep[], at: Place): Parts {
  const slash: TextPart = { kind: 'text', text: '/', at };
  return steps.flatMap((step): Parts => {
    if (step.kind === 'member') return [{ kind: 'text', text: `/${step.name}`, at }];
    const [first, ...others] = step.args();
    if (first === undefined || others.length > 0) return [];
    const [text] = textsOf(fromTexts(textsOf(first, at), at), at);
    return [slash, ...(text ?? [])];
  });
}

const BASE_KEYS = wordsOf('maker-base-key');

/**
 * Returns the absolute URLs that an external object was created with: `create({ baseUrl })`, `new Client(url)`. The
 * result of a known client's request is a response, which has no base.
 */
export function configuredBases({ clients, evaluator }: SiteFinder, made: Value, at: Place): readonly Parts[] {
  return optionsOf(made).flatMap((option) => {
    if (option.kind !== 'external') return [];
    return option.steps.flatMap((step, index) => {
      if (step.kind !== 'call') return [];
      const maker = { ...option, steps: option.steps.slice(0, index) };
      if (findClient(clients, maker, step.form) !== undefined) return [];
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
const END = /[\s"'`<>|;,)\\\u0000]/;

/** Whether a text names a host of the API. */
export function namesHost(catalogue: Catalogue, text: string): boolean {
  return hostTest(catalogue).test(text);
}

/** The URLs of the API inside a text, escaped or not, each as long as possible; except at the start of the text. */
export function embeddedUrls(catalogue: Catalogue, parts: Parts): readonly Parts[] {
  const found: Part[][] = [];
  let open: Part[] | undefined;
  let escaped = false;
  for (const [index, part] of parts.entries()) {
    if (part.kind === 'hole') {
      open?.push(part);
      continue;
    }
    let rest = part.text;
    while (rest !== '') {
      if (open === undefined) {
        const start = urlTest(catalogue).exec(rest);
        if (start === null || (index === 0 && start.index === 0 && rest.length === part.text.length)) break;
        rest = rest.slice(start.index);
        escaped = start[0].includes('%');
        open = [];
        found.push(open);
      }
      const end = endOf(rest, open);
      const piece = end < 0 ? rest : rest.slice(0, end);
      open.push({ ...part, text: escaped ? (percentDecoded(piece) ?? piece) : piece });
      rest = end < 0 ? '' : rest.slice(end);
      if (end >= 0) open = undefined;
      if (end === 0) rest = rest.slice(1);
    }
  }
  return found;
}

/** Returns the end of the URL. `&` ends a URL without a query: there it separates parameters of the surrounding URL. */
function endOf(text: string, before: Parts): number {
  const end = text.search(END);
  const query = text.indexOf('?');
  const next = text.indexOf('&');
  const hasQuery = before.some((part) => part.kind === 'text' && part.text.includes('?'));
  if (next < 0 || hasQuery || (query >= 0 && query < next)) return end;
  return end < 0 ? next : Math.min(end, next);
}

const hostTest = memoByObject((catalogue: Catalogue) => {
  const hosts = baseUrlsOf(catalogue).map(({ url }) => hostSource(splitBaseUrl(url).host));
  return new RegExp(`(?<![\\w.-])(?:${hosts.join('|') || '(?!)'})(?![\\w-]|\\.\\w)`, 'i');
});

const urlTest = memoByObject((catalogue: Catalogue) => {
  const hosts = baseUrlsOf(catalogue).map(({ url }) => hostSource(splitBaseUrl(url).host));
  return new RegExp(`https?(?:://|%3A%2F%2F)(?:${hosts.join('|') || '(?!)'})(?![\\w-]|\\.\\w)`, 'i');
});
