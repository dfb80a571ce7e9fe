import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { API, cli, git, repository } from '../cli/support.js';

type Tree = Readonly<Record<string, string | null>>;

const CONFIG = 'sunset-lint.config.json';
const CALL = `fetch('${API}/zones/1/pagerules');\n`;
const OWN = "fetch('https://bells.acme.test/v1/towers');\n";

/** Writes a catalogue of another API, or of the built-in one with `more`. */
function catalogue(more: object = {}, entry: object = {}): string {
  return JSON.stringify({
    format: 2,
    api: { id: 'bells', baseUrls: [{ url: 'https://bells.acme.test/v1' }] },
    deprecations: [
      {
        id: 'bells/towers',
        feature: 'Towers',
        kind: 'endpoint',
        endOfLife: '2020-01-01',
        replacement: { kind: 'none' },
        endpoints: [{ methods: ['GET'], path: '/towers' }],
        ...entry,
      },
    ],
    ...more,
  });
}

const BELLS = { [CONFIG]: '{ "catalogues": ["bells.json"] }', 'bells.json': catalogue() };

/** Client that other modules import, and a module that could replace it and sends nothing. */
const CLIENT = `export const send = (path) => fetch('${API}' + path);\n`;
const DECOY = 'export const send = (path) => path;\n';
const IMPORTED = (from: string): string => `import { send } from '${from}';\nsend('/zones/1/pagerules');\n`;
const ALIASED = (target: string): string =>
  JSON.stringify({ compilerOptions: { paths: { '@/*': [`./${target}/*`] } } });
const WORKSPACE = { 'package.json': '{ "name": "town", "private": true, "workspaces": ["packages/*"] }' };
const KIT = (main: string): string => JSON.stringify({ name: '@town/kit', main });

