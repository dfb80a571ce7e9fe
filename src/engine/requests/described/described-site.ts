import type { Place } from '../../../model/span.js';
import { leadsToMatch } from '../../match/match-url.js';
import { describedValues } from './described-url.js';
import { leadingVerb, methodFacts } from '../calling/request.js';
import type { MethodFacts } from '../calling/request-facts.js';
import { bareSite, UNKNOWN_METHOD } from '../calling/site.js';
import type { Site } from '../calling/site.js';
import type { SiteFinder } from '../calling/site-finder.js';
import { choiceOf } from '../../values/choice.js';
import type { Parts, Value } from '../../values/value.js';

/** Description of a request: its possible URLs, and its method as written. */
export interface Described {
  readonly urls: readonly Parts[];
  readonly method: Value;
  readonly at: Place;
  readonly methodAt?: Place['span'] | undefined;
}

/**
 * The site of a described request; none if no URL of it can be deprecated. URLs that go elsewhere are kept: their texts
 * are not loose.
 */
export function describedSite(finder: SiteFinder, { urls, method, at, methodAt }: Described): Site | undefined {
  const named = urls
    .map((url) => leadingVerb(url))
    .filter(({ url }) => isElsewhere(finder, url) || leadsToDeprecated(finder, url));
  if (named.length === 0) return undefined;
  const verbs = [...new Set(named.flatMap(({ verb }) => (verb === undefined ? [] : [verb])))];
  return bareSite({
    at,
    kind: 'call',
    client: 'request descriptor',
    urls: named.map(({ url }) => url),
    method:
      verbs.length > 0
        ? { known: verbs, unknown: false, open: false, at: undefined }
        : describedMethod(finder, method, { file: at.file, span: methodAt ?? at.span }),
  });
}

/** The described method; unknown if it is missing, or in an unread form. */
function describedMethod(finder: SiteFinder, method: Value, at: Place): MethodFacts {
  const values = describedValues(finder, method);
  if (values.length === 0) return UNKNOWN_METHOD;
  const given = values.filter(({ kind }) => kind !== 'scalar');
  const facts = given.length === 0 ? UNKNOWN_METHOD : methodFacts(choiceOf(given, at), 'GET', at);
  return given.length < values.length ? { ...facts, unknown: true } : facts;
}

/** Whether a URL can be one of a deprecated operation. */
export function leadsToDeprecated(finder: SiteFinder, url: Parts): boolean {
  return leadsToMatch(finder.urlOf(url));
}

/** Whether a URL provably leads to another server. */
export function isElsewhere(finder: SiteFinder, url: Parts): boolean {
  return finder.urlOf(url).host.kind === 'other';
}
