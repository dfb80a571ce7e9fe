import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CALL, cli } from '../cli/support.js';
import { folder } from '../scanner/support.js';

/** Damaged files of each kind in one run; `npm run fuzz` asks for more. */
const RUNS = Number(process.env['RUNS'] ?? 12);

const ENV = { SUNSET_LINT_KEY: 'a secret of thirty-two characters or more' };
const CATALOGUE = JSON.stringify({
  format: 2,
  api: { id: 'bells', baseUrls: [{ url: 'https://bells.acme.test/v1' }] },
  deprecations: [
    {
      id: 'bells/towers',
      feature: 'Towers',
      kind: 'endpoint',
      endOfLife: '2027-01-01',
      replacement: { kind: 'none' },
      endpoints: [{ methods: ['GET'], path: '/towers/{tower_id}' }],
    },
  ],
});

const TREE = {
  'src/a.ts': CALL,
  'bells.json': CATALOGUE,
  'sunset-lint.config.json': '{ "failOn": "sunset", "paths": ["src"], "ignoreFiles": ["**/*.gen.ts"] }',
  'tsconfig.json': '{ "compilerOptions": { "baseUrl": ".", "paths": { "@/*": ["src/*"] } }, "include": ["src"] }',
  'package.json': '{ "name": "town", "workspaces": ["packages/*"], "imports": { "#a": "./src/a.ts" } }',
};

/** What reads a file that somebody else may have written. `made`: the arguments that write it first. */
const READERS: Readonly<Record<string, { readonly file: string; readonly made?: string[]; readonly read: string[] }>> =
  {
    facts: { file: 'a.facts', made: ['facts', 'src', '--output', 'a.facts'], read: ['link', 'a.facts'] },
    baseline: {
      file: 'b.json',
      made: ['scan', '--baseline', 'b.json', '--update-baseline'],
      read: ['scan', '--baseline', 'b.json'],
    },
    report: {
      file: 'r.json',
      made: ['scan', '--format', 'json=r.json', '--fail-on', 'never'],
      read: ['merge', 'r.json'],
    },
    catalogue: { file: 'bells.json', read: ['scan', '--catalogue', 'bells.json'] },
    configuration: { file: 'sunset-lint.config.json', read: ['scan'] },
    tsconfig: { file: 'tsconfig.json', read: ['scan'] },
    manifest: { file: 'package.json', read: ['scan'] },
    source: { file: 'src/a.ts', read: ['scan'] },
  };

const BYTES = fc.oneof(
  fc.uint8Array({ maxLength: 4 }),
  fc.constantFrom(
    ...['"', '{', ']', '\0', '\\u0000', '-1', '1e999', 'null', '../../..', '__proto__', '\u001b[31m'].map((text) =>
      new TextEncoder().encode(text),
    ),
  ),
);
/** Places in a file, as parts of its length, and what is put over what is there. */
const DAMAGE = fc.array(fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.nat({ max: 40 }), BYTES), {
  minLength: 1,
  maxLength: 4,
});

function damaged(whole: Uint8Array, damage: readonly (readonly [number, number, Uint8Array])[]): Uint8Array {
  let bytes = whole;
  for (const [part, cut, put] of damage) {
    const at = Math.floor(part * bytes.length);
    bytes = Buffer.concat([bytes.subarray(0, at), put, bytes.subarray(Math.min(bytes.length, at + cut))]);
  }
  return bytes;
}

describe('a damaged file', () => {
  it.each(Object.entries(READERS))(
    '%s ends in a verdict or a clear error',
    { timeout: 600_000 },
    async (_kind, reader) => {
      const root = folder(TREE);
      if (reader.made !== undefined) expect((await cli(root, reader.made, { env: ENV })).code).toBe(0);
      const path = join(root, reader.file);
      const whole = readFileSync(path);
      await fc.assert(
        fc.asyncProperty(DAMAGE, async (damage) => {
          writeFileSync(path, damaged(whole, damage));
          const { code, out, err } = await cli(root, reader.read, { env: ENV });
          expect([0, 1, 2]).toContain(code);
          expect(err).not.toMatch(/fault of sunset-lint|TypeError|RangeError|undefined|\u001b/);
          expect(out).not.toContain('\u001b');
          // What could not be looked at did not pass.
          if (code === 0) expect(out + err).toMatch(/No (?:open |new )?findings|not fail|Gate: passed/);
        }),
        { numRuns: RUNS },
      );
    },
  );
});
