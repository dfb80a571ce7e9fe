import { lstatSync, readdirSync, realpathSync, statSync, existsSync } from 'node:fs';
import { join, relative, dirname, parse, resolve } from 'node:path';
import { MEGABYTE, readRegularFile, isInside } from '../core/lib/read-file.js';
import type { FileText, ReadOptions } from '../core/lib/read-file.js';
import { ConfigError } from '../core/model/errors.js';
import { checkShape, parseJsonText, pathFrom, placeIn } from './checked-json.js';
import type { LoadedConfig, SunsetConfig } from './setting-table.js';
import type { JsonText, Place } from './checked-json.js';
import { pathToFileURL } from 'node:url';
import { importModule } from '../core/built-module.js';
import type { Stats } from 'node:fs';
import { homedir } from 'node:os';
import { createRequire } from 'node:module';
import { compileFunction } from 'node:vm';
import { loadTypeScript } from '../files/load-typescript.js';

export const CONFIG_NAMES = ['json', 'jsonc', 'js', 'mjs', 'cjs', 'ts', 'mts', 'cts'].map(
  (extension) => `sunset-lint.config.${extension}`,
);
export const PACKAGE_KEY = 'sunsetLint';
/** Names that users may take for those of a configuration: by the convention of another tool, or for another format. */
const SIMILAR_NAME = /^\.?sunset(?:-?lint)?(?:rc|\.config)(?:\.(?:json[c5]?|ya?ml|toml|[cm]?[jt]s))?$/i;

/** Treatment of a configuration that is a program. */
export type ConfigCode = 'run' | 'refuse';

/** Bytes of the largest configuration, and of the largest package.json; usual configurations have a few kB. */
const MAX_CONFIG = MEGABYTE;
const MAX_MANIFEST = 10 * MEGABYTE;

/** Result of the search for a configuration. */
export interface FoundConfig {
  readonly config?: LoadedConfig;
  /** Sentences on files that may be meant as a configuration and were not read. */
  readonly unread: readonly string[];
}

/**
 * Finds the nearest configuration, from a folder upward to the top of its repository; see `searchFolders`.
 *
 * @throws ConfigError if a folder has two configurations, or the one found cannot be used, is a link to a file outside
 * of the repository, or is a program of another user.
 */
export async function findConfig(folder: string, code: ConfigCode): Promise<FoundConfig> {
  const folders = searchFolders(folder);
  const within = folders.at(-1) ?? folder;
  const unread: string[] = [];
  for (const current of folders) {
    unread.push(...similarNames(current).map((name) => similarNameSentence(relative(folder, join(current, name)))));
    const { file, inManifest, refused } = configIn(current, within);
    if (refused !== undefined)
      unread.push(
        `${relative(folder, join(current, 'package.json'))} was not read, not even for a configuration in it: ${refused}.`,
      );
    if (inManifest !== undefined) return { config: inManifest, unread };
    if (file === undefined) continue;
    if (isProgram(file) && code === 'run') {
      read(file, { limit: MAX_CONFIG, within });
      refuseForeign(file);
    }
    return { config: await load(file, code, { limit: MAX_CONFIG, within }), unread };
  }
  return { unread };
}

/**
 * Finds the nearest configuration synchronously, for hosts that run no configuration; undefined if there is none, or it
 * is a program.
 *
 * @throws ConfigError if a folder has two configurations, or the one found cannot be used, or is a link to a file
 * outside of the repository.
 */
export function findDataConfig(folder: string): LoadedConfig | undefined {
  const folders = searchFolders(folder);
  const within = folders.at(-1) ?? folder;
  for (const current of folders) {
    const { file, inManifest } = configIn(current, within);
    if (inManifest !== undefined) return inManifest;
    if (file !== undefined) return isProgram(file) ? undefined : loadData(file, { limit: MAX_CONFIG, within });
  }
  return undefined;
}

interface ConfigOfFolder {
  /** Configuration file. */
  readonly file?: string | undefined;
  /** Configuration in the package.json. */
  readonly inManifest?: LoadedConfig | undefined;
  /** Reason why the package.json was not read. */
  readonly refused?: string;
}

/** The configuration in one folder. @throws ConfigError if there are two. */
function configIn(folder: string, within: string): ConfigOfFolder {
  const named = CONFIG_NAMES.map((name) => join(folder, name)).filter(pathExists);
  const manifest = join(folder, 'package.json');
  const content = readRegularFile(manifest, { limit: MAX_MANIFEST, within, malformed: 'replace' });
  const inManifest = packageConfig(manifest, content);
  const files = [...named, ...(inManifest === undefined ? [] : [manifest])];
  if (files.length > 1)
    throw new ConfigError(
      `there is more than one configuration: ${files.map((file) => `'${file}'`).join(' and ')}. Keep one of them, or name it with --config.`,
    );
  return { file: named[0], inManifest, ...(content.kind === 'refused' ? { refused: content.why } : {}) };
}

/**
 * Loads the configuration that the command line names, even if another user owns it.
 *
 * @throws ConfigError if the file does not exist or cannot be used.
 */
