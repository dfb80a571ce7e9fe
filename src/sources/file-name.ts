import { isAbsolute, relative, resolve, sep } from 'node:path';

/** Path of a file relative to the root, with `/`. */
export function toName(root: string, absolute: string): string {
  const path = relative(root, absolute);
  // On another drive there is no relative path.
  if (isAbsolute(path)) return path.split(sep).join('/');
  return sep === '/' ? path : path.split(sep).join('/');
}

/** The absolute path of a file by its name, joined without normalisation where the name is plain. */
export function pathsIn(root: string): (name: string) => string {
  const folder = root.endsWith(sep) ? root : root + sep;
  return (name) => (sep === '/' && /^[^./]/.test(name) ? `${folder}${name}` : resolve(root, name));
}
