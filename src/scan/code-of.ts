import type { HostFileReader } from '../languages/language.js';
import type { Fragment } from '../core/model/language.js';

/**
 * Code of a language in the text of a file: in a host file the embedded code, or the full text if the code cannot be
 * extracted.
 */
export function embeddedCode(holder: HostFileReader | undefined, file: string, text: string): string {
  return holder === undefined || holder.isBroken?.(text, file) === true
    ? text
    : joinFragments(holder.fragmentsOf(text, file));
}

/** Texts of fragments, joined by line breaks. */
export function joinFragments(fragments: readonly Fragment[]): string {
  return fragments.map(({ text }) => text).join('\n');
}
