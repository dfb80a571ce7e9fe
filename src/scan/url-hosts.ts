import type { LexicalForms } from '../languages/language-texts.js';

/** Matches the start of a URL: scheme, credentials, host and port. */
const ADDRESS = /\bhttps?:\/\/(?:[^\s/?#'"`<>\\@]{0,200}@)?([a-z0-9*.-]{1,253})(?::\d+)?(?=$|[^\w.@-])/gi;

/** Matches reserved names (RFC 2606, RFC 6761) and names of local machines. */
const RESERVED_HOST =
  /(?:^|\.)(?:localhost|local|localdomain|internal|lan|home\.arpa|test|invalid|example|example\.(?:com|net|org|edu))$/;
/** Matches the hosts of namespaces, which are never requested. */
const NAMESPACE_HOST =
  /^(?:www\.w3\.org|schemas\.(?:microsoft|openxmlformats|xmlsoap|android)\.(?:com|org)|json-schema\.org|purl\.org|xmlns\.com|ns\.adobe\.com)$/;

/** Whether a host may belong to a public API: it is not this machine, an IP address or a reserved name. */
export function isPublicHost(host: string): boolean {
  return /^[a-z0-9*-]+(?:\.[a-z0-9*-]+)*\.(?:[a-z]{2,63}|xn--[a-z0-9-]{2,59})$/.test(host) && !RESERVED_HOST.test(host);
}

/** Whether a text has an address of a public host. */
export function hasPublicHost(text: string): boolean {
  if (!text.includes('://')) return false;
  for (const [, host = ''] of text.matchAll(ADDRESS)) if (isRequestablePublicHost(host)) return true;
  return false;
}

/** Public hosts in the addresses of a text, except in comments and imports. */
export function publicHostsIn(text: string, { isAside }: LexicalForms): ReadonlySet<string> {
  const hosts = new Set<string>();
  for (const { index, 1: host = '' } of text.matchAll(ADDRESS)) {
    const name = host.toLowerCase();
    if (!hosts.has(name) && isRequestablePublicHost(name) && !isAside(text, index - 1) && !isInComment(text, index))
      hosts.add(name);
  }
  return hosts;
}

/** Whether a host is public, and not only the name of an XML or JSON namespace. */
function isRequestablePublicHost(host: string): boolean {
  const name = host.toLowerCase();
  return isPublicHost(name) && !NAMESPACE_HOST.test(name);
}

/**
 * Whether an offset is in a comment, judged by its line alone: it is after `//` or `#`, or the line begins like a line
 * of a block comment.
 */
export function isInComment(text: string, at: number): boolean {
  const line = text.slice(Math.max(text.lastIndexOf('\n', at - 1) + 1, at - 300), at).replace(/\/\*.*?\*\//g, ' ');
  // `'/*'` is a path.
  return /^\s*(?:\*|<!--|#)/.test(line) || /(?<![:\w'"`])\/\/|(?<![\w'"`])\/\*/.test(line) || /\s#\s/.test(line);
}

/**
 * Returns the host of a URL for display, with `*` for an unknown part: `*.example.com` of
 * `https://${shop}.example.com/admin`. Undefined if the domain is unknown.
 */
export function hostOf(shown: string): string | undefined {
  const [, authority = ''] =
    /^(?:https?|wss?):\/\/((?:\$\{(?:[^{}]|\{[^{}]*\})*\}|[^/?#$]|\$(?!\{))*)/i.exec(shown) ?? [];
  const withWildcards = authority.replace(/\$\{(?:[^{}]|\{[^{}]*\})*\}/g, '*');
  const host = withWildcards
    .slice(withWildcards.lastIndexOf('@') + 1)
    .replace(/:[\d*]*$/, '')
    // A placeholder directly after a letter at the end of the host begins the path.
    .replace(/(?<=[a-z])\*+$/i, '')
    .toLowerCase();
  return /^[a-z0-9*.[\]:_-]*[a-z0-9\]]$/.test(host) && !/^\*+\.?[a-z]*$/.test(host) ? host : undefined;
}
