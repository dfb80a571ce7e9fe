import type { Resolution } from '../../model/module-reader.js';
import type { Place } from '../../model/span.js';
import type { Evaluator } from './evaluator.js';
import { REASON } from '../values/reasons.js';
import { unknownValue } from '../values/value.js';
import type { Value } from '../values/value.js';

/** Value of an imported name; what lies outside the program stays an external value. */
export function importedValue(
  evaluator: Evaluator,
  fromFile: string,
  specifier: string,
  name: string,
  via: 'import' | 'require' | 'dynamic',
  at: Place,
): Value {
  const { modules, clientPackages } = evaluator.program;
  const resolution: Resolution = clientPackages.has(packageOf(specifier))
    ? { kind: 'package', name: specifier }
    : modules.resolve(fromFile, specifier);
  if (resolution.kind !== 'file') {
    const module = resolution.kind === 'package' ? resolution.name : specifier;
    return { kind: 'external', root: { kind: 'package', module, export: name }, steps: [], patches: [] };
  }
  if (evaluator.program.context(resolution.file) === undefined) {
    return unknownValue(REASON.importNotFollowed, at, specifier);
  }
  if (name === '*' && via !== 'import') return wholeModule(evaluator, resolution.file);
  if (name === '*') return { kind: 'module', file: resolution.file };
  return exportValue(evaluator, resolution.file, name, at);
}

function packageOf(specifier: string): string {
  return specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
}

/** What `require` gives: `module.exports` where it is assigned, else the namespace. */
function wholeModule(evaluator: Evaluator, file: string): Value {
  const context = evaluator.program.context(file);
  const assigned = context?.facts.exports.findLast((fact) => fact.kind === 'assigned');
  if (context === undefined || assigned?.kind !== 'assigned') return { kind: 'module', file };
  return evaluator.value(context, assigned.value, undefined);
}

/** Value of an export of a file of the program, through re-exports. */
export function exportValue(evaluator: Evaluator, file: string, name: string, at: Place): Value {
  return findExport(evaluator, file, name, at, new Set()) ?? missingExport(evaluator, file, name, at);
}

function missingExport(evaluator: Evaluator, file: string, name: string, at: Place): Value {
  if (name === 'default' && evaluator.program.context(file) !== undefined) return { kind: 'module', file };
  return unknownValue(REASON.importNotFollowed, at, name);
}

function findExport(evaluator: Evaluator, file: string, name: string, at: Place, seen: Set<string>): Value | undefined {
  const key = `${file}\u0000${name}`;
  if (seen.has(key) || seen.size > 200) return undefined;
  seen.add(key);
  const context = evaluator.program.context(file);
  if (context === undefined) return undefined;
  const { exports } = context.facts;
  for (let index = exports.length - 1; index >= 0; index--) {
    const fact = exports[index];
    if (fact?.kind === 'local' && fact.name === name) return evaluator.value(context, fact.value, undefined);
    if (fact?.kind === 'from' && fact.name === name)
      return reExported(evaluator, file, fact.specifier, fact.imported, at, seen);
  }
  const assigned = exports.findLast((fact) => fact.kind === 'assigned');
  if (assigned?.kind === 'assigned') {
    const value = evaluator.value(context, assigned.value, undefined);
    return name === 'default' ? value : evaluator.member(value, name, at);
  }
  if (name === 'default') return undefined;
  for (const fact of exports) {
    if (fact.kind !== 'all') continue;
    const found = reExported(evaluator, file, fact.specifier, name, at, seen, 'only-files');
    if (found !== undefined) return found;
  }
  return undefined;
}

function reExported(
  evaluator: Evaluator,
  file: string,
  specifier: string,
  name: string,
  at: Place,
  seen: Set<string>,
  scope?: 'only-files',
): Value | undefined {
  const resolution = evaluator.program.modules.resolve(file, specifier);
  if (resolution.kind === 'file' && name !== '*') return findExport(evaluator, resolution.file, name, at, seen);
  if (resolution.kind !== 'file' && scope === 'only-files') return undefined;
  return importedValue(evaluator, file, specifier, name, 'import', at);
}
