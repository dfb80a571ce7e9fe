import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folder } from '../scanner/support.js';
import { cli } from './support.js';

const text = (root: string, name: string): string => readFileSync(join(root, name), 'utf8');

describe('init', () => {
  it('shows what it would do and does nothing, unless it is told to', async () => {
    const root = folder({ 'package.json': '{}' });
    for (const args of [['init'], ['init', '--dry-run'], ['init', '--dry-run', '--yes']]) {
      const { code, out } = await cli(root, args);
      expect(code).toBe(0);
      expect(out).toContain(
        '- new sunset-lint.config.json: configuration\n  "edition": "specification" keeps the dates',
      );
      expect(out).toContain('+   "edition": "specification",\n');
      expect(out).toContain('- new eslint.config.mjs');
      expect(readdirSync(root)).toEqual(['package.json']);
    }
  });

  it('asks where somebody is there to answer', async () => {
    const root = folder({});
    await cli(root, ['init'], { ask: () => Promise.resolve('n') });
    expect(readdirSync(root)).toEqual([]);
    await cli(root, ['init'], { ask: () => Promise.resolve(' Yes') });
    expect(readdirSync(root).sort()).toEqual(['eslint.config.mjs', 'sunset-lint.config.json']);
  });

  it('writes a configuration that works, and has nothing to do the second time', async () => {
    const root = folder({ 'a.ts': 'export {};\n', '.husky/pre-commit': 'npm test\n' });
    await cli(root, ['init', '--yes']);
    expect((await cli(root, ['scan'])).code).toBe(0);
    expect((await cli(root, ['init', '--yes'])).out).toContain('There is nothing to write.');
    expect(text(root, '.husky/pre-commit')).toBe(
      'npm test\nnpx --no-install sunset-lint scan --staged --no-config-code --quiet\n',
    );
  });

  it.each([
    [
      'export default [\n  { rules: {} },\n];\n',
      "import sunset from 'sunset-lint';\nexport default [\n  sunset.configs.recommended,\n  { rules: {} },\n];\n",
    ],
    [
      "import js from '@eslint/js';\nexport default defineConfig([js.configs.recommended]);\n",
      "import sunset from 'sunset-lint';\nimport js from '@eslint/js';\nexport default defineConfig([\n  sunset.configs.recommended,\n  js.configs.recommended]);\n",
    ],
    [
      'export default tseslint.config(\n  base,\n);\n',
      "import sunset from 'sunset-lint';\nexport default tseslint.config(\n  sunset.configs.recommended,\n  base,\n);\n",
    ],
  ])('adds its rules to a list: %j', async (before, after) => {
    const root = folder({ 'eslint.config.js': before });
    await cli(root, ['init', '--yes']);
    expect(text(root, 'eslint.config.js')).toBe(after);
  });

  it.each([['export default configs;\n'], ['module.exports = [];\n'], ['export default { rules: {} };\n']])(
    'leaves another form alone and says what to add: %j',
    async (before) => {
      const root = folder({ 'eslint.config.js': before });
      const { out } = await cli(root, ['init', '--yes']);
      expect(out).toContain('by hand: eslint.config.js');
      expect(text(root, 'eslint.config.js')).toBe(before);
    },
  );

  it('adds a hook to pre-commit where the list is the end of the file', async () => {
    const before = 'repos:\n  - repo: meta\n    hooks:\n      - id: identity\n';
    const root = folder({ '.pre-commit-config.yaml': before });
    await cli(root, ['init', '--yes']);
    const after = text(root, '.pre-commit-config.yaml');
    expect(after.startsWith(before)).toBe(true);
    expect(after.slice(before.length)).toMatch(/^ {2}- repo: local\n {4}hooks:\n {6}- id: sunset-lint\n/);
  });

  it('leaves another pre-commit file, and lefthook, to people', async () => {
    const root = folder({ '.pre-commit-config.yaml': 'repos:\n  - repo: meta\nfail_fast: true\n' });
    expect((await cli(root, ['init', '--yes'])).out).toContain("by hand: add the hook to the list 'repos'");
    expect(text(root, '.pre-commit-config.yaml')).toBe('repos:\n  - repo: meta\nfail_fast: true\n');
    expect((await cli(folder({ 'lefthook.yml': '' }), ['init', '--yes'])).out).toContain(
      'by hand: add the hook to lefthook.yml',
    );
  });

  it('leaves a configuration that is there', async () => {
    const root = folder({ 'package.json': '{"sunsetLint":{}}' });
    mkdirSync(join(root, '.husky'));
    await cli(root, ['init', '--yes']);
    expect(existsSync(join(root, 'sunset-lint.config.json'))).toBe(false);
    expect(text(root, '.husky/pre-commit')).toContain('sunset-lint scan --staged');
  });
});
