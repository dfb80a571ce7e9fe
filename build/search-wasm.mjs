// Writes `src/core/search/search-wasm.ts` from `src/core/search/search.wat`; `test/search/search-wasm.test.ts` compares
// them.
import { readFileSync, writeFileSync } from 'node:fs';
import loadWabt from 'wabt';

const source = new URL('../src/core/search/search.wat', import.meta.url);
const wabt = await loadWabt();
const module = wabt.parseWat('search.wat', readFileSync(source, 'utf8'), { simd: true });
const base64 = Buffer.from(module.toBinary({}).buffer).toString('base64');
const lines = base64.match(/.{1,100}/g) ?? [];
const text = `/** \`search.wat\` as bytes; \`npm run generate\` writes them. */
export const SEARCH_WASM: Uint8Array = Buffer.from(
  [
${lines.map((line) => `    '${line}',\n`).join('')}  ].join(''),
  'base64',
);
`;
writeFileSync(new URL('search-wasm.ts', source), text);
