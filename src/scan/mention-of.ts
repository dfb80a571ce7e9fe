import type { FileKind } from '../languages/file-kinds.js';
import type { Fragment } from '../model/language.js';
import type { Mention, Mentions } from '../select/mentions.js';

/**
 * What the code of a language in a file mentions: in one of another kind only what is code counts, or all where it cannot
 * be taken apart.
 */
export function mentionOf(
  { holder }: Pick<FileKind, 'holder'>,
  file: string,
  text: string,
  { of }: Pick<Mentions, 'of'>,
  possible?: (kind: Mention) => boolean,
): Mention | undefined {
  if (holder === undefined || holder.isBroken?.(text, file) === true) return of(text, possible);
  return of(textsIn(holder.fragmentsOf(text, file)), possible);
}

/** The texts of pieces of code, one below the other. */
export function textsIn(fragments: readonly Fragment[]): string {
  return fragments.map(({ text }) => text).join('\n');
}
