import type { FormatContext } from './format-context.js';
import type { Report, ReportFinding, ReportPosition, ReportRange } from './report.js';
import { mergedEdit } from '../core/lib/apply-edits.js';
import { hideSecrets } from '../core/lib/mask-secrets.js';
import { linesOf } from './frame.js';
import { ruleUrl, toolUrl } from './rule-url.js';
import { openFindings, severityOf } from './severity.js';
import { escapeText, jsonText } from '../core/lib/escape.js';
import { oneLineText } from './words.js';

const SEVERITIES = { error: 'ERROR', warning: 'WARNING', note: 'INFO' } as const;

/** Open findings for reviewdog, whose columns count bytes of UTF-8 and are computed from the text of the file. */
export function formatRdjson(report: Report, context: FormatContext): string {
  const ranges = new RangeConverter(context.textOf);
  const diagnostics = openFindings(report).map((finding) => ({
    message: oneLineText(finding),
    location: { path: finding.file, range: ranges.convert(finding.file, finding.range) },
    severity: SEVERITIES[severityOf(finding)],
    code: {
      value: `${finding.rule}.${finding.deprecation}`,
      ...urlOf(finding.vendorUrl ?? ruleUrl(finding.rule, report.tool.version)),
    },
    ...suggestions(finding, ranges, context),
    related_locations: finding.evidence.map((step) => ({
      message: escapeText(step.note),
      location: { path: step.file, range: ranges.convert(step.file, step.range) },
    })),
  }));
  const source = { name: report.tool.name, ...urlOf(toolUrl()) };
  return `${jsonText({ source, severity: 'WARNING', diagnostics }, 2)}\n`;
}

/** Returns a `url` property, where there is a URL. */
function urlOf(url: string | undefined): object {
  return url === undefined ? {} : { url };
}

/** Merges the edits into one suggestion: reviewdog treats several as alternatives. */
function suggestions({ file, suggestion }: ReportFinding, ranges: RangeConverter, context: FormatContext): object {
  const source = context.textOf(file);
  // Without columns, a suggestion would replace complete lines; all edits must be in the file of the finding.
  if (suggestion === undefined || source === undefined || !ranges.hasText(file)) return {};
  if (suggestion.edits.some((edit) => edit.file !== file)) return {};
  const { range, text } = mergedEdit(suggestion.edits, source);
  // The text between the edits may hold a secret.
  if (hideSecrets(text) !== text) return {};
  return { suggestions: [{ range: ranges.convert(file, range), text }] };
}

/** Converts ranges to those of reviewdog. */
class RangeConverter {
  readonly #linesOf: (file: string) => readonly string[] | undefined;
  readonly #encoder = new TextEncoder();

  constructor(textOf: (file: string) => string | undefined) {
    this.#linesOf = linesOf(textOf);
  }

  hasText(file: string): boolean {
    return this.#linesOf(file) !== undefined;
  }

  convert(file: string, { start, end }: ReportRange): object {
    return { start: this.#position(file, start), end: this.#position(file, end) };
  }

  #position(file: string, { line, column }: ReportPosition): object {
    const text = this.#linesOf(file)?.[line - 1];
    return text === undefined ? { line } : { line, column: this.#encoder.encode(text.slice(0, column - 1)).length + 1 };
  }
}
