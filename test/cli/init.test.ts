import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folder } from '../scanner/support.js';
import { project } from './init-support.js';
import { CALL, cli, repository } from './support.js';

const textIn = (root: string, name: string): string => readFileSync(join(root, name), 'utf8');
const HOOK = 'npx --no-install sunset-lint scan --staged --no-config-code --quiet';
/** Deprecated in both editions. */
const BOOKMARK_CALL = `fetch('https://api.cloudflare.com/client/v4/accounts/1/access/bookmarks');\n`;
/** Arguments that run nothing of the project. */
const PLAIN = ['init', '--yes', '--no-try'];

describe('init', () => {
  it('shows its plan, and writes nothing unless it is confirmed', async () => {
    const root = folder({ 'package.json': '{}' });
    for (const args of [['init'], ['init', '--dry-run'], ['init', '--dry-run', '--yes']]) {
      const { code, out } = await cli(root, args);
      expect(code).toBe(0);
      expect(out).toContain(
        '- new sunset-lint.config.json: configuration\n  "edition": "current" (recommended) uses the dates',
      );
      expect(out).toContain('  + {\n  +   "edition": "current",\n'.replaceAll('+ ', '+'));
      expect(readdirSync(root)).toEqual(['package.json']);
    }
  });

  it.each(['[]', 'null', '"x"'])('refuses a package.json that is %s, and writes nothing', async (manifest) => {
    const root = folder({ 'package.json': manifest });
    const { code, err } = await cli(root, PLAIN);
    expect(code).toBe(2);
    expect(err).toBe(`error: '${join(root, 'package.json')}' is not a JSON object. Correct it and run again.\n`);
    expect(readdirSync(root)).toEqual(['package.json']);
  });

  it.each(['[]', '"x"'])('prints the script if the scripts in package.json are %s', async (scripts) => {
    const manifest = `{ "name": "x", "scripts": ${scripts} }\n`;
    const root = project({ 'package.json': manifest, 'a.js': CALL });
    const { code, out } = await cli(root, PLAIN);
    expect(code).toBe(0);
    expect(out).toContain('add a script to package.json');
    expect(textIn(root, 'package.json')).toBe(manifest);
  });

  it('does not overwrite a foreign workflow of the same name', async () => {
    const root = project({ '.github/workflows/sunset-lint.yml': 'name: mine\n', 'a.js': CALL });
    expect((await cli(root, PLAIN)).code).toBe(0);
    expect(textIn(root, '.github/workflows/sunset-lint.yml')).toBe('name: mine\n');
    expect(textIn(root, '.github/workflows/sunset-lint-gate.yml')).toContain('sunset-lint scan');
  });

  it('wraps sentences at the width of the terminal', async () => {
    const root = folder({ 'package.json': '{}', '.github/workflows/test.yml': 'on: push\njobs: {}\n' });
    const { out } = await cli(root, ['init', '--dry-run'], { columns: 60 });
    const sentences = out.split('\n').filter((line) => /^(?:- | {2}(?=[^ +@-]))/.test(line));
    expect(sentences.filter((line) => line.length > 60)).toEqual([]);
    const whole = (await cli(root, ['init', '--dry-run'])).out;
    expect(out.replace(/\s+/g, ' ')).toBe(whole.replace(/\s+/g, ' '));
    expect(whole.split('\n').some((line) => line.startsWith('- ') && line.length > 60)).toBe(true);
    expect((await cli(root, ['init', '--dry-run'], { columns: 80 })).out).toContain(
      `- new sunset-lint.config.json: configuration
  "edition": "current" (recommended) uses the dates that vendors have published
  since the specification. It includes newer deprecations and leaves out
  cancelled ones. For the original dates: --edition specification.
`,
    );
  });

  it('asks questions on a terminal, and names the programs it will run', async () => {
    const root = project({
      'eslint.config.mjs': 'export default [];\n',
      'package.json': '{"devDependencies":{"eslint":"10"}}',
    });
    const asked: string[] = [];
    const { out } = await cli(root, ['init'], {
      ask: (question) => {
        asked.push(question);
        return Promise.resolve('n');
      },
    });
    expect(asked).toEqual([
      expect.stringContaining('Which end-of-life dates'),
      expect.stringContaining("run this project's ESLint"),
    ]);
    expect(out).toContain('Nothing was written.');
    expect(textIn(root, 'eslint.config.mjs')).toBe('export default [];\n');
    await cli(root, ['init', '--no-try'], { ask: () => Promise.resolve(' Yes') });
    expect(textIn(root, 'eslint.config.mjs')).toContain('sunset.configs.recommended');
  });

  it('writes a working configuration, counts the first findings, and has nothing to do the second time', async () => {
    const root = project({ 'a.ts': BOOKMARK_CALL, '.husky/pre-commit': 'npm test\n' });
    const { code, out } = await cli(root, ['init', '--yes']);
    expect(code).toBe(0);
    expect(out).toContain(
      'First scan: 1 finding in 1 scanned file.\nNext:\n  npx sunset-lint scan                     lists it\n',
    );
    expect((await cli(root, ['scan'])).code).toBe(1);
    expect((await cli(root, ['init', '--yes'])).out).toContain('There is nothing to write.');
    expect(textIn(root, '.husky/pre-commit')).toBe(`npm test\n${HOOK}\n`);
  });

  it('writes only the requested parts, and refuses an unknown part', async () => {
    const root = project({ '.husky/pre-commit': 'npm test\n' });
    await cli(root, [...PLAIN, '--only', 'hook']);
    expect(existsSync(join(root, 'sunset-lint.config.json'))).toBe(false);
    expect(textIn(root, '.husky/pre-commit')).toContain(HOOK);
    expect((await cli(root, ['init', '--only', 'hooks'])).err).toContain(
      "'hooks' is not one of config, lint, hook, ci",
    );
  });

  it('shows a change as a diff with context', async () => {
    const lines = Array.from({ length: 9 }, (_, index) => `  { name: '${String(index)}' },\n`).join('');
    const root = project({ 'eslint.config.mjs': `export default [\n${lines}];\n` });
    const { out } = await cli(root, ['init', '--dry-run', '--only', 'lint']);
    expect(out).toContain(
      "  @@ -1,4 +1,6 @@\n  +import sunset from 'sunset-lint';\n   export default [\n  +  sunset.configs.recommended,\n     { name: '0' },\n",
    );
    expect(out).not.toContain("name: '3'");
  });

  it('shows tabs unchanged, and other control characters as escapes', async () => {
    const root = project({ 'eslint.config.js': 'export default [\n\t{ name: "\u001b[31m\u0007" },\n];\n' });
    const { out } = await cli(root, ['init', '--dry-run', '--only', 'lint']);
    expect(out).toContain(
      '   export default [\n  +\tsunset.configs.recommended,\n   \t{ name: "\\x1b[31m\\x07" },\n   ];\n',
    );
  });

  it('adds nothing that a project without the package could not run', async () => {
    const files = {
      'package.json': '{}',
      'pnpm-lock.yaml': '',
      '.husky/pre-commit': 'x\n',
      'eslint.config.js': 'export default [];\n',
    };
    const root = folder(files);
    const { out } = await cli(root, PLAIN);
    expect(out).toContain('pnpm add --save-dev ./sunset-lint-');
    for (const [name, before] of Object.entries(files)) expect(textIn(root, name)).toBe(before);
    expect(existsSync(join(root, 'sunset-lint.config.json'))).toBe(true);
  });

  it('undoes its writes if a later file cannot be written', async () => {
    const root = project({ 'eslint.config.mjs': 'export default [];\n', '.husky/pre-commit': 'x\n' });
    const { code, err } = await cli(root, ['init'], {
      ask: (question) => {
        if (question.includes('Write this')) writeFileSync(join(root, '.husky/pre-commit'), 'another one\n');
        return Promise.resolve('y');
      },
    });
    expect(code).toBe(2);
    expect(err).toContain('was changed in the meantime');
    expect(existsSync(join(root, 'sunset-lint.config.json'))).toBe(false);
    expect(textIn(root, 'eslint.config.mjs')).toBe('export default [];\n');
    expect(textIn(root, '.husky/pre-commit')).toBe('another one\n');
  });

  it("leaves a package of a workspace to the workspace's setup", async () => {
    const root = project({
      'package.json': '{"workspaces":["packages/*"]}',
      'packages/a/package.json': '{"name":"a"}',
    });
    const { out } = await cli(join(root, 'packages/a'), PLAIN);
    expect(out).toContain('this is a package of a workspace');
    expect(readdirSync(join(root, 'packages/a'))).toEqual(['package.json']);
  });

  it('leaves an existing configuration unchanged, and asks nothing about it', async () => {
    const root = project({ 'package.json': '{"sunsetLint":{"edition":"specification"}}', '.husky/pre-commit': 'x\n' });
    const asked: string[] = [];
    await cli(root, ['init', '--no-try'], {
      ask: (question) => {
        asked.push(question);
        return Promise.resolve('y');
      },
    });
    expect(asked).toEqual([expect.stringContaining('Write this')]);
    expect(existsSync(join(root, 'sunset-lint.config.json'))).toBe(false);
    expect(textIn(root, 'package.json')).toContain('"sunsetLint":{"edition":"specification"}');
  });

  it.each([
    ['', 'current'],
    ['specification', 'specification'],
    ['s', 'specification'],
    ['y', 'current'],
  ])('writes the chosen edition: %j', async (answer, edition) => {
    const root = project({});
    await cli(root, ['init', '--no-try', '--only', 'config'], {
      ask: (question) => Promise.resolve(question.startsWith('Which') ? answer : 'y'),
    });
    expect(JSON.parse(textIn(root, 'sunset-lint.config.json'))).toMatchObject({ edition });
  });

  it('proposes a baseline instead of excluding a language', async () => {
    const root = folder({
      'pyproject.toml': '[project]\nname = "shop"\n',
      'app/views.py':
        "import requests\nrequests.get('https://api.cloudflare.com/client/v4/accounts/1/access/bookmarks')\n",
    });
    const { out } = await cli(root, ['init', '--yes']);
    expect(out).toContain(`Next:
  sunset-lint scan                     lists it
  sunset-lint scan --update-baseline   accepts it in a baseline, so that only new findings fail
`);
    expect(JSON.parse(textIn(root, 'sunset-lint.config.json'))).toEqual({ edition: 'current', warnWithin: '90d' });
    expect((await cli(root, ['scan'])).code).toBe(1);
    expect((await cli(root, ['init', '--yes'])).out).toContain('There is nothing to write.');
    expect((await cli(root, ['init', '--yes', '--only', 'hook'])).out).toContain("Next: 'sunset-lint scan'.");
    const byNpx = await cli(root, ['init', '--yes', '--only', 'hook'], { env: { npm_command: 'exec' } });
    expect(byNpx.out).toContain("Next: 'npx sunset-lint scan'.");
  });

  it('keeps package.json on one line', async () => {
    const root = project({ 'package.json': '{"name":"x","version":"1.0.0"}\n' });
    await cli(root, PLAIN);
    expect(textIn(root, 'package.json')).toBe(
      '{"name":"x","version":"1.0.0","scripts": {"sunset":"sunset-lint scan"}}\n',
    );
  });

  it('says what it omits in a repository without package.json', async () => {
    const root = folder({ 'main.tf': '', '.github/workflows/plan.yml': 'on: push\n' });
    const { out } = await cli(root, PLAIN);
    expect(out).toContain('no commit-hook manager found');
    expect(out).toContain('so no job was added to .github/workflows');
    expect(out).toContain('- uses: OWNER/REPO@TAG');
    expect(readdirSync(join(root, '.github/workflows'))).toEqual(['plan.yml']);
  });

  it('does not recommend a package from the registry for a local installation', async () => {
    const root = folder({
      'package.json': '{"devDependencies":{"eslint":"^8.57.0","sunset-lint":"file:tools/sunset-lint.tgz"}}',
      '.eslintrc.json': '{}\n',
      'node_modules/sunset-lint/package.json': '{"name":"sunset-lint","version":"0.1.0"}',
      '.gitignore': 'node_modules\n',
    });
    expect((await cli(root, PLAIN)).out).toContain(
      'npm install --save-dev eslint-plugin-sunset@file:tools/sunset-lint.tgz\n',
    );
  });
});

