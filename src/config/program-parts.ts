import { dirname, extname, join } from 'node:path';
import type { TextOf } from './earlier-config.js';

const ENDINGS = ['.js', '.mjs', '.cjs', '.ts', '.mts', '.cts', '.json'];

/** Texts in quotes that begin as the path of a module beside this one does. */
const RELATIVE = /(["'`])(\.{1,2}\/[^"'`\n]{1,300})\1/g;

/** Modules of a configuration that are followed. */
const MAX_PARTS = 200;

/** The modules of a repository that a configuration may be made of, itself first, by absolute path. It is not run. */
export function partsOf(program: string, textOf: TextOf): ReadonlySet<string> {
  const parts = new Set([program]);
  for (const file of parts) {
    if (parts.size > MAX_PARTS) break;
    for (const [, , path = ''] of (textOf(file) ?? '').matchAll(RELATIVE))
      for (const part of placesOf(join(dirname(file), path))) if (textOf(part) !== undefined) parts.add(part);
  }
  return parts;
}

/** Where a module may lie that is imported by this path. */
function placesOf(path: string): readonly string[] {
  const bare = path.slice(0, path.length - extname(path).length);
  return [path, ...[path, bare, join(path, 'index')].flatMap((stem) => ENDINGS.map((ending) => stem + ending))];
}
