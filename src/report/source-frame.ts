import { codeFrameColumns } from '@babel/code-frame';
import type { BabelCodeFrameOptions } from '@babel/code-frame';
import { maskSource } from '../lib/escape-text.js';
import type { ReportRange } from './report.js';
import { shownLinesOf } from './source-lines.js';

interface FrameOptions {
  readonly colour: 'on' | 'off';
  /** Width of the terminal that the frame is for. */
  readonly columns?: number;
}

/** The frame of a range of a file; undefined where the text of the file is not at hand. */
export type FrameOf = (file: string, range: ReportRange) => string | undefined;

const MAX_LINES = 5;
/** Longest line shown. */
const WIDTH = 140;
/** What stands before a line on a terminal: indentation, mark, number. */
const MARGIN = 20;
const NARROWEST = 40;

/**
 * The lines of a range with a mark under it, safe to print. Long lines are cut around the range; of a
 * range behind the end of the text, which has changed since, nothing is shown.
 */
function sourceFrame(lines: readonly string[], range: ReportRange, options: FrameOptions): string {
  if (range.end.line > lines.length) return '';
  const end = range.end.line - range.start.line < MAX_LINES ? range.end : { line: range.start.line, column: Infinity };
  const shown = lines.slice(range.start.line - 1, end.line);
  const width = Math.max(Math.min(WIDTH, (options.columns ?? Infinity) - MARGIN), NARROWEST);
  const cut = shown.some((line) => line.length > width)
    ? Math.max(0, range.start.column - 1 - Math.floor(width / 3))
    : 0;
  const clip = (line: string): string =>
    line.length > width ? line.slice(cut, cut + width) : line.slice(Math.min(cut, line.length));
  const clipColumn = (line: number, column: number): number => {
    const length = lines[line - 1]?.length ?? 0;
    return Math.min(Math.max(column - cut, 1), Math.min(width, Math.max(length - cut, 0)) + 1);
  };
  const location: ReportRange = {
    start: { line: range.start.line, column: clipColumn(range.start.line, range.start.column) },
    end: { line: end.line, column: clipColumn(end.line, end.column) },
  };
  // The published types do not know `startLine` yet.
  const style: BabelCodeFrameOptions & { readonly startLine: number } = {
    startLine: range.start.line,
    linesAbove: 0,
    linesBelow: 0,
    highlightCode: options.colour === 'on',
    forceColor: options.colour === 'on',
  };
  return codeFrameColumns(shown.map((line) => maskSource(clip(line))).join('\n'), location, style);
}

/** Frames of the files whose text is at hand. */
export function framesOf(textOf: (file: string) => string | undefined, options: FrameOptions): FrameOf {
  return (file, range) => {
    const lines = shownLinesOf(textOf)(file);
    return lines === undefined ? undefined : sourceFrame(lines, range, options);
  };
}
