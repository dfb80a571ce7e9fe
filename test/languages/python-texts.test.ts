import { expect, it } from 'vitest';
import { scan } from '../../src/scan/index.js';
import { folder } from '../scanner/support.js';

const BASE = 'https://api.cloudflare.com/client/v4';

it.each([
  ["'/zones/%s/%s' % (zone, 'pagerules')", ['page-rules-api']],
  ["'/zones/1/%s' % 'pagerules'", ['page-rules-api']],
  ["'/zones/%s/pagerules' % [zone]", ['page-rules-api']],
  // A list is one value.
  ["'/zones/1/%s' % ['pagerules']", []],
  ["'/zones/%s/%s' % [zone, 'pagerules']", []],
])('a template of Python is filled with the values of a tuple, but with a list as one value: %s', async (path, ids) => {
  const root = folder({ 'a.py': `import requests\nrequests.get('${BASE}' + ${path})\n` });
  const { findings } = await scan({ root, asOf: '2026-01-01' });
  expect(findings.map(({ deprecation }) => deprecation)).toEqual(ids);
});

it.each([
  ['x = 0.\ny = [1., 2.]\nz = f(a=5., b=(1.)) # 3.\nw = 1_000. # thousand\n', []],
  ['x = a.\n', ['a.py']],
  ['x = (1.\n', ['a.py']],
])('a number that ends in a point is valid, but a name that does is a syntax error: %j', async (text, files) => {
  const { coverage } = await scan({
    root: folder({ 'a.py': `# ${BASE}\nimport requests\n${text}` }),
    asOf: '2026-01-01',
  });
  expect(coverage.syntaxErrors).toEqual(files);
});

it.each([
  ['aiohttp', "aiohttp.ClientSession('https://api.openai.com')", ['openai/engines']],
  ['aiohttp', "aiohttp.ClientSession(base_url='https://api.openai.com')", ['openai/engines']],
  ['requests_toolbelt', "requests_toolbelt.sessions.BaseUrlSession('https://api.openai.com')", ['openai/engines']],
  ['aiohttp', "aiohttp.ClientSession('https://api.example.com')", []],
])('a session of %s takes its base URL by position or by name: %s', async (module, session, ids) => {
  const root = folder({ 'a.py': `import ${module}\nsession = ${session}\nsession.get('/v1/engines')\n` });
  const { findings } = await scan({ root, asOf: '2026-01-01' });
  expect(findings.map(({ deprecation }) => deprecation)).toEqual(ids);
});

it.each([
  ['import CloudFlare', 'CloudFlare.CloudFlare()', ['page-rules-api']],
  ['from CloudFlare import CloudFlare', 'CloudFlare()', ['page-rules-api']],
  ['import CloudFlareTower', 'CloudFlareTower.CloudFlare()', []],
])('the SDK is found under the module name of its major 2: %s', async (statement, client, ids) => {
  const root = folder({ 'a.py': `${statement}\ncf = ${client}\ncf.zones.pagerules.get('z')\n` });
  const { findings } = await scan({ root, asOf: '2026-01-01' });
  expect(findings.map(({ deprecation }) => deprecation)).toEqual(ids);
});

it.each([
  ['openai', 'openai.Engine.list()', ['openai/engines']],
  ['openai', 'await openai.FineTune.acreate(training_file=file)', ['openai/fine-tunes']],
  ['openai', "openai.Edit.create(input=text, instruction='ring')", ['openai/edits']],
  ['openai', 'openai.Answer.create(question=text)', ['openai/answers']],
  ['openai', 'openai.Model.list()', []],
  ['stripe', 'stripe.Order.list()', ['stripe/orders-skus']],
  ['stripe', 'stripe.SKU.delete(sku)', ['stripe/orders-skus']],
  ['stripe', 'stripe.Recipient.modify(recipient)', ['stripe/recipients']],
  ['stripe', 'stripe.Customer.list()', []],
])('a method of a former major of an SDK is found: %s, %s', async (module, call, ids) => {
  const text = `import ${module}\nasync def ring(file, text, sku, recipient):\n    ${call}\n`;
  const { findings } = await scan({ root: folder({ 'a.py': text }), asOf: '2026-01-01' });
  expect(findings.map(({ deprecation }) => deprecation)).toEqual(ids);
});

it.each([
  ['import os, openai', ['openai/engines']],
  ['import os as system, json, openai', ['openai/engines']],
  ['import os; import openai', ['openai/engines']],
  ['import os, open_ai as openai', []],
])('an SDK is found among the modules of one statement: %s', async (statement, ids) => {
  const { findings } = await scan({
    root: folder({ 'a.py': `${statement}\nopenai.Engine.list()\n` }),
    asOf: '2026-01-01',
  });
  expect(findings.map(({ deprecation }) => deprecation)).toEqual(ids);
});

it('a sentence in a workflow does not count as an import of Python', async () => {
  const files = {
    'a.js': "fetch('https://api.github.com/repos/o/r');\n",
    '.github/workflows/a.yml': 'description: Set from GitHub github\n',
  };
  const { coverage } = await scan({ root: folder(files), asOf: '2026-01-01' });
  expect(coverage.limits).toEqual([]);
});
