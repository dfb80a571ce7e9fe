import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folder } from '../scanner/support.js';
import type { Report } from '../../src/report/report.js';
import { API, CALL, CLEAN, cli, git, findingPlaces, configFlags } from './support.js';

const FUTURE = JSON.stringify({
  deprecations: [
    {
      id: 'dns-api',
      kind: 'endpoint',
      feature: 'DNS API',
      endOfLife: '2026-03-01',
      endpoints: [{ methods: ['GET'], path: '/zones/{zone_id}/dns_records' }],
      replacement: { kind: 'none' },
    },
  ],
});

interface Entry {
  reason?: string;
  owner?: string;
  until?: string;
  file: string;
}

const read = (root: string): { findings: Entry[] } =>
  JSON.parse(readFileSync(join(root, 'sunset-baseline.json'), 'utf8')) as { findings: Entry[] };
const editBaseline = (root: string, change: (entry: Entry) => void): void => {
  const baseline = read(root);
  baseline.findings.forEach(change);
  writeFileSync(join(root, 'sunset-baseline.json'), JSON.stringify(baseline));
};

describe('the gate of a scan', () => {
  it('promises no correction of a file that is not UTF-8 text', async () => {
    const root = folder({});
    const text = `// \u00e9\n${CALL.replace('pagerules', 'script_monitor')}`;
    writeFileSync(join(root, 'latin1.ts'), text, 'latin1');
    expect((await cli(root, ['scan'])).out).toContain("Next: --update-baseline accepts today's findings.\n");
    expect((await cli(root, ['fix', '--dry-run'])).err).toBe(
      'Would fix none of 1 finding.\nNot fixed in latin1.ts: it is not UTF-8 text.\n',
    );
    // The same text in UTF-8 is corrected, even with a replacement character in it.
    writeFileSync(join(root, 'latin1.ts'), `// \uFFFD\n${text}`);
    expect((await cli(root, ['scan'])).out).toContain("Next: 'sunset-lint scan --fix' corrects it;");
  });

  it('prints the next step and the verdict, with clock and catalogue on request', async () => {
    const { out, code } = await cli(folder({ 'a.ts': CALL }), ['scan']);
    expect(code).toBe(1);
    expect(out).toContain(
      "Next: --update-baseline accepts today's findings.\n" +
        'Failed: 1 call counts by the edition, though cancelled by the vendor (--fail-on deprecated).\n',
    );
    const fixable = `${CALL}${CALL.replace('pagerules', 'script_monitor')}`;
    expect((await cli(folder({ 'a.ts': fixable }), ['scan'])).out).toContain(
      "Next: 'sunset-lint scan --fix' corrects 1; --update-baseline accepts today's findings.\n",
    );
    expect((await cli(folder({ 'a.ts': CALL.replace('pagerules', 'script_monitor') }), ['scan'])).out).toContain(
      "Next: 'sunset-lint scan --fix' corrects it; --update-baseline accepts today's findings.\n",
    );
    const clock = /Clock: 2026-01-01 \(today, UTC\)\. Catalogue: 20 deprecations, [0-9a-f]{16}\.\n/;
    expect(out).not.toMatch(clock);
    for (const flag of ['-v', '--verbose'])
      expect((await cli(folder({ 'a.ts': CALL }), ['scan', flag])).out).toMatch(clock);
  });

  it('fails according to --fail-on, and forecasts the next end', async () => {
    const root = folder({ 'a.ts': CLEAN, 'more.json': FUTURE });
    const run = (...args: string[]): ReturnType<typeof cli> => cli(root, ['scan', '--catalogue', 'more.json', ...args]);
    const ahead = await run('--fail-on', 'sunset', ...configFlags({ warnWithin: '90d' }));
    expect(ahead.code).toBe(0);
    expect(ahead.out).toContain(
      'warning: 1 finding will be past the end of life within 90 days: 2026-03-01 (in 59 days).\nNext end: 2026-03-01, 1 finding.\nPassed',
    );
    expect((await run()).code).toBe(1);
    expect((await run(...configFlags({ maxFindings: 1 }))).code).toBe(0);
    expect((await run('--fail-on', 'sunset', '--as-of', '2026-03-01')).code).toBe(0);
    const past = await run('--fail-on', 'sunset', '--as-of', '2026-03-02');
    expect(past.code).toBe(1);
    expect(past.out).toContain('As of 2026-03-02 (--as-of).');
    expect((await run('--fail-on', 'never', '--as-of', '2026-03-02')).code).toBe(0);
  });

  it('reports findings that end after 90 days without failing, and counts them', async () => {
    const root = folder({ 'a.ts': CLEAN, 'b.ts': CLEAN, 'more.json': FUTURE.replace('2026-03-01', '2026-04-02') });
    const run = (...args: string[]): ReturnType<typeof cli> => cli(root, ['scan', '--catalogue', 'more.json', ...args]);
    const { out, code } = await run();
    expect(code).toBe(0);
    expect(out).toContain(
      '2 findings end more than 90 days from now and do not fail the gate yet (--within all makes them count).\n',
    );
    expect(out).toContain('[dns-api]');
    expect(out).toContain('Passed: 0 findings (--fail-on deprecated).');
    expect((await run('--as-of', '2026-01-02')).code).toBe(1);
    expect((await run('--fail-on', 'deprecated', '--within', 'all')).code).toBe(1);
    expect((await run('--within', '91')).code).toBe(1);
    expect((await run('--within', '30d', ...configFlags({ within: 'all' }))).code).toBe(0);
    expect((await run(...configFlags({ within: '91d' }))).code).toBe(1);
    const [finding] = (JSON.parse((await run('--format', 'json')).out) as Report).findings;
    expect(finding?.exempt).toBe('later');
    const sarif = JSON.parse((await run('--format', 'sarif')).out) as { runs: { results: { level: string }[] }[] };
    expect(sarif.runs[0]?.results[0]?.level).toBe('warning');
    for (const wrong of ['soon', '-1', '1.5', 'All']) expect((await run('--within', wrong)).code).toBe(2);
  });

  it.each([
    ['--fail-on', 'sunst'],
    ['--shard', '3/2'],
    ['--shard', '0/2'],
  ])('refuses %s %s', async (...args) => {
    expect((await cli(folder({ 'a.ts': CALL }), ['scan', ...args])).code).toBe(2);
  });

  it('prints to standard error for other formats', async () => {
    const { out, err } = await cli(folder({ 'a.ts': CALL }), ['scan', '--format', 'json']);
    expect((JSON.parse(out) as Report).findings).toHaveLength(1);
    expect(err).toContain('Failed: ');
  });
});

