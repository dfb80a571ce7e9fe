import { readFileSync } from 'node:fs';
import loadWabt from 'wabt';
import { expect, it } from 'vitest';
import { SEARCH_WASM } from '../../src/core/search/search-wasm.js';

it('the compiled search equals the source search.wat', async () => {
  const text = readFileSync(new URL('../../src/core/search/search.wat', import.meta.url), 'utf8');
  const wabt = await loadWabt();
  const { buffer } = wabt.parseWat('search.wat', text, { simd: true }).toBinary({});
  expect(Buffer.from(SEARCH_WASM).equals(Buffer.from(buffer)), '`node build/search-wasm.mjs` writes it').toBe(true);
});
