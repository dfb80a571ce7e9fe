import { describe, expect, it } from 'vitest';
import { cli, CALL, repository } from '../cli/support.js';
import { folder } from '../scanner/support.js';
import { hostileSurroundings } from './hostile-surroundings.js';
import { startCpuClock } from '../cpu-time.js';
import { IS_LONG } from '../share.js';

/** CPU time in milliseconds that a slow machine may take; an unbounded reader takes minutes. */
const LIMIT = 15_000;

describe('files around a program', () => {
  // Lists of the size of a real attack, or large enough to show that time is linear.
  it.each(hostileSurroundings(IS_LONG ? 1 : 0.02).map((hostile) => [hostile.name, hostile] as const))(
    'do not slow a scan down: %s',
    async (_name, { files, git, args = [] }) => {
      const root = folder({ 'app.ts': CALL, ...files });
      if (git === true) repository(root);
      const elapsed = startCpuClock();
      const { code, out, err } = await cli(root, ['scan', ...args]);
      expect(elapsed()).toBeLessThan(LIMIT);
      expect(err).not.toContain('a fault of sunset-lint itself');
      // Either the finding, or an error that explains why it was not found.
      if (code === 2) expect(err).toMatch(/^error: /m);
      else expect([code, out.includes('app.ts')]).toEqual([1, true]);
    },
    LIMIT * 4,
  );
});

describe('an invalid pattern', () => {
  it('is an error in a configuration, with its place', async () => {
    const root = folder({ 'app.ts': CALL, 'sunset-lint.config.json': '{\n  "ignoreFiles": ["a", "[z-a]"]\n}\n' });
    const { code, err } = await cli(root, ['scan']);
    expect(code).toBe(2);
    expect(err).toContain(
      "sunset-lint.config.json:2:24: $.ignoreFiles[1] is not a pattern: its range z-a runs backwards. Put a \\ before what belongs to a name. It is '[z-a]'.",
    );
  });

  it('matches in .gitignore as in git, and leaves other rules intact', async () => {
    const root = folder({ 'app.ts': CALL, 'secret.ts': CALL, '.gitignore': '[z-a]\n[\nb\\\nsecret.ts\n' });
    const { code, out } = await cli(root, ['scan', '--quiet']);
    expect(code).toBe(1);
    expect(out).toContain('app.ts');
    expect(out).not.toContain('secret.ts');
  });
});

describe('a workspace with many patterns', () => {
  const call = (specifier: string): string =>
    `import { base } from '${specifier}';\nexport const list = (zone: string) => fetch(\`\${base}/zones/\${zone}/pagerules\`);\n`;

  it('is named and fails if its patterns exceed the limit', async () => {
    const root = folder({
      'app.ts': CALL.replace('pagerules', 'dns_records'),
      'b.ts': call('lib'),
      'package.json': JSON.stringify({ workspaces: Array.from({ length: 20_000 }, (_, index) => `p/${index}`) }),
    });
    const { code, out, err } = await cli(root, ['scan']);
    expect(code).toBe(2);
    const what = 'package.json: some patterns of its workspace were not used: there are too many.';
    expect(err).toContain(`error: ${what} Findings may be missing.`);
    expect(out).toContain(what);
  });

  it('is read in full at the size of a large project', async () => {
    const packages = Object.fromEntries(
      Array.from({ length: 500 }, (_, index) => [
        `packages/p${index}/package.json`,
        JSON.stringify({ name: `p${index}`, exports: { '.': { import: './index.js', require: './index.cjs' } } }),
      ]),
    );
    const root = folder({
      ...packages,
      'packages/p499/index.ts': "export const base = 'https://api.cloudflare.com/client/v4';\n",
      'package.json': JSON.stringify({ workspaces: ['packages/*', '!packages/p3'] }),
      'app.ts': call('p499'),
    });
    const { code, out, err } = await cli(root, ['scan']);
    expect([code, err.includes('error')]).toEqual([1, false]);
    expect(out).toContain('app.ts');
  });
});
