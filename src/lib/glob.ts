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

/** What one segment of a path is compared with: a name, or the tokens of one with wildcards. */
export type Segment = string | readonly Token[] | typeof DEEP;

/** A pattern by its segments. */
export type Glob = readonly Segment[];

/** The end of a pattern that takes everything below a folder, and not the folder itself. */
export const BELOW: Glob = [DEEP, [STAR]];

/** What no path fits. */
export const NOTHING: Glob = [''];

/** `stars`: `*`, `?` and `**` alone have a meaning. `all`: classes and `\` too, as in a .gitignore file. */
export type GlobSyntax = 'stars' | 'all';

/** The segments of a pattern; undefined where it is none, which git takes for one that matches nothing. */
export function parseGlob(pattern: string, syntax: GlobSyntax): Glob | undefined {
  const parsed = parse(pattern, syntax);
  return typeof parsed === 'string' ? undefined : parsed;
}

/** What is wrong with a pattern, in words; undefined where nothing is. */
export function globProblem(pattern: string): string | undefined {
  const parsed = parse(pattern, 'all');
  return typeof parsed === 'string' ? parsed : undefined;
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

/** Whether a pattern fits a path by its segments. Where no effort is left, none does. */
export function matchGlob(glob: Glob, path: readonly string[], effort: Effort): boolean {
  const chars: Comparison<Token, string> = {
    isWild: (token) => token === STAR,
    equal(token, char) {
      if (typeof token !== 'object') return effort.take(1) && (token === ANY || token === char);
      return effort.take(token.size) && token.holds(char);
    },
  };
  return matchWild(glob, path, {
    isWild: (segment) => segment === DEEP,
    equal(segment, name) {
      if (typeof segment !== 'object') return effort.take(1) && segment === name;
      return effort.take(1) && matchWild(segment, charsOf(name), chars);
    },
  });
}

/** Characters of a text; a text without any that take two units is a list of them by itself. */
function charsOf(text: string): ArrayLike<string> {
  return /[\uD800-\uDFFF]/.test(text) ? Array.from(text) : text;
}
