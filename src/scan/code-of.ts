import type { Holder } from '../languages/language.js';
import type { Fragment } from '../model/language.js';

/** The code of a language in the text of a file: in one of another kind what it holds, or all where it cannot be taken apart. */
export function codeOf(holder: Holder | undefined, file: string, text: string): string {
  return holder === undefined || holder.isBroken?.(text, file) === true
    ? text
    : textsIn(holder.fragmentsOf(text, file));
}

/** The texts of pieces of code, one below the other. */
export function textsIn(fragments: readonly Fragment[]): string {
  return fragments.map(({ text }) => text).join('\n');
}
