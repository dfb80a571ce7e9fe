import type { BaseUrl } from '../model/deprecation.js';

const URL_PARTS = /^(https?):\/\/([^/?#\\]+)(\/[^?#\\]*)?$/i;
const VARIABLE = '\\{[A-Za-z_][\\w-]*\\}';
const HOST = hostOf('A-Za-z0-9');
const ADDRESS = /^\[[0-9a-f:.]+\]$/i;
const SEGMENT = new RegExp(`^(?:${VARIABLE}|[^\\s{}]+)$`);
const DEFAULT_PORTS: Readonly<Record<string, string>> = { http: '80', https: '443' };

/**
 * A base URL in its canonical form: lower case in the host, no default port, no slash at the end. Undefined for an
 * invalid one: it has a user, a query or a fragment, its host ends in a variable, a variable is a part of a segment.
 */
export function normalBaseUrl(text: string): string | undefined {
  const [, scheme = '', authority = '', path = ''] = URL_PARTS.exec(text.trim()) ?? [];
  const [, host = '', port] = /^(.*?)(?::(\d{1,5}))?$/.exec(authority) ?? [];
  if (!(isHostName(host) || ADDRESS.test(host)) || Number(port ?? 0) > 65_535) return undefined;
  const segments = path.replace(/^\/|(?<!\/)\/+$/g, '').split('/');
  const isRoot = segments.length === 1 && segments[0] === '';
  if (!isRoot && segments.some((segment) => !SEGMENT.test(segment) || /^\.+$/.test(segment))) return undefined;
  const small = host
    .split(/(\{[^{}]*\})/)
    .map((part) => (part.startsWith('{') ? part : part.toLowerCase()))
    .join('');
  const shownPort = port === undefined || port === DEFAULT_PORTS[scheme.toLowerCase()] ? '' : `:${port}`;
  return `${scheme.toLowerCase()}://${small}${shownPort}${isRoot ? '' : `/${segments.join('/')}`}`;
}

/** Base URLs without duplicates, which are merged with the names of both. */
export function joinBaseUrls(known: readonly BaseUrl[], more: readonly BaseUrl[]): readonly BaseUrl[] {
  const byUrl = new Map<string, BaseUrl>();
  for (const { url, names } of [...known, ...more]) {
    const all = [...new Set([...(byUrl.get(url)?.names ?? []), ...(names ?? [])])];
    byUrl.set(url, { url, ...(all.length === 0 && names === undefined ? {} : { names: all }) });
  }
  return [...byUrl.values()];
}

/** Hosts rarely have other letters than these, and an expression for all of them takes long to compile. */
function isHostName(host: string): boolean {
  return (/[^ -~]/.test(host) ? hostOf('\\p{L}\\p{N}') : HOST).test(host);
}

/** A host whose labels, of these letters, may have variables; the last has none. */
function hostOf(letters: string): RegExp {
  const label = `(?:[${letters}_-]|\\{[A-Za-z_][${letters}_-]*\\})+`;
  return new RegExp(`^(?:${label}(?:\\.${label})*\\.)?[${letters}_-]+$`, 'u');
}
