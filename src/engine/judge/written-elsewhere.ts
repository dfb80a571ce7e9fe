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
import { asCode } from './sentence.js';

/** A part of the code whose value another function can change. */
interface OpenRange {
  readonly at: Span;
  /** The variable or field, as the code names it. */
  readonly name: string;
  /** The code that writes, in words: another function, or another file. */
  readonly writer: string;
}

/**
 * Lowers the confidence of a finding that depends on a value which another function writes, because the order in which
 * functions run is unknown.
 */
export function lowerIfWrittenElsewhere(finder: SiteFinder, finding: Finding): Finding {
  if (finding.confidence !== 'certain') return finding;
  for (const place of placesOf(finding)) {
    const context = finder.evaluator.program.context(place.file);
    if (context === undefined) continue;
    const start = place.span[0];
    const includesStart = ({ at }: OpenRange): boolean => at[0] <= start && start < at[1];
    const openRange =
      replaceableRanges(context).find(includesStart) ??
      rangesWrittenByImporters(finder.evaluator, context).find(includesStart);
    if (openRange === undefined) continue;
    const { name, writer } = openRange;
    const note = `${asCode(name)} is written to in ${writer} as well, so that it can have another value.`;
    return { ...finding, confidence: 'probable', notes: [...finding.notes, note] };
  }
  return finding;
}

/** Places of the texts that a finding depends on. */
function placesOf({ at, causedAt, evidence }: Finding): readonly Place[] {
  return [at, ...(causedAt === undefined ? [] : [causedAt]), ...evidence.steps.map((step) => step.at)];
}

/** Values of a file that another function than their own may replace. */
const replaceableRanges = perFile((context): readonly OpenRange[] => {
  const byTarget = groupBy([...writesIn(context)], ({ root, path }) => targetKey(root, path));
  return [...byTarget.values()].flatMap((writes) => rangesChangedBy(context, writes));
});

/** Parts of the values of one variable or field that writes to one path may replace. */
function rangesChangedBy(context: FileContext, writes: readonly Write[]): readonly OpenRange[] {
  const [first] = writes;
  if (first === undefined) return [];
  const sufficientWrites = sufficientWritesOf(context, writes);
  return valuesOfTarget(context, first.root).flatMap((targetValue) => {
    const ranges: OpenRange[] = [];
    let parts = replaceableParts(context, targetValue, first.path);
    for (const write of sufficientWrites) {
      if (parts.length === 0) break;
      if (write.value === targetValue.value || isOfSameRun(context, targetValue, write)) continue;
      const changedParts = parts.filter((expr) => !isUnchangedBy(expr, write));
      ranges.push(...rangesOf(changedParts, write, 'another function'));
      parts = parts.filter((expr) => !changedParts.includes(expr));
    }
    return ranges;
  });
}

/**
 * Returns a few writes to one path that replace the same values as all of them, because a variable may have thousands
 * of writes. Runs of code that write the same single text are equivalent, and so are those that write several.
 */
function sufficientWritesOf(context: FileContext, writes: readonly Write[]): readonly Write[] {
  const effectiveWrites = writes.filter((write) => !isWithoutEffect(write));
  const writesByRun = groupBy(effectiveWrites, (write) => runKey(context, write));
  const countByKind = new Map<string, number>();
  return [...writesByRun.values()].flatMap((runWrites) => {
    const distinctWrites = [...groupBy(runWrites, valueKey).values()].flatMap(([first]) => first ?? []).slice(0, 2);
    const kind = distinctWrites.length > 1 ? 'several' : valueKey(distinctWrites[0]);
    const count = (countByKind.get(kind) ?? 0) + 1;
    countByKind.set(kind, count);
    return count > 2 ? [] : distinctWrites;
  });
}

function runKey(context: FileContext, write: Write): string {
  return isMergeIntoFields(write) ? 'any' : String(runningIn(context, write.within));
}

