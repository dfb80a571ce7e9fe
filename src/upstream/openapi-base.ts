import { isRecord } from '../lib/is-record.js';
import type { JsonRecord } from '../lib/is-record.js';
import { entriesOf, listOf, own, textOf } from './records.js';
import type { LeftOut } from './upstream.js';

/** Addresses of one document; more are no description of an API. */
const MAX_SERVERS = 20;
/** Values of one variable that are written out. */
const MAX_VALUES = 10;

export interface Bases {
  /** Absolute, without a trailing slash; a variable of the path stays one: `https://api.bell.example/{tenant}`. */
  readonly urls: readonly string[];
  readonly leftOut: readonly LeftOut[];
}

/** The base URLs that a document, a path or an operation gives: `servers`, or `host`, `basePath` and `schemes` of Swagger 2. */
export function basesOf(document: JsonRecord, at = 'servers'): Bases {
  const leftOut: LeftOut[] = [];
  const written = isRecord(document.swagger) || typeof document.swagger === 'string' ? swagger(document) : [];
  const servers = listOf(document.servers);
  if (servers.length > MAX_SERVERS)
    leftOut.push({
      place: at,
      why: `there are ${String(servers.length)}; the first ${String(MAX_SERVERS)} were read`,
    });
  const urls = [
    ...written,
    ...servers.slice(0, MAX_SERVERS).flatMap((server, index) => {
      const place = `${at}.${String(index)}`;
      const url = textOf(own(server, 'url'));
      if (url === undefined || url.length > 500) {
        leftOut.push({ place, why: 'it has no url that could be used' });
        return [];
      }
      return expand(url, own(server, 'variables'), (why) => leftOut.push({ place, why }));
    }),
  ];
  const usable = new Set<string>();
  for (const url of urls) {
    const problem = problemOf(url);
    if (problem === undefined) usable.add(trim(url));
    else leftOut.push({ place: at, why: `${problem}: ${url.slice(0, 100)}` });
  }
  // One address by both schemes is one.
  const secure = [...usable].filter((url) => !url.startsWith('http:') || !usable.has(url.replace('http:', 'https:')));
  return { urls: secure, leftOut };
}

function swagger(document: JsonRecord): readonly string[] {
  const host = textOf(document.host);
  if (host === undefined) return [];
  const schemes = listOf(document.schemes).filter((scheme) => scheme === 'https' || scheme === 'http');
  return (schemes.length === 0 ? ['https'] : schemes).map(
    (scheme) => `${scheme}://${host}${textOf(document.basePath) ?? ''}`,
  );
}

/** Replaces variables of a host by their listed values; variables of a path stay. */
function expand(url: string, variables: unknown, leave: (why: string) => void): readonly string[] {
  const pathAt = url.indexOf('/', url.indexOf('://') + 3);
  const [origin, path] = pathAt < 0 ? [url, ''] : [url.slice(0, pathAt), url.slice(pathAt)];
  let origins: readonly string[] = [origin];
  for (const [name, variable] of entriesOf(variables)) {
    const hole = `{${name}}`;
    if (!origin.includes(hole)) continue;
    const listed = listOf(own(variable, 'enum')).filter((value) => typeof value === 'string');
    const byDefault = textOf(own(variable, 'default'));
    const values = listed.length > 0 ? listed.slice(0, MAX_VALUES) : byDefault === undefined ? [] : [byDefault];
    if (listed.length !== values.length)
      leave(`hosts of other values of '${name}' than ${values.join(', ')} are not known`);
    const all = origins.flatMap((text) => values.map((value) => text.replaceAll(hole, value)));
    origins = all.slice(0, MAX_VALUES);
    if (all.length > origins.length)
      leave(`its variables make ${String(all.length)} hosts; the first ${String(MAX_VALUES)} are known`);
  }
  return origins.map((text) => text + path);
}

function problemOf(url: string): string | undefined {
  if (!/^https?:\/\//.test(url)) return 'it is not absolute (name the base URL with --base-url)';
  const host = /^https?:\/\/(?:[^/@]*@)?([^/:?#]*)/.exec(url)?.[1] ?? '';
  if (!/^[a-z0-9.-]+$/i.test(host)) return 'its host has a variable without values';
  if (/[?#\s]/.test(url)) return 'it is no base URL';
  // Each developer's own: what is requested there is said nothing of.
  return /^(?:localhost|127\.[\d.]+|0\.0\.0\.0|.+\.local(?:host)?)$/i.test(host)
    ? 'it is the address of one machine'
    : undefined;
}

function trim(url: string): string {
  let end = url.length;
  while (url[end - 1] === '/') end -= 1;
  return url.slice(0, end);
}
