import colours from 'picocolors';
import { columnsOf } from '../core/lib/terminal-text.js';
import { frameOf, shownLinesOf } from './frame.js';
import type { ReportRange } from './report.js';

interface FrameOptions {
  readonly colour: 'on' | 'off';
  /** Width of the terminal. */
  readonly columns?: number;
}

/** Returns the frame of a range of a file; undefined where the text of the file is not available. */
export type FrameOf = (file: string, range: ReportRange) => string | undefined;

/** Largest width of a source line, in columns. */
const WIDEST_LINE = 120;
/** Smallest assumed width of a terminal, in columns. */
const NARROWEST_TERMINAL = 40;
/** Indentation of a frame in the text around it, in columns. */
const INDENT = 4;
/** Separator between a line number and its line. */
const GUTTER = ' | ';

/**
 * The lines of a range with a mark under each, safe to print; empty if the range is past the end of a text that has
 * changed since the scan.
 */
function sourceFrame(
  lines: readonly string[],
  range: ReportRange,
  { colour, columns = Infinity }: FrameOptions,
): string {
  const paint = colours.createColors(colour === 'on');
  const digits = String(range.end.line).length;
  const lineColumns = Math.max(columns, NARROWEST_TERMINAL) - INDENT - digits - GUTTER.length;
  return frameOf(lines, range, Math.min(WIDEST_LINE, lineColumns))
    .lines.flatMap(({ number, text, mark: [from, to] }) => [
      `${paint.dim(`${String(number).padStart(digits)}${GUTTER}`)}${text}`,
      `${paint.dim(`${' '.repeat(digits)}${GUTTER}`)}${' '.repeat(columnsOf(text.slice(0, from)))}${paint.red('^'.repeat(Math.max(columnsOf(text.slice(from, to)), 1)))}`,
    ])
    .join('\n');
}

/** Frames of the files whose text is available. */
export function framesOf(textOf: (file: string) => string | undefined, options: FrameOptions): FrameOf {
  const shownLines = shownLinesOf(textOf);
  return (file, range) => {
    const lines = shownLines(file);
    return lines === undefined ? undefined : sourceFrame(lines, range, options);
  };
}
