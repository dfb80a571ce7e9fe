import type { Destination } from '../../model/finding.js';
import { originOf } from '../match/url-host.js';
import type { SiteFinder } from '../requests/calling/site-finder.js';
import { splitOrigin } from '../values/text.js';
import type { Parts } from '../values/value.js';
import type { SiteView } from './site-view.js';

/** Returns the destination of the requests of one call, from the best known of their URLs. */
export function destinationOf(finder: SiteFinder, sites: readonly SiteView[]): Destination {
  let best: Destination = { kind: 'unknown' };
  for (const { site, candidates } of sites) {
    const [candidate] = candidates;
    if (candidate !== undefined) return { kind: 'api', api: candidate.match.entry.deprecation.api };
    for (const parts of site.urls) {
      const to = destinationOfUrl(finder, parts, site.ownOrigin);
      if (to.kind === 'api') return to;
      if (RANKS[to.kind] > RANKS[best.kind]) best = to;
    }
  }
  return best;
}

const RANKS: Readonly<Record<Destination['kind'], number>> = { unknown: 0, aside: 1, host: 2, api: 3 };

function destinationOfUrl(finder: SiteFinder, parts: Parts, isOwnOrigin: boolean): Destination {
  const { host, readings } = finder.urlOf(parts);
  const [reading] = readings;
  switch (host.kind) {
    case 'exact':
    case 'version':
      return reading === undefined ? { kind: 'unknown' } : { kind: 'api', api: reading.view.id };
    case 'relative':
      return { kind: isOwnOrigin ? 'aside' : 'unknown' };
    case 'other': {
      const name = hostNameOf(parts);
      return name === undefined ? { kind: 'aside' } : { kind: 'host', host: name };
    }
    case 'unknown':
      return { kind: 'unknown' };
  }
}

/** The host of an absolute URL without its port; undefined where it is not known in full. */
function hostNameOf(parts: Parts): string | undefined {
  const [origin] = splitOrigin(parts);
  const { authority } = originOf(origin);
  const [first, ...rest] = authority;
  return first?.kind === 'text' && rest.length === 0 ? first.text.replace(/:\d*$/, '') : undefined;
}
