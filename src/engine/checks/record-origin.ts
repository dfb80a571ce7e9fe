import { pointerKeys } from '../../core/lib/json.js';
import type { Api, FieldDeprecation } from '../../core/model/deprecation.js';
import type { ExprFact } from '../../core/model/facts.js';
import { contains } from '../../core/model/span.js';
import type { Place, Span } from '../../core/model/span.js';
import { passingsOf } from '../evaluate/callers.js';
import type { Passing } from '../evaluate/callers.js';
import { placeIn } from '../evaluate/program.js';
import type { FileContext } from '../evaluate/program.js';
import { proveHost } from '../judge/host-proof.js';
import type { HostJudgement, DestinationEvidence } from '../judge/host-proof.js';
import type { FieldEntry } from '../match/catalogue-index.js';
import { fieldMatchesOf } from '../match/match-url.js';
import { findClient } from '../requests/calling/client-match.js';
import type { ClientUse } from '../requests/calling/client-match.js';
import { readRequest } from '../requests/calling/request.js';
import type { SiteFinder } from '../requests/calling/site.js';
import { queryOfRequest } from '../requests/sent/query.js';
import { entriesNamed } from '../requests/sent/sent.js';
import { REASON } from '../values/reasons.js';
import { plainTexts } from '../values/text.js';
import { optionsOf, UNDEFINED } from '../values/value.js';
import type { ExternalValue, ParameterRef, Parts, Value } from '../values/value.js';
import { predicateType, typeQuestion, guardedType, guardedTypeIn } from './record-type.js';
import type { Verdict } from './record-type.js';

/** A record whose deprecated field is read. */
export interface ReadRecord {
  readonly deprecation: FieldDeprecation;
  readonly context: FileContext;
  readonly expr: ExprFact;
  /** Place where the field is read. */
  readonly at: Place;
  /** Scope that uses the value, if a pattern extracts it. */
  readonly usedIn?: Span;
}

/** Origin of a record: the request with the record in its response, or a declared type. */
export interface RecordOrigin {
  readonly entry: FieldEntry;
  readonly url: Parts;
  readonly host: HostJudgement;
  /** Whether the request, the declared type or a condition shows the type. */
  readonly typed: boolean;
  /** Calls that pass the record on to the place where it is read, the last one first. */
  readonly handed: readonly Place[];
}

/** Maximum number of functions that a record is passed through, and of calls of each that are followed. */
const MAX_HANDS = 4;
const MAX_WAYS = 60;

/** Returns the origin of a record in a response of the API; undefined if it has none, or is of another type. */
export function recordOrigin(finder: SiteFinder, read: ReadRecord): RecordOrigin | undefined {
  const verdict = guardAt(finder, read, read.at.span[0]);
  if (verdict === 'other') return undefined;
  const value = finder.evaluator.value(read.context, read.expr, undefined);
  return originOf({ finder, read, depthLeft: MAX_HANDS, calls: { left: MAX_WAYS } }, value, verdict === 'same');
}

interface Search {
  readonly finder: SiteFinder;
  readonly read: ReadRecord;
  /** Number of further functions through which the record may be followed. */
  readonly depthLeft: number;
  /** Number of further calls that may be followed, shared by all branches of the search. */
  readonly calls: { left: number };
}

function originOf(search: Search, value: Value, typed: boolean): RecordOrigin | undefined {
  const { finder, read } = search;
  for (const option of optionsOf(value)) {
    const origin =
      option.kind === 'parameter'
        ? parameterOrigin(search, option.parameter)
        : option.kind === 'external'
          ? externalOrigin(search, option)
          : undefined;
    if (origin !== undefined) return typed || read.deprecation.when === undefined ? { ...origin, typed: true } : origin;
  }
  return undefined;

  function externalOrigin(inner: Search, option: ExternalValue): RecordOrigin | undefined {
    const isType = option.root.kind === 'type' && option.steps.length === 0;
    const found = isType ? typedOrigin(finder, option, read) : requestOrigin(finder, option, read);
    return found ?? (option.parameter === undefined ? undefined : parameterOrigin(inner, option.parameter));
  }
}

