import type { Linter } from 'eslint';
import { parse } from 'espree';
import { describe, expect, it } from 'vitest';
import { API, lint, summary } from './support.js';

describe('no-deprecated-endpoint', () => {
  it('reports the URL expression, with what, why and what now', () => {
    const [message, ...others] = lint({ 'a.js': `fetch('${API}/zones/1/pagerules', { method: 'POST' });` });
    expect(others).toEqual([]);
    expect(message).toMatchObject({
      line: 1,
      column: 7,
      endLine: 1,
      endColumn: 63,
      ruleId: 'sunset/no-deprecated-endpoint',
      messageId: 'certain',
    });
    expect(message?.message).toMatch(
      /^`POST \/zones\/\{zone_id\}\/pagerules` ends on 2025-01-06 by the published end-of-life table; Cloudflare cancelled that on 2024-06-17, and it still works; to move anyway, use [^.]*\. \[page-rules-api\] https:\/\/github\.com\/\S+$/,
    );
  });

  it.each([
    ['an empty file', ''],
    ['a live operation that looks alike', `fetch('${API}/zones/1/pagerules/settings');`],
    ['a comment', `// fetch('${API}/zones/1/pagerules')`],
    ['another host', "fetch('https://example.com/zones/1/pagerules');"],
  ])('is silent on %s', (_, text) => {
    expect(lint({ 'a.js': text })).toEqual([]);
  });

  it('leaves doubtful findings to the strict configuration', () => {
    const files = { 'a.js': "export const get = (base) => fetch(base + '/zones/1/pagerules');" };
    expect(lint(files)).toEqual([]);
    expect(summary(lint(files, { settings: { minConfidence: 'possible' } }))).toEqual([
      '1:36-1:63 sunset/no-deprecated-endpoint possible',
    ]);
  });

  it.each(['cf', 'q', 'fn'])('follows a sender that the file hands to a parameter called %s', (name) => {
    const sender = `const w = (path) => fetch('${API}' + path);\n`;
    const go = `const go = (${name}, zone) => ${name}(\`/zones/\${zone}/pagerules\`);\n`;
    const [message, ...others] = lint({ 'a.js': `${sender}${go}go(w, 'z');` });
    expect(others).toEqual([]);
    expect(message).toMatchObject({ line: 2, messageId: 'certain', ruleId: 'sunset/no-deprecated-endpoint' });
    expect(lint({ 'a.js': `${sender}${go}go(console.log, w);` })).toEqual([]);
  });

  it('lets the options of the rule go before the settings', () => {
    const files = { 'a.js': "export const get = (base) => fetch(base + '/zones/1/pagerules');" };
    const rules: Linter.RulesRecord = { 'sunset/no-deprecated-endpoint': ['error', { minConfidence: 'possible' }] };
    expect(lint(files, { rules, settings: { minConfidence: 'certain' } })).toHaveLength(1);
  });

  it('leaves out ignored deprecations, by settings and by option', () => {
    const files = { 'a.js': `fetch('${API}/zones/1/pagerules'); fetch('${API}/zones/1/rate_limits');` };
    expect(lint(files)).toHaveLength(2);
    expect(lint(files, { settings: { ignore: ['page-rules-api'] } })).toHaveLength(1);
    const rules: Linter.RulesRecord = { 'sunset/no-deprecated-endpoint': ['error', { ignore: ['rate-limiting-api'] }] };
    expect(lint(files, { settings: { ignore: ['page-rules-api'] }, rules })).toEqual([]);
  });

  it('knows own base URLs and clients', () => {
    const files = { 'a.js': "import { api } from 'acme';\napi.load('https://proxy.acme.test/cf/zones/1/pagerules');" };
    expect(lint(files)).toEqual([]);
    const clients = [
      {
        name: 'acme',
        origins: [{ module: 'acme', export: 'api' }],
        requests: [{ member: 'load', method: 'GET', url: 0 }],
      },
    ];
    expect(summary(lint(files, { settings: { clients, baseUrls: ['https://proxy.acme.test/cf/'] } }))).toEqual([
      '2:10-2:56 sunset/no-deprecated-endpoint certain',
    ]);
  });

  it('honours the directives of ESLint', () => {
    const url = `'${API}/zones/1/pagerules'`;
    expect(
      lint({ 'a.js': `fetch(${url}); // eslint-disable-line sunset/no-deprecated-endpoint -- until May` }),
    ).toEqual([]);
  });
});

