import { baseUrlsOf, splitBaseUrl } from '../api/base-url.js';
import type { Catalogue } from '../model/deprecation.js';
import { escapeRegExp } from '../lib/escape-reg-exp.js';

/**
 * A base URL in a text: its path, or its host where no path follows or one that begins as the base's does, such as
 * `host/rest` + `/v2`. The host with another path is as a rule a link to documentation in a comment.
 */
export function apiMention(catalogue: Catalogue): RegExp {
  const sources = baseUrlsOf(catalogue).flatMap(({ url }) => {
    const { host, path } = splitBaseUrl(url);
    const [first = ''] = path.split('/');
    const cut = first === '' ? '' : `|/${escapeRegExp(first)}(?![\\w-])`;
    const bare = `${escapeRegExp(host)}(?:/?(?=['"\`$])${cut})`;
    if (path === '') return [bare];
    return path.includes('/') ? [bare, escapeRegExp(path)] : [bare, `${escapeRegExp(host)}/${escapeRegExp(path)}`];
  });
  return new RegExp(sources.length === 0 ? '(?!)' : sources.join('|'));
}
