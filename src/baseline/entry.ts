import type { IsoDate } from '../model/deprecation.js';
import { isIsoDate } from '../lib/iso-date.js';
import { methodsInWords } from '../model/endpoint.js';
import type { Finding } from '../model/finding.js';
import type { ReportFinding } from '../report/report.js';
import type { Identified } from './match.js';

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

/** An entry, or a finding in the words of one, that can be found again. */
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

/** `file`: the name of the finding's file in the baseline. */
export function identifyFinding(finding: ReportFinding, file: string): EntryItem<ReportFinding> {
  return { ...identify(finding, file), of: finding };
}

/** Identity of a finding that is in no report yet. */
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

/** Reason why an entry has expired, or undefined. `until` includes its day; an invalid date has passed. */
export function expiryOf(entry: BaselineEntry, asOf: IsoDate): 'passed' | 'malformed' | undefined {
  if (entry.until === undefined) return undefined;
  if (!isIsoDate(entry.until)) return 'malformed';
  return asOf > entry.until ? 'passed' : undefined;
}

/** By file, then by identity; the same entries give the same order. */
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
