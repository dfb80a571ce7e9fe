/** Names places in two versions of a text alike, where the code around them is the same. */
export interface Alignment {
  readonly before: (offset: number) => string;
  readonly after: (offset: number) => string;
}

/** Most pairs of lines between the first and the last that differ that are compared. */
const MAX_PAIRS = 1_000_000;

/**
 * Aligns two versions by their lines. A place is named by the line of the earlier version and by the characters before
 * it that are no blanks; one in a line that the other version has not, by a name of its own. So places that have equal
 * names stand in the same code, in the same order.
 */
export function alignLines(before: string, after: string): Alignment {
  const [old, now] = [linesOf(before), linesOf(after)];
  const partners = matchLines(old.codes, now.codes);
  const names = now.codes.map((_, line) => `+${line}`);
  const own = old.codes.map((_, line) => `-${line}`);
  for (const [a, b] of partners) own[a] = names[b] = String(a);
  return { before: placeIn(old, own), after: placeIn(now, names) };
}

interface Lines {
  readonly text: string;
  readonly starts: readonly number[];
  /** Text of the lines without blanks. */
  readonly codes: readonly string[];
}

function linesOf(text: string): Lines {
  const starts = [0];
  for (const { index } of text.matchAll(/\n/g)) starts.push(index + 1);
  const codes = starts.map((start, line) => withoutBlanks(text.slice(start, starts[line + 1])));
  return { text, starts, codes };
}

function withoutBlanks(text: string): string {
  return text.replace(/\s+/g, '');
}

/** Facts name the same places again and again: what contains what begins or ends together. */
function placeIn(lines: Lines, names: readonly string[]): (offset: number) => string {
  const known = new Map<number, string>();
  const nameOf = nameIn(lines, names);
  return (offset) => {
    let name = known.get(offset);
    if (name === undefined) known.set(offset, (name = nameOf(offset)));
    return name;
  };
}

function nameIn({ text, starts }: Lines, names: readonly string[]): (offset: number) => string {
  return (offset) => {
    if (offset === 0) return 'start';
    if (offset === text.length) return 'end';
    let [low, high] = [0, starts.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return `${names[low] ?? ''}:${withoutBlanks(text.slice(starts[low], offset)).length}`;
  };
}

/** Pairs of equal lines, in order. */
function matchLines(old: readonly string[], now: readonly string[]): readonly (readonly [number, number])[] {
  const pairs: [number, number][] = [];
  let head = 0;
  while (head < old.length && head < now.length && old[head] === now[head]) pairs.push([head, head++]);
  let tail = 0;
  while (tail < Math.min(old.length, now.length) - head && old.at(-1 - tail) === now.at(-1 - tail)) tail += 1;
  const [rows, columns] = [old.length - head - tail, now.length - head - tail];
  if (rows * columns <= MAX_PAIRS)
    for (const [a, b] of longestCommon(old.slice(head, head + rows), now.slice(head, head + columns)))
      pairs.push([head + a, head + b]);
  for (let end = 1; end <= tail; end += 1) pairs.push([old.length - end, now.length - end]);
  return pairs;
}

/** The longest common subsequence, by the table of its lengths. */
function longestCommon(old: readonly string[], now: readonly string[]): readonly (readonly [number, number])[] {
  const width = now.length + 1;
  const lengths = new Uint32Array((old.length + 1) * width);
  const length = (a: number, b: number): number => lengths[a * width + b] ?? 0;
  for (let a = old.length - 1; a >= 0; a -= 1)
    for (let b = now.length - 1; b >= 0; b -= 1)
      lengths[a * width + b] =
        old[a] === now[b] ? length(a + 1, b + 1) + 1 : Math.max(length(a + 1, b), length(a, b + 1));
  const pairs: [number, number][] = [];
  for (let [a, b] = [0, 0]; a < old.length && b < now.length;)
    if (old[a] === now[b]) pairs.push([a++, b++]);
    else if (length(a + 1, b) >= length(a, b + 1)) a += 1;
    else b += 1;
  return pairs;
}
