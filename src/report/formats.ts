import { resolve } from 'node:path';
import { didYouMean } from '../core/lib/wording.js';
import { ConfigError } from '../core/model/errors.js';
import type { FormatContext } from './format-context.js';
import type { Report } from './report.js';
import { openFindings } from './severity.js';
import type { TextOptions } from './text.js';

/** A text, or its pieces if it can be very long. */
export type FormattedText = string | Generator<string>;

type Format = (report: Report, context: FormatContext, text: TextOptions) => FormattedText | Promise<FormattedText>;

interface FormatEntry {
  readonly about: string;
  /** Loads the format on demand: most runs need only text. */
  readonly load: () => Promise<Format>;
  /** Reason why the format refuses a report of a change, as a clause. */
  readonly refusalForChange?: string;
}

/** All formats, in the order in which the help lists them. */
export const FORMATS = {
  text: {
    about: 'for people, in a terminal',
    load: async () => {
      const { formatText } = await import('./text.js');
      return async (report, { textOf }, options) => {
        // A run without findings draws no frame.
        if (openFindings(report).length === 0 || options.quiet === true || options.statistics === true)
          return formatText(report, options);
        const { framesOf } = await import('./source-frame.js');
        return formatText(report, { ...options, frameOf: framesOf(textOf, options) });
      };
    },
  },
  json: {
    about: "all data; 'sunset-lint schema report' describes it",
    load: async () => (await import('./json.js')).jsonPieces,
  },
  agent: {
    about: 'for coding assistants: a line of JSON for each finding, with its edit or steps',
    load: async () => (await import('./agent.js')).formatAgent,
  },
  html: {
    about: 'one page to open in a browser: summary, time line, search',
    load: async () => (await import('./html.js')).formatHtml,
  },
  markdown: {
    about: 'for a job summary',
    load: async () => (await import('./markdown.js')).formatMarkdown,
  },
  sarif: {
    about: 'SARIF 2.1.0, for GitHub code scanning and editors',
    load: async () => (await import('./sarif.js')).formatSarif,
    refusalForChange: 'code scanning closes every alert that an upload leaves out',
  },
  github: {
    about: 'annotations in GitHub Actions, with a job summary',
    load: async () => (await import('./github.js')).formatGithub,
  },
  'github-comment': {
    about: 'Markdown for one comment on a pull request',
    load: async () => (await import('./markdown.js')).commentFor('github'),
  },
  gitlab: {
    about: 'code quality report of GitLab',
    load: async () => (await import('./gitlab.js')).formatGitlab,
    refusalForChange: 'a merge request shows every issue that its report leaves out as fixed',
  },
  'gitlab-comment': {
    about: 'Markdown for one note on a merge request',
    load: async () => (await import('./markdown.js')).commentFor('gitlab'),
  },
  junit: {
    about: 'JUnit XML, for test reports of CI servers',
    load: async () => (await import('./junit.js')).formatJunit,
  },
  rdjson: { about: 'for reviewdog', load: async () => (await import('./rdjson.js')).formatRdjson },
  csv: {
    about: 'one row for each finding, for spreadsheets',
    load: async () => (await import('./csv.js')).formatCsv,
  },
  badge: {
    about: 'a badge for a README, as an SVG file',
    load: async () => (await import('./badge.js')).formatBadge,
    refusalForChange: 'a badge shows existing findings, not those that a change introduces',
  },
} as const satisfies Readonly<Record<string, FormatEntry>>;

type FormatName = keyof typeof FORMATS;

/** A requested report: `sarif=out.sarif`, or `text` for standard output. */
export interface FormatRequest {
  readonly format: FormatName;
  readonly file?: string;
  /** Folder of the configuration that names the file; it must contain the file after links are resolved. */
  readonly within?: string;
}

/** Flags about reports. */
export interface ReportFlags {
  /** Requested formats; text where empty. */
  readonly format: readonly FormatRequest[];
  readonly output?: string;
  readonly omitSuppressed: boolean;
  readonly quiet: boolean;
  readonly statistics: boolean;
  readonly color: boolean;
  readonly verbose: boolean;
}

/** One line for each format, for the help. */
export function describeFormats(): string {
  return Object.entries(FORMATS)
    .map(([name, { about }]) => `  ${name.padEnd(14)} ${about}`)
    .join('\n');
}

/**
 * Reads `name` or `name=FILE`.
 *
 * @throws ConfigError for an unknown name or an empty file name.
 */
export function parseFormat(value: string): FormatRequest {
  const equalsAt = value.indexOf('=');
  const name = equalsAt < 0 ? value : value.slice(0, equalsAt);
  if (!isFormat(name))
    throw new ConfigError(
      `'${name}' is not one of the formats ${Object.keys(FORMATS).join(', ')}${didYouMean(name, Object.keys(FORMATS)) || '.'}`,
    );
  if (equalsAt < 0) return { format: name };
  const file = value.slice(equalsAt + 1);
  if (file === '') throw new ConfigError(`name a file after '${name}='.`);
  return { format: name, file };
}

/**
 * Plans the destination of each report. `--output` names the file of the one format that has none.
 *
 * @throws ConfigError where two reports would have the same destination.
 */
export function planReports(flags: Pick<ReportFlags, 'format' | 'output'>, cwd: string): readonly FormatRequest[] {
  const requests: readonly FormatRequest[] = flags.format.length === 0 ? [{ format: 'text' }] : flags.format;
  const withoutFile = requests.filter(({ file }) => file === undefined);
  if (withoutFile.length > 1)
    throw new ConfigError(
      `only one format can go to standard output; give the others a file, such as --format ${withoutFile[1]?.format ?? 'json'}=FILE.`,
    );
  if (flags.output !== undefined && withoutFile.length === 0)
    throw new ConfigError('--output names the file of a format without one; here every format has its own.');
  const plan = requests.map(({ format, file = flags.output, within }): FormatRequest =>
    file === undefined ? { format } : { format, file: resolve(cwd, file), ...(within === undefined ? {} : { within }) },
  );
  const files = plan.flatMap(({ file }) => (file === undefined ? [] : [file]));
  const duplicate = files.find((file, index) => files.indexOf(file) !== index);
  if (duplicate !== undefined) throw new ConfigError(`two formats would be written to '${duplicate}'.`);
  return plan;
}

/**
 * Refuses formats whose readers expect a full scan, if only a change is scanned.
 *
 * @throws ConfigError with the reason.
 */
export function refuseFormatsForChange(plan: readonly FormatRequest[]): void {
  for (const { format } of plan) {
    const { refusalForChange }: FormatEntry = FORMATS[format];
    if (refusalForChange !== undefined)
      throw new ConfigError(
        `a report of the format ${format} has to be of a whole scan, and --changed-since and --staged look at a change alone: ${refusalForChange}. Write it in a run of its own without these flags; there --fail-on never leaves the verdict to this one.`,
      );
  }
}

function isFormat(name: string): name is FormatName {
  return Object.hasOwn(FORMATS, name);
}
