import { dottedPath, pointerKeys } from '../../core/lib/json.js';
import { memoByObject } from '../../core/lib/collections.js';
import type { Batch, FieldDeprecation } from '../../core/model/deprecation.js';
import type { HttpMethod } from '../../core/model/endpoint.js';
import type { Evidence } from '../../core/model/evidence.js';
import type { Finding } from '../../core/model/finding.js';
import { contains } from '../../core/model/span.js';
import { isIntrinsic } from '../../core/model/facts.js';
import type { Place, Span } from '../../core/model/span.js';
import type { FieldEntry } from '../match/catalogue-index.js';
import { hostRank } from '../judge/host-proof.js';
import type { HostJudgement } from '../judge/host-proof.js';
import { completeFinding } from '../judge/finding.js';
import type { CallSite, SiteView } from '../judge/site-view.js';
import { fieldMatchesOf } from '../match/match-url.js';
import {
  deprecatedFieldsOf,
  doubtNote,
  areSharedFields,
  readPointer,
  unsureNotes,
  lastCallArguments,
  recordsInBatch,
  sentRecords,
} from './records.js';
import type { SetField } from './records.js';
import { recordType } from './record-type.js';
import { perFile } from '../evaluate/per-file.js';
import type { FileContext } from '../evaluate/program.js';
import type { Site } from '../requests/calling/site.js';
import { plainTexts } from '../values/text.js';
import { optionsOf } from '../values/value.js';
import type { Parts, Value, ObjectValue } from '../values/value.js';
import type { ExprFact } from '../../core/model/facts.js';

const WRITES: readonly HttpMethod[] = ['POST', 'PUT', 'PATCH'];

/** Whether a method writes. */
export function isWritingMethod(method: HttpMethod): boolean {
  return WRITES.includes(method);
}

/** A URL of a request to an operation with deprecated fields. */
export interface FieldTarget {
  readonly entry: FieldEntry;
  readonly url: Parts;
  readonly host: HostJudgement;
  /** Form in which one request carries several records of the API. */
  readonly batch: Batch | undefined;
}

/** For each deprecation of fields that the operation has, the URL with the best proof of its host. */
export const fieldTargets = memoByObject((view: SiteView): readonly FieldTarget[] => {
  const { finder, site } = view;
  const targetById = new Map<string, FieldTarget>();
  for (const url of site.urls) {
    for (const { reading, entry, word } of fieldMatchesOf(finder.urlOf(url))) {
      const { batch } = reading.view.knownApi.api;
      if (word !== undefined && word !== batch?.segment) continue;
      const host = view.hostOf(url, reading.view.id);
      const { id } = entry.deprecation;
      const previous = targetById.get(id);
      const isBetter = previous === undefined || hostRank(host) < hostRank(previous.host);
      if (host.host !== 'other' && isBetter) targetById.set(id, { entry, url, host, batch });
    }
  }
  return [...targetById.values()];
});

/** Findings for the deprecated fields that a site's body sets, one for each record. */
export function fieldWrites(view: CallSite): readonly Finding[] {
  const methods = view.site.method.known.filter(isWritingMethod);
  if (methods.length === 0 && !view.site.method.unknown) return [];
  return fieldTargets(view)
    .filter(({ entry }) => entry.deprecation.direction !== 'response')
    .flatMap((target) => targetFindings(view, target, methods));
}

function targetFindings(view: CallSite, target: FieldTarget, methods: readonly HttpMethod[]): readonly Finding[] {
  const { site, context } = view;
  const { evaluator } = view.finder;
  const { deprecation } = target.entry;
  return sentRecords(evaluator, site.body, target.batch, site.at).flatMap(({ record, maySend, isRebuilt }) => {
    const type = recordType(evaluator, record, deprecation, site.at);
    if (type === 'other') return [];
    const fields = deprecatedFieldsOf(evaluator, record, deprecation, site.at).filter(
      (field) => maySend(field.pointer) && !isAllowedReset(deprecation, field, methods),
    );
    const [first] = fields;
    if (first === undefined) return [];
    // A rebuilt record, and one with shared fields only, counts only if its type is known.
    if (
      type === 'unknown' &&
      (isRebuilt ||
        areSharedFields(
          deprecation,
          fields.map(({ pointer }) => pointer),
        ))
    )
      return [];
    const isSure = !isRebuilt && fields.some((field) => field.isAlwaysSet && !mayBeRemoved(view, field));
    const isHere = first.at.file === context.file;
    const at = isHere ? first.at : { file: context.file, span: carrierOf(view, record) };
    const causedAt = isHere ? undefined : first.at;
    return writeFinding(site, target, { fields, methods, mayBeOtherType: type === 'unknown', isSure, at, causedAt });
  });
}

