import { parseClass } from './glob-class.js';
import type { CharClass } from './glob-class.js';
import type { Effort } from './effort.js';
import { matchWild } from './match-wild.js';
import type { Comparison } from './match-wild.js';

/** Stands for any number of segments. */
export const DEEP = Symbol('**');
const STAR = Symbol('*');
const ANY = Symbol('?');

type Token = string | CharClass | typeof STAR | typeof ANY;

/** Pattern for one segment of a path: a name, or the tokens of one with wildcards. */
export type Segment = string | readonly Token[] | typeof DEEP;

/** A pattern by its segments. */
export type Glob = readonly Segment[];

/** The end of a pattern that takes everything below a folder, and not the folder itself. */
export const BELOW: Glob = [DEEP, [STAR]];

/** Pattern that no path matches. */
export const NOTHING: Glob = [''];

/** `stars`: `*`, `?` and `**` alone have a meaning. `all`: classes and `\` too, as in a .gitignore file. */
export type GlobSyntax = 'stars' | 'all';

/** The segments of a pattern; undefined where it is none, which git takes for one that matches nothing. */
export function parseGlob(pattern: string, syntax: GlobSyntax): Glob | undefined {
  const parsed = parse(pattern, syntax);
  return typeof parsed === 'string' ? undefined : parsed;
}

/** Mistake in a pattern, in words; undefined where there is none. */
export function globProblem(pattern: string): string | undefined {
  const parsed = parse(pattern, 'all');
  if (typeof parsed === 'string') return parsed;
  for (const token of parsed.filter((segment) => typeof segment === 'object').flat())
    if (typeof token === 'object' && token.backwards !== undefined)
      return `its range ${token.backwards} runs backwards`;
  return undefined;
}

function parse(pattern: string, syntax: GlobSyntax): Glob | string {
  const segments: Segment[] = [];
  let tokens: Token[] = [];
  let stars = 0;
  const chars = charsOf(pattern);
  for (let index = 0; index <= chars.length; index += 1) {
    let char = chars[index];
    if (syntax === 'all' && char === '\\') {
      char = chars[(index += 1)];
      if (char === undefined) return "it ends with a '\\'";
      if (char !== '/') {
        tokens.push(char);
        continue;
      }
    }
    if (char === undefined || char === '/') {
      segments.push(segmentOf(tokens, stars));
      tokens = [];
      stars = 0;
    } else if (char === '*') {
      stars += 1;
      if (tokens.at(-1) !== STAR) tokens.push(STAR);
    } else if (char === '?') tokens.push(ANY);
    else if (syntax === 'all' && char === '[') {
      const found = parseClass(chars, index);
      if (typeof found === 'string') return found;
      tokens.push(found.class);
      index = found.end;
    } else tokens.push(char);
  }
  return segments;
}

function segmentOf(tokens: readonly Token[], stars: number): Segment {
  if (tokens.length === 1 && stars > 1) return DEEP;
  return tokens.every((token) => typeof token === 'string') ? tokens.join('') : tokens;
}

/** Whether a pattern fits a path by its segments. */
export type GlobMatcher = (glob: Glob, path: readonly string[]) => boolean;

/** Matches with an effort that all its matches share. Where none is left, nothing fits. */
export function globMatcher(effort: Effort): GlobMatcher {
  const chars: Comparison<Token, string> = {
    isWild: (token) => token === STAR,
    equal(token, char) {
      if (typeof token !== 'object') return effort.take(1) && (token === ANY || token === char);
      return effort.take(token.size) && token.holds(char);
    },
  };
  const segments: Comparison<Segment, string> = {
    isWild: (segment) => segment === DEEP,
    equal(segment, name) {
      if (!effort.take(1)) return false;
      if (typeof segment !== 'object') return segment === name;
      // Most patterns that do not fit differ in the last character.
      const last = segment[segment.length - 1];
      if (typeof last === 'string' && !name.endsWith(last)) return false;
      return matchWild(segment, charsOf(name), chars);
    },
  };
  return (glob, path) => {
    let end = glob.length;
    let stop = path.length;
    // The segments after the last `**` can only match at the end.
    while (end > 0 && glob[end - 1] !== DEEP) {
      const segment = glob[end - 1];
      const name = path[stop - 1];
      if (segment === undefined || name === undefined || !segments.equal(segment, name)) return false;
      end -= 1;
      stop -= 1;
    }
    return end === 0 ? stop === 0 : end === 1 || matchWild(glob.slice(0, end), path.slice(0, stop), segments);
  };
}

/** Characters of a text; a text without any that take two units is a list of them by itself. */
function charsOf(text: string): ArrayLike<string> {
  return /[\uD800-\uDFFF]/.test(text) ? Array.from(text) : text;
}
