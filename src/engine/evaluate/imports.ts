import { packageName } from '../../core/lib/packages.js';
import type { ExprFact } from '../../core/model/facts.js';
import type { Resolution } from '../../core/model/module-reader.js';
import type { Place } from '../../core/model/span.js';
import type { Evaluator } from './evaluator.js';
import { exportKey } from './program.js';
import { choiceOf } from '../values/choice.js';
import { REASON } from '../values/reasons.js';
import { unknownValue } from '../values/value.js';
import type { Value } from '../values/value.js';

/** Returns the value of an imported name; a name from outside the program is an external value. */
export function importedValue(evaluator: Evaluator, fromFile: string, imported: Imported, at: Place): Value {
  const { specifier, name, below } = imported;
  const { modules, named } = evaluator.program;
  const resolution: Resolution = named.packages.has(packageName(specifier))
    ? { kind: 'package', name: specifier }
    : modules.resolve(fromFile, specifier);
  if (below !== undefined && !hasExport(evaluator, resolution, name, at)) {
    const submodule = modules.resolve(fromFile, below);
    if (submodule.kind === 'file')
      return importedValue(evaluator, fromFile, { specifier: below, name: '*', via: 'import' }, at);
  }
  if (resolution.kind !== 'file')
    return externalExport(resolution.kind === 'package' ? resolution.name : specifier, name);
  if (named.exports.has(exportKey(specifier, name))) {
    const valueInProgram = valueFromFile(evaluator, resolution.file, imported, at);
    const externalValue = externalExport(specifier, name);
    return valueInProgram.kind === 'unknown' ? externalValue : choiceOf([externalValue, valueInProgram], at);
  }
  return valueFromFile(evaluator, resolution.file, imported, at);
}

function externalExport(module: string, name: string): Value {
  return { kind: 'external', root: { kind: 'package', module, export: name }, steps: [], patches: [] };
}

/** Value of a name that is imported from a file of the program. */
function valueFromFile(evaluator: Evaluator, file: string, { specifier, name, via }: Imported, at: Place): Value {
  if (evaluator.program.context(file) === undefined) return unknownValue(REASON.importNotFollowed, at, specifier);
  if (name !== '*') return exportValue(evaluator, file, name, at);
  return via === 'import' ? { kind: 'module', file } : requiredModule(evaluator, file);
}

type Imported = Pick<Extract<ExprFact, { readonly kind: 'imported' }>, 'specifier' | 'name' | 'via' | 'below'>;

function hasExport(evaluator: Evaluator, resolution: Resolution, name: string, at: Place): boolean {
  return resolution.kind === 'file' && exportIn(evaluator, resolution.file, name, at) !== undefined;
}

/** Returns the result of `require`: the last value assigned to `module.exports`, otherwise the namespace. */
function requiredModule(evaluator: Evaluator, file: string): Value {
  const context = evaluator.program.context(file);
  const assigned = context?.facts.exports.findLast((fact) => fact.kind === 'assigned');
  if (context === undefined || assigned?.kind !== 'assigned') return { kind: 'module', file };
  const value = evaluator.value(context, assigned.value, undefined);
  // A wrapper for several module formats assigns the result of its factory, which may be unknown: it can set exports.
  const isKnown = value.kind !== 'unknown' || !context.facts.exports.some(({ kind }) => kind === 'local');
  return isKnown ? value : { kind: 'module', file };
}

/** Value of an export of a file of the program, also through re-exports; undefined if no export has that name. */
export function exportIn(evaluator: Evaluator, file: string, name: string, at: Place): Value | undefined {
  return findExport({ evaluator, at, visited: new Set() }, file, name);
}

/** The value of an export; if missing, the module for `default`, else an unknown value. */
export function exportValue(evaluator: Evaluator, file: string, name: string, at: Place): Value {
  return exportIn(evaluator, file, name, at) ?? missingExport(evaluator, file, name, at);
}

function missingExport(evaluator: Evaluator, file: string, name: string, at: Place): Value {
  if (name === 'default' && evaluator.program.context(file) !== undefined) return { kind: 'module', file };
  return unknownValue(REASON.importNotFollowed, at, name);
}

/** The search for one export. */
interface Search {
  readonly evaluator: Evaluator;
  readonly at: Place;
  /** Files and names that were visited. */
  readonly visited: Set<string>;
}

/** Maximum number of files and names that are visited for one export. */
const MAX_SEEN = 200;

function findExport(search: Search, file: string, name: string): Value | undefined {
  const { evaluator, at, visited } = search;
  const key = `${file}\u0000${name}`;
  if (visited.has(key) || visited.size > MAX_SEEN) return undefined;
  visited.add(key);
  const context = evaluator.program.context(file);
  if (context === undefined) return undefined;
  const { exports } = context.facts;
  const namedExport = exports.findLast((fact) => (fact.kind === 'local' || fact.kind === 'from') && fact.name === name);
  if (namedExport?.kind === 'local') return evaluator.value(context, namedExport.value, undefined);
  if (namedExport?.kind === 'from')
    return reExported(search, { file, specifier: namedExport.specifier }, namedExport.imported);
  const assigned = exports.findLast((fact) => fact.kind === 'assigned');
  if (assigned?.kind === 'assigned') {
    const value = evaluator.value(context, assigned.value, undefined);
    return name === 'default' ? value : evaluator.member(value, name, at);
  }
  if (name === 'default') return undefined;
  for (const fact of exports) {
    if (fact.kind !== 'all') continue;
    const found = reExported(search, { file, specifier: fact.specifier }, name, 'only-files');
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Value of an export that a file re-exports from another module. */
function reExported(
  search: Search,
  { file, specifier }: { readonly file: string; readonly specifier: string },
  name: string,
  scope?: 'only-files',
): Value | undefined {
  const { evaluator, at } = search;
  const { modules } = evaluator.program;
  const resolution = modules.resolve(file, specifier);
  if (scope === 'only-files' && resolution.kind === 'file' && modules.mayDeclare?.(resolution.file, name) === false)
    return undefined;
  if (resolution.kind === 'file' && name !== '*') return findExport(search, resolution.file, name);
  if (resolution.kind !== 'file' && scope === 'only-files') return undefined;
  return importedValue(evaluator, file, { specifier, name, via: 'import' }, at);
}