describe('suggestions', () => {
  it.each([
    [
      'a route segment',
      'fetch(`$API/zones/${id}/script_monitor/scripts`);',
      'fetch(`$API/zones/${id}/page_shield/scripts`);',
    ],
    ['a route segment at the end', "fetch('$API/zones/1/script_monitor');", "fetch('$API/zones/1/page_shield');"],
    [
      'a constant of the file',
      "const path = '/script_monitor';\nfetch('$API/zones/1' + path);",
      "const path = '/page_shield';\nfetch('$API/zones/1' + path);",
    ],
    [
      'a version segment',
      "fetch(`$API/accounts/${id}/images/v1/direct_upload`, { method: 'POST' });",
      "fetch(`$API/accounts/${id}/images/v2/direct_upload`, { method: 'POST' });",
    ],
  ])('replace %s by its exact successor', (_, written, expected) => {
    const before = written.replaceAll('$API', API);
    const [message] = lint({ 'a.js': before });
    const [suggestion, ...others] = message?.suggestions ?? [];
    expect(others).toEqual([]);
    expect(suggestion?.messageId).toBe('replaceSegment');
    const [start, end] = suggestion?.fix.range ?? [0, 0];
    const after = before.slice(0, start) + (suggestion?.fix.text ?? '') + before.slice(end);
    expect(after).toBe(expected.replaceAll('$API', API));
    parse(after, { ecmaVersion: 'latest', sourceType: 'module' });
    expect(lint({ 'a.js': after })).toEqual([]);
  });

  it.each([
    [
      'of an endpoint',
      {
        kind: 'endpoint',
        endpoints: [{ methods: ['GET'], path: '/accounts/{account_id}/old/bells/{id}' }],
        replacement: {
          kind: 'operation',
          operation: { method: 'GET', path: '/accounts/{account_id}/towers/v2/bells/{id}' },
        },
      },
      '/old/bells/',
      '/towers/v2/bells/',
    ],
    [
      'of a segment',
      { kind: 'segment', after: '/accounts/{account_id}', segment: 'old/bells', replacedBy: 'towers/v2/bells' },
      '/old/bells/',
      '/towers/v2/bells/',
    ],
  ])('replace several segments at once: %s', (_, kind, old, now) => {
    const entry = { id: 'bells-v1', feature: 'Bells', endOfLife: '2025-01-01', ...kind };
    const before = `fetch(\`${API}/accounts/\${account}${old}\${id}\`);`;
    const files = {
      'a.js': before,
      'own.json': JSON.stringify({ format: 2, api: 'cloudflare', deprecations: [entry] }),
    };
    const [message] = lint(files, { settings: { catalogues: ['own.json'] } });
    const [suggestion] = message?.suggestions ?? [];
    const [start, end] = suggestion?.fix.range ?? [0, 0];
    expect(before.slice(0, start) + (suggestion?.fix.text ?? '') + before.slice(end)).toBe(before.replace(old, now));
  });

  it.each([
    [
      'stands in another file',
      {
        'a.js': `import { path } from './b.js';\nfetch('${API}/zones/1' + path);`,
        'b.js': "export const path = '/script_monitor';",
      },
    ],
    ['stands twice in the text', { 'a.js': `fetch('${API}/zones/1/script_monitor/scripts?from=/script_monitor/a');` }],
    ['has no exact successor', { 'a.js': `fetch('${API}/zones/1/pagerules');` }],
    [
      'is sent with a method that is not known',
      { 'a.js': `export const f = (method) => fetch('${API}/accounts/1/images/v1/direct_upload', { method });` },
    ],
  ])('are not offered where the segment %s', (_, files) => {
    const [message] = lint(files);
    expect(message?.ruleId).toBe('sunset/no-deprecated-endpoint');
    expect(message?.suggestions ?? []).toEqual([]);
  });
});
