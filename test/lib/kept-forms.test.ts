import {
  chmodSync,
  chownSync,
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { FormCache } from '../../src/core/lib/form-cache.js';
import { folder } from '../scanner/support.js';

const FORM = Buffer.from('what was worked out');

/** Existing cache folder and a cache of forms in it. */
function emptyCache(program = 'a'): { readonly root: string; readonly forms: FormCache } {
  const root = join(folder({}), 'kept');
  mkdirSync(root, { mode: 0o700 });
  return { root, forms: new FormCache(() => ({ folder: root, program })) };
}

/** Cache with one form, and its file. */
function filledCache(): { readonly root: string; readonly forms: FormCache; readonly file: string } {
  const { root, forms } = emptyCache();
  expect(forms.write('words', 'input', () => FORM)).toBe(true);
  const [name = ''] = readdirSync(root);
  expect(forms.read('words', 'input')).toEqual(FORM);
  return { root, forms, file: join(root, name) };
}

describe('a cached form', () => {
  it('is read only for the same kind, input and program', () => {
    const { root, forms } = filledCache();
    expect(forms.read('search', 'input')).toBeUndefined();
    expect(forms.read('words', 'inpu')).toBeUndefined();
    expect(new FormCache(() => ({ folder: root, program: 'b' })).read('words', 'input')).toBeUndefined();
  });

  it('is not read when its file is damaged', () => {
    const { forms, file } = filledCache();
    const whole = readFileSync(file);
    for (const content of [
      whole.subarray(0, -1),
      Buffer.concat([whole, FORM]),
      Buffer.alloc(0),
      whole.subarray(0, 32),
    ]) {
      writeFileSync(file, content);
      expect(forms.read('words', 'input')).toBeUndefined();
    }
    writeFileSync(file, whole.fill('x', 40, 41));
    expect(forms.read('words', 'input')).toBeUndefined();
  });

  it('is not read under the name of another form', () => {
    const { root, forms, file } = filledCache();
    forms.write('words', 'other', () => Buffer.from('of another input'));
    const other = readdirSync(root).find((name) => join(root, name) !== file) ?? '';
    copyFileSync(join(root, other), file);
    expect(forms.read('words', 'input')).toBeUndefined();
    expect(forms.read('words', 'other')).toEqual(Buffer.from('of another input'));
  });

  it.runIf(process.platform !== 'win32')('is not read when another user could have written it', () => {
    const { root, forms, file } = filledCache();
    for (const [path, mode] of [
      [file, 0o620],
      [file, 0o602],
      [root, 0o770],
      [root, 0o707],
    ] as const) {
      const before = statSync(path).mode;
      chmodSync(path, mode);
      expect(forms.read('words', 'input')).toBeUndefined();
      chmodSync(path, before);
      expect(forms.read('words', 'input')).toEqual(FORM);
    }
    copyFileSync(file, `${root}.copy`);
    rmSync(file);
    symlinkSync(`${root}.copy`, file);
    expect(forms.read('words', 'input')).toBeUndefined();
  });

  it.runIf(process.getuid?.() === 0)('is not read when another user owns it', () => {
    const { root, forms, file } = filledCache();
    for (const path of [file, root]) {
      chownSync(path, 12_345, 12_345);
      expect(forms.read('words', 'input')).toBeUndefined();
      chownSync(path, 0, 0);
    }
    expect(forms.read('words', 'input')).toEqual(FORM);
  });

  it('is written from the second run on, readable only by its owner', () => {
    const root = join(folder({}), 'not/there/yet');
    const forms = new FormCache(() => ({ folder: root, program: 'a' }));
    expect(forms.write('words', 'input', () => expect.unreachable())).toBe(false);
    expect(readdirSync(root)).toEqual([]);
    expect(forms.write('words', 'input', () => FORM)).toBe(true);
    const [name = ''] = readdirSync(root);
    if (process.platform !== 'win32')
      expect([statSync(root).mode & 0o777, statSync(join(root, name)).mode & 0o777]).toEqual([0o700, 0o600]);
  });

  it('is not written without a folder, or into a folder that cannot be made', () => {
    expect(new FormCache(() => undefined).write('words', 'input', () => FORM)).toBe(false);
    expect(new FormCache(() => undefined).read('words', 'input')).toBeUndefined();
    const file = join(folder({ 'a.txt': '' }), 'a.txt');
    expect(new FormCache(() => ({ folder: file, program: 'a' })).write('words', 'input', () => FORM)).toBe(false);
  });

  it('is removed when it is older than the newest sixteen, and other files stay', () => {
    const { root, forms } = emptyCache();
    writeFileSync(join(root, 'notes.txt'), 'mine');
    for (let index = 0; index < 20; index += 1) forms.write('words', String(index), () => FORM);
    expect(readdirSync(root)).toHaveLength(17);
    expect(readdirSync(root)).toContain('notes.txt');
    expect(forms.read('words', '19')).toEqual(FORM);
  });
});
