import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { scan } from '../../src/scan/index.js';
import type { Report } from '../../src/report/report.js';
import { cli, git, repository } from '../cli/support.js';
import { folder } from './support.js';

const API = 'https://api.cloudflare.com/client/v4';

function scanned(files: Readonly<Record<string, string>>): Promise<Report> {
  return scan({ root: folder(files), asOf: '2026-01-01', minConfidence: 'possible' });
}

const locationsOf = ({ findings }: Report): readonly string[] =>
  findings.map(({ file, range, deprecation }) => `${file}:${String(range.start.line)} ${deprecation}`);

describe('a JSON file that a program imports', () => {
  const config = JSON.stringify({ base: API, rules: `${API}/zones/1/pagerules`, live: `${API}/zones/1/dns_records` });

  it('is read as a module, by import and by require', async () => {
    const report = await scanned({
      'config/api.json': config,
      'a.mjs': `import config from './config/api.json' with { type: 'json' };
await fetch(config.rules);
await fetch(config.live);
`,
      'lib/b.js': `const { base } = require('../config/api.json');
fetch(base + '/zones/1/filters');
fetch(base + '/zones/1/rulesets');
`,
    });
    expect(locationsOf(report)).toEqual(['a.mjs:2 page-rules-api', 'lib/b.js:2 firewall-rules-and-filters-api']);
    expect(report.coverage.limits).toEqual([]);
  });

  it('is not another file of the same name', async () => {
    const report = await scanned({
      'config/api.json': config,
      'api.json': '{ "rules": "https://api.example.com/zones/1/pagerules" }',
      'a.mjs': `import config from './api.json' with { type: 'json' };
await fetch(config.rules);
`,
    });
    expect(locationsOf(report)).toEqual([]);
    expect(report.coverage.limits).toEqual([
      '1 file mentions the Cloudflare API and was not understood: config/api.json.',
    ]);
  });
});

describe('a JSON file that a program loads in another way', () => {
  it('is found through an alias', async () => {
    const report = await scanned({
      'tsconfig.json': '{ "compilerOptions": { "paths": { "@/*": ["./src/*"] } } }',
      'src/config/api.json': JSON.stringify({ base: API }),
      'src/a.ts': `import api from '@/config/api.json';
fetch(api.base + '/zones/1/pagerules');
`,
    });
    expect(locationsOf(report)).toEqual(['src/a.ts:2 page-rules-api']);
  });

  it('may contain only paths', async () => {
    const report = await scanned({
      'paths.json': '{ "rules": "/zones/1/pagerules", "live": "/zones/1/dns_records" }',
      'a.js': `const paths = require('./paths.json');
const base = '${API}';
fetch(base + paths.rules);
fetch(base + paths.live);
`,
    });
    expect(locationsOf(report)).toEqual(['a.js:3 page-rules-api']);
    expect(report.coverage.limits).toEqual([]);
  });

  it('is not listed if it contains only paths and nothing imports it', async () => {
    const report = await scanned({
      'paths.json': '{ "rules": "/zones/1/pagerules" }',
      'a.js': `fetch('${API}/zones/1/dns_records');\n`,
    });
    expect([locationsOf(report), report.coverage.limits]).toEqual([[], []]);
  });
});

describe('a changed JSON file of a program', () => {
  const BASE = 'https://api.example.com';
  const files = {
    'config.json': JSON.stringify({ base: BASE }),
    'a.mjs': `import { send } from './b.mjs';
send('/zones/1/pagerules');
`,
    'b.mjs': `import config from './config.json' with { type: 'json' };
export const send = (path) => fetch(config.base + path);
`,
  };
  const change = (root: string, base: string): void => {
    writeFileSync(join(root, 'config.json'), JSON.stringify({ base }));
  };

  it('is read again by a scan with cached results', async () => {
    const root = repository(folder(files));
    const kept = folder({});
    const codes: number[] = [];
    for (const base of [BASE, API, API, BASE]) {
      change(root, base);
      codes.push((await cli(root, ['scan', '--cache-location', kept])).code);
    }
    expect(codes).toEqual([0, 1, 1, 0]);
  });

  it('has its findings in a scan of the change', async () => {
    const root = repository(folder(files));
    git(root, 'checkout', '-q', '-b', 'change');
    change(root, API);
    git(root, 'commit', '-qam', 'change');
    const { code, out } = await cli(root, ['scan', '--changed-since', 'main']);
    expect([code, out]).toEqual([1, expect.stringContaining('a.mjs:2')]);
  });

  it('is followed from a changed importer when it is unchanged itself', async () => {
    const root = repository(folder({ ...files, 'config.json': JSON.stringify({ base: API }), 'a.mjs': '' }));
    git(root, 'checkout', '-q', '-b', 'change');
    writeFileSync(join(root, 'a.mjs'), files['a.mjs']);
    git(root, 'commit', '-qam', 'change');
    const { code, out } = await cli(root, ['scan', '--changed-since', 'main']);
    expect([code, out]).toEqual([1, expect.stringContaining('a.mjs:2')]);
  });
});

