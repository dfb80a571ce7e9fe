import { isAbsolute, relative, resolve, sep } from 'node:path';

/** The engine's name for a file: relative to the working directory, with `/`. */
export function nameOf(cwd: string, path: string): string {
  const name = relative(cwd, path);
  // On another drive there is no relative path.
  return (isAbsolute(name) || name === '' ? path : name).split(sep).join('/');
}

/** The absolute path of a linted file; text without a file (`<input>`) counts as being in the working directory. */
export function pathOf(cwd: string, filename: string): string {
  return resolve(cwd, filename);
}
