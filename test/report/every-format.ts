import type { FormatContext } from '../../src/report/format-context.js';
import { FORMATS as TABLE } from '../../src/report/formats.js';
import type { FormattedText } from '../../src/report/formats.js';
import type { Report } from '../../src/report/report.js';
import type { TextOptions } from '../../src/report/text.js';
import { TEXT } from './support.js';

export type FormatName = keyof typeof TABLE;

/** Names of all formats, as the program lists them. */
export const FORMAT_NAMES = Object.keys(TABLE) as readonly FormatName[];

export const CONTEXT: FormatContext = { prefix: '', textOf: () => TEXT, suppressed: 'marked' };

/** A report as the program writes it. */
export async function formatted(
  name: FormatName,
  report: Report,
  context: FormatContext = CONTEXT,
  options: TextOptions = { colour: 'off' },
): Promise<string> {
  const write: (
    report: Report,
    context: FormatContext,
    options: TextOptions,
  ) => FormattedText | Promise<FormattedText> = await TABLE[name].load();
  const text = await write(report, context, options);
  return typeof text === 'string' ? text : [...text].join('');
}

/** Every format that shows findings: a badge only counts them. */
export const FORMATS: Readonly<Record<string, (report: Report) => Promise<string>>> = {
  ...Object.fromEntries(
    FORMAT_NAMES.filter((name) => name !== 'badge').map((name) => [name, (report: Report) => formatted(name, report)]),
  ),
  quiet: (report) => formatted('text', report, CONTEXT, { colour: 'off', quiet: true }),
};

/** Report text without code markup, escapes of the format and line breaks. */
export function plain(text: string): string {
  return text.replaceAll(/[`\\]/g, '').replaceAll(/%3A/g, ':').replaceAll('&#39;', "'").replaceAll(/\s+/g, ' ');
}
