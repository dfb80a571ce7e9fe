/** Length of a message, in UTF-16 code units, above which it names a path by its end alone. */
export const MAX_MESSAGE = 140;

/** The first text that is no longer than a message may be, else the last. */
export function bounded(texts: readonly string[], limit = MAX_MESSAGE): string {
  return texts.find((text) => text.length <= limit) ?? texts.at(-1) ?? '';
}

/** A text as code; one that has code in it stays as it is. */
export function code(text: string): string {
  return text.includes('`') ? text : `\`${text}\``;
}

/** The words that there are, with a space between. */
export function joinWords(...words: readonly (string | undefined)[]): string {
  return words.filter((word) => word !== undefined).join(' ');
}

/** With a full stop at its end, and a capital at its beginning. */
export function asSentence(text: string): string {
  const begun = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(begun) ? begun : `${begun}.`;
}
