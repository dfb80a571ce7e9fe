import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { ts } from 'ts-morph';
import { describe, expect, it } from 'vitest';
import * as ours from '../src/index.js';

const TYPES = new URL('../dist/types/', import.meta.url);

// Needs `npm run build`; `sunset-lint` is this package itself.
describe('the package', () => {
  it('exports the plugin to require, as a whole and by its parts', () => {
    const told = run(`
      const required = require('sunset-lint');
      import('sunset-lint').then((imported) => console.log(JSON.stringify({
        parts: Object.keys(required).sort(),
        rules: Object.keys(required.rules),
        // ESLint refuses two plugins of one name that are not the same.
        same: [required.configs.recommended.plugins.sunset, imported.default].every((plugin) => plugin === required),
        sameParts: ['configs', 'meta', 'rules'].every((part) => imported[part] === required[part]),
        // Code that is compiled from \`import sunset from 'sunset-lint'\` asks for it in either way.
        compiled: required.default === required && required.__esModule === undefined,
      })));`);
    expect(told).toEqual({
      parts: ['configs', 'meta', 'rules'],
      rules: Object.keys(ours.rules),
      same: true,
      sameParts: true,
      compiled: true,
    });
  });

  it('exports defineConfig without loading the plugin', () => {
    const [same, loaded] = run(`
      const { defineConfig } = require('sunset-lint/config');
      const config = { failOn: 'never' };
      const loaded = Object.keys(require.cache).map((file) => file.replace(/.*[\\/]/, ''));
      console.log(JSON.stringify([defineConfig(config) === config, loaded]));`) as [boolean, readonly string[]];
    expect(same).toBe(true);
    expect(loaded).toContain('config.js');
    expect(loaded.filter((file) => !['config.js', 'rolldown-runtime.js', '[eval]'].includes(file))).toEqual([]);
  });
});

describe('the types of the package', () => {
  it('are one file for each entry, without imports', () => {
    const files = readdirSync(TYPES).sort();
    expect(files).toEqual(['config.d.ts', 'index.d.ts', 'scanner.d.ts']);
    for (const file of files) {
      const text = readFileSync(new URL(file, TYPES), 'utf8');
      const info = ts.preProcessFile(text, true, true);
      expect([...info.importedFiles, ...info.typeReferenceDirectives].map(({ fileName }) => fileName)).toEqual([]);
      expect(text).not.toContain('module.exports');
    }
  });

  it('come before the code in each entry of the manifest', () => {
    const { exports } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
      readonly exports: Readonly<Record<string, string | Readonly<Record<string, string>>>>;
    };
    const entries = Object.values(exports).filter((entry) => typeof entry !== 'string');
    expect(entries).toHaveLength(3);
    for (const entry of entries) {
      expect(Object.keys(entry)).toEqual(['types', 'default']);
      for (const file of Object.values(entry)) expect(existsSync(new URL(`../${file}`, import.meta.url))).toBe(true);
    }
  });
});

/** Runs a script with Node.js, because the test runner loads modules differently. */
function run(script: string): unknown {
  const cwd = new URL('..', import.meta.url);
  const { stdout, stderr } = spawnSync(process.execPath, ['-e', script], { cwd, encoding: 'utf8' });
  expect(stderr).toBe('');
  return JSON.parse(stdout);
}
