import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import plugin from '../../src/index.js';
import { FORMATS } from '../../src/report/formats.js';
import { rulePage, ruleUrl, toolUrl } from '../../src/report/rule-url.js';
import { RULES } from '../../src/core/model/rules.js';
import { CALL, cli } from '../cli/support.js';
import { folder } from '../scanner/support.js';

const OURS = { name: 'sunset-lint', version: '1.0.0' };
const PAGE = 'https://github.com/acme/lint/blob/v1.2.3/docs/rules/no-deprecated-field.md';

describe('links to the tool in reports', () => {
  it.each([
    ['nothing', {}, undefined, undefined],
    ['an address', { repository: 'https://github.com/acme/lint' }, PAGE, 'https://github.com/acme/lint'],
    [
      'an address of git',
      { repository: { url: 'git+https://github.com/acme/lint.git' } },
      PAGE,
      'https://github.com/acme/lint',
    ],
    ['a short form', { repository: 'github:acme/lint' }, PAGE, 'https://github.com/acme/lint'],
    ['another host', { repository: 'https://git.acme.example/acme/lint.git' }, undefined, undefined],
    ['a home page', { homepage: 'https://lint.acme.example' }, undefined, 'https://lint.acme.example'],
  ])('come from package.json: %s', (_, manifest, page, home) => {
    expect(ruleUrl('no-deprecated-field', '1.2.3', { ...OURS, ...manifest })).toBe(page);
    expect(toolUrl({ ...OURS, ...manifest })).toBe(home);
  });

  it('are in no format when package.json has no address', async () => {
    const root = folder({ 'a.ts': CALL });
    const formats = Object.keys(FORMATS).flatMap((name) => ['--format', `${name}=report-${name}`]);
    const { code } = await cli(root, ['scan', ...formats]);
    expect(code).toBe(1);
    const reports = readdirSync(root).filter((name) => name.startsWith('report-'));
    expect(reports).toHaveLength(Object.keys(FORMATS).length);
    const printed = reports.flatMap(
      (name) => readFileSync(join(root, name), 'utf8').match(/\w+:\/\/[^\s"'<>]*sunset-lint[^\s"'<>]*/g) ?? [],
    );
    expect(printed).toEqual([]);
    // The installed page exists whether or not the tool has a page on the web.
    for (const [rule, { meta }] of Object.entries(plugin.rules))
      expect(meta.docs.url).toMatch(new RegExp(`^file:.*/docs/rules/${rule}\\.md$`));
  });

  it('are not needed for rules, each of which has a page in the package', () => {
    for (const rule of RULES) expect(existsSync(new URL(`../../${rulePage(rule)}`, import.meta.url))).toBe(true);
  });
});
