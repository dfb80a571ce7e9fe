import type { Check } from './check.js';
import { fieldWrites, isBodyOpen, fieldTargets, isWritingMethod } from './field-writes.js';
import { dottedPath, pointerKeys } from '../../core/lib/json.js';
import { addTo } from '../../core/lib/collections.js';
import type { FieldDeprecation } from '../../core/model/deprecation.js';
import type { Evidence } from '../../core/model/evidence.js';
import type { ExprFact } from '../../core/model/facts.js';
import type { Finding, UnresolvedSite } from '../../core/model/finding.js';
import { describeExpr } from '../../languages/facts/expressions.js';
import { completeFinding, shownUrl } from '../judge/finding.js';
import { perFile } from '../evaluate/per-file.js';
import type { FileContext } from '../evaluate/program.js';
import type { SiteFinder } from '../requests/calling/site.js';
import { doubtNote, areSharedFields, unsureNotes, sentRecords } from './records.js';
import { recordOrigin } from './record-origin.js';
import type { ReadRecord } from './record-origin.js';
import { withoutDefault, ownerOf, recordType } from './record-type.js';
import { spanKey } from '../../core/model/span.js';
import { causeOfValue } from '../judge/gap.js';
import type { CallSite } from '../judge/site-view.js';
import { hasUnknownKey } from '../evaluate/object-keys.js';
import { optionsOf } from '../values/value.js';
import type { Value } from '../values/value.js';
import type { FieldTarget } from './field-writes.js';

/** Deprecated fields of records: set in the body of a request, or read from a response. */
export const fields: Check = {
  rule: 'no-deprecated-field',
  begin({ finder, context }) {
    if (!finder.catalogue.deprecations.some(({ kind }) => kind === 'field')) return undefined;
    return { ofSite: fieldWrites, unresolved: unresolvedBody, ofFile: () => fieldReads(finder, context) };
  },
  mayComplete: isBodyOpen,
};

interface FieldRead extends ReadRecord {
  readonly pointer: string;
}

/** Findings for reads of deprecated fields of records that come from the API, one for each record expression. */
function fieldReads(finder: SiteFinder, context: FileContext): readonly Finding[] {
  const groups = new Map<string, FieldRead[]>();
  for (const read of findReads(finder, context)) {
    const key = `${read.deprecation.id} ${String(context.functionAt(read.at.span[0]))} ${identityOf(context, read.expr)}`;
    addTo(groups, key, read);
  }
  return [...groups.values()].flatMap((group) => readFinding(finder, group));
}

/** The expression as text, with the declaration that its first name refers to. */
function identityOf(context: FileContext, expr: ExprFact): string {
  let root = expr;
  while (root.kind === 'member' || root.kind === 'element') root = root.object;
  const binding = context.scope.bindingOf(root);
  const parameter = root.kind === 'parameter' ? `${String(root.function)} ${String(root.index)}` : '';
  return `${describeExpr(expr)} ${String(binding?.at[0])} ${parameter}`;
}

/** The deprecated fields of responses. */
function responseFields({ catalogue }: SiteFinder): readonly ResponseField[] {
  return catalogue.deprecations.flatMap((deprecation) =>
    deprecation.kind === 'field' && deprecation.direction !== 'request' ? fieldsWithKeys(deprecation) : [],
  );
}

interface ResponseField extends Pick<FieldRead, 'deprecation' | 'pointer'> {
  /** Path from the record to the field. */
  readonly keys: readonly string[];
}

function fieldsWithKeys(deprecation: FieldDeprecation): readonly ResponseField[] {
  return deprecation.pointers.map((pointer) => ({ deprecation, pointer, keys: pointerKeys(pointer) }));
}

function findReads(finder: SiteFinder, context: FileContext): readonly FieldRead[] {
  const { bindings, reads } = context.facts;
  const destructured = bindings.flatMap(({ value, scope }) =>
    value === undefined ? [] : [{ expr: withoutDefault(value), usedIn: scope }],
  );
  const fields = responseFields(finder);
  const seenSpans = new Set<number>();
  const candidates = [...reads.map((expr) => ({ expr, usedIn: undefined })), ...destructured];
  return candidates.flatMap(({ expr, usedIn }): readonly FieldRead[] => {
    if (expr.kind !== 'member' || seenSpans.has(spanKey(expr.at))) return [];
    for (const { deprecation, pointer, keys } of fields) {
      const record = ownerOf(context, expr, keys);
      if (record === undefined || isAssigned(context, expr)) continue;
      seenSpans.add(spanKey(expr.at));
      const at = { file: context.file, span: expr.at };
      return [{ deprecation, pointer, context, expr: record, at, ...(usedIn === undefined ? {} : { usedIn }) }];
    }
    return [];
  });
}

