import { formatAgent } from '../../src/report/agent.js';
import { COMMENT_SIZE, formatComment, formatMarkdown } from '../../src/report/markdown.js';
import { formatCsv } from '../../src/report/csv.js';
import type { FormatContext } from '../../src/report/format-context.js';
import { formatGithub } from '../../src/report/github.js';
import { formatGitlab } from '../../src/report/gitlab.js';
import { formatHtml } from '../../src/report/html.js';
import { formatJunit } from '../../src/report/junit.js';
import { formatRdjson } from '../../src/report/rdjson.js';
import type { Report } from '../../src/report/report.js';
import { formatSarif } from '../../src/report/sarif.js';
import { formatText } from '../../src/report/text.js';
import { jsonOf, TEXT } from './support.js';

export const CONTEXT: FormatContext = { prefix: '', textOf: () => TEXT, suppressed: 'marked' };

/** Every format that shows findings. */
export const FORMATS: Readonly<Record<string, (report: Report) => string>> = {
  text: (report) => formatText(report, { colour: 'off' }),
  quiet: (report) => formatText(report, { colour: 'off', quiet: true }),
  json: jsonOf,
  agent: (report) => [...formatAgent(report, CONTEXT)].join(''),
  csv: formatCsv,
  junit: (report) => formatJunit(report, CONTEXT),
  markdown: formatMarkdown,
  'github-comment': (report) => formatComment(report, CONTEXT, COMMENT_SIZE.github),
  github: (report) => formatGithub(report, CONTEXT),
  gitlab: (report) => formatGitlab(report, CONTEXT),
  rdjson: (report) => formatRdjson(report, CONTEXT),
  sarif: (report) => formatSarif(report, CONTEXT),
  html: (report) => formatHtml(report, CONTEXT),
};

/** Report text without code markup, escapes of the format and line breaks. */
export function plain(text: string): string {
  return text.replaceAll(/[`\\]/g, '').replaceAll(/%3A/g, ':').replaceAll('&#39;', "'").replaceAll(/\s+/g, ' ');
}
