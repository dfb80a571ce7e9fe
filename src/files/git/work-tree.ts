import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { ConfigError, ScanError } from '../../core/model/errors.js';
import { fields, git, gitOutput, readRepositoryConfig, repositoryRoot, withoutFilters } from './run-git.js';
import type { GitAnswer, RepositoryConfig } from './run-git.js';

export interface WorkTree {
  /** Absolute path of its top. */
  readonly top: string;
  readonly config: RepositoryConfig;
}

/** The work tree around a folder. @throws ConfigError if there is none that git reads. */
export function workTree(folder: string): WorkTree {
  const config = refusePipes(folder);
  const answer = git(folder, ['rev-parse', '--show-toplevel']);
  if (answer.kind === 'absent') throw new ConfigError(`${answer.message}. --staged and --changed-since need it.`);
  if (answer.kind === 'refused')
    throw new ConfigError(
      /dubious ownership/.test(answer.message)
        ? `git does not trust '${folder}': ${answer.message}. If you do, run 'git config --global --add safe.directory FOLDER'.`
        : `'${folder}' is not in a git work tree: ${answer.message}. --staged and --changed-since need one.`,
    );
  const top = answer.out.toString('utf8').replace(/\r?\n$/, '');
  const relativePath = relative(realpathSync(top), folder);
  if (relativePath === '..' || relativePath.startsWith(`..${sep}`) || isAbsolute(relativePath))
    throw new ConfigError(
      `the configuration of the repository in '${folder}' puts its work tree elsewhere, to '${top}'. Remove core.worktree from it.`,
    );
  return { top, config };
}

/** Whether the history is truncated. */
export function isShallow({ top }: WorkTree): boolean {
  const answer = git(top, ['rev-parse', '--git-path', 'shallow']);
  return answer.kind === 'done' && existsSync(join(top, answer.out.toString('utf8').trim()));
}

/**
 * The files among these that git filters between disk and repository, such as with Git LFS, with the name of the
 * filter. The filter is never run: the stored content of such a file differs from that on disk.
 *
 * @param paths relative to the top.
 */
export function filteredPaths({ top, config }: WorkTree, paths: readonly string[]): ReadonlyMap<string, string> {
  const filtered = new Map<string, string>();
  if (paths.length === 0 || config.filters.size === 0) return filtered;
  const input = paths.map((path) => `${path}\0`).join('');
  // Path, attribute and value alternate.
  const outputFields = gitOutput(top, ['check-attr', '-z', '--stdin', 'filter'], { input })
    .toString('utf8')
    .split('\0');
  for (let index = 0; index + 2 < outputFields.length; index += 3) {
    const [path = '', , name = ''] = outputFields.slice(index, index + 3);
    if (config.filters.has(name)) filtered.set(path, name);
  }
  return filtered;
}

/** Files of a repository that every git command reads. */
const ALWAYS_READ = ['HEAD', 'config', 'config.worktree', 'index', 'packed-refs', 'info/exclude', 'info/attributes'];

/**
 * Returns the configuration of the repository. Fails if git would wait for a pipe without a writer, which an unpacked
 * archive can have in place of a file.
 *
 * @throws ScanError that names the pipe.
 */
export function refusePipes(folder: string): RepositoryConfig {
  const top = repositoryRoot(folder);
  for (const gitFolder of gitFoldersOf(join(top, '.git')))
    for (const name of ALWAYS_READ) refusePipe(join(gitFolder, name));
  const config = readRepositoryConfig(folder);
  for (const file of config.files) refusePipe(resolve(top, file));
  return config;
}

/** Folders with git's own files: for a linked work tree, its own folder and the shared one. */
function gitFoldersOf(path: string): readonly string[] {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat?.isDirectory() === true) return [path];
  if (stat?.isFile() !== true || stat.size > 10_000) return [];
  const target = /^gitdir: (.+)/.exec(readFileSync(path, 'utf8'))?.[1];
  if (target === undefined) return [];
  const gitFolder = resolve(dirname(path), target);
  return [gitFolder, resolve(gitFolder, '../..')];
}

function refusePipe(path: string): void {
  if (isPipe(path)) throw new ScanError(`'${path}' is a pipe: git would wait for its content. Remove it.`);
}

function isPipe(path: string): boolean {
  try {
    return statSync(path).isFIFO();
  } catch {
    return false;
  }
}

