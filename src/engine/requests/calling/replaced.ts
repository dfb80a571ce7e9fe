import { TEST_DOUBLES } from '../../../knowledge/clients/test-doubles.js';
import { wordTest } from '../../../knowledge/clients/words.js';
import type { BindingFact, CallFact, ExprFact } from '../../../core/model/facts.js';
import { describeExpr } from '../../../languages/facts/expressions.js';
import { addTo } from '../../../core/lib/collections.js';
import { lastStartingBy } from '../../../core/model/span.js';
import { GLOBAL_OBJECTS } from '../../evaluate/known-functions.js';
import { perFile } from '../../evaluate/per-file.js';
import { isOverridden } from '../../evaluate/writes.js';
import type { FileContext } from '../../evaluate/program.js';
import { optionsOf } from '../../values/value.js';
import { findClient } from './client-match.js';
import type { SiteFinder } from './site.js';

const isTransportName = wordTest('transport');
const isMockingTool = wordTest('mocking-tool');
const isMockingMethod = wordTest('mocking-method');

/** Whether a file replaces a client by a double: `globalThis.fetch = …`, `vi.mock('axios')`. */
export function replacesTransport(finder: SiteFinder, context: FileContext): boolean {
  const { hasMocks, transportValues } = replacements(context);
  return (
    hasMocks ||
    transportValues.some((expr) =>
      optionsOf(finder.evaluator.value(context, expr, undefined)).some(
        (value) => value.kind !== 'external' || findClient(finder.clients, value, 'call') === undefined,
      ),
    )
  );
}

/** Exports of packages that answer requests in tests. `undici` also sends requests; its `MockAgent` does not. */
const TEST_DOUBLE_EXPORTS: ReadonlySet<string> = new Set(
  TEST_DOUBLES.flatMap(({ origins }) =>
    origins.flatMap((origin) => ('export' in origin ? [`${origin.module} ${origin.export}`] : [])),
  ),
);

const replacements = perFile(({ facts }) => ({
  hasMocks: facts.bindings.some(({ value }) => isTestDouble(value)) || facts.calls.some(isMockCall),
  transportValues: facts.assignments.flatMap(({ target, value }) => (isTransport(target) ? [value] : [])),
}));

/** Whether a binding comes from a test double; a whole package counts as its default export. */
function isTestDouble(value: BindingFact['value']): boolean {
  if (value?.kind !== 'imported') return false;
  return TEST_DOUBLE_EXPORTS.has(`${value.specifier} ${value.name === '*' ? 'default' : value.name}`);
}

function isTransport(target: ExprFact): boolean {
  if (target.kind !== 'member') return false;
  return isTransportName(target.property) && target.object.kind === 'name' && GLOBAL_OBJECTS.has(target.object.name);
}

/** Whether a call mocks something: `vi.mock('axios')`, `jest.spyOn(axios, 'get')`, `vi.stubGlobal('fetch', …)`. */
function isMockCall({ callee }: CallFact): boolean {
  if (callee.kind !== 'member' || callee.object.kind !== 'name') return false;
  return isMockingTool(callee.object.name) && isMockingMethod(callee.property);
}

/** Clients that the file mocks as a module, or replaces as a global: `vi.mock('axios')`, `vi.stubGlobal('fetch', …)`. */
export const replacedClients = perFile(
  ({ facts }): ReadonlySet<string> => new Set(facts.calls.flatMap(replacedClientNames)),
);

function replacedClientNames({ callee, args: [first] }: CallFact): readonly string[] {
  if (callee.kind !== 'member' || callee.object.kind !== 'name' || !isMockingTool(callee.object.name)) return [];
  const isReplacement = callee.property === 'mock' || callee.property === 'stubGlobal';
  return isReplacement && first?.kind === 'literal' && typeof first.value === 'string' ? [first.value] : [];
}

/**
 * Whether a call uses a method that its file replaces: by another assignment, or by a subclass if the class itself is
 * not constructed.
 */
export function isReplaced(finder: SiteFinder, context: FileContext, { callee, at }: CallFact): boolean {
  if (callee.kind === 'member' && isReassigned(context, callee)) return true;
  const method = methodAround(context, at[0]);
  if (method === undefined) return false;
  const ownerClass = context.facts.classes[method.ofClass];
  const assignedTexts = assignedMembers(context).get(method.name) ?? [];
  if (ownerClass?.name !== undefined && assignedTexts.includes(`${ownerClass.name}.prototype.${method.name}`))
    return true;
  if (ownerClass === undefined || constructedClasses(context).has(ownerClass.name ?? '')) return false;
  const names = [method.name, ...thisMethodsIn(context, at)];
  const value = { kind: 'class', file: context.file, class: method.ofClass, frame: undefined } as const;
  return names.some((name) => isOverridden(finder.evaluator, value, name, [value]));
}

/** Whether a method of a class, or of an external value, is reassigned. */
function isReassigned(context: FileContext, callee: Extract<ExprFact, { readonly kind: 'member' }>): boolean {
  const { property } = callee;
  const assignedTexts = assignedMembers(context).get(property) ?? [];
  if (assignedTexts.length === 0) return false;
  return (
    assignedTexts.includes(describeExpr(callee)) || context.facts.classes.some((fact) => hasMethod(fact, property))
  );
}

function hasMethod({ members }: FileContext['facts']['classes'][number], property: string): boolean {
  return members.some(({ name, kind }) => name === property && kind === 'method');
}

/** Texts of assigned members of a file, by name. Members of `this` and of exports are excluded: they are definitions. */
const assignedMembers = perFile(({ facts }): ReadonlyMap<string, readonly string[]> => {
  const textsByMember = new Map<string, string[]>();
  for (const { target, operator } of facts.assignments) {
    if (target.kind !== 'member' || operator !== '=' || target.object.kind === 'this') continue;
    if (/(?:^|\.)exports$/.test(describeExpr(target.object))) continue;
    addTo(textsByMember, target.property, describeExpr(target));
  }
  return textsByMember;
});

interface Method {
  readonly ofClass: number;
  readonly name: string;
}

/** Returns the method of a class around an offset. */
function methodAround(context: FileContext, offset: number): Method | undefined {
  const { facts } = context;
  for (let index = context.functionAt(offset); index !== undefined; index = facts.functions[index]?.within) {
    const { ofClass, name, kind } = facts.functions[index] ?? {};
    if (ofClass !== undefined && kind !== 'constructor') return { ofClass, name: name ?? '' };
  }
  return undefined;
}

/** Methods of `this` that are called inside a call. */
function thisMethodsIn(context: FileContext, at: CallFact['at']): readonly string[] {
  const calls = callsOfThis(context);
  const callsInside = calls.slice(
    lastStartingBy(calls, spanOf, at[0] - 1) + 1,
    lastStartingBy(calls, spanOf, at[1]) + 1,
  );
  return callsInside.flatMap((call) => (call.at[1] <= at[1] ? [call.method] : []));
}

/** Calls of methods of `this`, in order of their starts. */
const callsOfThis = perFile(({ facts }) =>
  facts.calls
    .flatMap(({ at, callee }) =>
      callee.kind === 'member' && callee.object.kind === 'this' ? [{ at, method: callee.property }] : [],
    )
    .sort((left, right) => left.at[0] - right.at[0]),
);

const spanOf = ({ at }: Pick<CallFact, 'at'>): CallFact['at'] => at;

const constructedClasses = perFile(
  ({ facts }): ReadonlySet<string> =>
    new Set(facts.calls.flatMap(({ form, callee }) => (form === 'new' && callee.kind === 'name' ? [callee.name] : []))),
);