function valueKey(write: Write | undefined): string {
  const { value, operator } = write ?? {};
  return value?.kind === 'literal' ? `${String(operator)} ${typeof value.value} ${String(value.value)}` : 'other';
}

/** Key of a variable or field, by its place, and of a path below it. */
function targetKey(root: Write['root'], path: Write['path']): string {
  return JSON.stringify(['kind' in root ? root.at : [root.ofClass, root.field], path]);
}

/** Parts of a value below a path that a write can change. */
function replaceableParts(context: FileContext, { value }: TargetValue, path: Write['path']): readonly ExprFact[] {
  return partsAt(context, value, path).filter(({ kind }) => kind !== 'function' && kind !== 'class');
}

function rangesOf(parts: readonly ExprFact[], { target }: Write, writer: string): readonly OpenRange[] {
  return parts.map(({ at }) => ({ at, name: nameOfTarget(target), writer }));
}

/** Parts of the exported objects and clients of a file to which importing files write. */
const rangesWrittenByImporters = perEvaluated(({ program }, context): readonly OpenRange[] => {
  const exportedValues = exportedValuesOf(context);
  if (exportedValues.size === 0) return [];
  const words = new Set([
    ...MERGING_WORDS,
    ...[...exportedValues.values()].flatMap(({ value }) => requiredWords(context, value)),
  ]);
  const { modules } = program;
  return modules.importers(context.file, words).flatMap((file) => {
    const importer = program.context(file);
    if (importer === undefined || file === context.file) return [];
    return [...writesIn(importer)].flatMap((write): readonly OpenRange[] => {
      if (!('kind' in write.root) || write.root.value?.kind !== 'imported') return [];
      const { specifier, name } = write.root.value;
      const [exported, path] = name === '*' ? [write.path[0], write.path.slice(1)] : [name, write.path];
      const exportedValue = exported === undefined || path.length === 0 ? undefined : exportedValues.get(exported);
      if (exportedValue === undefined || fileOf(modules.resolve(file, specifier)) !== context.file) return [];
      const parts = replaceableParts(context, { value: exportedValue.value, within: undefined }, path);
      return rangesOf(
        parts.filter((expr) => !isUnchangedBy(expr, write)),
        write,
        asCode(file),
      );
    });
  });
});

/** The exported variables of a file with an object or the result of a call, by exported name. */
const exportedValuesOf = perFile(({ facts, scope }): ReadonlyMap<string, Pick<TargetValue, 'value'>> => {
  const values = new Map<string, Pick<TargetValue, 'value'>>();
  for (const exported of facts.exports) {
    if (exported.kind !== 'local') continue;
    const value = exported.value.kind === 'name' ? scope.bindingOf(exported.value)?.value : exported.value;
    if (value?.kind === 'object' || value?.kind === 'call') values.set(exported.name, { value });
  }
  return values;
});

/** Words that a file must contain to write to an object: its properties, or options for a destination. */
function requiredWords({ facts }: FileContext, value: ExprFact): readonly string[] {
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
  readonly operator: AssignmentFact['operator'] | 'merge';
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
    const write = writeTo(context, target, { within, operator: 'merge' }, [undefined]);
    if (write !== undefined) yield write;
  }
  const fn = calledByName(context, call);
  for (const { index, path, fact } of (fn === undefined ? undefined : parameterWrites(context).get(fn)) ?? []) {
    const arg = args[index];
    const write = arg && writeTo(context, arg, { within: fn, operator: fact.operator, value: fact.value }, path);
    if (write !== undefined) yield write;
  }
}

