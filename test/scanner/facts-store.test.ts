import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { Parsers } from '../../src/languages/table.js';
import type { FileFacts } from '../../src/core/model/facts.js';
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

/** Collects garbage, after a turn of the event loop: until then weak references hold what they lead to. */
async function collect(): Promise<void> {
  setFlagsFromString('--expose-gc');
  await new Promise((resolve) => setImmediate(resolve));
  (runInNewContext('gc') as () => void)();
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
    await collect();
    expect(heldBy(store)).toEqual(['a', 'b', 'c']);
  });

  it('are given after they had to go where somebody else holds them, and not parsed again', async () => {
    const store = await filled(15_000);
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

  it('stay once they are released, but not what was derived from them', async () => {
    const store = await filled(100_000);
    const derived = new WeakMap<object, object>();
    const note = (name: string): WeakRef<object> => {
      const answer = { of: name };
      derived.set(store.get(name) ?? {}, answer);
      return new WeakRef(answer);
    };
    const [released, kept] = [note('a'), note('b')];
    store.release('a');
    await collect();
    expect([released.deref(), kept.deref()]).toEqual([undefined, { of: 'b' }]);
    expect(store.get('a')).toEqual(await factsOf('a'));
  });
});