describe('a baseline', () => {
  it('hides its findings, counts them, and survives edits, moves and unrelated renames', async () => {
    const root = folder({ 'src/a.ts': CALL });
    const first = await cli(root, ['scan', '--update-baseline', '--reason', 'adopted']);
    expect(first.code).toBe(0);
    expect(first.out).toContain('Baseline sunset-baseline.json: 1 known finding. Written.');
    expect(read(root).findings).toEqual([
      {
        file: 'src/a.ts',
        deprecation: 'page-rules-api',
        method: 'GET',
        path: '/zones/{zone_id}/pagerules',
        url: `${API}/zones/\${zone}/pagerules`,
        accepted: '2026-01-01',
        reason: 'adopted',
      },
    ]);
    writeFileSync(
      join(root, 'src/a.ts'),
      `// a comment\nexport const other = 1;\n\n${CALL.replace('list', 'renamed').replace(/\bzone\b/g, 'zoneId')}`,
    );
    const later = await cli(root, ['scan']);
    expect(later.code).toBe(0);
    expect(later.out).toContain('No new findings; 1 known.\n');
    expect(later.out).toContain('Baseline sunset-baseline.json: 1 known finding.\n');
    // Names the API in code that was understood.
    expect(later.out).not.toContain('understood');
    const report = JSON.parse((await cli(root, ['scan', '--format', 'json'])).out) as Report;
    expect(report.findings.map(({ suppression }) => suppression)).toEqual([
      { kind: 'external', status: 'accepted', justification: 'adopted', accepted: '2026-01-01' },
    ]);
  });

  it('follows a renamed file, but not a call into another file', async () => {
    const root = folder({ 'a.ts': CALL, 'c.ts': CLEAN });
    await cli(root, ['scan', '--update-baseline']);
    renameSync(join(root, 'a.ts'), join(root, 'b.ts'));
    expect(await findingPlaces(root)).toEqual([]);
    await cli(root, ['scan', '--update-baseline']);
    expect(read(root).findings.map(({ file }) => file)).toEqual(['b.ts']);
    writeFileSync(join(root, 'b.ts'), CLEAN);
    writeFileSync(join(root, 'c.ts'), CALL);
    expect(await findingPlaces(root)).toEqual(['c.ts:2:9']);
  });

  it('does not hide a second equal call', async () => {
    const root = folder({ 'a.ts': CALL });
    await cli(root, ['scan', '--update-baseline']);
    writeFileSync(join(root, 'a.ts'), CALL + CALL.replace('list', 'again'));
    expect(await findingPlaces(root)).toEqual(['a.ts:4:9']);
  });

  it('keeps fields that people wrote, drops entries without findings, and is reproducible', async () => {
    const root = folder({ 'a.ts': CALL, 'b.ts': CALL });
    await cli(root, ['scan', '--update-baseline']);
    editBaseline(root, (entry) =>
      Object.assign(entry, { reason: `why ${entry.file}`, owner: '@web', until: '2026-06-30' }),
    );
    writeFileSync(join(root, 'b.ts'), CLEAN);
    writeFileSync(join(root, 'c.ts'), CALL);
    await cli(root, ['scan', '--update-baseline']);
    expect(read(root).findings).toMatchObject([
      { file: 'a.ts', reason: 'why a.ts', owner: '@web', until: '2026-06-30' },
      { file: 'c.ts' },
    ]);
    const bytes = readFileSync(join(root, 'sunset-baseline.json'), 'utf8');
    expect((await cli(root, ['scan', '--update-baseline'])).out).toContain('Nothing to change.');
    expect(readFileSync(join(root, 'sunset-baseline.json'), 'utf8')).toBe(bytes);
  });

  it('loses with --prune only entries of scanned files', async () => {
    const root = folder({ 'src/a.ts': CALL, 'lib/b.ts': CALL, 'src/c.ts': CALL });
    await cli(root, ['scan', '--update-baseline']);
    writeFileSync(join(root, 'src/a.ts'), CLEAN);
    writeFileSync(join(root, 'lib/b.ts'), CLEAN);
    expect((await cli(root, ['scan'])).out).toContain(
      '2 entries match nothing in the code any more (--prune removes them).',
    );
    await cli(root, ['scan', 'src', '--prune']);
    expect(read(root).findings.map(({ file }) => file)).toEqual(['lib/b.ts', 'src/c.ts']);
  });

  it.each([['2025-12-31'], ['2026-02-31'], ['soon']])(
    'hides nothing after its until, or with an invalid one, and says so: %s',
    async (until) => {
      const root = folder({ 'a.ts': CALL });
      await cli(root, ['scan', '--update-baseline']);
      editBaseline(root, (entry) => Object.assign(entry, { until, owner: '@web' }));
      const { code, out } = await cli(root, ['scan']);
      expect(code).toBe(1);
      expect(out).toContain(`Expired, hides nothing: page-rules-api in a.ts (until '${until}', owner @web).`);
    },
  );

  it('is judged on the day of its acceptance, unless the clock is strict', async () => {
    const root = folder({ 'a.ts': CLEAN, 'more.json': FUTURE });
    const run = async (...args: string[]): Promise<number> =>
      (await cli(root, ['scan', '--catalogue', 'more.json', ...args])).code;
    await run('--update-baseline');
    expect(await run('--as-of', '2026-03-02')).toBe(0);
    expect(await run('--as-of', '2026-03-01', ...configFlags({ strictClock: true }))).toBe(0);
    expect(await run('--as-of', '2026-03-02', ...configFlags({ strictClock: true }))).toBe(1);
    expect(await run('--as-of', '2026-03-02', ...configFlags({ strictClock: true }), '--update-baseline')).toBe(0);
    expect(await run('--as-of', '2026-03-02', ...configFlags({ strictClock: true }))).toBe(0);
  });

  it.each([['{'], ['{"version":9,"findings":[]}'], ['']])(
    'ends the run and stays unchanged if it is invalid: %s',
    async (text) => {
      const root = folder({ 'a.ts': CALL, 'sunset-baseline.json': text });
      for (const flag of ['--quiet', '--update-baseline', '--prune']) {
        const { code, err } = await cli(root, ['scan', flag]);
        expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining('Nothing was written') as string });
      }
      expect(readFileSync(join(root, 'sunset-baseline.json'), 'utf8')).toBe(text);
      expect(readdirSync(root).sort()).toEqual(['a.ts', 'sunset-baseline.json']);
    },
  );

  it.each([
    [['--baseline', 'gone.json'], /there is no baseline/],
    [['--prune'], /there is no baseline/],
    [['--update-baseline', '--no-baseline'], /contradict/],
    [['--update-baseline', '--shard', '1/2'], /needs a whole scan/],
  ])('is refused with %j', async (args, message) => {
    expect(await cli(folder({ 'a.ts': CALL }), ['scan', ...args])).toEqual({
      code: 2,
      out: '',
      err: expect.stringMatching(message) as string,
    });
  });

  it('is not written if a part could not be scanned', async () => {
    const root = folder({ 'a.ts': CALL });
    expect((await cli(root, ['scan', 'a.ts', 'gone', '--update-baseline'])).code).toBe(2);
    expect(readdirSync(root)).toEqual(['a.ts']);
  });

  it('is beside the configuration, wherever the scan is started', async () => {
    const root = folder({ 'sunset-lint.config.json': '{}', 'packages/a/src/x.ts': CALL });
    git(root, 'init', '-q');
    await cli(root, ['scan', '--update-baseline']);
    expect((await cli(join(root, 'packages/a'), ['scan'])).code).toBe(0);
    expect((await cli(join(root, 'packages/a'), ['scan', '--no-baseline'])).code).toBe(1);
  });
});

