import type { CallFact } from '../../core/model/facts.js';
import type { FileContext } from '../evaluate/program.js';
import type { SiteFinder, Site } from '../requests/calling/site.js';
import type { Parts } from '../values/value.js';
import { readingFor } from '../match/request-url.js';
import { proveHost, hostRank, isOfOtherApi } from './host-proof.js';
import type { HostJudgement } from './host-proof.js';
import { addTo } from '../../core/lib/collections.js';
import type { HttpMethod } from '../../core/model/endpoint.js';
import type { Evidence, EvidenceStep } from '../../core/model/evidence.js';
import type { Place } from '../../core/model/span.js';
import { entriesForMethods, judgeMethod } from '../match/match.js';
import type { PathMatch } from '../match/match.js';
import { elsewhereMatchesOf, matchesOf, scopedMatchesOf } from '../match/match-url.js';
import type { UrlReading } from '../match/request-url.js';

const OTHER_HOST: HostJudgement = { host: 'other', steps: [] };

/** A site with results about its URLs, which are computed once, on demand. */
export class SiteView {
  readonly finder: SiteFinder;
  readonly site: Site;
  #hosts: Map<Parts, Map<string, HostJudgement>> | undefined;
  #candidates: readonly Candidate[] | undefined;

  constructor(finder: SiteFinder, site: Site) {
    this.finder = finder;
    this.site = site;
  }

  /** Returns the judgement on the host of one of the site's URLs, for the API with this id. */
  hostOf(url: Parts, api: string): HostJudgement {
    this.#hosts ??= new Map();
    let hosts = this.#hosts.get(url);
    if (hosts === undefined) this.#hosts.set(url, (hosts = new Map<string, HostJudgement>()));
    let host = hosts.get(api);
    if (host === undefined) {
      const reading = readingFor(this.finder.urlOf(url), api);
      hosts.set(api, (host = reading === undefined ? OTHER_HOST : proveHost(this.finder, this.site, reading)));
    }
    return host;
  }

  /** The deprecated operations that the site requests. */
  get candidates(): readonly Candidate[] {
    return (this.#candidates ??= candidatesOf(this.finder, this.site, (url, api) => this.hostOf(url, api)));
  }
}

/** A request site of a call in the analysed file. */
export class CallSite extends SiteView {
  readonly context: FileContext;
  readonly call: CallFact;
  /** Index of the call in the table of calls of its file. */
  readonly index: number;

  constructor(finder: SiteFinder, context: FileContext, index: number, site: Site) {
    super(finder, site);
    const call = context.facts.calls[index];
    if (call === undefined) throw new RangeError(`${context.file} has no call ${String(index)}`);
    this.context = context;
    this.call = call;
    this.index = index;
  }
}

/** A URL of a site that matches a catalogue entry. */
export interface Candidate {
  readonly match: PathMatch;
  readonly url: Parts;
  /** The reading of the URL for the entry's API. */
  readonly reading: UrlReading;
  readonly host: HostJudgement;
  readonly verdict: 'listed' | 'unlisted' | 'unknown';
  readonly method: HttpMethod | undefined;
}

/** The deprecated operations that a site requests: for each deprecation one, or one for each element of an iteration. */
function candidatesOf(
  finder: SiteFinder,
  site: Site,
  hostOf: (url: Parts, api: string) => HostJudgement,
): readonly Candidate[] {
  const groups = new Map<string, Candidate[]>();
  const urls = site.urls.map((url) => ({ url, requestUrl: finder.urlOf(url) }));
  const matches = urls.flatMap(({ url, requestUrl }) =>
    (site.isScopeMissing ? scopedMatchesOf(requestUrl) : matchesOf(requestUrl)).map((found) => ({ url, ...found })),
  );
  // URLs of other hosts count only as alternatives to a URL of an API.
  const otherHostMatches =
    site.isScopeMissing || matches.length === 0
      ? []
      : urls.flatMap(({ url, requestUrl }) =>
          elsewhereMatchesOf(requestUrl, finder.views).map((found) => ({ url, ...found })),
        );
  for (const { url, reading, match: pathMatch } of [...matches, ...otherHostMatches]) {
    for (const match of entriesForMethods(pathMatch, site.method.known)) {
      if (isOfOtherApi(site, reading)) continue;
      const method = judgeMethod(match, site.method.known, site.method.unknown);
      if (method === undefined) continue;
      const host = hostOf(url, reading.view.id);
      const candidate: Candidate = { match, url, reading, host, verdict: method.verdict, method: method.method };
      const { decider, entry } = match;
      const { id } = entry.deprecation;
      addTo(groups, decider.each === true ? `${id} ${decider.at.file} ${decider.at.span[0]}` : id, candidate);
    }
  }
  return [...groups.values()]
    .map((group) => strongest(group, site.at))
    .filter((candidate) => candidate.host.host !== 'other');
}

const VERDICTS = ['listed', 'unknown', 'unlisted'] as const;

/**
 * Chooses among alternatives of one request: the best proof of the host, then the best-known method; of equal texts,
 * such as two assignments of one variable, the last one before the request.
 */
function strongest(group: readonly Candidate[], at: Place): Candidate {
  return group.reduce((best, candidate) => {
    const host = hostRank(candidate.host) - hostRank(best.host);
    if (host !== 0) return host < 0 ? candidate : best;
    const verdict = VERDICTS.indexOf(candidate.verdict) - VERDICTS.indexOf(best.verdict);
    if (verdict !== 0) return verdict < 0 ? candidate : best;
    return isNearer(candidate, best, at) ? candidate : best;
  });
}

function isNearer(candidate: Candidate, best: Candidate, { file, span }: Place): boolean {
  const [at, bestAt] = [candidate.match.decider.at, best.match.decider.at];
  if (at.file !== file || bestAt.file !== file || at.span[1] > span[0] || at.span[0] <= bestAt.span[0]) return false;
  return candidate.match.entry === best.match.entry && shapeOf(candidate.url) === shapeOf(best.url);
}

/** A URL without its unknown parts. */
function shapeOf(url: Parts): string {
  return url.map((part) => (part.kind === 'hole' ? '{}' : part.text)).join('');
}

/** Evidence for a candidate, with the steps from the call to the operation. */
export function evidenceOf(site: Site, candidate: Candidate): Evidence {
  const { decider } = candidate.match;
  const steps: EvidenceStep[] = site.chain.map((at): EvidenceStep => ({
    kind: 'wrapper',
    at,
    note: 'the request is sent from here',
  }));
  steps.push(...candidate.host.steps);
  const kind =
    decider.at.file !== site.at.file ? 'import' : isInsideCall(site, decider.at.span) ? 'literal' : 'constant';
  steps.push({ kind, at: decider.at, note: `the path is decided by \`${decider.text}\`` });
  if (site.method.at !== undefined && candidate.method !== undefined && candidate.verdict !== 'unknown') {
    steps.push({ kind: 'option', at: site.method.at, note: `the method is ${site.method.known.join(' or ')}` });
  }
  return {
    host: candidate.host.host,
    ...(candidate.host.name === undefined ? {} : { name: candidate.host.name }),
    ...(candidate.host.by === undefined ? {} : { by: candidate.host.by }),
    path: site.isScopeMissing || candidate.match.isBelow === true ? 'partial' : 'exact',
    method: candidate.verdict,
    site: site.forwarded === true ? 'forwarded' : site.kind,
    ...(site.missing === undefined ? {} : { missing: true }),
    steps,
  };
}

function isInsideCall(site: Site, span: readonly [number, number]): boolean {
  return site.at.span[0] <= span[0] && span[1] <= site.at.span[1];
}
