import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { Parsers } from '../../src/languages/table.js';
import type { FileFacts } from '../../src/core/model/facts.js';
import { FactsStore } from '../../src/scan/facts-store.js';

const NAMES = ['a', 'b', 'c', 'd'];

/** Facts of a file with ten calls: 5.5 kB by the measure of the store. */
async function factsOf(name: string): Promise<FileFacts> {
  const parsers = new Parsers();
  await parsers.load(['javascript']);
  return parsers.of('javascript').parse(`${name}.ts`, 'call();\n'.repeat(10)).facts;
}

/** Store with a capacity of `bytes`, to which all four files were added. */
async function filledStore(bytes: number): Promise<FactsStore> {
  const store = new FactsStore(bytes);
  for (const name of NAMES) store.set(name, await factsOf(name));
  return store;
}

/** Collects garbage after a turn of the event loop; until then weak references keep their targets alive. */
async function collect(): Promise<void> {
  setFlagsFromString('--expose-gc');
  await new Promise((resolve) => setImmediate(resolve));
  (runInNewContext('gc') as () => void)();
}

function filesIn(store: FactsStore): readonly string[] {
  return NAMES.filter((name) => store.get(name) !== undefined);
}

describe('the facts in a store', () => {
  it('are those of all files, within its capacity', async () => {
    expect(filesIn(await filledStore(100_000))).toEqual(NAMES);
  });

  it('are those of the first files and of the last one, above its capacity', async () => {
    expect(filesIn(await filledStore(15_000))).toEqual(['a', 'b', 'd']);
  });

  it('make room for other files once they are released', async () => {
    const store = await filledStore(15_000);
    store.release('a');
    store.set('c', await factsOf('c'));
    await collect();
    expect(filesIn(store)).toEqual(['a', 'b', 'c']);
  });

  it('are given again after eviction while another reference exists, without parsing', async () => {
    const store = await filledStore(15_000);
    store.release('b');
    const own = await factsOf('e');
    store.set('e', own);
    store.release('e');
    for (const name of ['f', 'g', 'h', 'i']) {
      store.set(name, await factsOf(name));
      store.release(name);
    }
    await collect();
    expect(store.get('g')).toBeUndefined();
    expect(store.get('e')).toBe(own);
  });

  it('stay after their release, but values derived from them do not', async () => {
    const store = await filledStore(100_000);
    const derived = new WeakMap<object, object>();
    const derive = (name: string): WeakRef<object> => {
      const answer = { of: name };
      derived.set(store.get(name) ?? {}, answer);
      return new WeakRef(answer);
    };
    const [released, kept] = [derive('a'), derive('b')];
    store.release('a');
    await collect();
    expect([released.deref(), kept.deref()]).toEqual([undefined, { of: 'b' }]);
    expect(store.get('a')).toEqual(await factsOf('a'));
  });
});
