import { resolve } from 'node:path';
import { isIsoDate } from '../../../core/lib/iso-date.js';
import { parseJson } from '../../../core/lib/json.js';
import { MEGABYTE, readRegularFile } from '../../../core/lib/read-file.js';
import { pathOf, stepsOf, validatorOf } from '../../../core/lib/validators.js';
import { ConfigError } from '../../../core/model/errors.js';
import { maskReport } from '../../../report/mask-report.js';
import { REPORT_SCHEMA_VERSION } from '../../../report/report.js';
import type { Report } from '../../../report/report.js';
import type { CliIo } from '../shared/io.js';

/** A report with the name of its file. */
export interface NamedReport {
  readonly name: string;
  readonly report: Report;
}

/** Bytes of the largest report that is read; it has about 100,000 findings. */
const MAX_REPORT = 256 * MEGABYTE;

/** Reads a report that `scan --format json=FILE` wrote, with secrets masked. @throws ConfigError for other files. */
export function readReport(name: string, io: Pick<CliIo, 'cwd'>): NamedReport {
  const content = readRegularFile(resolve(io.cwd, name), { limit: MAX_REPORT, kinds: 'any' });
  if (content.kind === 'text') return { name, report: maskReport(parseReport(name, content.text)) };
  const why = content.kind === 'absent' ? 'the file does not exist' : content.why;
  throw new ConfigError(`cannot read the report '${name}': ${why}. Name files that 'scan --format json=FILE' wrote.`);
}

/** Parses a JSON report. @throws ConfigError for a text that this version cannot read. */
export function parseReport(name: string, text: string): Report {
  const parsed = parseJson(text);
  if (parsed.kind === 'problem') {
    const { line, column, what } = parsed.problem;
    throw new ConfigError(`'${name}' is not a JSON report: line ${line}, column ${column}: ${what}. ${HOW_TO_CREATE}`);
  }
  const { value } = parsed;
  const report = (isObject(value) ? value : {}) as Partial<Report>;
  if (report.schemaVersion !== REPORT_SCHEMA_VERSION)
    throw new ConfigError(`'${name}' is not a report of version ${REPORT_SCHEMA_VERSION}. ${HOW_TO_CREATE}`);
  if (isObject(report.coverage) && !('sites' in report.coverage))
    throw new ConfigError(
      `'${name}' was made by an older version, which did not record the outcome of the request sites. ${HOW_TO_CREATE}`,
    );
  const [error] = validatorOf('report')(value);
  if (error !== undefined)
    throw new ConfigError(
      `'${name}' is not a complete report: ${pathOf(stepsOf(error.instancePath)).replace(/^\./, '') || 'it'} ${error.message ?? 'does not fit'}. ${HOW_TO_CREATE}`,
    );
  const checked = report as Report;
  const dates = [checked.asOf, ...checked.findings.map(({ endOfLife }) => endOfLife)];
  const wrong = dates.find((date) => date !== null && !isIsoDate(date));
  if (wrong !== undefined)
    throw new ConfigError(`'${name}' has the date '${String(wrong)}', which is not a date. ${HOW_TO_CREATE}`);
  return checked;
}

const HOW_TO_CREATE = "Make it with 'sunset-lint scan --format json=FILE'.";

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
