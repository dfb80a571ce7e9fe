import type { FileKind } from '../languages/table.js';
import type { HostFileReader } from '../languages/language.js';

/** A host file, and the kinds of code in it. */
interface HostFile {
  readonly file: string;
  readonly text: string;
  readonly kinds: readonly FileKind[];
}

/** Whether a file has an address outside of its code and comments. */
export function hasUnreadAddress({ file, text, kinds }: HostFile, hasAddress: (text: string) => boolean): boolean {
  const holders = kinds.flatMap(({ hostFile }) =>
    hostFile === undefined || hostFile.scanRole === 'asked' ? [] : [hostFile],
  );
  const unusedText = holders.find(({ restOf }) => restOf !== undefined)?.restOf?.(text, file);
  if (unusedText !== undefined) return hasAddress(unusedText);
  const fragments = holders.flatMap((holder) => holder.fragmentsOf(text, file));
  const remainingText = removeRanges(text, [...fragments, ...commentsIn(holders, text)]).replace(PROSE_LINE, '');
  return [...remainingText.matchAll(ASSIGNED_VALUE)].some(([, name = '', value = '']) => {
    if (PROSE_KEYS.test(name) || !hasAddress(`${value}"`)) return false;
    // The value of a variable that code uses counts as a part of this code.
    const isUsed = name !== '' && new RegExp(`[$.({]${name}\\b`).test(text);
    return !isUsed || !fragments.some((fragment) => fragment.text.includes(value));
  });
}

/** Matches a value, with the name that it is assigned to. */
const ASSIGNED_VALUE = /["']?(?:(?<!\w)(\w+)["']?[ \t]*(?:[:?+]*=|:(?!\/\/))[ \t]*)?["']?([^\s"'`<>()\\]+)/g;

/** Matches keys of entries that have only prose. */
const PROSE_KEYS = /^(?:name|description|homepage|title|deprecationMessage)$/;
const PROSE_LINE = /^[ \t-]*(?:name|description|title|deprecationMessage)[ \t]*:.*$/gm;

interface TextRange {
  readonly start: number;
  readonly end: number;
}

function commentsIn(holders: readonly HostFileReader[], text: string): readonly TextRange[] {
  const comments = holders.find(({ commentsOf }) => commentsOf !== undefined)?.commentsOf?.(text) ?? [];
  return comments.map(({ span: [start, end] }) => ({ start, end }));
}

function removeRanges(text: string, ranges: readonly TextRange[]): string {
  let end = 0;
  let remainingText = '';
  for (const range of [...ranges].sort((a, b) => a.start - b.start)) {
    remainingText += text.slice(end, Math.max(end, range.start));
    end = Math.max(end, range.end);
  }
  return remainingText + text.slice(end);
}
