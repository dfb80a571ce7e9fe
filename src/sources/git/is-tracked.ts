import { dirname } from 'node:path';
import { git } from './run-git.js';

/** Whether git keeps a file, by absolute path, in a repository. */
export function isTracked(file: string): boolean {
  return git(dirname(file), ['ls-files', '--error-unmatch', '--', file]).kind === 'done';
}
