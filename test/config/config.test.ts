import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import type { SunsetConfig } from '../../src/config/setting-table.js';
import { strictestConfig } from '../../src/config/strictest-config.js';
import { API, CALL, CLEAN, cli, git, findingPlaces } from '../cli/support.js';
import { folder } from '../scanner/support.js';

const config = (value: unknown): string => JSON.stringify(value);
const errorOf = async (files: Readonly<Record<string, string>>, ...args: readonly string[]): Promise<string> => {
  const { code, err } = await cli(folder({ 'a.ts': CALL, ...files }), ['scan', ...args]);
  expect(code).toBe(2);
  return err;
};

describe('a configuration', () => {
  it.each([
    ['sunset-lint.config.json', config({ failOn: 'never' })],
    ['sunset-lint.config.js', 'module.exports = { failOn: "never" };'],
    ['sunset-lint.config.mjs', 'const failOn = "never";\nexport default { failOn };'],
    [
      'sunset-lint.config.ts',
      "import type { Stats } from 'node:fs';\nexport default { failOn: 'never' as const } satisfies { failOn: 'never' };\nexport type X = Stats;",
    ],
    ['package.json', config({ sunsetLint: { failOn: 'never' } })],
  ])('is read from %s, in the scanned folder or above it', async (name, text) => {
    const root = folder({ [name]: text, 'src/deep/a.ts': CALL });
    git(root, 'init', '-q');
    expect((await cli(root, ['scan'])).code).toBe(0);
    expect((await cli(join(root, 'src'), ['scan', 'deep'])).code).toBe(0);
    expect((await cli(root, ['scan', '--no-config'])).code).toBe(1);
    expect((await cli(root, ['scan', '--fail-on', 'deprecated'])).code).toBe(1);
  });

  it('is not searched for above the repository', async () => {
    const root = folder({ 'sunset-lint.config.json': config({ failOn: 'never' }), 'app/a.ts': CALL });
    git(join(root, 'app'), 'init', '-q');
    expect((await cli(join(root, 'app'), ['scan'])).code).toBe(1);
  });

  it('can be selected by --config', async () => {
    const root = folder({
      'a.ts': CALL,
      'other.json': config({ failOn: 'never' }),
      'sunset-lint.config.json': config({}),
    });
    expect((await cli(root, ['scan', '--config', 'other.json'])).code).toBe(0);
    expect((await cli(root, ['scan', '--config', 'gone.json'])).err).toMatch(/there is no configuration/);
  });

  it('is not run with --no-config-code if it is a program', async () => {
    const text = 'throw new Error("it ran");';
    expect(await errorOf({ 'sunset-lint.config.mjs': text }, '--no-config-code')).toMatch(
      /is a program, and --no-config-code does not allow it to run/,
    );
    expect(await errorOf({ 'sunset-lint.config.mjs': text })).toMatch(/cannot be run: it ran/);
    expect(await errorOf({ 'sunset-lint.config.mjs': 'export const failOn = 1;' })).toMatch(/has no default export/);
  });

  it('can add clients and base URLs, and ignore deprecations and files', async () => {
    const root = folder({
      'sunset-lint.config.json': config({
        baseUrls: ['https://proxy.example.com/cf/'],
        ignore: ['rate-limiting-api'],
        ignoreFiles: ['legacy'],
        clients: [
          {
            name: 'acme',
            origins: [{ module: '@acme/http', export: 'send' }],
            requests: [{ member: '', url: 1, method: 'GET' }],
          },
        ],
      }),
      'proxy.ts': CALL.replace(API, 'https://proxy.example.com/cf'),
      'client.ts': `import { send } from '@acme/http';\nsend('x', '${API}/zones/1/pagerules');\n`,
      'limits.ts': CALL.replace('pagerules', 'rate_limits'),
      'legacy/a.ts': CALL,
    });
    expect(await findingPlaces(root)).toEqual(['client.ts:2:11', 'proxy.ts:2:9']);
    expect((await cli(root, ['scan'])).out).toContain(
      '1 finding of deprecations that the configuration ignores: rate-limiting-api.',
    );
    expect(await findingPlaces(root, '--no-config')).toContain('limits.ts:2:9');
  });

  it('resolves paths and globs against its own folder', async () => {
    const root = folder({
      'sunset-lint.config.json': config({ paths: ['src'], ignoreFiles: ['src/old/**'] }),
      'src/a.ts': CALL,
      'src/old/b.ts': CALL,
      'c.ts': CALL,
    });
    git(root, 'init', '-q');
    expect(await findingPlaces(root)).toEqual(['src/a.ts:2:9']);
    expect(await findingPlaces(join(root, 'src'))).toEqual(['src/a.ts:2:9']);
  });

  it('is printed with flags applied by --print-config', async () => {
    const root = folder({
      'a.ts': CLEAN,
      'sunset-lint.config.json': config({
        failOn: 'sunset',
        warnWithin: '90d',
        ignoreFiles: ['x'],
        format: ['json=out.json'],
      }),
    });
    const globs = ['--ignore-files', 'y', '--ignore-files', 'z'];
    const { out, code } = await cli(root, ['scan', '--print-config', ...globs]);
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({
      from: join(root, 'sunset-lint.config.json'),
      failOn: 'sunset',
      ignoreFiles: ['x', 'y', 'z'],
      warnWithin: '90d',
      format: [`json=${join(root, 'out.json')}`],
      minConfidence: 'probable',
    });
  });

  it.each([
    [{ failon: 'never' }, ":1:2: $ has an unknown key 'failon'. Did you mean 'failOn'?"],
    [
      { paths: ['src'], colour: 'red' },
      ":1:18: $ has an unknown key 'colour'. 'sunset-lint schema config' lists the keys.",
    ],
    [{ failOn: 'sunst' }, ":1:11: $.failOn is 'sunst'. Did you mean 'sunset'? Use one of deprecated, sunset, never."],
    [{ include: 'src' }, ":1:12: $.include is 'src', not a list. Write a list there, also for one item."],
    [{ paths: [] }, ':1:10: $.paths is empty. Write at least one item.'],
    [{ strictClock: 1 }, ':1:16: $.strictClock is 1. Write true or false.'],
    [{ maxFindings: -1 }, ':1:16: $.maxFindings is -1, not a whole number. Write 0 or more.'],
    [{ warnWithin: 'soon' }, ":1:15: $.warnWithin is 'soon', not a number of days. Write it like '90d'."],
    [
      { baseUrls: ['api.example.com/v4'] },
      ":1:14: $.baseUrls[0] is 'api.example.com/v4', not a whole URL. Write it like 'https://api.example.com/v4'.",
    ],
    [
      { ignore: ['page-rule-api'] },
      ":1:12: $.ignore[0] is 'page-rule-api', which is not a deprecation. Did you mean 'page-rules-api'?",
    ],
    [
      { ignore: ['src/**'] },
      ":1:12: $.ignore[0] is 'src/**', which is not a deprecation. Files are left out by ignoreFiles, in ESLint by ignores.",
    ],
    [
      { clients: [{ name: 'x', origins: [], requests: [], requets: [] }] },
      ":1:52: $.clients[0] has an unknown key 'requets'. Did you mean 'requests'?",
    ],
    [
      { clients: [{ name: 'x', origins: [{ global: 'x' }], requests: [{ member: 'get', urls: 0 }] }] },
      ":1:80: $.clients[0].requests[0] has an unknown key 'urls'. Did you mean 'url'?",
    ],
    [
      { clients: [{ name: 'x', origins: [{ module: 'x' }], requests: [] }] },
      ":1:36: $.clients[0].origins[0] must have 'module' and 'export', or 'global', or 'type' and 'module'.",
    ],
    [{ clients: [{ name: 'x', origins: [{ global: 'x' }] }] }, ":1:13: $.clients[0] lacks 'requests'. Add it."],
    [{ format: ['sarfi'] }, ":1:11: $.format: 'sarfi' is not one of the formats text, json"],
    [{ maxFileSize: 'big' }, ':1:16: $.maxFileSize: Write a size'],
    [[], ':1:1: $ is a list, not an object. Write an object there.'],
  ])('is refused with the place of the mistake: %j', async (value, message) => {
    const err = await errorOf({ 'sunset-lint.config.json': config(value) });
    expect(err).toContain(`sunset-lint.config.json${message}`);
  });

  it('is refused with its key if it is in package.json', async () => {
    expect(await errorOf({ 'package.json': config({ sunsetLint: { failon: 1 } }) })).toContain(
      "package.json:1:16: $.sunsetLint has an unknown key 'failon'. Did you mean 'failOn'?",
    );
  });

  it('must be the only one in its folder, and valid JSON', async () => {
    expect(await errorOf({ 'sunset-lint.config.json': '{}', 'package.json': config({ sunsetLint: {} }) })).toMatch(
      /there is more than one configuration/,
    );
    expect(await errorOf({ 'sunset-lint.config.json': '{' })).toMatch(
      /sunset-lint\.config\.json:1:2: not JSON: close brace expected\./,
    );
  });

  it('has a schema for editors', () => {
    const schema = JSON.parse(readFileSync(new URL('../../rules/config.schema.json', import.meta.url), 'utf8')) as {
      properties: object;
    };
    const validate = new Ajv({ strict: false }).compile(schema);
    expect(
      validate({
        $schema: 'x',
        failOn: 'never',
        warnWithin: '90d',
        clients: [{ name: 'a', origins: [{ type: 'T', module: 'm' }], requests: [] }],
      }),
    ).toBe(true);
    expect(validate({ fail: 1 })).toBe(false);
  });

  it('is read again in each run', async () => {
    const root = folder({ 'a.ts': CALL, 'sunset-lint.config.json': config({ failOn: 'never' }) });
    expect((await cli(root, ['scan'])).code).toBe(0);
    writeFileSync(join(root, 'sunset-lint.config.json'), '{}');
    expect((await cli(root, ['scan'])).code).toBe(1);
  });
});

describe('the horizon of a change', () => {
  const both = (now: SunsetConfig, base: SunsetConfig): unknown => strictestConfig(now, base, (a) => a).within;

  it('is the longer one of the configurations before and after it', () => {
    expect(both({ within: '0d' }, {})).toBe('90d');
    expect(both({ within: '30' }, { within: 'all' })).toBe('all');
    expect(both({ within: '120d' }, { within: '30d' })).toBe('120d');
    expect(both({}, { within: '30d' })).toBeUndefined();
  });
});
