import type { CallFact, ExprFact } from '../../core/model/facts.js';
import { contains, lastStartingBy } from '../../core/model/span.js';
import type { Place, Span } from '../../core/model/span.js';
import type { Evaluator } from '../evaluate/evaluator.js';
import type { FileContext } from '../evaluate/program.js';
import type { CallSite, SiteView } from './site-view.js';
import { textsOf, displayPart, displayText } from '../values/text.js';
import type { TextPart, Part, Parts } from '../values/value.js';
import { hideSecrets } from '../../core/lib/mask-secrets.js';
import type { CallTrace, RequestTrace, UrlPiece, UrlTrace } from '../../core/model/evidence.js';
import type { SiteFinder } from '../requests/calling/site.js';
import type { UrlSegment } from '../match/url-parts.js';
import { shownUrl } from './finding.js';
import { hasUnknownTarget, unresolvedOf } from './gap.js';
import type { HostJudgement } from './host-proof.js';

/**
 * Returns the place of a finding in the file of the call: the element of an iterated collection, otherwise the URL
 * expression. The URL expression is the text with the deciding word if that text is a path or a URL in the call, in the
 * same function or, like the call, at module level; otherwise the argument with that word.
 */
export function findingPlace({ finder, context, call }: CallSite, decider: TextPart): Place {
  return { file: context.file, span: spanOfFinding({ evaluator: finder.evaluator, context, decider }, call) };
}

/** Search for the text that decided a match, in one file. */
interface Search {
  readonly evaluator: Evaluator;
  readonly context: FileContext;
  readonly decider: TextPart;
}

function spanOfFinding(search: Search, call: CallFact): Span {
  const { context, decider } = search;
  const { at } = decider;
  if (at.file === context.file) {
    if (decider.each === true) return at.span;
    const text = textAround(context, at.span);
    if (contains(call.at, at.span)) return text ?? at.span;
    // A word alone (`const NAME = 'bells'`) is not a URL expression.
    if (text !== undefined && isInSameFunction(context, call, text)) return text;
  }
  for (const arg of [...call.args, ...(call.named === undefined ? [] : [call.named])]) {
    const span = carrierSpan(search, arg, 3);
    if (span !== undefined) return span;
  }
  return (call.args.find((arg) => arg.kind !== 'object' && arg.kind !== 'this') ?? call.callee).at;
}

/** Whether the text is in the function of the call, or in one around it; at module level only if the call is. */
function isInSameFunction(context: FileContext, call: CallFact, span: Span): boolean {
  const textFunction = context.functionAt(span[0]);
  let callFunction = call.within;
  if (textFunction === undefined) return callFunction === undefined;
  while (callFunction !== undefined) {
    if (callFunction === textFunction) return true;
    callFunction = context.facts.functions[callFunction]?.within;
  }
  return false;
}

/** The outermost string expression around a piece of text, or the piece itself. */
export function wholeText(context: FileContext, span: Span): Span {
  return textAround(context, span) ?? span;
}

/** The outermost string expression with a slash around a piece of text. */
function textAround(context: FileContext, span: Span): Span | undefined {
  const { texts } = context.facts;
  const last = lastStartingBy(texts, ({ at }) => at, span[0]);
  for (let index = last; index >= 0 && index > last - 8; index--) {
    const text = texts[index];
    if (text !== undefined && contains(text.at, span)) return text.at;
  }
  return undefined;
}

/** The argument, or the property of an options object, whose text includes the deciding piece. */
function carrierSpan(search: Search, expr: ExprFact, depth: number): Span | undefined {
  const { evaluator, context, decider } = search;
  if (expr.kind === 'object' && depth > 0) {
    for (const property of context.facts.objects[expr.object]?.properties ?? []) {
      const span = carrierSpan(search, property.value, depth - 1);
      if (span !== undefined) return span;
    }
    return undefined;
  }
  if (expr.kind === 'array' && depth > 0) {
    for (const element of expr.elements) {
      const span = carrierSpan(search, element, depth - 1);
      if (span !== undefined) return span;
    }
    return undefined;
  }
  const value = evaluator.value(context, expr, undefined);
  const includesDecider = textsOf(value, { file: context.file, span: expr.at }).some((parts) =>
    parts.some(
      (part) => part.kind === 'text' && part.at.file === decider.at.file && part.at.span[0] === decider.at.span[0],
    ),
  );
  return includesDecider ? expr.at : undefined;
}

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
    urls: [...site.urls, ...(site.urlsOfOtherMethods ?? [])].map((url) => traceUrl(view, url)),
    deprecations: view.candidates.map(({ match }) => match.entry.deprecation.id),
    ...(gap === undefined ? {} : { gap: gap.reason }),
    ...(hasUnknownTarget(finder, site) ? { unknownTarget: true as const } : {}),
    ...(site.ruledOut === true ? { ruledOut: true as const } : {}),
  };
}

function traceUrl(view: SiteView, url: Parts): UrlTrace {
  const { finder } = view;
  const { readings, segments } = finder.urlOf(url);
  const judgements = readings.map(({ view: { id } }) => ({ id, ...view.hostOf(url, id) }));
  const best = judgements.find(({ host }) => host !== 'other') ?? judgements[0];
  const maskedText = hideSecrets(displayText(url));
  return {
    shown: shownUrl(url),
    pieces: url.map((part) => pieceOf(part, maskedText)),
    host: hostKind(finder, url, best),
    ...(best === undefined || UNPROVEN.has(best.host) ? {} : { api: best.id }),
    ...(best?.base === undefined ? {} : { base: hideSecrets(best.base) }),
    steps: (best?.steps ?? []).map((step) => ({ ...step, note: hideSecrets(step.note) })),
    ...(readings.length === 0 ? {} : { path: pathOf(segments) }),
  };
}

const UNPROVEN: ReadonlySet<HostJudgement['host']> = new Set<HostJudgement['host']>(['unknown', 'other']);

function hostKind({ urlOf }: SiteFinder, url: Parts, judgement: HostJudgement | undefined): UrlTrace['host'] {
  if (judgement?.ownOrigin === true) return 'own-origin';
  return judgement?.host ?? (urlOf(url).host.kind === 'other' ? 'other' : 'unknown');
}

function pathOf(segments: readonly UrlSegment[]): string {
  return hideSecrets(
    `/${segments.map(({ parts, text }) => (text === undefined ? '{}' : displayText(parts))).join('/')}`,
  );
}

/** Describes a part of a URL. `maskedText` is the URL without secrets: a part of a secret is not always recognised. */
function pieceOf(part: Part, maskedText: string): UrlPiece {
  if (part.kind === 'hole') return { text: `\${${hideSecrets(part.name)}}`, at: part.at, unknown: part.reason };
  return { text: maskedText.includes(part.text) ? displayPart(part) : '***', at: part.at };
}
