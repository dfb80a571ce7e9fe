import { describe, expect, it } from 'vitest';
import { scan } from '../../src/scan/index.js';
import { folder } from './support.js';

const CLIENT = `export async function listed() {
  const answer = await fetch('https://api.cloudflare.com/client/v4/zones/1/dns_records?type=SRV');
  return (await answer.json()).result;
}
`;
const READS = 'export const protocolOf = (record) => record.data.proto;\n';
const MAIN = `import { listed } from './client.js';
import { protocolOf } from './format.js';
for (const record of await listed()) console.log(protocolOf(record));
`;

describe('reads of deprecated parts of a record', () => {
  it('are found in a file that does not name the API when another file passes the records', async () => {
    const root = folder({ 'client.js': CLIENT, 'format.js': READS, 'main.js': MAIN });
    const { findings } = await scan({ root, asOf: '2026-01-01' });
    expect(findings.map(({ file, range }) => `${file}:${range.start.line}`)).toEqual(['format.js:1']);
  });

  it('cause no parsing of a file that is not connected to a user of the API', async () => {
    const root = folder({ 'client.js': CLIENT, 'format.js': READS });
    const { findings, coverage } = await scan({ root, asOf: '2026-01-01' });
    expect(findings).toEqual([]);
    expect(coverage).toMatchObject({ read: 2, parsed: 1 });
  });

  it('cause no parsing if no file requests records', async () => {
    const root = folder({ 'format.js': READS, 'main.js': "import { protocolOf } from './format.js';\n" });
    const { coverage } = await scan({ root, asOf: '2026-01-01' });
    expect(coverage).toMatchObject({ read: 2, parsed: 0 });
  });

  it('cause parsing if the vendor of the API is named next to them', async () => {
    const root = folder({ 'format.js': `// Records of Cloudflare.\n${READS}` });
    const { coverage } = await scan({ root, asOf: '2026-01-01' });
    expect(coverage).toMatchObject({ parsed: 1 });
  });
});
