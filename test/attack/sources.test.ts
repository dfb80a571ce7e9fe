import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { scan } from '../../src/scan/scan.js';
import { CALL } from '../cli/support.js';
import { folder } from '../scanner/support.js';
import { startCpuClock } from '../cpu-time.js';
import { IS_EXTENDED, share } from '../share.js';

/** CPU time limit in milliseconds; each source takes a fraction, and took a multiple or did not end before its fix. */
const LIMIT = 10_000;

const BASE = 'https://api.cloudflare.com/client/v4';

function lines(count: number, line: (index: number) => string, between = '\n'): string {
  return Array.from({ length: count }, (_, index) => line(index)).join(between);
}

/** Sources that caused a search through the whole file for each of their parts. */
const HOSTILE: Readonly<Record<string, () => string>> = {
  'a name declared repeatedly': () => `${lines(20_000, (i) => `var a = a + '/zones/${i}';`)}\nfetch('${BASE}' + a);`,
  'a long table of requests': () =>
    `const t = [\n${lines(8000, (i) => `{ path: '/zones/1/pagerules/${i}' }`, ',\n')}];\n` +
    `for (const row of t) fetch('${BASE}' + row.path);`,
  'classes that all override one method': () =>
    `class K0 { get(p) { return fetch('${BASE}' + p); } }\n` +
    `${lines(3000, (i) => `class K${i + 1} extends K${i} { get(p) { return super.get(p); } }`)}\n` +
    `new K3000().get('/zones/1/pagerules');`,
  'a long chain of ??': () => `const x = ${lines(50_000, (i) => `a${i}`, '\n?? ')};\nfetch(x + '/zones/1/pagerules');`,
  'a long chain behind a long comment': () => `/*${'-'.repeat(100_000)}*/ p${'\n.then(f)'.repeat(20_000)};`,
  'many callbacks of one call': () => `f(${lines(8000, (i) => `(a${i}) => a${i}`, ',\n')});`,
  'a long map': () =>
    `const m = new Map([${lines(5000, (i) => `['${i}', '/zones/${i}/pagerules']`, ',\n')}]);\n` +
    `for (const [k, v] of m) fetch('${BASE}' + v);`,
};

/** Scans a source beside one with a finding, and returns the milliseconds it took. */
async function timeBeside(source: string): Promise<number> {
  const root = folder({ 'a.ts': CALL, 'bad.ts': `${CALL}\n${source}`, 'z.ts': CALL });
  const elapsed = startCpuClock();
  const report = await scan({ root, asOf: '2026-01-01' });
  const took = elapsed();
  const files = new Set(report.findings.map(({ file }) => file));
  expect([files.has('a.ts'), files.has('z.ts')]).toEqual([true, true]);
  const isTold =
    report.coverage.limits.some((limit) => limit.includes('bad.ts')) ||
    report.coverage.skipped.some(({ paths }) => paths.includes('bad.ts'));
  expect(files.has('bad.ts') || isTold).toBe(true);
  return took;
}

describe('hostile source', () => {
  it.each(Object.keys(HOSTILE))('is read in time: %s', async (name) => {
    expect(await timeBeside(HOSTILE[name]?.() ?? '')).toBeLessThan(LIMIT);
  });

  const FRAGMENTS = [
    ...['a', 'p.then(', ')', '(', '{', '}', '[', ']', ' ?? ', ' + ', ',', ';\n', '`${', '}`', '/*', '*/', "'/zones/'"],
    ...['() => ', 'class A extends A { get(p) { return super.get(p); } }\n', 'var a = a + b;\n', '.then((x) => x)'],
    ...["{ path: '/zones/1/pagerules' },", 'a ? b : ', '...a, ', 'if (a) ', 'function f(a) { return f(a); }\n', '<a>'],
    ...[`fetch('${BASE}' + a);\n`, 'new Map([', 'for (const a of b) ', '@a ', 'export const a = a;\n', 'this.a = '],
  ];

  it(
    'of repeated fragments is read in time or named',
    async () => {
      const repeated = fc
        .tuple(fc.constantFrom(...FRAGMENTS), fc.integer({ min: 1, max: IS_EXTENDED ? 8000 : 500 }))
        .map(([fragment, times]) => fragment.repeat(times));
      const sources = fc.array(repeated, { minLength: 1, maxLength: 5 }).map((parts) => parts.join(''));
      await fc.assert(
        fc.asyncProperty(sources, async (source) => {
          expect(await timeBeside(source)).toBeLessThan(IS_EXTENDED ? 3 * LIMIT : LIMIT);
        }),
        { numRuns: share(15) },
      );
    },
    IS_EXTENDED ? 3_600_000 : 120_000,
  );
});
