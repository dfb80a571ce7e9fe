/**
 * Replaces `src/core/built-module.ts`. The engine loads modules synchronously, which a page cannot: a missing module is
 * recorded, and `withLibraries` fetches it and runs the analysis again.
 */

type Chunks = Readonly<Record<string, () => Promise<unknown>>>;

/** Small chunks, fetched with the engine, because results of reading with them are cached, even failures. */
const AT_ONCE: Chunks = {
  'libraries/@lezer/python.cjs': () => import('@lezer/python'),
  'libraries/brace-expansion.cjs': () => import('brace-expansion'),
  'libraries/jsonc-parser.cjs': () => import('jsonc-parser/lib/esm/main.js'),
  'libraries/unbash.cjs': () => import('unbash'),
  'libraries/yaml.cjs': () => import('yaml'),
};

/** Parsers, fetched when a text needs them. */
const CHUNKS: Chunks = {
  'libraries/@lezer/javascript.cjs': () => import('@lezer/javascript'),
  'libraries/typescript-parser.cjs': () => import('typescript-parser'),
  // Only the compiler of ts-morph: its projects are used only for several files.
  'ts-morph': () => import('@ts-morph/common/dist/typescript.js').then(({ default: ts }) => ({ ts })),
};

const loaded = new Map<string, unknown>();
const missing = new Set<string>();

export function builtModule(name: string): unknown {
  const known = loaded.get(name);
  if (known !== undefined) return known;
  if (!Object.hasOwn(CHUNKS, name)) throw new Error(`no '${name}' here`);
  missing.add(name);
  throw new Error(`'${name}' is not loaded yet`);
}

/** Fetches the small chunks. */
export async function loadAtOnce(): Promise<void> {
  await Promise.all(Object.entries(AT_ONCE).map(async ([name, fetched]) => loaded.set(name, await fetched())));
}

/** Repeats a run until all modules that it loads are present. Results of a run with a missing module are discarded. */
export async function withLibraries<T>(run: () => Promise<T>): Promise<T> {
  for (;;) {
    missing.clear();
    const outcome = await run().then(
      (value) => ({ value }),
      (error: unknown) => ({ error }),
    );
    if (missing.size === 0) {
      if ('error' in outcome) throw outcome.error;
      return outcome.value;
    }
    for (const name of missing) loaded.set(name, await CHUNKS[name]?.());
  }
}

/** Rejects imports by address, because the page runs no configuration. */
export function importModule(): Promise<never> {
  return Promise.reject(new Error('not in a browser'));
}
