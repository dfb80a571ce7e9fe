import { addTo } from '../../lib/multimap.js';
import type { Api, FieldDeprecation } from '../../model/deprecation.js';
import type { Evidence } from '../../model/evidence.js';
import type { ExprFact } from '../../model/facts.js';
import type { Finding } from '../../model/finding.js';
import type { Place } from '../../model/span.js';
import type { FieldEntry } from '../match/catalogue-index.js';
import { findClient } from '../requests/client-match.js';
import type { ClientUse } from '../requests/client-match.js';
import { describeExpr } from '../../facts/describe-expr.js';
import type { Evaluator } from '../evaluate/evaluator.js';
import { finding } from '../judge/finding.js';
import { proveHost } from '../judge/host-proof.js';
import type { HostJudgement, Sender } from '../judge/host-proof.js';
import { matchFieldPath } from '../match/match.js';
import { perFile } from '../evaluate/per-file.js';
import type { FileContext } from '../evaluate/program.js';
import { queryEntries } from '../requests/query-entries.js';
import { dotted, doubtNote, pointerKeys } from './record-fields.js';
import { readRequest } from '../requests/request.js';
import type { SiteFinder } from '../requests/site-finder.js';
import { plainTexts } from '../values/text.js';
import { optionsOf, UNDEFINED } from '../values/value.js';
import type { ExternalValue, Parts, Value } from '../values/value.js';

interface FieldRead {
  readonly deprecation: FieldDeprecation;
  readonly pointer: string;
  readonly record: ExprFact;
  readonly at: Place;
}

/** Where a record comes from: the request whose answer holds it, or a declared type. */
interface RecordOrigin {
  readonly entry: FieldEntry;
  readonly url: Parts;
  readonly host: HostJudgement;
  /** The request asks for records of the type, or the declared type says so. */
  readonly typed: boolean;
}

/** Findings for reads of deprecated fields of records that come from the API, one for each record expression. */
export function fieldReads(finder: SiteFinder, context: FileContext): readonly Finding[] {
  const groups = new Map<string, FieldRead[]>();
  for (const read of findReads(finder, context)) {
    const key = `${read.deprecation.id} ${String(context.functionAt(read.at.span[0]))} ${identityOf(context, read.record)}`;
    addTo(groups, key, read);
  }
  return [...groups.values()].flatMap((group) => readFinding(finder, context, group));
}

/** The expression in words, with the declaration that its first name means. */
function identityOf(context: FileContext, expr: ExprFact): string {
  let root = expr;
  while (root.kind === 'member' || root.kind === 'element') root = root.object;
  const binding = root.kind === 'name' ? context.scope.lookup(root.name, root.at[0]) : undefined;
  return `${describeExpr(expr)} ${String(binding?.at[0])}`;
}

function findReads(finder: SiteFinder, context: FileContext): readonly FieldRead[] {
  const { bindings, reads } = context.facts;
  const destructured = bindings.flatMap(({ value }) =>
    value === undefined ? [] : [value.kind === 'default' ? value.value : value],
  );
  const patterns = finder.catalogue.deprecations.flatMap((deprecation) =>
    deprecation.kind === 'field' && deprecation.direction !== 'request'
      ? deprecation.pointers.map((pointer) => ({ deprecation, pointer, keys: pointerKeys(pointer).toReversed() }))
      : [],
  );
  const seen = new Set<number>();
  return [...reads, ...destructured].flatMap((expr) => {
    if (expr.kind !== 'member' || seen.has(expr.at[0] * 1e6 + expr.at[1])) return [];
    for (const { deprecation, pointer, keys } of patterns) {
      const record = ownerOf(context, expr, keys);
      if (record === undefined || isAssigned(context, expr)) continue;
      seen.add(expr.at[0] * 1e6 + expr.at[1]);
      return [{ deprecation, pointer, record, at: { file: context.file, span: expr.at } }];
    }
    return [];
  });
}

/** The expression whose `keys` (innermost last) are read, or undefined where other names are. */
function ownerOf(context: FileContext, expr: ExprFact, keys: readonly string[]): ExprFact | undefined {
  let current: ExprFact = expr;
  for (const key of keys) {
    const named: ExprFact | undefined =
      current.kind === 'name' ? context.scope.lookup(current.name, current.at[0])?.value : undefined;
    const given = named ?? current;
    const bare: ExprFact = given.kind === 'default' ? given.value : given;
    if (bare.kind !== 'member' || bare.property !== key) return undefined;
    current = bare.object;
  }
  return current;
}

function isAssigned(context: FileContext, expr: ExprFact): boolean {
  return assignedPlaces(context).has(expr.at.join(':'));
}

const assignedPlaces = perFile(
  ({ facts }): ReadonlySet<string> =>
    new Set(facts.assignments.flatMap(({ operator, target }) => (operator === '=' ? [target.at.join(':')] : []))),
);

function readFinding(finder: SiteFinder, context: FileContext, group: readonly FieldRead[]): readonly Finding[] {
  const [first] = group;
  if (first === undefined) return [];
  const origin = recordOrigin(finder, finder.evaluator.value(context, first.record, undefined), first);
  if (origin === undefined) return [];
  // `name` alone is a field of other types too; `service` and `proto` together with an unknown type are a sign.
  if (!origin.typed && first.deprecation.when !== undefined && group.every(({ pointer }) => pointer.endsWith('/name')))
    return [];
  const evidence: Evidence = {
    host: origin.host.host,
    path: 'exact',
    method: 'listed',
    site: 'request',
    steps: [
      ...origin.host.steps,
      ...group.map(({ at, pointer }) => ({
        kind: 'literal' as const,
        at,
        note: `\`${dotted(pointer)}\` is read here`,
      })),
    ],
  };
  const doubt = first.deprecation.when !== undefined && !origin.typed;
  return finding({
    rule: 'no-deprecated-field',
    deprecation: first.deprecation.id,
    operation: { method: 'GET', path: origin.entry.path },
    methods: ['GET'],
    at: first.at,
    evidence,
    trust: { distinctive: true, wordAsParameter: doubt },
    url: origin.url,
    client: describeExpr(first.record),
    fields: [...new Set(group.map(({ pointer }) => pointer))],
    notes: doubt ? [doubtNote(first.deprecation)] : [],
  });
}

