import { structuredPatch } from 'diff';
import { escapeText } from '../../lib/escape-text.js';
import { breakLine } from '../../lib/terminal-text.js';
import type { FileChange } from '../../init/file-changes.js';
import type { InitStep } from '../../init/step.js';

/**
 * Steps and what they change, for people: each file is shown once, with its first step. Sentences are broken at
 * `columns` of a terminal; what is to be copied, and differences, stay as they are.
 */
export function describeInit(steps: readonly InitStep[], changes: readonly FileChange[], columns?: number): string {
  const left = new Map(changes.map((change) => [change.file, change]));
  const blocks = steps.map((step) => {
    if (step.kind === 'done') return item(`${escapeText(step.about)}; skipped`, columns);
    if (step.kind === 'by-hand')
      return item(`by hand: ${escapeText(step.about)}`, columns) + indented(step.text, '    ');
    const { file, about } = step;
    const change = left.get(file);
    left.delete(file);
    const verb = change?.before === undefined && change !== undefined ? 'new' : 'change';
    const head = item(`${verb} ${escapeText(file)}: ${about}`, columns);
    return change === undefined ? head : head + difference(change);
  });
  return blocks.join('');
}

function item(text: string, columns: number | undefined): string {
  const lines = text.split('\n').flatMap((line) => breakLine(line, columns, 2));
  return `- ${lines.join('\n  ')}\n`;
}

const CONTEXT_LINES = 3;

/** A unified difference, which `patch` would take but for its indentation. */
function difference({ file, before, after }: FileChange): string {
  const { hunks } = structuredPatch(file, file, before ?? '', after, undefined, undefined, { context: CONTEXT_LINES });
  const lines = hunks.flatMap((hunk) => [
    `@@ -${String(hunk.oldStart)},${String(hunk.oldLines)} +${String(hunk.newStart)},${String(hunk.newLines)} @@`,
    ...hunk.lines,
  ]);
  // A new file needs no place.
  return indented((before === undefined ? lines.slice(1) : lines).join('\n'), '  ');
}

function indented(text: string, mark: string): string {
  return text
    .trimEnd()
    .split('\n')
    .map((line) => `${mark}${escapeAllButTabs(line.replace(/\r$/, ''))}\n`)
    .join('');
}

function escapeAllButTabs(line: string): string {
  return line.split('\t').map(escapeText).join('\t');
}
