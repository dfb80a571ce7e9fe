import { addTo } from '../../core/lib/collections.js';
import type { CallFact, ExportFact, ExprFact, PropertyFact } from '../../core/model/facts.js';
import type { Span } from '../../core/model/span.js';
import { memberExpression } from './expressions.js';
import type { Recorder, Tables } from './tables.js';

/**
 * Reads a call that a compiler writes in place of syntax: exports, imports of other module formats, fields, the `this`
 * of an async function. Also marks a function that is called where it is written. Returns the expression that the call
 * replaces, if any.
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

/** Helpers that make an ES module from the exports of another module format. */
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
      bindSurroundingThis(recorder, target, args.at(-1));
      return undefined;
    default:
      return undefined;
  }
}

/** Records the field that `__publicField(this, 'name', value)` sets. */
function setField(recorder: Recorder, [target, key, value]: readonly ExprFact[], at: Span): void {
  if (target !== undefined && key?.kind === 'literal' && value !== undefined)
    recorder.recordAssignment(memberExpression(target, String(key.value), key.at, at), '=', value, at);
}

/**
 * Makes `this` in a function that a helper runs equal to the surrounding `this`. Its class may be known only later, so
 * the expressions are also recorded for the enclosing function.
 */
function bindSurroundingThis(
  { tables, owner }: Recorder,
  outer: ExprFact | undefined,
  body: ExprFact | undefined,
): void {
  if (outer?.kind !== 'this' || body?.kind !== 'function') return;
  const { at: _, ...self } = outer;
  for (const fact of tables.thisExpressions.get(body.function) ?? []) {
    Object.assign(fact, self);
    if (owner !== undefined) addTo(tables.thisExpressions, owner, fact);
  }
}

/** Records the property of `Object.defineProperty(target, 'name', { value })`, for exports also `{ get() {…} }`. */
function defineProperty(recorder: Recorder, [target, key, descriptor]: readonly ExprFact[], at: Span): void {
  const { tables } = recorder;
  if (target === undefined || descriptor?.kind !== 'object') return;
  const value = valueOf(tables, tables.objects[descriptor.object]?.properties ?? [], isExports(target));
  if (value === undefined) return;
  if (key?.kind === 'literal') setMember(recorder, target, String(key.value), value, at);
  else if (isExports(target) && value.kind === 'element') exportAllOf(tables, value.object, at);
}

function valueOf(
  { functions }: Tables,
  properties: readonly PropertyFact[],
  allowsGetter: boolean,
): ExprFact | undefined {
  for (const property of properties) {
    if (property.kind !== 'property') continue;
    if (property.key === 'value') return property.value;
    if (allowsGetter && property.key === 'get' && property.value.kind === 'function')
      return functions[property.value.function]?.returns[0];
  }
  return undefined;
}

function setMember(recorder: Recorder, target: ExprFact, name: string, value: ExprFact, at: Span): void {
  if (isExports(target)) addExport(recorder.tables, { kind: 'local', name, value }, at);
  else recorder.recordAssignment(memberExpression(target, name, at, at), '=', value, at);
}

/** Records the exports of `__export(target, { name: () => value })`. */
function exportGetters(recorder: Recorder, target: ExprFact, object: number, at: Span): void {
  const { functions, objects } = recorder.tables;
  for (const property of objects[object]?.properties ?? []) {
    if (property.kind !== 'property' || property.key === undefined || property.value.kind !== 'function') continue;
    const value = functions[property.value.function]?.returns[0];
    if (value !== undefined) setMember(recorder, target, property.key, value, at);
  }
}

/** Records the re-exports of `Object.keys(module).forEach((key) => { exports[key] = module[key]; })`. */
function exportEach({ tables }: Recorder, { callee, args, at }: CallFact): void {
  const keys = callee.kind === 'member' && callee.object.kind === 'call' ? tables.calls[callee.object.call] : undefined;
  const [module] = keys?.args ?? [];
  const [body] = args;
  if (keys?.callee.kind !== 'member' || keys.callee.property !== 'keys' || body?.kind !== 'function') return;
  const copiesAll = tables.assignments.some(
    ({ within, target, value }) =>
      within === body.function && target.kind === 'element' && isExports(target.object) && value.kind === 'element',
  );
  if (copiesAll && module !== undefined) exportAllOf(tables, module, at);
}

