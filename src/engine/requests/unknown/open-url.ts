import { couldBecomeMatch, hasMatch, matchesOf } from '../../match/match-url.js';
import type { Parts } from '../../values/value.js';
import type { Site, SiteFinder } from '../calling/site.js';

/** Key of the piece of text that decides the operation of a URL: its place; undefined without a deprecated operation. */
export function deciderKey(finder: SiteFinder, url: Parts): string | undefined {
  const at = matchesOf(finder.urlOf(url))[0]?.match.decider.at;
  return at === undefined ? undefined : `${at.file} ${at.span[0]}`;
}

/** Whether callers decide the request of the site: their arguments could complete it to a deprecated path. */
export function isOpenSite(finder: SiteFinder, site: Site): boolean {
  return site.urls.some((parts) => isOpenUrl(finder, parts));
}

/** Whether callers complete a request to another host: the function sends it there, whatever their arguments. */
export function isSentElsewhere(finder: SiteFinder, { urls }: Site): boolean {
  return urls.some((parts) => isCompletedByCallers(parts) && finder.urlOf(parts).host.kind === 'other');
}

function isCompletedByCallers(parts: Parts): boolean {
  return parts.some((part) => part.kind === 'hole' && (part.parameter !== undefined || part.self === true));
}

function isOpenUrl(finder: SiteFinder, parts: Parts): boolean {
  if (!isCompletedByCallers(parts)) return false;
  const url = finder.urlOf(parts);
  if (url.host.kind === 'other') return false;
  if (hasMatch(url)) return false;
  if (url.host.kind === 'unknown' && url.segments.length === 0) return true;
  return couldBecomeMatch(url);
}
