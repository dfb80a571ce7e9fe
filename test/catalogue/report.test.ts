import { describe, expect, it } from 'vitest';
import { loadCatalogue } from '../../src/knowledge/catalogue/load.js';
import { cli } from '../cli/support.js';
import { END_OF_LIFE_ROWS } from './end-of-life-rows.js';

async function run(...args: string[]): Promise<string> {
  return (await cli(process.cwd(), [...args, '--no-config'], { today: () => '2024-05-01' })).out;
}

describe('the command catalogue', () => {
  it('prints one line for each deprecation', async () => {
    const lines = (await run('catalogue')).split('\n');
    expect(lines[0]).toMatch(/^END OF LIFE {2}ID +KIND +OPERATIONS {2}REPLACEMENT$/);
    const own = lines.filter((line) => /^20\d\d-[\d-]+ +[^ /]+ /.test(line));
    expect(own[0]).toMatch(/^2025-01-06 {3}page-rules-api +endpoint +6 +Rules features \(migration guide\)$/);
    expect(own).toHaveLength(END_OF_LIFE_ROWS.length);
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(120);
  });

  it('prints JSON in the form of a catalogue file', async () => {
    const json = JSON.parse(await run('catalogue', '--format', 'json')) as { deprecations: Record<string, unknown>[] };
    expect(Object.keys(json)).toEqual(['format', 'api', 'edition', 'deprecations', 'nearMisses']);
    expect(json.deprecations).toHaveLength(END_OF_LIFE_ROWS.length);
    expect(json.deprecations[0]).toMatchObject({
      id: 'page-rules-api',
      feature: 'Page Rules API',
      kind: 'endpoint',
      endOfLife: '2025-01-06',
      endpoints: [
        { methods: ['GET', 'POST'], path: '/zones/{zone_id}/pagerules' },
        { methods: ['GET', 'PATCH', 'PUT', 'DELETE'], path: '/zones/{zone_id}/pagerules/{pagerule_id}' },
      ],
      replacement: { kind: 'product', name: 'Rules features (migration guide)' },
    });
    expect(json.deprecations.find(({ id }) => id === 'images-direct-upload-v1')?.replacement).toMatchObject({
      kind: 'operation',
      operation: { method: 'POST', path: '/accounts/{account_identifier}/images/v2/direct_upload' },
    });
  });
});

describe('the command explain', () => {
  it('prints all data of an endpoint', async () => {
    const text = await run('explain', 'page-rules-api');
    expect(text).toContain('End of life: 2025-01-06 (in 250 days, as of 2024-05-01)');
    expect(text).toContain('GET, PATCH, PUT, DELETE /zones/{zone_id}/pagerules/{pagerule_id}');
    expect(text).toContain('From the specification: Rules features (migration guide)');
    expect(text).toContain('Added advice, not from the specification:');
    expect(text).toContain('await fetch(`https://api.cloudflare.com/client/v4/zones/${zoneId}/pagerules`);');
    expect(text).toContain('GET /zones/{zone_id}/pagerules/settings');
  });

  it.each([
    ['2025-01-05', 'in 1 day,'],
    ['2025-01-06', 'the day itself,'],
    ['2025-01-07', '1 day ago,'],
    ['2025-02-06', '31 days ago,'],
  ])('counts days from %s', async (asOf, words) => {
    expect(await run('explain', 'page-rules-api', '--as-of', asOf)).toContain(`(${words} as of ${asOf})`);
  });

  it('lists live operations, and uses another one as the example', async () => {
    const text = await run('explain', 'argo-tunnel-api');
    expect(text).toContain('GET /accounts/{account_id}/tunnels: lists tunnels of every type');
    expect(text).toContain("method: 'POST',");
  });

  it('lists some look-alikes and counts the rest', async () => {
    expect(await run('explain', 'organizations-api')).toContain('and 24 more operations');
  });

  it.each([
    ['srv-data-fields', "body: JSON.stringify({ type: 'SRV', data: { service: value } }),"],
    ['notification-email-field', 'body: JSON.stringify({ notification_email: value }),'],
    [
      'page-shield-script-monitor',
      'await fetch(`https://api.cloudflare.com/client/v4/zones/${zoneId}/script_monitor`);',
    ],
    ['transfer-encoding-with-content-length', "headers: { 'Transfer-Encoding': 'chunked', 'Content-Length': value },"],
    ['chacha20-draft-cipher-suites', "tls.connect({ host, ciphers: 'ECDHE-RSA-CHACHA20-POLY1305-OLD:HIGH' });"],
  ])('prints an example for %s', async (id, line) => {
    expect(await run('explain', id)).toContain(line);
  });

  it('distinguishes no replacement from an unstated one', async () => {
    expect(await run('explain', 'billing-profile-and-history')).toContain('From the specification: none, as stated');
    expect(await run('explain', 'auto-minify-api')).toContain('From the specification: not stated');
  });

  it('wraps prose at 100 columns', async () => {
    for (const { id } of loadCatalogue().deprecations) {
      const lines = (await run('explain', id))
        .split('\n')
        .filter((line) => !line.startsWith('    ') && !line.includes('://'));
      for (const line of lines) expect(line.length).toBeLessThanOrEqual(100);
    }
  });

  it.each([
    [
      'waf-managed-rules-api',
      [
        '  high                PL2             Medium, 40 or higher',
        '  medium              PL1             High, 25 or higher',
        '  The action simulate becomes Log.',
      ],
    ],
    [
      'page-rules-api',
      ['  The phase http_request_origin takes over host_header_override, resolve_override (added advice).'],
    ],
    [
      'firewall-rules-and-filters-api',
      ['  The migration creates an equivalent of rules that bypass WAF managed rules; Bypass itself becomes'],
    ],
    ['organizations-api', ['  The roles of an account, the first replacement, are deprecated in turn: prefer']],
  ])('describes the migration of values in requests to %s', async (id, lines) => {
    expect((await run('explain', id)).split('\n')).toEqual(
      expect.arrayContaining(['Replacements of values', ...lines]),
    );
  });

  it('omits the section on values if there are none', async () => {
    expect(await run('explain', 'brotli-setting-api')).not.toContain('What becomes of');
  });

  it('suggests an id, and the command that lists them', async () => {
    expect(await cli(process.cwd(), ['explain', 'page-rule', '--no-config'])).toEqual({
      code: 2,
      out: '',
      err: "error: unknown deprecation 'page-rule'; did you mean 'page-rules-api'?\nerror: 'sunset-lint catalogue' lists all ids.\n",
    });
  });
});
