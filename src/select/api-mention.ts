import { hostSource, literalPath, literalsOf, splitBaseUrl } from '../api/base-url.js';
import type { BaseUrl, Catalogue } from '../model/deprecation.js';
import { escapeRegExp, NOWHERE } from '../lib/escape-reg-exp.js';
import { remembered } from '../lib/remembered.js';

/** Ids of the APIs of a catalogue whose base URL is in a text, or a word in quotes by which an SDK is asked for them. */
export function mentionedApis(text: string, catalogue: Catalogue): readonly string[] {
  return testsOf(catalogue).flatMap(({ id, needed, test }) =>
    needed.some((words) => text.includes(words)) && test.test(text) ? [id] : [],
  );
}

const testsOf = remembered(({ apis }: Catalogue) =>
  apis.map(({ id, baseUrls, services = [] }) => ({
    id,
    // Most texts have none of these, and an expression takes long to say so.
    needed: [...new Set([...baseUrls.flatMap(literalsOf), ...services])],
    test: new RegExp([...baseUrls.flatMap(sourcesOf), ...services.map(quoted)].join('|') || NOWHERE),
  })),
);

function quoted(word: string): string {
  return `(?<=['"\`])${escapeRegExp(word)}(?=['"\`])`;
}

/**
 * A base URL in a text: its path of two words or more, or its host where no path follows or one that begins as the base's
 * does, such as `host/rest` + `/v2`. The host with another path is as a rule a link to documentation in a comment. Without
 * the host, something has to stand for the variables of the path: `admin/api/users` is anybody's.
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

/** `2024-01`, `${version}`, `{version}`, `%s`: no word. */
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
