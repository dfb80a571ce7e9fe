import type { AssignmentFact, BindingFact, CallFact, ExprFact } from '../../core/model/facts.js';
import type { Finding } from '../../core/model/finding.js';
import type { Place, Span } from '../../core/model/span.js';
import { groupBy } from '../../core/lib/collections.js';
import { fileOf } from '../../core/model/module-reader.js';
import { perEvaluated, perFile } from '../evaluate/per-file.js';
import { calledByName, parameterWrites, targetOf } from '../evaluate/writes.js';
import type { PropertyAssignment } from '../evaluate/writes.js';
import type { FileContext } from '../evaluate/program.js';
import { runningIn } from '../evaluate/positions.js';
import type { SiteFinder } from '../requests/calling/site.js';
import { code } from './sentence.js';

/** A part of the code whose value another function can change. */
interface OpenRange {
  readonly at: Span;
  /** The variable or field, as the code names it. */
  readonly name: string;
  /** Place of the write: another function, or another file. */
  readonly where: string;
}

/**
 * Returns the finding, not certain if it depends on a value that another function writes, because the order in which
 * functions run is unknown.
 */
export function unlessWrittenElsewhere(finder: SiteFinder, finding: Finding): Finding {
  if (finding.confidence !== 'certain') return finding;
  for (const place of placesOf(finding)) {
    const context = finder.evaluator.program.context(place.file);
    if (context === undefined) continue;
    const start = place.span[0];
    const isMeant = ({ at }: OpenRange): boolean => at[0] <= start && start < at[1];
    const open = openRanges(context).find(isMeant) ?? rangesOfOthers(finder.evaluator, context).find(isMeant);
    if (open === undefined) continue;
    const note = `${code(open.name)} is written to in ${open.where} as well, so that it can have another value.`;
    return { ...finding, confidence: 'probable', notes: [...finding.notes, note] };
  }
  return finding;
}

/** Places of the texts that a finding depends on. */
function placesOf({ at, causedAt, evidence }: Finding): readonly Place[] {
  return [at, ...(causedAt === undefined ? [] : [causedAt]), ...evidence.steps.map((step) => step.at)];
}

/** Values of a file that a function writes and another function makes. */
const openRanges = perFile((context): readonly OpenRange[] => {
  const byTarget = groupBy([...writesIn(context)], ({ root, path }) => targetKey(root, path));
  return [...byTarget.values()].flatMap((writes) => openedRanges(context, writes));
});

/** Parts of the values of one variable or field that some of the writes to one path make unknown. */
function openedRanges(context: FileContext, writes: readonly Write[]): readonly OpenRange[] {
  const [first] = writes;
  if (first === undefined) return [];
  const enough = fewestWrites(context, writes);
  return holdersOf(context, first.root).flatMap((holder) => {
    const ranges: OpenRange[] = [];
    let parts = openableParts(context, holder, first.path);
    for (const write of enough) {
      if (parts.length === 0) break;
      if (write.value === holder.value || isOfSameRun(context, holder, write)) continue;
      const opened = parts.filter((expr) => !keepsValue(expr, write));
      ranges.push(...rangesOf(opened, write, 'another function'));
      parts = parts.filter((expr) => !opened.includes(expr));
    }
    return ranges;
  });
}

/**
 * Returns the fewest writes to one path that make the same values unknown as all of them: a variable may have thousands
 * of writes and as many values. Runs of code that write one text each are equivalent, as are those that write several.
 */
function fewestWrites(context: FileContext, writes: readonly Write[]): readonly Write[] {
  const opening = writes.filter((write) => !keepsAnyValue(write));
  const byRun = groupBy(opening, (write) => runKey(context, write));
  const countByKind = new Map<string, number>();
  return [...byRun.values()].flatMap((all) => {
    const kept = [...groupBy(all, valueKey).values()].flatMap(([first]) => first ?? []).slice(0, 2);
    const kind = kept.length > 1 ? 'several' : valueKey(kept[0]);
    const count = (countByKind.get(kind) ?? 0) + 1;
    countByKind.set(kind, count);
    return count > 2 ? [] : kept;
  });
}

function runKey(context: FileContext, write: Write): string {
  return isOfAnyRun(write) ? 'any' : String(runningIn(context, write.within));
}

function valueKey(write: Write | undefined): string {
  const { value, operator } = write ?? {};
  return value?.kind === 'literal' ? `${String(operator)} ${typeof value.value} ${String(value.value)}` : 'other';
}

/** Identifies a variable or field, by its place, and a path below it. */
function targetKey(root: Write['root'], path: Write['path']): string {
  return JSON.stringify(['kind' in root ? root.at : [root.ofClass, root.field], path]);
}

