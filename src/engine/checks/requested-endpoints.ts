import type { Finding } from '../../model/finding.js';
import type { Candidate } from '../judge/candidates.js';
import { matchesOf } from '../match/match-url.js';
import { locate } from '../judge/locate.js';
import type { CallSite } from '../judge/site-view.js';
import { skipOf } from '../judge/skipped.js';
import { embeddedUrls } from '../requests/calling/embedded-url.js';
import { isNamedOnlyFor } from '../requests/unknown/left-behind.js';
import { plainText } from '../values/text.js';
import type { Check, FileView } from './check.js';
import { endpointFinding, markUsed } from './endpoint-finding.js';

/** Requests of deprecated operations, where they are sent, and where a test answers or expects them. */
export const requestedEndpoints: Check = {
  rule: 'no-deprecated-endpoint',
  begin: (file) => ({
    ofSite(site) {
      for (const start of [...sentElsewhere(site), ...judged(site), ...changedBefore(site)]) file.used.add(start);
      return site.candidates.flatMap((candidate) => requestFinding(file, site, candidate));
    },
    ofTestDouble: (site) => site.candidates.flatMap((candidate) => testDoubleFinding(file, site, candidate)),
  }),
};

function requestFinding(file: FileView, view: CallSite, candidate: Candidate): readonly Finding[] {
  markUsed(file, candidate);
  const skip = skipOf(view, candidate.url);
  if (skip === 'skipped') return [];
  const at = locate(view, candidate.match.decider);
  return endpointFinding(file.finder, { site: view.site, candidate, at, ...(skip === undefined ? {} : { skip }) });
}

function testDoubleFinding(file: FileView, view: CallSite, candidate: Candidate): readonly Finding[] {
  markUsed(file, candidate);
  if (file.options.testDoubles !== 'report') return [];
  const at = locate(view, candidate.match.decider);
  return endpointFinding(file.finder, { site: view.site, candidate, at, role: 'test-double' });
}

/** Starts of texts in the file that a request sends to another host: what they say is not about the API. */
function sentElsewhere({ finder, context, site }: CallSite): readonly number[] {
  if (site.kind !== 'request') return [];
  return site.urls
    .filter((url) => finder.urlOf(url).host.kind === 'other' && embeddedUrls(finder.catalogue, url).length === 0)
    .flat()
    .flatMap((part) => (part.kind === 'text' && part.at.file === context.file ? [part.at.span[0]] : []));
}

/** Starts of texts in the file that a request changes before it sends them: what is sent is not what they say. */
function changedBefore({ finder, context, site, candidates }: CallSite): readonly number[] {
  const isKnown = site.urls.every((url) => plainText(url) !== undefined && finder.urlOf(url).host.kind === 'exact');
  if (site.kind !== 'request' || candidates.length > 0 || !isKnown) return [];
  return site.urls.flat().flatMap((part) => {
    const isHere = part.kind === 'text' && part.at.file === context.file;
    if (!isHere) return [];
    const [start] = part.at.span;
    const isInside = site.at.span[0] <= start && start < site.at.span[1];
    return isInside || isNamedOnlyFor(context, start, site.at.span) ? [start] : [];
  });
}

/** Starts of texts in the file that make a URL a deprecated one; the site knows the method. */
function judged({ finder, context, site }: CallSite): readonly number[] {
  if (site.method.unknown) return [];
  return site.urls
    .flatMap((url) => matchesOf(finder.urlOf(url)))
    .flatMap(({ match: { decider } }) => (decider.at.file === context.file ? [decider.at.span[0]] : []));
}
