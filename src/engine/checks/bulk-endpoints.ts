import type { Bulk } from '../../core/model/deprecation.js';
import type { EvidenceStep } from '../../core/model/evidence.js';
import type { HttpMethod } from '../../core/model/endpoint.js';
import type { Finding } from '../../core/model/finding.js';
import { findingPlace } from '../judge/trace.js';
import { CallSite } from '../judge/site-view.js';
import type { SiteView } from '../judge/site-view.js';
import type { UrlSegment } from '../match/url-parts.js';
import { splitAt } from '../values/text.js';
import { optionsOf } from '../values/value.js';
import type { Parts, Value } from '../values/value.js';
import type { Check, FileView } from './check.js';
import { endpointFinding, markUsed } from './endpoint-finding.js';

const WRITES: readonly HttpMethod[] = ['POST', 'PUT', 'PATCH'];

/** Bulk requests that write records of deprecated operations: `PATCH /bells` with a list of chimes. */
export const bulkEndpoints: Check = {
  rule: 'no-deprecated-endpoint',
  begin(file) {
    const hasBulk = file.finder.catalogue.apis.some(({ bulk }) => bulk !== undefined);
    return hasBulk
      ? { ofSite: (site) => collectionsOf(site).flatMap((collection) => findingsOf(file, site, collection)) }
      : undefined;
  },
  mayComplete: (site) => collectionsOf(site).some(({ bulk }) => hasOpenList(site, bulk)),
};

/** A URL of a collection of an API, without its query. */
interface Collection {
  readonly url: Parts;
  readonly bulk: Bulk;
}

function findingsOf(file: FileView, site: CallSite, { url: collection, bulk }: Collection): readonly Finding[] {
  const note = `It writes several at once: this is one of those in \`${bulk.list}\` of \`${bulk.path}\`.`;
  return recordSegments(site, bulk).flatMap((segment) => {
    const [firstPart] = segment;
    if (firstPart === undefined) return [];
    const url: Parts = [...collection, { kind: 'text', text: '/', at: firstPart.at }, ...segment];
    const item = new CallSite(site.finder, site.context, site.index, { ...site.site, urls: [url] });
    return item.candidates.flatMap((candidate) => {
      markUsed(file, candidate);
      // The finding points at the list element to edit, wherever the list is sent from.
      const { decider } = candidate.match;
      const at = decider.at.file === site.context.file ? decider.at : findingPlace(item, decider);
      return endpointFinding(site.finder, { site: item.site, candidate, at }).map((finding) => ({
        ...finding,
        notes: [...finding.notes, note],
        evidence: { ...finding.evidence, steps: [...finding.evidence.steps, sendingStep(site)] },
      }));
    });
  });
}

function sendingStep({ site }: CallSite): EvidenceStep {
  return { kind: 'wrapper', at: site.at, note: 'the whole list is sent from here' };
}

/** Returns the collections that a site writes to; none if it writes nothing. */
function collectionsOf({ finder, site }: SiteView): readonly Collection[] {
  const { known, unknown } = site.method;
  if (!unknown && !known.some((method) => WRITES.includes(method))) return [];
  return site.urls.flatMap((url) =>
    finder.urlOf(url).readings.flatMap(({ view, segments }): readonly Collection[] => {
      const { bulk } = view.knownApi.api;
      if (bulk === undefined || !isCollectionPath(segments, bulk)) return [];
      return [{ url: splitAt(url, (text) => text.search(/[?#]/))[0], bulk }];
    }),
  );
}

function isCollectionPath(segments: readonly UrlSegment[], { path }: Bulk): boolean {
  const template = path.split('/').slice(1);
  return (
    segments.length === template.length &&
    template.every((name, at) => name.startsWith('{') || segments[at]?.text === name)
  );
}

/** Path segments of the listed records below the path of the collection; only those that are texts. */
function recordSegments({ finder: { evaluator }, site }: SiteView, { list, key }: Bulk): readonly Parts[] {
  return recordsIn(site.body)
    .flatMap((body) => optionsOf(evaluator.member(body, list, site.at)))
    .flatMap((listValue) => (listValue.kind === 'array' ? listValue.elements : []))
    .flatMap((element) => recordsIn(element))
    .flatMap((record) => optionsOf(evaluator.member(record, key, site.at)))
    .flatMap((segment) => (segment.kind === 'text' ? [segment.parts] : []));
}

function recordsIn(value: Value): readonly Value[] {
  return optionsOf(value).filter(({ kind }) => kind === 'object' || kind === 'layered');
}

/** Whether callers decide the listed records. */
function hasOpenList({ finder: { evaluator }, site }: SiteView, { list }: Bulk): boolean {
  const isParameter = (value: Value): boolean => optionsOf(value).some(({ kind }) => kind === 'parameter');
  return (
    isParameter(site.body) || recordsIn(site.body).some((body) => isParameter(evaluator.member(body, list, site.at)))
  );
}
