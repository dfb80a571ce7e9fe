import { packageName } from '../core/lib/packages.js';
import { isBuiltin } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { work } from '../core/lib/work.js';
import { LEADS_NOWHERE } from '../core/model/module-reader.js';
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

const MISSING: Resolution = { kind: 'unresolved', reason: LEADS_NOWHERE };
const NO_SOURCE: Resolution = { kind: 'unresolved', reason: 'no source file of this name' };

interface Place {
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
  readonly #files = new Map<string, Place>();
  readonly #folders = new Map<string, Place>();
  readonly #byName = new Map<string, Map<string, Resolution>>();
  readonly #denoImports: DenoImports;
  readonly #bundlers: BundlerAliases;
  readonly #ownPackages = new Map<string, OwnPackage | undefined>();
  /** The workspace at the root, or above it. */
  #outer: Workspaces | undefined;
  /** Workspaces below the root, by the folders in them. */
  readonly #inner = new Map<string, readonly Workspaces[]>();

  constructor(root: string, probe: FileProbe, paths: TsconfigPaths) {
    this.#root = root;
    this.#probe = probe;
    this.#paths = paths;
    this.#denoImports = new DenoImports(probe);
    this.#bundlers = new BundlerAliases(probe);
  }

  resolve(fromFile: string, specifier: string): Resolution {
    const { folder, answers: own } = this.#placeOf(fromFile);
    const answers = isPath(specifier) ? own : this.#answersByName(folder);
    let answer = answers.get(specifier);
    if (answer === undefined) {
      answer = this.#find(folder, specifier);
      answers.set(specifier, answer);
    }
    return answer;
  }

