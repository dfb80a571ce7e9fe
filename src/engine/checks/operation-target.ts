import type { AreaEndpoint, Deprecation, Api, ValueCondition, ValueNote } from '../../core/model/deprecation.js';
import { answers } from '../../core/model/endpoint.js';
import type { HttpMethod, Endpoint, TemplateSegment } from '../../core/model/endpoint.js';
import type { Evidence } from '../../core/model/evidence.js';
import type { FindingDraft } from '../judge/finding.js';
import { senderOf } from '../judge/finding.js';
import { hostRank, isOfAnother } from '../judge/host-proof.js';
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

/** A URL of a site that leads to an operation of an entry. */
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
    const read = finder.urlOf(url);
    const reading = readingFor(read, api);
    if (reading === undefined || isOfAnother(site, reading)) return [];
    const { query } = read;
    // Proving a host can be expensive.
    const base = (): Pick<OperationTarget, 'host' | 'query' | 'url'> => ({ url, query, host: view.hostOf(url, api) });
    if (endpoints.length === 0) return [base()];
    for (const endpoint of endpoints) {
      if (!isPathOf(reading.segments, endpoint)) continue;
      const method = site.method.known.find((known) => answers(endpoint, known));
      if (method !== undefined) return [{ ...base(), endpoint, method }];
      if (site.method.unknown) return [{ ...base(), endpoint }];
    }
    return [];
  });
  return targets
    .filter(({ host }) => host.host !== 'other')
    .sort((left, right) => hostRank(left.host) - hostRank(right.host))[0];
}

/** The draft of a finding for a deprecated part of a request; `steps` lead to that part. */
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
  const literals = (endpoint?.path.segments ?? []).flatMap((segment) =>
    segment.kind === 'literal' ? [segment.text] : [],
  );
  return literals.length > 2 || literals.some((text) => /[_-]/.test(text));
}

/** Whether a path below the base URL is that of an endpoint; text before a hole at its end counts (`bells${query}`). */
export function isPathOf(segments: readonly UrlSegment[], { path }: Pick<Endpoint, 'path'>): boolean {
  const kept = segments.filter(({ text, emptied }) => text !== '' || emptied === true);
  const named = path.segments.filter(({ kind }) => kind !== 'rest');
  if (named.length === path.segments.length ? kept.length !== named.length : kept.length < named.length) return false;
  return named.every((expected, index) => matchesSegment(kept[index], expected, index === kept.length - 1));
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
    const found = matchedTexts(body, conditions);
    if (found === undefined) return [];
    return [{ text: note.replace('{values}', found.map((text) => `\`${text}\``).join(', ')), first }];
  });
  const remedy = matchedNotes.flatMap(({ text, first }) => (first === true ? [text] : [])).join(' ');
  return {
    notes: matchedNotes.flatMap(({ text, first }) => (first === true ? [] : [text])),
    ...(remedy === '' ? {} : { remedy }),
  };
}

/**
 * Changes that the body of a request needs along with its replacement, by the values of the API. None for a client
 * that is made for one value, which builds the body from its options.
 */
export function alsoChange(
  evaluator: Evaluator,
  { body, at, sender }: Site,
  { successors = [] }: Pick<Api, 'successors'>,
  operation: Finding['operation'],
): readonly AlsoChange[] {
  if (operation === undefined || (sender !== undefined && isWrapper(sender.use))) return [];
  const called = `${operation.method} ${operation.path}`;
  const asked: Body = { evaluator, records: recordsIn(body), at };
  return successors.flatMap(({ names, source, changes }) =>
    changes.flatMap(({ operations, fields, ...change }): readonly AlsoChange[] => {
      if (!operations.includes(called)) return [];
      const { value, unless } = change;
      if (unless !== undefined && hasValue(asked, unless.pointer, unless.equals)) return [];
      const isDue = (field: string): boolean =>
        value === undefined ? isSent(asked, field) : !hasValue(asked, field, value);
      return fields.filter(isDue).map((field) => ({ names, source, field, ...change }));
    }),
  );
}

function isWrapper({ model, row }: ClientUse): boolean {
  return model.routes === true || (row.template !== undefined && row.member === '');
}

function hasValue(body: Body, pointer: string, value: string): boolean {
  return matches(body, [{ pointer, equals: [value] }]) !== undefined;
}

/**
 * Whether one of the records has a field with a value. A record with unknown fields may have any field, so only its
 * known values count.
 */
function isSent({ evaluator, records, at }: Body, pointer: string): boolean {
  return records.some((record) => {
    const isOpen = valuesAt(evaluator, record, NO_FIELD, at).some(isPresent);
    return valuesAt(evaluator, record, pointer, at)
      .flatMap(optionsOf)
      .some((option) => isPresent(option) && !(isOpen && NOT_KNOWN.has(option.kind)));
  });
}

/** Pointer of a field that no record has. */
const NO_FIELD = '/\0';

const NOT_KNOWN: ReadonlySet<Value['kind']> = new Set(['unknown', 'parameter', 'external']);

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
function matchedTexts(body: Body, { when, unless }: Pick<ValueNote, 'when' | 'unless'>): readonly string[] | undefined {
  if (unless !== undefined && matches(body, unless) !== undefined) return undefined;
  return when === undefined ? [] : matches(body, when);
}

function matches(body: Body, conditions: readonly ValueCondition[]): readonly string[] | undefined {
  const matching = body.records
    .map((record) => conditions.map((condition) => matchingTexts(body, record, condition)))
    .filter((answers) => answers.every((answer) => answer !== undefined));
  return matching.length === 0 ? undefined : [...new Set(matching.flatMap((answers) => answers.at(-1) ?? []))];
}

/** The texts of a record that meet a condition; undefined if there are none. */
function matchingTexts(
  { evaluator, at }: Body,
  record: Value,
  { pointer, equals, except }: ValueCondition,
): readonly string[] | undefined {
  const values = valuesAt(evaluator, record, pointer, at);
  if (equals === undefined && except === undefined) return values.length === 0 ? undefined : [];
  const texts = values.flatMap((value) => plainTexts(value) ?? []);
  const kept = texts.filter((text) => {
    const lower = text.toLowerCase();
    return equals?.includes(lower) !== false && except?.includes(lower) !== true;
  });
  return kept.length === 0 ? undefined : kept;
}
