/** Folder expression at the start of a path: `$DIR/`, `${BASH_SOURCE%/*}/`, `$(dirname "$0")/`. */
const FOLDER = /^(?:\$\w+|\$\{[^{}]*\}|\$\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)|`[^`]*`)\/+/;

/** Longest path; a longer one leads nowhere as written. */
const MAX_LENGTH = 1000;

/**
 * The file that a script reads, for `source` with a word without its quotes: a folder that is not known is taken for
 * the one of the script. Undefined where more of it is put together at run time.
 */
export function sourcedSpecifier(word: string): string | undefined {
  if (word.length > MAX_LENGTH) return word;
  const path = word.replace(FOLDER, './');
  return path === '' || /[$`*?[\]()<>\s]/.test(path) ? undefined : path;
}