/** Whether the file that sends a field, or the one that sets it, removes a field of that name somewhere. */
function mayBeRemoved({ finder, context, site }: CallSite, { pointer, at }: SetField): boolean {
  const key = pointerKeys(pointer).at(-1) ?? '';
  if (isWrittenInCall(context, site, at)) return false;
  return [context, finder.evaluator.program.context(at.file)].some(
    (file) => file !== undefined && removedKeys(file).has(key),
  );
}

/** Whether a field is written in the call of the request, so that no other code can change its record. */
function isWrittenInCall({ facts }: FileContext, { at: sentAt }: Site, at: Place): boolean {
  if (sentAt.file !== at.file) return false;
  const callsAround = facts.calls.filter((call) => contains(call.at, at.span));
  const request = callsAround.find((call) => call.at[0] === sentAt.span[0] && call.at[1] === sentAt.span[1]);
  if (request === undefined || facts.functions.some((fn) => isBetween(fn.at, request.at, at.span))) return false;
  return callsAround
    .filter((call) => isBetween(call.at, request.at, at.span))
    .every(
      ({ callee }) =>
        isIntrinsic(callee, 'json/write') || (callee.kind === 'member' && callee.property === 'stringify'),
    );
}

function isBetween(span: Span, outer: Span, inner: Span): boolean {
  return contains(outer, span) && !contains(span, outer) && contains(span, inner);
}

/** Names of members that a file deletes, or sets to `undefined`. */
const removedKeys = perFile(
  ({ facts }): ReadonlySet<string> =>
    new Set(
      facts.assignments.flatMap(({ target, value }) =>
        target.kind === 'member' && value.kind === 'name' && value.name === 'undefined' ? [target.property] : [],
      ),
    ),
);

/** Whether the write resets the field: the documented way is a PATCH with the empty value. */
function isAllowedReset(deprecation: FieldDeprecation, field: SetField, methods: readonly HttpMethod[]): boolean {
  return isReset(deprecation, field) && methods.every((method) => method === RESET_METHOD);
}

const RESET_METHOD: HttpMethod = 'PATCH';

function isReset({ allowedValues }: FieldDeprecation, { value }: SetField): boolean {
  const texts = plainTexts(value);
  return texts !== undefined && texts.length > 0 && texts.every((text) => allowedValues?.includes(text) === true);
}

/** Fields that one record of a body sets. */
interface FieldWrite {
  readonly fields: readonly SetField[];
  readonly methods: readonly HttpMethod[];
  /** Whether the record may be of a type that the deprecation does not cover. */
  readonly mayBeOtherType: boolean;
  /** Whether at least one of the fields is sent with every request. */
  readonly isSure: boolean;
  readonly at: Place;
  /** Place of the first field, if it is in another file. */
  readonly causedAt: Place | undefined;
}

function writeFinding(site: Site, target: FieldTarget, write: FieldWrite): readonly Finding[] {
  const { entry, host } = target;
  const { fields, methods, mayBeOtherType, isSure, at, causedAt } = write;
  const evidence: Evidence = {
    host: host.host,
    ...(host.name === undefined ? {} : { name: host.name }),
    ...(host.by === undefined ? {} : { by: host.by }),
    path: 'exact',
    method: methods.length > 0 ? 'listed' : 'unknown',
    site: site.kind,
    steps: [
      ...[...(causedAt === undefined ? [] : [site.at]), ...site.chain].map((place) => ({
        kind: 'wrapper' as const,
        at: place,
        note: 'the request is sent from here',
      })),
      ...host.steps,
      ...fields.map((field) => ({
        kind: 'literal' as const,
        at: field.at,
        note: `\`${dottedPath(field.pointer)}\` is set here`,
      })),
    ],
  };
  return completeFinding({
    rule: 'no-deprecated-field',
    about: 'data',
    deprecation: entry.deprecation.id,
    operation: { method: methods[0] ?? 'POST', path: entry.path },
    methods,
    at,
    ...(causedAt === undefined ? {} : { causedAt }),
    evidence,
    trust: {
      isDistinctive: true,
      hasWordAsParameter: mayBeOtherType,
      ...(entry.isUnsure ? { atMost: 'possible' } : isSure ? {} : { atMost: 'probable' }),
    },
    url: target.url,
    client: site.client,
    sentAt: [site.at],
    fields: fields.map((field) => field.pointer),
    notes: writeNotes(entry, write),
  });
}