/** The origin of a value that callers pass in. */
function parameterOrigin(search: Search, parameter: ParameterRef): RecordOrigin | undefined {
  const { finder, read, calls } = search;
  const { program } = finder.evaluator;
  for (const passing of passingsOf(finder.evaluator, parameter)) {
    if (search.depthLeft === 0 && isRecursive(passing, parameter)) continue;
    if (search.depthLeft === 0 || calls.left-- <= 0) {
      program.cut(search.depthLeft === 0 ? REASON.limit : REASON.tooMany);
      return undefined;
    }
    const verdict = guardOf(finder, read, passing);
    if (verdict === 'other') continue;
    const origin = originOf({ ...search, depthLeft: search.depthLeft - 1 }, passing.value, verdict === 'same');
    if (origin === undefined) continue;
    return { ...origin, handed: [...origin.handed, placeIn(passing.context, passing.call.at)] };
  }
  return undefined;
}

/** Whether a call is in the function that it calls: callers outside of the function are followed already. */
function isRecursive({ context, call }: Passing, parameter: ParameterRef): boolean {
  const at = context.file === parameter.file ? context.facts.functions[parameter.function]?.at : undefined;
  return at !== undefined && contains(at, call.at);
}

/** Returns the verdict of the conditions around a call on the record that the call passes on. */
function guardOf(finder: SiteFinder, read: ReadRecord, { context, call, argument }: Passing): Verdict {
  return argument === undefined
    ? 'unknown'
    : guardAt(finder, { deprecation: read.deprecation, at: read.at, context, expr: argument }, call.at[0]);
}

function guardAt({ evaluator }: SiteFinder, read: ReadRecord, offset: number): Verdict {
  const { deprecation, context, expr, usedIn } = read;
  const { when } = deprecation;
  if (when === undefined) return 'same';
  const question = typeQuestion(expr, { evaluator, context, keys: pointerKeys(when.pointer), equals: when.equals });
  const verdict = guardedType(question, offset);
  return verdict === 'unknown' && usedIn !== undefined ? guardedTypeIn(question, usedIn) : verdict;
}

/** A value declared as the SDK's type of the record. */
function typedOrigin({ apis }: SiteFinder, value: ExternalValue, read: ReadRecord): RecordOrigin | undefined {
  const { types = [], endpoints } = read.deprecation;
  const [endpoint] = endpoints;
  if (value.root.kind !== 'type' || endpoint === undefined) return undefined;
  const { name, module = '' } = value.root;
  const isRecord = types.some((type) => name.toLowerCase().startsWith(type.toLowerCase()));
  if (!isRecord || !apis.isSdk(module)) return undefined;
  const { path, methods, unsure = false } = endpoint;
  const entry: FieldEntry = { deprecation: read.deprecation, path: path.text, methods, isUnsure: unsure };
  return { entry, url: [{ kind: 'text', text: path.text, at: read.at }], host: PROVEN, typed: true, handed: [] };
}

/** Inputs by which a request for a list selects records: its query, or the objects passed to an SDK method. */
interface Listing {
  /** Query in the text of the URL. */
  readonly query: Parts;
  /** Query in the options beside the URL. */
  readonly option: Value;
  readonly args: readonly Value[];
  readonly at: Place;
}

/** Returns the verdict on the type of records that a listing selects, compared without case. */
function requestedType(finder: SiteFinder, { when }: FieldDeprecation, { query, option, args, at }: Listing): Verdict {
  if (when === undefined) return 'same';
  const [key = ''] = pointerKeys(when.pointer);
  const queryEntries = entriesNamed(queryOfRequest(finder, query, option, at), key);
  if (queryEntries.some(({ isAlwaysSent, values }) => !isAlwaysSent || values === undefined)) return 'unknown';
  const argumentTexts = args
    .flatMap(optionsOf)
    .flatMap((arg) =>
      arg.kind === 'object' || arg.kind === 'layered' ? (plainTexts(finder.evaluator.member(arg, key, at)) ?? []) : [],
    );
  const texts = queryEntries.length === 0 ? argumentTexts : queryEntries.flatMap(({ values = [] }) => values);
  if (texts.length === 0) return 'unknown';
  const isSame = (text: string): boolean => text.toLowerCase() === when.equals.toLowerCase();
  return texts.every(isSame) ? 'same' : texts.some(isSame) ? 'unknown' : 'other';
}

