import { cpSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { git } from '../cli/support.js';
import { HERE, MAIN, put, run } from '../story/support.js';
import type { Done } from '../story/support.js';
import { blocksOf, PAGES, readRepositoryFile } from './pages.js';

/** Command lines that are not run here, with reasons. */
const NOT_RUN: readonly (readonly [lines: RegExp, why: string])[] = [
  [
    /^npm (?:--prefix \S+ )?(?:ci|install)\b|^npx --package\b/,
    'installs packages: `test/installs.mjs` and `test/story` do',
  ],
  [/^(?:npm (?:--prefix \S+ )?run|TEST_SHARE=|npx vitest)/, 'builds or tests this repository, as CI does'],
  [/^get\b/, 'asks the server of the vendor with a key'],
  [/^docker /, 'needs an image; `test/story/image.test.ts` runs its entry point'],
  [/^(?:turbo|nx) /, 'needs a task runner; `link` is tested in `test/cli`'],
];

interface Block {
  readonly name: string;
  readonly lines: readonly string[];
}

/** Blocks of commands without duplicates, because pages of deprecations differ only in their id. */
const BLOCKS: readonly Block[] = [
  ...new Map(
    PAGES.filter((page) => !page.startsWith('rules/')).flatMap((page) =>
      blocksOf(readRepositoryFile(page), 'sh').map((block, index) => {
        const id = /^docs\/deprecations\/(.+)\.md$/.exec(page)?.[1];
        const key = id === undefined ? block : block.replaceAll(id, 'ID');
        return [key, { name: `${page}, block ${index + 1}`, lines: linesOf(block) }] as const;
      }),
    ),
  ).values(),
];

let store = '';
let project = '';

beforeAll(() => {
  store = realpathSync(mkdtempSync(join(tmpdir(), 'sunset-docs-')));
  const start = `exec '${process.execPath}' '${MAIN}' "$@"\n`;
  put(store, 'bin/sunset-lint', `#!/bin/sh\n${start}`);
  put(
    store,
    'bin/npx',
    `#!/bin/sh\n[ "$1" = --no-install ] && shift\n[ "$1" = sunset-lint ] || exit 127\nshift\n${start}`,
  );
  project = join(store, 'project');
  prepare(project);
});

afterAll(() => rmSync(store, { recursive: true, force: true }));

describe.skipIf(process.platform === 'win32')('commands in the documentation', () => {
  it.each(BLOCKS.filter(({ lines }) => lines.some(isRun)))('run without errors: $name', ({ lines }) => {
    const root = mkdtempSync(join(store, 'run-'));
    cpSync(project, root, { recursive: true });
    for (const line of lines.filter(isRun)) {
      const { status, output } = shell(root, line);
      // Exit code 1, because the project has findings.
      expect([line, status, output]).toEqual([line, expect.toBeOneOf([0, 1]), expect.not.stringMatching(/^error:/m)]);
    }
  });

  it('are excluded only for reasons that apply', () => {
    const all = BLOCKS.flatMap(({ lines }) => lines);
    expect(NOT_RUN.filter(([pattern]) => !all.some((line) => pattern.test(line)))).toEqual([]);
    expect(all.filter(isRun).length).toBeGreaterThan(55);
  });

  it('would fail with an unknown flag', () => {
    expect(shell(project, 'npx sunset-lint --no-such-flag').status).toBe(2);
  });
});

describe.skipIf(process.platform === 'win32')('output shown in the documentation is real', () => {
  it('in docs/models.md: a model that ends, and what else must change', () => {
    const page = readRepositoryFile('docs/models.md');
    const [shown = ''] = blocksOf(page, 'text');
    const root = mkdtempSync(join(store, 'models-'));
    put(root, 'src/ask.ts', blocksOf(page, 'ts')[0] ?? '');
    expect(shell(root, 'npx sunset-lint --quiet --as-of 2026-11-28').output).toContain(shown);
  });

  it('in docs/your-own-api.md: from an OpenAPI document to the finding, and the same with a manual catalogue', () => {
    const page = readRepositoryFile('docs/your-own-api.md');
    const [shown = ''] = blocksOf(page, 'text');
    const [byHand = '', configuration = ''] = blocksOf(page, 'json');
    const root = mkdtempSync(join(store, 'own-'));
    put(root, 'openapi.yaml', blocksOf(page, 'yaml')[0] ?? '');
    put(root, 'src/bells.ts', BELLS);
    shell(root, 'npx sunset-lint catalogue import openapi openapi.yaml --output clock.json');
    expect(shell(root, 'npx sunset-lint --catalogue clock.json --as-of 2026-11-22').output).toContain(shown);
    put(root, 'clock.json', byHand);
    put(root, 'sunset-lint.config.json', configuration);
    const again = shell(root, 'npx sunset-lint --as-of 2026-11-22').output;
    expect(again).toContain(shown.trimEnd().replace('clock/v1', 'clock/bells-v1'));
  });

  it('in docs/your-own-api.md: a host for each tenant, versions in the path, and an SDK in two languages', () => {
    const [, , tower = '', versions = ''] = blocksOf(readRepositoryFile('docs/your-own-api.md'), 'json');
    const [, shown = ''] = blocksOf(readRepositoryFile('docs/your-own-api.md'), 'text');
    const root = mkdtempSync(join(store, 'tower-'));
    put(root, 'tower.json', tower);
    put(root, 'tower-versions.json', versions);
    put(root, 'src/tower.ts', TOWER);
    put(root, 'src/ring.py', 'from tower_sdk import Tower\nTower("acme").bells.list()\n');
    const flags = '--catalogue tower.json --catalogue tower-versions.json --edition none --as-of 2026-11-22 --quiet';
    expect(shell(root, `npx sunset-lint ${flags}`).output).toContain(shown);
  });

  it('in docs/command-line.md: the APIs that code calls', () => {
    const root = mkdtempSync(join(store, 'apis-'));
    put(root, 'src/summary.ts', "export const list = () => fetch('https://api.openai.com/v1/models');\n");
    put(root, 'src/design.ts', "export const me = () => fetch('https://api.figma.com/v1/me');\n");
    put(root, 'src/hook.ts', 'export const call = () => fetch(process.env.HOOK_URL);\n');
    const [shown = ''] = blocksOf(readRepositoryFile('docs/command-line.md'), 'text');
    expect(shell(root, 'npx sunset-lint apis --as-of 2026-11-26').output).toContain(shown);
  });

  it('in docs/command-line.md: the part of a plan that is to be done by hand', () => {
    const root = mkdtempSync(join(store, 'plan-'));
    put(root, 'src/rules.ts', "fetch('https://api.cloudflare.com/client/v4/zones/1/firewall/rules');\n");
    const [shown = ''] = blocksOf(readRepositoryFile('docs/command-line.md'), 'markdown');
    expect(shell(root, 'npx sunset-lint fix --dry-run --plan - --as-of 2026-11-28').output).toContain(shown);
  });

  it('in docs/monorepos.md: a call of a wrapper in another package', () => {
    const root = mkdtempSync(join(store, 'mono-'));
    put(root, 'package.json', '{ "private": true, "workspaces": ["packages/*"] }');
    put(root, 'packages/http/package.json', '{ "name": "@acme/http", "main": "src/index.ts" }');
    put(root, 'packages/http/src/index.ts', WRAPPER);
    put(root, 'packages/app/package.json', '{ "name": "@acme/app" }');
    put(root, 'packages/app/src/rules.ts', `import { get } from '@acme/http';\n${CALL}`);
    const [shown = ''] = blocksOf(readRepositoryFile('docs/monorepos.md'), 'text');
    expect(shell(root, 'npx sunset-lint').output).toContain(shown);
    const folder = shell(root, 'npx sunset-lint packages/app --quiet');
    expect(folder.output).toContain('packages/app/src/rules.ts:2:');
    expect(shell(root, 'npx sunset-lint packages/http --quiet').status).toBe(0);
  });

  it('in docs/frameworks.md: an unresolved import, and its alias in a tsconfig', () => {
    const root = mkdtempSync(join(store, 'vue-'));
    put(root, 'src/lib/cf.ts', WRAPPER);
    put(root, 'src/Zone.vue', `<script setup lang="ts">\nimport { get } from '@/lib/cf';\n${CALL}</script>\n`);
    const [shown = ''] = blocksOf(readRepositoryFile('docs/frameworks.md'), 'text');
    expect(shell(root, 'npx sunset-lint').output).toContain(shown);
    put(root, 'tsconfig.json', '{ "compilerOptions": { "paths": { "@/*": ["./src/*"] } } }');
    const found = shell(root, 'npx sunset-lint').output;
    expect(found).toContain('src/Zone.vue:3:');
    expect(found).not.toContain('could not be resolved');
  });
});

const BELLS = "const base = 'https://api.clock.example';\nexport const bells = () => fetch(`${base}/v1/bells`);\n";
const TOWER = [
  "import { Tower } from '@tower/sdk';",
  'export const bells = (tenant: string) => fetch(`https://${tenant}.tower.example/api/2026-01/bells`);',
  'export const chimes = (tenant: string) => fetch(`https://${tenant}.tower.example/api/2023-01/chimes`);',
  "export const all = () => new Tower('acme').bells.list();",
  '',
].join('\n');
const WRAPPER = 'export const get = (path: string) => fetch(`https://api.cloudflare.com/client/v4${path}`);\n';
const CALL = 'export const rules = (zone: string) => get(`/zones/${zone}/rate_limits`);\n';

/** Splits a block into commands, one for each line; a line that ends with a backslash continues. */
function linesOf(block: string): readonly string[] {
  return block
    .replaceAll('\\\n', ' ')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
}

function isRun(line: string): boolean {
  return !NOT_RUN.some(([pattern]) => pattern.test(line));
}

/** Runs a line as a reader would; `npx` runs only this program. */
function shell(cwd: string, line: string): Done {
  const path = [join(store, 'bin'), process.env['PATH'] ?? ''].join(delimiter);
  return run(cwd, 'sh', ['-c', line], { PATH: path, GITHUB_STEP_SUMMARY: '', GITHUB_OUTPUT: '' });
}

/** Makes the example project: a repository with a branch `origin/main`, and the files that pages mention. */
function prepare(root: string): void {
  cpSync(join(HERE, 'fixtures/demo'), root, { recursive: true });
  for (const file of ['src/bookmarks.ts', 'src/harden-zone.ts', 'src/upload.ts'])
    put(root, file, readRepositoryFile(`fixtures/demo/${file}`).replaceAll(/ *\/\/ expect: .*$/gm, ''));
  put(root, 'package-lock.json', '{}\n');
  put(root, 'src/helper.ts', blocksOf(readRepositoryFile('docs/getting-started.md'), 'ts')[0] ?? '');
  put(root, 'packages/app/src/zone.ts', `${WRAPPER}${CALL}`);
  put(root, 'src/bells.ts', BELLS);
  const own = readRepositoryFile('docs/your-own-api.md');
  put(root, 'openapi.yaml', blocksOf(own, 'yaml')[0] ?? '');
  const [byHand = '', , tower = '', versions = ''] = blocksOf(own, 'json');
  put(root, 'clock.json', byHand);
  put(root, 'tower.json', tower);
  put(root, 'tower-versions.json', versions);
  cpSync(join(HERE, 'fixtures/waf-plan/pro'), root, { recursive: true });
  for (const file of ['check.json', 'config.json'])
    cpSync(join(HERE, 'fixtures/waf-plan/enterprise', file), join(root, file));
  cpSync(join(HERE, 'fixtures/waf-plan/business.json'), join(root, 'export.json'));
  put(root, 'reports/README', 'Reports of scans, one for each night.\n');
  shell(root, 'npx sunset-lint --fail-on never --quiet --as-of 2026-01-01 --format json=reports/2026-01-01.json');
  git(root, 'init', '-q', '-b', 'main');
  git(root, 'add', '-A');
  git(root, 'commit', '-q', '-m', 'first');
  git(root, 'update-ref', 'refs/remotes/origin/main', 'HEAD');
}
