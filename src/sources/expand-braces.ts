import { lateLibrary } from '../lib/late-library.js';

/** Most patterns that one with braces may expand to: a few braces in a row make millions. */
export const MAX_ALTERNATIVES = 1000;

/** Expands the braces of a pattern; returns no more than one pattern above the largest number. */
export function expandBraces(glob: string): readonly string[] {
  if (!glob.includes('{')) return [glob];
  const { expand } = lateLibrary('brace-expansion');
  return expand(glob, { max: MAX_ALTERNATIVES + 1 });
}
