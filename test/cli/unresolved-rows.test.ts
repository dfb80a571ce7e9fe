import { expect, it } from 'vitest';
import type { Report } from '../../src/report/report.js';
import { folder } from '../scanner/support.js';
import { API, cli } from './support.js';

/** Lists lines and reasons of unresolved requests. */
async function rowsOf(text: string): Promise<readonly string[]> {
  const { out } = await cli(folder({ 'a.ts': text }), ['scan', '--format', 'json', '--no-baseline']);
  const { unresolved } = JSON.parse(out) as Report;
  return unresolved.map(({ range, method, reason }) => `${range.start.line} ${method}: ${reason}`);
}

it('lists a request to the base URL alone if a method that was not followed adds to it', async () => {
  const text = `class Req {
  private url = '${API}';
  path(p: string) { this.url += p; return this; }
  send() { return fetch(this.url); }
}
new Req().path('/zones/z/pagerules').send();
`;
  const rows = await rowsOf(text);
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.every((row) => row.startsWith('4 ') || row.startsWith('6 '))).toBe(true);
});

it('does not list a request to a live operation', async () => {
  expect(await rowsOf(`fetch('${API}/zones');\n`)).toEqual([]);
});

it('lists a request only if a deprecated operation has its method', async () => {
  const call = (method: string): string =>
    `export const f = (id: string) => fetch(\`${API}/accounts/a/images/v1/\${id}\`, { method: '${method}' });\n`;
  expect(await rowsOf(call('GET'))).toEqual([]);
  expect(await rowsOf(call('DELETE'))).toEqual([]);
  expect(await rowsOf(call('POST'))).toEqual(['1 POST: `id` is a parameter for which no known caller passes a value']);
  const open = `export const f = (id: string, method: string) => fetch(\`${API}/accounts/a/images/v1/\${id}\`, { method });\n`;
  expect(await rowsOf(open)).toEqual(['1 unknown: `id` is a parameter for which no known caller passes a value']);
});
