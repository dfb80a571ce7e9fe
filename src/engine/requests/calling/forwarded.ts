import type { SiteFinder } from './site-finder.js';
import type { Site } from './site.js';
import { embeddedUrls } from './embedded-url.js';

/**
 * The request that a proxy is asked for, where a URL of the API stands inside the one that is requested
 * (`/proxy?url=https://…`, `https://proxy.example.com/https://…`). Undefined where none does.
 */
export function forwardedSite(finder: SiteFinder, site: Site): Site | undefined {
  if (site.kind !== 'request') return undefined;
  const urls = site.urls
    .filter((url) => finder.urlOf(url).host.kind !== 'exact')
    .flatMap((url) => embeddedUrls(finder.catalogue, url))
    .filter((url) => finder.urlOf(url).host.kind === 'exact');
  return urls.length === 0 ? undefined : { ...site, kind: 'call', urls, forwarded: true };
}
