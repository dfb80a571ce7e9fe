import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ScanFlags } from '../../src/hosts/cli/settings/flags.js';
import { CONFIG_KEYS, SETTINGS, SETTING_ROWS } from '../../src/config/setting-table.js';
import type { SunsetConfig } from '../../src/config/setting-table.js';
import type { SettingRow } from '../../src/config/setting-row.js';
import { folder } from '../scanner/support.js';
import { API, CALL, cli, repository } from './support.js';
import type { Outcome } from './support.js';

/** Another value of each setting, as flags or a configuration; undefined if no other value can scan. */
const OTHER: { readonly [K in keyof ScanFlags]-?: readonly string[] | SunsetConfig | undefined } = {
  ignoreFiles: ['--ignore-files', 'src/list.ts'],
  include: ['--include', 'src/**'],
  languages: { languages: ['shell'] },
  alsoReport: { alsoReport: ['documents', 'testDoubles', 'resources'] },
  tsconfig: { tsconfig: 'tsconfig.other.json' },
  maxFileSize: { maxFileSize: '1kb' },
  shard: ['--shard', '1/2'],
  stdin: undefined,
  stdinFilename: undefined,
  listFiles: undefined,
  allowNoFiles: ['--allow-no-files'],
  format: ['--format', 'csv'],
  output: ['--output', 'report.json'],
  omitSuppressed: ['--omit-suppressed'],
  verbose: ['--verbose'],
  quiet: ['--quiet'],
  statistics: ['--statistics'],
  color: ['--no-color'],
  minConfidence: ['--min-confidence', 'possible'],
  asOf: ['--as-of', '2020-01-01'],
  failOn: ['--fail-on', 'never'],
  within: ['--within', 'all'],
  warnWithin: { warnWithin: '90d' },
  maxFindings: { maxFindings: 99 },
  failOnUnread: { failOnUnread: true },
  onlyChanged: { onlyChanged: ['shell'] },
  baseline: ['--no-baseline'],
  updateBaseline: undefined,
  reason: undefined,
  prune: undefined,
  strictClock: { strictClock: true },
  staged: ['--staged'],
  changedSince: ['--changed-since', 'HEAD'],
  watch: undefined,
  edition: ['--edition', 'current'],
  apis: ['--api', 'none'],
  catalogues: ['--catalogue', 'bells.json'],
  config: ['--config', 'other.json'],
  configCode: ['--no-config-code'],
  printConfig: undefined,
  fix: undefined,
  fixDryRun: ['--fix-dry-run'],
  debug: ['--debug'],
  stats: undefined,
  cacheLocation: undefined,
  cache: undefined,
  maxMemory: { maxMemory: '2gb' },
  timeout: { timeout: '5m' },
};

const TREE = {
  'src/list.ts': CALL,
  'src/large.ts': `${CALL}${'// The towers of the town, and their bells.\n'.repeat(60)}`,
  'src/list.test.ts': CALL.replace('list', 'listed'),
  'src/doubled.test.ts': `import nock from 'nock';\nnock('https://api.cloudflare.com').get('/client/v4/zones/1/pagerules').reply(200);\n`,
  'src/alias.ts': `import { base } from '@base';\nexport const rules = (zone: string) => fetch(\`\${base}/zones/\${zone}/pagerules\`);\n`,
  'one/index.ts': `export const base = '${API}';\n`,
  'two/index.ts': `export const base = 'https://example.com/other';\n`,
  'tsconfig.json': '{ "compilerOptions": { "paths": { "@base": ["./one/index.ts"] } } }',
  'tsconfig.other.json': '{ "compilerOptions": { "paths": { "@base": ["./two/index.ts"] } } }',
  'src/resource.ts': `import * as cloudflare from '@pulumi/cloudflare';\nexport const rule = new cloudflare.RateLimit('rule', { zoneId: '1', threshold: 9, period: 9 });\n`,
  'page.md': `Lists rules.\n\n\`\`\`sh\ncurl ${API}/zones/1/pagerules\n\`\`\`\n`,
  'tools/list.sh': `curl "${API}/zones/1/pagerules"\n`,
  'src/bells.ts': 'export const bells = () => fetch("https://api.bells.example.com/v1/bells");\n',
  'src/assistants.ts': 'export const all = () => fetch("https://api.openai.com/v1/assistants");\n',
  'src/moved.ts': `export const key = (zone: string) => fetch(\`${API}/zones/\${zone}/access/bookmarks\`);\n`,
  'bells.json': JSON.stringify({
    format: 2,
    api: { id: 'bells', baseUrls: [{ url: 'https://api.bells.example.com/v1', names: ['bells'] }] },
    deprecations: [
      {
        id: 'bells/list',
        feature: 'The list of bells',
        kind: 'endpoint',
        endOfLife: '2025-01-01',
        endpoints: [{ methods: ['GET'], path: '/bells' }],
        replacement: { kind: 'none' },
      },
    ],
  }),
  'other.json': '{ "ignore": ["page-rules"] }',
};

