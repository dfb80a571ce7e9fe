import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Report } from '../../src/report/report.js';
import { folder } from '../scanner/support.js';
import { API, CALL, CLEAN, cli, git, repository } from './support.js';

const WRAPPER = `export const send = (path: string) => fetch(\`${API}\${path}\`);\n`;
const user = (path: string): string => `import { send } from './send.js';\nexport const a = () => send('${path}');\n`;

function tree(): string {
  const files = Object.fromEntries(
    Array.from({ length: 12 }, (_, index) => [
      `f${index}.ts`,
      index % 3 === 0
        ? CALL
        : index % 3 === 1
          ? CLEAN
          : user(index === 5 ? '/zones/1/pagerules' : '/zones/1/dns_records'),
    ]),
  );
  return folder({
    ...files,
    'send.ts': WRAPPER,
    'bad.ts': `${CALL}const = ;\n`,
    'types.d.ts': '',
    'x.ts': Buffer.alloc(9),
  });
}

/** Scans in shards, and returns the paths of their reports, outside the scanned folder. */
async function shards(root: string, count: number): Promise<readonly string[]> {
  const place = folder({});
  const names = Array.from({ length: count }, (_, index) => join(place, `part-${index + 1}.json`));
  for (const [index, name] of names.entries()) {
    const { code, err } = await cli(root, [
      'scan',
      '--quiet',
      '--fail-on',
      'never',
      '--shard',
      `${index + 1}/${count}`,
      '--format',
      `json=${name}`,
    ]);
    expect({ code, err }).toEqual({ code: 0, err: '' });
  }
  return names;
}

describe('merge', () => {
  it('exits with 2 and names the missing shards', async () => {
    const root = tree();
    const [first = '', second = ''] = await shards(root, 3);
    const { code, err } = await cli(root, ['merge', second]);
    expect({ code, err }).toEqual({
      code: 2,
      err: 'error: parts 1, 3 of 3 are missing. Name the reports of all parts.\n',
    });
    expect((await cli(root, ['merge', first, second])).err).toBe(
      'error: part 3 of 3 is missing. Name the reports of all parts.\n',
    );
  });

  it('exits with 2 for a duplicate shard', async () => {
    const root = tree();
    const [first = '', second = ''] = await shards(root, 2);
    const { code, err } = await cli(root, ['merge', first, second, second]);
    expect(code).toBe(2);
    expect(err).toBe(`error: part 2 of 2 is a duplicate: '${second}' and '${second}'.\n`);
  });

  it('exits with 2 for shards of different commits', async () => {
    const root = repository(tree());
    const [first = ''] = await shards(root, 2);
    git(root, 'commit', '--allow-empty', '-qm', 'next');
    const [, second = ''] = await shards(root, 2);
    const { code, err } = await cli(root, ['merge', first, second]);
    expect(code).toBe(2);
    expect(err).toMatch(/^error: '.*' and '.*' are parts of different commits: [0-9a-f]{40} and [0-9a-f]{40}\.\n$/);
  });

  it('exits with 2 for a complete report among shards', async () => {
    const root = tree();
    const whole = join(folder({}), 'whole.json');
    await cli(root, ['scan', '--quiet', '--fail-on', 'never', '--format', `json=${whole}`]);
    const [first = ''] = await shards(root, 2);
    const { code, err } = await cli(root, ['merge', first, whole]);
    expect(code).toBe(2);
    expect(err).toBe(
      `error: '${whole}' is not a part of a scan, but '${first}' is one (--shard). Merge the parts alone.\n`,
    );
  });

  it.each([[1], [2], [5]])('of %i shards equals the report of the complete scan', async (count) => {
    const root = tree();
    const whole = JSON.parse((await cli(root, ['scan', '--format', 'json'])).out) as Report;
    const names = await shards(root, count);
    const { out, code } = await cli(root, ['merge', ...names, '--format', 'json']);
    expect(code).toBe(1);
    const merged = JSON.parse(out) as Report;
    expect(merged.findings).toEqual(whole.findings);
    expect(merged.findings.length).toBeGreaterThan(4);
    expect(merged.unresolved).toEqual(whole.unresolved);
    const { parsed: _a, ...coverage } = merged.coverage;
    const { parsed: _b, ...expected } = whole.coverage;
    expect(coverage).toEqual(expected);
  });

  it('receives each file from one shard only', async () => {
    const root = tree();
    const parts = (await shards(root, 3)).map((name) => JSON.parse(readFileSync(name, 'utf8')) as Report);
    const files = parts.flatMap((part) => [...new Set(part.findings.map(({ file }) => file))]);
    expect(new Set(files).size).toBe(files.length);
    expect(parts.filter((part) => part.coverage.files > 0).length).toBeGreaterThan(1);
  });

  it('judges the gate, and writes every format', async () => {
    const root = tree();
    const names = await shards(root, 2);
    expect(
      (
        await cli(root, [
          'merge',
          ...names,
          '--fail-on',
          'never',
          '--format',
          'sarif=a.sarif',
          '--format',
          'html=a.html',
          '--format',
          'text',
        ])
      ).out,
    ).toContain('Passed');
    expect(readFileSync(join(root, 'a.html'), 'utf8')).toContain('f0.ts');
    expect((await cli(root, ['merge', ...names, '--fail-on', 'never'])).code).toBe(0);
  });

  it.each([
    ['{}', /is not a report of version 1/],
    ['{', /is not a JSON report/],
  ])('refuses the report %s', async (text, message) => {
    const root = folder({ 'a.json': text });
    expect(await cli(root, ['merge', 'a.json'])).toEqual({
      code: 2,
      out: '',
      err: expect.stringMatching(message) as string,
    });
    expect((await cli(root, ['merge', 'gone.json'])).err).toMatch(/cannot read the report 'gone\.json'/);
  });

  it('refuses reports of different days', async () => {
    const root = folder({ 'a.ts': CALL });
    await cli(root, ['scan', '--format', 'json=a.json']);
    await cli(root, ['scan', '--format', 'json=b.json', '--as-of', '2026-02-02']);
    expect((await cli(root, ['merge', 'a.json', 'b.json'])).err).toBe(
      "error: 'a.json' and 'b.json' differ in their day (--as-of): '2026-01-01' and '2026-02-02'. Make all reports in the same way.\n",
    );
    writeFileSync(join(root, 'c.json'), readFileSync(join(root, 'a.json')));
    expect(
      (JSON.parse((await cli(root, ['merge', 'a.json', 'c.json', '--format', 'json'])).out) as Report).findings,
    ).toHaveLength(1);
  });
});
