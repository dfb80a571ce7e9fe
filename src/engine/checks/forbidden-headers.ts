import type { HeadersDeprecation } from '../../model/deprecation.js';
import type { Evidence } from '../../model/evidence.js';
import type { CallFact } from '../../model/facts.js';
import type { Finding } from '../../model/finding.js';
import type { Place } from '../../model/span.js';
import { sentHeaders } from '../requests/headers.js';
import { proveHost } from '../judge/host-proof.js';
import type { FileContext } from '../evaluate/program.js';
import { confidenceOf } from '../judge/confidence.js';
import { parseRequestUrl } from '../match/request-url.js';
import type { Site } from '../requests/site.js';
import type { SiteFinder } from '../requests/site-finder.js';
import { displayText } from '../values/text.js';

/** Findings for header combinations that the API declines, on requests that go to it. */
export function forbiddenHeaders(
  finder: SiteFinder,
  context: FileContext,
  call: CallFact,
  callIndex: number,
  site: Site,
): readonly Finding[] {
  const rules = finder.catalogue.deprecations.filter((deprecation) => deprecation.kind === 'headers');
  const [url] = site.urls;
  if (rules.length === 0 || url === undefined) return [];
  const { headers } = sentHeaders(finder.evaluator, context, call, callIndex, site.headers, site.at);
  return rules.flatMap((deprecation) => {
    const places = deprecation.headers.map((name) => headers.find((header) => header.name === name.toLowerCase())?.at);
    const found = places.filter((place) => place !== undefined);
    const proven = found.length === places.length ? provenUrl(finder, site) : undefined;
    if (proven === undefined) return [];
    const finding = headersFinding(context, call, site, deprecation, found, proven);
    return finding === undefined ? [] : [finding];
  });
}

function provenUrl(
  finder: SiteFinder,
  site: Site,
): { readonly url: string; readonly host: Evidence['host'] } | undefined {
  for (const parts of site.urls) {
    const { host } = proveHost(finder, site, parseRequestUrl(parts, finder.catalogue.baseUrls));
    if (host === 'exact') return { url: displayText(parts).slice(0, 200), host };
  }
  return undefined;
}

function headersFinding(
  context: FileContext,
  call: CallFact,
  site: Site,
  deprecation: HeadersDeprecation,
  places: readonly Place[],
  proven: { readonly url: string; readonly host: Evidence['host'] },
): Finding | undefined {
  const here = places.find((place) => place.file === context.file);
  const evidence: Evidence = {
    host: proven.host,
    path: 'exact',
    method: 'listed',
    site: site.kind,
    steps: places.map((at, index) => ({
      kind: 'option' as const,
      at,
      note: `\`${deprecation.headers[index] ?? ''}\` is set here`,
    })),
  };
  const confidence = confidenceOf(evidence, { distinctive: true, wordAsParameter: false });
  if (confidence === undefined) return undefined;
  return {
    rule: 'no-deprecated-transport',
    deprecation: deprecation.id,
    methods: site.method.unknown ? [] : site.method.known,
    at: here ?? { file: context.file, span: call.callee.at },
    confidence,
    evidence,
    url: proven.url,
    client: site.client,
    fingerprint: '',
    notes: [],
  };
}