function recordOrigin(finder: SiteFinder, value: Value, read: FieldRead): RecordOrigin | undefined {
  for (const option of optionsOf(value)) {
    if (option.kind !== 'external') continue;
    const origin =
      option.root.kind === 'type' && option.steps.length === 0
        ? typedOrigin(finder, option, read)
        : requestOrigin(finder, option, read);
    if (origin !== undefined) return origin;
  }
  return undefined;
}

/** A value declared as the SDK's type of the record. */
function typedOrigin({ apis }: SiteFinder, value: ExternalValue, read: FieldRead): RecordOrigin | undefined {
  const { types = [], endpoints } = read.deprecation;
  const [endpoint] = endpoints;
  if (value.root.kind !== 'type' || endpoint === undefined) return undefined;
  const { name, module = '' } = value.root;
  const isRecord = types.some((type) => name.toLowerCase().startsWith(type.toLowerCase()));
  if (!isRecord || !apis.isSdk(module)) return undefined;
  const entry: FieldEntry = { deprecation: read.deprecation, path: endpoint.path.text, methods: endpoint.methods };
  return { entry, url: [{ kind: 'text', text: endpoint.path.text, at: read.at }], host: KNOWN, typed: true };
}

/** How a listing says which records it asks for: by its query, or by the objects an SDK method is given. */
interface Listing {
  /** In the text of the URL. */
  readonly query: Parts;
  /** Beside it. */
  readonly option: Value;
  readonly args: readonly Value[];
  readonly at: Place;
}

/** Whether a listing asks for records of the type that is meant, in any case. */
function typeAskedFor(
  evaluator: Evaluator,
  { when }: FieldDeprecation,
  { query, option, args, at }: Listing,
): 'same' | 'other' | 'unknown' {
  if (when === undefined) return 'same';
  const [key = ''] = pointerKeys(when.pointer);
  const asked = queryEntries(evaluator, query, option, at).entries.get(key);
  const given = args
    .flatMap(optionsOf)
    .flatMap((arg) =>
      arg.kind === 'object' || arg.kind === 'layered' ? (plainTexts(evaluator.member(arg, key, at)) ?? []) : [],
    );
  const texts = asked === undefined ? given : [asked];
  if (texts.length === 0) return 'unknown';
  const isSame = (text: string): boolean => text.toLowerCase() === when.equals.toLowerCase();
  return texts.every(isSame) ? 'same' : texts.some(isSame) ? 'unknown' : 'other';
}

/** The URL, or the type, says all there is to say. */
const KNOWN: HostJudgement = { host: 'exact', steps: [] };

/** The request as one that the reader of its answer sends through whatever leads to it. */
function senderOf({ model }: ClientUse, sent: Place, { at }: FieldRead): Sender {
  return { at, kind: 'request', ownOrigin: model.relative === 'own-origin', names: [], chain: [sent] };
}

/**
 * Whether what was taken of a client's answer can be the record. Its first member is the client's own (`data`, `json()`);
 * where the API puts answers in an envelope, the record is below that.
 */
function isBelowAnswer(taken: ExternalValue['steps'], api: Api | undefined): boolean {
  if (api?.envelope === undefined) return taken.length > 0;
  return taken.some((step) => step.kind === 'member' && step.name === api.envelope);
}

function requestOrigin(finder: SiteFinder, value: ExternalValue, read: FieldRead): RecordOrigin | undefined {
  for (let index = value.steps.length - 1; index >= 0; index--) {
    const step = value.steps[index];
    if (step?.kind !== 'call') continue;
    const use = findClient(finder.clients, { ...value, steps: value.steps.slice(0, index) }, step.form);
    if (use === undefined) continue;
    const taken = value.steps.slice(index + 1);
    if (!isSdk(use) && !isBelowAnswer(taken, finder.apis.of(read.deprecation))) return undefined;
    const origin = answerOrigin(finder, use, step, read);
    if (origin !== undefined) return origin;
  }
  return undefined;
}

function isSdk({ row }: ClientUse): boolean {
  return row.template !== undefined;
}

type CallStep = Extract<ExternalValue['steps'][number], { readonly kind: 'call' }>;

/** The origin of what a call of a client answers. */
function answerOrigin(finder: SiteFinder, use: ClientUse, step: CallStep, read: FieldRead): RecordOrigin | undefined {
  const { at } = step;
  const request = readRequest(finder.evaluator, use, step.args(), { at, callee: at });
  for (const url of request?.urls ?? []) {
    const { host, query, segments } = finder.urlOf(url);
    const match = matchFieldPath(finder.index, segments);
    if (match?.entry.deprecation.id !== read.deprecation.id || match.word !== undefined) continue;
    if (host.kind === 'other' || host.kind === 'relative') continue;
    const args = isSdk(use) ? step.args() : [];
    const listing = { query, option: request?.query ?? UNDEFINED, args, at };
    const asked = typeAskedFor(finder.evaluator, read.deprecation, listing);
    if (asked === 'other') continue;
    const proof = proveHost(finder, senderOf(use, at, read), finder.urlOf(url));
    if (proof.host === 'other') continue;
    return { entry: match.entry, url, host: host.kind === 'exact' ? KNOWN : proof, typed: asked === 'same' };
  }
  return undefined;
}
