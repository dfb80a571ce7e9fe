import type { FileKind } from '../languages/table.js';
import type { HostFileReader } from '../languages/language.js';

/** A host file, with the code inside it. */
interface HeldFile {
  readonly file: string;
  readonly text: string;
  readonly kinds: readonly FileKind[];
}

/** Whether a part of a file that is neither code in use nor a comment has an address. */
export function addressUnread({ file, text, kinds }: HeldFile, hasAddress: (text: string) => boolean): boolean {
  const holders = kinds.flatMap(({ holder }) => (holder === undefined || holder.counts === 'asked' ? [] : [holder]));
  const own = holders.find(({ restOf }) => restOf !== undefined)?.restOf?.(text, file);
  if (own !== undefined) return hasAddress(own);
  const fragments = holders.flatMap((holder) => holder.fragmentsOf(text, file));
  const rest = without(text, [...fragments, ...commentsIn(holders, text)]).replace(LINE_FOR_PEOPLE, '');
  return [...rest.matchAll(VALUE)].some(([, name = '', value = '']) => {
    if (FOR_PEOPLE.test(name) || !hasAddress(`${value}"`)) return false;
    // A variable that code uses has its value in that code.
    const isUsed = name !== '' && new RegExp(`[$.({]${name}\\b`).test(text);
    return !isUsed || !fragments.some((fragment) => fragment.text.includes(value));
  });
}

/** A value, with the name that it is assigned to. */
const VALUE = /["']?(?:(?<!\w)(\w+)["']?[ \t]*(?:[:?+]*=|:(?!\/\/))[ \t]*)?["']?([^\s"'`<>()\\]+)/g;

/** Entries that hold only words for people. */
const FOR_PEOPLE = /^(?:name|description|homepage|title|deprecationMessage)$/;
const LINE_FOR_PEOPLE = /^[ \t-]*(?:name|description|title|deprecationMessage)[ \t]*:.*$/gm;

interface Stretch {
  readonly start: number;
  readonly end: number;
}

function commentsIn(holders: readonly HostFileReader[], text: string): readonly Stretch[] {
  const comments = holders.find(({ commentsOf }) => commentsOf !== undefined)?.commentsOf?.(text) ?? [];
  return comments.map(({ span: [start, end] }) => ({ start, end }));
}

function without(text: string, stretches: readonly Stretch[]): string {
  let end = 0;
  let rest = '';
  for (const stretch of [...stretches].sort((a, b) => a.start - b.start)) {
    rest += text.slice(end, Math.max(end, stretch.start));
    end = Math.max(end, stretch.end);
  }
  return rest + text.slice(end);
}
