import { withoutFilters } from './repository-config.js';
import { fields, git, gitOutput } from './run-git.js';
import type { GitAnswer } from './run-git.js';
import type { WorkTree } from './work-tree.js';

/** Mode and object id of a file in git. */
export interface StoredFile {
  readonly mode: string;
  readonly id: string;
}

export interface DiffEntry {
  /** Relative to the top, with `/`. */
  readonly path: string;
  /** Mode and object on the older side; undefined where there is no file. */
  readonly old?: StoredFile;
  /** The newer side, where that is stored as well; undefined where it is the disk. */
  readonly newer?: StoredFile;
  /** Whether the newer side is a repository of its own, at another commit than before. */
  readonly isRepository?: boolean;
}

const REPOSITORY = '160000';

/** An entry by its modes on both sides; empty for a deleted repository inside this one. */
export function entryOf(
  path: string,
  old: StoredFile,
  { mode, id }: { readonly mode: string; readonly id?: string },
): readonly DiffEntry[] {
  const isNone = (one: string): boolean => /^0+$/.test(one);
  if (old.mode === REPOSITORY && isNone(mode)) return [];
  return [
    {
      path,
      ...(isNone(old.mode) || old.mode === REPOSITORY ? {} : { old }),
      ...(mode === REPOSITORY ? { isRepository: true } : {}),
      ...(id === undefined || isNone(id) || mode === REPOSITORY ? {} : { newer: { mode, id } }),
    },
  ];
}

/** A rename is a deletion and an addition: content decides, not names. Content of submodules is never read. */
const FORM = ['--raw', '-z', '--no-renames', '--no-abbrev', '--ignore-submodules=dirty'];

/** Asks for the differences of the index from a commit: ids are compared, never contents. */
export function askForDiff({ top }: WorkTree, commit: string): GitAnswer {
  return git(top, ['diff-index', '--cached', ...FORM, commit, '--']);
}

/**
 * Files on disk that may differ from the index: touched ones, even with the same content. git reads only files that
 * were written when the index was, whose times prove nothing, and runs no filter for them.
 */
export function touchedEntries({ top, config }: WorkTree): readonly DiffEntry[] {
  return readDiff(gitOutput(top, ['diff-files', ...FORM, '--'], { settings: withoutFilters(config) }));
}

/** Reads the answer to `askForDiff`. */
export function readDiff(out: Buffer): readonly DiffEntry[] {
  const all = fields(out);
  const entries: DiffEntry[] = [];
  for (let index = 0; index + 1 < all.length; index += 2) {
    const [mode = '', newer = '', id = '', newerId = ''] = (all[index] ?? '').slice(1).split(' ');
    entries.push(...entryOf(all[index + 1] ?? '', { mode, id }, { mode: newer, id: newerId }));
  }
  return entries;
}
