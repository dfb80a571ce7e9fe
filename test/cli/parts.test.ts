import { describe, expect, it } from 'vitest';
import { folder } from '../scanner/support.js';
import { API, cli } from './support.js';

/** Modules with circular references between constants and functions. */
const FILES = {
  'a.ts': `import { second, tail } from './b.js';\nexport const base = '${API}' + (flag ? '' : tail);\nexport function first(path, again) { if (again) second(path); return fetch(base + path); }\nfirst('/zones/1/pagerules');\n`,
  'b.ts':
    "import { base, first } from './a.js';\nexport const tail = flag ? '' : base;\nexport function second(path) { return first(path, false); }\nsecond('/zones/1/pagerules');\nfetch(tail + '/zones/1/pagerules');\n",
  'c.ts':
    "import { base } from './a.js';\nimport { second, tail } from './b.js';\nfetch(base + '/zones/1/pagerules');\nfetch(tail + '/zones/1/pagerules');\nsecond('/zones/1/firewall/rules');\n",
};

async function found(root: string, ...args: readonly string[]): Promise<readonly string[]> {
  const { out, err, code } = await cli(root, ['scan', '--format', 'json', '--min-confidence', 'possible', ...args]);
  if (code > 1) throw new Error(err);
  return (JSON.parse(out) as { findings: readonly object[] }).findings.map((finding) => JSON.stringify(finding)).sort();
}

describe('modules with circular references', () => {
  it('have the same findings in a complete scan, in any order on the command line and in shards', async () => {
    const root = folder(FILES);
    const whole = await found(root);
    expect(whole.length).toBeGreaterThan(3);
    for (const order of ['a b c', 'a c b', 'b a c', 'b c a', 'c a b', 'c b a']) {
      expect(await found(root, ...order.split(' ').map((name) => `${name}.ts`))).toEqual(whole);
    }
    const shards = await Promise.all(['1/3', '2/3', '3/3'].map((shard) => found(root, '--shard', shard)));
    expect(shards.flat().sort()).toEqual(whole);
  });
});
