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
export interface Reach extends PlacedDirective {
  readonly from: number;
  readonly to: number;
}

const END = Number.MAX_SAFE_INTEGER;

/** Returns the ranges of directives, in order. Visits each once, from the last, because a file may have very many. */
export function reachesOf(directives: readonly PlacedDirective[]): readonly Reach[] {
  const ends = new Ends();
  const reaches: Reach[] = [];
  for (const placed of directives.toReversed()) {
    const { directive, line, lastLine } = placed;
    switch (directive.action) {
      case 'disable-line':
        reaches.push({ ...placed, from: line, to: lastLine });
        break;
      case 'disable-next-line':
        reaches.push({ ...placed, from: lastLine + 1, to: lastLine + 1 });
        break;
      case 'disable-file':
        reaches.push({ ...placed, from: 0, to: END });
        break;
      case 'disable':
        reaches.push({ ...placed, from: line, to: ends.of(directive) });
        break;
      case 'enable':
        ends.add(directive, line);
    }
  }
  return reaches.reverse();
}

/** Lines of the next comments that end a suppression, by host and id. */
class Ends {
  readonly #lines = new Map<string, number>();

  add({ host, ids }: Directive, line: number): void {
    for (const id of ids.length === 0 ? [''] : ids) this.#lines.set(`${host} ${id}`, line);
  }

  /** End of a range: the next `enable` for all ids, or the last of the next ones for each id, of the same host. */
  of({ host, ids }: Directive): number {
    const lineOf = (id: string): number => this.#lines.get(`${host} ${id}`) ?? END;
    return Math.min(lineOf(''), ids.length === 0 ? END : ids.reduce((last, id) => Math.max(last, lineOf(id)), 0));
  }
}

/** Directives by id, for look-up by line. */
export class Cover {
  readonly #byName = new Map<string, { readonly reach: Reach; readonly farthest: Reach }[]>();

  constructor(reaches: readonly Reach[]) {
    for (const reach of [...reaches].sort((a, b) => a.from - b.from)) {
      for (const name of directiveKeys(reach.directive)) {
        const before = this.#byName.get(name)?.at(-1)?.farthest;
        addTo(this.#byName, name, { reach, farthest: before !== undefined && before.to > reach.to ? before : reach });
      }
    }
  }

  /** Returns the range that covers a finding on a line: of several, the one that begins last or extends farthest. */
  of({ rule, deprecation }: { readonly rule: string; readonly deprecation: string }, line: number): Reach | undefined {
    return ['', `rule ${rule}`, `id ${deprecation}`, `id ${rule}`]
      .flatMap((name) => this.#lookUp(name, line) ?? [])
      .reduce<Reach | undefined>(
        (best, reach) => (best !== undefined && best.from > reach.from ? best : reach),
        undefined,
      );
  }

  #lookUp(name: string, line: number): Reach | undefined {
    const all = this.#byName.get(name) ?? [];
    const last = all[countUpTo(all, line, ({ reach }) => reach.from) - 1];
    if (last === undefined) return undefined;
    return [last.reach, last.farthest].find(({ to }) => to >= line);
  }
}

/** Lines of findings by the ids that directives may name. */
export class FindingLines {
  readonly #lines = new Map<string, number[]>();

  constructor(findings: readonly { readonly rule: string; readonly deprecation: string; readonly line: number }[]) {
    for (const { rule, deprecation, line } of [...findings].sort((a, b) => a.line - b.line))
      for (const name of new Set(['', `rule ${rule}`, `id ${rule}`, `id ${deprecation}`]))
        addTo(this.#lines, name, line);
  }

  /** Whether a directive covers one of the findings. */
  some({ directive, from, to }: Reach): boolean {
    return directiveKeys(directive).some((name) => {
      const lines = this.#lines.get(name) ?? [];
      const next = lines[countUpTo(lines, from - 1, (line) => line)];
      return next !== undefined && next <= to;
    });
  }
}

/** Look-up keys of a directive: those for ESLint name rules, ours also deprecations; one without ids covers all. */
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
