import type { FileAnalysis, UnresolvedSite } from '../../model/finding.js';
import type { Place } from '../../model/span.js';
import { couldMatch } from '../match/match.js';
import type { FileContext } from '../evaluate/program.js';
import { isOpen } from '../requests/open-url.js';
import type { SiteFinder } from '../requests/site-finder.js';
import type { Site } from '../requests/site.js';
import { REASON } from '../values/reasons.js';
import type { UnknownReason } from '../values/value.js';
import { shownUrl } from './finding.js';
import type { SiteView } from './site-view.js';

/** Counts the requests of a file, and tells which of them are not known well enough to decide. */
export class Coverage {
  readonly #finder: SiteFinder;
  readonly #unresolved = new Map<string, UnresolvedSite>();
  readonly #completed: Place[] = [];
  #sites = 0;
  #resolved = 0;

  constructor(finder: SiteFinder) {
    this.#finder = finder;
  }

  /** Takes in the sites of one call. */
  add(sites: readonly SiteView[]): void {
    let open = false;
    for (const { site, candidates } of sites) {
      this.#noteLimits(site);
      const isFound = candidates.length > 0;
      if (isFound || !isOpen(this.#finder, site)) this.#completed.push(...site.chain);
      const gap = isFound ? undefined : unresolvedOf(this.#finder, site);
      if (gap === undefined) continue;
      open = true;
      const key = `${String(gap.at.span[0])} ${gap.url}`;
      if (!this.#unresolved.has(key)) this.#unresolved.set(key, gap);
    }
    this.#sites++;
    if (!open) this.#resolved++;
  }

  /** What is to be said of the file beside its findings. */
  result({ facts }: FileContext): Omit<FileAnalysis, 'findings'> {
    const limits = new Set(this.#finder.evaluator.program.limits);
    if (facts.tooDeep === true) limits.add(REASON.limit);
    return {
      unresolved: [...this.#unresolved.values()],
      completed: this.#completed,
      sites: this.#sites,
      resolved: this.#resolved,
      ...(limits.size === 0 ? {} : { limits: [...limits].sort() }),
    };
  }

  /** Limits that left a hole in the URL of a request that may go to the API. */
  #noteLimits({ urls }: Site): void {
    const { limits } = this.#finder.evaluator.program;
    for (const parts of urls) {
      const cut = parts.find((part) => part.kind === 'hole' && LIMITS.has(part.reason));
      if (cut?.kind !== 'hole' || limits.has(cut.reason)) continue;
      if (this.#finder.urlOf(parts).host.kind !== 'other') limits.add(cut.reason);
    }
  }
}

const LIMITS: ReadonlySet<UnknownReason> = new Set<UnknownReason>([REASON.tooMany, REASON.limit]);

/** A request that goes to the API and could be a deprecated one, were its holes known. */
function unresolvedOf(finder: SiteFinder, site: Site): UnresolvedSite | undefined {
  if (site.kind !== 'request') return undefined;
  const toApi = [...site.urls, ...(site.apart ?? [])]
    .map((parts) => ({ parts, ...finder.urlOf(parts) }))
    .filter(({ host }) => host.kind === 'exact');
  if (!toApi.every(({ segments }) => couldMatch(finder.index, segments))) return undefined;
  for (const { parts, segments } of toApi) {
    const hole = segments.flatMap((segment) => segment.parts).findLast((part) => part.kind === 'hole');
    if (hole?.kind !== 'hole') continue;
    return {
      at: site.at,
      client: site.client,
      url: shownUrl(parts),
      methods: site.method.known,
      reason: `\`${hole.name.slice(0, 100)}\` is ${hole.reason}`,
    };
  }
  return undefined;
}
