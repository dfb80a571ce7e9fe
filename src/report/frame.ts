import { maskSource } from '../lib/escape-text.js';
import type { ReportRange } from './report.js';

/** Lines of source of a range, and none around it, safe to show. Marks are columns of the shown text, from 0, end exclusive. */
export interface Frame {
  readonly lines: readonly FrameLine[];
}

export interface FrameLine {
  readonly number: number;
  readonly text: string;
  /** Part of the line that is marked. */
  readonly mark: readonly [start: number, end: number];
}

const MAX_MARKED = 6;
const WIDTH = 180;

/** A frame as data, for reports that draw it themselves. Long lines are cut around the range. */
export function frameOf(lines: readonly string[], { start, end }: ReportRange): Frame {
  const lastMarked = Math.min(end.line, start.line + MAX_MARKED - 1);
  const shown = lines.slice(start.line - 1, lastMarked);
  const cut = shown.some((line) => line.length > WIDTH) ? Math.max(0, start.column - 1 - Math.floor(WIDTH / 3)) : 0;
  return { lines: shown.map((line, index) => frameLine(line, start.line + index)) };

  function frameLine(line: string, number: number): FrameLine {
    const text = maskSource(line.slice(cut, cut + WIDTH));
    const from = number === start.line ? start.column - 1 - cut : 0;
    const to = number === end.line ? end.column - 1 - cut : text.length;
    return { number, text, mark: [clamp(from, text.length), clamp(to, text.length)] };
  }
}

function clamp(column: number, length: number): number {
  return Math.min(Math.max(column, 0), length);
}
