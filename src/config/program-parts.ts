import { dirname, extname, join } from 'node:path';
import type { TextOf } from './earlier-config.js';

const ENDINGS = ['.js', '.mjs', '.cjs', '.ts', '.mts', '.cts', '.json'];

/** Texts in quotes that begin as the path of a module beside this one does. */
const RELATIVE = /(["'`])(\.{1,2}\/[^"'`\n]{1,300})\1/g;

/** Modules of a configuration that are followed. */
const MAX_PARTS = 5000;

/**
 * Whether one of the modules that a configuration may be made of was changed: any that it names, and those name. It is
 * not run. One of too many modules counts as changed.
 */
export function isPartTouched(program: string, textOf: TextOf, isTouched: (path: string) => boolean): boolean {
  const parts = new Set([program]);
  for (const file of parts) {
    if (isTouched(file) || parts.size > MAX_PARTS) return true;
    for (const [, , path = ''] of (textOf(file) ?? '').matchAll(RELATIVE))
      for (const part of placesOf(join(dirname(file), path))) if (textOf(part) !== undefined) parts.add(part);
  }
  return false;
}

/** Where a module may lie that is imported by this path. */
function placesOf(path: string): readonly string[] {
  const bare = path.slice(0, path.length - extname(path).length);
  return [path, ...[path, bare, join(path, 'index')].flatMap((stem) => ENDINGS.map((ending) => stem + ending))];
}
