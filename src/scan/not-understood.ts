import type { FileKind } from '../languages/table.js';
import type { HostFileReader } from '../languages/language.js';

/** A host file, and the kinds of code in it. */
interface HostFile {
  readonly file: string;
  readonly text: string;
  readonly kinds: readonly FileKind[];
}

/** Whether a part of a file that is neither code in use nor a comment has an address. */
export function hasUnreadAddress({ file, text, kinds }: HostFile, hasAddress: (text: string) => boolean): boolean {
  const holders = kinds.flatMap(({ holder }) => (holder === undefined || holder.counts === 'asked' ? [] : [holder]));
  const own = holders.find(({ restOf }) => restOf !== undefined)?.restOf?.(text, file);
  if (own !== undefined) return hasAddress(own);
  const fragments = holders.flatMap((holder) => holder.fragmentsOf(text, file));
  const rest = removeRanges(text, [...fragments, ...commentsIn(holders, text)]).replace(PROSE_LINE, '');
  return [...rest.matchAll(VALUE)].some(([, name = '', value = '']) => {
    if (PROSE_KEYS.test(name) || !hasAddress(`${value}"`)) return false;
    // A variable that code uses has its value in that code.
    const isUsed = name !== '' && new RegExp(`[$.({]${name}\\b`).test(text);
    return !isUsed || !fragments.some((fragment) => fragment.text.includes(value));
  });
}

/** A value, with the name that it is assigned to. */
const VALUE = /["']?(?:(?<!\w)(\w+)["']?[ \t]*(?:[:?+]*=|:(?!\/\/))[ \t]*)?["']?([^\s"'`<>()\\]+)/g;

/** Keys of entries that have only prose, and lines with such entries. */
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
  let rest = '';
  for (const range of [...ranges].sort((a, b) => a.start - b.start)) {
    rest += text.slice(end, Math.max(end, range.start));
    end = Math.max(end, range.end);
  }
  return rest + text.slice(end);
}
