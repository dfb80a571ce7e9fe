import { hostSource, literalPath, literalsOf, splitBaseUrl } from '../api/base-url.js';
import type { BaseUrl, Catalogue } from '../model/deprecation.js';
import { escapeRegExp, NOWHERE } from '../lib/escape.js';
import { remembered } from '../lib/collections.js';

/** Ids of the APIs of a catalogue with their base URL in a text, or a quoted name by which an SDK selects them. */
export function mentionedApis(text: string, catalogue: Catalogue): readonly string[] {
  return testsOf(catalogue).flatMap(({ id, needed, test }) =>
    needed.some((words) => text.includes(words)) && test.test(text) ? [id] : [],
  );
}

const testsOf = remembered(({ apis }: Catalogue) =>
  apis.map(({ id, baseUrls, services = [] }) => ({
    id,
    // Most texts have none of these, and a regular expression is slow to find out.
    needed: [...new Set([...baseUrls.flatMap(literalsOf), ...services])],
    test: new RegExp([...baseUrls.flatMap(sourcesOf), ...services.map(quoted)].join('|') || NOWHERE),
  })),
);

function quoted(word: string): string {
  return `(?<=['"\`])${escapeRegExp(word)}(?=['"\`])`;
}

/**
 * Patterns of a base URL in a text: its path of two words or more, or its host without a path or with one that begins
 * like the base's, such as `host/rest` + `/v2`. The host with another path is usually a link to documentation in a
 * comment. Without the host, the variables of the path must be filled: `admin/api/users` alone can be of any API.
 */
function sourcesOf({ url }: BaseUrl): readonly string[] {
  const { host, path } = splitBaseUrl(url);
  const name = hostSource(host);
  if (path === '') return [`${name}(?![\\w.-])`];
  const [first = ''] = path.split('/');
  const cut = first.startsWith('{') ? '/' : `/${escapeRegExp(first)}(?![\\w-])`;
  const bare = `${name}(?:/?(?=['"\`$])|${cut})`;
  return literalPath(path) === undefined
    ? [bare, `${name}/${pathSource(path, ANY)}`]
    : [bare, pathSource(path, VARIABLE)];
}

const ANY = '[^/\\s]{1,100}';

/** A filled variable: `2024-01`, `${version}`, `{version}`, `%s`, but no word. */
const VARIABLE = '[\\d${%][^/\\s]{0,100}';
const BEFORE_VARIABLE = '[^/\\s\'"`\\d${%]{0,100}';

function pathSource(path: string, variable: string): string {
  return path
    .split('/')
    .map((segment, index) => {
      if (!segment.startsWith('{')) return escapeRegExp(segment);
      return variable === VARIABLE && index > 0 ? `${BEFORE_VARIABLE}${VARIABLE}` : variable;
    })
    .join('/');
}
