/** Unknown ids that are reported one by one for a comment. */
const MAX_TOLD = 3;
/** Characters of a comment's word that a message repeats. */
const MAX_WORD = 80;

/** The first unknown ids, each once, and the number of further ones: a comment may have very many words. */
export function unknownIds(
  ids: readonly string[],
  known: ReadonlySet<string>,
): { readonly first: readonly string[]; readonly more: number } {
  const unknown = [...new Set(ids)].filter((id) => !known.has(id));
  return { first: unknown.slice(0, MAX_TOLD), more: Math.max(unknown.length - MAX_TOLD, 0) };
}

/** A word of a comment, cut for a message. */
export function cutWord(word: string): string {
  return word.length > MAX_WORD ? `${word.slice(0, MAX_WORD)}…` : word;
}
