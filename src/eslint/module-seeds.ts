import type { ExprFact, FileFacts } from '../model/facts.js';
import type { Span } from '../model/span.js';
import { indexExports } from '../select/exported-names.js';
import { leavesOf } from '../select/leaves.js';
import type { SeedTests } from '../select/reach-seeds.js';
import type { NamesOfModule } from './names-ahead.js';

/** Names under which a module exports what holds words of deprecated paths. A pure function of its facts and the tests. */
export function wordSeeds(facts: FileFacts, { words, isKey }: Pick<SeedTests, 'words' | 'isKey'>): NamesOfModule {
  const [some, rare]: [Span[], Span[]] = [[], []];
  for (const { at, value } of leavesOf(facts).texts) {
    const found = words(value);
    if (found !== 'none') some.push(at);
    if (found === 'path') rare.push(at);
  }
  for (const { properties } of facts.objects)
    for (const property of properties)
      if (property.kind === 'property' && property.key !== undefined && isKey(property.key)) some.push(property.keyAt);
  if (some.length === 0) return {};
  const ofData = keysOfData(facts);
  if (ofData !== undefined) return { made: ofData(some), path: ofData(rare) };
  return {
    made: indexExports(facts, 'value').holding(some),
    word: indexExports(facts).holding(some),
    path: indexExports(facts).holding(rare),
  };
}

/** Names under which a module exports what holds a use of an SDK. */
export function clientSeeds(facts: FileFacts, isSdk: (specifier: string) => boolean): NamesOfModule {
  const isUse = (value: ExprFact | undefined): boolean => value?.kind === 'imported' && isSdk(value.specifier);
  const places = leavesOf(facts).imports.flatMap((use) => (isUse(use) ? [use.at] : []));
  const locals = new Set(facts.bindings.flatMap(({ name, value }) => (isUse(value) ? [name] : [])));
  return places.length + locals.size === 0 ? {} : { client: indexExports(facts).holding(places, locals) };
}

/** Of a file of data, the keys whose values hold some places, and the whole, which has those. */
function keysOfData({
  file,
  exports,
  objects,
}: FileFacts): ((places: readonly Span[]) => readonly string[]) | undefined {
  const [whole] = exports;
  if (!file.endsWith('.json') || whole?.kind !== 'assigned' || whole.value.kind !== 'object') return undefined;
  const properties = objects[whole.value.object]?.properties ?? [];
  return (places) => {
    const keys = properties.flatMap((property) => {
      if (property.kind !== 'property' || property.key === undefined) return [];
      const { keyAt, value } = property;
      return places.some(([start, end]) => keyAt[0] <= start && end <= value.at[1]) ? [property.key] : [];
    });
    return keys.length === 0 ? [] : ['default', ...keys];
  };
}
