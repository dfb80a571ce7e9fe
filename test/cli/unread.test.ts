import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { FolderScan } from '../../src/hosts/cli/lsp/folder-scan.js';
import { LiveScan } from '../../src/scan/live-scan.js';
import { setCurrentFile } from '../../src/scan/steps.js';
import { folder } from '../scanner/support.js';
import { API, CALL, CLEAN, cli } from './support.js';

const CALLED = `fetch('${API}/zones/1/pagerules');\n`;
const NUL = '\0';

interface Coverage {
  readonly unread?: readonly { readonly file: string; readonly reason: string }[];
  readonly limits: readonly string[];
}

async function coverageOf(root: string): Promise<Coverage> {
  const { out } = await cli(root, ['scan', '--format', 'json', '--no-baseline']);
  return (JSON.parse(out) as { readonly coverage: Coverage }).coverage;
}

describe('unread files that may call an API', () => {
  const FILES = {
    'a.js': `${CALLED}${NUL}`,
    'b.js': CLEAN,
    'c.js': `const a = '${'x'.repeat(6_000_000)}';\n${CALLED}`,
  };

  it('are listed with reasons in JSON and the agent format', async () => {
    const root = folder(FILES);
    const unread = [
      { file: 'a.js', reason: 'binary' },
      { file: 'c.js', reason: 'too-large' },
    ];
    expect((await coverageOf(root)).unread).toEqual(unread);
    const { out } = await cli(root, ['scan', '--format', 'agent', '--no-baseline']);
    expect(JSON.parse(out)).toMatchObject({ record: 'summary', verdict: 'passed', unread });
  });

  it('are named before the verdict, and counted in it', async () => {
    const { out, code } = await cli(folder(FILES), ['scan', '--no-baseline']);
    expect(out).toContain(
      'Not read, though they may call an API: a.js (binary, or in an unsupported encoding), c.js (too large (maxFileSize)).\n',
    );
    expect(out).toContain('Passed: 0 findings (--fail-on deprecated). 2 files that may call an API were not read.\n');
    expect(code).toBe(0);
  });

  it('fail the scan if the configuration says so', async () => {
    const root = folder({ ...FILES, 'sunset-lint.config.json': '{ "failOnUnread": true }' });
    const { out, err, code } = await cli(root, ['scan', '--no-baseline']);
    expect(out).toContain('Not passed, because not everything was read');
    expect(err).toContain('error: 2 files that may call an API were not read (failOnUnread).');
    expect(code).toBe(2);
  });

  it('do not include files that name no API', async () => {
    const root = folder({
      'a.js': `fetch('https://example.com');\n${NUL}`,
      'b.js': CLEAN,
      'logo.png': `${CALLED}${NUL}`,
    });
    const coverage = await coverageOf(root);
    expect(coverage.unread).toBeUndefined();
    expect(coverage.limits).toEqual([]);
  });
});

describe('settings files', () => {
  it('count as read if code uses a variable that they set, even with cached results', async () => {
    const root = folder({
      'a.js': `fetch(\`\${process.env.ZONES_API}/zones/1/rate_limits\`);\n`,
      '.env': `ZONES_API=${API}\n`,
      '.dev.vars': `UNUSED_API=${API}\n`,
    });
    const kept = join(folder({ 'x.txt': '' }), 'results');
    const notRead = async (): Promise<readonly string[]> => {
      const { out } = await cli(root, ['scan', '--no-baseline', '--cache-location', kept]);
      expect(out).toContain('a.js:1:7  Probably `GET /zones/{zone_id}/rate_limits`');
      return out.split('\n').filter((line) => line.includes('not understood'));
    };
    const only = ['1 file mentions the Cloudflare API and was not understood: .dev.vars.'];
    expect([await notRead(), await notRead()]).toEqual([only, only]);
    writeFileSync(join(root, 'a.js'), `fetch(\`\${process.env.ZONES_API}/zones/1/rate_limits\`);\n// More.\n`);
    expect(await notRead()).toEqual(only);
  });
});

describe('a scan for an editor that does not end', () => {
  it('skips the file, says so, and reports findings in others', async () => {
    const root = folder({ 'a.js': CALL, 'b.js': CALL });
    const steps = vi.spyOn(LiveScan.prototype, 'steps').mockImplementationOnce(function* () {
      setCurrentFile('a.js');
      yield;
      for (;;);
    });
    const scans = new FolderScan(
      { cwd: root, env: {}, out: () => undefined, err: () => undefined, today: () => '2026-01-01' } as never,
      [],
      300,
    );
    const { report } = await scans.scanFolder(new Map(), new Set(), new AbortController().signal);
    expect(report.findings.map(({ file }) => file)).toEqual(['b.js']);
    expect(report.coverage.skipped).toContainEqual({ reason: 'stopped', count: 1, paths: ['a.js'] });
    expect(report.coverage.unread).toEqual([{ file: 'a.js', reason: 'stopped' }]);
    // Scanned again after a change.
    writeFileSync(join(root, 'c.js'), CALL);
    const open = new Map([[join(root, 'a.js'), `\n${CALL}`]]);
    const again = await scans.scanFolder(open, new Set([join(root, 'c.js')]), new AbortController().signal);
    expect(again.report.findings.map(({ file }) => file)).toEqual(['a.js', 'b.js', 'c.js']);
    steps.mockRestore();
  });
});
