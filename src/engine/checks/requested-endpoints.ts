import { memoByObject } from '../../core/lib/collections.js';
import type { Catalogue } from '../../core/model/deprecation.js';
import type { Finding } from '../../core/model/finding.js';
import type { Candidate, CallSite, SiteView } from '../judge/site-view.js';
import { matchesOf } from '../match/match-url.js';
import { findingPlace } from '../judge/trace.js';
import { skippedByCondition } from '../judge/skipped.js';
import { embeddedUrls } from '../requests/calling/url-forms.js';
import { isNamedOnlyFor } from '../requests/unknown/unsent-texts.js';
import { plainText } from '../values/text.js';
import type { Check, FileView } from './check.js';
import { endpointFinding, markUsed } from './endpoint-finding.js';

/** Requests of deprecated operations, at the place that sends them, or in a test that answers or expects them. */
export const requestedEndpoints: Check = {
  rule: 'no-deprecated-endpoint',
  begin: (file) => ({
    ofSite(site) {
      for (const start of [...textsForOtherHosts(site), ...decidingTexts(site), ...textsChangedBeforeSending(site)])
        file.used.add(start);
      return site.candidates.flatMap((candidate) => requestFinding(file, site, candidate));
    },
    ofTestDouble: (site) => site.candidates.flatMap((candidate) => testDoubleFinding(file, site, candidate)),
  }),
  mayComplete: (view) => view.candidates.some((candidate) => isRestParameter(view, candidate)),
};

/**
 * Whether a parameter decides which operation below a path is requested, while other entries, perhaps with other
 * dates, cover some of the operations.
 */
function isRestParameter({ finder }: SiteView, { match: { entry }, reading }: Candidate): boolean {
  if (!hasEntriesBelow(finder.catalogue, entry)) return false;
  // From the last word of the path: the rest can be joined to that word without a slash.
  return reading.segments
    .slice(entry.path.split('/').length - 3)
    .some(({ parts }) => parts.some((part) => part.kind === 'hole' && part.parameter !== undefined));
}

/** Whether the operation below a path is unknown, while other entries cover some of the operations there. */
function isOpenBelow({ finder }: SiteView, { match: { entry }, reading }: Candidate): boolean {
  const firstBelow = reading.segments[entry.path.split('/').length - 2];
  return firstBelow?.parts[0]?.kind === 'hole' && hasEntriesBelow(finder.catalogue, entry);
}

function hasEntriesBelow(catalogue: Catalogue, { deprecation, path }: Candidate['match']['entry']): boolean {
  return (
    path.endsWith(REST_WILDCARD) &&
    ancestorPaths(catalogue).has(`${deprecation.api} ${path.slice(0, -REST_WILDCARD.length)}`)
  );
}

/** End of a path that matches any rest. */
const REST_WILDCARD = '/**';

/** Paths with operations of other entries below them, each preceded by the id of its API. */
const ancestorPaths = memoByObject((catalogue: Catalogue): ReadonlySet<string> => {
  const ancestors = new Set<string>();
  for (const entry of catalogue.deprecations)
    for (const { path } of entry.kind === 'endpoint' ? entry.endpoints : []) {
      const words = path.text.replace(/\/\*\*$/, '').split('/');
      for (let length = words.length - 1; length > 0; length -= 1)
        ancestors.add(`${entry.api} ${words.slice(0, length).join('/')}`);
    }
  return ancestors;
});

function requestFinding(file: FileView, view: CallSite, candidate: Candidate): readonly Finding[] {
  markUsed(file, candidate);
  const skip = skippedByCondition(view, candidate.url);
  if (skip === 'skipped') return [];
  const at = findingPlace(view, candidate.match.decider);
  const openBelow = isOpenBelow(view, candidate) ? { isOpenBelow: true as const } : {};
  return endpointFinding(file.finder, {
    site: view.site,
    candidate,
    at,
    ...(skip === undefined ? {} : { skip }),
    ...openBelow,
  });
}

function testDoubleFinding(file: FileView, view: CallSite, candidate: Candidate): readonly Finding[] {
  markUsed(file, candidate);
  if (file.options.testDoubles !== 'report') return [];
  const at = findingPlace(view, candidate.match.decider);
  return endpointFinding(file.finder, { site: view.site, candidate, at, role: 'test-double' });
}

/** Starts of texts in the file that a request sends to another host, so that they do not concern the API. */
function textsForOtherHosts({ finder, context, site }: CallSite): readonly number[] {
  if (site.kind !== 'request') return [];
  return site.urls
    .filter((url) => finder.urlOf(url).host.kind === 'other' && embeddedUrls(finder.catalogue, url).length === 0)
    .flat()
    .flatMap((part) => (part.kind === 'text' && part.at.file === context.file ? [part.at.span[0]] : []));
}

/** Starts of texts in the file that a request changes before it sends them. */
function textsChangedBeforeSending({ finder, context, site, candidates }: CallSite): readonly number[] {
  const areUrlsKnown = site.urls.every(
    (url) => plainText(url) !== undefined && finder.urlOf(url).host.kind === 'exact',
  );
  if (site.kind !== 'request' || candidates.length > 0 || !areUrlsKnown) return [];
  return site.urls.flat().flatMap((part) => {
    const isHere = part.kind === 'text' && part.at.file === context.file;
    if (!isHere) return [];
    const [start] = part.at.span;
    const isInside = site.at.span[0] <= start && start < site.at.span[1];
    return isInside || isNamedOnlyFor(context, start, site.at.span) ? [start] : [];
  });
}

/** Starts of the deciding texts in the file, if the method of the request is known, so that it is judged here. */
function decidingTexts({ finder, context, site }: CallSite): readonly number[] {
  if (site.method.unknown) return [];
  return site.urls
    .flatMap((url) => matchesOf(finder.urlOf(url)))
    .flatMap(({ match: { decider } }) => (decider.at.file === context.file ? [decider.at.span[0]] : []));
}
