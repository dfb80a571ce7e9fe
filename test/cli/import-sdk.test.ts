import { describe, expect, it } from 'vitest';
import { folder } from '../scanner/support.js';
import { cli } from './support.js';

const DOCUMENT = JSON.stringify({
  openapi: '3.0.0',
  info: { title: 'Bells', version: '1' },
  servers: [{ url: 'https://api.bells.example/v1' }],
  paths: {
    '/towers/{tower}/bells': { get: { deprecated: true, responses: {} }, post: { responses: {} } },
  },
});

function sdk(version: string, method: string): Readonly<Record<string, string>> {
  const root = `sdks/bells-${version}`;
  return {
    [`${root}/package.json`]: JSON.stringify({ name: 'bells', version }),
    [`${root}/cjs/resources/Bells.js`]: `exports.Bells = Resource.extend({
      ${method}: stripeMethod({ method: 'GET', fullPath: '/v1/towers/{id}/bells' }),
      create: stripeMethod({ method: 'POST', fullPath: '/v1/towers/{id}/bells' }),
    });`,
  };
}

const ARGS = ['catalogue', 'import', 'openapi', 'bells.json', '--api', 'bells'];

describe('catalogue import openapi --sdk', () => {
  it('adds rows for methods of all SDK versions that request deprecated operations', async () => {
    const root = folder({
      'bells.json': DOCUMENT,
      ...sdk('1.0.0', 'all'),
      ...sdk('2.0.0', 'list'),
      'a.ts': `import Bells from 'bells';\nnew Bells('key').bells.list('tower');\nnew Bells('key').bells.create('tower');\n`,
    });
    const { out, code } = await cli(root, [...ARGS, '--sdk', 'stripe=sdks']);
    expect(code).toBe(0);
    const { clients } = JSON.parse(out) as { clients: readonly { requests: readonly object[] }[] };
    expect(clients[0]?.requests.slice(0, 2)).toEqual([
      { member: 'bells.all', method: 'GET', template: '/towers/{tower}/bells', versions: '1.0.0 - 1.0.0' },
      { member: 'bells.list', method: 'GET', template: '/towers/{tower}/bells', versions: '2.0.0 - 2.0.0' },
    ]);
    await cli(root, [...ARGS, '--sdk', 'stripe=sdks', '--output', 'own.json']);
    const scan = await cli(root, ['scan', '--no-config', '--catalogue', 'own.json', '--format', 'csv', 'a.ts']);
    const found = scan.out.split('\n').filter((line) => line.startsWith('a.ts'));
    expect(found).toHaveLength(1);
    expect(found[0]).toMatch(/^a\.ts,2,/);
  });

  it.each([
    ['stripe=nowhere', 'is not a folder'],
    ['slack=sdks', 'has no package with methods of an SDK of this family'],
    ['strip=sdks', "unknown family of SDKs 'strip'"],
  ])('refuses %s', async (given, message) => {
    const root = folder({ 'bells.json': DOCUMENT, ...sdk('1.0.0', 'all') });
    const { err, code } = await cli(root, [...ARGS, '--sdk', given]);
    expect(code).toBe(2);
    expect(err).toContain(message);
  });
});