/** Edits beside a new call; each would hide that call if the change were judged only by its new state. */
const WAYS: readonly (readonly [name: string, before: Tree, change: Tree, code: string])[] = [
  ['the newer edition', {}, { [CONFIG]: '{ "edition": "current" }' }, CALL],
  ['an ignored deprecation', {}, { [CONFIG]: '{ "ignore": ["page-rules-api"] }' }, CALL],
  [
    'an override that disables it',
    {},
    { [CONFIG]: '{ "overrides": [{ "id": "page-rules-api", "disabled": true }] }' },
    CALL,
  ],
  [
    'an override that moves its end',
    { [CONFIG]: '{ "failOn": "sunset" }' },
    { [CONFIG]: '{ "failOn": "sunset", "overrides": [{ "id": "page-rules-api", "endOfLife": "2999-01-01" }] }' },
    CALL,
  ],
  [
    'data in place of a program',
    { 'sunset-lint.config.mjs': 'export default {};\n' },
    { 'sunset-lint.config.mjs': null, [CONFIG]: '{ "ignore": ["page-rules-api"] }' },
    CALL,
  ],
  [
    'a more lenient gate in place of a program',
    { 'sunset-lint.config.mjs': 'export default {};\n' },
    { 'sunset-lint.config.mjs': null, [CONFIG]: '{ "failOn": "never" }' },
    CALL,
  ],
  ['a smaller file size limit', {}, { [CONFIG]: '{ "maxFileSize": "10b" }' }, CALL],
  ['a budget for findings', { [CONFIG]: '{}' }, { [CONFIG]: '{ "maxFindings": 9 }' }, CALL],
  ['fewer languages', {}, { [CONFIG]: '{ "languages": ["shell"] }' }, CALL],
  ['no built-in catalogue', {}, { [CONFIG]: '{ "edition": "none", "apis": ["github"] }' }, CALL],
  [
    'a catalogue with the same id',
    {},
    {
      [CONFIG]: '{ "catalogues": ["c.json"] }',
      'c.json': JSON.stringify({
        deprecations: [
          {
            id: 'page-rules-api',
            feature: 'x',
            kind: 'endpoint',
            endOfLife: '2999-01-01',
            replacement: { kind: 'none' },
            endpoints: [{ methods: ['GET'], path: '/nothing' }],
          },
        ],
      }),
    },
    CALL,
  ],
  [
    'a catalogue that claims the base URL',
    {},
    {
      [CONFIG]: '{ "catalogues": ["c.json"] }',
      'c.json': catalogue({ api: { id: 'bells', baseUrls: [{ url: `${API}/zones` }] } }),
    },
    CALL,
  ],
  [
    'a catalogue that lists it as live',
    {},
    {
      [CONFIG]: '{ "catalogues": ["c.json"] }',
      'c.json': catalogue({
        nearMisses: [
          {
            deprecations: ['page-rules-api'],
            status: 'live',
            why: 'still here',
            operations: ['GET /zones/{zone_id}/pagerules'],
          },
        ],
      }),
    },
    CALL,
  ],
  [
    'a configuration in package.json',
    {},
    { 'package.json': '{ "name": "x", "sunsetLint": { "edition": "current" } }' },
    CALL,
  ],
  [
    'a nearer configuration',
    { 'src/a.js': 'export {};\n' },
    { [CONFIG]: '{ "ignore": ["page-rules-api"], "failOn": "never" }' },
    CALL,
  ],
  [
    'a removed API',
    { [CONFIG]: '{ "apis": ["github"] }' },
    { [CONFIG]: '{}' },
    "fetch('https://api.github.com/orgs/o/security-managers');\n",
  ],
  [
    'a removed configuration',
    { [CONFIG]: '{ "apis": ["github"] }' },
    { [CONFIG]: null },
    "fetch('https://api.github.com/orgs/o/security-managers');\n",
  ],
  [
    'a removed base URL',
    { [CONFIG]: '{ "baseUrls": ["https://proxy.acme.test/cf"] }' },
    { [CONFIG]: '{}' },
    "fetch('https://proxy.acme.test/cf/zones/1/pagerules');\n",
  ],
  ['a user catalogue removed from the list', BELLS, { [CONFIG]: '{}' }, OWN],
  ['an emptied user catalogue', BELLS, { 'bells.json': catalogue({ deprecations: [] }) }, OWN],
  [
    'a user catalogue with a later end of life',
    { ...BELLS, [CONFIG]: '{ "catalogues": ["bells.json"], "failOn": "sunset" }' },
    { 'bells.json': catalogue({}, { endOfLife: '2999-01-01' }) },
    OWN,
  ],
  [
    'a user catalogue with another host',
    BELLS,
    { 'bells.json': catalogue({ api: { id: 'bells', baseUrls: [{ url: 'https://bells.acme.test/v2' }] } }) },
    OWN,
  ],
  [
    'a user catalogue with other methods',
    BELLS,
    { 'bells.json': catalogue({}, { endpoints: [{ methods: ['PUT'], path: '/towers' }] }) },
    OWN,
  ],
  [
    'another file in its place',
    BELLS,
    { [CONFIG]: '{ "catalogues": ["d.json"] }', 'd.json': catalogue({ deprecations: [] }) },
    OWN,
  ],
  [
    'an emptied catalogue of a package',
    {
      [CONFIG]: '{ "packages": ["bells"] }',
      'node_modules/bells/package.json': '{ "name": "bells" }',
      'node_modules/bells/catalogue.json': catalogue(),
    },
    { 'node_modules/bells/catalogue.json': catalogue({ deprecations: [] }) },
    OWN,
  ],
  [
    'a removed client',
    {
      [CONFIG]:
        '{ "clients": [{ "name": "kit", "origins": [{ "package": "kit", "exports": ["send"] }], "requests": [{ "url": { "argument": 0 } }] }] }',
    },
    { [CONFIG]: '{}' },
    `import { send } from 'kit';\nsend('${API}/zones/1/pagerules');\n`,
  ],
  [
    'paths of a tsconfig',
    { 'tsconfig.json': ALIASED('src'), 'src/client.js': CLIENT, 'fake/client.js': DECOY },
    { 'tsconfig.json': ALIASED('fake') },
    IMPORTED('@/client'),
  ],
  [
    'paths of a tsconfig that extends another',
    {
      'tsconfig.json': '{ "extends": "./tsconfig.base.json" }',
      'tsconfig.base.json': ALIASED('src'),
      'src/client.js': CLIENT,
      'fake/client.js': DECOY,
    },
    { 'tsconfig.base.json': ALIASED('fake') },
    IMPORTED('@/client'),
  ],
  [
    'paths of a jsconfig',
    { 'jsconfig.json': ALIASED('src'), 'src/client.js': CLIENT, 'fake/client.js': DECOY },
    { 'jsconfig.json': ALIASED('fake') },
    IMPORTED('@/client'),
  ],
  [
    'a removed tsconfig',
    { 'tsconfig.json': ALIASED('src'), 'src/client.js': CLIENT },
    { 'tsconfig.json': null },
    IMPORTED('@/client'),
  ],
  [
    'another tsconfig in the configuration',
    {
      [CONFIG]: '{ "tsconfig": "tsconfig.json" }',
      'tsconfig.json': ALIASED('src'),
      'src/client.js': CLIENT,
      'fake/client.js': DECOY,
    },
    { [CONFIG]: '{ "tsconfig": "other.json" }', 'other.json': ALIASED('fake') },
    IMPORTED('@/client'),
  ],
  [
    'an alias of a bundler',
    {
      'vite.config.js': "export default { resolve: { alias: { '@': '/src' } } };\n",
      'src/client.js': CLIENT,
      'fake/client.js': DECOY,
    },
    { 'vite.config.js': "export default { resolve: { alias: { '@': '/fake' } } };\n" },
    IMPORTED('@/client'),
  ],
  [
    'the main file of a package',
    {
      ...WORKSPACE,
      'packages/kit/package.json': KIT('client.js'),
      'packages/kit/client.js': CLIENT,
      'packages/kit/fake.js': DECOY,
    },
    { 'packages/kit/package.json': KIT('fake.js') },
    IMPORTED('@town/kit'),
  ],
  [
    'imports of a manifest',
    {
      'package.json': '{ "name": "x", "imports": { "#client": "./src/client.js" } }',
      'src/client.js': CLIENT,
      'src/fake.js': DECOY,
    },
    { 'package.json': '{ "name": "x", "imports": { "#client": "./src/fake.js" } }' },
    IMPORTED('#client'),
  ],
  [
    'packages of a workspace',
    { ...WORKSPACE, 'packages/kit/package.json': KIT('client.js'), 'packages/kit/client.js': CLIENT },
    { 'package.json': '{ "name": "town", "private": true }' },
    IMPORTED('@town/kit'),
  ],
  ['a decoy with another ending', { 'src/client.js': CLIENT }, { 'src/client.ts': DECOY }, IMPORTED('./client')],
  ['a decoy beside a folder', { 'src/client/index.js': CLIENT }, { 'src/client.js': DECOY }, IMPORTED('./client')],
  [
    'a decoy that declares types',
    { 'src/client.js': CLIENT },
    { 'src/client.d.ts': 'export declare const send: (path: string) => string;\n' },
    IMPORTED('./client'),
  ],
];

