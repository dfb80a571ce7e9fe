import { packageName } from '../core/lib/packages.js';
import { isBuiltin } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { work } from '../core/lib/work.js';
import { MISSING_SOURCE } from '../core/model/module-reader.js';
import type { Resolution } from '../core/model/module-reader.js';
import { ancestors, toName } from './file-name.js';
import { BundlerAliases } from './bundlers/bundler-aliases.js';
import type { FileProbe } from './file-probe.js';
import { packageEntry, packageImport, resolveFile } from './resolve-file.js';
import type { TsconfigPaths } from './tsconfig.js';
import { denoManifest, findWorkspaces, isWorkspace } from './workspaces.js';
import type { Workspaces } from './workspaces.js';
import { existsSync } from 'node:fs';
import { StarTable } from '../core/lib/patterns.js';
import { asRecord } from '../core/lib/json.js';

/** Maximum length of a specifier: no path is longer. */
const MAX_SPECIFIER = 4096;

/** Maximum length of a chain of aliases that is followed. */
const MAX_ALIASED = 3;

const MISSING: Resolution = { kind: 'unresolved', reason: MISSING_SOURCE };
const NO_SOURCE: Resolution = { kind: 'unresolved', reason: 'no source file of this name' };

interface FolderAnswers {
  readonly folder: string;
  readonly answers: Map<string, Resolution>;
}

interface OwnPackage {
  readonly folder: string;
  readonly name: unknown;
}

/**
 * Resolves module specifiers to source files; every result is memoised.
 *
 * The compiler's own resolution is not used, here and in the related files (`resolve-file`, `workspaces`, `tsconfig`),
 * for three reasons. It finds built files and declarations (`dist`, `.d.ts`), but the sources are needed, even in a
 * clone where nothing is installed or built. It expects one configuration for a program, but a scanned tree has many or
 * none, with aliases of bundlers and of Deno. And it is part of the compiler, which takes longer to load than most
 * scans take; ESLint's process must not load it at all.
 */
export class SpecifierResolver {
  readonly #root: string;
  readonly #probe: FileProbe;
  readonly #paths: TsconfigPaths;
  readonly #answersByFile = new Map<string, FolderAnswers>();
  readonly #answersByFolder = new Map<string, FolderAnswers>();
  readonly #nameAnswersByFolder = new Map<string, Map<string, Resolution>>();
  readonly #denoImports: DenoImports;
  readonly #bundlers: BundlerAliases;
  readonly #ownPackages = new Map<string, OwnPackage | undefined>();
  /** The workspace at the root, or above it. */
  #rootWorkspaces: Workspaces | undefined;
  /** Workspaces below the root, by the folders in them. */
  readonly #innerWorkspaces = new Map<string, readonly Workspaces[]>();

  constructor(root: string, probe: FileProbe, paths: TsconfigPaths) {
    this.#root = root;
    this.#probe = probe;
    this.#paths = paths;
    this.#denoImports = new DenoImports(probe);
    this.#bundlers = new BundlerAliases(probe);
  }

  resolve(fromFile: string, specifier: string): Resolution {
    const { folder, answers: pathAnswers } = this.#folderAnswersOf(fromFile);
    const answers = isPath(specifier) ? pathAnswers : this.#answersByName(folder);
    let answer = answers.get(specifier);
    if (answer === undefined) {
      answer = this.#resolveUncached(folder, specifier);
      answers.set(specifier, answer);
    }
    return answer;
  }