export async function loadConfig(file: string, code: ConfigCode): Promise<LoadedConfig> {
  if (!/(?:^|[\\/])package\.json$/.test(file)) return load(file, code, { limit: MAX_CONFIG, kinds: 'any' });
  const options: ReadOptions = { limit: MAX_MANIFEST, kinds: 'any' };
  const found = packageConfig(file, { kind: 'text', text: read(file, options) });
  if (found === undefined) throw new ConfigError(`'${file}' has no key '${PACKAGE_KEY}'.`);
  return found;
}

async function load(file: string, code: ConfigCode, options: ReadOptions): Promise<LoadedConfig> {
  if (!isProgram(file)) return loadData(file, options);
  if (!pathExists(file)) throw missingFile(file);
  if (code === 'refuse')
    throw new ConfigError(
      `'${file}' is a program, and --no-config-code does not allow it to run. Write the configuration as sunset-lint.config.json.`,
    );
  return checkedConfig(file, await importConfig(file), pathFrom(`${file}: $`));
}

function loadData(file: string, options: ReadOptions): LoadedConfig {
  const source: JsonText = { file, text: read(file, options), form: 'with-comments' };
  return checkedConfig(file, parseJsonText(source), placeIn(source, []));
}

/** Whether a configuration is a program, by the name of its file. */
export function isProgram(file: string): boolean {
  return /\.[cm]?[jt]s$/.test(file);
}

/** Whether a path exists. A broken link counts as existing, so that an unreadable configuration is not ignored. */
function pathExists(file: string): boolean {
  try {
    return lstatSync(file, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return true;
  }
}

/** Lists files of a folder whose names are similar to the name of a configuration. */
function similarNames(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
      .filter((name) => SIMILAR_NAME.test(name) && !CONFIG_NAMES.includes(name))
      .sort();
  } catch {
    return [];
  }
}

function similarNameSentence(name: string): string {
  return `${name} is not read: a configuration is called sunset-lint.config.json (or .jsonc, .js, .ts).`;
}

function missingFile(file: string): ConfigError {
  return new ConfigError(`there is no configuration '${file}'.`);
}

function checkedConfig(file: string, value: unknown, place: Place): LoadedConfig {
  return { file, config: checkShape<SunsetConfig>(value, 'config', place), place };
}

/** The configuration in a package.json; undefined if the file has none, or cannot be read. */
function packageConfig(file: string, content: FileText): LoadedConfig | undefined {
  if (content.kind !== 'text' || !content.text.includes(PACKAGE_KEY)) return undefined;
  const source: JsonText = { file, text: content.text, form: 'plain' };
  const manifest = parseJsonText(source);
  const value =
    typeof manifest === 'object' && manifest !== null
      ? (manifest as Readonly<Record<string, unknown>>)[PACKAGE_KEY]
      : undefined;
  return value === undefined ? undefined : checkedConfig(file, value, placeIn(source, [PACKAGE_KEY]));
}

function read(file: string, options: ReadOptions): string {
  const content = readRegularFile(file, options);
  if (content.kind === 'text') return content.text;
  if (content.kind === 'absent') throw missingFile(file);
  throw new ConfigError(
    `the configuration '${file}' cannot be used: ${content.why}. Put a regular file there, name another one with --config, or leave it out with --no-config.`,
  );
}

/** The default export of a configuration that is a program. @throws ConfigError if it cannot be run. */
async function importConfig(file: string): Promise<unknown> {
  let module: { readonly default?: unknown };
  try {
    module = /\.[cm]?ts$/.test(file)
      ? runTypeScript(file)
      : ((await importModule(pathToFileURL(file).href)) as { readonly default?: unknown });
  } catch (error) {
    if (error instanceof ConfigError) throw error;
    throw new ConfigError(`'${file}' cannot be run: ${error instanceof Error ? error.message : String(error)}`);
  }
  if (module.default === undefined)
    throw new ConfigError(`'${file}' has no default export. Write 'export default { … }'.`);
  return module.default;
}

/** Mode bit: writable by all users. */
const WRITABLE_BY_ALL = 0o002;

/**
 * Refuses to run a program that another user could have written, as git refuses repositories of other users. The
 * program and its folder must belong to the current user or to root, and must not be writable by everyone. For a link,
 * the same applies to its target. On Windows, which reports no owners, nothing is refused.
 *
 * @throws ConfigError with the owner and advice.
 */
function refuseForeign(file: string): void {
  const user = process.getuid?.();
  if (user === undefined) return;
  const real = realpathSync.native(file);
  for (const path of new Set([dirname(file), dirname(real), real])) {
    const why = foreignReason(statSync(path), user);
    if (why !== undefined)
      throw new ConfigError(
        `'${file}' is a program and is not run: ${path === real ? 'it' : `its folder '${path}'`} ${why}. Name it with --config where you trust it, or write the configuration as sunset-lint.config.json.`,
      );
  }
}

/** Reason why another user may control a file or folder, as the end of a sentence; undefined if none can. */
function foreignReason({ uid, mode }: Stats, user: number): string | undefined {
  if (uid !== user && uid !== 0) return `belongs to another user (${String(uid)})`;
  return (mode & WRITABLE_BY_ALL) === 0 ? undefined : 'is writable by everyone';
}

