import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { API, CALL, CLEAN, cli, git, places } from '../cli/support.js';
import { folder } from '../scanner/support.js';

const config = (value: unknown): string => JSON.stringify(value);
const error = async (files: Readonly<Record<string, string>>, ...args: readonly string[]): Promise<string> => {
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
  ])('is read from %s, from the scanned folder upward', async (name, text) => {
    const root = folder({ [name]: text, 'src/deep/a.ts': CALL });
    expect((await cli(root, ['scan'])).code).toBe(0);
    expect((await cli(join(root, 'src'), ['scan', 'deep'])).code).toBe(0);
    expect((await cli(root, ['scan', '--no-config'])).code).toBe(1);
    expect((await cli(root, ['scan', '--fail-on', 'deprecated'])).code).toBe(1);
  });

  it('is not looked for above the repository', async () => {
    const root = folder({ 'sunset-lint.config.json': config({ failOn: 'never' }), 'app/a.ts': CALL });
    git(join(root, 'app'), 'init', '-q');
    expect((await cli(join(root, 'app'), ['scan'])).code).toBe(1);
  });

  it('is named by --config', async () => {
    const root = folder({
      'a.ts': CALL,
      'other.json': config({ failOn: 'never' }),
      'sunset-lint.config.json': config({}),
    });
    expect((await cli(root, ['scan', '--config', 'other.json'])).code).toBe(0);
    expect((await cli(root, ['scan', '--config', 'gone.json'])).err).toMatch(/there is no configuration/);
  });

  it('that is a program is not run with --no-config-code', async () => {
    const text = 'throw new Error("it ran");';
    expect(await error({ 'sunset-lint.config.mjs': text }, '--no-config-code')).toMatch(
      /is a program, and --no-config-code forbids to run it/,
    );
    expect(await error({ 'sunset-lint.config.mjs': text })).toMatch(/cannot be run: it ran/);
    expect(await error({ 'sunset-lint.config.mjs': 'export const failOn = 1;' })).toMatch(/has no default export/);
  });

  it('adds clients, base URLs, catalogues, ids and files', async () => {
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
    expect(await places(root)).toEqual(['client.ts:2:11', 'proxy.ts:2:9']);
    expect((await cli(root, ['scan'])).out).toContain('1 finding of deprecations that the configuration ignores.');
    expect(await places(root, '--no-config')).toContain('limits.ts:2:9');
  });

  it('takes paths and globs from its own folder', async () => {
    const root = folder({
      'sunset-lint.config.json': config({ paths: ['src'], ignoreFiles: ['src/old/**'] }),
      'src/a.ts': CALL,
      'src/old/b.ts': CALL,
      'c.ts': CALL,
    });
    expect(await places(root)).toEqual(['src/a.ts:2:9']);
    expect(await places(join(root, 'src'))).toEqual(['src/a.ts:2:9']);
  });

  it('is shown, with flags, by --print-config', async () => {
    const root = folder({
      'a.ts': CLEAN,
      'sunset-lint.config.json': config({ failOn: 'sunset', ignoreFiles: ['x'], format: ['json=out.json'] }),
    });
    const { out, code } = await cli(root, ['scan', '--print-config', '--ignore', 'y', '--warn-within', '90d']);
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({
      from: join(root, 'sunset-lint.config.json'),
      failOn: 'sunset',
      ignoreFiles: ['x', 'y'],
      warnWithin: '90d',
      format: [`json=${join(root, 'out.json')}`],
      minConfidence: 'probable',
    });
  });

  it.each([
    [{ failon: 'never' }, "$ has an unknown key 'failon'; did you mean 'failOn'?"],
    [{ failOn: 'sunst' }, '$.failOn is "sunst", not one of sunset, deprecated, never; did you mean \'sunset\'?'],
    [{ include: 'src' }, '$.include is a text, not a list.'],
    [{ excludeTests: 1 }, '$.excludeTests is 1, not true or false.'],
    [
      { ignore: ['page-rule-api'] },
      "$.ignore[0] is 'page-rule-api', which is no deprecation; did you mean 'page-rules-api'?",
    ],
    [
      { ignore: ['src/**'] },
      "$.ignore[0] is 'src/**', which is no deprecation; globs of files belong into ignoreFiles.",
    ],
    [
      { clients: [{ name: 'x', origins: [], requests: [], requets: [] }] },
      "$.clients[0] has an unknown key 'requets'; did you mean 'requests'?",
    ],
    [
      { clients: [{ name: 'x', origins: [{ global: 'x' }], requests: [{ member: 'get', urls: 0 }] }] },
      "$.clients[0].requests[0] has an unknown key 'urls'; did you mean 'url'?",
    ],
    [
      { clients: [{ name: 'x', origins: [{ module: 'x' }], requests: [] }] },
      "$.clients[0].origins[0] must have 'module' and 'export', or 'global', or 'type' and 'module'.",
    ],
    [{ clients: [{ name: 'x', origins: [{ global: 'x' }] }] }, "$.clients[0] lacks 'requests'."],
    [{ format: ['sarfi'] }, "$.format: 'sarfi' is not one of the formats text, json"],
    [{ maxFileSize: 'big' }, '$.maxFileSize: Write a size'],
    [[], '$ is a list, not an object.'],
  ])('says what is wrong, and where: %j', async (value, message) => {
    const err = await error({ 'sunset-lint.config.json': config(value) });
    expect(err).toContain('sunset-lint.config.json: ');
    expect(err).toContain(message);
  });

  it('in package.json is named with its key', async () => {
    expect(await error({ 'package.json': config({ sunsetLint: { failon: 1 } }) })).toContain(
      "package.json: $.sunsetLint has an unknown key 'failon'",
    );
  });

  it('must be the only one of its folder, and JSON', async () => {
    expect(await error({ 'sunset-lint.config.json': '{}', 'package.json': config({ sunsetLint: {} }) })).toMatch(
      /there are two configurations/,
    );
    expect(await error({ 'sunset-lint.config.json': '{' })).toMatch(/cannot be read as JSON/);
  });

  it('has a schema with which editors agree', () => {
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

  it('may be changed between runs', async () => {
    const root = folder({ 'a.ts': CALL, 'sunset-lint.config.json': config({ failOn: 'never' }) });
    expect((await cli(root, ['scan'])).code).toBe(0);
    writeFileSync(join(root, 'sunset-lint.config.json'), '{}');
    expect((await cli(root, ['scan'])).code).toBe(1);
  });
});
