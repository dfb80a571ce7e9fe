import { createFinder } from './finder.js';
import type { FinderParts } from './finder.js';
import { mayComplete } from './analyse.js';
import { couldBecomeMatch, hasMatch } from './match/match-url.js';
import type { RequestUrl } from './match/request-url.js';

interface IndependenceParts extends FinderParts {
  /** Treatment of requests that cannot leave the origin of their page: another API does not receive them. */
  readonly ownOrigin: 'asked' | 'left out';
}

/**
 * Returns a test for files whose requests are not deprecated, whatever arguments their functions get: no call in such a
 * file can become a request that the catalogue covers.
 */
export function createIndependenceTest({ ownOrigin, ...parts }: IndependenceParts): (file: string) => boolean {
  const finder = createFinder(parts, mayComplete);
  return (file) => {
    const { program } = finder.evaluator;
    const context = program.context(file);
    if (context === undefined) return false;
    program.begin();
    finder.releaseFileData();
    const isIndependent = context.facts.calls.every((_, index) =>
      finder.sitesOf(context, index, undefined).every(
        (site) =>
          [...site.urls, ...(site.urlsOfOtherMethods ?? [])].every((parsed) => {
            const url = finder.urlOf(parsed);
            const isOwnOrigin = site.kind === 'request' && site.ownOrigin && url.host.kind === 'relative';
            return (isOwnOrigin && ownOrigin === 'left out') || isElsewhere(url);
          }) && !finder.mayComplete(site),
      ),
    );
    return isIndependent && program.limits.size === 0;
  };
}

/** Whether a URL, with any values in its holes, matches no operation and no record of the catalogue. */
function isElsewhere(url: RequestUrl): boolean {
  const { host, segments, readings, above } = url;
  if (host.kind === 'other') return true;
  const first = segments[0]?.text;
  if (first === undefined || couldBecomeMatch(url) || hasMatch(url)) return false;
  return [...readings, ...above].every(
    ({ view: { index } }) => index.fields.parameter === undefined && !index.fields.literals.has(first),
  );
}
