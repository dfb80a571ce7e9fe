import { dotted, pointerKeys } from '../../lib/json-pointer.js';
import { addTo } from '../../lib/multimap.js';
import type { FieldDeprecation } from '../../model/deprecation.js';
import type { Evidence } from '../../model/evidence.js';
import type { ExprFact } from '../../model/facts.js';
import type { Finding } from '../../model/finding.js';
import { describeExpr } from '../../facts/describe-expr.js';
import { finding } from '../judge/finding.js';
import { perFile } from '../evaluate/per-file.js';
import type { FileContext } from '../evaluate/program.js';
import type { SiteFinder } from '../requests/calling/site-finder.js';
import { doubtNote, isNoSign, unsureNotes } from './record-fields.js';
import { recordOrigin } from './record-origin.js';
import type { ReadRecord } from './record-origin.js';
import { bare, ownerOf } from './same-expr.js';
import { spanKey } from '../../model/span.js';

interface FieldRead extends ReadRecord {
  readonly pointer: string;
}

/** Findings for reads of deprecated fields of records that come from the API, one for each record expression. */
export function fieldReads(finder: SiteFinder, context: FileContext): readonly Finding[] {
  const groups = new Map<string, FieldRead[]>();
  for (const read of findReads(finder, context)) {
    const key = `${read.deprecation.id} ${String(context.functionAt(read.at.span[0]))} ${identityOf(context, read.expr)}`;
    addTo(groups, key, read);
  }
  return [...groups.values()].flatMap((group) => readFinding(finder, group));
}

/** The expression in words, with the declaration that its first name means. */
function identityOf(context: FileContext, expr: ExprFact): string {
  let root = expr;
  while (root.kind === 'member' || root.kind === 'element') root = root.object;
  const binding = root.kind === 'name' ? context.scope.lookup(root.name, root.at[0]) : undefined;
  const parameter = root.kind === 'parameter' ? `${String(root.function)} ${String(root.index)}` : '';
  return `${describeExpr(expr)} ${String(binding?.at[0])} ${parameter}`;
}

/** The fields that are looked for in answers, and the members that lead to each. */
function fieldsOf({ catalogue }: SiteFinder): readonly (Pick<FieldRead, 'deprecation' | 'pointer'> & Keys)[] {
  return catalogue.deprecations.flatMap((deprecation) =>
    deprecation.kind === 'field' && deprecation.direction !== 'request' ? fieldsRead(deprecation) : [],
  );
}

interface Keys {
  readonly keys: readonly string[];
}

function fieldsRead(deprecation: FieldDeprecation): readonly (Pick<FieldRead, 'deprecation' | 'pointer'> & Keys)[] {
  return deprecation.pointers.map((pointer) => ({ deprecation, pointer, keys: pointerKeys(pointer) }));
}

function findReads(finder: SiteFinder, context: FileContext): readonly FieldRead[] {
  const { bindings, reads } = context.facts;
  const destructured = bindings.flatMap(({ value, scope }) =>
    value === undefined ? [] : [{ expr: bare(value), usedIn: scope }],
  );
  const fields = fieldsOf(finder);
  const seen = new Set<number>();
  const all = [...reads.map((expr) => ({ expr, usedIn: undefined })), ...destructured];
  return all.flatMap(({ expr, usedIn }): readonly FieldRead[] => {
    if (expr.kind !== 'member' || seen.has(spanKey(expr.at))) return [];
    for (const { deprecation, pointer, keys } of fields) {
      const record = ownerOf(context, expr, keys);
      if (record === undefined || isAssigned(context, expr)) continue;
      seen.add(spanKey(expr.at));
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

/** The finding for the fields that are read of one record. Reads that conditions rule out are left out. */
function readFinding(finder: SiteFinder, group: readonly FieldRead[]): readonly Finding[] {
  const found = group.flatMap((read) => {
    const origin = recordOrigin(finder, read);
    return origin === undefined ? [] : [{ read, origin }];
  });
  const [first] = found;
  if (first === undefined) return [];
  const { deprecation, expr, at } = first.read;
  const { entry, host, url, handed } = first.origin;
  const typed = found.some(({ origin }) => origin.typed);
  if (
    !typed &&
    isNoSign(
      deprecation,
      found.map(({ read }) => read.pointer),
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
      ...handed.map((place) => ({ kind: 'wrapper' as const, at: place, note: 'the record is handed on here' })),
      ...found.map(({ read }) => ({
        kind: 'literal' as const,
        at: read.at,
        note: `\`${dotted(read.pointer)}\` is read here`,
      })),
    ],
  };
  const doubt = deprecation.when !== undefined && !typed;
  return finding({
    rule: 'no-deprecated-field',
    about: 'data',
    deprecation: deprecation.id,
    operation: { method: 'GET', path: entry.path },
    methods: ['GET'],
    at,
    evidence,
    trust: { distinctive: true, wordAsParameter: doubt, ...(entry.unsure ? { atMost: 'possible' as const } : {}) },
    url,
    client: describeExpr(expr),
    fields: [...new Set(found.map(({ read }) => read.pointer))],
    notes: [...(doubt ? [doubtNote(deprecation)] : []), ...unsureNotes(entry)],
  });
}