/** Re-exports everything from a module, given as an import or as the name of one. */
function exportAllOf(tables: Tables, module: ExprFact, at: Span): void {
  const value = module.kind === 'name' ? tables.bindings.findLast(({ name }) => name === module.name)?.value : module;
  if (value?.kind === 'imported') exportAll(tables, value.specifier, at);
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

/** Specifiers that a module wrapper resolves itself: they are not modules. */
const OWN_SPECIFIERS = new Set(['require', 'exports', 'module']);

/** Reads `define(['./a'], function (a) {…})`, `require(['./a'], function (a) {…})` and `System.register(['./a'], …)`. */
function readWrappedModule(recorder: Recorder, { callee, args, at }: CallFact): void {
  const name = wrapperName(callee);
  if (name === undefined) return;
  const list = args.find(({ kind }) => kind === 'array');
  // A later function of `require` handles errors.
  const factory = args.find(({ kind }) => kind === 'function');
  if (factory?.kind !== 'function') {
    if (list?.kind === 'array' && name === 'define') recordImports(recorder, list.elements);
    return;
  }
  const specifiers = list?.kind === 'array' ? recordImports(recorder, list.elements) : [];
  if (list === undefined && name !== 'define') return;
  if (name === 'register') return readSystemModule(recorder.tables, factory.function, specifiers, at);
  markRunsOnce(recorder.tables, factory.function);
  specifiers.forEach((specifier, index) => {
    if (specifier === undefined) return;
    if (specifier.kind === 'imported' && reExportsAll(recorder.tables, factory.function, index))
      exportAll(recorder.tables, specifier.specifier, at);
    bindParameterTo(recorder.tables, factory.function, index, specifier);
  });
  if (name !== 'define') return;
  const { functions, exports } = recorder.tables;
  const returns = functions[factory.function]?.returns ?? [];
  for (const value of returns) exports.push({ at, fact: { kind: 'assigned', value } });
}

const WRAPPERS = new Set(['define', 'require', 'requirejs']);

/** Returns the name of the called module wrapper; undefined for other callees. */
function wrapperName(callee: ExprFact): string | undefined {
  if (callee.kind === 'member' && callee.property === 'register')
    return isName(callee.object, 'System') ? 'register' : undefined;
  const name = callee.kind === 'name' ? callee.name : callee.kind === 'member' ? callee.property : '';
  return WRAPPERS.has(name) ? name : undefined;
}

/** Records the modules of a list of specifiers, by index. */
function recordImports(recorder: Recorder, elements: readonly ExprFact[]): readonly (ExprFact | undefined)[] {
  return elements.map((element) => {
    if (element.kind !== 'literal' || typeof element.value !== 'string' || OWN_SPECIFIERS.has(element.value))
      return undefined;
    recorder.recordImport(element.value, 'require', element.at, false);
    return { kind: 'imported', specifier: element.value, name: '*', via: 'require', at: element.at };
  });
}

/** Binds a parameter of a factory to a module. */
function bindParameterTo({ bindings }: Tables, functionIndex: number, parameterIndex: number, module: ExprFact): void {
  const parameter = bindings.findLast(({ value }) => isParameter(value, functionIndex, parameterIndex));
  if (parameter !== undefined) parameter.value = module;
}

function readSystemModule(
  tables: Tables,
  factory: number,
  specifiers: readonly (ExprFact | undefined)[],
  at: Span,
): void {
  const { functions, objects } = tables;
  markRunsOnce(tables, factory);
  const returned = functions[factory]?.returns.find(({ kind }) => kind === 'object');
  const properties = returned?.kind === 'object' ? (objects[returned.object]?.properties ?? []) : [];
  for (const property of properties) {
    if (property.kind !== 'property') continue;
    if (property.value.kind === 'function') markRunsOnce(tables, property.value.function);
    if (property.key !== 'setters' || property.value.kind !== 'array') continue;
    property.value.elements.forEach((setter, index) => {
      const module = specifiers[index];
      if (setter.kind === 'function' && module !== undefined) readSetter(tables, setter.function, module, at);
    });
  }
  const exportFunction = tables.bindings.find(({ value }) => isParameter(value, factory, 0))?.name;
  if (exportFunction !== undefined) readSystemExports(tables, exportFunction, at);
}

/** Records the exports that SystemJS's export function sets: `exports('name', value)`, `exports({ name: value })`. */
function readSystemExports({ calls, exports, objects }: Tables, exportFunction: string, at: Span): void {
  for (const { callee, args, at: span } of calls) {
    if (!isName(callee, exportFunction) || span[0] < at[0] || span[1] > at[1]) continue;
    const [name, value] = args;
    if (name?.kind === 'literal' && value !== undefined)
      exports.push({ at: span, fact: { kind: 'local', name: String(name.value), value } });
    if (name?.kind !== 'object') continue;
    for (const property of objects[name.object]?.properties ?? [])
      if (property.kind === 'property' && property.key !== undefined)
        exports.push({ at: span, fact: { kind: 'local', name: property.key, value: property.value } });
  }
}

/** Records the assignments of `function (module) { a = module.a; }`, which may re-export all names of the module. */
function readSetter(tables: Tables, functionIndex: number, module: ExprFact, at: Span): void {
  const name = nameOf(tables, functionIndex, 0);
  const reExports = reExportsAll(tables, functionIndex, 0);
  markRunsOnce(tables, functionIndex);
  bindParameterTo(tables, functionIndex, 0, module);
  if (name === undefined) return;
  const copies = tables.assignments.some(
    ({ within, value }) => within === functionIndex && value.kind === 'element' && isName(value.object, name),
  );
  if (module.kind === 'imported' && (copies || reExports)) exportAll(tables, module.specifier, at);
}

/** Whether a factory re-exports all names of the module in a parameter: `__exportStar(m, exports)`, `exportStar_1(m)`. */
function reExportsAll(tables: Tables, functionIndex: number, parameterIndex: number): boolean {
  const name = nameOf(tables, functionIndex, parameterIndex);
  return tables.calls.some(
    ({ within, callee, args }) =>
      within === functionIndex &&
      callee.kind === 'name' &&
      /^_*exportStar/.test(callee.name) &&
      args.some((arg) => name !== undefined && isName(arg, name)),
  );
}

function nameOf({ bindings }: Tables, functionIndex: number, parameterIndex: number): string | undefined {
  return bindings.findLast(({ value }) => isParameter(value, functionIndex, parameterIndex))?.name;
}

/** Marks a function that runs once, where it is written: nothing else can call it. */
function markRunsOnce({ functions }: Tables, functionIndex: number): void {
  const fact = functions[functionIndex];
  if (fact !== undefined) fact.once = true;
}

function isParameter(value: ExprFact | undefined, functionIndex: number, parameterIndex: number): boolean {
  return value?.kind === 'parameter' && value.function === functionIndex && value.index === parameterIndex;
}

function isName(expr: ExprFact, name: string): boolean {
  return expr.kind === 'name' && expr.name === name;
}

/**
 * Returns the name of a compiler's helper: `awaiter` for `__awaiter`, `tslib_1.__awaiter` and `_awaiter2.default`,
 * `objectSpread` for `_objectSpread2` and `_object_spread`. Undefined for other names. Common words are
 * helpers only with two underscores: `__read`.
 */
export function helperName(callee: ExprFact): string | undefined {
  const name = calleeName(callee);
  if (name?.startsWith('_') !== true) return undefined;
  const words = name.replace(/^_+|(?<!\d)\d+$/g, '').replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
  return name.startsWith('__') || !COMMON_NAMES.has(words) ? words : undefined;
}

const COMMON_NAMES = new Set(['async', 'export', 'read', 'rest', 'spread', 'values', 'generator']);

function calleeName(callee: ExprFact): string | undefined {
  if (callee.kind === 'name') return callee.name;
  if (callee.kind !== 'member') return undefined;
  const isDefaultExport = callee.property === 'default' || callee.property === '_';
  if (!isDefaultExport) return callee.property;
  return callee.object.kind === 'name' ? callee.object.name : undefined;
}
