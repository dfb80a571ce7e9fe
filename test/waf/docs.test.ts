import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { marked } from 'marked';
import { describe, expect, it } from 'vitest';
import { emptyFolder, planOf, wafPlan } from './support.js';

const page = readFileSync(new URL('../../docs/waf-migration.md', import.meta.url), 'utf8');
const blocks = marked
  .lexer(page)
  .flatMap((token) => (token.type === 'code' ? [{ language: String(token.lang), text: String(token.text) }] : []));
const block = (language: string, word: string): string =>
  blocks.find((candidate) => candidate.language === language && candidate.text.includes(word))?.text ?? '';

describe('the documentation of waf-plan', () => {
  it('shows a valid input file', async () => {
    const file = join(emptyFolder(), 'zone.json');
    writeFileSync(file, block('json', 'plan'));
    const plan = await planOf(file);
    expect(plan.blockers.map(({ what }) => what.about)).toEqual([['o1', 'shop.example.com/*']]);
    expect(plan.recreate).toHaveLength(2);
  });

  it('exports a zone with read-only calls', () => {
    const script = block('sh', 'curl');
    expect(script).not.toMatch(/--request|-X|--data|-d |DELETE|PUT|POST|PATCH/);
    expect(script.match(/^get /gm)).toHaveLength(9);
  });

  it('shows a command that reads the exported files', async () => {
    const folder = emptyFolder();
    const answer = (name: string): string => new URL(`../../fixtures/waf-plan/${name}`, import.meta.url).pathname;
    const saved = {
      packages: 'pro/packages',
      groups: 'pro/groups',
      rules: 'pro/rules',
      overrides: 'empty-list',
      'firewall-rules': 'pro/firewall-rules',
      filters: 'pro/filters',
      pagerules: 'empty-list',
      check: 'enterprise/check',
      config: 'enterprise/config',
    };
    for (const [name, fixture] of Object.entries(saved))
      writeFileSync(join(folder, `${name}.json`), readFileSync(answer(`${fixture}.json`)));
    const [program, command, ...args] = block('sh', 'sunset-lint').split(' ');
    expect([program, command]).toEqual(['sunset-lint', 'waf-plan']);
    expect(await wafPlan(args, folder)).toMatchObject({ code: 0, err: '' });
  });

  it('has a table row for each property of the input file', () => {
    const schema = JSON.parse(readFileSync(new URL('../../rules/waf-export.schema.json', import.meta.url), 'utf8')) as {
      properties: object;
    };
    const properties = Object.keys(schema.properties).filter((name) => name !== '$schema');
    const table = page.slice(page.indexOf('| Property |'), page.indexOf('A list that is left out'));
    expect(properties.filter((name) => !table.includes(`\`${name}\``))).toEqual([]);
  });
});