  /** Names of the files that should declare packages of the workspace, and cannot be parsed. */
  get broken(): readonly string[] {
    const inner = [...new Set(this.#inner.values())].flat();
    const broken = [...(this.#outer?.broken ?? []), ...inner.flatMap((workspaces) => workspaces.broken)];
    return [...new Set(broken)].map((path) => toName(this.#root, path));
  }

  /** Files of one folder share their results. */
  #placeOf(file: string): Place {
    let place = this.#files.get(file);
    if (place === undefined) {
      const folder = dirname(resolve(this.#root, file));
      place = this.#folders.get(folder) ?? { folder, answers: new Map() };
      this.#folders.set(folder, place);
      this.#files.set(file, place);
    }
    return place;
  }

  /**
   * Results for specifiers that are not paths. A folder shares the results of its parent, unless an entry of the folder
   * itself affects their resolution.
   */
  #answersByName(folder: string): Map<string, Resolution> {
    let answers = this.#byName.get(folder);
    if (answers === undefined) {
      const outer = dirname(folder);
      const hasOwnResults = outer === folder || this.#probe.decidersIn(folder).length > 0;
      answers = hasOwnResults ? new Map<string, Resolution>() : this.#answersByName(outer);
      this.#byName.set(folder, answers);
    }
    return answers;
  }

  #find(folder: string, written: string): Resolution {
    work.importsResolved++;
    if (written.length > MAX_SPECIFIER) return { kind: 'unresolved', reason: 'longer than any path' };
    // Bundlers accept a query (`./a?raw`) or a loader prefix; neither names another file.
    const specifier = written.replace(/\?[^]*/, '');
    if (isPath(specifier)) return this.#atPath(folder, specifier, written);
    if (isBuiltin(specifier)) return { kind: 'package', name: written };
    const found = this.#byOwnName(folder, specifier, 0);
    if (found.kind === 'unresolved' && !isSourceName(written)) return { kind: 'package', name: written };
    return found.kind === 'package' && found.name === specifier ? { kind: 'package', name: written } : found;
  }

  #atPath(folder: string, specifier: string, written: string): Resolution {
    const path = resolve(folder, specifier);
    const own = specifier.startsWith('/') ? this.#ownPackage(folder) : undefined;
    const file =
      resolveFile(this.#probe, path) ??
      // A path from the root of a site, as in development servers.
      (own === undefined ? undefined : resolveFile(this.#probe, join(own.folder, specifier)));
    const isLost = isSourceName(written) && !isOtherFile(this.#probe, path);
    return this.#answer(file, isLost ? MISSING : NO_SOURCE);
  }

  /** Target of a name that is not a path; the name of a package if the project has no such module. */
  #byOwnName(folder: string, specifier: string, aliasCount: number): Resolution {
    const tried: string[] = [];
    const find = (paths: Iterable<string>): string | undefined => {
      for (const path of paths) {
        const file = resolveFile(this.#probe, path);
        if (file !== undefined) return file;
        tried.push(path);
      }
      return undefined;
    };
    const mapped = this.#denoImports.target(folder, specifier);
    const file =
      this.#imported(folder, specifier) ??
      find(mapped === undefined ? [] : [mapped]) ??
      find(this.#paths.candidates(folder, specifier)) ??
      this.#inWorkspace(folder, specifier);
    if (file !== undefined) return this.#answer(file, { kind: 'package', name: specifier });
    const aliases = this.#bundlers.targets(folder, specifier);
    const aliased = find(aliases.paths);
    if (aliased !== undefined) return this.#answer(aliased, { kind: 'package', name: specifier });
    for (const other of aliasCount < MAX_ALIASED ? aliases.specifiers : []) {
      const found = isBuiltin(other) ? undefined : this.#byOwnName(folder, other, aliasCount + 1);
      if (found?.kind === 'file') return found;
    }
    const isOwn =
      isOwnName(specifier) ||
      mapped !== undefined ||
      aliases.isNamed ||
      this.#paths.claims(folder, specifier) ||
      this.#workspacePackage(folder, specifier) !== undefined;
    if (!isOwn || tried.some((path) => isOtherFile(this.#probe, path))) return { kind: 'package', name: specifier };
    return MISSING;
  }

  /** Resolves `#name` through the manifest. */
  #imported(folder: string, specifier: string): string | undefined {
    const own = specifier.startsWith('#') ? this.#ownPackage(folder) : undefined;
    return own === undefined ? undefined : packageImport(this.#probe, own.folder, specifier);
  }

  #answer(file: string | undefined, otherwise: Resolution): Resolution {
    if (file === undefined || /[\\/]node_modules[\\/]/.test(file)) return otherwise;
    return { kind: 'file', file: toName(this.#root, file) };
  }

  /** A package of the same workspace, or the file's own package by its name. */
  #inWorkspace(folder: string, specifier: string): string | undefined {
    const name = packageName(specifier);
    const subPath = specifier.slice(name.length + 1);
    const sibling = this.#workspacePackage(folder, specifier);
    if (sibling !== undefined) return packageEntry(this.#probe, sibling, subPath);
    const own = this.#ownPackage(folder);
    return own?.name === name ? packageEntry(this.#probe, own.folder, subPath) : undefined;
  }

  /** Folder of the package that a specifier names, of a workspace around the folder. */
  #workspacePackage(folder: string, specifier: string): string | undefined {
    const name = packageName(specifier);
    // The workspace of the root is asked first: it is known, whereas finding inner ones requires reading manifests.
    const outer = this.#workspaceOfRoot().packages.get(name);
    if (outer !== undefined) return outer;
    for (const { packages } of this.#workspacesBelow(folder)) {
      const inner = packages.get(name);
      if (inner !== undefined) return inner;
    }
    return undefined;
  }

  #workspaceOfRoot(): Workspaces {
    return (this.#outer ??= findWorkspaces(this.#root, this.#probe));
  }

  /** The workspaces below the root around a folder, the inner one first. */
  #workspacesBelow(folder: string): readonly Workspaces[] {
    let workspaces = this.#inner.get(folder);
    if (workspaces === undefined) {
      const outer = dirname(folder);
      const isTop = folder === this.#root || outer === folder;
      const isOwn = !isTop && this.#probe.decidersIn(folder).length > 0 && isWorkspace(folder, this.#probe);
      const around = isTop ? [] : this.#workspacesBelow(outer);
      workspaces = isOwn ? [findWorkspaces(folder, this.#probe), ...around] : around;
      this.#inner.set(folder, workspaces);
    }
    return workspaces;
  }

  #ownPackage(folder: string): OwnPackage | undefined {
    if (!this.#ownPackages.has(folder)) {
      const own = ancestors(folder).find((parent) => this.#probe.isFile(join(parent, 'package.json')));
      const name = own === undefined ? undefined : this.#probe.readJson(join(own, 'package.json'))?.['name'];
      this.#ownPackages.set(folder, own === undefined ? undefined : { folder: own, name });
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
    for (const map of this.#around(folder)) {
      const found = map.entries.find(specifier);
      if (found === undefined) continue;
      return /^\.{1,2}\//.test(found.value) ? join(map.folder, found.value + found.middle) : undefined;
    }
    return undefined;
  }

  /** Import maps from the inside out, up to the root of the repository. */
  #around(folder: string): readonly ImportMap[] {
    let maps = this.#maps.get(folder);
    if (maps === undefined) {
      const isTop = dirname(folder) === folder || existsSync(join(folder, '.git'));
      maps = [...this.#read(folder), ...(isTop ? [] : this.#around(dirname(folder)))];
      this.#maps.set(folder, maps);
    }
    return maps;
  }

  #read(folder: string): readonly ImportMap[] {
    const imports = asRecord(denoManifest(folder, this.#probe)?.['imports']);
    if (imports === undefined) return [];
    const entries = Object.entries(imports).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
    const keyed = entries.map(([key, target]) => [key.endsWith('/') ? `${key}*` : key, target] as const);
    return [{ folder, entries: new StarTable(keyed) }];
  }
}

/** Extensions of imported files without code: styles, data, documents, templates, machine code. */
const ASSET =
  /\.(?:css|s[ac]ss|less|styl|pcss|svg|png|jpe?g|gif|ico|webp|avif|bmp|woff2?|ttf|otf|eot|mp[34]|webm|ogg|wav|mov|pdf|json[5c]?|ya?ml|toml|csv|txt|mdx?|html?|hbs|ejs|pug|xml|graphqls?|gql|proto|sql|wasm|node|bin|glsl|vert|frag|wgsl|peg|po|worker|url|map)$/i;

/** Names of build output and generated files, which are missing in a fresh clone. */
const GENERATED =
  /(?:^|[/._-])(?:__generated__|generated|gen|codegen|dist|build|out|output|coverage|pkg|target|vendor|node_modules|\.next|\.nuxt|\.output|\.svelte-kit|\.astro|\+types)(?:[/.]|$)|\/\$types(?:\.js)?$/i;

/** Prefixes of specifiers that no package name can have. */
const OWN_NAME = /^(?:@@?\/|~~?\/|#\/|\$lib(?:\/|$))/;

/** Whether a specifier names a file that a fresh clone should have as a source. `written`: with its query. */
function isSourceName(written: string): boolean {
  const path = written.replace(/\?[^]*/, '');
  // With a query (`?raw`, `?url`, `?worker`) bundlers transform it.
  return (
    path === written && !path.startsWith('/') && !/[:!*{}<>]/.test(path) && !ASSET.test(path) && !GENERATED.test(path)
  );
}

/** Whether a specifier that is not a path cannot be the name of a package. */
function isOwnName(specifier: string): boolean {
  return OWN_NAME.test(specifier);
}

/** Whether an absolute path is an existing file that is not a source: of another kind, or types alone. */
function isOtherFile(probe: FileProbe, path: string): boolean {
  const stem = path.replace(/\.[cm]?[jt]sx?$/, '');
  return (
    probe.isFile(path) ||
    ['.d.ts', '.d.mts', '.d.cts', '/index.d.ts', '.json', '.node'].some((end) => probe.isFile(stem + end))
  );
}
