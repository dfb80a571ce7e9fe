import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hideSecrets, maskSecrets } from '../../src/core/lib/mask-secrets.js';
import { FORMS } from '../report/secret-forms.js';

/** Masked line, with each secret as `…`. */
function masked(line: string): string {
  const text = maskSecrets(line);
  expect(text).toHaveLength(line.length);
  return text.replace(/\*+/g, '…');
}

describe('secrets in source', () => {
  it.each(Object.entries(FORMS))('are recognised by their form alone: %s', (_name, form) => {
    fc.assert(
      fc.property(form, fc.constantFrom('"', "'", '`', ' '), (secret, quote) => {
        expect(maskSecrets(`send(${quote}${secret}${quote}, url)`)).not.toContain(secret.slice(4, -4));
      }),
      { numRuns: 60, seed: 7 },
    );
  });

  it.each([
    [`-H "X-Auth-Key: hunter"`, `-H "X-Auth-Key: …"`],
    [
      `-H 'X-Auth-Email: me@x.test' -H "Content-Type: text/plain"`,
      `-H 'X-Auth-Email: …' -H "Content-Type: text/plain"`,
    ],
    [`-H "My-Own: hunter"`, `-H "My-Own: …"`],
    [`--header="Authorization: Bearer hunter"`, `--header="Authorization: Bearer …"`],
    [`curl -u me:hunter https://a.test`, `curl -u … https://a.test`],
    [`curl -u "me:hunter" -b 'sid=hunter'`, `curl -u "…" -b '…'`],
    [`curl --oauth2-bearer hunter`, `curl --oauth2-bearer …`],
    [`http :8080 X-Auth-Key:hunter`, `http :8080 X-Auth-Key:…`],
    [`wget --http-password=hunter`, `wget --http-password=…`],
    [`https://me:hunter@a.test/x`, `https://…@a.test/x`],
    [`'https://a.test/x?key=hunter&page=2&sig=abc'`, `'https://a.test/x?key=…&page=2&sig=…'`],
    [`CF_API_KEY="hunter"`, `CF_API_KEY="…"`],
    [`export CF_TOKEN=hunter`, `export CF_TOKEN=…`],
    ['"${CF_TOKEN:-hunter}"', '"${CF_TOKEN:-…}"'],
    [`api_key = "hunter"`, `api_key = "…"`],
    [`variable "api_token" { default = "hunter" }`, `variable "api_token" { default = "…" }`],
    [`name = "X-Auth-Key", value = "hunter"`, `name = "X-Auth-Key", value = "…"`],
    [`const token: string = 'hunter';`, `const token: string = '…';`],
    [`const token = process.env['CF_TOKEN'] ?? 'hunter';`, `const token = process.env['CF_TOKEN'] ?? '…';`],
    [`os.environ.get("CF_TOKEN", "hunter")`, `os.environ.get("CF_TOKEN", "…")`],
    [`headers: { 'X-Auth-Key': 'hunter', My: 'hunter' }`, `headers: { 'X-Auth-Key': '…', My: '…' }`],
    ['Authorization: `Bearer hunter`', 'Authorization: `Bearer …`'],
    [`headers.set('Authorization', 'Bearer hunter')`, `headers.set('Authorization', 'Bearer …')`],
    [`requests.get(url, auth=("me", "hunter"))`, `requests.get(url, auth=("me", "…"))`],
    [`data: "{\\"token\\":\\"hunter\\",\\"a\\":1}"`, `data: "{\\"token\\":\\"…\\",\\"a\\":1}"`],
    [`if (token === 'hunter') return;`, `if (token === '…') return;`],
  ])('are recognised by their context: %s', (line, expected) => {
    expect(masked(line)).toBe(expected);
  });

  it('are masked on every line of a PEM block', () => {
    const body = ['MIIEvQIBADANBgkq', 'hkiG9w0BAQEFAASC'];
    const text = maskSecrets(
      `const key = \`-----BEGIN PRIVATE KEY-----\n${body.join('\n')}\n-----END PRIVATE KEY-----\`;`,
    );
    for (const line of body) expect(text).not.toContain(line);
    expect(text.split('\n')).toHaveLength(4);
  });

  it.each([
    'export async function getToken(token: string, key: Key): Promise<Token> {',
    'const url = `https://api.cloudflare.com/client/v4/zones/${zoneId}/settings/minify`;',
    `const headers = { Authorization: \`Bearer \${token}\`, 'Content-Type': 'application/json' };`,
    `const token = process.env.CF_TOKEN; const key = config.get('api.key');`,
    `curl -H "Authorization: Bearer $CF_TOKEN" -H "X-Auth-Key: \${CF_KEY}" "https://a.test/zones/$ZONE"`,
    'api_token = var.cloudflare_api_token',
    'POST https://{location}-aiplatform.googleapis.com/v1/publishers/google/models/${model}:predict',
    'token: ${{ secrets.CF_TOKEN }}',
    `const TOKEN = 'YOUR_API_TOKEN'; const other = '<token>';`,
    `const tokenUrl = 'https://a.test/oauth/token'; const secretName = 'my-secret';`,
    `client.pageRules.list({ zone_id: zone, order: 'status', maxTokens: 4096 });`,
    `import { customPagesByIdentifierV2 } from '../cloudflare-page-rules-2024-05/handler.js';`,
    `"integrity": "sha512-mEzvQuNv2ClOmrpdaSoWKhpWFTy4lvVDwiuVjKCkhQEnjTp9mG0uIrLfiYxNqJ5L=="`,
    'version = "~> 4.52.1" # was 3.35.0',
    'if (key === undefined || keys.length > 0) throw new RangeError(`no ${key}`);',
    'requests.patch(f"{BASE}/zones/{zone}/settings/brotli", headers=headers, json={"value": "on"})',
  ])('are not seen in ordinary code: %s', (line) => {
    expect(maskSecrets(line)).toBe(line);
  });

  it('are masked in time proportional to the text', () => {
    const units = [
      'token=',
      '"token":"a",',
      'token = a ? ',
      'eyJaaaaaaaaa.',
      '-----BEGIN A-----',
      'aB3/',
      `a${' '.repeat(41)}`,
      '1',
    ];
    for (const unit of units) {
      const before = process.cpuUsage().user;
      maskSecrets(unit.repeat(300_000 / unit.length));
      // A quadratic search takes minutes.
      expect(process.cpuUsage().user - before).toBeLessThan(15_000_000);
    }
  });
});

