import type { StepBudget } from './bounds.js';

/** Matches any number of segments. */
export const DEEP = Symbol('**');
const STAR = Symbol('*');
const ANY = Symbol('?');

type Token = string | CharClass | typeof STAR | typeof ANY;

/** Pattern for one segment of a path: a name, or the tokens of one with wildcards. */
export type Segment = string | readonly Token[] | typeof DEEP;

/** A pattern by its segments. */
export type Glob = readonly Segment[];

/** Last segments of a pattern that matches everything below a folder, but not the folder itself. */
export const BELOW: Glob = [DEEP, [STAR]];

/** Pattern that no path matches. */
export const NOTHING: Glob = [''];

/** Syntax of a pattern. `stars`: only `*`, `?` and `**` are special. `all`: also classes and `\`, as in .gitignore. */
export type GlobSyntax = 'stars' | 'all';

/** The segments of a pattern; undefined for an invalid one, which matches nothing in git. */
export function parseGlob(pattern: string, syntax: GlobSyntax): Glob | undefined {
  const parsed = parse(pattern, syntax);
  return typeof parsed === 'string' ? undefined : parsed;
}

/** Mistake in a pattern, in words; undefined for a valid pattern. */
export function globProblem(pattern: string): string | undefined {
  const parsed = parse(pattern, 'all');
  if (typeof parsed === 'string') return parsed;
  for (const token of parsed.filter((segment) => typeof segment === 'object').flat())
    if (typeof token === 'object' && token.reversedRange !== undefined)
      return `its range ${token.reversedRange} runs backwards`;
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

/** Whether a pattern matches a path by its segments. */
export type GlobMatcher = (glob: Glob, path: readonly string[]) => boolean;

/** A matcher whose matches share one budget. Once it is spent, nothing matches. */
export function globMatcher(budget: StepBudget): GlobMatcher {
  const chars: Comparison<Token, string> = {
    isWild: (token) => token === STAR,
    equal(token, char) {
      if (typeof token !== 'object') return budget.take(1) && (token === ANY || token === char);
      return budget.take(token.size) && token.contains(char);
    },
  };
  const segments: Comparison<Segment, string> = {
    isWild: (segment) => segment === DEEP,
    equal(segment, name) {
      if (!budget.take(1)) return false;
      if (typeof segment !== 'object') return segment === name;
      // Most patterns that do not match differ in the last character.
      const last = segment[segment.length - 1];
      if (typeof last === 'string' && !name.endsWith(last)) return false;
      return matchWild(segment, charsOf(name), chars);
    },
  };
  return (glob, path) => {
    let globEnd = glob.length;
    let pathEnd = path.length;
    // The segments after the last `**` can only match at the end.
    while (globEnd > 0 && glob[globEnd - 1] !== DEEP) {
      const segment = glob[globEnd - 1];
      const name = path[pathEnd - 1];
      if (segment === undefined || name === undefined || !segments.equal(segment, name)) return false;
      globEnd -= 1;
      pathEnd -= 1;
    }
    return globEnd === 0
      ? pathEnd === 0
      : globEnd === 1 || matchWild(glob.slice(0, globEnd), path.slice(0, pathEnd), segments);
  };
}

/** Characters of a text; a text without surrogate pairs is returned unchanged. */
function charsOf(text: string): ArrayLike<string> {
  return /[\uD800-\uDFFF]/.test(text) ? Array.from(text) : text;
}

/** A class of characters such as `[a-z_]`. It never contains a `/`. */
interface CharClass {
  /** Number of ranges to search. */
  readonly size: number;
  readonly contains: (char: string) => boolean;
  /** A reversed range, which contains only its start: `z-a`. */
  readonly reversedRange?: string | undefined;
}

type Range = readonly [first: string, last: string];

/** The named classes that git supports, in ASCII alone. */
const POSIX: Readonly<Record<string, readonly Range[]>> = {
  alnum: [
    ['0', '9'],
    ['A', 'Z'],
    ['a', 'z'],
  ],
  alpha: [
    ['A', 'Z'],
    ['a', 'z'],
  ],
  blank: [
    [' ', ' '],
    ['\t', '\t'],
  ],
  cntrl: [
    ['\0', '\x1f'],
    ['\x7f', '\x7f'],
  ],
  digit: [['0', '9']],
  graph: [['!', '~']],
  lower: [['a', 'z']],
  print: [[' ', '~']],
  punct: [
    ['!', '/'],
    [':', '@'],
    ['[', '`'],
    ['{', '~'],
  ],
  space: [
    [' ', ' '],
    ['\t', '\n'],
    ['\r', '\r'],
  ],
  upper: [['A', 'Z']],
  xdigit: [
    ['0', '9'],
    ['A', 'F'],
    ['a', 'f'],
  ],
};

/** The class that begins with the `[` at `start`, and the position of its `]`, as in git; else the error in words. */
function parseClass(
  chars: ArrayLike<string>,
  start: number,
): { readonly class: CharClass; readonly end: number } | string {
  const ranges: Range[] = [];
  let reversedRange: string | undefined;
  let at = start + 1;
  const negated = chars[at] === '!' || chars[at] === '^';
  if (negated) at += 1;
  // A `]` that comes first is a member.
  for (const first = at; chars[at] !== ']' || at === first;) {
    const posix = posixAt(chars, at);
    if (posix !== undefined) {
      const members = Object.hasOwn(POSIX, posix.name) ? POSIX[posix.name] : undefined;
      if (members === undefined) return `it has no class '[:${posix.name}:]'`;
      ranges.push(...members);
      at = posix.end;
      continue;
    }
    const low = memberAt(chars, at);
    if (low === undefined) return UNCLOSED;
    at = low.end;
    if (chars[at] !== '-' || chars[at + 1] === ']' || chars[at + 1] === undefined) {
      ranges.push([low.char, low.char]);
      continue;
    }
    const high = memberAt(chars, at + 1);
    if (high === undefined) return UNCLOSED;
    // The first character of a range is a member, even of a reversed one.
    ranges.push([low.char, low.char], [low.char, high.char]);
    if (low.char > high.char) reversedRange ??= `${low.char}-${high.char}`;
    at = high.end;
  }
  const contains = (char: string): boolean =>
    char !== '/' && ranges.some(([low, high]) => low <= char && char <= high) !== negated;
  return { class: { size: ranges.length + 1, contains, reversedRange }, end: at };
}

const UNCLOSED = "its '[' has no ']'";

/** Reads the member of a class at a position, which may be escaped. */
function memberAt(chars: ArrayLike<string>, at: number): { readonly char: string; readonly end: number } | undefined {
  const place = chars[at] === '\\' ? at + 1 : at;
  const char = chars[place];
  return char === undefined ? undefined : { char, end: place + 1 };
}

/** Reads the named class at a position, such as `[:alpha:]`; undefined if there is none. */
function posixAt(chars: ArrayLike<string>, at: number): { readonly name: string; readonly end: number } | undefined {
  if (chars[at] !== '[' || chars[at + 1] !== ':') return undefined;
  let end = at + 2;
  while (/^[a-z]$/i.test(chars[end] ?? '')) end += 1;
  if (chars[end] !== ':' || chars[end + 1] !== ']') return undefined;
  return {
    name: Array.from({ length: end - at - 2 }, (_, index) => chars[at + 2 + index] ?? '').join(''),
    end: end + 2,
  };
}

/** Comparison of the parts of a pattern with items. */
export interface Comparison<P, T> {
  /** Whether a part matches any number of items. */
  readonly isWild: (part: P) => boolean;
  readonly equal: (part: P, item: T) => boolean;
}

/** Matches with one kind of wildcard. Backtracking to the last wildcard is enough, so no pattern is slow. */
export function matchWild<P, T>(
  pattern: ArrayLike<P>,
  items: ArrayLike<T>,
  { isWild, equal }: Comparison<P, T>,
): boolean {
  let partIndex = 0;
  let star = -1;
  let resume = 0;
  let itemIndex = 0;
  while (itemIndex < items.length) {
    const part = pattern[partIndex];
    const item = items[itemIndex] as T;
    if (part !== undefined && isWild(part)) {
      star = partIndex++;
      resume = itemIndex;
    } else if (part !== undefined && equal(part, item)) {
      partIndex++;
      itemIndex++;
    } else if (star >= 0) {
      partIndex = star + 1;
      itemIndex = ++resume;
    } else {
      return false;
    }
  }
  while (partIndex < pattern.length && isWild(pattern[partIndex] as P)) partIndex++;
  return partIndex === pattern.length;
}

interface Row<V> {
  readonly order: number;
  readonly value: V;
}

/**
 * Values by keys with at most one `*` each, as in `paths` of a tsconfig: a text is looked up as a whole first, then by
 * the longest text before the star, then the first row that matches. The time depends on the text, not on the rows.
 */
export class StarTable<V> {
  readonly #exact = new Map<string, V>();
  /** Rows of keys with a star, by the text before the star, then by the text after it. */
  readonly #wild = new Map<string, Map<string, Row<V>>>();
  readonly #lengths: readonly number[];

  constructor(rows: Iterable<readonly [key: string, value: V]>) {
    let order = 0;
    for (const [key, value] of rows) {
      const star = key.indexOf('*');
      order += 1;
      if (star < 0) this.#exact.set(key, value);
      else this.#add(key.slice(0, star), key.slice(star + 1), { order, value });
    }
    this.#lengths = lengthsOf(this.#wild.keys());
  }

  get size(): number {
    return this.#exact.size + this.#wild.size;
  }

  /** The value for a text, and the part of the text that the star matches; empty if the key has no star. */
  find(text: string): { readonly value: V; readonly middle: string } | undefined {
    if (this.#exact.has(text)) return { value: this.#exact.get(text) as V, middle: '' };
    for (const length of this.#lengths) {
      const rows = length > text.length ? undefined : this.#wild.get(text.slice(0, length));
      const found = rows === undefined ? undefined : firstRowWithEnding(rows, text.slice(length));
      if (found !== undefined)
        return { value: found.row.value, middle: text.slice(length, text.length - found.after.length) };
    }
    return undefined;
  }

  #add(before: string, after: string, row: Row<V>): void {
    const rows = this.#wild.get(before) ?? new Map<string, Row<V>>();
    if (!rows.has(after)) rows.set(after, row);
    this.#wild.set(before, rows);
  }
}

function firstRowWithEnding<V>(
  rows: ReadonlyMap<string, Row<V>>,
  text: string,
): { readonly after: string; readonly row: Row<V> } | undefined {
  let found: { readonly after: string; readonly row: Row<V> } | undefined;
  for (const after of rows.size > text.length ? endsOf(text) : rows.keys()) {
    const row = text.endsWith(after) ? rows.get(after) : undefined;
    if (row !== undefined && (found === undefined || row.order < found.row.order)) found = { after, row };
  }
  return found;
}

function* endsOf(text: string): Iterable<string> {
  for (let start = 0; start <= text.length; start += 1) yield text.slice(start);
}

/** Distinct lengths of the texts, the longest first. */
function lengthsOf(texts: Iterable<string>): readonly number[] {
  return [...new Set(Array.from(texts, ({ length }) => length))].sort((left, right) => right - left);
}
