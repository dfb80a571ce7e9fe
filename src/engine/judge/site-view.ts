import type { CallFact } from '../../model/facts.js';
import type { FileContext } from '../evaluate/program.js';
import type { SiteFinder } from '../requests/calling/site-finder.js';
import type { Site } from '../requests/calling/site.js';
import type { Parts } from '../values/value.js';
import { candidatesOf } from './candidates.js';
import type { Candidate } from './candidates.js';
import { readingFor } from '../match/request-url.js';
import { proveHost } from './host-proof.js';
import type { HostJudgement } from './host-proof.js';

const ELSEWHERE: HostJudgement = { host: 'other', steps: [] };

/** A site as all checks see it: results about its URLs are computed once, on demand. */
export class SiteView {
  readonly finder: SiteFinder;
  readonly site: Site;
  #hosts: Map<Parts, Map<string, HostJudgement>> | undefined;
  #candidates: readonly Candidate[] | undefined;

  constructor(finder: SiteFinder, site: Site) {
    this.finder = finder;
    this.site = site;
  }

  /** Judges whether one of the site's URLs leads to an API, by the API's id. */
  hostOf(url: Parts, api: string): HostJudgement {
    this.#hosts ??= new Map();
    let hosts = this.#hosts.get(url);
    if (hosts === undefined) this.#hosts.set(url, (hosts = new Map<string, HostJudgement>()));
    let host = hosts.get(api);
    if (host === undefined) {
      const reading = readingFor(this.finder.urlOf(url), api);
      hosts.set(api, (host = reading === undefined ? ELSEWHERE : proveHost(this.finder, this.site, reading)));
    }
    return host;
  }

  /** The deprecated operations that the site requests. */
  get candidates(): readonly Candidate[] {
    return (this.#candidates ??= candidatesOf(this.finder, this.site, (url, api) => this.hostOf(url, api)));
  }
}

/** A site that a call in the analysed file makes. */
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
