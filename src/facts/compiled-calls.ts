import { addTo } from '../lib/collections.js';
import type { CallFact, ExportFact, ExprFact, PropertyFact } from '../model/facts.js';
import type { Span } from '../model/span.js';
import { memberExpression } from './expressions.js';
import { helperName } from './helper-name.js';
import { readWrappedModule } from './wrapped-modules.js';
import type { Recorder, Tables } from './tables.js';

/**
 * Reads a call that a compiler wrote in place of syntax: exports, imports of other module formats, fields, the `this`
 * of an async function. Returns the expression that the call replaces, if any.
 */
export function readCompiledCall(recorder: Recorder, call: CallFact): ExprFact | undefined {
  const { callee, args, at, form } = call;
  const { tables } = recorder;
  if (callee.kind === 'function') {
    const called = tables.functions[callee.function];
    if (called !== undefined && form === 'call') called.once = true;
    return undefined;
  }
  const helper = helperName(callee);
  if (helper !== undefined) return readHelper(recorder, helper, call);
  if (callee.kind === 'member' && callee.property === 'defineProperty') defineProperty(recorder, args, at);
  if (callee.kind === 'member' && callee.property === 'forEach') exportEach(recorder, call);
  readWrappedModule(recorder, call);
  return undefined;
}

/** Helpers that make an ES module of the exports of another module format. */
const INTEROP = new Set(['importDefault', 'interopRequireDefault', 'importStar', 'interopRequireWildcard', 'toESM']);

function readHelper(recorder: Recorder, helper: string, { args, at }: CallFact): ExprFact | undefined {
  const { tables } = recorder;
  const [target, second] = args;
  if (INTEROP.has(helper)) return target?.kind === 'imported' ? { ...target, via: 'import' } : undefined;
  switch (helper) {
    case 'exportStar':
    case 'reExport':
      for (const arg of args) if (arg.kind === 'imported') exportAll(tables, arg.specifier, at);
      return undefined;
    case 'export':
      if (target !== undefined && second?.kind === 'object') exportGetters(recorder, target, second.object, at);
      return undefined;
    case 'defineProperty':
    case 'publicField':
      setField(recorder, args, at);
      return undefined;
    case 'awaiter':
    case 'async':
    case 'generator':
      adoptThis(recorder, target, args.at(-1));
      return undefined;
    default:
      return undefined;
  }
}

/** `__publicField(this, 'name', value)`. */
function setField(recorder: Recorder, [target, key, value]: readonly ExprFact[], at: Span): void {
  if (target !== undefined && key?.kind === 'literal' && value !== undefined)
    recorder.assign(memberExpression(target, String(key.value), key.at, at), '=', value, at);
}

/** Gives a function that runs with the surrounding `this` the same owner, which may be resolved later. */
function adoptThis({ tables, owner }: Recorder, outer: ExprFact | undefined, driven: ExprFact | undefined): void {
  if (outer?.kind !== 'this' || driven?.kind !== 'function') return;
  const { at: _, ...self } = outer;
  for (const fact of tables.selves.get(driven.function) ?? []) {
    Object.assign(fact, self);
    if (owner !== undefined) addTo(tables.selves, owner, fact);
  }
}

/** `Object.defineProperty(target, 'name', { value })`, and for exports `{ get() { return value; } }`. */
function defineProperty(recorder: Recorder, [target, key, descriptor]: readonly ExprFact[], at: Span): void {
  const { tables } = recorder;
  if (target === undefined || descriptor?.kind !== 'object') return;
  const value = valueOf(tables, tables.objects[descriptor.object]?.properties ?? [], isExports(target));
  if (value === undefined) return;
  if (key?.kind === 'literal') setMember(recorder, target, String(key.value), value, at);
  else if (isExports(target)) exportAllOf(tables, value, at);
}

function valueOf({ functions }: Tables, properties: readonly PropertyFact[], gets: boolean): ExprFact | undefined {
  for (const property of properties) {
    if (property.kind !== 'property') continue;
    if (property.key === 'value') return property.value;
    if (gets && property.key === 'get' && property.value.kind === 'function')
      return functions[property.value.function]?.returns[0];
  }
  return undefined;
}

function setMember(recorder: Recorder, target: ExprFact, name: string, value: ExprFact, at: Span): void {
  if (isExports(target)) addExport(recorder.tables, { kind: 'local', name, value }, at);
  else recorder.assign(memberExpression(target, name, at, at), '=', value, at);
}

/** `__export(target, { name: () => value })`. */
function exportGetters(recorder: Recorder, target: ExprFact, object: number, at: Span): void {
  const { functions, objects } = recorder.tables;
  for (const property of objects[object]?.properties ?? []) {
    if (property.kind !== 'property' || property.key === undefined || property.value.kind !== 'function') continue;
    const value = functions[property.value.function]?.returns[0];
    if (value !== undefined) setMember(recorder, target, property.key, value, at);
  }
}

/** `Object.keys(module).forEach((key) => { exports[key] = module[key]; })`. */
function exportEach({ tables }: Recorder, { callee, args, at }: CallFact): void {
  const keys = callee.kind === 'member' && callee.object.kind === 'call' ? tables.calls[callee.object.call] : undefined;
  const [module] = keys?.args ?? [];
  const [body] = args;
  if (keys?.callee.kind !== 'member' || keys.callee.property !== 'keys' || body?.kind !== 'function') return;
  const passes = tables.assignments.some(
    ({ within, target, value }) =>
      within === body.function && target.kind === 'element' && isExports(target.object) && value.kind === 'element',
  );
  if (passes && module !== undefined) exportAllOf(tables, { kind: 'element', object: module, index: module, at }, at);
}

/** `exports[key] = module[key]`: all exports of the module. */
function exportAllOf(tables: Tables, value: ExprFact, at: Span): void {
  if (value.kind !== 'element') return;
  const { object } = value;
  const named = object.kind === 'name' ? tables.bindings.findLast(({ name }) => name === object.name)?.value : object;
  if (named?.kind === 'imported') exportAll(tables, named.specifier, at);
}

function exportAll(tables: Tables, specifier: string, at: Span): void {
  addExport(tables, { kind: 'all', specifier }, at);
}

function addExport(tables: Tables, fact: ExportFact, at: Span): void {
  tables.exports.push({ at, fact });
}

function isExports(target: ExprFact): boolean {
  if (target.kind === 'name') return target.name === 'exports';
  return target.kind === 'member' && target.property === 'exports' && target.object.kind === 'name';
}
