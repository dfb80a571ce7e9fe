import { describe, expect, it } from 'vitest';
import { scan } from '../../src/scan/index.js';
import { folder } from '../scanner/support.js';

const ZONE = 'https://api.cloudflare.com/client/v4/zones/1';
const OLD = `${ZONE}/pagerules`;
const TUNNELS = 'https://api.cloudflare.com/client/v4/accounts/1/tunnels';

const UNUSED = 'No request that uses it was found.';

async function found(files: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const { findings } = await scan({ root: folder(files), asOf: '2026-11-27' });
  return findings.map(({ file, range, confidence, notes }) =>
    [`${file}:${String(range.start.line)}`, confidence, ...(notes.includes(UNUSED) ? ['unused'] : [])].join(' '),
  );
}

describe('an address that other code extends to a longer path', () => {
  const page = (path: string): string => `export const page = (id, get) => get(new URL(\`${path}\`));\n`;

  it('is not reported itself', async () => {
    const text = `const TUNNELS = '${TUNNELS}';\n`;
    expect(await found({ 'a.js': text + page('${TUNNELS}/${id}/routes/all') })).toEqual([]);
    expect(
      await found({ 'a.js': `${text}export const page = (id, get) => get(TUNNELS + '/' + id + '/all');\n` }),
    ).toEqual([]);
  });

  it('is reported if the path ends with it, or if another use does not extend it', async () => {
    const text = `const TUNNELS = '${TUNNELS}';\n`;
    expect(await found({ 'a.js': text + page('${TUNNELS}?page=${id}') })).toEqual(['a.js:2 probable']);
    expect(
      await found({
        'a.js': `${text}export const page = (id) => ({ all: TUNNELS, one: \`\${TUNNELS}/\${id}/all/all\` });\n`,
      }),
    ).toEqual(['a.js:1 probable unused']);
    expect(await found({ 'a.js': `export ${text}${page('${TUNNELS}/${id}/routes/all')}` })).toEqual([
      'a.js:1 probable unused',
    ]);
  });
});

describe('an address and the request that uses it', () => {
  it('are reported as one finding, even in two files', async () => {
    const address = `export const OLD = '${OLD}';\nexport const url = () => '${ZONE}/rate_limits';\n`;
    const use = "import { OLD, url } from './a';\nfetch(OLD);\nfetch(url());\n";
    expect(await found({ 'a.js': address, 'b.js': use })).toEqual(['b.js:2 certain', 'b.js:3 certain']);
  });

  it('are reported separately if the request does not use the address, or is in a test', async () => {
    const address = `export const OLD = '${OLD}';\n`;
    const other = `import { OLD } from './a';\nfetch('${OLD}');\n`;
    expect(await found({ 'a.js': address, 'b.js': other })).toEqual(['a.js:1 probable unused', 'b.js:2 certain']);
    const test = "import { OLD } from './a';\nfetch(OLD);\n";
    expect(await found({ 'a.js': address, 'b.test.js': test })).toEqual([
      'a.js:1 probable unused',
      'b.test.js:2 certain',
    ]);
  });
});

describe('a descriptor with a deprecated URL', () => {
  it('is not reported if it is logged', async () => {
    expect(await found({ 'a.js': `console.log('x', { url: '${OLD}' });\n` })).toEqual([]);
    expect(await found({ 'a.js': `send('x', { url: '${OLD}' });\n` })).toHaveLength(1);
  });
});
