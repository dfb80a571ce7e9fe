import { describe, expect, it } from 'vitest';
import { cli, CALL, repository } from '../cli/support.js';
import { folder } from '../scanner/support.js';
import { hostileSurroundings } from './hostile-surroundings.js';

/** Lists as long as an attack would have them, or long enough to tell what is linear from what is not. */
const LONG = process.env['LONG'] === '1';
/** Milliseconds that a slow machine under load may take; what is not mended takes minutes. */
const LIMIT = 15_000;

describe('what surrounds a program', () => {
  it.each(hostileSurroundings(LONG ? 1 : 0.05).map((hostile) => [hostile.name, hostile] as const))(
    'does not hold a scan up: %s',
    async (_name, { files, git, args = [] }) => {
      const root = folder({ 'app.ts': CALL, ...files });
      if (git === true) repository(root);
      const start = performance.now();
      const { code, out, err } = await cli(root, ['scan', ...args]);
      expect(performance.now() - start).toBeLessThan(LIMIT);
      expect(err).not.toContain('a fault of sunset-lint itself');
      // The finding, or an error that says what keeps it from being looked for.
      if (code === 2) expect(err).toMatch(/^error: /m);
      else expect([code, out.includes('app.ts')]).toEqual([1, true]);
    },
    LIMIT * 4,
  );
});
