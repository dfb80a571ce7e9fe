import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folder } from '../eslint/support.js';
import { API, CALL, cli, git, repository, settings } from './support.js';

const SCRIPT = `#!/bin/sh\ncurl -X DELETE "${API}/zones/$ZONE/pagerules/$RULE" -H "X-Auth-Key: hunter"\n`;
const FILES = { 'src/list.ts': CALL, 'scripts/setup.sh': SCRIPT, 'package.json': '{}' };

interface ShortReport {
  readonly findings: readonly { readonly file: string; readonly language?: string; readonly exempt?: string }[];
}

async function reportOf(cwd: string, ...args: readonly string[]): Promise<ShortReport> {
  return JSON.parse((await cli(cwd, ['scan', '--format', 'json', ...args])).out) as ShortReport;
}

describe('languages of a scan', () => {
  it('are given for each finding and in the summary', async () => {
    const root = folder(FILES);
    const { findings } = await reportOf(root);
    expect(findings.map(({ file, language }) => [file, language])).toEqual([
      ['scripts/setup.sh', 'shell'],
      ['src/list.ts', 'javascript'],
    ]);
    expect((await cli(root, ['scan'])).out).toContain(
      '2 findings in 2 files, all cancelled by the vendor; 1 in TypeScript and JavaScript, 1 in shell scripts.',
    );
    const { findings: alone } = await reportOf(root, ...settings({ languages: ['javascript'] }));
    expect(alone.map(({ file }) => file)).toEqual(['src/list.ts']);
  });

  it('are refused if they are unknown, with a suggestion', async () => {
    const root = folder({ ...FILES, 'sunset-lint.config.json': '{ "languages": ["shel"] }' });
    const { code, err } = await cli(root, ['scan']);
    expect(code).toBe(2);
    expect(err).toMatch(/sunset-lint\.config\.json:1:\d+: .*shel.*shell/s);
  });
});

describe('findings in scripts that fail only when they are introduced', () => {
  it('are notes of a complete scan, and pass the gate', async () => {
    const root = folder({ 'scripts/setup.sh': SCRIPT, 'sunset-lint.config.json': '{ "onlyChanged": ["shell"] }' });
    const { code, out } = await cli(root, ['scan']);
    expect(code).toBe(0);
    expect(out).toContain('1 finding in shell scripts only fails when a change introduces it (onlyChanged).');
    expect(out).toContain('Passed: 0 findings');
    expect((await reportOf(root)).findings).toMatchObject([{ language: 'shell', exempt: 'unchanged' }]);
    const formats = ['sarif', 'github', 'gitlab', 'rdjson', 'junit'] as const;
    const said = await Promise.all(formats.map(async (format) => (await cli(root, ['scan', '--format', format])).out));
    expect(
      said.map((text) => /"level":"note"|::notice |"severity": "info"|severity="info"|"INFO"|failures="0"/.test(text)),
    ).toEqual(formats.map(() => true));
  });

  it('fail in other languages as usual', async () => {
    const { code, out } = await cli(folder(FILES), ['scan', ...settings({ onlyChanged: ['shell'] })]);
    expect(code).toBe(1);
    expect(out).toContain('Failed: 1 call counts by the edition, though cancelled by the vendor');
  });

  it('fail in the change that introduces them', async () => {
    const root = repository(folder({ ...FILES, 'sunset-lint.config.json': '{ "onlyChanged": ["shell"] }' }));
    writeFileSync(join(root, 'scripts/more.sh'), SCRIPT);
    git(root, 'add', '-A');
    const { code, out } = await cli(root, ['scan', '--staged']);
    expect(code, out).toBe(1);
    expect(out).toContain('Failed: 1 call counts by the edition, though cancelled by the vendor');
  });
});

describe('suppressions in shell scripts', () => {
  it('may be comments or entries of a baseline', async () => {
    const root = folder({
      'scripts/a.sh': SCRIPT.replace('curl', '# sunset-lint-disable-next-line page-rules-api -- kept\ncurl'),
      'scripts/b.sh': SCRIPT,
    });
    const { out } = await cli(root, ['scan', '--update-baseline']);
    expect(out).toContain('Comments suppress 1 finding.');
    expect(out).toContain('Baseline sunset-baseline.json: 1 known finding. Written.');
    expect((await cli(root, ['scan'])).code).toBe(0);
    expect((await cli(root, ['scan', '--no-baseline', '--ignore-files', 'b.sh'])).code).toBe(0);
  });
});
