import type { ClientModel } from '../../../model/client-model.js';
import { memoised } from '../../../model/query-log.js';
import type { Tracked } from '../../../model/query-log.js';
import type { Program } from '../../evaluate/program.js';
import type { SiteFinder } from '../calling/site-finder.js';

/** Most files that are visited along imports. */
const MAX_FILES = 60;

/** Memoised results per program and file: whether the file, or one that it imports, uses an API's SDK. */
const known = new WeakMap<Program, Map<string, Tracked<boolean>>>();

/** Whether a file, its imports or its importers import a package of an SDK, or its package depends on one. */
export function usesSdk({ evaluator }: SiteFinder, file: string, model: ClientModel): boolean {
  const { program } = evaluator;
  const answers = known.get(program) ?? new Map<string, Tracked<boolean>>();
  known.set(program, answers);
  return memoised(program.modules.log, answers, `${model.name} ${file}`, () => {
    const packages = packagesOf(model);
    return (
      [file, ...program.modules.importers(file).slice(0, MAX_FILES)].some((one) =>
        importsAnyOf(program, one, packages),
      ) || [...packages].some((name) => program.modules.packageVersion?.(file, name) !== undefined)
    );
  });
}

function packagesOf({ origins, package: name }: ClientModel): ReadonlySet<string> {
  const modules = origins.flatMap((origin) => ('module' in origin ? [origin.module] : []));
  return new Set(name === undefined ? modules : [...modules, name]);
}

function importsAnyOf({ modules }: Program, start: string, packages: ReadonlySet<string>): boolean {
  const seen = new Set([start]);
  for (const file of seen) {
    for (const { specifier } of modules.facts(file)?.imports ?? []) {
      if (packages.has(specifier)) return true;
      const target = seen.size < MAX_FILES ? modules.resolve(file, specifier) : undefined;
      if (target?.kind === 'file') seen.add(target.file);
    }
  }
  return false;
}
