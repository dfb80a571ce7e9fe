import * as typescriptParser from '@typescript-eslint/parser';
import { describe, expect, it } from 'vitest';
import plugin from '../../src/index.js';
import { API, lint, ON_A_DAY, RuleTester } from './support.js';

const ruleTester = new RuleTester(ON_A_DAY);

ruleTester.run('no-deprecated-endpoint', plugin.rules['no-deprecated-endpoint'], {
  valid: [
    { name: 'an empty file', code: '' },
    { name: 'a similar live operation', code: `fetch('${API}/zones/1/pagerules/settings');` },
    { name: 'a comment', code: `// fetch('${API}/zones/1/pagerules')` },
    { name: 'another host', code: "fetch('https://example.com/zones/1/pagerules');" },
    {
      name: 'an uncertain call, which only the strict configuration reports',
      code: "export const get = (base) => fetch(base + '/zones/1/rate_limits');",
    },
    {
      name: 'an uncertain call, because the option takes precedence over the settings',
      code: "export const get = (base) => fetch(base + '/zones/1/rate_limits');",
      options: [{ minConfidence: 'certain' }],
      settings: { sunset: { minConfidence: 'possible' } },
    },
    {
      name: 'a deprecation that the settings ignore',
      code: `fetch('${API}/zones/1/rate_limits');`,
      settings: { sunset: { ignore: ['rate-limiting-api'] } },
    },
    {
      name: 'a deprecation that the option ignores',
      code: `fetch('${API}/zones/1/rate_limits');`,
      options: [{ ignore: ['rate-limiting-api'] }],
    },
    {
      name: 'a deprecation that the vendor cancelled, in the current edition',
      code: `fetch('${API}/zones/1/pagerules');`,
      settings: { sunset: { edition: 'current' } },
    },
    {
      name: 'a suppression comment',
      code: `// sunset-lint-disable-next-line rate-limiting-api -- moves in May
fetch('${API}/zones/1/rate_limits');`,
    },
    {
      name: 'a proxy that no setting names',
      code: `import { api } from 'acme';
api.load('https://proxy.acme.test/cf/zones/1/rate_limits');`,
    },
    {
      name: 'a parameter with a function that sends nothing',
      code: `const w = (path) => fetch('${API}' + path);
const go = (q, zone) => q(\`/zones/\${zone}/rate_limits\`);
go(console.log, w);`,
    },
    { name: 'the successor of a route', code: `fetch('${API}/zones/1/page_shield/scripts');` },
  ],
  invalid: [
    {
      name: "names the operation, its end, the remedy, the id and the vendor's URL",
      code: `fetch('${API}/zones/1/rate_limits', { method: 'POST' });`,
      errors: [
        {
          messageId: 'certain',
          data: {
            operation: '`POST /zones/{zone_id}/rate_limits`',
            when: 'ended on 2024-05-01',
            instead: 'use Rate limiting rules (new version, ruleset-engine based).',
            note: '',
            id: 'rate-limiting-api',
            url: ' https://developers.cloudflare.com/fundamentals/api/reference/deprecations/#2025-06-15',
          },
          line: 1,
          column: 7,
          endLine: 1,
          endColumn: 65,
        },
      ],
    },
    {
      name: 'says that the vendor cancelled a deprecation of the specification',
      code: `fetch('${API}/zones/1/pagerules');`,
      errors: [
        {
          messageId: 'certain',
          data: {
            operation: '`GET /zones/{zone_id}/pagerules`',
            when: 'ends on 2025-01-06 by the published end-of-life table; Cloudflare cancelled that on 2024-06-17, and it still works',
            instead: 'to move anyway, use Rules features (migration guide).',
            note: '',
            id: 'page-rules-api',
            url: ' https://github.com/cloudflare/cloudflare-docs/pull/15120',
          },
          line: 1,
          column: 7,
          endLine: 1,
          endColumn: 63,
        },
      ],
    },
    {
      name: 'explains its uncertainty if only a name refers to the API',
      code: `const API = process.env.CLOUDFLARE_API;
export const get = (zone) => fetch(\`\${API}/zones/\${zone}/rate_limits\`);`,
      errors: [
        {
          messageId: 'probable',
          data: {
            operation: '`GET /zones/{zone_id}/rate_limits`',
            when: 'ended on 2024-05-01',
            instead: 'use Rate limiting rules (new version, ruleset-engine based).',
            note: ' The base URL is not known, and only a name points to the API.',
            id: 'rate-limiting-api',
            url: ' https://developers.cloudflare.com/fundamentals/api/reference/deprecations/#2025-06-15',
          },
          line: 2,
          column: 36,
          endLine: 2,
          endColumn: 70,
        },
      ],
    },
    {
      name: 'reports more in the strict configuration',
      code: "export const get = (base) => fetch(base + '/zones/1/rate_limits');",
      settings: { sunset: { minConfidence: 'possible' } },
      errors: [{ messageId: 'possible', line: 1, column: 36, endLine: 1, endColumn: 65 }],
    },
    {
      name: 'gives an option precedence over the settings',
      code: "export const get = (base) => fetch(base + '/zones/1/rate_limits');",
      options: [{ minConfidence: 'possible' }],
      settings: { sunset: { minConfidence: 'certain' } },
      errors: [{ messageId: 'possible', line: 1, column: 36, endLine: 1, endColumn: 65 }],
    },
    {
      name: 'adds notes on the values that are sent',
      code: `fetch('${API}/zones/1/firewall/waf/packages/1', { method: 'PATCH', body: JSON.stringify({ sensitivity: 'high' }) });`,
      errors: [
        {
          messageId: 'certain',
          data: {
            operation: '`PATCH /zones/{zone_id}/firewall/waf/packages/{package_id}`',
            when: 'ended on 2024-05-01',
            instead: 'use WAF Managed Rules (new version).',
            note: ' Sensitivity `high` becomes paranoia level PL2 with the score threshold Medium (40 or higher).',
            id: 'waf-managed-rules-api',
            url: ' https://developers.cloudflare.com/fundamentals/api/reference/deprecations/#2025-06-15',
          },
          line: 1,
          column: 7,
          endLine: 1,
          endColumn: 77,
        },
      ],
    },
    {
      name: 'reports only the call that is not ignored',
      code: `fetch('${API}/zones/1/pagerules');
fetch('${API}/zones/1/rate_limits');`,
      settings: { sunset: { ignore: ['page-rules-api'] } },
      errors: [{ messageId: 'certain', line: 2, column: 7, endLine: 2, endColumn: 65 }],
    },
    {
      name: 'reports an ineffective suppression comment and the call',
      code: `// sunset-lint-disable-next-line rate-limit-api -- moves in May
fetch('${API}/zones/1/rate_limits');`,
      errors: [
        {
          messageId: 'directive',
          data: { problem: "'rate-limit-api' is neither a deprecation nor a rule (did you mean 'rate-limiting-api'?)" },
          line: 1,
          column: 1,
          endLine: 1,
          endColumn: 64,
        },
        {
          messageId: 'certain',
          data: {
            operation: '`GET /zones/{zone_id}/rate_limits`',
            when: 'ended on 2024-05-01',
            instead: 'use Rate limiting rules (new version, ruleset-engine based).',
            note: '',
            id: 'rate-limiting-api',
            url: ' https://developers.cloudflare.com/fundamentals/api/reference/deprecations/#2025-06-15',
          },
          line: 2,
          column: 7,
          endLine: 2,
          endColumn: 65,
        },
      ],
    },
    {
      name: 'follows a sending function passed as a parameter',
      code: `const w = (path) => fetch('${API}' + path);
const go = (q, zone) => q(\`/zones/\${zone}/rate_limits\`);
go(w, 'z');`,
      errors: [{ messageId: 'certain', line: 2, column: 27, endLine: 2, endColumn: 55 }],
    },
    {
      name: 'applies base URLs and clients of the settings',
      code: `import { api } from 'acme';
api.load('https://proxy.acme.test/cf/zones/1/rate_limits');`,
      settings: {
        sunset: {
          baseUrls: ['https://proxy.acme.test/cf/'],
          clients: [
            {
              name: 'acme',
              origins: [{ module: 'acme', export: 'api' }],
              requests: [{ member: 'load', method: 'GET', url: 0 }],
            },
          ],
        },
      },
      errors: [{ messageId: 'certain', line: 2, column: 10, endLine: 2, endColumn: 58 }],
    },
    {
      name: 'accepts TypeScript types',
      filename: 'a.ts',
      code: `const zone: string = 'z';
fetch(\`${API}/zones/\${zone as string}/rate_limits\`);`,
      languageOptions: { parser: typescriptParser },
      errors: [{ messageId: 'certain', line: 2, column: 7, endLine: 2, endColumn: 81 }],
    },
    {
      name: 'replaces a segment of a template',
      code: `fetch(\`${API}/zones/\${id}/script_monitor/scripts\`);`,
      errors: [
        {
          messageId: 'certain',
          data: {
            operation: '`GET /zones/{zone_id}/script_monitor/scripts`',
            when: 'ended on 2022-10-11',
            instead: 'write `page_shield` instead of `script_monitor`.',
            note: '',
            id: 'page-shield-script-monitor',
            url: ' https://developers.cloudflare.com/fundamentals/api/reference/deprecations/#2022-10-11',
          },
          line: 1,
          column: 7,
          endLine: 1,
          endColumn: 80,
          suggestions: [
            {
              messageId: 'replaceSegment',
              data: { from: 'script_monitor', to: 'page_shield' },
              output: `fetch(\`${API}/zones/\${id}/page_shield/scripts\`);`,
            },
          ],
        },
      ],
    },
    {
      name: 'replaces a segment at the end',
      code: `fetch('${API}/zones/1/script_monitor');`,
      errors: [
        {
          messageId: 'certain',
          line: 1,
          column: 7,
          endLine: 1,
          endColumn: 68,
          suggestions: [
            {
              messageId: 'replaceSegment',
              data: { from: 'script_monitor', to: 'page_shield' },
              output: `fetch('${API}/zones/1/page_shield');`,
            },
          ],
        },
      ],
    },
    {
      name: 'replaces a segment in a constant of the file',
      code: `const path = '/script_monitor';
fetch('${API}/zones/1' + path);`,
      errors: [
        {
          messageId: 'certain',
          line: 1,
          column: 14,
          endLine: 1,
          endColumn: 31,
          suggestions: [
            {
              messageId: 'replaceSegment',
              data: { from: 'script_monitor', to: 'page_shield' },
              output: `const path = '/page_shield';
fetch('${API}/zones/1' + path);`,
            },
          ],
        },
      ],
    },
    {
      name: 'replaces a version segment',
      code: `fetch(\`${API}/accounts/\${id}/images/v1/direct_upload\`, { method: 'POST' });`,
      errors: [
        {
          messageId: 'certain',
          data: {
            operation: '`POST …/images/v1/direct_upload`',
            when: 'ended on 2022-07-01',
            instead: 'use `POST /accounts/{account_identifier}/images/v2/direct_upload`.',
            note: '',
            id: 'images-direct-upload-v1',
            url: ' https://developers.cloudflare.com/fundamentals/api/reference/deprecations/#2022-07-01',
          },
          line: 1,
          column: 7,
          endLine: 1,
          endColumn: 84,
          suggestions: [
            {
              messageId: 'replaceSegment',
              data: { from: 'v1', to: 'v2' },
              output: `fetch(\`${API}/accounts/\${id}/images/v2/direct_upload\`, { method: 'POST' });`,
            },
          ],
        },
      ],
    },
    {
      name: 'offers nothing if the segment is in the text twice',
      code: `fetch('${API}/zones/1/script_monitor/scripts?from=/script_monitor/a');`,
      errors: [{ messageId: 'certain', line: 1, column: 7, endLine: 1, endColumn: 99 }],
    },
    {
      name: 'offers nothing if the method is unknown',
      code: `export const f = (method) => fetch('${API}/accounts/1/images/v1/direct_upload', { method });`,
      errors: [{ messageId: 'probable', line: 1, column: 36, endLine: 1, endColumn: 109 }],
    },
  ],
});

