import type { BaseUrl } from '../../model/deprecation.js';
import { remembered } from '../../lib/remembered.js';
import { plainText } from '../values/text.js';
import type { HolePart, Part, Parts } from '../values/value.js';
import { decoded } from './url-spelling.js';

/** A base URL as it is compared. */
interface ParsedBase {
  readonly host: string;
  /** Segments of the version path. */
  readonly version: readonly string[];
}

export const parsedBase = remembered(({ url }: BaseUrl): ParsedBase => {
  const { host, pathname } = new URL(url);
  return { host, version: pathname.split('/').filter((segment) => segment !== '') };
});

/** What the origin of a URL says of its host. */
interface UrlAuthority {
  /** It is that of a base URL. */
  readonly isApi: boolean;
  /** The first thing that is not known of it. */
  readonly hole: HolePart | undefined;
  /** What stands behind a host that is known, with no slash between them. */
  readonly rest: Parts;
}

/** Reads the origin of a URL; undefined where it is not that of a base URL, whatever its holes stand for. */
export function readOrigin(origin: Parts, baseUrls: readonly BaseUrl[]): UrlAuthority | undefined {
  const { scheme, authority } = splitScheme(origin);
  const hosts = baseUrls.flatMap((base) => spellings(parsedBase(base), scheme));
  if (!hosts.some((host) => canBe(authority, host))) return undefined;
  const [start, ...rest] = authority;
  const hole = authority.find((part) => part.kind === 'hole');
  const isApi = start?.kind === 'text' && hosts.includes(start.text) && (hole === undefined || rest[0] === hole);
  return { isApi, hole, rest };
}

/** Scheme in small letters, and what stands behind it and a user's name. */
function splitScheme(origin: Parts): { readonly scheme: string; readonly authority: Parts } {
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

/** The ways to write the host of a base URL behind a scheme: the usual port and the dot of the root change nothing. */
function spellings({ host }: ParsedBase, scheme: string): readonly string[] {
  const port = scheme === 'http' ? ':80' : ':443';
  if (scheme !== '' && scheme !== 'http' && scheme !== 'https') return [];
  return host.includes(':') ? [host] : [host, `${host}.`, `${host}${port}`, `${host}.${port}`];
}

/** Whether what is known of a name leaves room for another one: the holes stand for anything. */
function canBe(parts: Parts, name: string): boolean {
  if (parts.every(({ kind }) => kind === 'text')) return plainText(parts) === name;
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
