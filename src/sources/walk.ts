import { readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import type { Dirent } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { refuseShortage } from '../model/errors.js';
import type { SkipReason } from '../model/skipped.js';
import { isIgnored, parseGitignore } from './gitignore.js';
import type { IgnoreFile } from './gitignore.js';

export interface WalkOptions {
  /** Why a folder is not entered, or undefined. `path` is relative to the start of the walk. */
  readonly skipFolder: (path: string, name: string) => SkipReason | undefined;
  readonly onFile: (path: string) => void;
  readonly onSkip: (reason: SkipReason, path: string) => void;
}

/**
 * Lists a folder without git: no dependencies, no version control folders, .gitignore files honoured.
 * Links are never followed: what they lead to inside the tree is found there, so loops cannot arise.
 */
export function walk(start: string, options: WalkOptions): void {
  const pending: { path: string; ignores: readonly IgnoreFile[] }[] = [{ path: '', ignores: [] }];
  for (let folder = pending.pop(); folder !== undefined; folder = pending.pop()) {
    const entries = readFolder(start, folder.path, options);
    const ignores = entries.some((entry) => entry.name === '.gitignore')
      ? withIgnoreFile(start, folder.path, folder.ignores)
      : folder.ignores;
    for (const entry of entries) {
      const path = folder.path + entry.name;
      if (entry.isSymbolicLink()) visitLink(start, path, options);
      else if (entry.isDirectory()) {
        if (VERSION_CONTROL.has(entry.name)) continue;
        const reason = options.skipFolder(path, entry.name);
        if (reason !== undefined) options.onSkip(reason, path);
        else if (!isIgnored(ignores, path, 'folder')) pending.push({ path: `${path}/`, ignores });
      } else if (entry.isFile() && !isIgnored(ignores, path, 'file')) options.onFile(path);
    }
  }
}

const VERSION_CONTROL: ReadonlySet<string> = new Set(['.git', '.hg', '.svn', '.jj']);

function readFolder(start: string, path: string, options: WalkOptions): readonly Dirent[] {
  try {
    return readdirSync(join(start, path), { withFileTypes: true });
  } catch (error) {
    refuseShortage(error);
    options.onSkip('unreadable', path === '' ? '.' : path.slice(0, -1));
    return [];
  }
}

function withIgnoreFile(start: string, path: string, outer: readonly IgnoreFile[]): readonly IgnoreFile[] {
  try {
    return [...outer, parseGitignore(path, readFileSync(join(start, path, '.gitignore'), 'utf8'))];
  } catch {
    return outer;
  }
}

function visitLink(start: string, path: string, options: WalkOptions): void {
  try {
    const target = join(start, path);
    const real = relative(realpathSync(start), realpathSync(target));
    const outside = real === '..' || real.startsWith(`..${sep}`);
    // A link to something that is no source, such as a socket or an image, is not worth a line.
    if (statSync(target).isDirectory() || /\.[cm]?[jt]sx?$/i.test(path))
      options.onSkip(outside ? 'outside' : 'link', path);
  } catch {
    options.onSkip('link', path);
  }
}
