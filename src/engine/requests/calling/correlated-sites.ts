import type { MethodFacts, MethodWay } from './request-facts.js';
import type { Site } from './site.js';
import { areApart } from '../../values/correlation.js';
import { textCorrelations } from '../../values/correlate.js';
import type { Parts } from '../../values/value.js';

/**
 * Splits a site whose method and URL come from elements of one collection into one site for each method: only a method
 * and a URL of the same element are requested together.
 */
export function correlatedSites<S extends Pick<Site, 'urls' | 'method'>>(site: S): readonly S[] {
  const { ways } = site.method;
  if (ways === undefined) return [site];
  const groups = new Map<string, { readonly method: MethodFacts; readonly urls: Parts[] }>();
  for (const url of site.urls) {
    const method = methodFor(url, ways);
    const key = `${[...method.known].sort().join(' ')} ${String(method.unknown)} ${String(method.open)}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { method, urls: [url] });
    else group.urls.push(url);
  }
  if (groups.size === 1) return [...groups.values()].map(({ method }) => ({ ...site, method }));
  return [...groups.values()].map(({ method, urls }) => ({
    ...site,
    method,
    urls,
    apart: site.urls.filter((url) => !urls.includes(url)),
  }));
}

/** The methods that can occur together with a URL. */
function methodFor(url: Parts, ways: readonly MethodWay[]): MethodFacts {
  const correlations = textCorrelations(url);
  const met = ways.filter((way) => !areApart(way.correlations, correlations));
  const isOwn = met.some((way) => way.correlations.some(({ of }) => correlations.some((one) => one.of === of)));
  const left = met.length === 0 ? ways : isOwn ? met.filter(({ isRest }) => !isRest) : met;
  return {
    known: [...new Set(left.flatMap(({ method }) => method.known))],
    unknown: left.some(({ method }) => method.unknown),
    open: left.some(({ method }) => method.open),
    at: left.find(({ method }) => method.at !== undefined)?.method.at,
  };
}
