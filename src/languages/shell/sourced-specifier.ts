/** Folder expression at the start of a path: `$DIR/`, `${BASH_SOURCE%/*}/`, `$(dirname "$0")/`. */
const FOLDER = /^(?:\$\w+|\$\{[^{}]*\}|\$\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)|`[^`]*`)\/+/;

/** Longest path; a longer one resolves to nothing. */
const MAX_LENGTH = 1000;

/**
 * The sourced file, for a word without its quotes: an unknown folder counts as that of the script. Undefined if more of
 * it is built at run time.
 */
export function sourcedSpecifier(word: string): string | undefined {
  if (word.length > MAX_LENGTH) return word;
  const path = word.replace(FOLDER, './');
  return path === '' || /[$`*?[\]()<>\s]/.test(path) ? undefined : path;
}
