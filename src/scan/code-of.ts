import type { HostFileReader } from '../languages/language.js';
import type { Fragment } from '../core/model/language.js';

/**
 * The code of a language in the text of a file: in a host file the code inside it, or all where it cannot be taken
 * apart.
 */
export function codeOf(holder: HostFileReader | undefined, file: string, text: string): string {
  return holder === undefined || holder.isBroken?.(text, file) === true
    ? text
    : textsIn(holder.fragmentsOf(text, file));
}

/** The texts of pieces of code, joined by line breaks. */
export function textsIn(fragments: readonly Fragment[]): string {
  return fragments.map(({ text }) => text).join('\n');
}
