import { LineIndex } from './line-index.js';
import { withWords } from './wording.js';
import type { Fix, FixAction } from '../model/fix.js';
import type { ReportRange } from '../model/span.js';

/** A text that replaces a range. */
export interface TextEdit {
  readonly range: ReportRange;
  readonly text: string;
}

/** Applies edits that do not overlap, in any order, to a text. */
export function applyEdits(source: string, edits: readonly TextEdit[]): string {
  const index = new LineIndex(source);
  let out = '';
  let end = 0;
  for (const { start, stop, text } of edits.map((edit) => withOffsets(edit, index)).sort((a, b) => a.start - b.start)) {
    out += source.slice(end, start) + text;
    end = stop;
  }
  return out + source.slice(end);
}

/** Merges several edits into one, from the start of the first to the end of the last. */
export function mergedEdit(edits: readonly TextEdit[], source: string): TextEdit {
  const index = new LineIndex(source);
  const offsets = edits.map((edit) => withOffsets(edit, index));
  const start = Math.min(...offsets.map((edit) => edit.start));
  const stop = Math.max(...offsets.map((edit) => edit.stop));
  const edited = applyEdits(source, edits);
  return { range: index.range([start, stop]), text: edited.slice(start, edited.length - (source.length - stop)) };
}

/** Whether two edits of one file cannot both be applied. Equal edits are applied once. */
export function collide(left: TextEdit, right: TextEdit): boolean {
  return isAtOrBefore(left.range.start, right.range.end) && isAtOrBefore(right.range.start, left.range.end);
}

/** Whether two edits are equal. */
export function isSameEdit(left: TextEdit, right: TextEdit): boolean {
  return (
    left.text === right.text &&
    isSamePosition(left.range.start, right.range.start) &&
    isSamePosition(left.range.end, right.range.end)
  );
}

type Position = ReportRange['start'];

function isSamePosition(left: Position, right: Position): boolean {
  return left.line === right.line && left.column === right.column;
}

/** Whether a position is at or before another: an insertion also collides with an edit that begins or ends there. */
function isAtOrBefore(left: Position, right: Position): boolean {
  return left.line < right.line || (left.line === right.line && left.column <= right.column);
}

function withOffsets(
  edit: TextEdit,
  index: LineIndex,
): { readonly start: number; readonly stop: number; readonly text: string } {
  return { start: index.offset(edit.range.start), stop: index.offset(edit.range.end), text: edit.text };
}

/** Title of each kind of fix, one sentence; `{{name}}` is a placeholder for its data. */
export const FIX_TITLES: Readonly<Record<FixAction['kind'], string>> = {
  replaceSegment: 'Replace the path segment `{{from}}` by `{{to}}`.',
  joinFields: 'Join the old fields into the top-level `{{name}}`, and remove them.',
  dropFields: 'Remove the old fields; the top-level `{{name}}` stays.',
  removeField: 'Remove the field `{{name}}`.',
  removeHeader: 'Remove the header `{{name}}`.',
  removeSuite: 'Remove the draft suite `{{name}}` from the list.',
  addQuery: 'Add `{{name}}` to the query.',
};

/** The title of a fix: `Replace the path segment …`. */
export function titleOf({ action: { kind, data } }: Fix): string {
  return withWords(FIX_TITLES[kind], data);
}
