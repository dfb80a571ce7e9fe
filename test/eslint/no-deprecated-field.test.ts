import * as typescriptParser from '@typescript-eslint/parser';
import plugin from '../../src/index.js';
import { API, ON_A_DAY, RuleTester } from './support.js';

const ruleTester = new RuleTester(ON_A_DAY);

ruleTester.run('no-deprecated-field', plugin.rules['no-deprecated-field'], {
  valid: [
    {
      name: 'a record of another type',
      code: `export const add = (zone, { service, proto, name, record, port }) =>
  fetch(\`${API}/zones/\${zone}/dns_records\`, { method: 'POST', body: JSON.stringify({ type: 'CAA', data: { flags: 0, tag: 'issue', value: 'a' } }) });`,
    },
    {
      name: 'a record in the new form',
      code: `export const add = (zone, { service, proto, name, record, port }) =>
  fetch(\`${API}/zones/\${zone}/dns_records\`, { method: 'POST', body: JSON.stringify({ type: 'SRV', name: '_sip._tcp.example.com', data: { port } }) });`,
    },
    {
      name: 'a live model',
      code: "fetch('https://api.openai.com/v1/chat/completions', { method: 'POST', body: JSON.stringify({ model: 'gpt-5.6-sol', messages: [] }) });",
    },
    {
      name: 'the name of a deprecated model in a request to another API',
      code: "fetch('https://api.example.com/v1/chat/completions', { method: 'POST', body: JSON.stringify({ model: 'gpt-4-32k', messages: [] }) });",
    },
    {
      name: 'a pool without the field',
      code: `fetch('${API}/accounts/1/load_balancers/pools', { method: 'POST', body: JSON.stringify({ name: 'a', origins: [] }) });`,
    },
    {
      name: 'a pool whose field is cleared',
      code: `fetch('${API}/accounts/1/load_balancers/pools/1', { method: 'PATCH', body: JSON.stringify({ notification_email: '' }) });`,
    },
  ],
  invalid: [
    {
      name: 'a deprecated model in a call of the SDK',
      code: `import OpenAI from 'openai';
const client = new OpenAI();
client.chat.completions.create({ model: 'gpt-4-vision-preview', messages: [] });`,
      errors: [
        {
          messageId: 'certain',
          data: {
            field: '`model: gpt-4-vision-preview` in `POST /chat/completions`',
            when: 'ended on 2024-12-06',
            instead: 'use gpt-4o.',
            note: '',
            id: 'openai/gpt-4-vision-preview',
            url: ' https://developers.openai.com/api/docs/deprecations',
          },
          line: 3,
          column: 41,
          endLine: 3,
          endColumn: 63,
        },
      ],
    },
    {
      name: 'a deprecated model in a request',
      code: "fetch('https://api.openai.com/v1/chat/completions', { method: 'POST', body: JSON.stringify({ model: 'gpt-4-32k', messages: [] }) });",
      errors: [
        {
          messageId: 'certain',
          data: {
            field: '`model: gpt-4-32k` in `POST /chat/completions`',
            when: 'ended on 2025-06-06',
            instead: 'use gpt-4o.',
            note: '',
            id: 'openai/gpt-4-32k',
            url: ' https://developers.openai.com/api/docs/deprecations',
          },
          line: 1,
          column: 101,
          endLine: 1,
          endColumn: 112,
        },
      ],
    },
    {
      name: 'a field of a pool, which can be left out',
      code: `fetch('${API}/accounts/1/load_balancers/pools', { method: 'POST', body: JSON.stringify({ name: 'a', origins: [], notification_email: 'a@example.com' }) });`,
      errors: [
        {
          messageId: 'certain',
          data: {
            field: '`notification_email` of `POST /accounts/{account_id}/load_balancers/pools`',
            when: 'ended on 2023-04-03',
            instead: 'use the centralized notification service.',
            note: '',
            id: 'notification-email-field',
            url: ' https://developers.cloudflare.com/fundamentals/api/reference/deprecations/#2023-04-03',
          },
          line: 1,
          column: 144,
          endLine: 1,
          endColumn: 162,
          suggestions: [
            {
              messageId: 'removeField',
              data: { name: 'notification_email' },
              output: `fetch('${API}/accounts/1/load_balancers/pools', { method: 'POST', body: JSON.stringify({ name: 'a', origins: [] }) });`,
            },
          ],
        },
      ],
    },
    {
      name: 'joins three literals',
      code: `export const add = (zone, { service, proto, name, record, port }) =>
  fetch(\`${API}/zones/\${zone}/dns_records\`, { method: 'POST', body: JSON.stringify({ type: 'SRV', data: { service: '_sip', proto: '_tcp', name: 'example.com', port } }) });`,
      errors: [
        {
          messageId: 'certain',
          data: {
            field: '`data.service`, `data.proto` and `data.name` of `POST /zones/{zone_id}/dns_records`',
            when: 'ended on 2024-05-31',
            instead: 'write them into `name`.',
            note: '',
            id: 'srv-data-fields',
            url: ' https://developers.cloudflare.com/fundamentals/api/reference/deprecations/#2024-05-31',
          },
          line: 2,
          column: 137,
          endLine: 2,
          endColumn: 144,
          suggestions: [
            {
              messageId: 'joinFields',
              data: { name: 'name' },
              output: `export const add = (zone, { service, proto, name, record, port }) =>
  fetch(\`${API}/zones/\${zone}/dns_records\`, { method: 'POST', body: JSON.stringify({ type: 'SRV', name: '_sip._tcp.example.com', data: { port } }) });`,
            },
          ],
        },
      ],
    },
    {
      name: 'joins literals in double quotes',
      code: `export const add = (zone, { service, proto, name, record, port }) =>
  fetch(\`${API}/zones/\${zone}/dns_records\`, { method: 'POST', body: JSON.stringify({ "type": "SRV", "data": { "service": "_sip", "proto": "_tcp", "name": "example.com", "port": 1 } }) });`,
      errors: [
        {
          messageId: 'certain',
          line: 2,
          column: 141,
          endLine: 2,
          endColumn: 150,
          suggestions: [
            {
              messageId: 'joinFields',
              data: { name: 'name' },
              output: `export const add = (zone, { service, proto, name, record, port }) =>
  fetch(\`${API}/zones/\${zone}/dns_records\`, { method: 'POST', body: JSON.stringify({ "type": "SRV", name: "_sip._tcp.example.com", "data": { "port": 1 } }) });`,
            },
          ],
        },
      ],
    },
    {
      name: 'joins a label without its underscore',
      code: `export const add = (zone, { service, proto, name, record, port }) =>
  fetch(\`${API}/zones/\${zone}/dns_records\`, { method: 'POST', body: JSON.stringify({ type: 'SRV', data: { port, service: 'sip', proto: '_tcp', name: 'example.com' } }) });`,
      errors: [
        {
          messageId: 'certain',
          line: 2,
          column: 143,
          endLine: 2,
          endColumn: 150,
          suggestions: [
            {
              messageId: 'joinFields',
              data: { name: 'name' },
              output: `export const add = (zone, { service, proto, name, record, port }) =>
  fetch(\`${API}/zones/\${zone}/dns_records\`, { method: 'POST', body: JSON.stringify({ type: 'SRV', name: '_sip._tcp.example.com', data: { port } }) });`,
            },
          ],
        },
      ],
    },
    {
      name: 'joins names and members',
      code: `export const add = (zone, { service, proto, name, record, port }) =>
  fetch(\`${API}/zones/\${zone}/dns_records\`, { method: 'POST', body: JSON.stringify({ type: 'SRV', data: { service, proto: '_tcp', name: record.host.name, port } }) });`,
      errors: [
        {
          messageId: 'certain',
          line: 2,
          column: 137,
          endLine: 2,
          endColumn: 144,
          suggestions: [
            {
              messageId: 'joinFields',
              data: { name: 'name' },
              output: `export const add = (zone, { service, proto, name, record, port }) =>
  fetch(\`${API}/zones/\${zone}/dns_records\`, { method: 'POST', body: JSON.stringify({ type: 'SRV', name: \`\${service}._tcp.\${record.host.name}\`, data: { port } }) });`,
            },
          ],
        },
      ],
    },
    {
      name: 'joins templates',
      code: `export const add = (zone, { service, proto, name, record, port }) =>
  fetch(\`${API}/zones/\${zone}/dns_records\`, { method: 'POST', body: JSON.stringify({ type: 'SRV', data: { service: \`_\${service}\`, proto: \`_\${proto}\`, name, port } }) });`,
      errors: [
        {
          messageId: 'certain',
          line: 2,
          column: 137,
          endLine: 2,
          endColumn: 144,
          suggestions: [
            {
              messageId: 'joinFields',
              data: { name: 'name' },
              output: `export const add = (zone, { service, proto, name, record, port }) =>
  fetch(\`${API}/zones/\${zone}/dns_records\`, { method: 'POST', body: JSON.stringify({ type: 'SRV', name: \`_\${service}._\${proto}.\${name}\`, data: { port } }) });`,
            },
          ],
        },
      ],
    },
    {
      name: 'joins fields between others',
      code: `export const add = (zone, { service, proto, name, record, port }) =>
  fetch(\`${API}/zones/\${zone}/dns_records\`, { method: 'POST', body: JSON.stringify({ type: 'SRV', data: { service, weight: 1, proto, port, name } }) });`,
      errors: [
        {
          messageId: 'certain',
          line: 2,
          column: 137,
          endLine: 2,
          endColumn: 144,
          suggestions: [
            {
              messageId: 'joinFields',
              data: { name: 'name' },
              output: `export const add = (zone, { service, proto, name, record, port }) =>
  fetch(\`${API}/zones/\${zone}/dns_records\`, { method: 'POST', body: JSON.stringify({ type: 'SRV', name: \`\${service}.\${proto}.\${name}\`, data: { weight: 1, port } }) });`,
            },
          ],
        },
      ],
    },
    {
      name: 'joins fields that are alone in data',
      code: `export const add = (zone, { service, proto, name, record, port }) =>
  fetch(\`${API}/zones/\${zone}/dns_records\`, { method: 'POST', body: JSON.stringify({ type: 'SRV', data: { service, proto, name, } }) });`,
      errors: [
        {
          messageId: 'certain',
          line: 2,
          column: 137,
          endLine: 2,
          endColumn: 144,
          suggestions: [
            {
              messageId: 'joinFields',
              data: { name: 'name' },
              output: `export const add = (zone, { service, proto, name, record, port }) =>
  fetch(\`${API}/zones/\${zone}/dns_records\`, { method: 'POST', body: JSON.stringify({ type: 'SRV', name: \`\${service}.\${proto}.\${name}\`, data: {} }) });`,
            },
          ],
        },
      ],
    },
    {
      name: 'replaces a name that may be the base',
      code: `export const add = (zone, { service, proto, name, record, port }) =>
  fetch(\`${API}/zones/\${zone}/dns_records\`, { method: 'POST', body: JSON.stringify({ type: 'SRV', name, data: { service: '_sip', proto: '_tcp', name: 'example.com', port } }) });`,
      errors: [
        {
          messageId: 'certain',
          line: 2,
          column: 143,
          endLine: 2,
          endColumn: 150,
          suggestions: [
            {
              messageId: 'joinFields',
              data: { name: 'name' },
              output: `export const add = (zone, { service, proto, name, record, port }) =>
  fetch(\`${API}/zones/\${zone}/dns_records\`, { method: 'POST', body: JSON.stringify({ type: 'SRV', name: '_sip._tcp.example.com', data: { port } }) });`,
            },
          ],
        },
      ],
    },
    {
      name: 'replaces a name that is known to be the base',
      code: `export const add = (zone, { service, proto, name, record, port }) =>
  fetch(\`${API}/zones/\${zone}/dns_records\`, { method: 'POST', body: JSON.stringify({ type: 'SRV', name: 'example.com', data: { service: '_sip', proto: '_tcp', name: 'example.com', port } }) });`,
      errors: [
        {
          messageId: 'certain',
          line: 2,
          column: 158,
          endLine: 2,
          endColumn: 165,
          suggestions: [
            {
              messageId: 'joinFields',
              data: { name: 'name' },
              output: `export const add = (zone, { service, proto, name, record, port }) =>
  fetch(\`${API}/zones/\${zone}/dns_records\`, { method: 'POST', body: JSON.stringify({ type: 'SRV', name: '_sip._tcp.example.com', data: { port } }) });`,
            },
          ],
        },
      ],
    },
    {
      name: 'leaves a full name and removes the fields',
      code: `export const add = (zone, { service, proto, name, record, port }) =>
  fetch(\`${API}/zones/\${zone}/dns_records\`, { method: 'POST', body: JSON.stringify({ type: 'SRV', name: '_sip._tcp.example.com', data: { service: '_sip', proto: '_tcp', port } }) });`,
      errors: [
        {
          messageId: 'certain',
          data: {
            field: '`data.service` and `data.proto` of `POST /zones/{zone_id}/dns_records`',
            when: 'ended on 2024-05-31',
            instead: 'write them into `name`.',
            note: '',
            id: 'srv-data-fields',
            url: ' https://developers.cloudflare.com/fundamentals/api/reference/deprecations/#2024-05-31',
          },
          line: 2,
          column: 168,
          endLine: 2,
          endColumn: 175,
          suggestions: [
            {
              messageId: 'dropFields',
              data: { name: 'name' },
              output: `export const add = (zone, { service, proto, name, record, port }) =>
  fetch(\`${API}/zones/\${zone}/dns_records\`, { method: 'POST', body: JSON.stringify({ type: 'SRV', name: '_sip._tcp.example.com', data: { port } }) });`,
            },
          ],
        },
      ],
    },
    {
      name: 'leaves a name built of a template and removes the fields',
      code: `export const add = (zone, { service, proto, name, record, port }) =>
  fetch(\`${API}/zones/\${zone}/dns_records\`, { method: 'POST', body: JSON.stringify({ type: 'SRV', data: { service, proto, port }, name: \`_\${service}._tcp\` }) });`,
      errors: [
        {
          messageId: 'certain',
          line: 2,
          column: 137,
          endLine: 2,
          endColumn: 144,
          suggestions: [
            {
              messageId: 'dropFields',
              data: { name: 'name' },
              output: `export const add = (zone, { service, proto, name, record, port }) =>
  fetch(\`${API}/zones/\${zone}/dns_records\`, { method: 'POST', body: JSON.stringify({ type: 'SRV', data: { port }, name: \`_\${service}._tcp\` }) });`,
            },
          ],
        },
      ],
    },
    {
      name: 'keeps the line breaks of a record',
      code: `export const add = (zone, { service, proto, name, record, port }) =>
  fetch(\`${API}/zones/\${zone}/dns_records\`, { method: 'POST', body: JSON.stringify({
    type: 'SRV',
    data: {
      service: '_sip',
      proto: '_tcp',
      name: 'example.com',
      port,
    },
  }) });`,
      errors: [
        {
          messageId: 'certain',
          line: 5,
          column: 7,
          endLine: 5,
          endColumn: 14,
          suggestions: [
            {
              messageId: 'joinFields',
              data: { name: 'name' },
              output: `export const add = (zone, { service, proto, name, record, port }) =>
  fetch(\`${API}/zones/\${zone}/dns_records\`, { method: 'POST', body: JSON.stringify({
    type: 'SRV',
    name: '_sip._tcp.example.com',
    data: {
      port,
    },
  }) });`,
            },
          ],
        },
      ],
    },
    {
      name: 'sees through TypeScript assertions',
      filename: 'a.ts',
      code: `export const add = (zone, { service, proto, name, record, port }) =>
  fetch(\`${API}/zones/\${zone}/dns_records\`, { method: 'POST', body: JSON.stringify({ type: 'SRV', data: { service, proto, name, port } as const } satisfies object) });`,
      languageOptions: { parser: typescriptParser },
      errors: [
        {
          messageId: 'certain',
          line: 2,
          column: 137,
          endLine: 2,
          endColumn: 144,
          suggestions: [
            {
              messageId: 'joinFields',
              data: { name: 'name' },
              output: `export const add = (zone, { service, proto, name, record, port }) =>
  fetch(\`${API}/zones/\${zone}/dns_records\`, { method: 'POST', body: JSON.stringify({ type: 'SRV', name: \`\${service}.\${proto}.\${name}\`, data: { port } as const } satisfies object) });`,
            },
          ],
        },
      ],
    },
    {
      name: 'follows a record to its definition',
      code: `const record = { type: 'SRV', data: { service: '_sip', proto: '_tcp', name: 'example.com' } };
fetch('${API}/zones/1/dns_records', { method: 'POST', body: JSON.stringify(record) });`,
      errors: [
        {
          messageId: 'certain',
          line: 1,
          column: 39,
          endLine: 1,
          endColumn: 46,
          suggestions: [
            {
              messageId: 'joinFields',
              data: { name: 'name' },
              output: `const record = { type: 'SRV', name: '_sip._tcp.example.com', data: {} };
fetch('${API}/zones/1/dns_records', { method: 'POST', body: JSON.stringify(record) });`,
            },
          ],
        },
      ],
    },
    {
      name: 'offers nothing if it is unknown whether the name contains the parts',
      code: `export const add = (zone, { service, proto, name, record, port }) =>
  fetch(\`${API}/zones/\${zone}/dns_records\`, { method: 'POST', body: JSON.stringify({ type: 'SRV', name, data: { service, proto, port } }) });`,
      errors: [{ messageId: 'certain', line: 2, column: 143, endLine: 2, endColumn: 150 }],
    },
    {
      name: 'offers nothing if a part is missing',
      code: `export const add = (zone, { service, proto, name, record, port }) =>
  fetch(\`${API}/zones/\${zone}/dns_records\`, { method: 'POST', body: JSON.stringify({ type: 'SRV', data: { service, proto, port } }) });`,
      errors: [{ messageId: 'certain', line: 2, column: 137, endLine: 2, endColumn: 144 }],
    },
    {
      name: 'offers nothing if a call computes a part',
      code: `export const add = (zone, { service, proto, name, record, port }) =>
  fetch(\`${API}/zones/\${zone}/dns_records\`, { method: 'POST', body: JSON.stringify({ type: 'SRV', data: { service, proto, name: name.trim(), port } }) });`,
      errors: [{ messageId: 'certain', line: 2, column: 137, endLine: 2, endColumn: 144 }],
    },
    {
      name: 'offers nothing if the base name means the zone',
      code: `export const add = (zone, { service, proto, name, record, port }) =>
  fetch(\`${API}/zones/\${zone}/dns_records\`, { method: 'POST', body: JSON.stringify({ type: 'SRV', data: { service, proto, name: '@', port } }) });`,
      errors: [{ messageId: 'certain', line: 2, column: 137, endLine: 2, endColumn: 144 }],
    },
    {
      name: 'offers nothing if the name does not contain the parts',
      code: `export const add = (zone, { service, proto, name, record, port }) =>
  fetch(\`${API}/zones/\${zone}/dns_records\`, { method: 'POST', body: JSON.stringify({ type: 'SRV', name: 'example.com', data: { service, proto, port } }) });`,
      errors: [{ messageId: 'certain', line: 2, column: 158, endLine: 2, endColumn: 165 }],
    },
    {
      name: 'offers nothing if a spread may contain the name',
      code: `export const add = (zone, { service, proto, name, record, port }) =>
  fetch(\`${API}/zones/\${zone}/dns_records\`, { method: 'POST', body: JSON.stringify({ ...record, type: 'SRV', data: { service, proto, name, port } }) });`,
      errors: [{ messageId: 'certain', line: 2, column: 148, endLine: 2, endColumn: 155 }],
    },
    {
      name: 'offers nothing if a spread may contain a field',
      code: `export const add = (zone, { service, proto, name, record, port }) =>
  fetch(\`${API}/zones/\${zone}/dns_records\`, { method: 'POST', body: JSON.stringify({ type: 'SRV', data: { service, proto, name, ...record } }) });`,
      errors: [{ messageId: 'certain', line: 2, column: 137, endLine: 2, endColumn: 144 }],
    },
    {
      name: 'offers nothing if a comment would be lost',
      code: `export const add = (zone, { service, proto, name, record, port }) =>
  fetch(\`${API}/zones/\${zone}/dns_records\`, { method: 'POST', body: JSON.stringify({ type: 'SRV', data: { service, /* TCP only */ proto, name, port } }) });`,
      errors: [{ messageId: 'certain', line: 2, column: 137, endLine: 2, endColumn: 144 }],
    },
    {
      name: 'offers nothing if the fields are assigned later',
      code: `const record = { type: 'SRV', data: {} };
record.data.service = '_sip';
fetch('${API}/zones/1/dns_records', { method: 'POST', body: JSON.stringify(record) });`,
      errors: [{ messageId: 'certain', line: 2, column: 13, endLine: 2, endColumn: 20 }],
    },
  ],
});
