import { addTo, groupBy, memoByText } from '../../core/lib/collections.js';
import { isIsoDate } from '../../core/lib/iso-date.js';
import type { IsoDate } from '../../core/model/deprecation.js';
import { methodsInWords } from '../../core/model/endpoint.js';
import type { Finding } from '../../core/model/finding.js';
import type { ReportFinding } from '../../report/report.js';

/** A known and accepted finding. An entry has no line numbers, so it stays valid when the code around it changes. */
export interface BaselineEntry {
  /** Path relative to the folder of the baseline, with `/`. */
  readonly file: string;
  readonly deprecation: string;
  /** `GET`, `GET|PATCH` or `unknown`. */
  readonly method: string;
  /** Path template of the operation; empty if the deprecation is not an operation. */
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

/** A baseline entry or a finding, in the form in which they are matched. */
export interface EntryItem<T> extends Identified {
  /** The entry or finding itself. */
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

/** Item of a finding. `file`: name of its file in the baseline. */
export function identifyFinding(finding: ReportFinding, file: string): EntryItem<ReportFinding> {
  return { ...identify(finding, file), of: finding };
}

/** Item of a finding that is not in a report yet. */
export function identifyUnreported(finding: Finding, file: string): EntryItem<Finding> {
  return { ...identify({ ...finding, method: methodsInWords(finding.methods) }, file), of: finding };
}

type OperationFields = Pick<ReportFinding, 'deprecation' | 'method' | 'url'> & {
  readonly operation?: { readonly path: string } | null | undefined;
};

function identify({ deprecation, method, operation, url }: OperationFields, file: string): Identified {
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

/** Reason why an entry is not valid on a day; undefined if it is valid. The day of `until` is included. */
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
  /** Old items without a match. */
  readonly gone: readonly Old[];
}

/**
 * Matches old items with new ones: first within a file, by key and detail, then by key alone, in order; then across a
 * rename. A file is renamed if it does not exist any more and exactly one other file has the same new items. A call
 * that moved between two existing files is new; otherwise a fix in one file would offset a new finding in the other.
 */
export function matchItems<Old extends Identified, New extends Identified>(
  old: readonly Old[],
  current: readonly New[],
  fileExists: (file: string) => boolean,
): MatchResult<Old, New> {
  const pairs = new Map<New, Old>();
  const matched = new Set<Old>();
  const pair = (keyOf: (item: Identified) => string, oldItems: readonly Old[], newItems: readonly New[]): void => {
    // Reversed, because `pop` removes the last item.
    const unmatched = groupBy(oldItems.filter((item) => !matched.has(item)).reverse(), keyOf);
    for (const item of newItems) {
      if (pairs.has(item)) continue;
      const match = unmatched.get(keyOf(item))?.pop();
      if (match === undefined) continue;
      pairs.set(item, match);
      matched.add(match);
    }
  };
  pair((item) => join(item.file, item.key, item.detail), old, current);
  pair((item) => join(item.file, item.key), old, current);
  const exists = memoByText(fileExists);
  const gone = groupBy(
    old.filter((item) => !matched.has(item) && !exists(item.file)),
    ({ file }) => file,
  );
  const newByFile = groupBy(
    current.filter((item) => !pairs.has(item)),
    ({ file }) => file,
  );
  for (const [from, to] of renames(gone, newByFile)) {
    const oldItems = gone.get(from) ?? [];
    const newItems = newByFile.get(to) ?? [];
    pair((item) => join(item.key, item.detail), oldItems, newItems);
    pair((item) => item.key, oldItems, newItems);
  }
  return { pairs, gone: old.filter((item) => !matched.has(item)) };
}

/** Pairs of a deleted file and the only file in which the same items newByFile. */
function renames(
  gone: ReadonlyMap<string, readonly Identified[]>,
  newByFile: ReadonlyMap<string, readonly Identified[]>,
): readonly (readonly [from: string, to: string])[] {
  const goneBySignature = signatures(gone);
  const newBySignature = signatures(newByFile);
  return [...goneBySignature].flatMap(([signature, from]) => {
    const to = newBySignature.get(signature) ?? [];
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