describe('suggestions of no-deprecated-endpoint', () => {
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
    ],
    [
      'of a segment',
      { kind: 'segment', after: '/accounts/{account_id}', segment: 'old/bells', replacedBy: 'towers/v2/bells' },
    ],
  ])('replace several segments at once: %s', (_, kind) => {
    const entry = { id: 'bells-v1', feature: 'Bells', endOfLife: '2025-01-01', ...kind };
    const before = `fetch(\`${API}/accounts/\${account}/old/bells/\${id}\`);`;
    const files = {
      'a.js': before,
      'own.json': JSON.stringify({ format: 2, api: 'cloudflare', deprecations: [entry] }),
    };
    const [message] = lint(files, { settings: { catalogues: ['own.json'] } });
    const { range: [start, end] = [0, 0], text = '' } = message?.suggestions?.[0]?.fix ?? {};
    expect(before.slice(0, start) + text + before.slice(end)).toBe(before.replace('/old/bells/', '/towers/v2/bells/'));
  });

  it('are not offered if the segment is in another file', () => {
    const [message] = lint({
      'a.js': `import { path } from './b.js';\nfetch('${API}/zones/1' + path);`,
      'b.js': "export const path = '/script_monitor';",
    });
    expect(message?.ruleId).toBe('sunset/no-deprecated-endpoint');
    expect(message?.suggestions ?? []).toEqual([]);
  });
});

it('honours the directives of ESLint', () => {
  const call = `fetch('${API}/zones/1/pagerules');`;
  expect(lint({ 'a.js': `${call} // eslint-disable-line sunset/no-deprecated-endpoint -- until May` })).toEqual([]);
  expect(lint({ 'a.js': `${call} // eslint-disable-line no-undef -- until May` })[0]?.line).toBe(1);
});
