import plugin from '../../src/index.js';
import { API, FIXED_DAY, RuleTester } from './support.js';

const ruleTester = new RuleTester(FIXED_DAY);

ruleTester.run('valid-waf-migration', plugin.rules['valid-waf-migration'], {
  valid: [
    {
      name: 'a check of the second phase',
      code: `fetch('${API}/zones/1/waf_migration/check?phase_two=1', { headers: { Authorization: \`Bearer \${token}\` } });`,
    },
    {
      name: 'an update of the entry point outside of a migration',
      code: `fetch('${API}/zones/1/rulesets/phases/http_request_firewall_managed/entrypoint', {
  method: 'PUT',
  headers: { Authorization: \`Bearer \${token}\`, 'Content-Type': 'application/json' },
  body: JSON.stringify(configuration),
});`,
    },
    {
      name: 'an update that is only validated',
      code: `fetch('${API}/zones/1/rulesets/phases/http_request_firewall_managed/entrypoint?waf_migration=validation&phase_two=1', {
  method: 'PUT',
  headers: { Authorization: \`Bearer \${token}\`, 'Content-Type': 'application/json' },
  body: JSON.stringify(configuration),
});`,
    },
    {
      name: 'the same path of another API',
      code: "fetch('https://api.example.com/zones/1/waf_migration/check', { headers: { Authorization: `Bearer ${token}` } });",
    },
    {
      name: 'a mistake that the option ignores',
      code: `fetch('${API}/zones/1/waf_migration/check', { headers: { Authorization: \`Bearer \${token}\` } });`,
      options: [{ ignore: ['waf-migration'] }],
    },
  ],
  invalid: [
    {
      name: 'a missing parameter with a suggestion',
      code: `fetch('${API}/zones/1/waf_migration/check', { headers: { Authorization: \`Bearer \${token}\` } });`,
      errors: [
        {
          messageId: 'certain',
          data: {
            problem: 'This migration request lacks the query parameter `phase_two=1`',
            remedy: 'add `phase_two=1` to the query.',
            note: '',
            id: 'waf-migration',
            url: '',
          },
          line: 1,
          column: 7,
          endLine: 1,
          endColumn: 73,
          suggestions: [
            {
              messageId: 'addQuery',
              data: { name: 'phase_two=1' },
              output: `fetch('${API}/zones/1/waf_migration/check?phase_two=1', { headers: { Authorization: \`Bearer \${token}\` } });`,
            },
          ],
        },
      ],
    },
    {
      name: 'a missing header',
      code: `fetch('${API}/zones/1/waf_migration/check?phase_two=1');`,
      errors: [
        {
          messageId: 'certain',
          data: {
            problem: 'This migration request has no `Authorization` header',
            remedy: 'send `Authorization: Bearer <API token>`.',
            note: '',
            id: 'waf-migration',
            url: '',
          },
          line: 1,
          column: 1,
          endLine: 1,
          endColumn: 6,
        },
      ],
    },
    {
      name: 'an unknown mode, with a remedy too long for the sentence',
      code: `fetch('${API}/zones/1/rulesets/phases/http_request_firewall_managed/entrypoint?waf_migration=done&phase_two=1', {
  method: 'PUT',
  headers: { Authorization: \`Bearer \${token}\`, 'Content-Type': 'application/json' },
  body: JSON.stringify(configuration),
});`,
      errors: [
        {
          messageId: 'certainAlone',
          data: {
            problem: 'This migration request sends `done`, which is not a value of `waf_migration`.',
            note: '',
            id: 'waf-migration',
            url: '',
          },
          line: 1,
          column: 7,
          endLine: 1,
          endColumn: 141,
        },
      ],
    },
    {
      name: 'an update that finishes without a check',
      code: `fetch('${API}/zones/1/rulesets/phases/http_request_firewall_managed/entrypoint?waf_migration=pending&phase_two=1', {
  method: 'PUT',
  headers: { Authorization: \`Bearer \${token}\`, 'Content-Type': 'application/json' },
  body: JSON.stringify(configuration),
});`,
      errors: [
        {
          messageId: 'probableAlone',
          data: {
            problem:
              'This migration request finishes the migration, which cannot be reversed, and no compatibility check was found before it.',
            note: '',
            id: 'waf-migration',
            url: '',
          },
          line: 1,
          column: 7,
          endLine: 1,
          endColumn: 144,
        },
      ],
    },
    {
      name: 'several mistakes in one request, reported once',
      code: `fetch('${API}/zones/1/rulesets/phases/http_request_firewall_managed/entrypoint?waf_migration=validation&phase_two=1', { method: 'PUT' });`,
      errors: [{ messageId: 'certainAlone', line: 1, column: 149, endLine: 1, endColumn: 166 }],
    },
    {
      name: 'an unspecified operation',
      code: `fetch('${API}/zones/1/waf_migration/start?phase_two=1', { headers: { Authorization: \`Bearer \${token}\` } });`,
      errors: [
        {
          messageId: 'probableAlone',
          data: {
            problem:
              'This migration request probably asks for `waf_migration/start`, which is not an operation of the migration (not seen: whether the API has operations that the specification does not name).',
            note: '',
            id: 'waf-migration',
            url: '',
          },
          line: 1,
          column: 7,
          endLine: 1,
          endColumn: 85,
        },
      ],
    },
  ],
});
