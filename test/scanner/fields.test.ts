import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadCatalogue } from '../../src/knowledge/catalogue/load.js';
import { scan } from '../../src/scan/index.js';
import type { ReportFinding } from '../../src/report/report.js';
import { folder } from './support.js';

const RECORDS = `export const toRecord = (service: string) => ({
  type: 'SRV',
  data: { service, port: 5060 },
});
`;

const sending = (name: string): string => `import { toRecord } from './records';
export const ${name} = (zone: string) =>
  fetch(\`https://api.cloudflare.com/client/v4/zones/\${zone}/dns_records\`, {
    method: 'POST',
    body: JSON.stringify(toRecord('_${name}')),
  });
`;

async function findingsIn(files: Readonly<Record<string, string>>): Promise<readonly ReportFinding[]> {
  return (await scan({ root: folder(files), asOf: '2026-01-01' })).findings;
}

const locationOf = ({ file, range }: ReportFinding): string => `${file}:${String(range.start.line)}`;

describe('deprecated fields of a record built in another file', () => {
  it('are reported once, in the file of the record, whatever the number of requests, with the path to one of them', async () => {
    const findings = await findingsIn({ 'records.ts': RECORDS, 'a.ts': sending('a'), 'b.ts': sending('b') });
    expect(findings.map(locationOf)).toEqual(['records.ts:3']);
    expect(findings[0]?.evidence[0]).toMatchObject({ kind: 'wrapper', file: 'a.ts' });
  });

  it('have fingerprints distinct from those of other findings in the file of the record', async () => {
    const recordsAndRequest = `${RECORDS}export const own = (zone: string) =>
  fetch(\`https://api.cloudflare.com/client/v4/zones/\${zone}/dns_records\`, {
    method: 'POST',
    body: JSON.stringify({ type: 'SRV', data: { proto: '_tcp' } }),
  });
`;
    const findings = await findingsIn({ 'records.ts': recordsAndRequest, 'a.ts': sending('a') });
    expect(findings.map(locationOf)).toEqual(['records.ts:3', 'records.ts:8']);
    expect(new Set(findings.map(({ fingerprint }) => fingerprint)).size).toBe(2);
  });

  it('are suppressed by a comment in the file of the record', async () => {
    const records = RECORDS.replace(
      '  data',
      '  // sunset-lint-disable-next-line srv-data-fields -- an old zone\n  data',
    );
    const findings = await findingsIn({ 'records.ts': records, 'a.ts': sending('a') });
    expect(findings.map(({ suppression }) => suppression !== undefined)).toEqual([true]);
  });
});

describe('a read of a deprecated field in a file that does not name the API', () => {
  it('is found when another file passes the record', async () => {
    const findings = await findingsIn({
      'print.ts': 'export function print(record: any) {\n  console.log(record.data.service);\n}\n',
      'list.ts': `import { print } from './print';
export async function list(zone: string) {
  const response = await fetch(\`https://api.cloudflare.com/client/v4/zones/\${zone}/dns_records?type=SRV\`);
  for (const record of (await response.json()).result) print(record);
}
`,
    });
    expect(findings.map(locationOf)).toEqual(['print.ts:2']);
  });
});

describe("fields of a user's catalogue", () => {
  it('are found in any spelling, with the confidence of their request', async () => {
    const root = folder({
      'own.json': JSON.stringify({
        api: { id: 'bells' },
        baseUrls: [{ url: 'https://api.bells.test/v1/rest', names: ['bells'] }],
        deprecations: [
          {
            ...{ id: 'bell-fields', feature: 'Old bell fields', kind: 'field', endOfLife: '2024-01-01' },
            ...{ endpoints: [{ methods: ['GET'], path: '/bells' }], pointers: ['/oldName', '/ring'] },
            ...{ direction: 'both', source: { file: 'own.md', line: 1 } },
          },
        ],
      }),
      'a.ts': `export async function names() {
  const bells = await (await fetch('https://api.bells.test/v1/rest/bells')).json();
  return bells.map((bell: any) => bell.oldName);
}
`,
      'far.ts': `export async function rings(base: string) {
  const bells = await (await fetch(\`\${base}/bells\`)).json();
  return bells.filter((bell: any) => bell.oldName && bell.ring);
}
`,
    });
    const catalogue = loadCatalogue({ extra: [join(root, 'own.json')] });
    const { findings } = await scan({ root, asOf: '2026-01-01', catalogue, minConfidence: 'possible' });
    expect(findings.map((finding) => `${locationOf(finding)} ${finding.confidence}`)).toEqual([
      'a.ts:3 certain',
      'far.ts:3 possible',
    ]);
  });
});
