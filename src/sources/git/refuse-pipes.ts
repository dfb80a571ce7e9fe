import { readFileSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { ScanError } from '../../model/errors.js';
import { fields, git } from './run-git.js';
import { treeOf } from './tree-of.js';

/** What git reads of a repository whatever it is asked. */
const ALWAYS_READ = ['HEAD', 'config', 'config.worktree', 'index', 'packed-refs', 'info/exclude', 'info/attributes'];
/** What its configuration may name beside it. */
const NAMED = String.raw`^core\.(excludesfile|attributesfile)$`;
const LIMIT = 5000;

/**
 * Fails where git would wait for a pipe that has no writer: an unpacked archive can hold one in place of a file.
 *
 * @throws ScanError that names it.
 */
export function refusePipes(folder: string): void {
  const top = treeOf(folder);
  for (const home of homesOf(join(top, '.git'))) for (const name of ALWAYS_READ) refusePipe(join(home, name));
  const named = git(folder, ['config', '-z', '--type=path', '--get-regexp', NAMED], { limit: LIMIT });
  if (named.kind !== 'done') return;
  for (const field of fields(named.out)) refusePipe(resolve(top, field.slice(field.indexOf('\n') + 1)));
}

/** The folders of a repository's own files: of a linked work tree those of its own and those that all share. */
function homesOf(path: string): readonly string[] {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat?.isDirectory() === true) return [path];
  if (stat?.isFile() !== true || stat.size > 10_000) return [];
  const target = /^gitdir: (.+)/.exec(readFileSync(path, 'utf8'))?.[1];
  if (target === undefined) return [];
  const home = resolve(dirname(path), target);
  return [home, resolve(home, '../..')];
}

function refusePipe(path: string): void {
  if (kindOf(path) === 'pipe') throw new ScanError(`'${path}' is a pipe: git would wait for what it says. Remove it.`);
}

function kindOf(path: string): 'pipe' | 'other' {
  try {
    return statSync(path).isFIFO() ? 'pipe' : 'other';
  } catch {
    return 'other';
  }
}