describe('input and output files of the scan', () => {
  it('are not read as data of the program', async () => {
    const catalogue = {
      format: 2,
      api: { id: 'town', title: 'Town', baseUrls: [{ url: 'https://api.town.example.com/v1', names: ['town'] }] },
      deprecations: [
        {
          id: 'town/bells',
          feature: 'Bells',
          kind: 'endpoint',
          endOfLife: '2027-01-01',
          endpoints: [{ methods: ['GET'], path: '/bells/{id}' }],
          replacement: { kind: 'none' },
        },
      ],
    };
    const root = repository(
      folder({
        'index.js': 'export const one = 1;\n',
        'catalogues/town.json': JSON.stringify(catalogue),
        'collection.json': '{ "url": "https://api.town.example.com/v1/bells/1" }',
        'sunset-lint.config.json': '{ "catalogues": ["catalogues/town.json"] }',
      }),
    );
    const { out, err } = await cli(root, ['scan']);
    expect(out + err).toContain('1 file mentions Town and was not understood: collection.json.');
  });
});

describe('files of unsupported kinds that name an API', () => {
  it('are counted in the verdict of a gate that passes, and only there', async () => {
    const playbook = `- uri: { url: ${API}/zones/1/pagerules }\n`;
    const root = repository(
      folder({ 'index.js': 'export const one = 1;\n', 'one.yml': playbook, 'two.yml': playbook }),
    );
    const passed = await cli(root, ['scan']);
    expect(passed.out).toContain(
      'Passed: 0 findings (--fail-on deprecated). 2 files mention the Cloudflare API and were not understood.\n',
    );
    const summary = await cli(root, ['scan', '--format', 'markdown']);
    expect(summary.out).toContain('**Passed; 2 files mention the Cloudflare API and were not understood. ');
    writeFileSync(join(root, 'index.js'), `fetch('${API}/zones/1/pagerules');\n`);
    const failed = await cli(root, ['scan']);
    expect(failed.out).toContain(
      'Failed: 1 call counts by the edition, though cancelled by the vendor (--fail-on deprecated).\n',
    );
    writeFileSync(join(root, 'index.js'), 'export const one = 1;\n');
    writeFileSync(join(root, 'one.yml'), '- uri: { url: https://api.example.com/zones/1/pagerules }\n');
    writeFileSync(join(root, 'two.yml'), '');
    expect((await cli(root, ['scan'])).out).toContain('Passed: 0 findings (--fail-on deprecated).\n');
  });

  it.each([
    ['playbook.yml', `- uri: { url: ${API}/zones/1/pagerules }\n`],
    ['docker-compose.yml', `services: { a: { command: curl ${API}/zones/1/pagerules } }\n`],
    ['collection.json', JSON.stringify({ item: [{ request: `${API}/zones/1/pagerules` }] })],
    ['analysis.ipynb', JSON.stringify({ cells: [{ source: [`requests.get('${API}/zones/1/pagerules')`] }] })],
    ['.env.production', `API=${API}\n`],
    ['wrangler.toml', `[vars]\nAPI = "${API}"\n`],
  ])('are listed as not understood: %s', async (name, text) => {
    const { coverage } = await scanned({ 'index.js': 'export const one = 1;\n', [name]: text });
    expect(coverage.limits).toEqual([`1 file mentions the Cloudflare API and was not understood: ${name}.`]);
  });

  it.each([
    ['package-lock.json', JSON.stringify({ resolved: `${API}/zones` })],
    ['links.yml', 'docs: https://developers.cloudflare.com/api\n'],
    ['dist/collection.json', JSON.stringify({ url: `${API}/zones/1/pagerules` })],
    ['README.md', `See ${API}/zones/1/pagerules.\n`],
  ])('are not listed if nothing sends their contents: %s', async (name, text) => {
    const { coverage } = await scanned({ 'index.js': 'export const one = 1;\n', [name]: text });
    expect(coverage.limits).toEqual([]);
  });

  const curl = `curl ${API}/zones/1/filters`;
  const step = `      - run: ${curl}\n`;
  it.each([
    [
      '.github/workflows/a.yml',
      `jobs:\n  a:\n    steps:\n${step}      - shell: pwsh\n        run: irm ${API}/zones/1/pagerules\n`,
    ],
    [
      '.github/workflows/a.yml',
      `jobs:\n  a:\n    steps:\n${step}      - uses: a/b@v1\n        with: { url: ${API}/zones }\n`,
    ],
    ['azure-pipelines.yml', `steps:\n  - bash: ${curl}\n  - pwsh: irm ${API}/zones/1/pagerules\n`],
    ['azure-pipelines.yml', `steps:\n  - bash: ${curl} # (https)\n  - pwsh: irm (${API}/zones)\n`],
    ['package.json', JSON.stringify({ scripts: { a: curl }, proxy: API })],
    ['Makefile', `RULES = ${API}/zones/1/pagerules\na:\n\t${curl}\n`],
    ['a.html', `<p data-a='{"a":"${API}/zones/1/pagerules"}'><script>fetch('${API}/zones/1/filters')</script>`],
    ['a.html', `<script type="application/json">{"a":"${API}/zones"}</script><form action="${API}/zones/1/filters">`],
    ['a.vue', `<template lang="pug">a(b="${API}/zones")</template><script>fetch('${API}/zones/1/filters')</script>`],
  ])('are listed if only a part of them is code: %s', async (name, text) => {
    const report = await scanned({ [name]: text });
    expect(locationsOf(report)).toEqual([expect.stringMatching(/ firewall-rules-and-filters-api$/)]);
    expect(report.coverage.limits).toEqual([`1 file mentions the Cloudflare API and was not understood: ${name}.`]);
  });

  it.each([
    [
      '.github/workflows/a.yml',
      `name: ${API}/zones\nenv:\n  API: ${API}\njobs:\n  a:\n    steps:\n${step}      - run: curl $API/zones\n`,
    ],
    [
      '.github/workflows/a.yml',
      `# ${API}/zones\nenv: { API: "${API}" }\njobs:\n  a:\n    steps:\n      - run: curl $API/zones/1/filters\n`,
    ],
    ['Makefile', `API = ${API}\na:\n\tcurl $(API)/zones/1/filters\n`],
    ['package.json', JSON.stringify({ homepage: `${API}/zones`, scripts: { a: curl } })],
    [
      'a.html',
      `<!-- ${API} --><a href="${API}/zones">${API}/zones</a><script>fetch('${API}/zones/1/filters')</script>`,
    ],
  ])('are not listed if the rest is prose or a variable of the code: %s', async (name, text) => {
    const report = await scanned({ [name]: text });
    expect(locationsOf(report)).toEqual([expect.stringMatching(/ firewall-rules-and-filters-api$/)]);
    expect(report.coverage.limits).toEqual([]);
  });

  it('are listed again by a scan with cached results, and by a scan of their change', async () => {
    const text = `jobs:\n  a:\n    steps:\n${step}      - shell: pwsh\n        run: irm ${API}/zones/1/pagerules\n`;
    const root = repository(folder({ '.github/workflows/a.yml': text, 'a.js': 'one();\n' }));
    const kept = folder({});
    for (let run = 0; run < 2; run += 1) {
      const { out } = await cli(root, ['scan', '--cache-location', kept]);
      expect(out).toContain('1 file mentions the Cloudflare API and was not understood: .github/workflows/a.yml.');
    }
    git(root, 'checkout', '-q', '-b', 'change');
    writeFileSync(join(root, 'a.js'), 'two();\n');
    git(root, 'commit', '-qam', 'change');
    expect((await cli(root, ['scan', '--changed-since', 'main'])).out).not.toContain('a.yml');
    writeFileSync(join(root, '.github/workflows/a.yml'), text.replace('zones/1/pagerules', 'zones/2/pagerules'));
    git(root, 'commit', '-qam', 'change');
    const { out, err } = await cli(root, ['scan', '--changed-since', 'main']);
    expect(out + err).toContain('.github/workflows/a.yml');
  });
});