describe('suppression comments', () => {
  it('hide findings in every report, and are listed if they are unused', async () => {
    const root = folder({
      'a.ts': CALL.replace(
        '  fetch',
        '  // sunset-lint-disable-next-line page-rules-api -- until the new client\n  fetch',
      ),
      'b.ts': '// sunset-lint-disable-next-line page-rules-api -- stale\nexport {};\n',
    });
    const { code, out } = await cli(root, ['scan']);
    expect(code).toBe(0);
    expect(out).toContain(
      'Comments suppress 1 finding.\n  warning: b.ts:1: No finding needs this exception: remove it.',
    );
    const report = JSON.parse((await cli(root, ['scan', '--format', 'json'])).out) as Report;
    expect(report.findings.map(({ suppression }) => suppression)).toEqual([
      { kind: 'inSource', status: 'accepted', justification: 'until the new client', line: 2 },
    ]);
  });

  it('need no entry in the baseline', async () => {
    const root = folder({ 'a.ts': CALL.replace(');', '); // sunset-lint-disable-line -- why') });
    await cli(root, ['scan', '--update-baseline']);
    expect(read(root).findings).toEqual([]);
  });
});

describe('workspaces', () => {
  it('have a summary for each package', async () => {
    const root = folder({
      'package.json': '{"workspaces":["packages/*"]}',
      'packages/a/package.json': '{"name":"@x/a"}',
      'packages/a/a.ts': CALL + CALL,
      'packages/b/package.json': '{"name":"@x/b"}',
      'packages/b/b.ts': CLEAN,
      'tool.ts': CALL,
    });
    mkdirSync(join(root, 'packages/c'));
    expect((await cli(root, ['scan'])).out).toContain(
      'Packages:\n  @x/a                    2 open, 2 past the end of life\n  (outside the packages)  1 open, 1 past the end of life\n  1 package without findings\n',
    );
  });

  it('are counted as without findings only if files of them were scanned', async () => {
    const root = folder({
      'package.json': '{"workspaces":["packages/*"]}',
      'packages/a/package.json': '{"name":"@x/a"}',
      'packages/a/a.ts': CALL,
      'packages/b/package.json': '{"name":"@x/b"}',
      'packages/b/b.ts': CALL,
      'packages/b/clean.ts': CLEAN,
      'tool.ts': CALL,
    });
    expect((await cli(root, ['scan', 'tool.ts'])).out).not.toContain('Packages:');
    expect((await cli(root, ['scan', 'packages/b/clean.ts'])).out).toContain(
      'Packages:\n  1 package without findings\n',
    );
    const { out } = await cli(root, ['scan', 'packages/b']);
    expect(out).toContain('Packages:\n  @x/b  1 open, 1 past the end of life\n');
    expect(out).not.toContain('without findings');
  });
});