/** Checked-out commit and branch, according to git's files; absent if the files do not name them. */
export interface Head {
  /** Absent if no branch is checked out, as in most CI jobs. */
  readonly branch?: string;
  /** Absent before the first commit. */
  readonly commit?: string;
  /** Address of the remote `origin`, as written: it may contain a password. */
  readonly remote?: string;
}

/** Milliseconds after which git is stopped: a report does not wait for a pipe that git's configuration includes. */
const TIMEOUT_MS = 5000;

/**
 * Asks git for the state of a work tree, without comparing contents or running programs. @throws ScanError if git
 * does not answer.
 */
export function readHead(folder: string): Head {
  const commit = readCommit(folder);
  const branch = lineOf(folder, ['symbolic-ref', '--short', '--quiet', 'HEAD']);
  const remote = lineOf(folder, ['config', '--get', 'remote.origin.url']);
  return {
    ...(branch === undefined ? {} : { branch }),
    ...(commit === undefined ? {} : { commit }),
    ...(remote === undefined ? {} : { remote }),
  };
}

/** Asks git for the checked-out commit; undefined before the first one. @throws ScanError if git does not answer. */
export function readCommit(folder: string): string | undefined {
  return lineOf(folder, ['rev-parse', '--verify', '--quiet', 'HEAD^{commit}']);
}

function lineOf(folder: string, args: readonly string[]): string | undefined {
  const answer = git(folder, args, { limit: TIMEOUT_MS });
  const line = answer.kind === 'done' ? answer.out.toString('utf8').trim() : '';
  return line === '' ? undefined : line;
}

/** Mode and object id of a file in git. */
export interface StoredFile {
  readonly mode: string;
  readonly id: string;
}

export interface DiffEntry {
  /** Relative to the top, with `/`. */
  readonly path: string;
  /** Mode and object on the older side; undefined if there is no file. */
  readonly old?: StoredFile;
  /** The newer side, if it is stored as well; undefined if it is the disk. */
  readonly newer?: StoredFile;
  /** Whether the newer side is a nested repository, at another commit than before. */
  readonly isRepository?: boolean;
}

const REPOSITORY_MODE = '160000';

/** The entry for modes on both sides; none for a deleted repository inside this one. */
export function entryOf(
  path: string,
  old: StoredFile,
  { mode, id }: { readonly mode: string; readonly id?: string },
): readonly DiffEntry[] {
  const isAbsentMode = (fileMode: string): boolean => /^0+$/.test(fileMode);
  if (old.mode === REPOSITORY_MODE && isAbsentMode(mode)) return [];
  return [
    {
      path,
      ...(isAbsentMode(old.mode) || old.mode === REPOSITORY_MODE ? {} : { old }),
      ...(mode === REPOSITORY_MODE ? { isRepository: true } : {}),
      ...(id === undefined || isAbsentMode(id) || mode === REPOSITORY_MODE ? {} : { newer: { mode, id } }),
    },
  ];
}

/** A rename counts as a deletion and an addition: content decides, not names. Content of submodules is never read. */
const DIFF_OPTIONS = ['--raw', '-z', '--no-renames', '--no-abbrev', '--ignore-submodules=dirty'];

/** Asks for the differences of the index from a commit: ids are compared, never contents. */
export function askForDiff({ top }: WorkTree, commit: string): GitAnswer {
  return git(top, ['diff-index', '--cached', ...DIFF_OPTIONS, commit, '--']);
}

/**
 * Files on disk that may differ from the index: touched ones, even with the same content. git reads only files that
 * were written at the same time as the index, whose times prove nothing, and runs no filter for them.
 */
export function touchedEntries({ top, config }: WorkTree): readonly DiffEntry[] {
  return readDiff(gitOutput(top, ['diff-files', ...DIFF_OPTIONS, '--'], { settings: withoutFilters(config) }));
}

/** Reads the answer to `askForDiff`. */
export function readDiff(out: Buffer): readonly DiffEntry[] {
  const outputFields = fields(out);
  const entries: DiffEntry[] = [];
  for (let index = 0; index + 1 < outputFields.length; index += 2) {
    const [mode = '', newerMode = '', id = '', newerId = ''] = (outputFields[index] ?? '').slice(1).split(' ');
    entries.push(...entryOf(outputFields[index + 1] ?? '', { mode, id }, { mode: newerMode, id: newerId }));
  }
  return entries;
}
