/**
 * Replaces `src/core/built-module.ts`. The engine loads modules synchronously, which a page cannot: a missing module is
 * recorded, and `withLibraries` fetches it and runs the analysis again.
 */

type Chunks = Readonly<Record<string, () => Promise<unknown>>>;

/** Small chunks, fetched in advance: the engine caches results of reading, even failures for lack of a chunk. */
const EAGER_CHUNKS: Chunks = {
  'libraries/@lezer/python.cjs': () => import('@lezer/python'),
  'libraries/brace-expansion.cjs': () => import('brace-expansion'),
  'libraries/jsonc-parser.cjs': () => import('jsonc-parser/lib/esm/main.js'),
  'libraries/unbash.cjs': () => import('unbash'),
  'libraries/yaml.cjs': () => import('yaml'),
};

/** Parsers, fetched when a text needs them. */
const LAZY_CHUNKS: Chunks = {
  'libraries/@lezer/javascript.cjs': () => import('@lezer/javascript'),
  'libraries/typescript-parser.cjs': () => import('typescript-parser'),
  // Only the compiler of ts-morph: its projects are used only for several files.
  'ts-morph': () => import('@ts-morph/common/dist/typescript.js').then(({ default: ts }) => ({ ts })),
};

const loadedModules = new Map<string, unknown>();
const missingModules = new Set<string>();

/** Returns a fetched module. Throws for a missing one, which `withLibraries` then fetches. */
export function builtModule(name: string): unknown {
  const loadedModule = loadedModules.get(name);
  if (loadedModule !== undefined) return loadedModule;
  if (!Object.hasOwn(LAZY_CHUNKS, name)) throw new Error(`no '${name}' here`);
  missingModules.add(name);
  throw new Error(`'${name}' is not loaded yet`);
}

/** Fetches the small chunks. */
export async function loadEagerChunks(): Promise<void> {
  await Promise.all(
    Object.entries(EAGER_CHUNKS).map(async ([name, fetchChunk]) => loadedModules.set(name, await fetchChunk())),
  );
}

/** Repeats a run until all modules that it loads are present. Results of a run with a missing module are discarded. */
export async function withLibraries<T>(run: () => Promise<T>): Promise<T> {
  for (;;) {
    missingModules.clear();
    const outcome = await run().then(
      (value) => ({ value }),
      (error: unknown) => ({ error }),
    );
    if (missingModules.size === 0) {
      if ('error' in outcome) throw outcome.error;
      return outcome.value;
    }
    for (const name of missingModules) loadedModules.set(name, await LAZY_CHUNKS[name]?.());
  }
}

/** Rejects imports by address, because the page runs no configuration. */
export function importModule(): Promise<never> {
  return Promise.reject(new Error('not in a browser'));
}
