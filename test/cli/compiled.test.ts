import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { folder } from '../scanner/support.js';

const PACKAGE = fileURLToPath(new URL('../../', import.meta.url));

/** A copy of what the command line needs, and how it ends twice in a row. */
function startsTwice(spoil: (root: string) => void): { readonly root: string; readonly said: readonly unknown[] } {
  const root = folder({});
  for (const part of ['package.json', 'rules', 'dist/program', 'dist/validators', 'dist/libraries'])
    cpSync(join(PACKAGE, part), join(root, part), { recursive: true });
  spoil(root);
  const main = join(root, 'dist/program/main.cjs');
  const run = (): unknown => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [main, '--version'], { encoding: 'utf8' });
    return { status, stderr, isVersion: /^\d+\.\d+\.\d+\n$/.test(stdout) };
  };
  return { root, said: [run(), run()] };
}

const FINE = { status: 0, stderr: '', isVersion: true };

describe('compiled code', () => {
  it('is kept beside the program where Node can, and nowhere else', () => {
    const { root, said } = startsTwice(() => undefined);
    expect(said).toEqual([FINE, FINE]);
    const canKeep = Number(process.versions.node.split('.')[0]) >= 22;
    expect(existsSync(join(root, 'dist/compiled'))).toBe(canKeep && process.env['NODE_DISABLE_COMPILE_CACHE'] !== '1');
  });

  it('is not kept where that is refused, and nobody is told', () => {
    expect(startsTwice((root) => writeFileSync(join(root, 'dist/compiled'), '')).said).toEqual([FINE, FINE]);
  });
});
