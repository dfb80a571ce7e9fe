import plugin from '../../src/index.js';
import { API, ON_A_DAY, RuleTester } from './support.js';

const ruleTester = new RuleTester(ON_A_DAY);

ruleTester.run('no-deprecated-transport', plugin.rules['no-deprecated-transport'], {
  valid: [
    {
      name: 'one of the two headers',
      code: `fetch('${API}/zones/1/dns_records', { method: 'POST', headers: { 'Content-Length': '1' }, body: 'x' });`,
    },
    {
      name: 'both headers in a request to another API',
      code: "fetch('https://api.example.com/zones/1/dns_records', { method: 'POST', headers: { 'Transfer-Encoding': 'chunked', 'Content-Length': '1' }, body: 'x' });",
    },
    {
      name: 'both headers, one in each of two requests',
      code: `fetch('${API}/zones/1/dns_records', { method: 'POST', headers: { 'Transfer-Encoding': 'chunked' }, body: 'x' });
fetch('${API}/zones/1/dns_records', { method: 'POST', headers: { 'Content-Length': '1' }, body: 'x' });`,
    },
    {
      name: 'a standard cipher suite',
      code: `import https from 'node:https';
const agent = new https.Agent({ ciphers: 'ECDHE-RSA-CHACHA20-POLY1305' });
https.get('${API}/zones', { agent });`,
    },
  ],
  invalid: [
    {
      name: 'both headers, one of which can be removed',
      code: `fetch('${API}/zones/1/dns_records', { method: 'POST', headers: { 'Transfer-Encoding': 'chunked', 'Content-Length': '1' }, body: 'x' });`,
      errors: [
        {
          messageId: 'certain',
          data: {
            part: 'Requests with both `Transfer-Encoding` and `Content-Length`',
            when: 'ended on 2023-07-01',
            instead: 'send only one of the two; as a rule drop Content-Length and let the HTTP client set it.',
            note: '',
            id: 'transfer-encoding-with-content-length',
            url: ' https://developers.cloudflare.com/fundamentals/api/reference/deprecations/#2023-07-01',
          },
          line: 1,
          column: 96,
          endLine: 1,
          endColumn: 115,
          suggestions: [
            {
              messageId: 'removeHeader',
              data: { name: 'Content-Length' },
              output: `fetch('${API}/zones/1/dns_records', { method: 'POST', headers: { 'Transfer-Encoding': 'chunked' }, body: 'x' });`,
            },
          ],
        },
      ],
    },
    {
      name: 'both headers, in any case and order',
      code: `fetch('${API}/zones/1/dns_records', { method: 'POST', headers: { 'content-length': '1', accept: '*/*', 'transfer-encoding': 'chunked' }, body: 'x' });`,
      errors: [
        {
          messageId: 'certain',
          line: 1,
          column: 134,
          endLine: 1,
          endColumn: 153,
          suggestions: [
            {
              messageId: 'removeHeader',
              data: { name: 'Content-Length' },
              output: `fetch('${API}/zones/1/dns_records', { method: 'POST', headers: { accept: '*/*', 'transfer-encoding': 'chunked' }, body: 'x' });`,
            },
          ],
        },
      ],
    },
    {
      name: 'a draft cipher suite among others',
      code: `import https from 'node:https';
const options = { ciphers: 'ECDHE-RSA-CHACHA20-POLY1305-OLD:ECDHE-RSA-AES128-GCM-SHA256' };
https.get('${API}/zones', options);`,
      errors: [
        {
          messageId: 'probable',
          data: {
            part: 'the draft cipher suite `ECDHE-RSA-CHACHA20-POLY1305-OLD`',
            when: 'ended on 2023-07-01',
            instead: 'use the standard ChaCha20-Poly1305 suites.',
            note: ' Nothing that is set up with it was found.',
            id: 'chacha20-draft-cipher-suites',
            url: ' https://developers.cloudflare.com/fundamentals/api/reference/deprecations/#2023-07-01',
          },
          line: 2,
          column: 28,
          endLine: 2,
          endColumn: 89,
          suggestions: [
            {
              messageId: 'removeSuite',
              data: { name: 'ECDHE-RSA-CHACHA20-POLY1305-OLD' },
              output: `import https from 'node:https';
const options = { ciphers: 'ECDHE-RSA-AES128-GCM-SHA256' };
https.get('${API}/zones', options);`,
            },
          ],
        },
      ],
    },
    {
      name: 'a draft cipher suite of unknown use',
      code: `import https from 'node:https';
const agent = new https.Agent({ ciphers: 'ECDHE-RSA-CHACHA20-POLY1305-OLD' });
https.get('${API}/zones', { agent });`,
      errors: [
        {
          messageId: 'probable',
          data: {
            part: 'the draft cipher suite `ECDHE-RSA-CHACHA20-POLY1305-OLD`',
            when: 'ended on 2023-07-01',
            instead: 'use the standard ChaCha20-Poly1305 suites.',
            note: ' Nothing that is set up with it was found.',
            id: 'chacha20-draft-cipher-suites',
            url: ' https://developers.cloudflare.com/fundamentals/api/reference/deprecations/#2023-07-01',
          },
          line: 2,
          column: 42,
          endLine: 2,
          endColumn: 75,
        },
      ],
    },
  ],
});
