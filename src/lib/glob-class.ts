/** A class of characters such as `[a-z_]`. It never holds a `/`. */
export interface CharClass {
  /** Ranges that are looked through. */
  readonly size: number;
  readonly holds: (char: string) => boolean;
  /** A range that runs backwards and so holds nothing but its start: `z-a`. */
  readonly backwards?: string | undefined;
}

type Range = readonly [first: string, last: string];

/** The named classes that git knows, in ASCII alone. */
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

/** The class that begins with the `[` at `start` and the place of its `]`, read as git reads it; else what is wrong, in words. */
export function parseClass(
  chars: ArrayLike<string>,
  start: number,
): { readonly class: CharClass; readonly end: number } | string {
  const ranges: Range[] = [];
  let backwards: string | undefined;
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
    // The first character of a range is a member, even of a range that runs backwards.
    ranges.push([low.char, low.char], [low.char, high.char]);
    if (low.char > high.char) backwards ??= `${low.char}-${high.char}`;
    at = high.end;
  }
  const holds = (char: string): boolean =>
    char !== '/' && ranges.some(([low, high]) => low <= char && char <= high) !== negated;
  return { class: { size: ranges.length + 1, holds, backwards }, end: at };
}

const UNCLOSED = "its '[' has no ']'";

/** A member that may be escaped. */
function memberAt(chars: ArrayLike<string>, at: number): { readonly char: string; readonly end: number } | undefined {
  const place = chars[at] === '\\' ? at + 1 : at;
  const char = chars[place];
  return char === undefined ? undefined : { char, end: place + 1 };
}

/** `[:alpha:]`. */
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
