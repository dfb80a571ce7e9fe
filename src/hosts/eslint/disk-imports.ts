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

/**
 * Milliseconds for which cached answers about the disk are good enough to leave a file or a call alone. Then they are
 * checked.
 */
export const MAX_AGE = 30_000;

/** Files on disk and the targets of their imports, as last seen. */
export class DiskImports {
  readonly #named: NamedImports;
  readonly #look: (path: string) => DiskText | undefined;
  readonly #seen = new Map<string, DiskText | undefined>();
  readonly #grounds = new Stamps();
  readonly #probe = new ListingProbe((path) => {
    this.#grounds.note(path);
  });
  readonly #byFolder = new Map<string, Map<string, string | undefined>>();
  readonly #byFile = new Map<string, { readonly specifiers: readonly string[]; readonly targets: readonly string[] }>();
  #checked = performance.now();

  /** `look`: reads a file in its current state. */
  constructor(named: NamedImports, look: (path: string) => DiskText | undefined) {
    this.#named = named;
    this.#look = look;
  }

  file(path: string): DiskText | undefined {
    if (!this.#seen.has(path)) this.#seen.set(path, this.#look(path));
    return this.#seen.get(path);
  }

  /** The files that specifiers of a file resolve to, as far as there are any. */
  targets(path: string, specifiers: readonly string[]): readonly string[] {
    let known = this.#byFile.get(path);
    if (known?.specifiers !== specifiers) {
      known = { specifiers, targets: specifiers.flatMap((specifier) => this.target(path, specifier) ?? []) };
      this.#byFile.set(path, known);
    }
    return known.targets;
  }

  /** The file that a specifier resolves to. */
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

  /** Whether imports by name have the same targets, and all that was seen is unchanged, or was so a moment ago. */
  isHolding(named: NamedImports): boolean {
    if (this.#named !== named) return false;
    if (performance.now() - this.#checked <= MAX_AGE) return true;
    if (!this.#grounds.areHolding()) return false;
    for (const [path, seen] of this.#seen) if (this.#look(path) !== seen) return false;
    this.#checked = performance.now();
    return true;
  }

  /** Whether a file is as it was last seen, if it was. */
  isCurrent(path: string): boolean {
    return !this.lacks(path) && (!this.#seen.has(path) || this.#look(path) === this.#seen.get(path));
  }

  /** Whether a file may be one that was looked for in vain. */
  lacks(path: string): boolean {
    return this.#probe.lacks(path);
  }
}

/** Whether a specifier is a path from the file that writes it. */
export function isRelative(specifier: string): boolean {
  return /^\.{1,2}(?:[/?]|$)/.test(specifier);
}

/** The file that such a path resolves to from a folder. */
export function relativeFile(probe: FileProbe, folder: string, specifier: string): string | undefined {
  return resolveFile(probe, resolve(folder, specifier.replace(/\?[^]*/, '')));
}

/**
 * Targets of imports that are no relative paths, for the files of one working directory: aliases, packages of the
 * workspace, names of a manifest. Answers are memoised.
 */
export class NamedImports {
  readonly #cwd: string;
  readonly #resolver: SpecifierResolver;
  readonly #probe: ListingProbe;
  readonly #grounds = new Stamps();

  constructor(cwd: string) {
    this.#cwd = cwd;
    this.#probe = new ListingProbe((path) => {
      this.#grounds.note(path);
    });
    // The compiler is never loaded here: parts of a configuration that only it can read do not count.
    this.#resolver = new SpecifierResolver(cwd, this.#probe, new TsconfigPaths(this.#probe, undefined, 'plain'));
  }

  /** Target of a specifier in a file, both as paths; names of files are relative to the working directory. */
  resolve(path: string, specifier: string): Resolution {
    return this.#resolver.resolve(path, specifier);
  }

  /** Absolute path of the file that a specifier resolves to. */
  target(path: string, specifier: string): string | undefined {
    const file = fileOf(this.resolve(path, specifier));
    return file === undefined ? undefined : resolve(this.#cwd, file);
  }

  /** Whether a file is one that was looked for in vain, or one that affects resolution and may have changed since. */
  restsOn(path: string): boolean {
    if (this.#probe.lacks(path)) return true;
    if (this.#grounds.has(path)) return !this.#grounds.isHolding(path);
    // Manifests of a workspace are read together, and have no stamps.
    return WORKSPACE_FILES.includes(basename(path)) && this.#grounds.has(dirname(path));
  }

  /** Whether all dependencies of the answers are unchanged. */
  isHolding(): boolean {
    return this.#grounds.areHolding();
  }
}

interface Current {
  readonly named: NamedImports;
  checked: number;
}

const byFolder = new Map<string, Current>();

/** Working directories in memory; a process has one, an editor a few. */
const MAX_FOLDERS = 8;

/** The answers for a working directory, which were correct at most `maxAge` milliseconds ago. */
export function namedImports(cwd: string, maxAge: number): NamedImports {
  const now = performance.now();
  const known = byFolder.get(cwd);
  if (known !== undefined && now - known.checked <= maxAge) return known.named;
  if (known?.named.isHolding() === true) {
    known.checked = now;
    return known.named;
  }
  byFolder.delete(cwd);
  const [oldest] = byFolder.keys();
  if (byFolder.size >= MAX_FOLDERS && oldest !== undefined) byFolder.delete(oldest);
  const named = new NamedImports(cwd);
  byFolder.set(cwd, { named, checked: now });
  return named;
}

/** Drops the answers that a new or changed file may invalidate. */
export function noteFile(path: string): boolean {
  let isForgotten = false;
  for (const [cwd, { named }] of byFolder) if (named.restsOn(path)) isForgotten = byFolder.delete(cwd) || isForgotten;
  return isForgotten;
}
