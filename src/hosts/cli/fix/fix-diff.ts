import { structuredPatch } from 'diff';
import type { StructuredPatch } from 'diff';
import { createColors } from 'picocolors';
import { breakCommands, maskSource } from '../../../core/lib/escape.js';
import { maskSecrets } from '../../../core/lib/mask-secrets.js';

/** Text of a file before and after a change. */
export interface ChangedText {
  readonly file: string;
  readonly before: string;
  readonly after: string;
}

/** A change of a file: its first line number in the text before, and its removed and added lines with `-` or `+`. */
export interface ChangedLines {
  readonly line: number;
  readonly lines: readonly string[];
}

/** Returns the changed lines without context; secrets are masked. */
export function changedLines({ file, before, after }: ChangedText): readonly ChangedLines[] {
  return hunksWithoutContext(maskSecrets(before), maskSecrets(after), file).map(({ oldStart, lines }) => ({
    line: oldStart,
    lines: lines.filter((line) => !line.startsWith('\\')).map((line) => line.replace(/\r$/, '')),
  }));
}

/** Returns the number of a line after a change of other lines. */
export function lineAfter({ file, before, after }: ChangedText, line: number): number {
  const earlierHunks = hunksWithoutContext(before, after, file).filter(
    ({ oldStart, oldLines }) => oldStart + oldLines <= line,
  );
  return line + earlierHunks.reduce((sum, { oldLines, newLines }) => sum + newLines - oldLines, 0);
}

function hunksWithoutContext(before: string, after: string, file: string): StructuredPatch['hunks'] {
  return structuredPatch(file, file, before, after, '', '', { context: 0 }).hunks;
}

/**
 * Formats changes as a unified diff for `git apply`; secrets, and characters that terminals or CI servers interpret,
 * are masked.
 */
export function formatDiff(changes: readonly ChangedText[], colour: 'on' | 'off'): string {
  const colours = createColors(colour === 'on');
  const paint = (line: string): string => {
    if (line.startsWith('+')) return colours.green(line);
    if (line.startsWith('-')) return colours.red(line);
    return line;
  };
  const lines = changes.flatMap(({ file, before, after }) => {
    const { hunks } = structuredPatch(file, file, maskSecrets(before), maskSecrets(after), '', '', { context: 3 });
    const name = maskSource(file);
    return [
      colours.bold(`--- a/${name}`),
      colours.bold(`+++ b/${name}`),
      ...hunks.flatMap(({ oldStart, oldLines, newStart, newLines, lines: hunkLines }) => [
        colours.cyan(`@@ -${String(oldStart)},${String(oldLines)} +${String(newStart)},${String(newLines)} @@`),
        // The carriage return of a Windows line end follows the colour codes.
        ...hunkLines.map((line) => paint(maskSource(line.replace(/\r$/, ''))) + (line.endsWith('\r') ? '\r' : '')),
      ]),
    ];
  });
  return lines.length === 0 ? '' : breakCommands(`${lines.join('\n')}\n`);
}
