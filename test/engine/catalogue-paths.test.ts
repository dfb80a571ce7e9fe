import { describe, expect, it } from 'vitest';
import { loadCatalogue } from '../../src/knowledge/catalogue/load.js';
import { expectDefined } from '../../src/core/lib/collections.js';
import { findings } from './support.js';

const CATALOGUE = loadCatalogue();
const ENDPOINTS = CATALOGUE.deprecations.flatMap((deprecation) =>
  deprecation.kind === 'endpoint' ? deprecation.endpoints.map((endpoint) => ({ id: deprecation.id, ...endpoint })) : [],
);
const NEAR_MISSES = CATALOGUE.deprecations
  .filter((deprecation) => deprecation.kind !== 'field')
  .flatMap((deprecation) => deprecation.nearMisses);
const LIVE = NEAR_MISSES.filter((miss) => miss.status === 'live');

/** Writes a request of one operation, its parameters filled in by `fill`. */
function requestOf(method: string, path: string, fill: (name: string) => string): string {
  const url = path.startsWith('https://')
    ? path
    : `https://api.cloudflare.com/client/v4${path.replace(/^\/client\/v4/, '')}`;
  return `export const run = (id) => fetch(\`${url.replace(/\{([^}]*)\}/g, (_, name: string) => fill(name))}\`, { method: '${method}' });`;
}

const FILLINGS: readonly (readonly [string, (name: string) => string])[] = [
  ['variables', () => '${id}'],
  ['ids', () => '023e105f4ecef8ad9ca31a8372d0c353'],
  ['placeholders', (name) => `:${name}`],
];

describe.each(FILLINGS)('with parameters as %s', (_name, fill) => {
  it('finds every deprecated operation with certainty', () => {
    const missed = ENDPOINTS.flatMap(({ id, methods, path }) =>
      methods
        .filter((method) => {
          const found = findings({ 'a.ts': requestOf(method, path.text, fill) }, CATALOGUE);
          const [first] = found;
          return (
            found.length !== 1 ||
            first?.deprecation !== id ||
            first.confidence !== 'certain' ||
            first.operation?.path !== path.text ||
            first.methods.join() !== method
          );
        })
        .map((method) => `${method} ${path.text}`),
    );
    expect(missed).toEqual([]);
  });

  it('finds no live look-alike', () => {
    const wrong = LIVE.filter(
      ({ method, path }) => findings({ 'a.ts': requestOf(method, path, fill) }, CATALOGUE).length > 0,
    );
    expect(wrong.map(({ method, path }) => `${method} ${path}`)).toEqual([]);
  });
});

describe('the list of look-alikes', () => {
  it('has more than 150 live operations', () => {
    expect(LIVE.length).toBeGreaterThan(150);
    expect(new Set(LIVE.map(({ path }) => path))).toContain('/zones/{zone_id}/pagerules/settings');
  });
});

describe('operations that are both deprecated and in use', () => {
  it.each(NEAR_MISSES.filter((miss) => miss.status === 'collision').map(({ method, path }) => [method, path] as const))(
    'reports %s %s with a note',
    (method, path) => {
      const [first, ...others] = findings({ 'a.ts': requestOf(method, path, () => '${id}') }, CATALOGUE);
      expect(others).toEqual([]);
      expect(expectDefined(first, path).notes.length).toBeGreaterThan(0);
    },
  );
});
