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
