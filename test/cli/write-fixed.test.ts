import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openFixable, writeFixed } from '../../src/hosts/cli/fix/fixable-file.js';
import type { FixableFile } from '../../src/hosts/cli/fix/fixable-file.js';
import { ConfigError } from '../../src/core/model/errors.js';
import { folder } from '../eslint/support.js';

const BEFORE = '\uFEFF// before\r\n';
const FILES = { 'a.js': BEFORE, 'b.js': '// before\n' };

function opened(root: string, name: string, scanned: string): FixableFile {
  const file = openFixable(join(root, name), scanned, root);
  if (typeof file === 'string') throw new Error(file);
  return file;
}

function bothOf(root: string): readonly { readonly file: FixableFile; readonly text: string }[] {
  return [
    { file: opened(root, 'a.js', BEFORE.slice(1)), text: '// after\r\n' },
    { file: opened(root, 'b.js', FILES['b.js']), text: '// after\n' },
  ];
}

const textsIn = (root: string): Readonly<Record<string, string>> =>
  Object.fromEntries(readdirSync(root).map((name) => [name, readFileSync(join(root, name), 'utf8')]));

describe('writing fixes', () => {
  it('writes all files completely, with their byte order marks', () => {
    const root = folder(FILES);
    writeFixed(bothOf(root), root);
    expect(textsIn(root)).toEqual({ 'a.js': '\uFEFF// after\r\n', 'b.js': '// after\n' });
  });

  it('restores files if a later one cannot be written, and says so', () => {
    const root = folder(FILES);
    const [a, b] = bothOf(root);
    if (a === undefined || b === undefined) throw new Error('two files are opened');
    // Read after the first file is written.
    const files = [
      a,
      {
        ...b,
        get text(): string {
          throw new Error('disk full.');
        },
      },
    ];
    expect(() => {
      writeFixed(files, root);
    }).toThrow(new ConfigError('disk full. Nothing is fixed.'));
    expect(textsIn(root)).toEqual({ ...FILES });
  });

  it('writes nothing outside the folder', () => {
    const outside = folder({ 'b.js': FILES['b.js'] });
    const root = folder({ 'a.js': BEFORE });
    const files = [
      { file: opened(root, 'a.js', BEFORE.slice(1)), text: '// after\n' },
      { file: opened(outside, 'b.js', FILES['b.js']), text: '// after\n' },
    ];
    expect(() => {
      writeFixed(files, root);
    }).toThrow(/b\.js' cannot be fixed: it is outside/);
    expect([textsIn(root), textsIn(outside)]).toEqual([{ 'a.js': BEFORE }, { 'b.js': FILES['b.js'] }]);
  });

  it('keeps a file that was changed during the scan, and writes none of the others', () => {
    const root = folder(FILES);
    const files = bothOf(root);
    writeFileSync(join(root, 'b.js'), '// theirs\n');
    expect(() => writeFixed(files, root)).toThrow(/b\.js' was changed during the scan.*Run it again/);
    expect(textsIn(root)).toEqual({ 'a.js': BEFORE, 'b.js': '// theirs\n' });
  });

  it.each([
    ['is gone', () => undefined],
    ['is now a folder', (path: string) => mkdirSync(path)],
  ])('writes nothing if a file %s', (_what, put) => {
    const root = folder(FILES);
    const files = bothOf(root);
    rmSync(join(root, 'b.js'));
    put(join(root, 'b.js'));
    expect(() => writeFixed(files, root)).toThrow(/was changed during the scan/);
    expect(readFileSync(join(root, 'a.js'), 'utf8')).toBe(BEFORE);
  });

  it('refuses a file that differs from the scanned one', () => {
    const root = folder(FILES);
    expect(openFixable(join(root, 'b.js'), '// scanned\n', root)).toBe('it was changed during the scan');
    expect(openFixable(join(root, 'b.js'), undefined, root)).toBe('it was changed during the scan');
  });
});
