import { structuredPatch } from 'diff';
import { createColors } from 'picocolors';
import { breakCommands, maskSource } from '../../../core/lib/escape.js';
import { maskSecrets } from '../../../core/lib/mask-secrets.js';

/** A file before and after. */
export interface ChangedText {
  readonly file: string;
  readonly before: string;
  readonly after: string;
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
      ...hunks.flatMap(({ oldStart, oldLines, newStart, newLines, lines: body }) => [
        colours.cyan(`@@ -${String(oldStart)},${String(oldLines)} +${String(newStart)},${String(newLines)} @@`),
        // Windows line ends are kept.
        ...body.map((line) => paint(maskSource(line.replace(/\r$/, ''))) + (line.endsWith('\r') ? '\r' : '')),
      ]),
    ];
  });
  return lines.length === 0 ? '' : breakCommands(`${lines.join('\n')}\n`);
}
