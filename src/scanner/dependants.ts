import type { ModuleReader } from '../model/module-reader.js';
import { closure } from './closure.js';

/** What is known of the files that hit the prefilter, as far as it matters to those that import them. */
export interface DependantSeeds {
  /** Files that know where the API is: they name a base URL or import the SDK. */
  readonly api: readonly string[];
  /** Files that export something and hold a word of a deprecated path. */
  readonly words: readonly string[];
  /** Those of them whose path hardly belongs to another API. */
  readonly paths: readonly string[];
}

export interface Dependants {
  readonly files: readonly string[];
  /** False where the limit was reached. */
  readonly complete: boolean;
}

const MAX_FILES = 1500;

/**
 * Files without a hit of their own that can still make a deprecated request, as `send(PATHS.rules)`
 * does: both the way to the API and the words come from imports. Added are direct users of the API's
 * client, so that requests in it are understood from its callers. Files are found by their text
 * alone; nothing is parsed for it, and nothing is read where there are no seeds.
 */
export function findDependants(seeds: DependantSeeds, modules: ModuleReader, skip: (file: string) => boolean): Dependants {
  const importers = (file: string): readonly string[] => modules.importers(file);
  const users = closure(seeds.api, importers, 1, (file) => passesOn(file, modules));
  const reach = seeds.api.length === 0 || seeds.words.length === 0 ? new Set<string>() : closure(seeds.api, importers, Infinity);
  const speakers = reach.size === 0 ? new Set<string>() : closure(seeds.words, importers, 3);
  const found = new Set([...users, ...closure(seeds.paths, importers, 1, (file) => passesOn(file, modules))]);
  for (const file of speakers) if (reach.has(file)) found.add(file);
  const files = [...found].filter((file) => !skip(file)).sort();
  return { files: files.slice(0, MAX_FILES), complete: files.length <= MAX_FILES };
}

/** Whether a module re-exports: a barrel. */
function passesOn(file: string, modules: ModuleReader): boolean {
  const facts = modules.facts(file);
  if (facts === undefined) return false;
  return facts.exports.some((entry) => {
    if (entry.kind === 'from' || entry.kind === 'all') return true;
    const { value } = entry;
    if (value.kind === 'imported') return true;
    return value.kind === 'name' && facts.bindings.some((binding) => binding.kind === 'import' && binding.name === value.name);
  });
}
