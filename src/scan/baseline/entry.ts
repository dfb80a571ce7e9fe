import { addTo, groupBy, memoByText } from '../../core/lib/collections.js';
import { isIsoDate } from '../../core/lib/iso-date.js';
import type { IsoDate } from '../../core/model/deprecation.js';
import { methodsInWords } from '../../core/model/endpoint.js';
import type { Finding } from '../../core/model/finding.js';
import type { ReportFinding } from '../../report/report.js';

/** A known and accepted finding. No line numbers: it survives edits around it. */
export interface BaselineEntry {
  /** Relative to the folder of the baseline, with `/`. */
  readonly file: string;
  readonly deprecation: string;
  /** `GET`, `GET|PATCH` or `unknown`. */
  readonly method: string;
  /** Path template of the operation; empty where the deprecation is not an operation. */
  readonly path: string;
  /** The known part of the request. */
  readonly url: string;
  /** Day on which the finding was accepted: its lifecycle is judged on that day. */
  readonly accepted: IsoDate;
  readonly reason?: string;
  readonly owner?: string;
  /** Last day, UTC, on which the entry hides its finding. */
  readonly until?: string;
}

/** A baseline entry, or a finding in the same form, to be matched. */
export interface EntryItem<T> extends Identified {
  readonly of: T;
}

export function identifyEntry(entry: BaselineEntry): EntryItem<BaselineEntry> {
  return {
    file: entry.file,
    key: joinedKey(entry.deprecation, entry.method, entry.path),
    detail: entry.url,
    of: entry,
  };
}

/** Item of a finding; `file` is the name of its file in the baseline. */
export function identifyFinding(finding: ReportFinding, file: string): EntryItem<ReportFinding> {
  return { ...identify(finding, file), of: finding };
}

/** Item of a finding that is not in a report yet. */
export function identifyUnreported(finding: Finding, file: string): EntryItem<Finding> {
  return { ...identify({ ...finding, method: methodsInWords(finding.methods) }, file), of: finding };
}

type Named = Pick<ReportFinding, 'deprecation' | 'method' | 'url'> & {
  readonly operation?: { readonly path: string } | null | undefined;
};

function identify({ deprecation, method, operation, url }: Named, file: string): Identified {
  return { file, key: joinedKey(deprecation, method, operation?.path ?? ''), detail: url };
}

export function toEntry(finding: ReportFinding, file: string, asOf: IsoDate, reason?: string): BaselineEntry {
  const { deprecation, method, url } = finding;
  return {
    file,
    deprecation,
    method,
    path: finding.operation?.path ?? '',
    url,
    accepted: asOf,
    ...(reason === undefined ? {} : { reason }),
  };
}

/** Reason why an entry has expired, or undefined. `until` includes its day; an invalid date counts as passed. */
export function expiryOf(entry: BaselineEntry, asOf: IsoDate): 'passed' | 'malformed' | undefined {
  if (entry.until === undefined) return undefined;
  if (!isIsoDate(entry.until)) return 'malformed';
  return asOf > entry.until ? 'passed' : undefined;
}

/** Compares by file, then by all other keys, so that the order is deterministic. */
export function compareEntries(a: BaselineEntry, b: BaselineEntry): number {
  for (const key of ['file', 'deprecation', 'path', 'method', 'url', 'accepted', 'reason', 'owner', 'until'] as const) {
    const [left, right] = [a[key] ?? '', b[key] ?? ''];
    if (left !== right) return left < right ? -1 : 1;
  }
  return 0;
}

function joinedKey(...parts: readonly string[]): string {
  return parts.join('\u0001');
}

/** An item that can be matched in a later state of the code. */
export interface Identified {
  readonly file: string;
  /** Identity of the item, without its file and lines. */
  readonly key: string;
  /** Detail that distinguishes items with the same key, if it has not changed. */
  readonly detail: string;
}

export interface MatchResult<Old, New> {
  readonly pairs: ReadonlyMap<New, Old>;
  readonly gone: readonly Old[];
}

/**
 * Matches old items with new ones: in the same file by key and detail, then by key, in order; then in a renamed file,
 * which is gone while its items appeared in exactly one other file. A call that moved between two existing files is
 * new; otherwise a fix in one would offset a new finding in the other.
 */
export function matchItems<Old extends Identified, New extends Identified>(
  old: readonly Old[],
  now: readonly New[],
  fileExists: (file: string) => boolean,
): MatchResult<Old, New> {
  const pairs = new Map<New, Old>();
  const used = new Set<Old>();
  const pair = (keyOf: (item: Identified) => string, oldItems: readonly Old[], newItems: readonly New[]): void => {
    // Reversed, because `pop` removes the last item.
    const waiting = groupBy(oldItems.filter((item) => !used.has(item)).reverse(), keyOf);
    for (const item of newItems) {
      if (pairs.has(item)) continue;
      const match = waiting.get(keyOf(item))?.pop();
      if (match === undefined) continue;
      pairs.set(item, match);
      used.add(match);
    }
  };
  pair((item) => join(item.file, item.key, item.detail), old, now);
  pair((item) => join(item.file, item.key), old, now);
  const exists = memoByText(fileExists);
  const gone = groupBy(
    old.filter((item) => !used.has(item) && !exists(item.file)),
    ({ file }) => file,
  );
  const appeared = groupBy(
    now.filter((item) => !pairs.has(item)),
    ({ file }) => file,
  );
  for (const [from, to] of renames(gone, appeared)) {
    const oldItems = gone.get(from) ?? [];
    const newItems = appeared.get(to) ?? [];
    pair((item) => join(item.key, item.detail), oldItems, newItems);
    pair((item) => item.key, oldItems, newItems);
  }
  return { pairs, gone: old.filter((item) => !used.has(item)) };
}

/** Pairs of a deleted file and the only file in which the same items appeared. */
function renames(
  gone: ReadonlyMap<string, readonly Identified[]>,
  appeared: ReadonlyMap<string, readonly Identified[]>,
): readonly (readonly [from: string, to: string])[] {
  const goneBySignature = signatures(gone);
  const appearedBySignature = signatures(appeared);
  return [...goneBySignature].flatMap(([signature, from]) => {
    const to = appearedBySignature.get(signature) ?? [];
    const [first] = from;
    const [only] = to;
    return from.length === 1 && to.length === 1 && first !== undefined && only !== undefined
      ? [[first, only] as const]
      : [];
  });
}

/** Groups files by the keys of their items. */
function signatures(files: ReadonlyMap<string, readonly Identified[]>): ReadonlyMap<string, readonly string[]> {
  const bySignature = new Map<string, string[]>();
  for (const [file, group] of files) {
    const signature = group
      .map((item) => item.key)
      .sort()
      .join('\u0001');
    addTo(bySignature, signature, file);
  }
  return bySignature;
}

function join(...parts: readonly string[]): string {
  return parts.join('\u0000');
}
