/**
 * Stands for `src/core/built-module.ts`. The engine loads late and without waiting, which a page cannot: what is missing is
 * noted, and `withLibraries` fetches it and begins again.
 */

type Chunks = Readonly<Record<string, () => Promise<unknown>>>;

/** Small ones, fetched with the engine: some of what is read with them is kept, also that it could not be read. */
const AT_ONCE: Chunks = {
  'libraries/@lezer/python.cjs': () => import('@lezer/python'),
  'libraries/brace-expansion.cjs': () => import('brace-expansion'),
  'libraries/jsonc-parser.cjs': () => import('jsonc-parser/lib/esm/main.js'),
  'libraries/unbash.cjs': () => import('unbash'),
  'libraries/yaml.cjs': () => import('yaml'),
};

/** Parsers that are fetched when a text needs them. */
const CHUNKS: Chunks = {
  'libraries/@lezer/javascript.cjs': () => import('@lezer/javascript'),
  'libraries/typescript-parser.cjs': () => import('typescript-parser'),
  // Of ts-morph the compiler alone: what uses its projects looks at several files.
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

/** Fetches what is not waited for later. */
export async function loadAtOnce(): Promise<void> {
  await Promise.all(Object.entries(AT_ONCE).map(async ([name, fetched]) => loaded.set(name, await fetched())));
}

/** Does something again until all that it loads is there. Whatever it came to while something was missing does not count. */
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

/** Nothing is imported by address: the page runs no configuration. */
export function importModule(): Promise<never> {
  return Promise.reject(new Error('not in a browser'));
}
