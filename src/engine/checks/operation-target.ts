import type { AreaEndpoint, Deprecation, Api, ValueCondition, ValueNote } from '../../core/model/deprecation.js';
import { acceptsMethod } from '../../core/model/endpoint.js';
import type { HttpMethod, Endpoint, TemplateSegment } from '../../core/model/endpoint.js';
import type { Evidence } from '../../core/model/evidence.js';
import type { FindingDraft } from '../judge/finding.js';
import { senderOf } from '../judge/finding.js';
import { hostRank, isOfOtherApi } from '../judge/host-proof.js';
import type { HostJudgement } from '../judge/host-proof.js';
import type { SiteView, Candidate } from '../judge/site-view.js';
import { filledSegment, leadingText } from '../match/url-parts.js';
import type { UrlSegment } from '../match/url-parts.js';
import { readingFor } from '../match/request-url.js';
import type { Parts, Value } from '../values/value.js';
import type { AlsoChange, Finding } from '../../core/model/finding.js';
import type { Place } from '../../core/model/span.js';
import type { Evaluator } from '../evaluate/evaluator.js';
import type { ClientUse } from '../requests/calling/client-match.js';
import type { Site } from '../requests/calling/site.js';
import { recordsIn, valuesAt } from './records.js';
import { plainTexts } from '../values/text.js';
import { optionsOf } from '../values/value.js';

/** A URL of a request to an operation of an entry. */
export interface OperationTarget {
  readonly url: Parts;
  readonly query: Parts;
  readonly host: HostJudgement;
  /** Absent if the entry covers all operations of its API. */
  readonly endpoint?: AreaEndpoint;
  readonly method?: HttpMethod;
}

/** Returns the target of a site among the operations of an entry, with the best proof of the host. */
export function operationTarget(
  view: SiteView,
  { api, endpoints }: { readonly api: Deprecation['api']; readonly endpoints: readonly AreaEndpoint[] },
): OperationTarget | undefined {
  const { finder, site } = view;
  const targets = site.urls.flatMap((url): readonly OperationTarget[] => {
    const requestUrl = finder.urlOf(url);
    const reading = readingFor(requestUrl, api);
    if (reading === undefined || isOfOtherApi(site, reading)) return [];
    const { query } = requestUrl;
    // A function, because proving a host can be expensive.
    const provenTarget = (): Pick<OperationTarget, 'host' | 'query' | 'url'> => ({
      url,
      query,
      host: view.hostOf(url, api),
    });
    if (endpoints.length === 0) return [provenTarget()];
    for (const endpoint of endpoints) {
      if (!isPathOf(reading.segments, endpoint)) continue;
      const method = site.method.known.find((known) => acceptsMethod(endpoint, known));
      if (method !== undefined) return [{ ...provenTarget(), endpoint, method }];
      if (site.method.unknown) return [{ ...provenTarget(), endpoint }];
    }
    return [];
  });
  return targets
    .filter(({ host }) => host.host !== 'other')
    .sort((left, right) => hostRank(left.host) - hostRank(right.host))[0];
}

/** The draft of a finding for a deprecated part of a request; `steps` are the evidence of that part. */
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

/** A note on a version of an SDK that does not have the method. */
export function missingNote(missing: string): string {
  return `The method is not in ${missing}, which is installed or declared here.`;
}

/** An operation of an endpoint; only its listed path if neither the request nor the catalogue names a method. */
function operationOf({ methods, path }: Endpoint, method = methods[0]): Pick<FindingDraft, 'listed' | 'operation'> {
  return method === undefined ? { listed: { path: path.text, methods } } : { operation: { method, path: path.text } };
}

/** Whether a path alone identifies its API. */
export function isDistinctive({ endpoint }: OperationTarget): boolean {
  const literals = (endpoint?.path.segments ?? []).flatMap((segment) =>
    segment.kind === 'literal' ? [segment.text] : [],
  );
  return literals.length > 2 || literals.some((text) => /[_-]/.test(text));
}

/** Whether a path below the base URL is that of an endpoint; text before a hole at its end counts (`bells${query}`). */
export function isPathOf(segments: readonly UrlSegment[], { path }: Pick<Endpoint, 'path'>): boolean {
  const filledSegments = segments.filter(({ text, emptied }) => text !== '' || emptied === true);
  const namedSegments = path.segments.filter(({ kind }) => kind !== 'rest');
  if (
    namedSegments.length === path.segments.length
      ? filledSegments.length !== namedSegments.length
      : filledSegments.length < namedSegments.length
  )
    return false;
  return namedSegments.every((expected, index) =>
    matchesSegment(filledSegments[index], expected, index === filledSegments.length - 1),
  );
}

function matchesSegment(segment: UrlSegment | undefined, expected: TemplateSegment, isLast: boolean): boolean {
  if (segment === undefined) return false;
  if (expected.kind === 'affixed') return filledSegment(segment, expected, isLast) !== undefined;
  if (expected.kind !== 'literal') return true;
  return (segment.text ?? (isLast ? leadingText(segment)?.text : undefined)) === expected.text;
}

/** Notes of the catalogue on a request, one sentence each. */
interface ValueNotes {
  readonly notes: readonly string[];
  /** Step to take before the replacement is used. */
  readonly remedy?: string;
}

