import { dirname, relative, resolve, sep } from 'node:path';
import type { Diagnostic, Range } from 'vscode-languageserver/node';
import { toEntry } from '../../../scan/baseline/entry.js';
import { plainText } from '../../../core/lib/safe-output.js';
import type { IsoDate } from '../../../core/model/deprecation.js';
import type { LanguageId } from '../../../core/model/language.js';
import { maskExternalTextsOfReport } from '../../../report/mask-report.js';
import { UNREAD_REASONS } from '../../../report/unread-words.js';
import type { Report, ReportFinding } from '../../../report/report.js';
import { requestsOf } from '../../../report/requests.js';
import { ruleUrl } from '../../../report/rule-url.js';
import { isMistake, isOpen, severityOf } from '../../../report/severity.js';
import { oneLineText } from '../../../report/words.js';
import { openBaseline, writeBaseline } from '../scanning/baseline-step.js';
import type { ScanSettings } from '../settings/settings.js';
import { TextPlaces, uriOfPath } from './client.js';
import type { ServerOptions } from './client.js';

/** A finding with its range in the client's text. */
export interface ShownFinding {
  readonly finding: ReportFinding;
  readonly range: Range;
  /** Undefined for an accepted finding, which is shown in hovers only. */
  readonly diagnostic?: Diagnostic;
}

/** Diagnostics of a file, with data for hovers and code actions. */
export interface ShownFile {
  readonly path: string;
  readonly text: string;
  readonly findings: readonly ShownFinding[];
  readonly diagnostics: readonly Diagnostic[];
}

const SEVERITY_NUMBERS = { error: 1, warning: 2, note: 3 } as const;
const WARNING = 2;
const INFORMATION = 3;
const DEPRECATED_TAG = 2;
const DIAGNOSTIC_SOURCE = 'sunset-lint';

/** Number of evidence steps that a diagnostic lists; the hover lists all. */
const LISTED_EVIDENCE_STEPS = 10;

export interface ShownInput {
  readonly report: Report;
  readonly root: string;
  readonly textOf: (file: string) => string | undefined;
  readonly isShown: (file: string) => boolean;
  readonly options: ServerOptions;
}

/** Returns the diagnostics of a report by absolute path. Texts are copied, because they may change later. */
export function shownFiles({ report, root, textOf, isShown, options }: ShownInput): ReadonlyMap<string, ShownFile> {
  const places = new Map<string, TextPlaces>();
  const placesOf = (file: string): TextPlaces => {
    const filePlaces = places.get(file) ?? new TextPlaces(textOf(file) ?? '');
    places.set(file, filePlaces);
    return filePlaces;
  };
  const files = new Map<string, { path: string; text: string; findings: ShownFinding[]; diagnostics: Diagnostic[] }>();
  const shownFileOf = (file: string): { findings: ShownFinding[]; diagnostics: Diagnostic[] } => {
    const path = resolve(root, file);
    const shownFile = files.get(path) ?? { path, text: textOf(file) ?? '', findings: [], diagnostics: [] };
    files.set(path, shownFile);
    return shownFile;
  };
  const isShownLanguage = (language: LanguageId | undefined): boolean =>
    language === undefined || options.languages.has(language);
  for (const finding of maskExternalTextsOfReport(report).findings) {
    if (!isShownLanguage(finding.language) || !isShown(finding.file)) continue;
    const shown = shownFileOf(finding.file);
    const range = placesOf(finding.file).rangeOf(finding.range);
    if (!isOpen(finding)) {
      shown.findings.push({ finding, range });
      continue;
    }
    const diagnostic = { ...diagnosticOf(finding, range, report), ...relatedEvidence(finding, root, placesOf) };
    shown.findings.push({ finding, range, diagnostic });
    shown.diagnostics.push(diagnostic);
  }
  for (const { file, reason } of report.coverage.unread ?? [])
    if (isShown(file))
      shownFileOf(file).diagnostics.push({
        range: { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } },
        severity: WARNING,
        source: DIAGNOSTIC_SOURCE,
        code: 'unread',
        message: `Calls in this file may be missing here, because it was not read in full: ${UNREAD_REASONS[reason]}.`,
      });
  if (options.unresolved) {
    for (const { file, line, client, reason } of requestsOf(report.coverage).unknown)
      if (isShown(file))
        shownFileOf(file).diagnostics.push({
          range: placesOf(file).rangeOf({ start: { line, column: 1 }, end: { line, column: 1 } }),
          severity: INFORMATION,
          source: DIAGNOSTIC_SOURCE,
          code: 'unresolved',
          message: plainText(`It is not known where this request of ${client} goes: ${reason}.`),
        });
    for (const site of report.unresolved)
      if (isShownLanguage(site.language) && isShown(site.file))
        shownFileOf(site.file).diagnostics.push({
          range: placesOf(site.file).rangeOf(site.range),
          severity: INFORMATION,
          source: DIAGNOSTIC_SOURCE,
          code: 'unresolved',
          message: plainText(`This request is not resolved: ${site.reason} (${site.method} ${site.url}).`),
        });
  }
  return files;
}

function diagnosticOf(finding: ReportFinding, range: Range, report: Report): Diagnostic {
  const href = finding.vendorUrl ?? ruleUrl(finding.rule, report.tool.version);
  return {
    range,
    severity: SEVERITY_NUMBERS[severityOf(finding)],
    source: DIAGNOSTIC_SOURCE,
    code: finding.deprecation,
    ...(href === undefined || !/^https?:\/\//.test(href) ? {} : { codeDescription: { href } }),
    message: oneLineText(finding),
    ...(isMistake(finding) ? {} : { tags: [DEPRECATED_TAG] }),
    data: { fingerprint: finding.fingerprint },
  };
}

/** Returns the evidence on other lines as related information. */
function relatedEvidence(
  { evidence, file, range }: ReportFinding,
  root: string,
  placesOf: (file: string) => TextPlaces,
): Pick<Diagnostic, 'relatedInformation'> {
  const otherSteps = evidence.filter((step) => step.file !== file || step.range.start.line !== range.start.line);
  if (otherSteps.length === 0) return {};
  return {
    relatedInformation: otherSteps.slice(0, LISTED_EVIDENCE_STEPS).map((step) => ({
      location: { uri: uriOfPath(resolve(root, step.file)), range: placesOf(step.file).rangeOf(step.range) },
      message: plainText(step.note),
    })),
  };
}

/** Command by which a client accepts a finding. */
export const ACCEPT_COMMAND = 'sunset-lint.acceptIntoBaseline';

/**
 * Adds one finding to the baseline of its folder, which is created if absent.
 *
 * @throws ConfigError if the baseline cannot be written.
 */
export function acceptFinding(finding: ReportFinding, settings: ScanSettings, cwd: string, asOf: IsoDate): void {
  const baseline = openBaseline({ ...settings, flags: { ...settings.flags, updateBaseline: true } }, cwd);
  if (baseline === undefined) return;
  const name = relative(dirname(baseline.file), resolve(settings.root, finding.file)).split(sep).join('/');
  writeBaseline(baseline, (entries) => [...entries, toEntry(finding, name, asOf)]);
}
