import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { hideTold, maskSecrets } from '../../src/core/lib/mask-secrets.js';
import { cli } from '../cli/support.js';

const ZONES = 'https://api.cloudflare.com/client/v4/zones';
const WORD = 'correcthorsebattery';

/** Lists URLs of one request in the JSON report, with all output of the report and the trace. */
async function shown(source: string): Promise<{ readonly urls: readonly string[]; readonly all: string }> {
  const root = mkdtempSync(join(tmpdir(), 'sunset-lint-'));
  writeFileSync(join(root, 'a.js'), `const U = '${ZONES}';\n${source}\n`);
  const json = await cli(root, ['scan', '--format', 'json', '--min-confidence', 'possible']);
  const traced = await cli(root, ['explain', 'a.js:2']);
  const { findings } = JSON.parse(json.out) as { readonly findings: readonly { readonly url: string }[] };
  return { urls: findings.map(({ url }) => url), all: json.out + json.err + traced.out + traced.err };
}

describe('a value from a variable with a secret name', () => {
  it.each([
    [`const apiToken = '${WORD}'; fetch(U + '/1/pagerules?a=' + apiToken);`, '/1/pagerules?a=***'],
    [`const c = { password: '${WORD}' }; fetch(\`\${U}/\${c.password}/pagerules\`);`, '/***/pagerules'],
    [`const go = (p, token) => fetch(U + p + token); go('/1/pagerules?a=', '${WORD}');`, '/1/pagerules?a=***'],
    [`const getSecret = () => '${WORD}'; fetch(U + '/1/pagerules?a=' + getSecret());`, '/1/pagerules?a=***'],
    [`const tokens = ['${WORD}']; fetch(U + '/1/pagerules?a=' + tokens[0]);`, '/1/pagerules?a=***'],
    [`const secrets = { cf: '${WORD}' }; fetch(U + '/1/pagerules?a=' + secrets.cf);`, '/1/pagerules?a=***'],
    [`const apiToken = '${WORD}-b'; fetch(U + '/1/pagerules?a=' + apiToken.split('-')[0]);`, '/1/pagerules?a=***'],
  ])('is masked in the report: %s', async (source, path) => {
    const { urls } = await shown(source);
    expect(urls).toEqual([ZONES + path]);
  });

  it('appears neither in the report nor in the trace', async () => {
    const { all } = await shown(`const apiToken = '${WORD}'; fetch(U + '/1/pagerules?a=' + apiToken);`);
    expect(all).not.toContain(WORD);
  });

  it('is shown if the name is harmless, or the value is a placeholder', async () => {
    const { urls } = await shown(`const zoneName = '${WORD}'; fetch(\`\${U}/\${zoneName}/pagerules\`);`);
    expect(urls).toEqual([`${ZONES}/${WORD}/pagerules`]);
    const other = await shown(`const apiToken = 'YOUR_API_TOKEN'; fetch(U + '/1/pagerules?a=' + apiToken);`);
    expect(other.urls).toEqual([`${ZONES}/1/pagerules?a=YOUR_API_TOKEN`]);
  });
});

describe('maskSecrets', () => {
  it('masks the default of a secret, whatever its variable is called', () => {
    expect(maskSecrets(`const t = process.env.CF_TOKEN || '${WORD}';`)).not.toContain(WORD);
    expect(maskSecrets(`SSHPASS=${WORD} ssh host`)).not.toContain(WORD);
  });
});

describe('hideTold', () => {
  it('keeps names of files, and masks logins', () => {
    expect(hideTold("cannot read '/tmp/0b5f8a3e-3c1d-4a1e-9b1a-2f6f3f0a1b2c.json'")).toContain('0b5f8a3e-3c1d');
    const ofFile = 'src/password-rules.json: it is not valid JSON';
    expect(hideTold(ofFile)).toBe(ofFile);
    expect(hideTold('X-Auth-Key: hunter')).toBe('X-Auth-Key: ***');
    expect(hideTold("the base URL 'https://me:pass@example.com'")).toBe("the base URL 'https://***@example.com'");
  });
});