/** Parts of a value below a path that a write can change. */
function openableParts(context: FileContext, { value }: Holder, path: Write['path']): readonly ExprFact[] {
  return partsAt(context, value, path).filter(({ kind }) => kind !== 'function' && kind !== 'class');
}

function rangesOf(parts: readonly ExprFact[], { target }: Write, where: string): readonly OpenRange[] {
  return parts.map(({ at }) => ({ at, name: nameOfTarget(target), where }));
}

/** Parts of the exported objects and clients of a file to which importing files write. */
const rangesOfOthers = perEvaluated(({ program }, context): readonly OpenRange[] => {
  const holders = exportedHolders(context);
  if (holders.size === 0) return [];
  const words = new Set([...MERGING_WORDS, ...[...holders.values()].flatMap(({ value }) => keysOf(context, value))]);
  const { modules } = program;
  return modules.importers(context.file, words).flatMap((file) => {
    const user = program.context(file);
    if (user === undefined || file === context.file) return [];
    return [...writesIn(user)].flatMap((write): readonly OpenRange[] => {
      if (!('kind' in write.root) || write.root.value?.kind !== 'imported') return [];
      const { specifier, name } = write.root.value;
      const [exported, path] = name === '*' ? [write.path[0], write.path.slice(1)] : [name, write.path];
      const holder = exported === undefined || path.length === 0 ? undefined : holders.get(exported);
      if (holder === undefined || fileOf(modules.resolve(file, specifier)) !== context.file) return [];
      const parts = openableParts(context, { value: holder.value, within: undefined }, path);
      return rangesOf(
        parts.filter((expr) => !keepsValue(expr, write)),
        write,
        code(file),
      );
    });
  });
});

/** The exported variables of a file with an object or the result of a call, by exported name. */
const exportedHolders = perFile(({ facts, scope }): ReadonlyMap<string, Pick<Holder, 'value'>> => {
  const holders = new Map<string, Pick<Holder, 'value'>>();
  for (const exported of facts.exports) {
    if (exported.kind !== 'local') continue;
    const value = exported.value.kind === 'name' ? scope.bindingOf(exported.value)?.value : exported.value;
    if (value?.kind === 'object' || value?.kind === 'call') holders.set(exported.name, { value: value });
  }
  return holders;
});

/** Words that a file must contain to write to an object: its properties, or options for a destination. */
function keysOf({ facts }: FileContext, value: ExprFact): readonly string[] {
  if (value.kind !== 'object')
    return ['baseURL', 'baseUrl', 'prefixUrl', 'base_url', 'hostname', 'href', 'host', 'url'];
  const properties = facts.objects[value.object]?.properties ?? [];
  return properties.flatMap((property) =>
    property.kind === 'property' && property.key !== undefined ? [property.key] : [],
  );
}

/** A write to a variable, a field or a part of its value. */
interface Write {
  readonly target: ExprFact;
  /** Properties below the variable or field; undefined for a computed one. */
  readonly path: readonly (string | undefined)[];
  readonly root: BindingFact | { readonly ofClass: number; readonly field: string | undefined };
  readonly within: number | undefined;
  readonly operator: AssignmentFact['operator'] | 'over';
  readonly value?: ExprFact;
}

function* writesIn(context: FileContext): Generator<Write> {
  const { facts } = context;
  for (const { target, within, operator, value } of facts.assignments) {
    const write = writeTo(context, target, { within, operator, value });
    if (write !== undefined) yield write;
  }
  for (const call of facts.calls) yield* writesByCall(context, call);
}

const MERGING_WORDS = ['assign', 'extend', 'merge', 'defaultsDeep', 'update'];

/** Pattern of functions that merge objects into their first argument. */
const MERGING_FUNCTION = /^(?:assign(?:In|InWith|With)?|extend|merge(?:With)?|defaultsDeep|update)$/;

/** Writes by a call: `Object.assign(this, options)`, `merge(settings, options)`, `fill(record)`. */
function* writesByCall(context: FileContext, call: CallFact): Generator<Write> {
  const { callee, args, within, form } = call;
  if (form !== 'call') return;
  const name = callee.kind === 'member' ? callee.property : callee.kind === 'name' ? callee.name : '';
  const [target, ...layers] = args;
  if (target !== undefined && MERGING_FUNCTION.test(name) && layers.some(({ kind }) => kind !== 'object')) {
    const write = writeTo(context, target, { within, operator: 'over' }, [undefined]);
    if (write !== undefined) yield write;
  }
  const called = calledByName(context, call);
  for (const { index, path, fact } of (called === undefined ? undefined : parameterWrites(context).get(called)) ?? []) {
    const arg = args[index];
    const write = arg && writeTo(context, arg, { within: called, operator: fact.operator, value: fact.value }, path);
    if (write !== undefined) yield write;
  }
}

