import { plainText } from '../values/text.js';
import type { HolePart, Part, Parts } from '../values/value.js';
import { decoded } from './normalized-url.js';
import { splitBaseUrl } from '../../api/base-url.js';
import type { BaseUrl } from '../../model/deprecation.js';

/** Result of comparing a URL's origin with a host. */
interface UrlAuthority {
  /** The host is that of the base URL. */
  readonly isApi: boolean;
  /** The first unknown part. */
  readonly hole: HolePart | undefined;
  /** Text that follows a known host without a slash between them. */
  readonly rest: Parts;
}

/** An origin, split for comparison with hosts. */
export interface UrlOrigin {
  /** In lower case. */
  readonly scheme: string;
  /** Text after the scheme and user information, in lower case. */
  readonly authority: Parts;
}

/** Reads the origin of a URL; undefined if it cannot be that of a base URL. */
export function readOrigin({ scheme, authority }: UrlOrigin, host: HostPattern): UrlAuthority | undefined {
  if (fillsVariable(authority, host, scheme)) return { isApi: true, hole: undefined, rest: [] };
  if (!canBe(authority, host, scheme)) return undefined;
  const [start, ...rest] = authority;
  const hole = authority.find((part) => part.kind === 'hole');
  const isApi = start?.kind === 'text' && isHost(host, start.text, scheme) && (hole === undefined || rest[0] === hole);
  return { isApi, hole, rest };
}

/** Splits the origin of a URL. */
export function originOf(origin: Parts): UrlOrigin {
  const [first, ...rest] = origin;
  const match = first?.kind === 'text' ? /^(?:([a-z][a-z0-9+.-]*):)?\/\//i.exec(first.text) : null;
  if (first?.kind !== 'text' || match === null) return { scheme: '', authority: origin };
  const parts = [{ ...first, text: first.text.slice(match[0].length) }, ...rest];
  const user = parts.findLastIndex((part) => part.kind === 'text' && part.text.includes('@'));
  const authority: Part[] = [];
  for (const [index, part] of parts.slice(Math.max(user, 0)).entries()) {
    const before = authority.at(-1);
    if (part.kind === 'hole') authority.push(part);
    else {
      const text = decoded(index === 0 ? part.text.slice(part.text.lastIndexOf('@') + 1) : part.text).toLowerCase();
      if (before?.kind === 'text') authority[authority.length - 1] = { ...before, text: before.text + text };
      else if (text !== '') authority.push({ ...part, text });
    }
  }
  return { scheme: (match[1] ?? '').toLowerCase(), authority };
}

/** Whether all unknown parts of a host are at variables of its base URL: `https://${region}.clock.test`. */
function fillsVariable(authority: Parts, { head, tail }: HostPattern, scheme: string): boolean {
  if (tail === undefined || !authority.some(({ kind }) => kind === 'hole')) return false;
  const [first, last] = [authority[0], authority.at(-1)];
  const start = first?.kind === 'text' ? first.text : '';
  const end = last?.kind === 'text' ? last.text : '';
  const filled = `${start}x${end}`;
  return start.startsWith(head) && end.endsWith(tail) && isHost({ head, tail }, filled, scheme);
}

/** The ways to write a host after a scheme: the default port and the root dot make no difference. */
function equivalents({ head }: HostPattern, scheme: string): readonly string[] {
  const port = scheme === 'http' ? ':80' : ':443';
  if (scheme !== '' && scheme !== 'http' && scheme !== 'https') return [];
  return head.includes(':') ? [head] : [head, `${head}.`, `${head}${port}`, `${head}.${port}`];
}

/** Whether a partly known name can be a host, with any text in its holes. */
function canBe(parts: Parts, host: HostPattern, scheme: string): boolean {
  const text = plainText(parts);
  if (text !== undefined) return isHost(host, text, scheme);
  if (host.tail === undefined) return equivalents(host, scheme).some((name) => leavesRoom(parts, name));
  const [first, last] = [parts[0], parts.at(-1)];
  const start = first?.kind === 'text' ? first.text : '';
  const end = last?.kind === 'text' ? last.text : '';
  return (
    (start.startsWith(host.head) || host.head.startsWith(start)) && (end.endsWith(host.tail) || host.tail.endsWith(end))
  );
}

function leavesRoom(parts: Parts, name: string): boolean {
  const [first, last] = [parts[0], parts.at(-1)];
  const head = first?.kind === 'text' ? first.text : '';
  const tail = last?.kind === 'text' ? last.text : '';
  if (!name.startsWith(head) || !name.endsWith(tail) || name.length < head.length + tail.length) return false;
  let from = head.length;
  for (const part of parts.slice(head === '' ? 0 : 1, tail === '' ? undefined : -1)) {
    if (part.kind === 'hole') continue;
    const found = name.indexOf(part.text, from);
    if (found < 0) return false;
    from = found + part.text.length;
  }
  return from <= name.length - tail.length;
}

/** Parsed base URL. A name in braces matches any text in its place. */
export interface ParsedBase {
  readonly host: HostPattern;
  /** Segments of the version path; undefined for a variable one. */
  readonly version: readonly (string | undefined)[];
}

/** A lower-case host, with its port if that is not the default. */
interface HostPattern {
  /** Whole host; up to the first variable if there is one. */
  readonly head: string;
  /** Text after the last variable: `.clock.test` of `{region}.clock.test`; undefined if there is no variable. */
  readonly tail: string | undefined;
}

/** Reads a base URL, whose host and path may have variables. */
export function parseBase({ url }: BaseUrl): ParsedBase {
  const { host, path } = splitBaseUrl(url);
  const usual = /^http:/i.test(url) ? /:80$/ : /:443$/;
  const written = host.toLowerCase().replace(usual, '');
  const open = written.indexOf('{');
  return {
    host: {
      head: open < 0 ? written : written.slice(0, open),
      tail: open < 0 ? undefined : written.slice(written.lastIndexOf('}') + 1),
    },
    version: path
      .split('/')
      .filter((segment) => segment !== '')
      .map((segment) => (/^\{.*\}$/.test(segment) ? undefined : segment)),
  };
}

/** Whether the host of a URL is that of a base URL: the default port and the root dot make no difference. */
function isHost({ head, tail }: HostPattern, text: string, scheme: string): boolean {
  if (scheme !== '' && scheme !== 'http' && scheme !== 'https') return false;
  const usual = scheme === 'http' ? /:80$/ : /:443$/;
  const host = head.includes(':') ? text : text.replace(usual, '').replace(/\.$/, '');
  if (tail === undefined) return host === head;
  return host.length > head.length + tail.length && host.startsWith(head) && host.endsWith(tail);
}
