import type { AreaEndpoint, Deprecation } from '../../model/deprecation.js';
import { answers } from '../../model/endpoint.js';
import type { HttpMethod, Endpoint, TemplateSegment } from '../../model/endpoint.js';
import type { Evidence } from '../../model/evidence.js';
import type { FindingDraft } from '../judge/finding.js';
import { senderOf } from '../judge/finding.js';
import { hostRank, isOfAnother } from '../judge/host-proof.js';
import type { HostJudgement } from '../judge/host-proof.js';
import type { SiteView } from '../judge/site-view.js';
import { filledSegment } from '../match/affixed-segment.js';
import { readingFor } from '../match/request-url.js';
import type { Parts } from '../values/value.js';
import { leadingText } from '../match/url-segments.js';
import type { UrlSegment } from '../match/url-segments.js';

/** A URL of a site that leads to an operation of an entry. */
export interface OperationTarget {
  readonly url: Parts;
  readonly query: Parts;
  readonly host: HostJudgement;
  /** Absent if the entry covers all operations of its API. */
  readonly endpoint?: AreaEndpoint;
  readonly method?: HttpMethod;
}

/** Returns the target of a site among the operations of an entry: the URL with the best proof of the host. */
export function operationTarget(
  view: SiteView,
  { api, endpoints }: { readonly api: Deprecation['api']; readonly endpoints: readonly AreaEndpoint[] },
): OperationTarget | undefined {
  const { finder, site } = view;
  const targets = site.urls.flatMap((url): readonly OperationTarget[] => {
    const read = finder.urlOf(url);
    const reading = readingFor(read, api);
    if (reading === undefined || isOfAnother(site, reading)) return [];
    const { query } = read;
    // Proving a host can be expensive.
    const led = (): Pick<OperationTarget, 'host' | 'query' | 'url'> => ({ url, query, host: view.hostOf(url, api) });
    if (endpoints.length === 0) return [led()];
    for (const endpoint of endpoints) {
      if (!isPathOf(reading.segments, endpoint)) continue;
      const method = site.method.known.find((known) => answers(endpoint, known));
      if (method !== undefined) return [{ ...led(), endpoint, method }];
      if (site.method.unknown) return [{ ...led(), endpoint }];
    }
    return [];
  });
  return targets
    .filter(({ host }) => host.host !== 'other')
    .sort((one, other) => hostRank(one.host) - hostRank(other.host))[0];
}

/** The draft of a finding about a deprecated part of a request; `steps` lead to that part. */
export function sentDraft(
  { site }: SiteView,
  { url, host, endpoint, method }: OperationTarget,
  steps: Evidence['steps'],
): Pick<FindingDraft, 'client' | 'evidence' | 'listed' | 'methods' | 'operation' | 'url'> {
  return {
    ...senderOf(site),
    ...(endpoint === undefined ? {} : operationOf(endpoint, method)),
    url,
    evidence: {
      host: host.host,
      ...(host.name === undefined ? {} : { name: host.name }),
      ...(host.by === undefined ? {} : { by: host.by }),
      path: 'exact',
      method: endpoint === undefined || method !== undefined ? 'listed' : 'unknown',
      site: site.kind,
      ...(site.missing === undefined ? {} : { missing: true }),
      steps: [
        ...site.chain.map((at) => ({ kind: 'wrapper' as const, at, note: 'the request is sent from here' })),
        ...host.steps,
        ...steps,
      ],
    },
  };
}

/** A sentence about a version of an SDK that does not have the method. */
export function missingNote(missing: string): string {
  return `The method is not in ${missing}, which is installed or declared here.`;
}

/** An operation of an endpoint; only its listed path if neither the request nor the catalogue names a method. */
function operationOf({ methods, path }: Endpoint, method = methods[0]): Pick<FindingDraft, 'listed' | 'operation'> {
  return method === undefined ? { listed: { path: path.text, methods } } : { operation: { method, path: path.text } };
}

/** Whether a path alone identifies its API. */
export function isDistinctive({ endpoint }: OperationTarget): boolean {
  const literals = (endpoint?.path.segments ?? []).flatMap((one) => (one.kind === 'literal' ? [one.text] : []));
  return literals.length > 2 || literals.some((text) => /[_-]/.test(text));
}

/** Whether a path below the base URL is that of an endpoint; text before a hole at its end counts (`bells${query}`). */
export function isPathOf(segments: readonly UrlSegment[], { path }: Pick<Endpoint, 'path'>): boolean {
  const kept = segments.filter(({ text, emptied }) => text !== '' || emptied === true);
  const named = path.segments.filter(({ kind }) => kind !== 'rest');
  if (named.length === path.segments.length ? kept.length !== named.length : kept.length < named.length) return false;
  return named.every((expected, index) => isOf(kept[index], expected, index === kept.length - 1));
}

function isOf(segment: UrlSegment | undefined, expected: TemplateSegment, isLast: boolean): boolean {
  if (segment === undefined) return false;
  if (expected.kind === 'affixed') return filledSegment(segment, expected, isLast) !== undefined;
  if (expected.kind !== 'literal') return true;
  return (segment.text ?? (isLast ? leadingText(segment)?.text : undefined)) === expected.text;
}