function writeTo(
  context: FileContext,
  target: ExprFact,
  details: Pick<Write, 'within' | 'operator'> & { readonly value?: ExprFact },
  pathBelow: PropertyAssignment['path'] | readonly undefined[] = [],
): Write | undefined {
  const { path: targetPath, target: root } = targetOf(target);
  const path = [...targetPath, ...pathBelow].map((step) => (typeof step === 'string' ? step : undefined));
  if (root.kind === 'this' && root.ofClass !== undefined && path.length > 0) {
    const [field, ...innerPath] = path;
    return { target, path: innerPath, root: { ofClass: root.ofClass, field }, ...details };
  }
  const binding = context.scope.bindingOf(root);
  return binding && { target, path, root: binding, ...details };
}

/** A value of a variable or field. */
interface TargetValue {
  readonly value: ExprFact;
  readonly within: number | undefined;
}

/** Values of a variable or field. */
function valuesOfTarget(context: FileContext, root: Write['root']): readonly TargetValue[] {
  const valuesOfAssignments = (assignments: readonly AssignmentFact[]): readonly TargetValue[] =>
    assignments.map(({ value, within }) => ({ value, within }));
  if ('kind' in root) {
    const { value } = root;
    const initialValues =
      value === undefined || value.kind === 'parameter' ? [] : [{ value, within: context.functionAt(root.at[0]) }];
    return [...initialValues, ...valuesOfAssignments(context.scope.assignmentsTo(root))];
  }
  const { ofClass, field } = root;
  const fact = context.facts.classes[ofClass];
  const members = (fact?.members ?? []).flatMap(({ name, value, kind }) =>
    kind === 'field' && value !== undefined && (field === undefined || field === name)
      ? [{ value, within: fact?.construct ?? NO_CONSTRUCTOR }]
      : [],
  );
  const memberWrites = context.scope
    .memberAssignments(ofClass)
    .filter(({ name }) => field === undefined || field === name);
  return [...members, ...valuesOfAssignments(memberWrites.map(({ assignment }) => assignment))];
}

/** Function index in place of a constructor, for a class without one. */
const NO_CONSTRUCTOR = -1;

/** Whether a value and a write to it are in one run of code, which is evaluated in order. */
function isOfSameRun(context: FileContext, targetValue: TargetValue, write: Write): boolean {
  return !isMergeIntoFields(write) && runningIn(context, targetValue.within) === runningIn(context, write.within);
}

/** Whether a write merges objects into the fields of an instance, as a constructor does with its options. */
function isMergeIntoFields({ operator, root }: Write): boolean {
  return operator === 'merge' && !('kind' in root);
}

/** The parts of a value at a path of properties. */
function partsAt(context: FileContext, value: ExprFact, path: Write['path']): readonly ExprFact[] {
  if (value.kind === 'choice') return value.options.flatMap((option) => partsAt(context, option, path));
  const [property, ...innerPath] = path;
  if (path.length === 0) return [value];
  if (value.kind === 'object') {
    const properties = context.facts.objects[value.object]?.properties ?? [];
    return properties.flatMap((candidate) => {
      const isMatch = candidate.kind === 'property' && (property === undefined || candidate.key === property);
      return isMatch ? partsAt(context, candidate.value, innerPath) : [];
    });
  }
  // In the result of a call, only the properties that decide the destination of a request count.
  const lastProperty = path.at(-1);
  return value.kind === 'call' && (lastProperty === undefined || DESTINATION_KEY.test(lastProperty)) ? [value] : [];
}

/** Properties of clients and URLs that decide the destination of requests. */
const DESTINATION_KEY = /^(?:base_?ur[il]|prefix_?url|ur[il]|host(?:name)?|href|origin|path(?:name)?|port|protocol)$/i;

/** Whether a write leaves a value unchanged: it writes the same text, nothing, or a default. */
function isUnchangedBy(expr: ExprFact, write: Write): boolean {
  const { operator, value } = write;
  if (isWithoutEffect(write)) return true;
  return operator === '=' && value?.kind === 'literal' && expr.kind === 'literal' && expr.value === value.value;
}

/** Whether a write leaves every value unchanged: it writes nothing, or a default. */
function isWithoutEffect({ operator, value }: Write): boolean {
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
