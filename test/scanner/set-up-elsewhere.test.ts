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

describe('a client that a third file sets up', () => {
  it.each([
    ['may send the request elsewhere', `cloudflare.interceptors.request.use((o) => ({ ...o, url: moved(o.url) }));`],
    ['may be sent by something else', `cloudflare.defaults.adapter = async () => recorded;`],
  ])('%s', async (_what, main) => {
    expect(await confidenceWith(main)).toEqual(['src/rules.ts probable']);
  });

  it.each([
    ['sets a header', `cloudflare.interceptors.request.use((o) => { o.headers.set('x-a', 'b'); return o; });`],
    ['sees answers alone', `cloudflare.interceptors.response.use((answer) => answer.data);`],
    ['is another one', `import axios from 'axios';\nconst own = axios.create();\nown.defaults.timeout = 9;`],
    ['is not set up at all', `export const zones = () => cloudflare.get('/zones');`],
  ])('stays certain where it %s', async (_what, main) => {
    expect(await confidenceWith(main)).toEqual(['src/rules.ts certain']);
  });
});
