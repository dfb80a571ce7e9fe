import { fields, git } from './run-git.js';
import type { GitAnswer } from './run-git.js';

export interface DiffEntry {
  /** Relative to the top, with `/`. */
  readonly path: string;
  /** Mode and object on the older side; undefined where there is no file. */
  readonly old?: { readonly mode: string; readonly id: string };
}

/** Asks what the index has otherwise than a commit: ids are compared, never contents. */
export function askForDiff(top: string, commit: string): GitAnswer {
  return git(top, [
    'diff-index',
    '--cached',
    '--raw',
    '-z',
    '--no-renames',
    '--no-abbrev',
    '--ignore-submodules=all',
    commit,
    '--',
  ]);
}

/** Reads the answer to `askForDiff`. A rename is one file gone and one come: content decides, not names. */
export function readDiff(out: Buffer): readonly DiffEntry[] {
  const all = fields(out);
  const entries: DiffEntry[] = [];
  for (let index = 0; index + 1 < all.length; index += 2) {
    const [mode = '', , id = ''] = (all[index] ?? '').slice(1).split(' ');
    entries.push({ path: all[index + 1] ?? '', ...(/^0+$/.test(mode) ? {} : { old: { mode, id } }) });
  }
  return entries;
}
