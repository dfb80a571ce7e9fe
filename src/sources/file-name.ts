import { isAbsolute, relative, sep } from 'node:path';

/** Path of a file relative to the root, with `/`. */
export function toName(root: string, absolute: string): string {
  const path = relative(root, absolute);
  // On another drive there is no relative path.
  if (isAbsolute(path)) return path.split(sep).join('/');
  return sep === '/' ? path : path.split(sep).join('/');
}
