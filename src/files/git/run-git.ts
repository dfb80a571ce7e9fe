import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, realpathSync, statSync } from 'node:fs';
import { delimiter, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { work } from '../../core/lib/work.js';
import { ConfigError, ScanError, errorCode, throwOnShortage } from '../../core/model/errors.js';

export type GitAnswer =
  | { readonly kind: 'done'; readonly out: Buffer; readonly warnings: string }
  | { readonly kind: 'refused'; readonly message: string }
  /** No git may be started; the message gives the reason. */
  | { readonly kind: 'absent'; readonly message: string };

export interface GitRun {
  readonly input?: string;
  /** Further arguments before the command. */
  readonly settings?: readonly string[];
  /** Milliseconds after which git is stopped; default a minute. */
  readonly limit?: number;
  /**
   * Maximum output in bytes, beyond which the answer is `refused`; default a gigabyte, beyond which an error is thrown.
   */
  readonly maxOutput?: number;
}

const MINUTE_MS = 60_000;
const FOLDER_ERRORS: ReadonlySet<unknown> = new Set(['ENOENT', 'ENOTDIR', 'EACCES']);
const MAX_OUTPUT = 1 << 30;

/**
 * Settings of every git command, over the repository's configuration. They only disable side effects that the used
 * commands do not need.
 */
const SAFE_SETTINGS = [
  // A program that lists changed files; `true` would start git's own daemon, which keeps running.
  'core.fsmonitor=false',
  'core.hooksPath=/dev/null',
  // Plain files in the layout of a repository do not count as one.
  'safe.bareRepository=explicit',
  // Read by a fetch before any transport; see `GIT_ALLOW_PROTOCOL`.
  'fetch.bundleURI=',
  // Larger objects are streamed.
  'core.bigFileThreshold=16m',
  'core.quotePath=false',
].flatMap((setting) => ['-c', setting]);

/**
 * Runs git in a folder. Programs are started only here, and the folder may be hostile: its configuration can name
 * programs for nearly everything git does. Therefore
 *
 * - git is searched outside the scanned tree (`findGit`) and started without a shell;
 * - only commands that print stored data are used: they show no textual differences, which would run drivers, and write
 * nothing, which would run hooks. Contents are compared here, byte by byte; if git has to read a file, all filters are
 * off (`touchedEntries`);
 * - nothing is fetched, and only known variables of git are passed on (`gitEnvironment`);
 * - git is stopped if it would wait forever, such as for a pipe in place of a file.
 *
 * Git's refusal of a repository of another owner (`safe.directory`) is respected, and reported.
 *
 * @throws ScanError if git does not answer, or cannot be started for lack of file descriptors.
 */
export function git(
  folder: string,
  args: readonly string[],
  { input, settings = [], limit = MINUTE_MS, maxOutput }: GitRun = {},
): GitAnswer {
  const { file, path, refused } = programFor(folder);
  if (file === undefined)
    return {
      kind: 'absent',
      message:
        refused === undefined
          ? 'git was not found'
          : `the git that PATH names is not started: '${refused}' is in the scanned tree or among the programs of packages`,
    };
  work.gitProcesses++;
  const run = spawnSync(file, [...SAFE_SETTINGS, ...settings, ...args], {
    cwd: folder,
    maxBuffer: maxOutput ?? MAX_OUTPUT,
    timeout: limit,
    killSignal: 'SIGKILL',
    env: { ...gitEnvironment(), PATH: path },
    ...(input === undefined ? { stdio: ['ignore', 'pipe', 'pipe'] as const } : { input }),
  });
  // Otherwise the folder would be walked, which may find other files than git.
  throwOnShortage(run.error);
  // The program was found, so the folder does not exist or is inaccessible.
  if (FOLDER_ERRORS.has(errorCode(run.error)))
    return { kind: 'absent', message: `git could not be started in '${folder}'` };
  if (maxOutput !== undefined && isTooLong(run.error)) return { kind: 'refused', message: 'the answer is too long' };
  // If it ends before it has read all its input, its own message gives the reason.
  if (run.error !== undefined && !(errorCode(run.error) === 'EPIPE' && run.status !== 0 && run.status !== null))
    throw new ScanError(failureMessage(run.error, args[0] ?? '', limit));
  if (run.status === 0) return { kind: 'done', out: run.stdout, warnings: String(run.stderr) };
  return { kind: 'refused', message: firstLine(run.stderr.toString('utf8')) };
}

/** Output of a git command that must succeed. @throws ConfigError with git's own words if it does not. */
export function gitOutput(folder: string, args: readonly string[], run?: GitRun): Buffer {
  const answer = git(folder, args, run);
  if (answer.kind === 'done') return answer.out;
  throw new ConfigError(`'git ${args[0] ?? ''}' failed: ${answer.message}`);
}

/** Fields of an output that are separated by NUL. */
export function fields(out: Buffer): readonly string[] {
  return out
    .toString('utf8')
    .split('\0')
    .filter((field) => field !== '');
}

/** Results of earlier searches for git, by folder and `PATH`. */
const programCache = new Map<string, GitProgram>();

function programFor(folder: string): GitProgram {
  const path = process.env['PATH'] ?? '';
  const key = `${folder}\0${path}`;
  const program = programCache.get(key) ?? findGit(folder, path);
  programCache.set(key, program);
  return program;
}

function failureMessage(error: Error, command: string, limit: number): string {
  if (errorCode(error) === 'ETIMEDOUT')
    return `'git ${command}' did not answer within ${limit / 1000} s. Look for pipes or devices in place of files of the repository, and of those that its configuration includes.`;
  if (isTooLong(error)) return `'git ${command}' printed more than ${MAX_OUTPUT >> 20} MB, which is more than is read.`;
  return `git could not be run: ${error.message}`;
}

function isTooLong(error: Error | undefined): boolean {
  return errorCode(error) === 'ENOBUFS';
}

function firstLine(text: string): string {
  const line = text.split('\n').find((candidate) => candidate.trim() !== '') ?? 'no reason given';
  const reason = line.replace(/^(?:fatal|error): /, '');
  return reason.length > 300 ? `${reason.slice(0, 300)}…` : reason;
}

/**
 * Variables of git that select the repository and the user's configuration. All others are left out: they name programs
 * (`GIT_SSH_COMMAND`, `GIT_EXTERNAL_DIFF`, `GIT_PAGER`, `GIT_EXEC_PATH` …), files to write (`GIT_TRACE…`), or change
 * the question (`GIT_GLOB_PATHSPECS`, `GIT_ATTR_SOURCE` …).
 */
const PASSED_VARIABLES =
  /^GIT_(?:DIR|WORK_TREE|COMMON_DIR|INDEX_FILE|OBJECT_DIRECTORY|ALTERNATE_OBJECT_DIRECTORIES|NAMESPACE|CEILING_DIRECTORIES|DISCOVERY_ACROSS_FILESYSTEM|CONFIG_(?:GLOBAL|SYSTEM|NOSYSTEM|PARAMETERS|COUNT|KEY_\d+|VALUE_\d+))$/i;

/** Settings that keep git from fetching missing objects. */
const OFFLINE_VARIABLES = {
  // Since git 2.45, and in patched older versions: nothing is fetched implicitly.
  GIT_NO_LAZY_FETCH: '1',
  // Before that: every transport is refused before it is started. The repository's `protocol.*` cannot allow it again.
  GIT_ALLOW_PROTOCOL: 'none',
};

/**
 * Environment for git in another folder than the current one. A hook receives the path of its index relative to the
 * root of the work tree, and in a linked work tree also the repository, which makes git treat its working directory as
 * the root.
 */
function gitEnvironment(): NodeJS.ProcessEnv {
  const passed = Object.entries(process.env).filter(([name]) => !/^GIT_/i.test(name) || PASSED_VARIABLES.test(name));
  const { GIT_INDEX_FILE: index, GIT_DIR: repository, ...otherVariables } = Object.fromEntries(passed);
  const env: NodeJS.ProcessEnv = { ...otherVariables, ...OFFLINE_VARIABLES, GIT_OPTIONAL_LOCKS: '0', LC_ALL: 'C' };
  const indexFile =
    index === undefined || index === '' || isAbsolute(index) ? index : findInAncestors(process.cwd(), index);
  if (indexFile !== undefined) env['GIT_INDEX_FILE'] = indexFile;
  // Together with a work tree, it is set on purpose.
  if (repository !== undefined && process.env['GIT_WORK_TREE'] !== undefined) env['GIT_DIR'] = repository;
  return env;
}

function findInAncestors(folder: string, path: string): string | undefined {
  if (existsSync(join(folder, path))) return join(folder, path);
  return dirname(folder) === folder ? undefined : findInAncestors(dirname(folder), path);
}

interface GitProgram {
  /** Absolute path; undefined if none may be started. */
  readonly file: string | undefined;
  /** The entries of `PATH` that are searched, joined in the same way. */
  readonly path: string;
  /** A program of that name inside the scanned tree, which is not started. */
  readonly refused?: string;
}

const GIT_FILE_NAME = process.platform === 'win32' ? 'git.exe' : 'git';
const PACKAGE_PROGRAMS = join('node_modules', '.bin');

/**
 * The git to start for a folder. Systems search for programs by rules that let a scanned tree inject one: Windows in
 * the working directory first, others in each entry of `PATH` that is relative, and package managers put
 * `node_modules/.bin` before all others. These entries are ignored, and so is any folder inside the tree.
 */
function findGit(folder: string, path: string): GitProgram {
  const tree = repositoryRoot(realPath(folder));
  const isInside = (file: string): boolean => {
    const relativePath = relative(tree, realPath(file));
    return (
      dirname(tree) !== tree &&
      relativePath !== '..' &&
      !relativePath.startsWith(`..${sep}`) &&
      !isAbsolute(relativePath)
    );
  };
  const entries = path.split(delimiter).map((entry) => entry.replace(/^"(.*)"$/, '$1'));
  const usableEntries = entries.filter(
    (entry) => isAbsolute(entry) && !resolve(entry).endsWith(PACKAGE_PROGRAMS) && !isInside(entry),
  );
  const programs = usableEntries.map((entry) => join(entry, GIT_FILE_NAME)).filter(isProgram);
  const file = programs.find((program) => !isInside(program));
  const refused = entries.map((entry) => join(entry, GIT_FILE_NAME)).find(isProgram);
  return {
    file,
    path: usableEntries.join(delimiter),
    ...(file === undefined && refused !== undefined ? { refused } : {}),
  };
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}

function realPath(file: string): string {
  try {
    return realpathSync(file);
  } catch {
    return file;
  }
}

/** The repository around a folder; the folder itself outside a repository. */
export function repositoryRoot(folder: string): string {
  for (let top = folder; ; top = dirname(top)) {
    if (existsSync(join(top, '.git'))) return top;
    if (dirname(top) === top) return folder;
  }
}

/** The effective git configuration: of the system, of the user and of the repository, with their includes. */
export interface RepositoryConfig {
  /** Names of the filters with configured programs. */
  readonly filters: ReadonlySet<string>;
  /** Files outside the repository from which git reads rules, as written. */
  readonly files: readonly string[];
}

const RELEVANT_KEYS = String.raw`^(filter\..*|core\.(excludesfile|attributesfile))$`;
const CONFIG_TIMEOUT_MS = 5000;

/**
 * Reads the filters and the files of rules from the configuration. @throws ScanError if git does not end, such as for
 * a pipe that it includes.
 */
export function readRepositoryConfig(folder: string): RepositoryConfig {
  const answer = git(folder, ['config', '-z', '--get-regexp', RELEVANT_KEYS], { limit: CONFIG_TIMEOUT_MS });
  const filters = new Set<string>();
  const files: string[] = [];
  for (const field of answer.kind === 'done' ? fields(answer.out) : []) {
    const end = field.indexOf('\n');
    const key = end < 0 ? field : field.slice(0, end);
    if (key.startsWith('filter.')) filters.add(key.slice('filter.'.length, key.lastIndexOf('.')));
    else if (end >= 0) files.push(field.slice(end + 1).replace(/^~(?=\/)/, process.env['HOME'] ?? '~'));
  }
  return { filters, files };
}

/**
 * Arguments that turn off every filter, whatever the repository configures.
 *
 * @throws ScanError for a name that an argument cannot have.
 */
export function withoutFilters({ filters }: RepositoryConfig): readonly string[] {
  return [...filters].flatMap((name) => {
    // The name would end at the first `=`; and invalid UTF-8 arrives as U+FFFD.
    if (/[=\uFFFD]/.test(name))
      throw new ScanError(`git's configuration has a filter '${name}', whose name prevents turning it off.`);
    return ['clean=', 'smudge=', 'process=', 'required=false'].flatMap((setting) => [
      '-c',
      `filter.${name}.${setting}`,
    ]);
  });
}
