import { describe, expect, it } from 'vitest';
import { Parsers } from '../../src/languages/parsers.js';
import type { FileFacts } from '../../src/model/facts.js';
import { FactsStore } from '../../src/scan/facts-store.js';

const NAMES = ['a', 'b', 'c', 'd'];

/** Facts of ten calls of a name: 5.5 kB by the measure of the store. */
async function factsOf(name: string): Promise<FileFacts> {
  const parsers = new Parsers();
  await parsers.load(['javascript']);
  return parsers.of('javascript').parse(`${name}.ts`, 'call();\n'.repeat(10)).facts;
}

/** A store with all four in it, which has room for so many bytes. */
async function filled(bytes: number): Promise<FactsStore> {
  const store = new FactsStore(bytes);
  for (const name of NAMES) store.set(name, await factsOf(name));
  return store;
}

function heldBy(store: FactsStore): readonly string[] {
  return NAMES.filter((name) => store.get(name) !== undefined);
}

describe('facts that are held', () => {
  it('are all, where there is room', async () => {
    expect(heldBy(await filled(100_000))).toEqual(NAMES);
  });

  it('are those that came first and the one that came last, where there is not', async () => {
    expect(heldBy(await filled(15_000))).toEqual(['a', 'b', 'd']);
  });

  it('make room for others once they are released', async () => {
    const store = await filled(15_000);
    store.release('a');
    store.set('c', await factsOf('c'));
    expect(heldBy(store)).toEqual(['a', 'b', 'c']);
  });
});
