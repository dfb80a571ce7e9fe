import { lateLibrary } from '../lib/late-library.js';

/** Patterns that one with braces may stand for: a few braces in a row make millions. */
export const MAX_ALTERNATIVES = 1000;

/** The patterns without braces that one with braces stands for; no more than one above the largest number. */
export function expandBraces(glob: string): readonly string[] {
  if (!glob.includes('{')) return [glob];
  const { expand } = lateLibrary('brace-expansion');
  return expand(glob, { max: MAX_ALTERNATIVES + 1 });
}
