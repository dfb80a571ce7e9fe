import { dirname, extname, join } from 'node:path';
import type { TextOf } from './earlier-config.js';

const ENDINGS = ['.js', '.mjs', '.cjs', '.ts', '.mts', '.cts', '.json'];

/** Quoted texts in the form of a relative path of a module. */
const RELATIVE = /(["'`])(\.{1,2}\/[^"'`\n]{1,300})\1/g;

/** Modules of a configuration that are followed. */
const MAX_PARTS = 5000;

/**
 * Whether one of the possible modules of a configuration was changed: any that it names, and those named by these. It
 * is not run. With too many modules it counts as changed.
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

/** Possible files of a module that is imported by this path. */
function placesOf(path: string): readonly string[] {
  const bare = path.slice(0, path.length - extname(path).length);
  return [path, ...[path, bare, join(path, 'index')].flatMap((stem) => ENDINGS.map((ending) => stem + ending))];
}
