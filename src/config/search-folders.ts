import { existsSync, realpathSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, parse } from 'node:path';
import { isInside } from '../lib/read-regular-file.js';

/**
 * The folders in which a configuration is looked for, from the inside out: up to the top of the repository, else up to
 * the home folder; outside both only the folder itself, because what lies above belongs to others. A folder in which
 * everybody may put files, such as that for temporary ones, is entered only where the search starts there.
 */
export function searchFolders(folder: string): readonly string[] {
  const folders: string[] = [];
  for (let current = folder; ; current = dirname(current)) {
    if (current !== folder && isShared(current)) break;
    folders.push(current);
    if (existsSync(join(current, '.git'))) return folders;
    if (dirname(current) === current) break;
  }
  const home = realPath(homedir());
  const atHome = home !== undefined && home !== parse(home).root;
  return atHome
    ? folders.filter((current, index) => index === 0 || isInside(home, realPath(current) ?? parse(current).root))
    : [folder];
}

/** Whether all may write there, each what is their own: the sticky bit. Windows has no such folders. */
function isShared(folder: string): boolean {
  try {
    return (statSync(folder).mode & 0o1002) === 0o1002;
  } catch {
    return true;
  }
}

function realPath(path: string): string | undefined {
  try {
    return realpathSync.native(path);
  } catch {
    return undefined;
  }
}
