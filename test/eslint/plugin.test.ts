import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import plugin from '../../src/index.js';
import { ruleRow, RULES } from '../../src/core/model/rules.js';
import { API, folder } from './support.js';

const names = Object.keys(plugin.rules).sort();

describe('the plugin', () => {
  it('has a page for each rule', () => {
    const files = readdirSync(new URL('../../docs/rules', import.meta.url)).sort();
    expect(files).toEqual(names.map((name) => `${name}.md`));
  });

  it('includes all rules in both configurations, with uncertain findings in the strict one', () => {
    const rules = Object.fromEntries(names.map((name) => [`sunset/${name}`, 'error']));
    expect(plugin.configs.recommended).toMatchObject({ name: 'sunset/recommended' });
    expect(plugin.configs.recommended.rules).toEqual(rules);
    expect(plugin.configs.recommended.settings).toBeUndefined();
    expect(plugin.configs.strict).toMatchObject({
      name: 'sunset/strict',
      rules,
      settings: { sunset: { minConfidence: 'possible', alsoReport: ['resources'] } },
    });
    expect(plugin.configs['waf-migration']).toMatchObject({
      name: 'sunset/waf-migration',
      rules: { 'sunset/valid-waf-migration': 'error' },
    });
    for (const name of ['recommended', 'strict', 'waf-migration'] as const) {
      const { rules: listed, settings, plugins } = plugin.configs[name];
      expect(plugins.sunset).toBe(plugin);
      expect(plugin.configs[`legacy-${name}`]).toEqual({
        plugins: ['sunset'],
        rules: listed,
        ...(settings === undefined ? {} : { settings }),
      });
    }
  });

  it('has the name and version of the package', () => {
    const { name, version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
      readonly name: string;
      readonly version: string;
    };
    expect(plugin.meta).toEqual({ name, version, namespace: 'sunset' });
  });

  it('exports each rule of the table', () => {
    expect(Object.keys(plugin.rules)).toEqual(RULES);
  });

  it.each(RULES)('documents the rule %s', (name) => {
    const { meta } = plugin.rules[name];
    expect(meta).toMatchObject({ type: 'problem', languages: ['*'], defaultOptions: [{}] });
    expect(meta.hasSuggestions ?? false).toBe(ruleRow(name).fixes.length > 0);
    expect(meta.docs.description).toMatch(/^(?:Disallow|Require) .*[^.]$/);
    for (const message of Object.values(meta.messages))
      expect(message).toMatch(/(?:\.|\{\{(?:instead|remedy|problem)\}\}\{\{note\}\} \[\{\{id\}\}\]\{\{url\}\})$/);
    expect(existsSync(fileURLToPath(meta.docs.url))).toBe(true);
  });
});

describe('importing the plugin', () => {
  it('loads neither ts-morph nor typescript, nor any other package', () => {
    const root = folder({
      'hooks.mjs': `
        import { appendFileSync } from 'node:fs';
        export async function resolve(specifier, context, next) {
          const result = await next(specifier, context);
          appendFileSync(new URL('loaded.txt', import.meta.url), result.url + '\\n');
          return result;
        }`,
      'register.mjs': "import { register } from 'node:module'; register('./hooks.mjs', import.meta.url);",
      'lint.mjs': `
        import { createRequire } from 'node:module';
        const { default: plugin } = await import(${JSON.stringify(new URL('../../dist/bundle/index.js', import.meta.url).href)});
        const require = createRequire(${JSON.stringify(import.meta.url)});
        const before = Object.keys(require.cache);
        const { Linter } = require('eslint');
        const text = "fetch('${API}/zones/1/pagerules');";
        const messages = new Linter({ configType: 'flat' }).verify(text, [plugin.configs.recommended], { filename: 'a.js' });
        const after = Object.keys(require.cache).filter((name) => /[/]node_modules[/](?:@?ts-morph|typescript)[/]/.test(name));
        console.log(JSON.stringify({ findings: messages.length, before, after }));`,
    });
    const { stdout, stderr } = spawnSync(process.execPath, ['--import', './register.mjs', 'lint.mjs'], {
      cwd: root,
      encoding: 'utf8',
    });
    expect(stderr).toBe('');
    expect(JSON.parse(stdout)).toEqual({ findings: 1, before: [], after: [] });
    const loaded = readFileSync(join(root, 'loaded.txt'), 'utf8').trim().split('\n');
    expect(loaded.filter((url) => url.includes('/dist/bundle/')).length).toBeGreaterThan(2);
    expect(loaded.filter((url) => url.includes('/node_modules/'))).toEqual([]);
  });
});
