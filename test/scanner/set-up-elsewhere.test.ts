import { describe, expect, it } from 'vitest';
import { scan } from '../../src/scan/index.js';
import { folder } from './support.js';

const FILES = {
  'src/client.ts': `import axios from 'axios';
export const cloudflare = axios.create({ baseURL: 'https://api.cloudflare.com/client/v4' });
`,
  'src/rules.ts': `import { cloudflare } from './client';
export const rules = (zone: string) => cloudflare.get(\`/zones/\${zone}/pagerules\`);
`,
};

async function confidenceWith(main: string): Promise<readonly string[]> {
  const root = folder({ ...FILES, 'src/main.ts': `import { cloudflare } from './client';\n${main}` });
  const { findings } = await scan({ root, asOf: '2026-01-01' });
  return findings.map(({ file, confidence }) => `${file} ${confidence}`);
}

describe('a client configured in a third file', () => {
  it.each([
    [
      'is less certain if an interceptor may redirect the request',
      `cloudflare.interceptors.request.use((o) => ({ ...o, url: moved(o.url) }));`,
    ],
    ['is less certain if an adapter may replace the request', `cloudflare.defaults.adapter = async () => recorded;`],
  ])('%s', async (_what, main) => {
    expect(await confidenceWith(main)).toEqual(['src/rules.ts probable']);
  });

  it.each([
    ['sets a header', `cloudflare.interceptors.request.use((o) => { o.headers.set('x-a', 'b'); return o; });`],
    ['reads only responses', `cloudflare.interceptors.response.use((answer) => answer.data);`],
    ['configures another client', `import axios from 'axios';\nconst own = axios.create();\nown.defaults.timeout = 9;`],
    ['does not configure it', `export const zones = () => cloudflare.get('/zones');`],
  ])('stays certain if the file %s', async (_what, main) => {
    expect(await confidenceWith(main)).toEqual(['src/rules.ts certain']);
  });
});
