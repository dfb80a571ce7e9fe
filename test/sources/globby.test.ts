import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import * as fc from 'fast-check';
import { globby } from 'globby';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FileKinds } from '../../src/languages/table.js';
import { listFiles } from '../../src/files/list-files.js';
import { SkipLog } from '../../src/files/skip-log.js';

// Names that no other rule excludes, so that patterns alone decide.
const FILES = [
  'a.ts',
  'ab.ts',
  'b.js',
  '.hidden.ts',
  'src/a.ts',
  'src/b.js',
  'src/ab.tsx',
  'src/deep/a.ts',
  'src/deep/c.ts',
  'src/deep/er/b.ts',
  'src/.config/a.ts',
  'src/[id]/a.ts',
  'old/src/a.ts',
  'old/b.js',
];

const FOLDER = fc.constantFrom('*', '**', '{src,old}', 'src', 'deep', 's*c', '[!a]*');
const FILE = fc.constantFrom(
  '*',
  '**',
  '*.ts',
  '*.{ts,js}',
  '?.ts',
  'a*',
  '[ab].*',
  '[!a]*',
  '.*',
  'a.ts',
  '*e*',
  'deep',
);
// A pattern of files ends the path, because globby lists files below some of them.
const PATTERN = fc.tuple(fc.array(FOLDER, { maxLength: 3 }), FILE).map(([way, last]) => [...way, last].join('/'));

function ours(root: string, paths: readonly string[]): readonly string[] {
  const names = new FileKinds(['javascript']);
  return listFiles({ root, paths, include: [], ignore: [], tests: 'mark', names }, new SkipLog()).files;
}

/** Files that globby finds; a matched folder means its files, like a folder that a shell expands. */
async function theirs(root: string, patterns: readonly string[]): Promise<readonly string[]> {
  const found = await globby(
    patterns.flatMap((pattern) => [pattern, `${pattern}/**`]),
    { cwd: root, dot: true, suppressErrors: true },
  );
  return found.sort();
}

describe('patterns given as paths', () => {
  let root: string;

  beforeAll(() => {
    root = mkdtempSync(join(tmpdir(), 'sunset-globby-'));
    for (const file of FILES) {
      mkdirSync(dirname(join(root, file)), { recursive: true });
      writeFileSync(join(root, file), '');
    }
  });

  afterAll(() => rmSync(root, { recursive: true }));

  it('select the files that globby finds', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(PATTERN, { minLength: 1, maxLength: 2 }), async (patterns) => {
        expect(ours(root, patterns)).toEqual(await theirs(root, patterns));
      }),
      { numRuns: 200 },
    );
  });
});
