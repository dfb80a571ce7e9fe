import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { work } from '../../src/core/lib/work.js';
import { DiskKinds } from '../../src/files/disk-kinds.js';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'sunset-kinds-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const NAMES = ['a', 'a.ts', 'b', 'B.ts', 'gone', 'link.ts', 'lost.ts', 'Ü.ts', 'short~1'];

/** Kinds of each name, after enough requests that the folder is listed, and as the first request. */
function answers(folder: string): readonly (readonly string[])[] {
  const kinds = new DiskKinds(() => undefined);
  for (let index = 0; index < 10; index += 1) kinds.kindOf(join(folder, `other${index}.ts`));
  return NAMES.map((name) => [
    kinds.kindOf(join(folder, name)),
    new DiskKinds(() => undefined).kindOf(join(folder, name)),
  ]);
}

describe('the kind of a path', () => {
  it.each(['', 'Ö'])('is the same whether or not its folder was listed, next to a file named “%s”', (beside) => {
    mkdirSync(join(root, 'a'));
    for (const name of ['a.ts', 'B.ts', 'b']) writeFileSync(join(root, name), '');
    if (beside !== '') writeFileSync(join(root, beside), '');
    symlinkSync(join(root, 'a.ts'), join(root, 'link.ts'));
    symlinkSync(join(root, 'nowhere'), join(root, 'lost.ts'));
    const both = answers(root);
    expect(both.map(([listed]) => listed)).toEqual(both.map(([, asked]) => asked));
    expect(both.slice(0, 7).map(([listed]) => listed)).toEqual([
      'folder',
      'file',
      'file',
      'file',
      'none',
      'file',
      'none',
    ]);
  });

  it('is none in a missing folder, or below a file', () => {
    writeFileSync(join(root, 'file'), '');
    for (const folder of ['no', 'file'])
      expect(answers(join(root, folder)).flat()).toEqual(NAMES.flatMap(() => ['none', 'none']));
  });

  it.skipIf(process.platform === 'win32')('is reported if it is neither a file nor a folder', () => {
    const told: string[] = [];
    const kinds = new DiskKinds((path) => told.push(path));
    for (let index = 0; index < 10; index += 1) kinds.kindOf(`/dev/other${index}`);
    expect(kinds.kindOf('/dev/null')).toBe('none');
    expect(told).toEqual(['/dev/null']);
  });

  it('takes few system calls for many names of one folder', () => {
    const before = work.pathsProbed;
    const kinds = new DiskKinds(() => undefined);
    for (let index = 0; index < 1000; index += 1) kinds.kindOf(join(root, `name${index}.ts`));
    expect(work.pathsProbed - before).toBeLessThan(10);
  });
});
