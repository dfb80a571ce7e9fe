import { fields, git, gitOutput } from './run-git.js';
import type { GitAnswer } from './run-git.js';

/** What the index has under one path. */
export interface IndexEntry {
  /** Relative to the folder that was asked for, with `/`. */
  readonly path: string;
  /** As git writes it: `100644`, `120000` for a link, `160000` for a submodule. */
  readonly mode: string;
  /** Object id of the content. */
  readonly id: string;
  /** One of several versions between which a merge has not decided. */
  readonly conflict: boolean;
  /** Left out of a sparse checkout. */
  readonly sparse: boolean;
}

export interface FolderEntries {
  readonly tracked: readonly IndexEntry[];
  /** Files that git neither knows nor ignores; a repository inside this one is a path that ends in `/`. */
  readonly untracked: readonly string[];
}

/** `H 100644 <id> 0\t<path>`, or `? <path>`. */
const RECORD = /^(\S) (?:(\d{6}) ([0-9a-f]+) (\d)\t)?([^]+)$/;
const LIST = ['ls-files', '-z', '-t', '-s', '-c', '-o', '--exclude-standard'];

/** What git says of a folder, before it is read with `readEntries`. */
export function askForEntries(folder: string): GitAnswer {
  return git(folder, LIST);
}

/** All entries of a folder. @throws ConfigError where git refuses. */
export function entriesOf(folder: string): FolderEntries {
  return readEntries(gitOutput(folder, LIST));
}

/** Reads the answer to `askForEntries`. */
export function readEntries(out: Buffer): FolderEntries {
  const tracked: IndexEntry[] = [];
  const untracked: string[] = [];
  for (const record of fields(out)) {
    const [, tag, mode, id, stage, path = ''] = RECORD.exec(record) ?? [];
    if (tag === '?') untracked.push(record.slice(2));
    else if (mode !== undefined && id !== undefined)
      tracked.push({ path, mode, id, conflict: stage !== '0', sparse: tag === 'S' });
  }
  return { tracked, untracked };
}
