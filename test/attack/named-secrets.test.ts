import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { hideTold, maskSecrets } from '../../src/core/lib/mask-secrets.js';
import { cli } from '../cli/support.js';

const ZONES = 'https://api.cloudflare.com/client/v4/zones';
const WORD = 'correcthorsebattery';

/** URLs of one request in JSON and in the trace of the file. */
async function shown(source: string): Promise<{ readonly urls: readonly string[]; readonly all: string }> {
  const root = mkdtempSync(join(tmpdir(), 'sunset-lint-'));
  writeFileSync(join(root, 'a.js'), `const U = '${ZONES}';\n${source}\n`);
  const json = await cli(root, ['scan', '--format', 'json', '--min-confidence', 'possible']);
  const traced = await cli(root, ['explain', 'a.js:2']);
  const { findings } = JSON.parse(json.out) as { readonly findings: readonly { readonly url: string }[] };
  return { urls: findings.map(({ url }) => url), all: json.out + json.err + traced.out + traced.err };
}

describe('a value that came by a name that says secret', () => {
  it.each([
    [`const apiToken = '${WORD}'; fetch(U + '/1/pagerules?a=' + apiToken);`, '/1/pagerules?a=***'],
    [`const c = { password: '${WORD}' }; fetch(\`\${U}/\${c.password}/pagerules\`);`, '/***/pagerules'],
    [`const go = (p, token) => fetch(U + p + token); go('/1/pagerules?a=', '${WORD}');`, '/1/pagerules?a=***'],
    [`const getSecret = () => '${WORD}'; fetch(U + '/1/pagerules?a=' + getSecret());`, '/1/pagerules?a=***'],
    [`const tokens = ['${WORD}']; fetch(U + '/1/pagerules?a=' + tokens[0]);`, '/1/pagerules?a=***'],
    [`const secrets = { cf: '${WORD}' }; fetch(U + '/1/pagerules?a=' + secrets.cf);`, '/1/pagerules?a=***'],
    [`const apiToken = '${WORD}-b'; fetch(U + '/1/pagerules?a=' + apiToken.split('-')[0]);`, '/1/pagerules?a=***'],
  ])('is not shown: %s', async (source, path) => {
    const { urls } = await shown(source);
    expect(urls).toEqual([ZONES + path]);
  });

  it('is told neither by the report nor by the trace', async () => {
    const { all } = await shown(`const apiToken = '${WORD}'; fetch(U + '/1/pagerules?a=' + apiToken);`);
    expect(all).not.toContain(WORD);
  });

  it('is no secret where the name says something else, or the value stands for one', async () => {
    const { urls } = await shown(`const zoneName = '${WORD}'; fetch(\`\${U}/\${zoneName}/pagerules\`);`);
    expect(urls).toEqual([`${ZONES}/${WORD}/pagerules`]);
    const other = await shown(`const apiToken = 'YOUR_API_TOKEN'; fetch(U + '/1/pagerules?a=' + apiToken);`);
    expect(other.urls).toEqual([`${ZONES}/1/pagerules?a=YOUR_API_TOKEN`]);
  });
});

describe('masked source', () => {
  it('has no default of a secret, whatever the name that takes it', () => {
    expect(maskSecrets(`const t = process.env.CF_TOKEN || '${WORD}';`)).not.toContain(WORD);
    expect(maskSecrets(`SSHPASS=${WORD} ssh host`)).not.toContain(WORD);
  });
});

describe('a message', () => {
  it('keeps names of files, and no login', () => {
    expect(hideTold("cannot read '/tmp/0b5f8a3e-3c1d-4a1e-9b1a-2f6f3f0a1b2c.json'")).toContain('0b5f8a3e-3c1d');
    const ofFile = 'src/password-rules.json: it is not valid JSON';
    expect(hideTold(ofFile)).toBe(ofFile);
    expect(hideTold('X-Auth-Key: hunter')).toBe('X-Auth-Key: ***');
    expect(hideTold("the base URL 'https://me:pass@example.com'")).toBe("the base URL 'https://***@example.com'");
  });
});
