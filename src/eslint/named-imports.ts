import { basename, dirname, resolve } from 'node:path';
import { fileOf } from '../model/module-reader.js';
import type { Resolution } from '../model/module-reader.js';
import { SpecifierResolver } from '../sources/resolve-specifier.js';
import { TsconfigPaths } from '../sources/tsconfig.js';
import { WORKSPACE_FILES } from '../sources/workspaces.js';
import { ListingProbe } from './listing-probe.js';
import { Stamps } from './stamps.js';

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
