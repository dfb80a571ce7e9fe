import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { mergeReports } from '../../src/hosts/cli/facts/merge-command.js';
import type { Report } from '../../src/report/report.js';
import { scan } from '../../src/scan/index.js';
import { folder } from './support.js';

const FIXTURES = join(import.meta.dirname, '..', '..', 'fixtures');
const THEMES = readdirSync(FIXTURES, { withFileTypes: true }).flatMap((entry) =>
  entry.isDirectory() && entry.name !== 'waf-plan' ? [entry.name] : [],
);

const scanned = async (root: string): Promise<Report> => scan({ root, asOf: '2026-01-01' });

function expectSums({ coverage, unresolved }: Report): void {
  const { sites, requestSites, resolved, addresses } = coverage;
  const parts = [sites.deprecated, sites.other, sites.unresolved, sites.inWrappers, sites.unknownTarget];
  expect(parts.reduce((sum, part) => sum + part, 0)).toBe(requestSites);
  expect(Math.min(...parts)).toBeGreaterThanOrEqual(0);
  expect(sites.deprecated + sites.other).toBe(resolved);
  expect(sites.unresolved + addresses).toBe(coverage.unresolved);
  expect(unresolved).toHaveLength(coverage.unresolved);
}

describe('the counts of request sites in a report', () => {
  it.each(THEMES)('add up for %s', async (theme) => {
    expectSums(await scanned(join(FIXTURES, theme)));
  });

  it('add up in the merge of two reports', async () => {
    const parts = await Promise.all(['wrappers', 'clients'].map((theme) => scanned(join(FIXTURES, theme))));
    const merged = mergeReports(parts.map((report, index) => ({ name: String(index), report })));
    expectSums(merged);
    expect(merged.coverage.sites.deprecated).toBeGreaterThan(parts[0]?.coverage.sites.deprecated ?? 0);
  });

  it('count each site by its outcome, and addresses separately', async () => {
    const api = 'https://api.cloudflare.com/client/v4';
    const { coverage } = await scanned(
      folder({
        'a.js': [
          `fetch('${api}/zones/1/pagerules');`,
          `fetch('${api}/zones/1/dns_records');`,
          `fetch('https://elsewhere.example.com/zones/1/pagerules');`,
          `fetch('${api}/zones/1/' + process.env.KIND);`,
          `export const call = (path) => fetch('${api}' + path);`,
          `call('/zones/1/dns_records');`,
          "fetch(process.env.ANY_URL, { headers: { 'x-asks-for': 'pagerules' } });",
          `export const unused = '${api}/zones/' + process.env.ZONE + '/' + process.env.KIND;`,
        ].join('\n'),
      }),
    );
    expect(coverage).toMatchObject({
      requestSites: 7,
      sites: { deprecated: 1, other: 3, unresolved: 1, inWrappers: 1, unknownTarget: 1 },
      resolved: 4,
      unresolved: 2,
      addresses: 1,
    });
  });

  it('include open requests of a client with its own base URL, but not those that callers complete', async () => {
    const made = "import Cloudflare from 'cloudflare';\nconst c = new Cloudflare();\n";
    const edit = 'c.zones.settings.edit(id, { zone_id: 0, value: 0 })';
    const { unresolved, coverage } = await scanned(
      folder({
        'alone.js': `${made}export const set = (id) => ${edit};\n`,
        'run.js': `${made}const id = process.argv[2];\n${edit};\n`,
        'called.js': `${made}const set = (id) => ${edit};\nset('ssl');\n`,
      }),
    );
    expect(unresolved.map(({ file, reason }) => `${file}: ${reason}`)).toEqual([
      'alone.js: `id` is a parameter for which no known caller passes a value',
      'run.js: `process.argv.2` is a value known only at run time',
    ]);
    expect(coverage.sites).toMatchObject({ other: 1, unresolved: 2, inWrappers: 1 });
  });

  it('include a client built from dynamic names if it gets the address of the API', async () => {
    const source = [
      'const api = (path) => new Proxy(() => {}, {',
      '  get: (_, name) => api(`${path}/${String(name)}`),',
      '  apply: (_, self, [method]) => fetch(path, { method }),',
      '});',
      "const cf = api('https://api.cloudflare.com/client/v4');",
      "cf.zones.z.pagerules('GET');",
    ];
    const { unresolved } = await scanned(folder({ 'a.js': source.join('\n') }));
    expect(unresolved.map(({ range, reason }) => `${range.start.line}: ${reason}`)).toEqual([
      '5: `name` is a parameter for which no known caller passes a value',
    ]);
  });
});