function writeTo(
  context: FileContext,
  target: ExprFact,
  rest: Pick<Write, 'within' | 'operator'> & { readonly value?: ExprFact },
  below: PropertyAssignment['path'] | readonly undefined[] = [],
): Write | undefined {
  const { path: own, target: root } = targetOf(target);
  const path = [...own, ...below].map((step) => (typeof step === 'string' ? step : undefined));
  if (root.kind === 'this' && root.ofClass !== undefined && path.length > 0) {
    const [field, ...inner] = path;
    return { target, path: inner, root: { ofClass: root.ofClass, field }, ...rest };
  }
  const binding = context.scope.bindingOf(root);
  return binding && { target, path, root: binding, ...rest };
}

/** A value of a variable or field. */
interface Holder {
  readonly value: ExprFact;
  readonly within: number | undefined;
}

/** Values of a variable or field. */
function holdersOf(context: FileContext, root: Write['root']): readonly Holder[] {
  const assigned = (assignments: readonly AssignmentFact[]): readonly Holder[] =>
    assignments.map(({ value, within }) => ({ value, within }));
  if ('kind' in root) {
    const { value } = root;
    const declared =
      value === undefined || value.kind === 'parameter' ? [] : [{ value, within: context.functionAt(root.at[0]) }];
    return [...declared, ...assigned(context.scope.assignmentsTo(root))];
  }
  const { ofClass, field } = root;
  const fact = context.facts.classes[ofClass];
  const members = (fact?.members ?? []).flatMap(({ name, value, kind }) =>
    kind === 'field' && value !== undefined && (field === undefined || field === name)
      ? [{ value, within: fact?.construct ?? NO_CONSTRUCTOR }]
      : [],
  );
  const set = context.scope.memberAssignments(ofClass).filter(({ name }) => field === undefined || field === name);
  return [...members, ...assigned(set.map(({ assignment }) => assignment))];
}

/** Placeholder for the function that makes an instance of a class without a constructor. */
const NO_CONSTRUCTOR = -1;

/** Whether a value and a write to it are in one run of code, which is evaluated in order. */
function isOfSameRun(context: FileContext, holder: Holder, write: Write): boolean {
  return !isOfAnyRun(write) && runningIn(context, holder.within) === runningIn(context, write.within);
}

/** Whether a write may come from a constructor, which can merge any options into the fields. */
function isOfAnyRun({ operator, root }: Write): boolean {
  return operator === 'over' && !('kind' in root);
}

/** The parts of a value at a path of properties. */
function partsAt(context: FileContext, value: ExprFact, path: Write['path']): readonly ExprFact[] {
  if (value.kind === 'choice') return value.options.flatMap((option) => partsAt(context, option, path));
  const [property, ...rest] = path;
  if (path.length === 0) return [value];
  if (value.kind === 'object') {
    const properties = context.facts.objects[value.object]?.properties ?? [];
    return properties.flatMap((candidate) => {
      const isMeant = candidate.kind === 'property' && (property === undefined || candidate.key === property);
      return isMeant ? partsAt(context, candidate.value, rest) : [];
    });
  }
  // In a value made elsewhere: the properties that decide the destination of a request.
  const last = path.at(-1);
  return value.kind === 'call' && (last === undefined || DESTINATION.test(last)) ? [value] : [];
}

/** Properties of clients and URLs that decide the destination of requests. */
const DESTINATION = /^(?:base_?ur[il]|prefix_?url|ur[il]|host(?:name)?|href|origin|path(?:name)?|port|protocol)$/i;

/** Whether a write leaves a value unchanged: it writes the same text, nothing, or a default. */
function keepsValue(expr: ExprFact, write: Write): boolean {
  const { operator, value } = write;
  if (keepsAnyValue(write)) return true;
  return operator === '=' && value?.kind === 'literal' && expr.kind === 'literal' && expr.value === value.value;
}

/** Whether a write leaves every value unchanged: it writes nothing, or a default. */
function keepsAnyValue({ operator, value }: Write): boolean {
  if (operator === '||=' || operator === '??=') return true;
  return value?.kind === 'name' ? value.name === 'undefined' : value?.kind === 'literal' && value.value === null;
}

function nameOfTarget(target: ExprFact): string {
  switch (target.kind) {
    case 'name':
      return target.name;
    case 'member':
      return target.object.kind === 'this' ? target.property : `${nameOfTarget(target.object)}.${target.property}`;
    case 'element':
      return `${nameOfTarget(target.object)}[…]`;
    case 'this':
      return 'a field of the object';
    default:
      return '…';
  }
}