function isAssigned(context: FileContext, expr: ExprFact): boolean {
  return assignedPlaces(context).has(spanKey(expr.at));
}

const assignedPlaces = perFile(
  ({ facts }): ReadonlySet<number> =>
    new Set(facts.assignments.flatMap(({ operator, target }) => (operator === '=' ? [spanKey(target.at)] : []))),
);

/** Returns the finding for the deprecated fields read of one record, without reads that conditions rule out. */
function readFinding(finder: SiteFinder, group: readonly FieldRead[]): readonly Finding[] {
  const apiReads = group.flatMap((read) => {
    const origin = recordOrigin(finder, read);
    return origin === undefined ? [] : [{ read, origin }];
  });
  const [first] = apiReads;
  if (first === undefined) return [];
  const { deprecation, expr, at } = first.read;
  const { entry, host, url, handed } = first.origin;
  const isTyped = apiReads.some(({ origin }) => origin.typed);
  if (
    !isTyped &&
    areSharedFields(
      deprecation,
      apiReads.map(({ read }) => read.pointer),
    )
  )
    return [];
  const evidence: Evidence = {
    host: host.host,
    path: 'exact',
    method: 'listed',
    site: 'request',
    steps: [
      ...host.steps,
      ...handed.map((place) => ({ kind: 'wrapper' as const, at: place, note: 'the record is passed on here' })),
      ...apiReads.map(({ read }) => ({
        kind: 'literal' as const,
        at: read.at,
        note: `\`${dottedPath(read.pointer)}\` is read here`,
      })),
    ],
  };
  const mayBeOtherType = deprecation.when !== undefined && !isTyped;
  return completeFinding({
    rule: 'no-deprecated-field',
    about: 'data',
    deprecation: deprecation.id,
    operation: { method: 'GET', path: entry.path },
    methods: ['GET'],
    at,
    evidence,
    trust: {
      isDistinctive: true,
      hasWordAsParameter: mayBeOtherType,
      ...(entry.isUnsure ? { atMost: 'possible' as const } : {}),
    },
    url,
    client: describeExpr(expr),
    fields: [...new Set(apiReads.map(({ read }) => read.pointer))],
    notes: [...(mayBeOtherType ? [doubtNote(deprecation)] : []), ...unsureNotes(entry)],
  });
}

/** A request to a path with deprecated fields, whose body is too unknown to decide whether it sets one of them. */
function unresolvedBody(view: CallSite): UnresolvedSite | undefined {
  const { site } = view;
  if (site.method.unknown || !site.method.known.some(isWritingMethod)) return undefined;
  const target = fieldTargets(view).find(
    (candidate) =>
      candidate.host.host === 'exact' &&
      candidate.entry.deprecation.direction !== 'response' &&
      isUnknownBody(view, candidate),
  );
  if (target === undefined) return undefined;
  const { at, client, method, body } = site;
  const cause = causeOfValue(view.finder.evaluator, body, at);
  const unresolved = { at, client, url: shownUrl(target.url), methods: method.known, reason: 'the body was not seen' };
  return cause === undefined ? unresolved : { ...unresolved, cause };
}

function isUnknownBody(view: CallSite, { entry, batch }: FieldTarget): boolean {
  const { finder, site } = view;
  return optionsOf(site.body).some((body) => {
    if (body.kind === 'text') return body.parts.some(({ kind }) => kind === 'hole');
    const records = sentRecords(finder.evaluator, body, batch, site.at);
    if (records.length === 0) return isOpen(body);
    return records.some(({ record }) => isOpen(record) || mayHaveField(view, record, entry.deprecation));
  });
}

/** Whether the unknown part of a record of the covered type can have one of the fields. */
function mayHaveField(
  { finder: { evaluator }, site }: CallSite,
  record: Value,
  deprecation: FieldDeprecation,
): boolean {
  if (recordType(evaluator, record, deprecation, site.at) === 'other') return false;
  return deprecation.pointers.some((pointer) => {
    let part = record;
    for (const key of pointerKeys(pointer)) {
      if (hasUnknownKey(evaluator, part)) return true;
      part = evaluator.member(part, key, site.at);
      if (optionsOf(part).some(isOpen)) return true;
    }
    return false;
  });
}

/** Whether the content of a value is unknown. */
function isOpen(value: Value): boolean {
  return (
    value.kind === 'unknown' ||
    value.kind === 'parameter' ||
    value.kind === 'external' ||
    (value.kind === 'array' && value.open)
  );
}
