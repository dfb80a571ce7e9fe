import type { BindingFact, ExprFact } from '../../core/model/facts.js';
import type { Span } from '../../core/model/span.js';
import { liveNameExpression } from './expressions.js';
import type { Mutable, Tables } from './tables.js';

/**
 * Turns each single export of a module (`exports.client = new Client()`) into a variable called `exports.client`: the
 * module itself reads, changes and calls it by that name too.
 *
 * @param reads member expressions that may read an export
 * @param fileSpan the span of the complete file
 */
export function bindOwnExports(tables: Tables, reads: readonly ExprFact[], fileSpan: Span): void {
  if (tables.bindings.some((binding) => binding.name === 'exports' && !isFactoryParameter(tables, binding))) return;
  const names = bindNames(tables, fileSpan);
  if (names.size === 0) return;
  for (const { target } of tables.assignments) {
    for (const expr of [target, ...objectsOf(target)]) renameExport(expr, names);
  }
  for (const expr of reads) renameExport(expr, names);
  for (const exported of tables.exports) {
    const { fact } = exported;
    if (fact.kind !== 'local' || fact.value.kind === 'name' || !names.has(fact.name)) continue;
    exported.fact = { ...fact, value: liveNameExpression(variableOf(fact.name), fact.value.at) };
  }
}

/** Declares the variables, with the value of a first unconditional assignment. Returns the names of the exports. */
function bindNames({ assignments, bindings }: Tables, fileSpan: Span): ReadonlySet<string> {
  const declared = new Map<string, Mutable<BindingFact>>();
  const remaining = assignments.filter(({ target, operator, value, block }) => {
    const name = exportedName(target);
    if (name === undefined || operator !== '=') return true;
    const isUnconditional = block[0] === fileSpan[0] && block[1] === fileSpan[1];
    if (isUnconditional && value.kind === 'name' && value.name === 'undefined') return false;
    const isFirst = !declared.has(name);
    if (isFirst) declared.set(name, { name: variableOf(name), kind: 'let', at: target.at, scope: fileSpan });
    if (!isFirst || !isUnconditional) return true;
    declared.set(name, { name: variableOf(name), kind: 'let', at: target.at, scope: fileSpan, value });
    return false;
  });
  assignments.length = 0;
  for (const assignment of remaining) assignments.push(assignment);
  for (const binding of declared.values()) bindings.push(binding);
  return new Set(declared.keys());
}

function variableOf(name: string): string {
  return `exports.${name}`;
}

/** The name of an export: `client` of `exports.client` and `module.exports.client`. */
function exportedName(expr: ExprFact): string | undefined {
  if (expr.kind !== 'member') return undefined;
  const { object, property } = expr;
  if (object.kind === 'name') return object.name === 'exports' ? property : undefined;
  if (object.kind !== 'member' || object.property !== 'exports') return undefined;
  return object.object.kind === 'name' && object.object.name === 'module' ? property : undefined;
}

/** Returns the objects of a member access, from the outside in: `a.b` and `a` of `a.b.c`. */
function objectsOf(expr: ExprFact): readonly ExprFact[] {
  const objects: ExprFact[] = [];
  for (let at = expr; at.kind === 'member' || at.kind === 'element'; at = at.object) objects.push(at.object);
  return objects;
}

function renameExport(expr: ExprFact, names: ReadonlySet<string>): void {
  const name = exportedName(expr);
  if (name === undefined || !names.has(name)) return;
  Object.assign(expr, { kind: 'name', name: variableOf(name) });
  for (const key of ['object', 'property', 'propertyAt']) Reflect.deleteProperty(expr, key);
}

function isFactoryParameter({ functions }: Tables, { value }: BindingFact): boolean {
  return value?.kind === 'parameter' && functions[value.function]?.once === true;
}
