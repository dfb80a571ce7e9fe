import { accessSync, constants, realpathSync, statSync } from 'node:fs';
import { delimiter, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { treeOf } from './tree-of.js';

export interface GitProgram {
  /** Absolute path; undefined where there is none that may be started. */
  readonly file: string | undefined;
  /** The folders of `PATH` in which programs may be looked for, joined as there. */
  readonly path: string;
  /** A program of that name inside the scanned tree, which is not started. */
  readonly refused?: string;
}

const NAME = process.platform === 'win32' ? 'git.exe' : 'git';
const PACKAGE_PROGRAMS = join('node_modules', '.bin');

/**
 * The git to start for a folder. Systems look for programs by rules that let a scanned tree slip one in: Windows
 * in the working directory first, others in each entry of `PATH` that is relative, and package managers put
 * `node_modules/.bin` before all others. None of these count, nor does any folder inside the tree.
 */
export function findGit(folder: string, path: string): GitProgram {
  const tree = treeOf(realPath(folder));
  const isInside = (file: string): boolean => {
    const way = relative(tree, realPath(file));
    return dirname(tree) !== tree && way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
  };
  const entries = path.split(delimiter).map((entry) => entry.replace(/^"(.*)"$/, '$1'));
  const usable = entries.filter(
    (entry) => isAbsolute(entry) && !resolve(entry).endsWith(PACKAGE_PROGRAMS) && !isInside(entry),
  );
  const programs = usable.map((entry) => join(entry, NAME)).filter(isProgram);
  const file = programs.find((program) => !isInside(program));
  const refused = entries.map((entry) => join(entry, NAME)).find(isProgram);
  return {
    file,
    path: usable.join(delimiter),
    ...(file === undefined && refused !== undefined ? { refused } : {}),
  };
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}

function realPath(file: string): string {
  try {
    return realpathSync(file);
  } catch {
    return file;
  }
}
