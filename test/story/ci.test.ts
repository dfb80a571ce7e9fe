import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commit, has, HERE, must, pack, put, run, scratch } from './support.js';
import type { Done } from './support.js';

const API = 'https://api.cloudflare.com/client/v4';
const DEAD = `export const rules = (zone: string) => fetch(\`${API}/zones/\${zone}/pagerules\`);\n`;
const MINUTES = 60_000;

let store = '';
let tarball = '';
let unpacked = '';

beforeAll(() => {
  ({ store, tarball, unpacked } = pack());
}, MINUTES);
afterAll(() => rmSync(store, { recursive: true, force: true }));

const lines = (name: string): readonly string[] => readFileSync(join(HERE, name), 'utf8').split('\n');

/** The text of the only `run: |` of the action. */
function actionScript(): string {
  const all = lines('action.yml');
  return all
    .slice(all.findIndex((line) => line.trim() === 'run: |') + 1)
    .map((line) => line.slice(8))
    .join('\n');
}

/** The commands under `script:` of the GitLab job. */
function gitlabScript(): string {
  const all = lines('templates/gitlab-ci.yml');
  const rest = all.slice(all.indexOf('  script:') + 1);
  return rest
    .slice(
      0,
      rest.findIndex((line) => !line.startsWith('    - ')),
    )
    .map((line) => line.slice(6))
    .join('\n');
}

function action(root: string, inputs: NodeJS.ProcessEnv): Done {
  const none = {
    SUNSET_PATHS: '.',
    SUNSET_VERSION: 'latest',
    SUNSET_PACKAGE: unpacked,
    SUNSET_SINCE: '',
    SUNSET_FAIL_ON: '',
    SUNSET_SARIF: '',
    SUNSET_ARGS: '',
  };
  return run(root, 'bash', ['-c', actionScript()], { ...none, ...inputs });
}

describe('an installation', () => {
  it('is small: twenty packages and twenty megabytes at most, with one compiler', () => {
    const installed = readdirSync(join(unpacked, 'node_modules'), { recursive: true, encoding: 'utf8' });
    const packages = installed.filter((name) => /(?:^|node_modules\/)(?:@[^/]+\/)?[^/]+\/package\.json$/.test(name));
    const sizes = installed.map((name) => statSync(join(unpacked, 'node_modules', name)).size);
    expect(packages).toContain('ts-morph/package.json');
    expect(packages.length).toBeLessThan(20);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(20_000_000);
    expect(installed.filter((name) => /(?:^|\/)typescript\.js$/.test(name))).toEqual([
      '@ts-morph/common/dist/typescript.js',
    ]);
  });
});

describe('the GitHub action', () => {
  it('hands every input to its script', () => {
    const text = lines('action.yml').join('\n');
    const inputs = [...text.slice(text.indexOf('inputs:'), text.indexOf('runs:')).matchAll(/^ {2}([\w-]+):$/gm)].map(
      (match) => match[1],
    );
    expect(inputs).toHaveLength(7);
    for (const input of inputs) expect(text).toContain(`\${{ inputs.${input ?? ''} }}`);
    // An input that stood in the script itself could run anything.
    expect(actionScript()).not.toContain('${{');
  });

  it(
    'annotates, writes SARIF and a summary, and fails',
    () => {
      const root = scratch({ 'a.ts': DEAD });
      const summary = join(store, 'summary.md');
      const done = action(root, {
        SUNSET_PACKAGE: tarball,
        SUNSET_SARIF: 'out.sarif',
        SUNSET_ARGS: '--as-of\n2027-01-01\n',
        GITHUB_STEP_SUMMARY: summary,
      });
      expect(done).toMatchObject({ status: 1, output: expect.stringContaining('::error file=a.ts,line=1') as string });
      expect(JSON.parse(readFileSync(join(root, 'out.sarif'), 'utf8'))).toMatchObject({ version: '2.1.0' });
      expect(readFileSync(summary, 'utf8')).toContain('a.ts');
      expect(action(root, { SUNSET_FAIL_ON: 'never' }).status).toBe(0);
    },
    2 * MINUTES,
  );

  it(
    'takes paths with blanks, only what a change introduces, and no command from an input',
    () => {
      const root = scratch({ 'old file.ts': DEAD, 'b.ts': 'export {};\n' });
      commit(root, 'first');
      put(root, 'c.ts', DEAD);
      const done = action(root, { SUNSET_SINCE: 'HEAD', SUNSET_PATHS: 'old file.ts\nc.ts\nb.ts' });
      expect(done.output).toContain('file=c.ts');
      expect(done.output).not.toContain('file=old file.ts');
      expect(action(root, { SUNSET_SINCE: 'HEAD; touch hacked', SUNSET_PATHS: '$(touch hacked)' }).status).toBe(2);
      expect(readdirSync(root)).not.toContain('hacked');
    },
    2 * MINUTES,
  );
});

describe('the GitLab job', () => {
  it(
    'writes its reports, and fails for what a merge request introduces',
    () => {
      const root = scratch({ 'a.ts': DEAD });
      commit(root, 'first');
      const base = must(root, 'git', 'rev-parse', 'HEAD').trim();
      expect(run(root, 'bash', ['-ec', gitlabScript()], { SUNSET_PACKAGE: tarball }).status).toBe(1);
      expect(JSON.parse(readFileSync(join(root, 'gl-code-quality-report.json'), 'utf8'))).toHaveLength(1);
      expect(readFileSync(join(root, 'sunset-lint.html'), 'utf8')).toContain('a.ts');
      const env = { SUNSET_PACKAGE: unpacked, CI_MERGE_REQUEST_DIFF_BASE_SHA: base };
      expect(run(root, 'bash', ['-ec', gitlabScript()], env).status).toBe(0);
    },
    2 * MINUTES,
  );
});

describe.skipIf(!has('check-jsonschema'))('schemas', () => {
  it.each([
    ['vendor.github-actions', 'action.yml', []],
    ['vendor.gitlab-ci', 'templates/gitlab-ci.yml', ['--data-transform', 'gitlab-ci']],
  ])('%s takes %s', (schema, file, more) => {
    expect(run(HERE, 'check-jsonschema', ['--builtin-schema', schema, ...more, file])).toMatchObject({ status: 0 });
  });
});

describe.skipIf(!has('pre-commit'))('the hooks', () => {
  it('have a form that pre-commit takes', () => {
    expect(run(HERE, 'pre-commit', ['validate-manifest', '.pre-commit-hooks.yaml']).status).toBe(0);
  });
});
