import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { refuseShortage } from '../../model/errors.js';
import { spawnGit } from './run-git.js';

export interface GitListing {
  /** Tracked files and untracked ones that are not ignored, relative to the folder, with `/`. */
  readonly files: readonly string[];
  /** Repositories inside this one. */
  readonly submodules: readonly string[];
}

/** What git knows of a folder, or undefined where there is no git or no work tree. @throws ScanError where git cannot be started for want of file descriptors. */
export function listWithGit(folder: string): GitListing | undefined {
  const run = spawnGit(folder, ['ls-files', '-z', '-co', '--exclude-standard']);
  // Without this the folder would be walked, and other files found than with git.
  refuseShortage(run.error);
  if (run.error !== undefined || run.status !== 0) return undefined;
  const files: string[] = [];
  const submodules = readSubmodules(folder);
  for (const path of run.stdout.toString('utf8').split('\0')) {
    // git lists a repository inside this one as a folder.
    if (path.endsWith('/')) submodules.push(path.slice(0, -1));
    else if (path !== '') files.push(path);
  }
  return { files, submodules };
}

function readSubmodules(folder: string): string[] {
  try {
    const text = readFileSync(join(folder, '.gitmodules'), 'utf8');
    return text.split(/\r?\n/).flatMap((line) => {
      const [key = '', ...value] = line.split('=');
      const path = key.trim() === 'path' ? value.join('=').trim() : '';
      return path === '' ? [] : [path];
    });
  } catch {
    return [];
  }
}