describe('secrets in URLs of reports', () => {
  it('are hidden with literal ids, and the operation stays readable', () => {
    expect(hideSecrets('/zones/023e105f4ecef8ad9ca31a8372d0c353/pagerules/${ruleId}')).toBe(
      '/zones/***/pagerules/${ruleId}',
    );
    expect(hideSecrets('https://me:hunter@a.test/x?api_key=hunter')).toBe('https://***@a.test/x?api_key=***');
  });
});

describe('masking of long text', () => {
  const filler = (length: number): string => `'Accept': 'text/plain', `.repeat(Math.ceil(length / 24));

  it.each([100, 2_100, 40_000])('masks a value inside headers after %s characters', (length) => {
    expect(masked(`headers: { ${filler(length)}'My-Own': 'hunter' }`)).toContain(`'My-Own': '…' }`);
  });

  it('masks no value after the end of the headers', () => {
    expect(masked(`headers: { 'My-Own': 'hunter' }; 'My-Own': 'hunter'`)).toBe(
      `headers: { 'My-Own': '…' }; 'My-Own': 'hunter'`,
    );
  });

  it.each([100, 1_890, 5_000])('masks a header with a value of %s characters', (length) => {
    const value = 'hunter2 '.repeat(length / 8).trim();
    expect(maskSecrets(`request.set('X-Auth-Key', '${value}')`)).not.toContain('hunter');
    expect(maskSecrets(`X-Auth-Key: Bearer ${value}`)).not.toContain('hunter');
  });

  it('masks a key built from more than twenty pieces', () => {
    const pieces = (count: number): string => `'word'${` + '<name>'`.repeat(count)} + 'hunter'`;
    expect(maskSecrets(`apiSecret = ${pieces(10)}`)).not.toContain('hunter');
    expect(maskSecrets(`apiSecret = ${pieces(40)}`)).not.toContain('hunter');
  });
});
