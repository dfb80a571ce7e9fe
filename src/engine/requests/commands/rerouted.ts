import { plainText } from '../../values/text.js';
import type { Parts } from '../../values/value.js';
import { singleText } from './command-words.js';
import type { CommandWord } from './command-words.js';

/** Destination of a request that replaces the server in its URL: this machine, or an unknown one. */
export type Route = 'here' | 'elsewhere';

/** Returns the destination to which options such as `--connect-to` and `--resolve HOST:PORT:ADDRESS` reroute a URL. */
export function routeOf(url: Parts, words: readonly CommandWord[]): Route | undefined {
  const server = words.length === 0 ? undefined : serverOf(url);
  const routes = words.flatMap((word) => routeBy(word, server) ?? []);
  return routes.includes('elsewhere') ? 'elsewhere' : routes[0];
}

/** The URL with its server replaced by this machine. */
export function onThisMachine(url: Parts): Parts {
  const [first, ...rest] = url;
  if (first?.kind !== 'text') return url;
  return [{ ...first, text: first.text.replace(/^https?:\/\/[^/?#]+/i, 'http://localhost') }, ...rest];
}

interface Server {
  readonly host: string;
  readonly port: string;
}

/** The server of a URL; undefined if a part of it is unknown. */
function serverOf([first]: Parts): Server | undefined {
  const text = first?.kind === 'text' ? first.text : '';
  const [, scheme, authority = ''] = /^(https?):\/\/([^/?#]+)(?=[/?#])/i.exec(text) ?? [];
  if (scheme === undefined) return undefined;
  const { host, port } = splitAuthority(authority.slice(authority.lastIndexOf('@') + 1));
  return { host: host.toLowerCase(), port: port ?? (scheme.toLowerCase() === 'http' ? '80' : '443') };
}

function routeBy(word: CommandWord, server: Server | undefined): Route | undefined {
  const parts = singleText(word);
  const text = parts === undefined ? undefined : plainText(parts);
  if (text === undefined) return 'elsewhere';
  // A text without a colon is the path of a socket.
  if (!text.includes(':')) return 'here';
  const [host = '', port = '', ...rest] = pieces(text.replace(/^\+/, ''));
  const isOther = server !== undefined && (!matchesPart(host, server.host) || !matchesPart(port, server.port));
  // An option `-HOST:PORT` removes an address.
  if (isOther || host.startsWith('-')) return undefined;
  const targets = (rest[0] ?? '').split(',').filter((target) => target !== '');
  // An empty target keeps the server of the URL.
  if (targets.length === 0) return undefined;
  if (targets.every((target) => target.toLowerCase() === server?.host)) return undefined;
  return targets.every(isThisMachine) ? 'here' : 'elsewhere';
}

function matchesPart(expected: string, actual: string): boolean {
  return expected === '' || expected === '*' || expected.toLowerCase() === actual;
}

/** Pieces between colons; a colon in brackets belongs to an address. */
function pieces(text: string): readonly string[] {
  return text.match(/(?<=^|:)(?:\[[^\]]*\]|[^:]*)/g) ?? [];
}

function splitAuthority(authority: string): { readonly host: string; readonly port: string | undefined } {
  const [host = '', port] = pieces(authority);
  return { host, port };
}

function isThisMachine(target: string): boolean {
  const name = target.replace(/^\[|\]$/g, '').toLowerCase();
  return name === 'localhost' || name.endsWith('.localhost') || name === '::1' || /^127\.\d+\.\d+\.\d+$/.test(name);
}