describe('init for a linter', () => {
  it.each([
    [
      'a list',
      "import js from '@eslint/js';\nexport default [\n  js.configs.recommended,\n];\n",
      "import js from '@eslint/js';\nimport sunset from 'sunset-lint';\nexport default [\n  sunset.configs.recommended,\n  js.configs.recommended,\n];\n",
    ],
    [
      'a helper with a list',
      'export default defineConfig([{ rules: {} }]);\n',
      "import sunset from 'sunset-lint';\nexport default defineConfig([sunset.configs.recommended, { rules: {} }]);\n",
    ],
    [
      'a helper with arguments, without semicolons',
      'import tseslint from "typescript-eslint"\nexport default tseslint.config(\n  tseslint.configs.recommended,\n)\n',
      'import tseslint from "typescript-eslint"\nimport sunset from "sunset-lint"\nexport default tseslint.config(\n  sunset.configs.recommended,\n  tseslint.configs.recommended,\n)\n',
    ],
    [
      'a constant that is exported later',
      '// @ts-check\nconst sunset = { rules: {} };\nconst configs = [sunset];\nexport default configs;\n',
      "// @ts-check\nimport sunsetLint from 'sunset-lint';\nconst sunset = { rules: {} };\nconst configs = [sunsetLint.configs.recommended, sunset];\nexport default configs;\n",
    ],
    [
      'CommonJS',
      "'use strict';\r\nconst js = require('@eslint/js');\r\nmodule.exports = [js.configs.recommended];\r\n",
      "'use strict';\r\nconst js = require('@eslint/js');\r\nconst sunset = require('sunset-lint');\r\nmodule.exports = [sunset.configs.recommended, js.configs.recommended];\r\n",
    ],
    [
      'one object',
      'module.exports = { rules: {} };\n',
      "const sunset = require('sunset-lint');\nmodule.exports = [\n  sunset.configs.recommended,\n  { rules: {} },\n];\n",
    ],
    [
      'a helper without arguments, with a comment on a separate line',
      "import withNuxt from './.nuxt/eslint.config.mjs'\n\nexport default withNuxt(\n  // Your custom configs here\n)\n",
      "import withNuxt from './.nuxt/eslint.config.mjs'\nimport sunset from 'sunset-lint'\n\nexport default withNuxt(\n  sunset.configs.recommended,\n  // Your custom configs here\n)\n",
    ],
    [
      'options of another kind before configurations',
      "import antfu from '@antfu/eslint-config';\nexport default antfu({ vue: true });\n",
      "import antfu from '@antfu/eslint-config';\nimport sunset from 'sunset-lint';\nexport default antfu({ vue: true }, sunset.configs.recommended);\n",
    ],
  ])('adds the rules to a flat configuration: %s', async (_, before, after) => {
    const root = project({ 'eslint.config.js': before });
    await cli(root, PLAIN);
    expect(textIn(root, 'eslint.config.js')).toBe(after);
  });

  it.each([
    ['eslint.config.mjs', 'export default configs;\n', "import sunset from 'sunset-lint';"],
    ['eslint.config.js', 'export default await make();\n', "import sunset from 'sunset-lint';"],
    ['eslint.config.js', 'module.exports = make();\n', "const sunset = require('sunset-lint');"],
    ['eslint.config.cjs', 'exports.default = [];\n', "const sunset = require('sunset-lint');"],
    ['eslint.config.js', 'let list = [];\nlist = other;\nexport default list;\n', "import sunset from 'sunset-lint';"],
  ])('leaves %s in an unknown form unchanged, and prints the lines to add: %j', async (file, before, load) => {
    const root = project({ [file]: before });
    const { out } = await cli(root, PLAIN);
    expect(out).toContain(`by hand: ${file}`);
    expect(out).toContain(load);
    expect(textIn(root, file)).toBe(before);
  });

  const EIGHT = '{"devDependencies":{"eslint":"^8.57.0"}}';
  const OURS = 'plugin:sunset/legacy-recommended';

  it.each([
    [
      '.eslintrc.json',
      '{\n  // ours\n  "extends": "eslint:recommended"\n}\n',
      `{\n  // ours\n  "extends": [\n    "eslint:recommended",\n    "${OURS}"\n  ]\n}\n`,
    ],
    ['.eslintrc', '{\n\t"extends": ["a"],\n}\n', `{\n\t"extends": [\n\t\t"a",\n\t\t"${OURS}"\n\t],\n}\n`],
    [
      '.eslintrc.yml',
      'root: true # top\nextends:\n  - a # first\nrules: {}\n',
      `root: true # top\nextends:\n  - a # first\n  - "${OURS}"\nrules: {}\n`,
    ],
    ['.eslintrc.yaml', 'extends: a # one\n', `extends: [a, "${OURS}"] # one\n`],
    ['.eslintrc.yaml', 'extends: [a, b]\n', `extends: [a, b, "${OURS}"]\n`],
    ['.eslintrc.yml', '# all\nroot: true\n', `# all\nroot: true\nextends: "${OURS}"\n`],
  ])('adds the rules to %s beside its content: %j', async (file, before, after) => {
    const root = project({ 'package.json': EIGHT, [file]: before });
    await cli(root, PLAIN);
    expect(textIn(root, file)).toBe(after);
    expect(readdirSync(root).filter((name) => name.startsWith('eslint.config'))).toEqual([]);
    expect((await cli(root, PLAIN)).out).toContain('There is nothing to write.');
  });

  it('never adds a flat configuration beside an .eslintrc', async () => {
    for (const [file, content, dependency] of [
      ['.eslintrc.js', 'module.exports = {};\n', '^8.57.0'],
      ['.eslintrc.json', '{}\n', '^10.0.0'],
      ['.eslintrc.json', '{}\n', '^9.0.0'],
      ['.eslintrc.yml', 'extends: &a [x]\nother: *b\n', '^8.57.0'],
    ] as const) {
      const root = project({
        'package.json': JSON.stringify({ devDependencies: { eslint: dependency } }),
        [file]: content,
      });
      const { out } = await cli(root, PLAIN);
      expect(out).toMatch(/by hand: .*\.eslintrc/);
      expect(textIn(root, file)).toBe(content);
      expect(readdirSync(root).filter((name) => name.startsWith('eslint.config'))).toEqual([]);
    }
  });

  it.each([
    ['only Biome', { 'biome.json': '{}\n', 'package.json': '{\n  "name": "x"\n}\n' }],
    ['no linter', { 'package.json': '{\n  "name": "x"\n}\n' }],
    [
      'an old ESLint without a configuration',
      { 'package.json': '{\n  "devDependencies": { "eslint": "^8.57.0" }\n}\n' },
    ],
  ])('adds a script to a project with %s', async (_, files) => {
    const root = project(files);
    await cli(root, PLAIN);
    expect(JSON.parse(textIn(root, 'package.json'))).toEqual({
      ...(JSON.parse(files['package.json']) as object),
      scripts: { sunset: 'sunset-lint scan' },
    });
    expect(readdirSync(root).filter((name) => name.startsWith('eslint.config'))).toEqual([]);
    expect((await cli(root, PLAIN)).out).toContain('There is nothing to write.');
  });

  it('adds no configuration that would override one of a package, nor below an existing one', async () => {
    const nine = '"devDependencies":{"eslint":"^9.0.0"}';
    const root = project({
      'package.json': `{"workspaces":["packages/*"],${nine}}`,
      'packages/a/package.json': '{"name":"a"}',
      'packages/a/eslint.config.js': 'export default [];\n',
      'sub/package.json': `{${nine}}`,
      'eslint.config.ts': '',
    });
    expect((await cli(join(root, 'sub'), PLAIN)).out).toContain('../eslint.config.ts');
    const other = project({
      'package.json': `{"workspaces":["packages/*"],${nine}}`,
      'packages/a/package.json': '{"name":"a"}',
      'packages/a/eslint.config.js': 'export default [];\n',
    });
    expect((await cli(other, PLAIN)).out).toContain('packages/a/eslint.config.js');
    expect(existsSync(join(other, 'eslint.config.mjs'))).toBe(false);
  });

  it('warns if a script of the project runs ESLint with a cache', async () => {
    const withScripts = async (scripts: object): Promise<string> => {
      const root = project({
        'eslint.config.mjs': 'export default [];\n',
        'package.json': JSON.stringify({ scripts }),
      });
      return (await cli(root, ['init', '--dry-run', '--only', 'lint'])).out;
    };
    expect(await withScripts({ lint: 'eslint . --cache', test: 'vitest' })).toContain(
      "- change eslint.config.mjs: sunset-lint rules for ESLint. The script 'lint' of package.json uses --cache and misses changes in other files: do not use it as a gate (docs/eslint.md)\n",
    );
    expect(await withScripts({ 'lint:js': 'eslint --fix --cache src', '\u001b': 'tsc; eslint --cache' })).toContain(
      "The scripts 'lint:js', '\\x1b' of package.json use --cache",
    );
    const other = { lint: 'eslint .', types: 'eslint . && vite build --cache', stored: 'eslint --cache-location x .' };
    expect(await withScripts(other)).toContain('- change eslint.config.mjs: sunset-lint rules for ESLint\n');
  });

  it('adds the rules to an oxlint configuration', async () => {
    const mine = '    "no-debugger": "error",\n    "no-alert": ["warn", { "allow": true }]';
    const root = project({ '.oxlintrc.json': `{\n  // ours\n  "rules": {\n${mine}\n  }\n}\n` });
    await cli(root, PLAIN);
    const after = textIn(root, '.oxlintrc.json');
    expect(after).toBe(`{
  // ours
  "rules": {
${mine},
    "sunset/no-deprecated-endpoint": "error",
    "sunset/no-deprecated-field": "error",
    "sunset/no-deprecated-transport": "error",
    "sunset/no-deprecated-resource": "error",
    "sunset/valid-waf-migration": "error"
  },
  "jsPlugins": [
    {
      "name": "sunset",
      "specifier": "sunset-lint"
    }
  ]
}
`);
  });

  it('keeps the existing rules of ESLint 8 working', async () => {
    const root = project(
      {
        'package.json': EIGHT,
        '.eslintrc.json': '{"root":true,"parserOptions":{"ecmaVersion":2022},"rules":{"no-unused-vars":"error"}}',
        'a.js': `const unused = 1;\n`,
      },
      'eslint-8',
    );
    const { code, out } = await cli(root, ['init', '--yes']);
    expect(code).toBe(0);
    expect(out).toMatch(
      /ESLint accepts the new config \(checked on a\.js\): \d sunset-lint rules added, 1 existing rule unchanged\./,
    );
    const lint = spawnSync(process.execPath, [join(root, 'node_modules/eslint/bin/eslint.js'), 'a.js'], {
      cwd: root,
      encoding: 'utf8',
      env: {},
    });
    expect(lint.status).toBe(1);
    expect(lint.stdout).toContain('no-unused-vars');
  });

  it('creates a configuration only if ESLint can parse all files', async () => {
    const files = { 'src/index.ts': CALL, 'package.json': '{"devDependencies":{"eslint":"^10.0.0"}}' };
    const root = project(files, 'eslint-10');
    expect((await cli(root, PLAIN)).out).toContain('npm install --save-dev typescript-eslint');
    expect(existsSync(join(root, 'eslint.config.mjs'))).toBe(false);
  });

  it('undoes a change with which ESLint fails', async () => {
    const before = "import missing from './missing.js';\nexport default [missing];\n";
    const root = project(
      { 'eslint.config.mjs': before, 'a.js': '', 'package.json': '{"devDependencies":{"eslint":"^10.0.0"}}' },
      'eslint-10',
    );
    const { code, out } = await cli(root, ['init', '--yes']);
    expect(out).toContain('that change was undone: it fails, and did before');
    expect(code).toBe(2);
    expect(textIn(root, 'eslint.config.mjs')).toBe(before);
    expect(existsSync(join(root, 'sunset-lint.config.json'))).toBe(true);
  });
});

