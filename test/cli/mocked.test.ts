import { describe, expect, it } from 'vitest';
import type { Report } from '../../src/report/report.js';
import { folder } from '../scanner/support.js';
import { API, cli } from './support.js';

const CALL = `await fetch('${API}/zones/1/pagerules');\n`;
const NOCK = `import nock from 'nock';\nnock('https://api.cloudflare.com').get('/client/v4/zones/1/pagerules').reply(200);\n`;
const SDK = `import Cloudflare from 'cloudflare';\n`;

/** Returns the exit code of a scan of one test file, and why its last finding does not fail. */
async function gateOf(code: string, file = 'a.test.ts'): Promise<readonly [number, string | undefined]> {
  const root = folder({ [file]: code });
  const { out, code: exit } = await cli(root, ['scan', '--format', 'json']);
  return [exit, (JSON.parse(out) as Report).findings.at(-1)?.exempt];
}

describe('a request in a test that a mock answers', () => {
  it.each([
    ['nock', `${NOCK}${CALL}`],
    [
      'nock with an open segment',
      `${NOCK.replace("'/client/v4/zones/1/pagerules'", '`/client/v4/zones/${process.env.ZONE}/pagerules`')}${CALL}`,
    ],
    ['msw', `import { http } from 'msw';\nhttp.get('${API}/zones/:zone/pagerules', () => null);\n${CALL}`],
    ['msw for a whole host', `import { http } from 'msw';\nhttp.get('${API}/*', () => null);\n${CALL}`],
    ['a stub of fetch', `import { vi } from 'vitest';\nvi.stubGlobal('fetch', vi.fn());\n${CALL}`],
    [
      'a mock of the client',
      `import axios from 'axios';\nvi.mock('axios');\nawait axios.get('${API}/zones/1/pagerules');\n`,
    ],
    [
      'a server of the test',
      `import { createServer } from 'node:http';\n${SDK}const server = createServer(() => undefined);\nconst client = new Cloudflare({ baseURL: server.url });\nawait client.pageRules.list({ zone_id: '1' });\n`,
    ],
  ])('does not fail the gate with %s', async (_, code) => {
    expect(await gateOf(code)).toEqual([0, 'mocked']);
  });

  it.each([
    ['no mock', CALL],
    ['a mock of another host', `${NOCK.replace('api.cloudflare.com', 'api.example.com')}${CALL}`],
    ['a mock of another path', `${NOCK.replace('/pagerules', '/dns_records')}${CALL}`],
    ['a mock of another method', `${NOCK.replace('.get(', '.post(')}${CALL}`],
    ['an expectation alone', `expect(fetch).toHaveBeenCalledWith('${API}/zones/1/pagerules');\n${CALL}`],
    ['a spy that calls through', `import { vi } from 'vitest';\nvi.spyOn(globalThis, 'fetch');\n${CALL}`],
    ['a mock of another client', `vi.mock('axios');\n${CALL}`],
    [
      'a server beside a client with the host of the API',
      `import { createServer } from 'node:http';\n${SDK}createServer(() => undefined);\nawait new Cloudflare().pageRules.list({ zone_id: '1' });\n`,
    ],
    [
      'a base URL from elsewhere',
      `${SDK}import { server } from 'servers';\nconst client = new Cloudflare({ baseURL: server.url });\nawait client.pageRules.list({ zone_id: '1' });\n`,
    ],
  ])('fails the gate with %s', async (_, code) => {
    expect(await gateOf(code)).toEqual([1, undefined]);
  });

  it('fails in a file of the program, even with a mock', async () => {
    expect(await gateOf(`${NOCK}${CALL}`, 'src/a.ts')).toEqual([1, undefined]);
  });

  it('is mentioned, and fails if the test or its folder is scanned by name', async () => {
    const root = folder({ 'src/test/a.ts': `${NOCK}${CALL}`, 'src/b.ts': 'export {};\n' });
    const { out, code } = await cli(root, ['scan']);
    expect(code).toBe(0);
    expect(out).toContain('test file, does not fail: a mock of the test answers it]');
    expect(out).toContain(
      '1 finding in tests does not fail the gate, because a mock of the test answers (a test that is named as a path counts in full).\n',
    );
    expect((await cli(root, ['scan', 'src/test/a.ts'])).code).toBe(1);
    expect((await cli(root, ['scan', 'src/test'])).code).toBe(1);
    expect((await cli(root, ['scan', 'src'])).code).toBe(0);
    expect((await cli(root, ['scan', '.'])).code).toBe(0);
  });
});
