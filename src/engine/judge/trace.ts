import { hideSecrets } from '../../lib/mask-secrets.js';
import type { Place } from '../../model/span.js';
import type { CallTrace, RequestTrace, UrlPiece, UrlTrace } from '../../model/evidence.js';
import type { SiteFinder } from '../requests/calling/site-finder.js';
import type { UrlSegment } from '../match/url-segments.js';
import { displayPart, displayText } from '../values/text.js';
import type { Part, Parts } from '../values/value.js';
import { shownUrl } from './finding.js';
import { hasUnknownTarget, unresolvedOf } from './gap.js';
import type { HostJudgement } from './host-proof.js';
import type { SiteView } from './site-view.js';

/** Returns the outcome of the requests of one call. */
export function traceOf(at: Place, views: readonly SiteView[], seen: 'test-double' | 'request'): CallTrace {
  return { at, seen, requests: views.map(traceRequest) };
}

function traceRequest(view: SiteView): RequestTrace {
  const { finder, site } = view;
  const gap = view.candidates.length > 0 ? undefined : unresolvedOf(finder, site);
  return {
    kind: site.kind,
    client: site.client,
    chain: site.chain,
    methods: site.method.known,
    methodKnown: !site.method.unknown,
    ...(site.method.at === undefined ? {} : { methodAt: site.method.at }),
    urls: [...site.urls, ...(site.apart ?? [])].map((url) => traceUrl(view, url)),
    deprecations: view.candidates.map(({ match }) => match.entry.deprecation.id),
    ...(gap === undefined ? {} : { gap: gap.reason }),
    ...(hasUnknownTarget(finder, site) ? { unknownTarget: true as const } : {}),
    ...(site.ruledOut === true ? { ruledOut: true as const } : {}),
  };
}

function traceUrl(view: SiteView, url: Parts): UrlTrace {
  const { finder } = view;
  const { readings, segments } = finder.urlOf(url);
  const judged = readings.map(({ view: { id } }) => ({ id, ...view.hostOf(url, id) }));
  const best = judged.find(({ host }) => host !== 'other') ?? judged[0];
  const whole = hideSecrets(displayText(url));
  return {
    shown: shownUrl(url),
    pieces: url.map((part) => pieceOf(part, whole)),
    host: hostKind(finder, url, best),
    ...(best === undefined || SAYS_NOTHING.has(best.host) ? {} : { api: best.id }),
    ...(best?.base === undefined ? {} : { base: hideSecrets(best.base) }),
    steps: (best?.steps ?? []).map((step) => ({ ...step, note: hideSecrets(step.note) })),
    ...(readings.length === 0 ? {} : { path: pathOf(segments) }),
  };
}

const SAYS_NOTHING: ReadonlySet<HostJudgement['host']> = new Set<HostJudgement['host']>(['unknown', 'other']);

function hostKind({ urlOf }: SiteFinder, url: Parts, judged: HostJudgement | undefined): UrlTrace['host'] {
  if (judged?.ownOrigin === true) return 'own-origin';
  return judged?.host ?? (urlOf(url).host.kind === 'other' ? 'other' : 'unknown');
}

function pathOf(segments: readonly UrlSegment[]): string {
  return hideSecrets(
    `/${segments.map(({ parts, text }) => (text === undefined ? '{}' : displayText(parts))).join('/')}`,
  );
}

/** `whole`: the URL without secrets, because a piece of a secret is not always recognised. */
function pieceOf(part: Part, whole: string): UrlPiece {
  if (part.kind === 'hole') return { text: `\${${hideSecrets(part.name)}}`, at: part.at, unknown: part.reason };
  return { text: whole.includes(part.text) ? displayPart(part) : '***', at: part.at };
}
