import { accessSync, constants, existsSync, readdirSync, realpathSync, statSync } from 'node:fs';
import type { Dirent } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { StepBudget } from '../core/lib/bounds.js';
import { MEGABYTE, readRegularFile } from '../core/lib/read-file.js';
import { errorCode, throwOnShortage } from '../core/model/errors.js';
import type { SkipReason } from '../core/model/skipped.js';
import { MATCHING_STEPS, gitignoreRules } from './ignore-rules.js';
import type { GitignoreRules } from './ignore-rules.js';

export interface WalkOptions {
  /**
   * Outermost folder for .gitignore files above the start: they are searched up to the root of the repository, which
   * has a folder of version control, and outside a repository up to this folder. `undefined`: those above are ignored.
   */
  readonly outermost: string | undefined;
  /** Reason why a folder is not entered, or undefined. `path` is relative to the start of the walk. */
  readonly skipFolder: (path: string, name: string) => SkipReason | undefined;
  /** Whether a file can contain code, by its name. */
  readonly isSource: (path: string) => boolean;
  readonly onFile: (path: string) => void;
  readonly onSkip: (reason: SkipReason, path: string) => void;
  /** Receives an omission as a sentence. */
  readonly onLimit: (limit: string) => void;
}

interface WalkState extends WalkOptions {
  /** Budget for the rules of all .gitignore files together. */
  readonly budget: StepBudget;
}

interface IgnoreFile {
  readonly rules: GitignoreRules;
  /** The path of an entry relative to the folder of the file, from its path relative to the start. */
  readonly relativePathOf: (path: string) => string;
}

/** Maximum nesting depth of folders that are entered. */
const MAX_DEPTH = 64;

/**
 * Lists the files of a folder without git, except ignored files, dependencies and folders of version control. Links are
 * never followed: targets inside the tree are found there anyway, so loops cannot arise.
 */
export function walk(start: string, options: WalkOptions): void {
  const budget = new StepBudget(MATCHING_STEPS);
  const state = { ...options, budget };
  const outerFiles = options.outermost === undefined ? [] : outerIgnoreFiles(start, options.outermost, state);
  const pending: { path: string; depth: number; ignores: readonly IgnoreFile[] }[] = [
    { path: '', depth: 0, ignores: outerFiles },
  ];
  for (let folder = pending.pop(); folder !== undefined; folder = pending.pop()) {
    const { path: prefix, depth } = folder;
    const entries = readFolder(start, prefix, options);
    const ownIgnoreFile = entries.some((entry) => entry.name === '.gitignore')
      ? readIgnoreFile(start, prefix, (path) => path.slice(prefix.length), state)
      : undefined;
    const ignores = ownIgnoreFile === undefined ? folder.ignores : [...folder.ignores, ownIgnoreFile];
    for (const entry of entries) {
      const path = prefix + entry.name;
      if (entry.isSymbolicLink()) visitLink(start, path, options);
      else if (entry.isDirectory()) {
        if (VERSION_CONTROL.includes(entry.name)) continue;
        const reason = options.skipFolder(path, entry.name);
        if (reason !== undefined) options.onSkip(reason, path);
        else if (isIgnored(ignores, `${path}/`)) continue;
        else if (depth === MAX_DEPTH) options.onSkip('unreadable', path);
        else pending.push({ path: `${path}/`, depth: depth + 1, ignores });
      } else if (entry.isFile() && !isIgnored(ignores, path)) options.onFile(path);
    }
  }
  if (budget.isSpent)
    options.onLimit('The .gitignore files have rules that take too long: some files were listed without them.');
}

/** Folders with the data of version control. */
const VERSION_CONTROL: readonly string[] = ['.git', '.hg', '.svn', '.jj'];

/** Whether the innermost file with a matching rule ignores an entry. `files` are in order from outer to inner. */
function isIgnored(files: readonly IgnoreFile[], path: string): boolean {
  for (let index = files.length - 1; index >= 0; index -= 1) {
    const file = files[index];
    const verdict = file?.rules.verdict(file.relativePathOf(path)) ?? 'open';
    if (verdict !== 'open') return verdict === 'ignored';
  }
  return false;
}

/**
 * The .gitignore files above a folder, from the outside in. All are dropped if they ignore the folder itself: the user
 * named it on purpose.
 */