/** Returns the catalogue's notes on an operation and on values in the request body. */
export function valueNotes(evaluator: Evaluator, site: Site, candidate: Candidate): ValueNotes {
  const { deprecation, path } = candidate.match.entry;
  const body: Body = { evaluator, records: recordsIn(site.body), at: site.at };
  const matchedNotes = (deprecation.values ?? []).flatMap(({ paths, method, note, first, ...conditions }) => {
    if (note === undefined || paths?.includes(path) !== true) return [];
    if (method !== undefined && method !== candidate.method) return [];
    const texts = noteTexts(body, conditions);
    if (texts === undefined) return [];
    return [{ text: note.replace('{values}', texts.map((text) => `\`${text}\``).join(', ')), first }];
  });
  const remedy = matchedNotes.flatMap(({ text, first }) => (first === true ? [text] : [])).join(' ');
  return {
    notes: matchedNotes.flatMap(({ text, first }) => (first === true ? [] : [text])),
    ...(remedy === '' ? {} : { remedy }),
  };
}

/**
 * Changes of body fields that a request needs besides the replacement of a value. None for a client that wraps the
 * API, because it builds the body from its options.
 */
export function alsoChange(
  evaluator: Evaluator,
  { body, at, sender }: Site,
  { successors = [] }: Pick<Api, 'successors'>,
  operation: Finding['operation'],
): readonly AlsoChange[] {
  if (operation === undefined || (sender !== undefined && isWrapper(sender.use))) return [];
  const operationKey = `${operation.method} ${operation.path}`;
  const sentBody: Body = { evaluator, records: recordsIn(body), at };
  return successors.flatMap(({ names, source, changes }) =>
    changes.flatMap(({ operations, fields, ...change }): readonly AlsoChange[] => {
      if (!operations.includes(operationKey)) return [];
      const { value, unless } = change;
      if (unless !== undefined && hasValue(sentBody, unless.pointer, unless.equals)) return [];
      const isNeeded = (field: string): boolean =>
        value === undefined ? isSent(sentBody, field) : !hasValue(sentBody, field, value);
      return fields.filter(isNeeded).map((field) => ({ names, source, field, ...change }));
    }),
  );
}

function isWrapper({ model, row }: ClientUse): boolean {
  return model.routes === true || (row.template !== undefined && row.member === '');
}

function hasValue(body: Body, pointer: string, value: string): boolean {
  return textsMeetingAll(body, [{ pointer, equals: [value] }]) !== undefined;
}

/**
 * Whether one of the records has a field with a value. A record with unknown fields may have any field, so only its
 * known values count.
 */
function isSent({ evaluator, records, at }: Body, pointer: string): boolean {
  return records.some((record) => {
    const hasUnknownFields = valuesAt(evaluator, record, NO_FIELD, at).some(isPresent);
    return valuesAt(evaluator, record, pointer, at)
      .flatMap(optionsOf)
      .some((option) => isPresent(option) && !(hasUnknownFields && UNKNOWN_KINDS.has(option.kind)));
  });
}

/** Pointer of a field that no record has. */
const NO_FIELD = '/\0';

const UNKNOWN_KINDS: ReadonlySet<Value['kind']> = new Set(['unknown', 'parameter', 'external']);

/** Whether a value is neither null nor undefined. */
function isPresent(value: Value): boolean {
  return value.kind !== 'scalar' || (value.value !== undefined && value.value !== null);
}

interface Body {
  readonly evaluator: Evaluator;
  readonly records: readonly Value[];
  readonly at: Place;
}

/** Texts that the last condition matched; undefined if the conditions are not met. */
function noteTexts(body: Body, { when, unless }: Pick<ValueNote, 'when' | 'unless'>): readonly string[] | undefined {
  if (unless !== undefined && textsMeetingAll(body, unless) !== undefined) return undefined;
  return when === undefined ? [] : textsMeetingAll(body, when);
}

/** Texts that meet the last condition, of the records that meet all conditions; undefined without such a record. */
function textsMeetingAll(body: Body, conditions: readonly ValueCondition[]): readonly string[] | undefined {
  const matching = body.records
    .map((record) => conditions.map((condition) => textsMeeting(body, record, condition)))
    .filter((textsByCondition) => textsByCondition.every((texts) => texts !== undefined));
  return matching.length === 0
    ? undefined
    : [...new Set(matching.flatMap((textsByCondition) => textsByCondition.at(-1) ?? []))];
}

/** The texts of a record that meet a condition; undefined if there are none. */
function textsMeeting(
  { evaluator, at }: Body,
  record: Value,
  { pointer, equals, except }: ValueCondition,
): readonly string[] | undefined {
  const values = valuesAt(evaluator, record, pointer, at);
  if (equals === undefined && except === undefined) return values.length === 0 ? undefined : [];
  const texts = values.flatMap((value) => plainTexts(value) ?? []);
  const matchingTexts = texts.filter((text) => {
    const lower = text.toLowerCase();
    return equals?.includes(lower) !== false && except?.includes(lower) !== true;
  });
  return matchingTexts.length === 0 ? undefined : matchingTexts;
}
