import { existsSync } from 'node:fs';
import { isAbsolute, resolve } from 'node:path';
import { StepBudget } from '../core/lib/bounds.js';
import { BELOW, DEEP, globMatcher, globProblem, NOTHING, parseGlob } from '../core/lib/patterns.js';
import type { Glob } from '../core/lib/patterns.js';
import { expandBraces, MATCHING_STEPS, MAX_ALTERNATIVES } from './ignore-rules.js';
import { toName } from './file-name.js';
import { ConfigError } from '../core/model/errors.js';

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
  return negation + (isAbsolute(pattern) ? pattern : `${escapedPath(base)}/${pattern}`);
}

/**
 * Returns the absolute path of the innermost folder around all possible matches of a pattern; for a path that is not a
 * pattern, the path itself.
 */
export function baseOfPath(root: string, path: string): string {
  return isPattern(root, path) ? splitPattern(root, path.replace(/^!/, '')).base : resolve(root, path);
}

/**
 * Returns the names that a pattern matches; a matching folder includes all files in it. Names are relative to the root,
 * and so is the pattern unless it is absolute. Once the budget is spent, nothing matches.
 */
export function namesMatching(
  root: string,
  pattern: string,
  names: Iterable<string>,
  budget = new StepBudget(MATCHING_STEPS),
): ReadonlySet<string> {
  const trimmed = withoutSlashes(pattern.replace(/^!/, '').replace(/^(?:\.\/)+/, ''));
  const alternatives = existsSync(resolve(root, trimmed))
    ? [{ base: resolve(root, trimmed), rest: '' }]
    : expandBraces(trimmed).map((alternative) => splitPattern(root, alternative));
  const tests = alternatives.map(({ base, rest }) => {
    return { folder: toName(root, base), glob: globOf(rest) };
  });
  const matches = globMatcher(budget);
  const isMatched = (name: string): boolean =>
    tests.some(({ folder, glob }) => {
      const below = budget.take(1) ? segmentsBelow(folder, name) : undefined;
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

/** The folder that a pattern starts from, and the remainder of the pattern. */
function splitPattern(root: string, pattern: string): { readonly base: string; readonly rest: string } {
  const segments = pattern.split('/');
  const firstWildcard = segments.findIndex((segment) => /[*?[\]{}]/.test(segment.replace(/\\./g, '')));
  const fixedSegments = firstWildcard < 0 ? segments : segments.slice(0, firstWildcard);
  const fixedPath = fixedSegments.join('/').replace(/\\(.)/g, '$1');
  const base = fixedPath === '' && fixedSegments.length > 0 ? resolve('/') : resolve(root, fixedPath);
  return { base, rest: segments.slice(fixedSegments.length).join('/') };
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
function escapedPath(path: string): string {
  return path.replace(/[!()*+?@[\\\]{|}]/g, '\\$&');
}

/** Maximum number of patterns in one list, after their braces are expanded. */
const MAX_PATTERNS = 10_000;
/** Characters of a pattern that a message shows. */
const MAX_SHOWN = 80;

/** Maximum length of a pattern; no path is longer. */
const MAX_LENGTH = 4096;
const MAX_DEPTH = 10;

/**
 * Refuses patterns of the user that are invalid, or could take long.
 *
 * @throws ConfigError that begins with the name of the pattern.
 */
export function refusePatterns(
  patterns: readonly string[],
  nameOf: (index: number) => string,
  isPattern: (text: string) => boolean = () => true,
): void {
  let patternCount = 0;
  for (const [index, pattern] of patterns.entries()) {
    if (!isPattern(pattern)) continue;
    const problem = patternProblem(pattern);
    if (problem !== undefined) throw new ConfigError(`${nameOf(index)} ${problem} It is '${shortened(pattern)}'.`);
    patternCount += expandBraces(pattern).length;
    if (patternCount > MAX_PATTERNS)
      throw new ConfigError(
        `${nameOf(index)} is one too many: there are more than ${MAX_PATTERNS}. Write fewer, wider ones.`,
      );
  }
}

function shortened(pattern: string): string {
  return pattern.length > MAX_SHOWN ? `${pattern.slice(0, MAX_SHOWN)}…` : pattern;
}

/** Describes a mistake in a user's pattern, and its correction; undefined for a valid pattern. */
export function patternProblem(pattern: string): string | undefined {
  if (pattern.length > MAX_LENGTH)
    return `is a pattern of more than ${MAX_LENGTH} characters. Write several shorter ones.`;
  const unescaped = pattern.replace(/\\./gs, '');
  if (/[@?*+!]\(|\([^()]*\|/.test(unescaped))
    return 'has alternatives in parentheses, which are not known. Write them in braces ({a,b}), and what is to be left out as a pattern of its own that begins with !.';
  const depth = depthOf(unescaped);
  if (depth === undefined) return "has a '{' without a '}'. Close it, or write \\{ for one that belongs to a name.";
  if (depth > MAX_DEPTH) return `has braces in braces, more than ${MAX_DEPTH} deep. Write several patterns.`;
  const alternatives = expandBraces(pattern);
  if (alternatives.length > MAX_ALTERNATIVES)
    return `expands to more than ${MAX_ALTERNATIVES} patterns. Write fewer braces.`;
  const problem = alternatives.map(globProblem).find((words) => words !== undefined);
  return problem === undefined ? undefined : `is not a pattern: ${problem}. Put a \\ before what belongs to a name.`;
}

/** Returns the nesting depth of braces; undefined if one is not closed. */
function depthOf(pattern: string): number | undefined {
  let depth = 0;
  let deepest = 0;
  for (const char of pattern) {
    if (char === '{') deepest = Math.max(deepest, (depth += 1));
    else if (char === '}' && depth > 0) depth -= 1;
  }
  return depth === 0 ? deepest : undefined;
}
