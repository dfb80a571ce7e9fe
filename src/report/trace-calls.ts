import type { Place } from '../model/span.js';
import type { JudgedCall, RequestTrace, UrlTrace } from '../model/evidence.js';

/** Texts and functions that descriptions of calls are made with. */
export interface TraceContext {
  /** `src/a.ts:2:9`, or `2:9` in the traced file. */
  readonly place: (at: Place) => string;
  /** Source of a place, on one line. */
  readonly source: (at: Place) => string;
  /** Phrases of the catalogue about an operation that is not deprecated. */
  readonly inUse: (method: string | undefined, path: string) => readonly string[];
  /** Reason why a matching entry is not reported; undefined where it is. */
  readonly whyOff: (deprecation: string) => string | undefined;
  /** Findings of a call, and those inside it. */
  readonly found: (call: JudgedCall) => readonly FoundThere[];
  /** Whether the report lists a call as not resolved. */
  readonly isListed: (call: JudgedCall) => boolean;
}

/** A finding as the verdict of a call names it. */
export interface FoundThere {
  readonly deprecation: string;
  /** Its kind, id, end, place, confidence, and the reason why it is not reported. */
  readonly said: string;
}

/** Describes the analysis of one call: considered, resolved, not resolved, in this order. */
export function describeCall(call: JudgedCall, context: TraceContext): readonly string[] {
  const head = `${context.place(call.at)}  ${context.source(call.at)}`;
  return [head, ...bodyOf(call, context).map((line) => `    ${line}`)];
}

function bodyOf(call: JudgedCall, context: TraceContext): readonly string[] {
  const found = context.found(call);
  const verdicts = found.map(({ said }) => `=> ${said}.`);
  switch (call.seen) {
    case 'left-out':
      return verdicts.length > 0
        ? verdicts
        : ['Not looked at: nothing in it, and no name that it uses, leads to an API of the catalogue.'];
    case 'no-request':
      return verdicts.length > 0 ? verdicts : ['Looked at: it sends no request that is known.'];
    case 'test-double':
    case 'request':
      return [
        ...(call.seen === 'test-double'
          ? ['A test expects or answers this request; alsoReport with testDoubles reports it.']
          : []),
        ...call.requests.flatMap((request) => describeRequest(request, call, context)),
        ...verdicts,
      ];
  }
}

const MAX_URLS = 8;

function describeRequest(request: RequestTrace, call: JudgedCall, context: TraceContext): readonly string[] {
  const { kind, client, chain, methods, methodKnown, methodAt, urls } = request;
  const method = methods.length === 0 ? 'not known' : `${methods.join(' or ')}${methodKnown ? '' : ', or another'}`;
  const at = methodAt === undefined ? '' : ` (${context.place(methodAt)})`;
  return [
    kind === 'request' ? `Client: ${client}.` : `Passed to ${client}, which is no client that is known.`,
    ...chain.map((step) => `Sent from ${context.place(step)}.`),
    `Method: ${method}${at}.`,
    ...(urls.length === 0
      ? ['URL: none was found.']
      : urls.slice(0, MAX_URLS).flatMap((url) => describeUrl(url, context))),
    ...(urls.length > MAX_URLS ? [`${urls.length - MAX_URLS} more URLs.`] : []),
    ...verdictOf(request, call, context),
  ];
}

function describeUrl({ shown, pieces, steps }: UrlTrace, { place }: TraceContext): readonly string[] {
  return [
    `URL: ${shown}`,
    ...pieces.map(
      ({ text, at, unknown }) =>
        `  ${text === '' ? "''" : text}  ${place(at)}${unknown === undefined ? '' : `, not known: ${unknown}`}`,
    ),
    ...steps.map(({ note, at }) => `  ${note}  ${place(at)}`),
  ];
}

/** Reason why a request has no finding, or has one that is not among those of its call. */
function verdictOf(request: RequestTrace, call: JudgedCall, context: TraceContext): readonly string[] {
  const found = context.found(call);
  const { deprecations, gap, ruledOut, unknownTarget, urls } = request;
  if (ruledOut === true) return ['=> With what is given to the function around it, it is never reached.'];
  const elsewhere = new Set(deprecations.filter((id) => found.every(({ deprecation }) => deprecation !== id)));
  if (elsewhere.size > 0)
    return [...elsewhere].map((id) => {
      const off = context.whyOff(id);
      return off === undefined ? `=> Perhaps ${id}, of which the checks made no finding.` : `=> ${id}. ${off}`;
    });
  if (found.length > 0) return [];
  if (gap !== undefined)
    return [
      context.isListed(call)
        ? `=> Not resolved, so that its operation is not known: ${gap}. --verbose lists it.`
        : `=> Not resolved by itself (${gap}); calls that lead to it complete it, and are judged in its place.`,
    ];
  const hosts = new Set(urls.map(({ host }) => host));
  if (unknownTarget === true)
    return [
      '=> No finding: where it goes is not known. A base URL, --verbose and --min-confidence possible may tell more.',
    ];
  if (hosts.has('own-origin'))
    return ["=> No finding: a relative URL, which this client sends to the page's own host."];
  if ([...hosts].every((host) => host === 'other'))
    return ['=> No finding: it goes to another host than those of the catalogue.'];
  return [...new Set(urls.flatMap(({ path }) => (path === undefined ? [] : notDeprecated(request, path, context))))];
}

function notDeprecated(
  { methods, methodKnown }: RequestTrace,
  path: string,
  { inUse }: TraceContext,
): readonly string[] {
  const method = methods.length === 1 && methodKnown ? methods[0] : undefined;
  const known = inUse(method, path);
  return known.length > 0
    ? known.map((one) => `=> No finding: in use: ${one}.`)
    : [`=> No finding: no deprecated operation of the catalogue is ${[method, path].filter(Boolean).join(' ')}.`];
}
