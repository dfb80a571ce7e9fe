import { globProblem } from '../core/lib/patterns.js';
import { ConfigError } from '../core/model/errors.js';
import { expandBraces, MAX_ALTERNATIVES } from './ignore-rules.js';

/** Maximum number of patterns in one list, after their braces are expanded. */
const MAX_PATTERNS = 10_000;
/** Maximum number of characters of a pattern that a message shows. */
const MAX_SHOWN = 80;

/** Maximum length of a pattern: no path is longer. */
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
  let count = 0;
  for (const [index, pattern] of patterns.entries()) {
    if (!isPattern(pattern)) continue;
    const problem = patternProblem(pattern);
    if (problem !== undefined) throw new ConfigError(`${nameOf(index)} ${problem} It is '${shown(pattern)}'.`);
    count += expandBraces(pattern).length;
    if (count > MAX_PATTERNS)
      throw new ConfigError(
        `${nameOf(index)} is one too many: there are more than ${MAX_PATTERNS}. Write fewer, wider ones.`,
      );
  }
}

function shown(pattern: string): string {
  return pattern.length > MAX_SHOWN ? `${pattern.slice(0, MAX_SHOWN)}…` : pattern;
}

/** Mistake in a user's pattern and its correction, in words; undefined for a valid pattern. */
export function patternProblem(pattern: string): string | undefined {
  if (pattern.length > MAX_LENGTH)
    return `is a pattern of more than ${MAX_LENGTH} characters. Write several shorter ones.`;
  const bare = pattern.replace(/\\./gs, '');
  if (/[@?*+!]\(|\([^()]*\|/.test(bare))
    return 'has alternatives in parentheses, which are not known. Write them in braces ({a,b}), and what is to be left out as a pattern of its own that begins with !.';
  const depth = depthOf(bare);
  if (depth === undefined) return "has a '{' without a '}'. Close it, or write \\{ for one that belongs to a name.";
  if (depth > MAX_DEPTH) return `has braces in braces, more than ${MAX_DEPTH} deep. Write several patterns.`;
  const alternatives = expandBraces(pattern);
  if (alternatives.length > MAX_ALTERNATIVES)
    return `stands for more than ${MAX_ALTERNATIVES} patterns. Write fewer braces.`;
  const problem = alternatives.map(globProblem).find((words) => words !== undefined);
  return problem === undefined ? undefined : `is no pattern: ${problem}. Put a \\ before what belongs to a name.`;
}

/** Nesting depth of braces; undefined if one is not closed. */
function depthOf(pattern: string): number | undefined {
  let depth = 0;
  let deepest = 0;
  for (const char of pattern) {
    if (char === '{') deepest = Math.max(deepest, (depth += 1));
    else if (char === '}' && depth > 0) depth -= 1;
  }
  return depth === 0 ? deepest : undefined;
}