describe('a data file that names an API', () => {
  const PROGRAM = `fetch('${API}/zones/1/pagerules');\n`;

  it('is recognised as a report of this program in any format, and is then not listed', async () => {
    const root = repository(folder({ 'a.js': PROGRAM, 'r/readme.md': '' }));
    const formats = ['json', 'sarif', 'rdjson', 'gitlab', 'junit', 'csv', 'markdown', 'html'];
    await cli(root, [
      'scan',
      ...formats.flatMap((name) => ['--format', `${name}=r/${name}.${ENDINGS[name] ?? 'json'}`]),
    ]);
    await cli(root, ['scan', '--update-baseline', '--baseline', 'r/known.json']);
    const { coverage } = await scan({ root, asOf: '2026-11-27' });
    expect(coverage.limits).toEqual([]);
    const skipped = coverage.skipped.map(({ reason }) => reason);
    expect(skipped).toEqual(['report']);
    expect(coverage.skipped[0]?.paths).toEqual(
      expect.arrayContaining(['r/json.json', 'r/known.json', 'r/sarif.sarif']),
    );
  });

  it.each([
    ['a.har', `{"log":{"version":"1.2","entries":[{"request":{"url":"${API}/zones"}}]}}`],
    ['cassettes/a.yaml', `interactions:\n- request:\n    uri: ${API}/zones\n`],
    ['cassettes/b.yml', `---\nhttp_interactions:\n- request:\n    uri: ${API}/zones\n`],
    ['fixtures/nock.json', `[{"scope":"https://api.cloudflare.com:443","method":"GET","path":"${API}/zones"}]`],
  ])('is recognised as a recording of traffic in %s', async (name, text) => {
    const { coverage } = await scan({ root: folder({ 'a.js': PROGRAM, [name]: text }), asOf: '2026-11-27' });
    expect(coverage.skipped).toEqual([{ reason: 'recording', count: 1, paths: [name], apis: ['Cloudflare API'] }]);
    expect(coverage.limits).toEqual([]);
  });

  it('is listed with the format that it resembles, so that no program can pass as a report', async () => {
    const heads = { 'a.py': '# Deprecated API operations\n', 'b.sh': '# Deprecated API operations\n' };
    const files = {
      'a.py': `${heads['a.py']}import requests\nrequests.get("${API}/zones/1/pagerules")\n`,
      'b.sh': `${heads['b.sh']}curl ${API}/zones/1/pagerules\n`,
      'c.rb': `# Deprecated API operations\nNet::HTTP.get(URI('${API}/zones/1/pagerules'))\n`,
    };
    const forged = {
      'd.php': `[{"scope":"https://x","method":"GET"}]\n<?php file_get_contents("${API}/zones/1/pagerules");\n`,
      'e.js': `[{"description":"x","check_name":"no-deprecated-endpoint"}];\nfetch(\`https://api.\${host}/v1/x\`);\n`,
    };
    const { findings, coverage } = await scan({ root: folder({ ...files, ...forged }), asOf: '2026-11-27' });
    expect(findings.map(({ file }) => file)).toEqual(['a.py', 'b.sh']);
    expect(coverage.skipped).toEqual([expect.objectContaining({ reason: 'other-kind', paths: ['c.rb', 'd.php'] })]);
    expect(coverage.limits).toEqual(['2 files mention the Cloudflare API and were not understood: c.rb, d.php.']);
    expect(JSON.stringify(coverage.requests)).toContain('e.js');
  });
});

const ENDINGS: Readonly<Record<string, string>> = {
  sarif: 'sarif',
  junit: 'xml',
  csv: 'csv',
  markdown: 'md',
  html: 'html',
};
