import { count } from '../../lib/wording.js';
import { basename } from 'node:path';
import { parseBaseline } from '../../baseline/baseline-file.js';
import type { BaselineEntry } from '../../baseline/entry.js';
import { ConfigError } from '../../model/errors.js';
import type { Report, ReportFinding } from '../../report/report.js';
import type { ChangeResult } from '../../scan/scan-difference.js';
import type { TreeChange } from '../../sources/git/changes.js';
import type { OpenBaseline } from '../scanning/write-baseline.js';
import { realName, textBefore } from '../settings/open-change.js';
import type { ScanSettings } from '../settings/settings.js';
import { editedCatalogues } from '../settings/settings-before.js';

const MAX_LISTED = 10;

/** The effects of a change on the gate that judges it, and its hidden or unread parts; one sentence each. */
export function changeNotes(
  { result, report }: { readonly result: ChangeResult; readonly report: Report },
  settings: ScanSettings,
  baseline: OpenBaseline | undefined,
  cwd: string,
): readonly string[] {
  const { change, edits } = settings;
  if (change === undefined) return [];
  const { files } = result.dropped;
  return [
    ...edits,
    ...sentence(files, `Its configuration excludes ${count(files.length, 'file')} that the previous one includes`),
    ...sentence(
      editedCatalogues([settings.config], change, settings.flags, cwd).map((file) => basename(file)),
      'This change edits catalogues of deprecations, and what they found before it counts',
    ),
    ...(baseline === undefined ? [] : baselineNotes(baseline, change)),
    ...hiddenNotes(report.findings, 'New findings that are suppressed'),
    ...hiddenNotes(result.excepted, 'Findings newly suppressed by comments'),
    ...unreadNotes(report, result.changed),
  ];
}

/** Entries that the change adds to the baseline. */
function baselineNotes({ file, entries }: OpenBaseline, change: TreeChange): readonly string[] {
  if (!change.before.has(realName(file))) return [];
  const known = entriesBefore(file, change);
  const added = entries.filter((entry) => !known.delete(JSON.stringify(entry)));
  return sentence(
    added.map(({ file: name, deprecation, owner, until, reason }) =>
      withWhy(`${deprecation} in ${name}`, [owner, until && `until ${until}`, reason]),
    ),
    `This change adds ${added.length === 1 ? '1 entry' : `${added.length} entries`} to ${basename(file)}`,
  );
}

function entriesBefore(file: string, change: TreeChange): Set<string> {
  const text = textBefore(change)(file);
  try {
    const entries: readonly BaselineEntry[] = text === undefined ? [] : parseBaseline(file, text);
    return new Set(entries.map((entry) => JSON.stringify(entry)));
  } catch (error) {
    if (error instanceof ConfigError) return new Set();
    throw error;
  }
}

function hiddenNotes(findings: readonly ReportFinding[], what: string): readonly string[] {
  const hidden = findings.filter(({ suppression }) => suppression?.status === 'accepted');
  return sentence(
    hidden.map((finding) => {
      const { by, why } = exceptionOf(finding);
      return withWhy(`${finding.file}:${finding.range.start.line} ${finding.deprecation}`, [by, ...why]);
    }),
    `${what}: ${hidden.length}`,
  );
}

/** The exception that hides a finding, with its day, owner and reason where known. */
export function exceptionOf({ suppression, owner: codeOwner }: ReportFinding): {
  readonly by: string;
  readonly why: readonly string[];
} {
  const { kind, by, line, accepted, owner = codeOwner, until, justification } = suppression ?? { kind: 'external' };
  return {
    by:
      by === 'configuration'
        ? 'ignored by the configuration'
        : kind === 'inSource'
          ? `comment on line ${line ?? 0}`
          : 'baseline entry',
    why: [
      ...(accepted === undefined ? [] : [`accepted ${accepted}`]),
      ...(until === undefined ? [] : [`until ${until}`]),
      ...(owner === undefined ? [] : [`owner ${owner}`]),
      ...(justification === undefined || by === 'configuration' ? [] : [`reason: ${justification}`]),
    ],
  };
}

/** Files of the change that exist and were not read. Those that name the API are reported by all scans. */
function unreadNotes({ coverage }: Report, changed: ReadonlySet<string>): readonly string[] {
  const TOLD = new Set(['binary', 'too-large', 'unreadable', 'link', 'outside', 'submodule', 'failed']);
  const files = coverage.skipped
    .filter(({ reason }) => TOLD.has(reason))
    .flatMap(({ reason, paths }) =>
      paths.filter((path) => changed.has(path)).map((path) => `${path} (${reason.replace('-', ' ')})`),
    );
  return sentence(files, 'Changed files that were not read');
}

function withWhy(what: string, why: readonly (string | undefined)[]): string {
  const known = why.filter((word) => word !== undefined && word !== '');
  return known.length === 0 ? what : `${what} (${known.join(', ')})`;
}

function sentence(items: readonly string[], what: string): readonly string[] {
  if (items.length === 0) return [];
  const more = items.length > MAX_LISTED ? ` and ${items.length - MAX_LISTED} more` : '';
  return [`${what}: ${items.slice(0, MAX_LISTED).join(', ')}${more}.`];
}