  /** Names of the files that should declare packages of the workspace, and cannot be parsed. */
  get broken(): readonly string[] {
    const innerWorkspaces = [...new Set(this.#innerWorkspaces.values())].flat();
    const broken = [
      ...(this.#rootWorkspaces?.broken ?? []),
      ...innerWorkspaces.flatMap((workspaces) => workspaces.broken),
    ];
    return [...new Set(broken)].map((path) => toName(this.#root, path));
  }

  /** Files of one folder share their results. */
  #folderAnswersOf(file: string): FolderAnswers {
    let folderAnswers = this.#answersByFile.get(file);
    if (folderAnswers === undefined) {
      const folder = dirname(resolve(this.#root, file));
      folderAnswers = this.#answersByFolder.get(folder) ?? { folder, answers: new Map() };
      this.#answersByFolder.set(folder, folderAnswers);
      this.#answersByFile.set(file, folderAnswers);
    }
    return folderAnswers;
  }

  /**
   * Results for specifiers that are not paths. A folder shares the results of its parent, unless an entry of the folder
   * itself affects their resolution.
   */
  #answersByName(folder: string): Map<string, Resolution> {
    let answers = this.#nameAnswersByFolder.get(folder);
    if (answers === undefined) {
      const parent = dirname(folder);
      const hasOwnAnswers = parent === folder || this.#probe.decidersIn(folder).length > 0;
      answers = hasOwnAnswers ? new Map<string, Resolution>() : this.#answersByName(parent);
      this.#nameAnswersByFolder.set(folder, answers);
    }
    return answers;
  }

  #resolveUncached(folder: string, fullSpecifier: string): Resolution {
    work.importsResolved++;
    if (fullSpecifier.length > MAX_SPECIFIER) return { kind: 'unresolved', reason: 'longer than any path' };
    // Bundlers accept a query (`./a?raw`) or a loader prefix; neither names another file.
    const specifier = fullSpecifier.replace(/\?[^]*/, '');
    if (isPath(specifier)) return this.#resolvePath(folder, specifier, fullSpecifier);
    if (isBuiltin(specifier)) return { kind: 'package', name: fullSpecifier };
    const found = this.#resolveName(folder, specifier, 0);
    if (found.kind === 'unresolved' && !isSourceName(fullSpecifier)) return { kind: 'package', name: fullSpecifier };
    return found.kind === 'package' && found.name === specifier ? { kind: 'package', name: fullSpecifier } : found;
  }

  #resolvePath(folder: string, specifier: string, fullSpecifier: string): Resolution {
    const path = resolve(folder, specifier);
    const ownPackage = specifier.startsWith('/') ? this.#ownPackage(folder) : undefined;
    const file =
      resolveFile(this.#probe, path) ??
      // A path from the root of a site, as in development servers.
      (ownPackage === undefined ? undefined : resolveFile(this.#probe, join(ownPackage.folder, specifier)));
    const isMissingSource = isSourceName(fullSpecifier) && !isNonSourceFile(this.#probe, path);
    return this.#resolutionOf(file, isMissingSource ? MISSING : NO_SOURCE);
  }

  /** Target of a name that is not a path; the name of a package if the project does not have such a module. */
  #resolveName(folder: string, specifier: string, aliasCount: number): Resolution {
    const triedPaths: string[] = [];
    const find = (paths: Iterable<string>): string | undefined => {
      for (const path of paths) {
        const file = resolveFile(this.#probe, path);
        if (file !== undefined) return file;
        triedPaths.push(path);
      }
      return undefined;
    };
    const denoTarget = this.#denoImports.target(folder, specifier);
    const file =
      this.#manifestImport(folder, specifier) ??
      find(denoTarget === undefined ? [] : [denoTarget]) ??
      find(this.#paths.candidates(folder, specifier)) ??
      this.#inWorkspace(folder, specifier);
    if (file !== undefined) return this.#resolutionOf(file, { kind: 'package', name: specifier });
    const aliases = this.#bundlers.targets(folder, specifier);
    const aliasTarget = find(aliases.paths);
    if (aliasTarget !== undefined) return this.#resolutionOf(aliasTarget, { kind: 'package', name: specifier });
    for (const alias of aliasCount < MAX_ALIASED ? aliases.specifiers : []) {
      const found = isBuiltin(alias) ? undefined : this.#resolveName(folder, alias, aliasCount + 1);
      if (found?.kind === 'file') return found;
    }
    const isOfProject =
      hasProjectPrefix(specifier) ||
      denoTarget !== undefined ||
      aliases.isNamed ||
      this.#paths.hasMappingFor(folder, specifier) ||
      this.#workspacePackage(folder, specifier) !== undefined;
    if (!isOfProject || triedPaths.some((path) => isNonSourceFile(this.#probe, path)))
      return { kind: 'package', name: specifier };
    return MISSING;
  }

  /** Resolves `#name` through the manifest. */
  #manifestImport(folder: string, specifier: string): string | undefined {
    const ownPackage = specifier.startsWith('#') ? this.#ownPackage(folder) : undefined;
    return ownPackage === undefined ? undefined : packageImport(this.#probe, ownPackage.folder, specifier);
  }

  #resolutionOf(file: string | undefined, otherwise: Resolution): Resolution {
    if (file === undefined || /[\\/]node_modules[\\/]/.test(file)) return otherwise;
    return { kind: 'file', file: toName(this.#root, file) };
  }

  /** A package of the same workspace, or the file's own package by its name. */
  #inWorkspace(folder: string, specifier: string): string | undefined {
    const name = packageName(specifier);
    const subPath = specifier.slice(name.length + 1);
    const sibling = this.#workspacePackage(folder, specifier);
    if (sibling !== undefined) return packageEntry(this.#probe, sibling, subPath);
    const ownPackage = this.#ownPackage(folder);
    return ownPackage?.name === name ? packageEntry(this.#probe, ownPackage.folder, subPath) : undefined;
  }

  /** Folder of the package that a specifier names, in a workspace around the importing folder. */
  #workspacePackage(folder: string, specifier: string): string | undefined {
    const name = packageName(specifier);
    // The workspace of the root is searched first: it is known, whereas finding inner ones requires reading manifests.
    const outerPackage = this.#workspaceOfRoot().packages.get(name);
    if (outerPackage !== undefined) return outerPackage;
    for (const { packages } of this.#innerWorkspacesAround(folder)) {
      const innerPackage = packages.get(name);
      if (innerPackage !== undefined) return innerPackage;
    }
    return undefined;
  }

  #workspaceOfRoot(): Workspaces {
    return (this.#rootWorkspaces ??= findWorkspaces(this.#root, this.#probe));
  }

  /** The workspaces below the root around a folder, the inner one first. */
  #innerWorkspacesAround(folder: string): readonly Workspaces[] {
    let workspaces = this.#innerWorkspaces.get(folder);
    if (workspaces === undefined) {
      const parent = dirname(folder);
      const isTop = folder === this.#root || parent === folder;
      const isWorkspaceRoot = !isTop && this.#probe.decidersIn(folder).length > 0 && isWorkspace(folder, this.#probe);
      const outerWorkspaces = isTop ? [] : this.#innerWorkspacesAround(parent);
      workspaces = isWorkspaceRoot ? [findWorkspaces(folder, this.#probe), ...outerWorkspaces] : outerWorkspaces;
      this.#innerWorkspaces.set(folder, workspaces);
    }
    return workspaces;
  }

  #ownPackage(folder: string): OwnPackage | undefined {
    if (!this.#ownPackages.has(folder)) {
      const packageFolder = ancestors(folder).find((parent) => this.#probe.isFile(join(parent, 'package.json')));
      const name =
        packageFolder === undefined ? undefined : this.#probe.readJson(join(packageFolder, 'package.json'))?.['name'];
      this.#ownPackages.set(folder, packageFolder === undefined ? undefined : { folder: packageFolder, name });
    }
    return this.#ownPackages.get(folder);
  }
}

/** Whether a specifier is a path: `./a`, `..`, `/a`. Its query was removed before. */
function isPath(specifier: string): boolean {
  return /^\.{0,2}(?:[/?]|$)/.test(specifier);
}

interface ImportMap {
  readonly folder: string;
  /** A key that ends with `/` is a prefix. */
  readonly entries: StarTable<string>;
}

/** Follows the `imports` of the deno.json (or deno.jsonc) files around a file; the innermost one with a key wins. */
class DenoImports {
  readonly #probe: FileProbe;
  readonly #maps = new Map<string, readonly ImportMap[]>();

  constructor(probe: FileProbe) {
    this.#probe = probe;
  }

  /** The absolute path of a specifier, if it resolves into the project. */
  target(folder: string, specifier: string): string | undefined {
    for (const map of this.#mapsAround(folder)) {
      const found = map.entries.find(specifier);
      if (found === undefined) continue;
      return /^\.{1,2}\//.test(found.value) ? join(map.folder, found.value + found.middle) : undefined;
    }
    return undefined;
  }

  /** Import maps from the inside out, up to the root of the repository. */
  #mapsAround(folder: string): readonly ImportMap[] {
    let maps = this.#maps.get(folder);
    if (maps === undefined) {
      const isTop = dirname(folder) === folder || existsSync(join(folder, '.git'));
      maps = [...this.#read(folder), ...(isTop ? [] : this.#mapsAround(dirname(folder)))];
      this.#maps.set(folder, maps);
    }
    return maps;
  }

  #read(folder: string): readonly ImportMap[] {
    const imports = asRecord(denoManifest(folder, this.#probe)?.['imports']);
    if (imports === undefined) return [];
    const entries = Object.entries(imports).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
    const starEntries = entries.map(([key, target]) => [key.endsWith('/') ? `${key}*` : key, target] as const);
    return [{ folder, entries: new StarTable(starEntries) }];
  }
}

/** Extensions of imported files without code: styles, data, documents, templates, machine code. */
const ASSET_EXTENSION =
  /\.(?:css|s[ac]ss|less|styl|pcss|svg|png|jpe?g|gif|ico|webp|avif|bmp|woff2?|ttf|otf|eot|mp[34]|webm|ogg|wav|mov|pdf|json[5c]?|ya?ml|toml|csv|txt|mdx?|html?|hbs|ejs|pug|xml|graphqls?|gql|proto|sql|wasm|node|bin|glsl|vert|frag|wgsl|peg|po|worker|url|map)$/i;

/** Names of build output and generated files, which are missing in a fresh clone. */
const GENERATED_PATH =
  /(?:^|[/._-])(?:__generated__|generated|gen|codegen|dist|build|out|output|coverage|pkg|target|vendor|node_modules|\.next|\.nuxt|\.output|\.svelte-kit|\.astro|\+types)(?:[/.]|$)|\/\$types(?:\.js)?$/i;

/** Prefixes of specifiers that no package name can have. */
const PROJECT_PREFIX = /^(?:@@?\/|~~?\/|#\/|\$lib(?:\/|$))/;

/** Whether a specifier, with its query, names a file that a fresh clone should have as a source. */
function isSourceName(fullSpecifier: string): boolean {
  const path = fullSpecifier.replace(/\?[^]*/, '');
  // With a query (`?raw`, `?url`, `?worker`) bundlers transform it.
  return (
    path === fullSpecifier &&
    !path.startsWith('/') &&
    !/[:!*{}<>]/.test(path) &&
    !ASSET_EXTENSION.test(path) &&
    !GENERATED_PATH.test(path)
  );
}

/** Whether a specifier that is not a path cannot be the name of a package. */
function hasProjectPrefix(specifier: string): boolean {
  return PROJECT_PREFIX.test(specifier);
}

/** Whether an absolute path is an existing file that is not a source: of another kind, or types alone. */
function isNonSourceFile(probe: FileProbe, path: string): boolean {
  const stem = path.replace(/\.[cm]?[jt]sx?$/, '');
  return (
    probe.isFile(path) ||
    ['.d.ts', '.d.mts', '.d.cts', '/index.d.ts', '.json', '.node'].some((ending) => probe.isFile(stem + ending))
  );
}
