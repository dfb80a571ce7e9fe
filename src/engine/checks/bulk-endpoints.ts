import type { Bulk } from '../../model/deprecation.js';
import type { EvidenceStep } from '../../model/evidence.js';
import type { HttpMethod } from '../../model/endpoint.js';
import type { Finding } from '../../model/finding.js';
import { locate } from '../judge/locate.js';
import { CallSite } from '../judge/site-view.js';
import type { SiteView } from '../judge/site-view.js';
import { splitAt } from '../values/text.js';
import { optionsOf } from '../values/value.js';
import type { Parts, Value } from '../values/value.js';
import type { Check, FileView } from './check.js';
import { endpointFinding, markUsed } from './endpoint-finding.js';

const WRITES: readonly HttpMethod[] = ['POST', 'PUT', 'PATCH'];

/** Things of deprecated operations that one request writes together with others: `PATCH /bells` with a list of chimes. */
export const bulkEndpoints: Check = {
  rule: 'no-deprecated-endpoint',
  begin(file) {
    const bulks = file.finder.catalogue.apis.flatMap(({ bulk }) => bulk ?? []);
    return bulks.length === 0 ? undefined : { ofSite: (site) => bulks.flatMap((bulk) => written(file, site, bulk)) };
  },
  mayComplete: (site) =>
    site.finder.catalogue.apis.some(
      ({ bulk }) => bulk !== undefined && collectionsOf(site, bulk).length > 0 && isOpen(site, bulk),
    ),
};

function written(file: FileView, site: CallSite, bulk: Bulk): readonly Finding[] {
  const note = `It writes several at once: this is one of those in \`${bulk.list}\` of \`${bulk.path}\`.`;
  return collectionsOf(site, bulk).flatMap((collection) =>
    segmentsOf(site, bulk).flatMap((segment) => {
      const [first] = segment;
      if (first === undefined) return [];
      const url: Parts = [...collection, { kind: 'text', text: '/', at: first.at }, ...segment];
      const one = new CallSite(site.finder, site.context, site.index, { ...site.site, urls: [url] });
      return one.candidates.flatMap((candidate) => {
        markUsed(file, candidate);
        // What is to be edited is the thing in the list, wherever the list is sent from.
        const { decider } = candidate.match;
        const at = decider.at.file === site.context.file ? decider.at : locate(one, decider);
        return endpointFinding(site.finder, { site: one.site, candidate, at }).map((finding) => ({
          ...finding,
          notes: [...finding.notes, note],
          evidence: { ...finding.evidence, steps: [...finding.evidence.steps, sentFrom(site)] },
        }));
      });
    }),
  );
}

function sentFrom({ site }: CallSite): EvidenceStep {
  return { kind: 'wrapper', at: site.at, note: 'all that is listed is sent from here' };
}

/** The URLs of a site that lead to a collection, without their query; a site that writes nothing has none. */
function collectionsOf({ finder, site }: SiteView, bulk: Bulk): readonly Parts[] {
  const { known, unknown } = site.method;
  if (!unknown && !known.some((method) => WRITES.includes(method))) return [];
  const template = bulk.path.split('/').slice(1);
  return site.urls.flatMap((url) => {
    const { segments } = finder.urlOf(url);
    const leads =
      segments.length === template.length &&
      template.every((name, at) => name.startsWith('{') || segments[at]?.text === name);
    return leads ? [splitAt(url, (text) => text.search(/[?#]/))[0]] : [];
  });
}

/** The segments that the listed things have below their collection, as far as they are texts. */
function segmentsOf({ finder: { evaluator }, site }: SiteView, { list, key }: Bulk): readonly Parts[] {
  return recordsIn(site.body)
    .flatMap((body) => optionsOf(evaluator.member(body, list, site.at)))
    .flatMap((listed) => (listed.kind === 'array' ? listed.elements : []))
    .flatMap((element) => recordsIn(element))
    .flatMap((record) => optionsOf(evaluator.member(record, key, site.at)))
    .flatMap((name) => (name.kind === 'text' ? [name.parts] : []));
}

function recordsIn(value: Value): readonly Value[] {
  return optionsOf(value).filter(({ kind }) => kind === 'object' || kind === 'layered');
}

/** Whether callers decide what is listed. */
function isOpen({ finder: { evaluator }, site }: SiteView, { list }: Bulk): boolean {
  const isPassed = (value: Value): boolean => optionsOf(value).some(({ kind }) => kind === 'parameter');
  return isPassed(site.body) || recordsIn(site.body).some((body) => isPassed(evaluator.member(body, list, site.at)));
}
