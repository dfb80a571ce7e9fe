import { relativeUri } from './format-context.js';
import type { FormatContext } from './format-context.js';
import { countUnanalysed } from '../core/model/skipped.js';
import type { Report, ReportEvidence, ReportFinding, ReportSuppression, ReportRange } from './report.js';
import { escapeText, jsonText } from '../core/lib/escape.js';
import { groupBy } from '../core/lib/collections.js';
import { markdownMessage } from './markdown-text.js';
import { toolUrl } from './rule-url.js';
import { sarifRules } from './sarif-rules.js';
import { sortBySeverity, isMistake, isOpen, severityOf } from './severity.js';
import { shownLinesOf } from './frame.js';
import { oneLineText, messageLines } from './words.js';

/** Code scanning refuses a run with more results, and shows the first 5,000. */
const MAX_RESULTS = 25_000;
const MAX_STEPS = 100;
const MAX_LINKED_STEPS = 5;
const MAX_SNIPPET_CHARACTERS = 1000;
const MAX_SNIPPET_LINES = 20;
const ROOT_ID = 'SRCROOT';

const CONFIDENCE_RANKS = { certain: 90, probable: 60, possible: 30 } as const;

/** The report as SARIF 2.1.0 for code scanning: the most urgent results first. */
export function formatSarif(report: Report, context: FormatContext): string {
  const findings = sortBySeverity(context.suppressed === 'omitted' ? report.findings.filter(isOpen) : report.findings);
  const includedFindings = findings.slice(0, MAX_RESULTS);
  const { rules, indexOf } = sarifRules(report, context);
  // Either all results have `suppressions`, or none.
  const suppressions = includedFindings.some((finding) => finding.suppression !== undefined) ? 'all' : 'none';
  const informationUri = toolUrl();
  const log = {
    $schema: 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: report.tool.name,
            organization: report.tool.name,
            version: report.tool.version,
            semanticVersion: report.tool.version,
            ...(informationUri === undefined ? {} : { informationUri }),
            rules,
          },
        },
        originalUriBaseIds: { [ROOT_ID]: { description: { text: 'The root of the repository.' } } },
        columnKind: 'utf16CodeUnits',
        newlineSequences: ['\r\n', '\n', '\r', '\u2028', '\u2029'],
        invocations: [
          {
            executionSuccessful: countUnanalysed(report.coverage.skipped) === 0,
            toolExecutionNotifications: notifications(report, findings.length - includedFindings.length),
          },
        ],
        results: includedFindings.map((finding) =>
          sarifResult(finding, { context, ruleIndex: indexOf(finding), suppressions }),
        ),
        properties: {
          asOf: report.asOf,
          catalogueDigest: report.catalogue.digest,
          ...(report.catalogue.editions === undefined ? {} : { editions: report.catalogue.editions }),
          coverage: coverageCounts(report),
        },
      },
    ],
  };
  // Without indentation: uploads have a limit on size.
  return `${jsonText(log)}\n`;
}

interface ResultContext {
  readonly context: FormatContext;
  readonly ruleIndex: number;
  readonly suppressions: 'all' | 'none';
}

function sarifResult(finding: ReportFinding, { context, ruleIndex, suppressions }: ResultContext): object {
  const steps = finding.evidence.slice(0, MAX_STEPS);
  const { suppression } = finding;
  return {
    ruleId: `${finding.rule}.${finding.deprecation}`,
    ruleIndex,
    level: severityOf(finding),
    rank: CONFIDENCE_RANKS[finding.confidence],
    message: {
      text: messageWithLinks(oneLineText(finding), finding.evidence),
      markdown: messageWithLinks(messageLines(finding).map(markdownMessage).join('\n\n'), finding.evidence),
    },
    locations: [{ physicalLocation: physicalLocation(finding, context) }],
    ...(steps.length === 0
      ? {}
      : {
          relatedLocations: steps.map((step, index) => ({
            id: index + 1,
            message: { text: escapeText(step.note) },
            physicalLocation: physicalLocation(step, context),
          })),
          codeFlows: [{ threadFlows: [{ locations: flowLocations(finding, steps, context) }] }],
        }),
    ...sarifFixes(finding, context),
    partialFingerprints: { 'sunsetLint/v1': finding.fingerprint },
    ...(suppressions === 'none'
      ? {}
      : { suppressions: suppression === undefined ? [] : [sarifSuppression(suppression)] }),
    properties: {
      deprecation: finding.deprecation,
      ...(isMistake(finding) ? {} : { endOfLife: finding.endOfLife, lifecycle: finding.lifecycle }),
      ...(finding.endOfLifeMonth === undefined ? {} : { endOfLifeMonth: finding.endOfLifeMonth }),
      ...(finding.catalogue === undefined ? {} : { catalogue: finding.catalogue }),
      ...(finding.vendorUrl === undefined ? {} : { vendorUrl: finding.vendorUrl }),
      ...(finding.disputes === undefined ? {} : { disputes: finding.disputes }),
      confidence: finding.confidence,
      method: finding.method,
      url: escapeText(finding.url),
      client: escapeText(finding.client),
      test: finding.test,
      ...(finding.language === undefined ? {} : { language: finding.language }),
      ...(finding.exempt === undefined ? {} : { exempt: finding.exempt }),
      ...(finding.owner === undefined ? {} : { owner: escapeText(finding.owner) }),
    },
  };
}

