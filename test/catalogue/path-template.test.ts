import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { parsePathTemplate } from '../../src/knowledge/catalogue/path-template.js';
import { pathShape, restorePathTemplate } from '../../src/core/model/endpoint.js';
import { CatalogueError } from '../../src/core/model/errors.js';

describe('parsePathTemplate', () => {
  it.each([
    ['a colon parameter', '/zones/:zone_id/pagerules', '/zones/{zone_id}/pagerules'],
    [
      'a longer parameter name',
      '/zones/:zone_identifier/settings/mobile_redirect',
      '/zones/{zone_identifier}/settings/mobile_redirect',
    ],
    [
      'a parameter in braces',
      'accounts/{account_identifier}/billing/profile',
      '/accounts/{account_identifier}/billing/profile',
    ],
    ['no leading slash', 'user/billing/history', '/user/billing/history'],
    ['no leading slash and colons', 'organizations/:identifier', '/organizations/{identifier}'],
    ['a trailing slash', '/zones/:zone_id/filters/', '/zones/{zone_id}/filters'],
    ['surrounding space', '  /user/tokens ', '/user/tokens'],
    ['a colon inside a literal', '/v1/messages:send', '/v1/messages:send'],
  ])('accepts %s', (_name, text, expected) => {
    expect(parsePathTemplate(text).text).toBe(expected);
  });

  it.each([
    ['a fixed part behind a parameter', '/bells/{id}.json', '/bells/{id}.json'],
    ['a fixed part before it', 'v{major}/bells', '/v{major}/bells'],
    ['both', '/models/{model}:ring', '/models/{model}:ring'],
    ['any subpath', '/v17.0/**', '/v17.0/**'],
    ['any operation', '/**', '/**'],
  ])('accepts %s', (_name, text, expected) => {
    expect(parsePathTemplate(text).text).toBe(expected);
    expect(restorePathTemplate(expected)).toEqual(parsePathTemplate(text));
  });

  it('explains the allowed wildcards if it finds another', () => {
    expect(() => parsePathTemplate('/v1/*')).toThrow(/the segment '\*' is neither .*; only \*\* at the end of a path/);
  });

  it('returns segments', () => {
    expect(parsePathTemplate('/v{major}/{id}.json/**').segments).toEqual([
      { kind: 'affixed', before: 'v', name: 'major', after: '' },
      { kind: 'affixed', before: '', name: 'id', after: '.json' },
      { kind: 'rest' },
    ]);
    expect(parsePathTemplate('zones/:zone_id/filters').segments).toEqual([
      { kind: 'literal', text: 'zones' },
      { kind: 'parameter', name: 'zone_id' },
      { kind: 'literal', text: 'filters' },
    ]);
  });

  it.each([
    [
      '/zones/:zone_id/firewall/waf/packages/:package_id/groups',
      '.../groups/:group_id',
      '/zones/{zone_id}/firewall/waf/packages/{package_id}/groups/{group_id}',
    ],
    [
      '/zones/:zone_id/firewall/waf/packages/:package_id/rules',
      '.../rules/:rule_id',
      '/zones/{zone_id}/firewall/waf/packages/{package_id}/rules/{rule_id}',
    ],
    [
      'organizations/:organization_identifier/invites',
      '.../invites/:identifier',
      '/organizations/{organization_identifier}/invites/{identifier}',
    ],
    [
      'organizations/:organization_identifier/members',
      '.../members/:identifier',
      '/organizations/{organization_identifier}/members/{identifier}',
    ],
    [
      'organizations/:organization_identifier/roles',
      '.../roles/:identifier',
      '/organizations/{organization_identifier}/roles/{identifier}',
    ],
    [
      'organizations/:organization_identifier/railguns',
      '.../railguns/:identifier',
      '/organizations/{organization_identifier}/railguns/{identifier}',
    ],
    [
      'organizations/:o/railguns/:identifier',
      '.../railguns/:identifier/zones',
      '/organizations/{o}/railguns/{identifier}/zones',
    ],
    ['/a/rules/b/rules', '.../rules/:id', '/a/rules/b/rules/{id}'],
    ['/a/b', '.../b', '/a/b'],
  ])('continues %s with %s', (previous, text, expected) => {
    expect(parsePathTemplate(text, parsePathTemplate(previous)).text).toBe(expected);
  });

  it.each([
    ['there is no path before it', '.../groups/:id', undefined],
    ['it shares no segments', '.../members/:id', '/zones/:zone_id/groups'],
    ['it shares no segments', '.../:id/zones', '/railguns/:id'],
  ])('rejects a continuation where %s', (why, text, previous) => {
    const at = { file: 'facts.md', line: 7 };
    const parse = (): unknown =>
      parsePathTemplate(text, previous === undefined ? undefined : parsePathTemplate(previous), at);
    expect(parse).toThrow(CatalogueError);
    expect(parse).toThrow(`facts.md:7: broken continuation '${text}': ${why}`);
    expect(parse).toThrow('write the whole path');
  });

  it.each([
    '',
    '/',
    '//',
    '/a//b',
    '/a/:',
    '/a/{}',
    '/a/{b',
    '/a/b}',
    '/a/{b}{c}',
    '/a/{b}-{c}',
    '/a/*',
    '/a/b*',
    '/a/{rest*}',
    '/**/a',
    '/a/**.json',
    '/a?b=1',
    '/a/#b',
    '/a b',
    '/a/...',
    '/a/..',
    '/:1a',
  ])('rejects the path %j', (text) => {
    expect(() => parsePathTemplate(text)).toThrow(CatalogueError);
  });

  it('throws only a CatalogueError', () => {
    const text = fc.oneof(
      fc.string(),
      fc.string({ unit: fc.constantFrom('/', ':', '{', '}', '.', 'a', 'b', '_', '-', '?', ' ') }),
    );
    const before = parsePathTemplate('/zones/:zone_id/a');
    fc.assert(
      fc.property(text, fc.boolean(), (path, continues) => {
        try {
          parsePathTemplate(path, continues ? before : undefined);
        } catch (error) {
          expect(error).toBeInstanceOf(CatalogueError);
        }
      }),
      { numRuns: 2000 },
    );
  });

  it('returns canonical text unchanged, and normalises other spellings to it', () => {
    const name = fc.stringMatching(/^[a-z][a-z0-9_]{0,8}$/);
    const segments = fc.array(fc.record({ name, parameter: fc.boolean() }), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(segments, (parts) => {
        const canonical = parts.map((part) => (part.parameter ? `/{${part.name}}` : `/${part.name}`)).join('');
        const colons = parts.map((part) => (part.parameter ? `:${part.name}` : part.name)).join('/');
        expect(parsePathTemplate(canonical).text).toBe(canonical);
        expect(parsePathTemplate(colons)).toEqual(parsePathTemplate(canonical));
        expect(restorePathTemplate(canonical)).toEqual(parsePathTemplate(canonical));
      }),
    );
  });
});

describe('pathShape', () => {
  it('removes the names of parameters', () => {
    expect(pathShape(parsePathTemplate('/zones/:zone_id/filters/:id'))).toBe('/zones/{}/filters/{}');
  });
});
