import type { CallFact, ExprFact } from '../model/facts.js';
import type { Span } from '../model/span.js';
import type { Recorder, Tables } from './tables.js';

/** Specifiers that mean the module itself, with their values. */
const OWN = new Set(['require', 'exports', 'module']);

/** `define(['./a'], function (a) {…})` and `System.register(['./a'], function (exports) {…})`: imports and exports. */
export function readWrappedModule(recorder: Recorder, { callee, args, at }: CallFact): void {
  const name = wrapperName(callee);
  if (name === undefined) return;
  const list = args.find(({ kind }) => kind === 'array');
  const factory = args.findLast(({ kind }) => kind === 'function');
  if (factory?.kind !== 'function') {
    if (list?.kind === 'array' && name === 'define') noteImports(recorder, list.elements);
    return;
  }
  const specifiers = list?.kind === 'array' ? noteImports(recorder, list.elements) : [];
  if (list === undefined && name !== 'define') return;
  if (name === 'register') return readSystemModule(recorder.tables, factory.function, specifiers, at);
  runOnce(recorder.tables, factory.function);
  specifiers.forEach((specifier, index) => {
    if (specifier === undefined) return;
    if (passesOn(recorder.tables, factory.function, index)) exportAll(recorder.tables, specifier, at);
    importAs(recorder.tables, factory.function, index, specifier);
  });
  if (name !== 'define') return;
  const { functions, exports } = recorder.tables;
  const returns = functions[factory.function]?.returns ?? [];
  for (const value of returns) exports.push({ at, fact: { kind: 'assigned', value } });
}

const WRAPPERS = new Set(['define', 'require', 'requirejs']);

/** Returns the name of the called module wrapper; undefined if the callee is none. */
function wrapperName(callee: ExprFact): string | undefined {
  if (callee.kind === 'member' && callee.property === 'register')
    return isName(callee.object, 'System') ? 'register' : undefined;
  const name = callee.kind === 'name' ? callee.name : callee.kind === 'member' ? callee.property : '';
  return WRAPPERS.has(name) ? name : undefined;
}

/** Records the modules of a list of specifiers, by index. */
function noteImports(recorder: Recorder, elements: readonly ExprFact[]): readonly (ExprFact | undefined)[] {
  return elements.map((element) => {
    if (element.kind !== 'literal' || typeof element.value !== 'string' || OWN.has(element.value)) return undefined;
    recorder.import(element.value, 'require', element.at, false);
    return { kind: 'imported', specifier: element.value, name: '*', via: 'require', at: element.at };
  });
}

/** Binds a parameter of a factory to the module at its index. */
function importAs({ bindings }: Tables, index: number, position: number, module: ExprFact): void {
  const parameter = bindings.findLast(({ value }) => isParameter(value, index, position));
  if (parameter !== undefined) parameter.value = module;
}

function readSystemModule(
  tables: Tables,
  factory: number,
  specifiers: readonly (ExprFact | undefined)[],
  at: Span,
): void {
  const { functions, objects } = tables;
  runOnce(tables, factory);
  const given = functions[factory]?.returns.find(({ kind }) => kind === 'object');
  const properties = given?.kind === 'object' ? (objects[given.object]?.properties ?? []) : [];
  for (const property of properties) {
    if (property.kind !== 'property') continue;
    if (property.value.kind === 'function') runOnce(tables, property.value.function);
    if (property.key !== 'setters' || property.value.kind !== 'array') continue;
    property.value.elements.forEach((setter, index) => {
      const module = specifiers[index];
      if (setter.kind === 'function' && module !== undefined) readSetter(tables, setter.function, module, at);
    });
  }
  const registers = tables.bindings.find(({ value }) => isParameter(value, factory, 0))?.name;
  if (registers !== undefined) readRegistered(tables, registers, at);
}

/** Records the exports that SystemJS's export function sets: `exports('name', value)`, `exports({ name: value })`. */
function readRegistered({ calls, exports, objects }: Tables, registers: string, at: Span): void {
  for (const { callee, args, at: span } of calls) {
    if (!isName(callee, registers) || span[0] < at[0] || span[1] > at[1]) continue;
    const [name, value] = args;
    if (name?.kind === 'literal' && value !== undefined)
      exports.push({ at: span, fact: { kind: 'local', name: String(name.value), value } });
    if (name?.kind !== 'object') continue;
    for (const property of objects[name.object]?.properties ?? [])
      if (property.kind === 'property' && property.key !== undefined)
        exports.push({ at: span, fact: { kind: 'local', name: property.key, value: property.value } });
  }
}

/** `function (module) { a = module.a; }`, which may re-export all names of the module. */
function readSetter(tables: Tables, index: number, module: ExprFact, at: Span): void {
  const name = nameOf(tables, index, 0);
  const passes = passesOn(tables, index, 0);
  runOnce(tables, index);
  importAs(tables, index, 0, module);
  if (name === undefined) return;
  const copies = tables.assignments.some(
    ({ within, value }) => within === index && value.kind === 'element' && isName(value.object, name),
  );
  if (copies || passes) exportAll(tables, module, at);
}

/** Whether a factory re-exports all names of the module at an index: `__exportStar(m, exports)`, `exportStar_1(m)`. */
function passesOn(tables: Tables, index: number, position: number): boolean {
  const name = nameOf(tables, index, position);
  return tables.calls.some(
    ({ within, callee, args }) =>
      within === index &&
      callee.kind === 'name' &&
      /^_*exportStar/.test(callee.name) &&
      args.some((arg) => name !== undefined && isName(arg, name)),
  );
}

function exportAll({ exports }: Tables, module: ExprFact, at: Span): void {
  if (module.kind === 'imported') exports.push({ at, fact: { kind: 'all', specifier: module.specifier } });
}

function nameOf({ bindings }: Tables, index: number, position: number): string | undefined {
  return bindings.findLast(({ value }) => isParameter(value, index, position))?.name;
}

function runOnce({ functions }: Tables, index: number): void {
  const fact = functions[index];
  if (fact !== undefined) fact.once = true;
}

function isParameter(value: ExprFact | undefined, index: number, position: number): boolean {
  return value?.kind === 'parameter' && value.function === index && value.index === position;
}

function isName(expr: ExprFact, name: string): boolean {
  return expr.kind === 'name' && expr.name === name;
}
