import { escapeText } from '../../../src/core/lib/escape.js';
import { asJson, plainText } from '../../../src/core/lib/safe-output.js';
import type { SafeOutput } from '../../../src/core/lib/safe-output.js';
import { count } from '../../../src/core/lib/wording.js';
import type { CatalogueDifference, ChangedOperations, MovedEntry, NamedEntry } from './diff-catalogues.js';

/** Names of the two compared catalogues, the earlier one first. */
export interface SideNames {
  readonly a: string;
  readonly b: string;
}

/** A heading and the lines below it. */
export interface DiffSection {
  readonly title: string;
  readonly rows: readonly string[];
}

export type DiffFormat = 'text' | 'json' | 'markdown';

/** Formats a difference of two catalogues for people or programs. */
export function formatDifference(difference: CatalogueDifference, { a, b }: SideNames, format: DiffFormat): SafeOutput {
  if (format === 'json') return asJson({ a, b, ...difference });
  const { same } = difference;
  const sections = [
    { title: 'Added', rows: difference.added.map(entryRow) },
    { title: 'Gone', rows: difference.gone.map(entryRow) },
    { title: 'Moved', rows: difference.moved.map(movedRow) },
    { title: 'Deprecation cancelled by the vendor', rows: difference.withdrawn.map(entryRow) },
    { title: 'No longer cancelled', rows: difference.reinstated.map(entryRow) },
    { title: 'In use again', rows: difference.revived.flatMap(operationRows) },
    { title: 'Operations added', rows: difference.operationsAdded.flatMap(operationRows) },
    { title: 'Operations gone', rows: difference.operationsGone.flatMap(operationRows) },
  ];
  return formatSections(
    sections,
    `${String(same)} ${same === 1 ? 'entry is' : 'entries are'} the same in '${a}' and '${b}'.`,
    format,
  );
}

/** Formats the sections that have rows, and a last line. */
export function formatSections(
  sections: readonly DiffSection[],
  lastLine: string,
  format: 'text' | 'markdown',
): SafeOutput {
  const blocks = sections
    .filter(({ rows }) => rows.length > 0)
    .map(({ title, rows }) => {
      const heading = `${title} (${String(rows.length)})`;
      return format === 'markdown'
        ? `### ${heading}\n\n${rows.map((row) => `- ${escapeMarkdown(row)}`).join('\n')}`
        : `${heading}:\n${rows.map((row) => `  ${escapeText(row)}`).join('\n')}`;
    });
  return plainText(
    `${[...blocks, format === 'markdown' ? escapeMarkdown(lastLine) : escapeText(lastLine)].join('\n\n')}\n`,
  );
}

/** Escapes the markup of a text. */
function escapeMarkdown(text: string): string {
  return escapeText(text).replace(/[\\`*_{}[\]<>()#+!|~&@]/g, '\\$&');
}

const NO_END = 'no end of life announced';

function entryRow({ id, feature, endOfLife }: NamedEntry): string {
  return `${id}: ${feature}, ${endText(endOfLife)}`;
}

function movedRow({ id, before, endOfLife, days }: MovedEntry): string {
  const movedBy = days === null ? '' : ` (${count(Math.abs(days), 'day')} ${days < 0 ? 'earlier' : 'later'})`;
  return `${id}: ${before ?? NO_END} -> ${endOfLife ?? NO_END}${movedBy}`;
}

function operationRows({ id, operations }: ChangedOperations): readonly string[] {
  return operations.map((operation) => `${id}: ${operation}`);
}

function endText(endOfLife: string | null): string {
  return endOfLife === null ? NO_END : `end of life ${endOfLife}`;
}