function isArgs(other: readonly string[] | SunsetConfig): other is readonly string[] {
  return Array.isArray(other);
}

function fileOf(name: string): string {
  return `${name}.settings.json`;
}

/** Configurations for settings without a flag. */
const CONFIGS = Object.fromEntries(
  Object.entries(OTHER).flatMap(([name, other]) =>
    other === undefined || isArgs(other) ? [] : [[fileOf(name), JSON.stringify(other)]],
  ),
);

interface Project {
  readonly root: string;
  readonly scan: (...args: readonly string[]) => Promise<Outcome>;
}

/** Makes a repository with cached results of a default scan. */
async function project(): Promise<Project> {
  const root = folder({ ...TREE, ...CONFIGS });
  repository(root);
  const caches = folder({});
  mkdirSync(join(caches, 'sunset-lint'), { mode: 0o700 });
  const env = { XDG_CACHE_HOME: caches, LOCALAPPDATA: caches };
  const scan: Project['scan'] = (...args) =>
    cli(root, ['scan', ...(args.includes('--format') ? [] : ['--format', 'json']), ...args], {
      cachesResults: true,
      env,
    });
  await scan();
  return { root, scan };
}

describe('cached results of other settings', () => {
  const flags = Object.entries(OTHER).flatMap(([name, other]) =>
    other === undefined ? [] : [{ name, args: isArgs(other) ? other : ['--config', fileOf(name)] }],
  );

  it.each(flags)('are not used when $name changes', async ({ args }) => {
    const { scan } = await project();
    const fresh = await scan(...args, '--no-cache');
    expect(await scan(...args)).toEqual(fresh);
    expect(await scan(...args)).toEqual(fresh);
  });

  const deciding = flags.filter(({ name }) => {
    const { affects }: SettingRow = SETTINGS[name as keyof typeof SETTINGS];
    return affects === 'listing' || affects === 'analysis' || affects === 'catalogue';
  });

  it.each(deciding)('would be wrong for $name, which changes the findings of this project', async ({ args }) => {
    const { scan } = await project();
    const [usual, other] = [await scan('--no-cache'), await scan(...args, '--no-cache')];
    expect(JSON.parse(other.out)).not.toEqual(JSON.parse(usual.out));
    const found = (out: string): unknown => {
      const { findings, unresolved } = JSON.parse(out) as { readonly findings: unknown; readonly unresolved: unknown };
      return [findings, unresolved];
    };
    expect(found(other.out)).not.toEqual(found(usual.out));
  });
});

it('there are no more flags and keys than people can look through', () => {
  const flags = SETTING_ROWS.flatMap(([, { flag, off }]) => [flag, off?.[0]]).filter((flag) => flag !== undefined);
  expect(flags.length).toBeLessThanOrEqual(39);
  expect(CONFIG_KEYS.length).toBeLessThanOrEqual(27);
});
