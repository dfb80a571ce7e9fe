import type { OpenImportFact } from '../../model/facts.js';
import type { Place } from '../../model/span.js';
import type { Value } from '../values/value.js';
import type { Env, Evaluator } from './evaluator.js';
import { exportIn } from './imports.js';

/** Files that are looked at for one name. */
const MAX_FILES = 50;

/** The search for a name that a file does not declare. */
interface Search {
  readonly evaluator: Evaluator;
  readonly name: string;
  readonly at: Place;
  /** Files that were looked at. */
  readonly seen: Set<string>;
}

/**
 * The value of a name that comes from an opened module (`source ./lib.sh`, `from lib import *`), or from the file that
 * opens this one; undefined if none of them has the name.
 */
export function openedValue({ evaluator, context }: Env, name: string, at: Place): Value | undefined {
  const search: Search = { evaluator, name, at, seen: new Set([context.file]) };
  const { opens } = context.facts;
  const found = opens === undefined ? undefined : inOpened(search, context.file, opens);
  return found ?? (context.facts.sharesNames === true ? inOpening(search, context.file) : undefined);
}

/** The module that is opened last wins. */
function inOpened(search: Search, file: string, opens: readonly OpenImportFact[]): Value | undefined {
  for (const { specifier } of opens.toReversed()) {
    const target = search.evaluator.program.modules.resolve(file, specifier);
    const found = target.kind === 'file' ? inFile(search, target.file) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Looks a name up in the file itself, then in the files that it opens. */
function inFile(search: Search, file: string): Value | undefined {
  const { evaluator, name, at, seen } = search;
  if (seen.has(file) || seen.size > MAX_FILES) return undefined;
  seen.add(file);
  if (evaluator.program.modules.mayOffer?.(file, name) === false) return undefined;
  const own = exportIn(evaluator, file, name, at);
  if (own !== undefined) return own;
  const opens = evaluator.program.context(file)?.facts.opens;
  return opens === undefined ? undefined : inOpened(search, file, opens);
}

/** Looks a name up in the files that open this one. */
function inOpening(search: Search, file: string): Value | undefined {
  const { modules } = search.evaluator.program;
  for (const user of modules.importers(file)) {
    if (modules.mayOffer?.(user, search.name, file) === false) continue;
    const opens = search.evaluator.program.context(user)?.facts.opens ?? [];
    const isOpened = opens.some(({ specifier, shared }) => {
      const target = shared === true ? modules.resolve(user, specifier) : undefined;
      return target?.kind === 'file' && target.file === file;
    });
    const found = isOpened ? inFile(search, user) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}
