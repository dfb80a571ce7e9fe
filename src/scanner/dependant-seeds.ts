import type { Catalogue } from '../model/deprecation.js';
import type { ModuleReader } from '../model/module-reader.js';
import type { Hits } from './collect-hits.js';
import type { DependantSeeds } from './dependants.js';
import { apiNames } from './prefilter.js';
import type { Prefilter } from './prefilter.js';
import type { SourceStore } from './source-store.js';

/** Sorts hits by what they can give to a file that imports them. */
export function dependantSeeds(hits: Hits, catalogue: Catalogue, modules: ModuleReader, store: SourceStore, prefilter: Prefilter): DependantSeeds {
  const names = apiNames(catalogue);
  const isSdk = (specifier: string): boolean => names.some((name) => specifier === name || specifier.startsWith(`${name}/`));
  const seeds = { api: [] as string[], words: [] as string[], paths: [] as string[] };
  for (const { file, level } of hits.files) {
    const facts = modules.facts(file);
    if (facts === undefined || facts.exports.length === 0) continue;
    if (level === 'api' && (modules.mentionsApi(file) === true || facts.imports.some((entry) => isSdk(entry.specifier)))) seeds.api.push(file);
    const words = prefilter.words(store.text(file) ?? '');
    if (words !== 'none') seeds.words.push(file);
    if (words === 'path') seeds.paths.push(file);
  }
  return seeds;
}