/** Text followed by links to the first steps, `[the base URL is a constant](1)`, and the number of further ones. */
function messageWithLinks(sentence: string, steps: readonly ReportEvidence[]): string {
  const lastLink = Math.max(sentence.lastIndexOf(']('), 0);
  const text = sentence.slice(0, lastLink).replaceAll('[', String.raw`\[`) + sentence.slice(lastLink);
  const links = steps
    .slice(0, MAX_LINKED_STEPS)
    .map((step, index) => `[${escapeText(step.note).replace(/[\\[\]]/g, '\\$&')}](${index + 1})`);
  const omitted = steps.length - links.length;
  const omittedWords = omitted === 0 ? '' : `, and ${omitted} more`;
  return links.length === 0 ? text : `${text} Evidence: ${links.join(', ')}${omittedWords}.`;
}

/** Locations of a code flow: the steps in order, then the finding itself. */
function flowLocations(
  finding: ReportFinding,
  steps: readonly ReportEvidence[],
  context: FormatContext,
): readonly object[] {
  const findingStep = { file: finding.file, range: finding.range, note: finding.message };
  const flowSteps =
    steps.at(-1)?.file === finding.file && isSameRange(steps.at(-1)?.range, finding.range)
      ? steps
      : [...steps, findingStep];
  return flowSteps.map((step) => ({
    importance: step === findingStep ? 'essential' : 'important',
    location: { message: { text: escapeText(step.note) }, physicalLocation: physicalLocation(step, context) },
  }));
}

function isSameRange(a: ReportRange | undefined, b: ReportRange): boolean {
  return (
    a !== undefined &&
    a.start.line === b.start.line &&
    a.start.column === b.start.column &&
    a.end.line === b.end.line &&
    a.end.column === b.end.column
  );
}

function physicalLocation(place: Pick<ReportFinding, 'file' | 'range' | 'language'>, context: FormatContext): object {
  const { start, end } = place.range;
  const snippet = snippetOf(shownLinesOf(context.textOf)(place.file), place.range);
  return {
    artifactLocation: { uri: relativeUri(`${context.prefix}${place.file}`), uriBaseId: ROOT_ID },
    region: {
      startLine: start.line,
      startColumn: start.column,
      endLine: end.line,
      endColumn: end.column,
      ...(place.language === undefined ? {} : { sourceLanguage: place.language }),
      ...(snippet === undefined ? {} : { snippet: { text: snippet } }),
    },
  };
}

/** The edits of a suggestion by file; an edit that only removes a range has no inserted text. */
function sarifFixes({ suggestion }: ReportFinding, { prefix }: FormatContext): object {
  if (suggestion === undefined) return {};
  const artifactChanges = [...groupBy(suggestion.edits, ({ file }) => file)].map(([file, edits]) => ({
    artifactLocation: { uri: relativeUri(`${prefix}${file}`), uriBaseId: ROOT_ID },
    replacements: edits.map(({ range: { start, end }, text }) => ({
      deletedRegion: { startLine: start.line, startColumn: start.column, endLine: end.line, endColumn: end.column },
      ...(text === '' ? {} : { insertedContent: { text } }),
    })),
  }));
  return { fixes: [{ description: { text: escapeText(suggestion.title) }, artifactChanges }] };
}

function snippetOf(fileLines: readonly string[] | undefined, { start, end }: ReportRange): string | undefined {
  if (fileLines === undefined || end.line - start.line > MAX_SNIPPET_LINES) return undefined;
  const lines = fileLines.slice(start.line - 1, end.line);
  const lastIndex = lines.length - 1;
  const snippet = lines
    .map((line, index) =>
      line.slice(index === 0 ? start.column - 1 : 0, index === lastIndex ? end.column - 1 : undefined),
    )
    .join('\n');
  return snippet.length > MAX_SNIPPET_CHARACTERS ? undefined : snippet;
}

function notifications(report: Report, omitted: number): readonly object[] {
  const { syntaxErrors, skipped, limits } = report.coverage;
  const texts = [
    ...(omitted > 0 ? [`${omitted} results are left out: more than ${MAX_RESULTS} are not accepted.`] : []),
    ...(syntaxErrors.length > 0
      ? [`${syntaxErrors.length} files have syntax errors and were analysed as far as they parse.`]
      : []),
    ...skipped.map(({ reason, count }) => `Skipped: ${count} (${reason}).`),
    ...limits,
  ];
  return texts.map((text) => ({ level: 'note', message: { text: escapeText(text) } }));
}

function coverageCounts(report: Report): object {
  const { syntaxErrors: _syntaxErrors, skipped: _skipped, limits: _limits, ...counts } = report.coverage;
  return counts;
}

/** Suppression of a result, with the properties that SARIF has. */
function sarifSuppression({ kind, status, justification }: ReportSuppression): object {
  return { kind, status, ...(justification === undefined ? {} : { justification }) };
}
