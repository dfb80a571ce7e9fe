import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Report } from '../../src/report/report.js';
import { folder } from '../scanner/support.js';
import { API, CALL, CLEAN, cli, repository } from './support.js';
import type { Outcome } from './support.js';

async function scanText(root: string, text: string, ...args: readonly string[]): Promise<Outcome> {
  const [half, bytes] = [Math.floor(text.length / 2), Buffer.from(text)];
  return cli(root, ['scan', '--stdin', ...args], {
    async *input() {
      yield await Promise.resolve(bytes.subarray(0, half));
      yield bytes.subarray(half);
    },
  });
}

async function report(root: string, text: string, file: string): Promise<Report> {
  const { out, err } = await scanText(root, text, '--stdin-filename', file, '--format', 'json');
  if (out === '') throw new Error(err);
  return JSON.parse(out) as Report;
}

describe('scan --stdin', () => {
  it('scans the text in place of the file, which stays unchanged', async () => {
    const root = folder({ 'a.ts': CLEAN, 'b.ts': CALL });
    const { findings, coverage } = await report(root, `\n${CALL}`, 'a.ts');
    expect(findings.map(({ file, range }) => `${file}:${range.start.line}`)).toEqual(['a.ts:3']);
    expect(coverage.findings).toBe(1);
    expect(readFileSync(join(root, 'a.ts'), 'utf8')).toBe(CLEAN);
    expect((await scanText(root, CLEAN, '--stdin-filename', 'b.ts')).code).toBe(0);
  });

  it('accepts a file that does not exist yet in a folder that does not exist, with its imports', async () => {
    const root = folder({ 'src/base.ts': `export const base = '${API}';\n` });
    const text = `import { base } from '../base';\nexport const list = (zone: string) => fetch(\`\${base}/zones/\${zone}/pagerules\`);\n`;
    const { findings } = await report(root, text, 'src/new/a.ts');
    expect(findings.map(({ file, confidence }) => [file, confidence])).toEqual([['src/new/a.ts', 'certain']]);
  });

  it('reports findings in the file that calls in other files cause, like a scan', async () => {
    const call = `import { path } from './path';\nexport const list = (zone: string) => fetch(\`${API}/zones/\${zone}/\${path}\`);\n`;
    const root = folder({ 'path.ts': "export const path = 'dns_records';\n", 'call.ts': call });
    const text = "export const path = 'pagerules';\n";
    const { findings } = await report(root, text, 'path.ts');
    writeFileSync(join(root, 'path.ts'), text);
    const { out } = await cli(root, ['scan', '--format', 'json']);
    const all = (JSON.parse(out) as Report).findings.filter(({ file }) => file === 'path.ts');
    expect(findings).toEqual(all);
    expect((await report(root, call, 'call.ts')).findings.length).toBe(1 - all.length);
  });

  it('ignores other files, even in the baseline', async () => {
    const root = repository(folder({ 'a.ts': CALL, 'b.ts': CALL, 'c.ts': CALL }));
    await cli(root, ['scan', '--update-baseline']);
    const baseline = readFileSync(join(root, 'sunset-baseline.json'), 'utf8');
    writeFileSync(join(root, 'c.ts'), CLEAN);
    const { code, out } = await scanText(root, CALL, '--stdin-filename', 'a.ts');
    expect({ code, told: out.includes('c.ts') }).toEqual({ code: 0, told: false });
    expect(readFileSync(join(root, 'sunset-baseline.json'), 'utf8')).toBe(baseline);
  });

  it.each([
    ['a.md', 'its language is not supported'],
    ['node_modules/x/a.ts', 'it is in node_modules'],
    ['dist/a.ts', 'its folder name is that of build output'],
  ])('says why a file is not scanned: %s', async (file, why) => {
    const root = folder({ 'b.ts': CALL, [file]: '' });
    expect(await scanText(root, CALL, '--stdin-filename', file)).toMatchObject({
      code: 0,
      err: expect.stringContaining(`'${file}' is not scanned: ${why}`) as string,
    });
  });

  it('analyses text with syntax errors as far as possible', async () => {
    const { findings } = await report(folder({}), `${CALL}export const x = (;\n`, 'a.ts');
    expect(findings).toHaveLength(1);
  });

  it.each([
    [[], '--stdin needs --stdin-filename'],
    [['--stdin-filename', '../a.ts'], 'is not below'],
    [['--stdin-filename', 'a.ts', '--staged'], '--stdin and --staged cannot be combined'],
    [['--stdin-filename', 'a.ts', '--fix'], '--stdin and --fix cannot be combined'],
    [['--stdin-filename', 'a.ts', '--update-baseline'], '--stdin and --update-baseline cannot be combined'],
  ])('refuses %j', async (args, message) => {
    const { code, out, err } = await scanText(repository(folder({ 'a.ts': CALL })), CALL, ...args);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toContain(message);
  });

  it('refuses a name without a text, and a text that is too large', async () => {
    const root = folder({ 'a.ts': CALL, 'sunset-lint.config.json': '{ "maxFileSize": "1kb" }' });
    expect((await cli(root, ['scan', '--stdin-filename', 'a.ts'])).err).toContain('give both');
    expect((await scanText(root, 'x'.repeat(2000), '--stdin-filename', 'a.ts')).err).toContain('maxFileSize');
  });
});
