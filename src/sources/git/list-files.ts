import { join } from 'node:path';
import { MEGABYTE, readRegularFile } from '../../lib/read-regular-file.js';
import { refuseShortage } from '../../model/errors.js';
import { spawnGit } from './run-git.js';

export interface GitListing {
  /** Tracked files and untracked ones that are not ignored, relative to the folder, with `/`. */
  readonly files: readonly string[];
  /** Repositories inside this one. */
  readonly submodules: readonly string[];
  /** What was not read, each in a sentence. */
  readonly limits: readonly string[];
}

/** What git knows of a folder, or undefined where there is no git or no work tree. @throws ScanError where git cannot be started for want of file descriptors. */
export function listWithGit(folder: string): GitListing | undefined {
  const run = spawnGit(folder, ['ls-files', '-z', '-co', '--exclude-standard']);
  // Without this the folder would be walked, and other files found than with git.
  refuseShortage(run.error);
  if (run.error !== undefined || run.status !== 0) return undefined;
  const files: string[] = [];
  const { submodules, limits } = readSubmodules(folder);
  for (const path of run.stdout.toString('utf8').split('\0')) {
    // git lists a repository inside this one as a folder.
    if (path.endsWith('/')) submodules.push(path.slice(0, -1));
    else if (path !== '') files.push(path);
  }
  return { files, submodules, limits };
}

function readSubmodules(folder: string): { readonly submodules: string[]; readonly limits: readonly string[] } {
  const content = readRegularFile(join(folder, '.gitmodules'), {
    limit: MEGABYTE,
    within: folder,
    malformed: 'replace',
  });
  if (content.kind !== 'text')
    return {
      submodules: [],
      limits: content.kind === 'absent' ? [] : [`.gitmodules was not read, no submodule is told: ${content.why}.`],
    };
  const names = [...content.text.matchAll(/^\s*path\s*=\s*(.+?)\s*$/gm)].map((match) => match[1] ?? '');
  return { submodules: names, limits: [] };
}
