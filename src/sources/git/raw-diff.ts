import { withoutFilters } from './repository-config.js';
import { fields, git, gitOutput } from './run-git.js';
import type { GitAnswer } from './run-git.js';
import type { WorkTree } from './work-tree.js';

export interface DiffEntry {
  /** Relative to the top, with `/`. */
  readonly path: string;
  /** Mode and object on the older side; undefined where there is no file. */
  readonly old?: { readonly mode: string; readonly id: string };
}

/** A rename is one file gone and one come: content decides, not names. */
const FORM = ['--raw', '-z', '--no-renames', '--no-abbrev', '--ignore-submodules=all'];

/** Asks what the index has otherwise than a commit: ids are compared, never contents. */
export function askForDiff({ top }: WorkTree, commit: string): GitAnswer {
  return git(top, ['diff-index', '--cached', ...FORM, commit, '--']);
}

/**
 * What the disk may have otherwise than the index: files that were touched, whether or not their content is another.
 * git reads only those that were written when the index was, whose times say nothing, and runs no filter for them.
 */
export function touchedEntries({ top, config }: WorkTree): readonly DiffEntry[] {
  return readDiff(gitOutput(top, ['diff-files', ...FORM, '--'], { settings: withoutFilters(config) }));
}

/** Reads the answer to `askForDiff`. */
export function readDiff(out: Buffer): readonly DiffEntry[] {
  const all = fields(out);
  const entries: DiffEntry[] = [];
  for (let index = 0; index + 1 < all.length; index += 2) {
    const [mode = '', , id = ''] = (all[index] ?? '').slice(1).split(' ');
    entries.push({ path: all[index + 1] ?? '', ...(/^0+$/.test(mode) ? {} : { old: { mode, id } }) });
  }
  return entries;
}
