import { addTo } from '../../core/lib/collections.js';
import type { Directive } from './directive.js';

/** A directive and its lines in the file, from 1. */
export interface PlacedDirective {
  readonly directive: Directive;
  readonly line: number;
  /** Last line of the comment. */
  readonly lastLine: number;
}

/** A directive with the lines that it covers, both ends included. */
export interface DirectiveRange extends PlacedDirective {
  readonly from: number;
  readonly to: number;
}

const LAST_LINE = Number.MAX_SAFE_INTEGER;

/** Returns the ranges of directives, in order. One pass from the end suffices, even for very many directives. */
export function rangesOf(directives: readonly PlacedDirective[]): readonly DirectiveRange[] {
  const ends = new SuppressionEnds();
  const ranges: DirectiveRange[] = [];
  for (const placed of directives.toReversed()) {
    const { directive, line, lastLine } = placed;
    switch (directive.action) {
      case 'disable-line':
        ranges.push({ ...placed, from: line, to: lastLine });
        break;
      case 'disable-next-line':
        ranges.push({ ...placed, from: lastLine + 1, to: lastLine + 1 });
        break;
      case 'disable-file':
        ranges.push({ ...placed, from: 0, to: LAST_LINE });
        break;
      case 'disable':
        ranges.push({ ...placed, from: line, to: ends.of(directive) });
        break;
      case 'enable':
        ends.add(directive, line);
    }
  }
  return ranges.reverse();
}

/** Lines of the comments after a directive that end a suppression, by host and id. */
class SuppressionEnds {
  readonly #lines = new Map<string, number>();

  add({ host, ids }: Directive, line: number): void {
    for (const id of ids.length === 0 ? [''] : ids) this.#lines.set(`${host} ${id}`, line);
  }

  /** Last line of a range: that of the next `enable` for all ids, or of the last `enable` for its single ids. */
  of({ host, ids }: Directive): number {
    const lineOf = (id: string): number => this.#lines.get(`${host} ${id}`) ?? LAST_LINE;
    return Math.min(lineOf(''), ids.length === 0 ? LAST_LINE : ids.reduce((last, id) => Math.max(last, lineOf(id)), 0));
  }
}

/** Ranges of directives by look-up key, for search by line. */
export class RangeIndex {
  readonly #byKey = new Map<string, { readonly range: DirectiveRange; readonly farthest: DirectiveRange }[]>();

  constructor(ranges: readonly DirectiveRange[]) {
    for (const range of [...ranges].sort((a, b) => a.from - b.from)) {
      for (const key of directiveKeys(range.directive)) {
        const previous = this.#byKey.get(key)?.at(-1)?.farthest;
        const farthest = previous !== undefined && previous.to > range.to ? previous : range;
        addTo(this.#byKey, key, { range, farthest });
      }
    }
  }

  /** Returns the range that covers a finding on a line: of several, the last to begin, or the one that ends last. */
  of(
    { rule, deprecation }: { readonly rule: string; readonly deprecation: string },
    line: number,
  ): DirectiveRange | undefined {
    return ['', `rule ${rule}`, `id ${deprecation}`, `id ${rule}`]
      .flatMap((key) => this.#lookUp(key, line) ?? [])
      .reduce<DirectiveRange | undefined>(
        (best, range) => (best !== undefined && best.from > range.from ? best : range),
        undefined,
      );
  }

  #lookUp(key: string, line: number): DirectiveRange | undefined {
    const ranges = this.#byKey.get(key) ?? [];
    const last = ranges[countUpTo(ranges, line, ({ range }) => range.from) - 1];
    if (last === undefined) return undefined;
    return [last.range, last.farthest].find(({ to }) => to >= line);
  }
}

/** Lines of findings by the ids that directives may name. */
export class FindingLines {
  readonly #linesByKey = new Map<string, number[]>();

  constructor(findings: readonly { readonly rule: string; readonly deprecation: string; readonly line: number }[]) {
    for (const { rule, deprecation, line } of [...findings].sort((a, b) => a.line - b.line))
      for (const key of new Set(['', `rule ${rule}`, `id ${rule}`, `id ${deprecation}`]))
        addTo(this.#linesByKey, key, line);
  }

  /** Whether a directive covers one of the findings. */
  some({ directive, from, to }: DirectiveRange): boolean {
    return directiveKeys(directive).some((key) => {
      const lines = this.#linesByKey.get(key) ?? [];
      const next = lines[countUpTo(lines, from - 1, (line) => line)];
      return next !== undefined && next <= to;
    });
  }
}

/** Look-up keys of a directive: rules for ESLint, rules or deprecations for sunset-lint; one key if it covers all. */
function directiveKeys({ host, ids }: Directive): readonly string[] {
  return ids.length === 0 ? [''] : ids.map((id) => `${host === 'eslint' ? 'rule' : 'id'} ${id}`);
}

/** Number of elements of a sorted list that are at most `limit`. */
function countUpTo<T>(sorted: readonly T[], limit: number, numberOf: (item: T) => number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const item = sorted[middle];
    if (item !== undefined && numberOf(item) <= limit) low = middle + 1;
    else high = middle;
  }
  return low;
}
