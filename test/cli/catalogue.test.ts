import { describe, expect, it } from 'vitest';
import { folder } from '../scanner/support.js';
import { CALL, cli } from './support.js';

const OWN = { deprecations: [{ id: 'page-rules-api', endOfLife: '2027-06-30' }] };

describe('catalogue and explain', () => {
  it('read the configuration that a scan reads', async () => {
    const root = folder({
      'a.ts': CALL,
      'own.json': JSON.stringify(OWN),
      'sunset-lint.config.json': JSON.stringify({ catalogues: ['own.json'] }),
    });
    expect((await cli(root, ['scan', '--format', 'json'])).out).toContain('2027-06-30');
    expect((await cli(root, ['explain', 'page-rules-api'])).out).toContain('2027-06-30');
    expect((await cli(root, ['catalogue'])).out).toMatch(/^2027-06-30 +page-rules-api/m);
    for (const args of [
      ['explain', 'page-rules-api', '--no-config'],
      ['catalogue', '--no-config'],
    ])
      expect((await cli(root, args)).out).toContain('2025-01-06');
  });

  it('say which configuration cannot be used', async () => {
    const root = folder({ 'sunset-lint.config.json': '{ "catalogue": [] }' });
    for (const args of [['catalogue'], ['explain', 'page-rules-api']])
      expect(await cli(root, args)).toMatchObject({
        code: 2,
        err: expect.stringContaining("unknown key 'catalogue'") as string,
      });
  });
});
