import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { loadCatalogue } from '../../src/knowledge/catalogue/load.js';
import type { Deprecation } from '../../src/core/model/deprecation.js';
import { ROOT } from './sources.js';

const { deprecations, apis } = loadCatalogue();
const baseUrls = apis.flatMap((api) => api.baseUrls);

function get(id: string): Deprecation {
  const found = deprecations.find((deprecation) => deprecation.id === id);
  if (found === undefined) throw new Error(`no ${id}`);
  return found;
}

function operations(deprecation: Deprecation, which: 'listed' | 'added' = 'listed'): readonly string[] {
  if (deprecation.kind !== 'endpoint' && deprecation.kind !== 'field') return [];
  return deprecation.endpoints
    .filter(({ added }) => (added === true) === (which === 'added'))
    .flatMap(({ methods, path }) => methods.map((method) => `${method} ${path.text}`));
}

describe('the packaged catalogue', () => {
  it('contains the 20 rows of the end-of-life table in their order', () => {
    expect(deprecations.map(({ id, endOfLife, kind }) => `${endOfLife} ${id} ${kind}`)).toEqual([
      '2025-01-06 page-rules-api endpoint',
      '2024-08-05 auto-minify-api endpoint',
      '2024-06-30 mobile-redirect-api endpoint',
      '2024-06-14 brotli-setting-api endpoint',
      '2024-06-14 server-side-excludes-api endpoint',
      '2024-05-31 srv-data-fields field',
      '2024-05-01 firewall-rules-and-filters-api endpoint',
      '2024-05-01 waf-managed-rules-api endpoint',
      '2024-05-01 rate-limiting-api endpoint',
      '2024-03-31 privacy-pass-api endpoint',
      '2024-02-04 argo-tunnel-api endpoint',
      '2023-07-01 chacha20-draft-cipher-suites cipher-suites',
      '2023-07-01 transfer-encoding-with-content-length headers',
      '2023-06-06 billing-profile-and-history endpoint',
      '2023-04-03 notification-email-field field',
      '2023-03-19 access-bookmarks-api endpoint',
      '2022-10-11 page-shield-script-monitor segment',
      '2022-07-01 images-direct-upload-v1 endpoint',
      '2021-03-01 zone-analytics-api endpoint',
      '2020-02-04 organizations-api endpoint',
    ]);
  });

  it('covers 25 areas and 91 operations, five of them changed rather than removed', () => {
    expect(deprecations.flatMap(({ areas }) => areas)).toHaveLength(25);
    expect(new Set(deprecations.flatMap(({ areas }) => areas)).size).toBe(25);
    expect(deprecations.flatMap((deprecation) => operations(deprecation))).toHaveLength(91);
    expect(new Set(deprecations.flatMap((deprecation) => operations(deprecation))).size).toBe(91);
    expect(operations(get('srv-data-fields'))).toHaveLength(5);
    expect(deprecations.flatMap((deprecation) => operations(deprecation, 'added'))).toHaveLength(27);
  });

  it('spells every path in the canonical form', () => {
    for (const operation of deprecations.flatMap((deprecation) => [
      ...operations(deprecation),
      ...operations(deprecation, 'added'),
    ])) {
      expect(operation).toMatch(/^[A-Z]+ (\/([a-z0-9_]+|\{[a-z_]+\}))+$/);
    }
  });

  it('completes paths that continue the previous one', () => {
    expect(operations(get('waf-managed-rules-api'))).toContain(
      'PATCH /zones/{zone_id}/firewall/waf/packages/{package_id}/groups/{group_id}',
    );
    expect(operations(get('organizations-api'))).toContain(
      'GET /organizations/{organization_identifier}/railguns/{identifier}/zones',
    );
  });

  it('contains the four kinds of replacement', () => {
    expect(get('page-rules-api').replacement).toEqual({ kind: 'product', name: 'Rules features (migration guide)' });
    expect(get('billing-profile-and-history').replacement).toEqual({ kind: 'none' });
    for (const id of [
      'auto-minify-api',
      'server-side-excludes-api',
      'privacy-pass-api',
      'transfer-encoding-with-content-length',
    ]) {
      expect(get(id).replacement).toEqual({ kind: 'unstated' });
    }
    expect(get('images-direct-upload-v1').replacement).toEqual({
      kind: 'operation',
      operation: {
        method: 'POST',
        path: {
          text: '/accounts/{account_identifier}/images/v2/direct_upload',
          segments: [
            { kind: 'literal', text: 'accounts' },
            { kind: 'parameter', name: 'account_identifier' },
            { kind: 'literal', text: 'images' },
            { kind: 'literal', text: 'v2' },
            { kind: 'literal', text: 'direct_upload' },
          ],
        },
      },
      note: 'Version 2 also takes metadata and an access policy, and gives the image ID',
    });
  });

  it('has the data to recognise each other kind of deprecation', () => {
    expect(get('srv-data-fields')).toMatchObject({
      pointers: ['/data/service', '/data/proto', '/data/name'],
      direction: 'both',
      when: { pointer: '/type', equals: 'SRV' },
    });
    expect(get('notification-email-field')).toMatchObject({ pointers: ['/notification_email'], allowedValues: [''] });
    expect(get('page-shield-script-monitor')).toMatchObject({
      after: '/zones/{zone_id}',
      segment: 'script_monitor',
      replacedBy: 'page_shield',
    });
    expect(get('transfer-encoding-with-content-length')).toMatchObject({
      headers: ['Transfer-Encoding', 'Content-Length'],
    });
    expect(get('chacha20-draft-cipher-suites')).toMatchObject({ codePoints: [0xcc13, 0xcc14, 0xcc15] });
  });

  it('contains only draft cipher suites', () => {
    const suites = get('chacha20-draft-cipher-suites');
    if (suites.kind !== 'cipher-suites') throw new Error('another kind');
    expect(suites.names).toHaveLength(15);
    expect(suites.names).toContain('ECDHE-RSA-CHACHA20-POLY1305-OLD');
    for (const standard of [
      'ECDHE-RSA-CHACHA20-POLY1305',
      'ECDHE-ECDSA-CHACHA20-POLY1305',
      'DHE-RSA-CHACHA20-POLY1305',
    ]) {
      expect(suites.names).not.toContain(standard);
    }
  });

  it('names the source line of each row', () => {
    const lines = readFileSync(`${ROOT}/rules/end-of-life.md`, 'utf8').split('\n');
    for (const { source, feature, endOfLife } of deprecations) {
      expect(source.file).toBe('rules/end-of-life.md');
      expect(lines[source.line - 1]).toContain(`| ${endOfLife} | ${feature} |`);
    }
  });

  it('contains 302 live look-alikes and six collisions', () => {
    const all = new Set(
      deprecations.flatMap(({ nearMisses }) =>
        nearMisses.map(({ method, path, status }) => `${status} ${method} ${path}`),
      ),
    );
    expect([...all].filter((text) => text.startsWith('live '))).toHaveLength(302);
    expect([...all].filter((text) => text.startsWith('collision ')).sort()).toEqual([
      'collision DELETE /organizations/{organization_id}/members/{member_id}',
      'collision GET /accounts/{account_id}/billing/profile',
      'collision GET /accounts/{account_id}/tunnels',
      'collision GET /organizations/{organization_id}',
      'collision GET /organizations/{organization_id}/members',
      'collision GET /organizations/{organization_id}/members/{member_id}',
    ]);
  });

  it('includes advice and a base URL', () => {
    expect(get('argo-tunnel-api').advice?.terraform).toBe('cloudflare_zero_trust_tunnel_cloudflared');
    expect(baseUrls).toEqual([{ url: 'https://api.cloudflare.com/client/v4', names: ['cloudflare', 'cf'] }]);
  });

  it('conforms to its schema, which is draft-07', () => {
    const schema = JSON.parse(readFileSync(`${ROOT}/rules/catalogue.schema.json`, 'utf8')) as Record<string, unknown>;
    expect(schema.$schema).toBe('http://json-schema.org/draft-07/schema#');
    const ajv = new Ajv({ strictTypes: false, strictRequired: false });
    expect(ajv.validateSchema(schema)).toBe(true);
    const validate = ajv.compile(schema);
    validate(JSON.parse(readFileSync(`${ROOT}/rules/catalogue.json`, 'utf8')));
    expect(validate.errors).toBeNull();
  });

  it('is loaded once and reused', () => {
    expect(loadCatalogue()).toBe(loadCatalogue());
  });
});