function writeNotes(entry: FieldEntry, { fields, mayBeOtherType, isSure }: FieldWrite): readonly string[] {
  const { deprecation } = entry;
  return [
    ...(mayBeOtherType ? [doubtNote(deprecation)] : []),
    ...(isSure ? [] : ['The field may be removed before the request is sent.']),
    ...(fields.every((field) => isReset(deprecation, field))
      ? [`Set to that value with \`${RESET_METHOD}\` it is reset, which is allowed.`]
      : []),
    ...unsureNotes(entry),
  ];
}

/** Whether callers decide the fields of a body that a wrapper sends to an operation with deprecated fields. */
export function isBodyOpen(view: SiteView): boolean {
  const { finder, site } = view;
  if (site.method.known.length > 0 && !site.method.known.some(isWritingMethod) && !site.method.unknown) return false;
  const isOpen = (value: Value): boolean =>
    optionsOf(value).some((option) => option.kind === 'parameter' || lastCallArguments(option).some(isOpen));
  const bodies = optionsOf(site.body);
  if (bodies.length === 0 || bodies.every((body) => body.kind === 'scalar' || body.kind === 'text')) return false;
  const targets = fieldTargets(view);
  if (targets.length === 0) return false;
  if (isOpen(site.body)) return true;
  return targets.some(({ entry, batch }) => {
    const { pointers, when } = entry.deprecation;
    const keys = [...pointers, ...(when === undefined ? [] : [when.pointer])].map(
      (pointer) => `/${pointer.split('/')[1] ?? ''}`,
    );
    return recordsInBatch(finder.evaluator, site.body, batch, site.at).some((record) =>
      keys.some((key) => isOpen(readPointer(finder.evaluator, record, key, site.at))),
    );
  });
}

/** Maximum depth of calls and objects around the searched expression. */
const MAX_LEVELS = 5;

/**
 * The innermost expression in the arguments of a call that evaluates to a record from elsewhere: `toBell(tower)` in
 * `post('/bells', { body: JSON.stringify(toBell(tower)) })`; else the last argument.
 */
function carrierOf(view: CallSite, record: Value): Span {
  const { args, callee } = view.call;
  for (const arg of args) {
    const carrier = carrierIn(view, arg, record, MAX_LEVELS);
    if (carrier !== undefined) return carrier.at;
  }
  return (args.at(-1) ?? callee).at;
}

function carrierIn(view: CallSite, expr: ExprFact, record: Value, levels: number): ExprFact | undefined {
  if (levels === 0) return undefined;
  for (const part of partsOf(view, expr)) {
    const carrier = carrierIn(view, part, record, levels - 1);
    if (carrier !== undefined) return carrier;
  }
  const { finder, context } = view;
  return optionsOf(finder.evaluator.value(context, expr, undefined)).some((value) => isSameRecord(value, record))
    ? expr
    : undefined;
}

function partsOf({ context }: CallSite, expr: ExprFact): readonly ExprFact[] {
  if (expr.kind === 'call') return context.facts.calls[expr.call]?.args ?? [];
  if (expr.kind === 'array') return expr.elements;
  if (expr.kind !== 'object') return [];
  return context.facts.objects[expr.object]?.properties.map(({ value }) => value) ?? [];
}

function isSameRecord(value: Value, record: Value): boolean {
  const [valueObject, recordObject] = [objectOf(value), objectOf(record)];
  return (
    value === record ||
    (valueObject !== undefined && valueObject.file === recordObject?.file && valueObject.object === recordObject.object)
  );
}

function objectOf(value: Value): ObjectValue | undefined {
  const base = value.kind === 'layered' ? value.base : value;
  return base.kind === 'object' ? base : undefined;
}
