import { globSource } from './glob.js';

/** One .gitignore file: `folder` is where it stands, relative to the start of the walk ('' or 'a/b/'). */
export interface IgnoreFile {
  readonly folder: string;
  readonly rules: readonly IgnoreRule[];
}

interface IgnoreRule {
  readonly test: RegExp;
  readonly negated: boolean;
  readonly foldersOnly: boolean;
}

/** Reads the lines of a .gitignore file. Only needed outside a git work tree: inside one, git decides. */
export function parseGitignore(folder: string, text: string): IgnoreFile {
  const rules: IgnoreRule[] = [];
  for (const raw of text.replace(/^\uFEFF/, '').split(/\r?\n/)) {
    // A trailing blank counts only where a backslash precedes it.
    const line = raw.replace(/(?<!\\)\s+$/, '');
    if (line === '' || line.startsWith('#')) continue;
    const negated = line.startsWith('!');
    const glob = negated ? line.slice(1) : line;
    const { source, anchored } = globSource(glob, { braces: 'literal' });
    if (source === '') continue;
    rules.push({
      test: new RegExp(`^${anchored ? '' : '(?:.*/)?'}${source}$`, 's'),
      negated,
      foldersOnly: glob.endsWith('/'),
    });
  }
  return { folder, rules };
}

/** Whether the innermost rule that matches says to leave the entry out. `files` run from outer to inner. */
export function isIgnored(files: readonly IgnoreFile[], path: string, entry: 'file' | 'folder'): boolean {
  for (let index = files.length - 1; index >= 0; index -= 1) {
    const file = files[index];
    if (file === undefined || !path.startsWith(file.folder)) continue;
    const relative = path.slice(file.folder.length);
    for (let at = file.rules.length - 1; at >= 0; at -= 1) {
      const rule = file.rules[at];
      if (rule === undefined || (rule.foldersOnly && entry === 'file')) continue;
      if (rule.test.test(relative)) return !rule.negated;
    }
  }
  return false;
}
