import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Report } from '../../src/report/report.js';
import { commit, MAIN, must, put, scan, scratch } from './support.js';

const API = 'https://api.cloudflare.com/client/v4';
const call = (name: string, path: string): string =>
  `export const ${name} = (zone: string) => fetch(\`${API}/zones/\${zone}/${path}\`);\n`;
const AHEAD = {
  deprecations: [
    {
      id: 'dns-api',
      kind: 'endpoint',
      feature: 'DNS API',
      endOfLife: '2027-03-01',
      endpoints: [{ methods: ['GET'], path: '/zones/{zone_id}/dns_records' }],
      replacement: { kind: 'none' },
    },
  ],
};
const CONFIG = { failOn: 'sunset', warnWithin: '90d', catalogues: ['deprecations.json'] };
const TODAY = ['--as-of', '2027-01-01'];

describe('the life of a repository', () => {
  it('passes from adoption through a blocked new call and its fix to a failure when a date has passed', () => {
    const root = scratch({
      'sunset-lint.config.json': JSON.stringify(CONFIG),
      'deprecations.json': JSON.stringify(AHEAD),
      'src/old.ts': call('rules', 'pagerules') + call('limits', 'rate_limits'),
      'src/dns.ts': call('records', 'dns_records'),
    });
    expect(commit(root, 'a repository with old calls').status).toBe(0);

    // Day one: the gate fails, the baseline makes it pass.
    expect(scan(root, ...TODAY).status).toBe(1);
    const adopted = scan(root, ...TODAY, '--update-baseline', '--reason', 'known at adoption');
    expect(adopted).toMatchObject({
      status: 0,
      output: expect.stringContaining('Baseline sunset-baseline.json: 3 known findings. Written.') as string,
    });
    put(
      root,
      '.git/hooks/pre-commit',
      `#!/bin/sh\nexec "${process.execPath}" "${MAIN}" scan --staged --no-config-code --quiet ${TODAY.join(' ')}\n`,
    );
    expect(commit(root, 'adopt sunset-lint').status).toBe(0);

    // A new dead call does not get in, and the commit does not happen.
    put(root, 'src/new.ts', call('firewall', 'firewall/rules'));
    const blocked = commit(root, 'use firewall rules');
    expect(blocked.status).toBe(1);
    expect(blocked.output).toMatch(/^src\/new\.ts:1:49 .*\/firewall\/rules/m);
    expect(blocked.output).not.toContain('src/old.ts');
    expect(must(root, 'git', 'log', '--oneline')).not.toContain('use firewall rules');

    // The file on disk does not count: the fix has to be staged.
    put(root, 'src/new.ts', call('rulesets', 'rulesets'));
    expect(must(root, 'git', 'diff', '--cached', '--name-only')).toBe('src/new.ts\n');
    expect(commit(root, 'use rulesets').status).toBe(0);

    // A new call to an operation before its end is allowed, with a forecast.
    put(root, 'src/more.ts', call('more', 'dns_records'));
    expect(commit(root, 'read DNS records').status).toBe(0);
    const now = scan(root, ...TODAY);
    expect(now.status).toBe(0);
    expect(now.output).toContain(
      'warning: 1 finding will be past the end of life within 90 days: 2027-03-01 (in 59 days).\nNext end: 2027-03-01, 2 findings.\nPassed',
    );

    // The gate passes on the day itself and fails on the next, for the new call only, not for the accepted one.
    expect(scan(root, '--as-of', '2027-03-01').status).toBe(0);
    const after = scan(root, '--as-of', '2027-03-02', '--quiet');
    expect(after.status).toBe(1);
    expect(after.output.trimEnd().split('\n')).toEqual([expect.stringMatching(/^src\/more\.ts:1:45 /) as string]);
    put(root, 'sunset-lint.config.json', JSON.stringify({ ...CONFIG, maxFindings: 1 }));
    expect(scan(root, '--as-of', '2027-03-02').status).toBe(0);
    put(root, 'sunset-lint.config.json', JSON.stringify({ ...CONFIG, strictClock: true }));
    expect(scan(root, '--as-of', '2027-03-02', '--quiet').output.trimEnd().split('\n')).toHaveLength(2);
    put(root, 'sunset-lint.config.json', JSON.stringify(CONFIG));

    // The reports list all findings.
    expect(
      scan(root, '--as-of', '2027-03-02', '--format', 'json=report.json', '--format', 'html=report.html').status,
    ).toBe(1);
    const report = JSON.parse(readFileSync(join(root, 'report.json'), 'utf8')) as Report;
    expect(report.findings.map(({ file, suppression }) => `${file} ${suppression?.status ?? 'open'}`)).toEqual([
      'src/dns.ts accepted',
      'src/more.ts open',
      'src/old.ts accepted',
      'src/old.ts accepted',
    ]);
    expect(readFileSync(join(root, 'report.html'), 'utf8')).toContain('src/more.ts');
  });
});
