import { describe, expect, it } from 'vitest';
import { folder } from '../scanner/support.js';
import { CALL, cli } from './support.js';

const OWN = { deprecations: [{ id: 'page-rules-api', endOfLife: '2027-06-30' }] };

describe('catalogue and explain', () => {
  it('read the same configuration as a scan', async () => {
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

  it('warn once about an override with an outdated expectation', async () => {
    const override = { id: 'page-rules-api', expects: { endOfLife: '2020-01-01' }, endOfLife: '2027-06-30', why: 'x' };
    const root = folder({ 'a.ts': CALL, 'sunset-lint.config.json': JSON.stringify({ overrides: [override] }) });
    for (const args of [['scan'], ['explain', 'page-rules-api'], ['catalogue']]) {
      const { err } = await cli(root, args);
      expect(err.split('expected 2020-01-01, the catalogue has 2025-01-06')).toHaveLength(2);
    }
  });

  it('report an invalid configuration', async () => {
    const root = folder({ 'sunset-lint.config.json': '{ "catalogue": [] }' });
    for (const args of [['catalogue'], ['explain', 'page-rules-api']])
      expect(await cli(root, args)).toMatchObject({
        code: 2,
        err: expect.stringContaining("unknown key 'catalogue'") as string,
      });
  });

  it('accept a catalogue that catalogue printed', async () => {
    const root = folder({ 'old.json': JSON.stringify(OWN) });
    const { out, code } = await cli(root, ['catalogue', '--format', 'json', '--catalogue', 'old.json']);
    expect(code).toBe(0);
    const printed = folder({ 'printed.json': out });
    const again = await cli(printed, ['catalogue', '--format', 'json', '--catalogue', 'printed.json']);
    expect([again.code, again.err]).toEqual([0, '']);
    expect(again.out).toContain('"2027-06-30"');
  });
});

describe('explain', () => {
  it.each([
    ['GET /zones/:id/pagerules'],
    ['get /zones/023e105f4ecef8ad9ca31a8372d0c353/pagerules/'],
    ['/zones/{zone}/pagerules'],
    ['https://api.cloudflare.com/client/v4/zones/abc/pagerules?page=2'],
  ])('finds the deprecation of the operation %s', async (operation) => {
    const { out, code } = await cli(folder({}), ['explain', operation]);
    expect(out).toMatch(/^Page Rules API\n/);
    expect(code).toBe(0);
  });

  it.each([
    ['an operation as its vendor writes it', 'POST /v1/assistants', /^Assistants API\n {2}Id: +openai\/assistants\n/],
    ['a path below the path of a base URL', '/api/files.upload', /^files\.upload\n {2}Id: +slack\/files-upload\n/],
    ['a value', 'gpt-3.5-turbo-0613', /^ {2}Id: +openai\/gpt-3-5-turbo-0613\n/m],
    ['an API, as a table', 'OpenAI', /^END OF LIFE[^]*^2026-08-26 +openai\/assistants /m],
  ])('finds %s', async (_, asked, expected) => {
    const { out, code } = await cli(folder({}), ['explain', asked]);
    expect(out).toMatch(expected);
    expect(code).toBe(0);
  });

  it.each([
    ['beta.assistants.create', 'openai/assistants'],
    ['client.beta.assistants.create()', 'openai/assistants'],
    ['files_upload', 'slack/files-upload'],
    ['client.pageRules.list', 'page-rules-api'],
    ['cf.zones.pagerules.get', 'page-rules-api'],
    ['cloudflare.zones.rateLimits', 'rate-limiting-api'],
  ])('explains the operations of the SDK method %s', async (method, id) => {
    const { code, out } = await cli(folder({}), ['explain', method]);
    expect(code).toBe(0);
    expect(out).toContain(`  Id:          ${id}\n`);
  });

  it.each(['beta.assistants.destroyAll', 'client.workers.scripts.list', 'client.pageRules.list.first'])(
    'does not know the SDK method %s',
    async (method) => {
      const { code, err } = await cli(folder({}), ['explain', method]);
      expect([code, err]).toEqual([2, expect.stringContaining(`unknown deprecation '${method}'`)]);
    },
  );

  it('suggests an id for an unknown word', async () => {
    const { code, err } = await cli(folder({}), ['explain', 'gpt-4-turbo-previw']);
    expect(err).toContain("unknown deprecation 'gpt-4-turbo-previw'; did you mean 'gpt-4-turbo-preview'?");
    expect(code).toBe(2);
    const list = await cli(folder({}), ['catalogue']);
    const ends = [...list.out.matchAll(/^(\d{4}-\d\d-\d\d) +\S*\/\S+/gm)].map(([, end]) => end);
    expect(ends).toEqual(ends.toSorted().reverse());
    expect(ends.length).toBeGreaterThan(300);
  });

  it('distinguishes live, unknown and similar operations', async () => {
    const root = folder({});
    const settings = await cli(root, ['explain', 'GET /zones/:id/pagerules/settings']);
    expect(settings.out).toMatch(/^GET \/zones\/\{id\}\/pagerules\/settings is in use:/);
    const other = await cli(root, ['explain', 'DELETE /zones/:id/pagerules']);
    expect(other.out).toMatch(
      /^Nothing in the catalogue is about DELETE \/zones\/\{id\}\/pagerules\.\nSimilar operations:/,
    );
    expect(other.out).toContain('GET, POST /zones/{zone_id}/pagerules (page-rules-api)');
    const foreign = await cli(root, ['explain', 'https://api.example.com/zones/1/pagerules']);
    expect(foreign.out).toContain('the address matches none of its base URLs');
    expect((await cli(root, ['explain', 'GTE /zones'])).code).toBe(2);
  });

  it.each([
    [
      ['--edition', 'current'],
      /^Not reported: the vendor cancelled it on 2024-06-17 \(.+\), as edition 'current' says\./,
    ],
    [['--catalogue', 'off.json'], /^Not reported: it is disabled, as file 'off\.json:1' says\./],
  ])('names the layer that disabled an entry: %j', async (flags, message) => {
    const own = folder({ 'off.json': JSON.stringify({ deprecations: [{ id: 'page-rules-api', disabled: true }] }) });
    for (const asked of ['page-rules-api', 'GET /zones/:id/pagerules']) {
      const { out, code } = await cli(own, ['explain', asked, ...flags]);
      expect(out).toMatch(message);
      expect(out).toContain('Page Rules API');
      expect(code).toBe(0);
    }
  });
});
