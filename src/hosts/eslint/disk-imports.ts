import { basename, dirname, resolve } from 'node:path';
import { fileOf } from '../../core/model/module-reader.js';
import type { Resolution } from '../../core/model/module-reader.js';
import type { FileProbe } from '../../files/file-probe.js';
import { resolveFile } from '../../files/resolve-file.js';
import { SpecifierResolver } from '../../files/resolve-specifier.js';
import { TsconfigPaths } from '../../files/tsconfig.js';
import { WORKSPACE_FILES } from '../../files/workspaces.js';
import { ListingProbe, Stamps } from './disk.js';
import type { DiskText } from './disk.js';

/** Milliseconds for which a cached state of the disk may be used, unchecked, to skip a file or a call. */
export const MAX_AGE = 30_000;

/** Cached texts of files on disk, and the targets of their imports. */
export class DiskImports {
  readonly #named: NamedImports;
  readonly #read: (path: string) => DiskText | undefined;
  readonly #files = new Map<string, DiskText | undefined>();
  readonly #stamps = new Stamps();
  readonly #probe = new ListingProbe((path) => {
    this.#stamps.record(path);
  });
  readonly #byFolder = new Map<string, Map<string, string | undefined>>();
  readonly #byFile = new Map<string, { readonly specifiers: readonly string[]; readonly targets: readonly string[] }>();
  #checkedAt = performance.now();

  /** `read`: reads the current state of a file. */
  constructor(named: NamedImports, read: (path: string) => DiskText | undefined) {
    this.#named = named;
    this.#read = read;
  }

  /** Returns a file as it was first read. */
  file(path: string): DiskText | undefined {
    if (!this.#files.has(path)) this.#files.set(path, this.#read(path));
    return this.#files.get(path);
  }

  /** Resolves specifiers of a file; omits those without a target. */
  targets(path: string, specifiers: readonly string[]): readonly string[] {
    let cached = this.#byFile.get(path);
    if (cached?.specifiers !== specifiers) {
      cached = { specifiers, targets: specifiers.flatMap((specifier) => this.target(path, specifier) ?? []) };
      this.#byFile.set(path, cached);
    }
    return cached.targets;
  }

  /** Resolves a specifier of a file. */
  target(path: string, specifier: string): string | undefined {
    const folder = dirname(path);
    let targets = this.#byFolder.get(folder);
    if (targets === undefined) this.#byFolder.set(folder, (targets = new Map<string, string | undefined>()));
    let target = targets.get(specifier);
    if (target === undefined && !targets.has(specifier)) {
      target = isRelative(specifier)
        ? relativeFile(this.#probe, folder, specifier)
        : this.#named.target(path, specifier);
      targets.set(specifier, target);
    }
    return target;
  }

  /** Whether all cached files and targets were unchanged at most `MAX_AGE` milliseconds ago. */
  isValid(named: NamedImports): boolean {
    if (this.#named !== named) return false;
    if (performance.now() - this.#checkedAt <= MAX_AGE) return true;
    if (!this.#stamps.areUnchanged()) return false;
    for (const [path, file] of this.#files) if (this.#read(path) !== file) return false;
    this.#checkedAt = performance.now();
    return true;
  }

  /** Whether a file is unchanged since it was last read or searched for. */
  isCurrent(path: string): boolean {
    return !this.lacks(path) && (!this.#files.has(path) || this.#read(path) === this.#files.get(path));
  }

  /** Whether a search for an import may have found no file at this path. */
  lacks(path: string): boolean {
    return this.#probe.lacks(path);
  }
}

/** Whether a specifier is a path relative to the importing file. */
export function isRelative(specifier: string): boolean {
  return /^\.{1,2}(?:[/?]|$)/.test(specifier);
}

/** Resolves a relative specifier from a folder. */
export function relativeFile(probe: FileProbe, folder: string, specifier: string): string | undefined {
  return resolveFile(probe, resolve(folder, specifier.replace(/\?[^]*/, '')));
}

/**
 * Targets of non-relative specifiers in the files of one working directory: aliases, workspace packages, and `imports`
 * of a manifest. Results are memoised.
 */
export class NamedImports {
  readonly #cwd: string;
  readonly #resolver: SpecifierResolver;
  readonly #probe: ListingProbe;
  readonly #stamps = new Stamps();

  constructor(cwd: string) {
    this.#cwd = cwd;
    this.#probe = new ListingProbe((path) => {
      this.#stamps.record(path);
    });
    // The compiler is never loaded here: the parts of a tsconfig that only it can read are ignored.
    this.#resolver = new SpecifierResolver(cwd, this.#probe, new TsconfigPaths(this.#probe, undefined, 'plain'));
  }

  /** Resolves a specifier of a file, given by its path; the file of the result is relative to the working directory. */
  resolve(path: string, specifier: string): Resolution {
    return this.#resolver.resolve(path, specifier);
  }

  /** Resolves a specifier to an absolute path. */
  target(path: string, specifier: string): string | undefined {
    const file = fileOf(this.resolve(path, specifier));
    return file === undefined ? undefined : resolve(this.#cwd, file);
  }

  /** Whether results may change with a new or changed file. */
  dependsOn(path: string): boolean {
    if (this.#probe.lacks(path)) return true;
    if (this.#stamps.has(path)) return !this.#stamps.isUnchanged(path);
    // Manifests of a workspace are read together, and have no stamps.
    return WORKSPACE_FILES.includes(basename(path)) && this.#stamps.has(dirname(path));
  }

  /** Whether all files that affect the results are unchanged. */
  isValid(): boolean {
    return this.#stamps.areUnchanged();
  }
}

interface CachedImports {
  readonly named: NamedImports;
  /** Time of the last validity check. */
  checkedAt: number;
}

const byFolder = new Map<string, CachedImports>();

/** Number of cached working directories; a process has one, an editor a few. */
const MAX_FOLDERS = 8;

/** Returns the imports of a working directory, from the cache if they were valid at most `maxAge` milliseconds ago. */
export function namedImports(cwd: string, maxAge: number): NamedImports {
  const now = performance.now();
  const cached = byFolder.get(cwd);
  if (cached !== undefined && now - cached.checkedAt <= maxAge) return cached.named;
  if (cached?.named.isValid() === true) {
    cached.checkedAt = now;
    return cached.named;
  }
  byFolder.delete(cwd);
  const [oldest] = byFolder.keys();
  if (byFolder.size >= MAX_FOLDERS && oldest !== undefined) byFolder.delete(oldest);
  const named = new NamedImports(cwd);
  byFolder.set(cwd, { named, checkedAt: now });
  return named;
}

/** Drops cached imports that may depend on a new or changed file; true if any were dropped. */
export function dropStaleImports(path: string): boolean {
  let isDropped = false;
  for (const [cwd, { named }] of byFolder) if (named.dependsOn(path)) isDropped = byFolder.delete(cwd) || isDropped;
  return isDropped;
}