function outerIgnoreFiles(start: string, outermost: string, options: WalkState): readonly IgnoreFile[] {
  const parents: string[] = [];
  const topFolder = topOfRepository(start) ?? outermost;
  for (let folder = start; folder !== topFolder; folder = dirname(folder)) {
    // The start is outside the outermost folder.
    if (dirname(folder) === folder) return [];
    parents.unshift(dirname(folder));
  }
  const files = parents.flatMap((folder) => {
    const relativePath = relative(folder, start).split(sep).join('/');
    return readIgnoreFile(start, `${relative(start, folder)}/`, (path) => `${relativePath}/${path}`, options) ?? [];
  });
  return isIgnored(files, '') ? [] : files;
}

function topOfRepository(start: string): string | undefined {
  for (let folder = start; ; folder = dirname(folder)) {
    if (VERSION_CONTROL.some((name) => existsSync(join(folder, name)))) return folder;
    if (dirname(folder) === folder) return undefined;
  }
}

function readFolder(start: string, path: string, options: WalkOptions): readonly Dirent[] {
  try {
    return readdirSync(join(start, path), { withFileTypes: true });
  } catch (error) {
    throwOnShortage(error);
    options.onSkip('unreadable', path === '' ? '.' : path.slice(0, -1));
    return [];
  }
}

const MAX_IGNORE_FILE = 5 * MEGABYTE;

/**
 * Reads the .gitignore file of a folder. `prefix`: the folder's path from the start, with a `/` at its end, or empty.
 */
function readIgnoreFile(
  start: string,
  prefix: string,
  relativePathOf: IgnoreFile['relativePathOf'],
  { onLimit, budget }: WalkState,
): IgnoreFile | undefined {
  const folder = join(start, prefix);
  // Like git, this does not follow a link to a file outside the folder.
  const content = readRegularFile(join(folder, '.gitignore'), {
    limit: MAX_IGNORE_FILE,
    within: folder,
    malformed: 'replace',
  });
  if (content.kind === 'refused')
    onLimit(`${prefix}.gitignore was not read, what it names is scanned: ${content.why}.`);
  if (content.kind !== 'text') return undefined;
  return { rules: gitignoreRules(content.text, budget), relativePathOf };
}

function visitLink(start: string, path: string, options: WalkOptions): void {
  try {
    const target = join(start, path);
    const relativeTarget = relative(realpathSync(start), realpathSync(target));
    const isOutside = relativeTarget === '..' || relativeTarget.startsWith(`..${sep}`);
    // A link to something other than a source, such as a socket or an image, is not reported.
    if (statSync(target).isDirectory() || options.isSource(path)) options.onSkip(isOutside ? 'outside' : 'link', path);
  } catch {
    options.onSkip('link', path);
  }
}

/** Maximum number of entries; a repository without its dependencies has fewer. */
const MAX_ENTRIES = 200_000;

/** Folders without imported or edited files. */
const SKIPPED_FOLDERS = new Set(['node_modules', ...VERSION_CONTROL]);

/**
 * Absolute paths of all files below a folder, including ignored ones, except dependencies. Links are not followed.
 * Undefined if there are too many, or a folder cannot be read.
 */
export function filesBelow(top: string): readonly string[] | undefined {
  const files: string[] = [];
  const pending = [top];
  let entries = 0;
  try {
    for (let folder = pending.pop(); folder !== undefined; folder = pending.pop()) {
      for (const entry of readdirSync(folder, { withFileTypes: true })) {
        entries += 1;
        if (entries > MAX_ENTRIES) return undefined;
        const path = join(folder, entry.name);
        if (entry.isFile()) files.push(path);
        else if (entry.isDirectory() && !SKIPPED_FOLDERS.has(entry.name)) pending.push(path);
      }
    }
  } catch {
    return undefined;
  }
  return files;
}

/** `file` or `folder` for a path that a user named; else the reason why it cannot be scanned. */
export function kindOfPath(path: string): string {
  try {
    const stat = statSync(path);
    accessSync(path, stat.isDirectory() ? constants.R_OK | constants.X_OK : constants.R_OK);
    if (stat.isDirectory()) return 'folder';
    return stat.isFile() ? 'file' : 'it is neither a file nor a folder';
  } catch (error) {
    const code = errorCode(error) ?? '';
    if (code === 'ENOENT' || code === 'ENOTDIR') return DOES_NOT_EXIST;
    if (code === 'EACCES' || code === 'EPERM') return 'it may not be read';
    if (code === 'ELOOP') return 'it is a link to itself';
    return `it cannot be read (${code === '' ? 'unknown error' : code})`;
  }
}

/** Reason why an absent path cannot be scanned. */
export const DOES_NOT_EXIST = 'it does not exist';

/** Size of a file in bytes; 0 if it does not exist. */
export function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}
