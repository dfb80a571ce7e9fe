import { existsSync } from 'node:fs';
import { isAbsolute, resolve } from 'node:path';
import { Effort } from '../core/lib/bounds.js';
import { BELOW, DEEP, globMatcher, NOTHING, parseGlob } from '../core/lib/patterns.js';
import type { Glob } from '../core/lib/patterns.js';
import { MATCHING_STEPS, expandBraces } from './ignore-rules.js';
import { toName } from './file-name.js';

/**
 * Whether a path of the user is a pattern (`src/**`) or excludes files (`!src/old`). The name of an existing file or
 * folder is not a pattern: `app/[id]/page.tsx`, `(group)`.
 */
export function isPattern(root: string, path: string, exists: (absolute: string) => boolean = existsSync): boolean {
  return /^!|[*?]|\[[^[]*\]|\{[^{]*\}|[@?*+!|]\(/.test(path) && !exists(resolve(root, path));
}

/** Makes a path or pattern that is relative to `base` absolute. */
export function absolutePath(base: string, path: string): string {
  if (!isPattern(base, path)) return resolve(base, path);
  const [, negation = '', pattern = ''] = /^(!?)(?:\.\/)*(.*)$/s.exec(path) ?? [];
  return negation + (isAbsolute(pattern) ? pattern : `${literal(base)}/${pattern}`);
}

/**
 * The innermost folder around all possible matches of a pattern; for a path that is not a pattern, the path itself.
 * Absolute.
 */
export function baseOfPath(root: string, path: string): string {
  return isPattern(root, path) ? splitPattern(root, path.replace(/^!/, '')).base : resolve(root, path);
}

/**
 * The names that a pattern matches; a matching folder includes all files in it. Names are relative to the root, and so
 * is the pattern unless it is absolute. Once the effort is spent, nothing matches.
 */
export function matching(
  root: string,
  pattern: string,
  names: Iterable<string>,
  effort = new Effort(MATCHING_STEPS),
): ReadonlySet<string> {
  const bare = withoutSlashes(pattern.replace(/^!/, '').replace(/^(?:\.\/)+/, ''));
  const alternatives = existsSync(resolve(root, bare))
    ? [{ base: resolve(root, bare), rest: '' }]
    : expandBraces(bare).map((written) => splitPattern(root, written));
  const tests = alternatives.map(({ base, rest }) => {
    return { folder: toName(root, base), glob: globOf(rest) };
  });
  const matches = globMatcher(effort);
  const isMatched = (name: string): boolean =>
    tests.some(({ folder, glob }) => {
      const below = effort.take(1) ? segmentsBelow(folder, name) : undefined;
      return below !== undefined && matches(glob, below);
    });
  return new Set([...names].filter(isMatched));
}

/** Parses a pattern: a folder includes all its files, but `src/**` only those below it. */
function globOf(pattern: string): Glob {
  if (pattern === '') return [DEEP];
  const glob = parseGlob(pattern, 'all') ?? NOTHING;
  return glob.at(-1) === DEEP ? [...glob.slice(0, -1), ...BELOW] : [...glob, DEEP];
}

/** The folder that a pattern starts from, and the rest of the pattern. */
function splitPattern(root: string, pattern: string): { readonly base: string; readonly rest: string } {
  const segments = pattern.split('/');
  const first = segments.findIndex((segment) => /[*?[\]{}]/.test(segment.replace(/\\./g, '')));
  const fixed = first < 0 ? segments : segments.slice(0, first);
  const fixedPath = fixed.join('/').replace(/\\(.)/g, '$1');
  const base = fixedPath === '' && fixed.length > 0 ? resolve('/') : resolve(root, fixedPath);
  return { base, rest: segments.slice(fixed.length).join('/') };
}

/** The path from a folder to a file in it; empty if they are the same, undefined if the file is elsewhere. */
function segmentsBelow(folder: string, name: string): readonly string[] | undefined {
  if (name === folder) return [];
  if (folder === '') return name.split('/');
  return name.startsWith(`${folder}/`) ? name.slice(folder.length + 1).split('/') : undefined;
}

function withoutSlashes(path: string): string {
  let end = path.length;
  while (path[end - 1] === '/') end -= 1;
  return path.slice(0, end);
}

/** Escapes a path to a pattern that matches it alone. */
function literal(path: string): string {
  return path.replace(/[!()*+?@[\\\]{|}]/g, '\\$&');
}
