import { escapeRegExp } from '../lib/escape.js';
import { memoByObject } from '../lib/collections.js';
import type { BaseUrl, Catalogue } from '../model/deprecation.js';

/** Base URLs of all APIs of a catalogue. */
export const baseUrlsOf = memoByObject(({ apis }: Catalogue): readonly BaseUrl[] =>
  apis.flatMap(({ baseUrls }) => baseUrls),
);

/** Host and path (without the leading slash) of a base URL. */
export function splitBaseUrl(url: string): { readonly host: string; readonly path: string } {
  const [, host = '', path = ''] = /^(?:[a-z]+:)?\/*([^/]*)(?:\/([^]*))?/i.exec(url) ?? [];
  return { host, path: path.replace(/(?<!\/)\/+$/, '') };
}

/**
 * The longest run of literal segments in the path of a base URL: `admin/api` of `admin/api/{version}`. Undefined for a
 * single segment, which alone (`v1`) is not evidence of an API.
 */
export function literalPath(path: string): string | undefined {
  const runs = path.split(/(?:^|\/)\{[^{}]*\}(?:\/|$)/).filter((run) => run.includes('/'));
  return runs.sort((a, b) => b.length - a.length)[0];
}

/** Literals of a base URL, one of which is in every mention of it: the end of its host, and the words of its path. */
export function literalsOf({ url }: BaseUrl): readonly string[] {
  const { host, path } = splitBaseUrl(url);
  const hostEnd = host.slice(host.lastIndexOf('}') + 1);
  const pathWords = literalPath(path);
  return pathWords === undefined ? [hostEnd] : [hostEnd, pathWords];
}

/**
 * Source of a RegExp for a host; a variable matches any characters of a name. Matching takes linear time: a leading
 * variable begins at the start of a name, and the others have a maximum length.
 */
export function hostSource(host: string): string {
  const [first = '', ...others] = host.split(/\{[^{}]*\}/).map(escapeRegExp);
  const tail = others.join('[\\w.${}-]{1,100}');
  if (others.length === 0) return first;
  return first === '' ? `(?<![\\w.\${}-])[\\w.\${}-]+${tail}` : `${first}[\\w.\${}-]{1,100}${tail}`;
}