let root: string;

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'sunset-worlds-')));
});

afterEach(() => rmSync(root, { recursive: true, force: true }));

function put(tree: Tree): void {
  for (const [name, text] of Object.entries(tree)) {
    const path = join(root, name);
    mkdirSync(dirname(path), { recursive: true });
    if (text === null) rmSync(path);
    else writeFileSync(path, text);
  }
}

describe('judging a change by the settings before and after it', () => {
  it.each(WAYS)('reports the call despite %s', async (_name, before, change, code) => {
    put({ 'package.json': '{ "name": "x" }', 'src/old.js': 'export {};\n', ...before });
    repository(root);
    git(root, 'add', '-f', '.');
    git(root, 'commit', '-qm', 'before', '--allow-empty');
    git(root, 'tag', 'base');
    put({ ...change, 'src/new.js': code });
    git(root, 'add', '-A', '-f');
    for (const flags of [['--staged'], ['--changed-since', 'base']]) {
      const { code: exit, out, err } = await cli(root, ['scan', '--quiet', ...flags]);
      expect([exit, out.split('\n')[0] ?? ''], out + err).toEqual([1, expect.stringMatching(/^src\/new\.js:\d+:\d+ /)]);
    }
  });

  it('says which findings count only by the settings before the change', async () => {
    put({ 'src/old.js': 'export {};\n' });
    repository(root);
    put({ [CONFIG]: '{ "edition": "current" }', 'src/new.js': CALL });
    git(root, 'add', '-A');
    const { out } = await cli(root, ['scan', '--staged']);
    expect(out).toContain("it sets edition to 'current'. Findings of the old and of the new settings count");
    expect(out).toContain('1 finding counts by the settings before this change alone');
  });

  it('counts a call once if both settings find it, and a call from before the change not at all', async () => {
    put({ 'src/old.js': CALL });
    repository(root);
    put({ [CONFIG]: '{ "failOn": "deprecated", "apis": ["github"] }', 'src/new.js': CALL });
    git(root, 'add', '-A');
    const { out } = await cli(root, ['scan', '--staged', '--format', 'json']);
    const { findings } = JSON.parse(out) as { findings: { file: string }[] };
    expect(findings.map(({ file }) => file)).toEqual(['src/new.js']);
  });

  it('analyses each file once if the change leaves the settings alone', async () => {
    put({ 'src/old.js': 'export {};\n', [CONFIG]: '{ "failOn": "deprecated" }' });
    repository(root);
    put({ 'src/new.js': CALL, 'package.json': '{ "name": "x", "version": "2.0.0" }' });
    git(root, 'add', '-A');
    const { err } = await cli(root, ['scan', '--staged', '--stats', '--quiet']);
    // Both modules, because a manifest changed, each analysed once.
    expect(/files analysed +(\d+)/.exec(err)?.[1]).toBe('2');
  });

  it('says that the settings before the change could not be used', async () => {
    put({ [CONFIG]: '{ "catalogues": ["gone.json"] }', 'src/old.js': 'export {};\n' });
    repository(root);
    put({ [CONFIG]: '{}', 'src/new.js': CALL });
    git(root, 'add', '-A');
    const { code, out } = await cli(root, ['scan', '--staged']);
    expect(code).toBe(1);
    expect(out).toContain('The settings before the change could not be used, so the new ones alone count: ');
  });
});