describe('init for a commit hook', () => {
  const PRE_COMMIT = 'repos:\n  - repo: meta\n    hooks:\n      - id: identity # kept\n\nfail_fast: true\n';

  it('adds it to the list of pre-commit, wherever that is', async () => {
    const root = project({ '.pre-commit-config.yaml': PRE_COMMIT });
    await cli(root, PLAIN);
    expect(textIn(root, '.pre-commit-config.yaml')).toBe(
      PRE_COMMIT.replace(
        '\n\nfail_fast',
        `\n  - repo: local\n    hooks:\n      - id: sunset-lint\n        name: sunset-lint\n        entry: ${HOOK}\n        language: system\n        pass_filenames: false\n\nfail_fast`,
      ),
    );
  });

  it('installs the package through pre-commit without a package.json, as docs/pre-commit.md says', async () => {
    const root = folder({ '.pre-commit-config.yaml': PRE_COMMIT, 'a.tf': '' });
    const { out } = await cli(root, PLAIN);
    expect(out).toMatch(/a pre-commit hook, for which pre-commit installs sunset-lint@[\d.]+ from the npm registry/);
    const docs = readFileSync(new URL('../../docs/pre-commit.md', import.meta.url), 'utf8');
    const hook = /```yaml\nrepos:\n(.*?)```/s.exec(docs)?.[1];
    expect(hook).toContain('language: node');
    expect(textIn(root, '.pre-commit-config.yaml')).toBe(PRE_COMMIT.replace('\nfail_fast', `${hook ?? ''}\nfail_fast`));
    expect((await cli(root, PLAIN)).out).toContain('already names sunset-lint');
  });

  it.each([
    ['repos: []\n', '.pre-commit-config.yaml'],
    ['repos:\n  - repo: x\n  bad: [\n', '.pre-commit-config.yaml'],
    ['pre-commit: *a\n', 'lefthook.yml'],
    ['npm test\nexit 0\n', '.husky/pre-commit'],
    ['npm test &&\n', '.husky/pre-commit'],
  ])('leaves a risky change to the user: %j', async (before, file) => {
    const root = project({ [file]: before });
    expect((await cli(root, PLAIN)).out).toContain('by hand: add the hook');
    expect(textIn(root, file)).toBe(before);
  });

  it.each([
    ['', `pre-commit:\n  commands:\n    sunset-lint:\n      run: ${HOOK}\n`],
    ['# EXAMPLE\n', `# EXAMPLE\npre-commit:\n  commands:\n    sunset-lint:\n      run: ${HOOK}\n`],
    [
      'pre-commit:\n  parallel: true\n  commands:\n    lint: # eslint\n      run: npx eslint .\npre-push:\n  jobs: []\n',
      `pre-commit:\n  parallel: true\n  commands:\n    lint: # eslint\n      run: npx eslint .\n    sunset-lint:\n      run: ${HOOK}\npre-push:\n  jobs: []\n`,
    ],
    [
      'pre-commit:\n  jobs:\n  - run: npx eslint .\n',
      `pre-commit:\n  jobs:\n  - run: npx eslint .\n  - name: sunset-lint\n    run: ${HOOK}\n`,
    ],
  ])('adds it to lefthook beside other commands: %j', async (before, after) => {
    const root = project({ 'lefthook.yml': before });
    await cli(root, PLAIN);
    expect(textIn(root, 'lefthook.yml')).toBe(after);
  });

  it.each([
    ['^8.0.0', /^#!\/usr\/bin\/env sh\n.*_\/husky\.sh"\n\nnpx /],
    ['^9.0.0', /^npx /],
  ])('writes an executable file for Husky %s', async (husky, start) => {
    const root = project({
      '.husky/.gitignore': '_\n',
      'package.json': JSON.stringify({ devDependencies: { husky } }),
    });
    await cli(root, PLAIN);
    expect(textIn(root, '.husky/pre-commit')).toMatch(start);
    expect(statSync(join(root, '.husky/pre-commit')).mode & 0o111).toBe(0o111);
  });

  it('appends it to the command of simple-git-hooks', async () => {
    const before = { 'simple-git-hooks': { 'pre-commit': 'npx lint-staged' }, packageManager: 'pnpm@9.0.0' };
    const root = project({ 'package.json': JSON.stringify(before, null, 2) });
    await cli(root, [...PLAIN, '--only', 'hook']);
    expect(JSON.parse(textIn(root, 'package.json'))).toEqual({
      ...before,
      'simple-git-hooks': { 'pre-commit': `npx lint-staged && ${HOOK.replace('npx --no-install', 'pnpm exec')}` },
    });
  });
});

describe('init for a CI job', () => {
  it('writes a separate workflow for a GitHub repository', async () => {
    const root = project({ '.github/workflows/test.yml': 'on: push\n', 'package-lock.json': '{}' });
    await cli(root, PLAIN);
    const job = textIn(root, '.github/workflows/sunset-lint.yml');
    expect(job).toContain('on:\n  push:\n    branches: [main, master]\n  pull_request:\n');
    expect(job).toContain('uses: actions/checkout@v5');
    expect(job).toContain('uses: actions/setup-node@v5');
    expect(job).toContain('fetch-depth: 0');
    expect(job).toContain('run: npm ci');
    expect(job).toMatch(/npx --no-install sunset-lint scan --no-config-code --format github .*--changed-since/);
    expect((await cli(root, PLAIN)).out).toContain('There is nothing to write.');
    const there = repository(project({}));
    writeFileSync(
      join(there, '.git/config'),
      `${textIn(there, '.git/config')}[remote "origin"]\n\turl = git@github.com:a/b.git\n`,
    );
    expect((await cli(there, ['init', '--dry-run'])).out).toContain('new .github/workflows/sunset-lint.yml');
    expect((await cli(repository(project({})), ['init', '--dry-run'])).out).not.toContain('workflows');
  });

  it("installs pnpm with its action, in the project's version", async () => {
    const stepsOf = async (files: Readonly<Record<string, string>>): Promise<string> => {
      const root = project({ '.github/workflows/test.yml': 'on: push\n', 'pnpm-lock.yaml': '', ...files });
      await cli(root, [...PLAIN, '--only', 'ci']);
      const job = textIn(root, '.github/workflows/sunset-lint.yml');
      return job.slice(job.indexOf('persist-credentials'), job.indexOf('      # A pull request fails'));
    };
    const before = 'persist-credentials: false\n';
    const after = `      - uses: actions/setup-node@v5
        with:
          node-version: 22
      - run: pnpm install --frozen-lockfile --ignore-scripts
`;
    const withVersion = (version: string): string =>
      `${before}      - uses: pnpm/action-setup@v5\n        with:\n          version: ${version}\n${after}`;
    const named = { 'package.json': '{"packageManager":"pnpm@9.1.0"}' };
    expect(await stepsOf(named)).toBe(`${before}      - uses: pnpm/action-setup@v5\n${after}`);
    expect(await stepsOf({ 'pnpm-lock.yaml': "lockfileVersion: '9.0'\n" })).toBe(withVersion('10'));
    expect(await stepsOf({ 'pnpm-lock.yaml': "lockfileVersion: '6.0'\n" })).toBe(withVersion('8'));
    const workflow = (uses: string, version: string): Readonly<Record<string, string>> => ({
      '.github/workflows/test.yml': `jobs:\n  a:\n    steps:\n      - run: ls\n      - uses: ${uses}\n        with:\n          version: ${version}\n`,
    });
    expect(await stepsOf(workflow('pnpm/action-setup@0123abc', '9.15.0'))).toBe(
      withVersion('9.15.0').replace('@v5', '@0123abc'),
    );
    expect(await stepsOf({ ...named, ...workflow('pnpm/action-setup@v4', '9.1.0') })).toBe(
      `${before}      - uses: pnpm/action-setup@v4\n${after}`,
    );
    const harmful = workflow('"pnpm/action-setup@v4\\n- run: x"', '"9\\n  - run: x"');
    expect(await stepsOf(harmful)).toBe(withVersion('10'));
    expect(await stepsOf(workflow('pnpm/action-setup@v4', '${{ env.PNPM }}'))).toBe(
      withVersion('10').replace('@v5', '@v4'),
    );
  });

  it('enables Corepack for Yarn, without the cache, for which Node would need Yarn already', async () => {
    const root = project({ '.github/workflows/test.yml': 'on: push\n', '.yarnrc.yml': '' });
    await cli(root, [...PLAIN, '--only', 'ci']);
    expect(textIn(root, '.github/workflows/sunset-lint.yml')).toContain(`      - uses: actions/setup-node@v5
        with:
          node-version: 22
          package-manager-cache: false
      - run: corepack enable
      - run: yarn install --immutable --mode=skip-build
`);
  });

  it('prints the job for GitLab', async () => {
    const root = project({ '.gitlab-ci.yml': 'stages: [check]\n' });
    expect((await cli(root, PLAIN)).out).toContain('by hand: add a job to .gitlab-ci.yml');
    expect(textIn(root, '.gitlab-ci.yml')).toBe('stages: [check]\n');
  });
});
