import { readFileSync } from 'node:fs';
import { marked } from 'marked';
import type { Tokens } from 'marked';
import { describe, expect, it } from 'vitest';
import plugin from '../../src/index.js';
import { lint } from './support.js';

interface Property {
  readonly description: string;
}

describe.each(Object.entries(plugin.rules))('the page of rule %s', (name, rule) => {
  const text = readFileSync(new URL(`../../docs/rules/${name}.md`, import.meta.url), 'utf8');
  const tokens = marked.lexer(text);
  const headings = tokens.filter((token) => token.type === 'heading').map((token) => (token as Tokens.Heading).text);
  const blocks = tokens.filter((token) => token.type === 'code').map((token) => token as Tokens.Code);

  // The rest of the header is checked by eslint-doc-generator in `npm run generate:check`.
  it('begins with the description of the rule', () => {
    expect(text.startsWith(`# sunset/${name}\n\n📝 ${rule.meta.docs.description}.\n`)).toBe(true);
  });

  it('has its sections in order', () => {
    expect(
      headings.filter((heading) => !['Suggestions', 'Settings', 'Exceptions', 'oxlint'].includes(heading)).slice(1),
    ).toEqual([
      'What it finds',
      'Why it matters',
      'Caught',
      'Not caught',
      'Options',
      'Messages',
      'Limits',
      'Further reading',
    ]);
  });

  it('documents every option and every message', () => {
    const properties = rule.meta.schema[0]?.['properties'] as Readonly<Record<string, Property>>;
    const rows = Object.entries(properties).map(([option, { description }]) => ({ option, description }));
    expect(rows.length).toBeGreaterThan(0);
    for (const { option, description } of rows)
      expect(text).toMatch(
        new RegExp(`^\\| \`${option}\` \\|.*\\| ${description.replace(/[.`$]/g, '\\$&')} \\|$`, 'm'),
      );
    for (const id of Object.keys(rule.meta.messages))
      expect(text.slice(text.indexOf('## Messages'))).toContain(`\`${id}\``);
  });

  it('has examples of caught and uncaught code that are right', () => {
    expect(blocks.filter((block) => block.lang === 'js not-caught')).not.toEqual([]);
    for (const block of blocks) {
      const [language, verdict] = block.lang?.split(' ') ?? [];
      if (verdict === undefined) continue;
      const messages = lint(
        { [`example.${String(language)}`]: block.text },
        { settings: { minConfidence: 'possible' } },
      );
      const expected = block.text.split('\n').flatMap((line, index) => (line.endsWith('// caught') ? [index + 1] : []));
      expect(expected.length > 0).toBe(verdict === 'caught');
      expect(messages.map(({ line, ruleId }) => [line, ruleId])).toEqual(
        expected.map((line) => [line, `sunset/${name}`]),
      );
    }
  });
});