/**
 * The folders to search for a configuration, from the given one upward: to the root of the repository, or else to the
 * home folder. Outside of both, only the given folder is searched, because its parents belong to other users. A shared
 * folder, such as `/tmp`, is searched only if the search starts in it.
 */
function searchFolders(folder: string): readonly string[] {
  const folders: string[] = [];
  for (let current = folder; ; current = dirname(current)) {
    if (current !== folder && isShared(current)) break;
    folders.push(current);
    if (existsSync(join(current, '.git'))) return folders;
    if (dirname(current) === current) break;
  }
  const home = realPath(homedir());
  const hasHome = home !== undefined && home !== parse(home).root;
  return hasHome
    ? folders.filter((current, index) => index === 0 || isInside(home, realPath(current) ?? parse(current).root))
    : [folder];
}

/**
 * Whether all users may add files to a folder, which is then writable by everyone and has the sticky bit. Windows has
 * no such folders.
 */
function isShared(folder: string): boolean {
  try {
    return (statSync(folder).mode & 0o1002) === 0o1002;
  } catch {
    return true;
  }
}

function realPath(path: string): string | undefined {
  try {
    return realpathSync.native(path);
  } catch {
    return undefined;
  }
}

/** Bytes of the largest module of a configuration; modules written by hand are smaller. */
const MAX_MODULE = 5 * MEGABYTE;

/** Exports of a module. */
interface Exports {
  readonly default?: unknown;
}

type Factory = (exports: object, require: (specifier: string) => unknown, module: { exports: object }) => void;

/**
 * Runs a module written in TypeScript and returns its exports. Node.js itself reads TypeScript only in later versions,
 * only erasable syntax, and as CommonJS or ESM depending on package.json. Here it is always compiled to CommonJS, with
 * the TypeScript modules that it imports by relative paths. Other imports are left to Node.js.
 *
 * @throws ConfigError if the module does not parse or has a top-level await, and any error of the module.
 */
function runTypeScript(file: string): Exports {
  return run(file, new Map());
}

/** Runs a module. `startedModules`: modules that have started to run; those of an import cycle are unfinished. */
function run(file: string, startedModules: Map<string, { exports: object }>): object {
  const started = startedModules.get(file);
  if (started !== undefined) return started.exports;
  const module = { exports: {} };
  startedModules.set(file, module);
  const factory = factoryOf(file);
  const nodeRequire = createRequire(file);
  const requireModule = (specifier: string): unknown => {
    const typeScriptFile = findTypeScriptFile(file, specifier);
    return typeScriptFile === undefined ? (nodeRequire(specifier) as unknown) : run(typeScriptFile, startedModules);
  };
  factory(module.exports, requireModule, module);
  // The value of `export =` or `module.exports =` is the whole module.
  if (!('__esModule' in module.exports)) module.exports = { __esModule: true, default: module.exports };
  return module.exports;
}

function factoryOf(file: string): Factory {
  const text = compile(file);
  try {
    return compileFunction(text, ['exports', 'require', 'module'], { filename: file }) as Factory;
  } catch (error) {
    // The text is a valid module, but not a valid function body.
    throw new ConfigError(
      `'${file}' cannot be run: ${error instanceof Error ? error.message : String(error)}. TypeScript is run without 'await' at the top and without 'import.meta'; sunset-lint.config.mjs may have both.`,
    );
  }
}

/** The text of a module as CommonJS. */
function compile(file: string): string {
  const ts = loadTypeScript();
  const content = readRegularFile(file, { limit: MAX_MODULE });
  if (content.kind !== 'text')
    throw new ConfigError(
      `'${file}' cannot be run: ${content.kind === 'absent' ? 'it no longer exists' : content.why}.`,
    );
  const { outputText, diagnostics = [] } = ts.transpileModule(content.text, {
    // From `.mts` and `.cts`, the compiler would derive another kind of module.
    fileName: file.replace(/\.[cm]ts$/, '.ts'),
    reportDiagnostics: true,
    compilerOptions: {
      module: ts.ModuleKind.CommonJS,
      target: ts.ScriptTarget.ES2022,
      esModuleInterop: true,
    },
  });
  const [first] = diagnostics;
  if (first !== undefined) {
    const { line, character } = first.file?.getLineAndCharacterOfPosition(first.start ?? 0) ?? {
      line: 0,
      character: 0,
    };
    throw new ConfigError(
      `${file}:${line + 1}:${character + 1}: not TypeScript: ${ts.flattenDiagnosticMessageText(first.messageText, ' ')}`,
    );
  }
  return outputText;
}

/** Finds the TypeScript module of a relative import: by its file, its compiled file, or without extension. */
function findTypeScriptFile(from: string, specifier: string): string | undefined {
  if (!/^\.{1,2}\//.test(specifier)) return undefined;
  const path = resolve(dirname(from), specifier);
  return [path, path.replace(/\.([cm]?)js$/, '.$1ts'), `${path}.ts`].find(
    (name) => /\.[cm]?ts$/.test(name) && existsSync(name),
  );
}