/** Judgement for a URL or a type that needs no further proof. */
const PROVEN: HostJudgement = { host: 'exact', steps: [] };

/** The sender of the request, placed where its response is read. */
function senderOf({ model }: ClientUse, sent: Place, { at }: ReadRecord): DestinationEvidence {
  return { at, kind: 'request', ownOrigin: model.relative === 'own-origin', names: [], chain: [sent] };
}

/**
 * Whether a value from a client's response can be the record. The first member belongs to the client (`data`,
 * `json()`); in an API with envelopes, the record is inside the envelope.
 */
function isInResponse(steps: ExternalValue['steps'], api: Api | undefined): boolean {
  if (api?.envelope === undefined) return steps.length > 0;
  return steps.some((step) => step.kind === 'member' && step.name === api.envelope);
}

function requestOrigin(finder: SiteFinder, value: ExternalValue, read: ReadRecord): RecordOrigin | undefined {
  for (let index = value.steps.length - 1; index >= 0; index--) {
    const step = value.steps[index];
    if (step?.kind !== 'call') continue;
    const use = findClient(finder.clients, { ...value, steps: value.steps.slice(0, index) }, step.form);
    if (use === undefined) continue;
    const responseSteps = value.steps.slice(index + 1);
    if (!isSdk(use) && !isInResponse(responseSteps, finder.apis.of(read.deprecation))) return undefined;
    const verdict = filteredType(finder, responseSteps, read);
    if (verdict === 'other') return undefined;
    const origin = responseOrigin(finder, use, step, read);
    if (origin !== undefined) return verdict === 'same' ? { ...origin, typed: true } : origin;
  }
  return undefined;
}

/** Methods that keep the elements of a list for which a callback returns true. */
const FILTER_METHODS = new Set(['filter', 'find', 'findLast']);

/** Type of the records that were filtered from a response: `result.filter((record) => …)`. */
function filteredType({ evaluator }: SiteFinder, steps: ExternalValue['steps'], { deprecation }: ReadRecord): Verdict {
  const { when } = deprecation;
  if (when === undefined) return 'unknown';
  const question = { evaluator, keys: pointerKeys(when.pointer), equals: when.equals };
  const verdicts = steps.flatMap((step, index): readonly Verdict[] => {
    const method = steps[index - 1];
    if (step.kind !== 'call' || method?.kind !== 'member' || !FILTER_METHODS.has(method.name)) return [];
    const [test] = step.args();
    return test?.kind === 'function' ? [predicateType(question, test)] : [];
  });
  return verdicts.includes('other') ? 'other' : verdicts.includes('same') ? 'same' : 'unknown';
}

function isSdk({ row }: ClientUse): boolean {
  return row.template !== undefined;
}

type CallStep = Extract<ExternalValue['steps'][number], { readonly kind: 'call' }>;

/** The origin of the response to a client's call. */
function responseOrigin(
  finder: SiteFinder,
  use: ClientUse,
  step: CallStep,
  read: ReadRecord,
): RecordOrigin | undefined {
  const { at } = step;
  const request = readRequest(finder.evaluator, use, step.args(), { at, callee: at });
  for (const url of request?.urls ?? []) {
    const { query, readings } = finder.urlOf(url);
    const match = fieldMatchesOf({ readings }).find(({ entry }) => entry.deprecation.id === read.deprecation.id);
    if (match === undefined || match.word !== undefined) continue;
    const { host } = match.reading;
    if (host.kind === 'relative') continue;
    const args = isSdk(use) ? step.args() : [];
    const listing = { query, option: request?.query ?? UNDEFINED, args, at };
    const verdict = requestedType(finder, read.deprecation, listing);
    if (verdict === 'other') continue;
    const proof = proveHost(finder, senderOf(use, at, read), match.reading);
    if (proof.host === 'other') continue;
    return {
      entry: match.entry,
      url,
      host: host.kind === 'exact' ? PROVEN : proof,
      typed: verdict === 'same',
      handed: [],
    };
  }
  return undefined;
}
