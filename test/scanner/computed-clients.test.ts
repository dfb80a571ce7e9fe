import { describe, expect, it } from 'vitest';
import { scan } from '../../src/scan/index.js';
import { folder } from './support.js';

/** Lines of requests to unknown destinations in a file that names no API. */
async function unknown(made: string): Promise<readonly string[]> {
  const source = `import ky from 'ky';\nimport axios from 'axios';\nimport { make } from 'options';\n${made}\nexport const a = (id) => made.get('bells/' + id);\n`;
  const { coverage } = await scan({ root: folder({ 'a.js': source }), asOf: '2026-11-27' });
  return (coverage.requests?.unknown ?? []).map(({ line, client }) => `${String(line)} ${client}`);
}

describe('a client with computed options', () => {
  it.each([
    ['const made = ky.extend(() => make());', '4 ky'],
    ['const made = axios.create(make());', '4 axios'],
    ['const made = axios.create({ ...make(), timeout: 9 });', '4 axios'],
    ['export const create = (options) => axios.create(options);', '4 axios'],
  ])('is listed with an unknown destination: %s', async (made, row) => {
    expect(await unknown(made)).toEqual([row]);
  });

  it.each([
    "const made = axios.create({ ...make(), baseURL: 'https://guests.test' });",
    "const options = { prefixUrl: 'https://guests.test' }; const made = ky.create(options);",
    'const made = ky.extend({ hooks: {} });',
    '// const made = ky.extend(make());',
  ])('is not listed if its options are literal: %s', async (made) => {
    expect(await unknown(made)).toEqual([]);
  });
});
