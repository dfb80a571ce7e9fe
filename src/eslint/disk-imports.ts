import { dirname, resolve } from 'node:path';
import { resolveFile } from '../sources/resolve-file.js';
import { ListingProbe } from './listing-probe.js';
import type { NamedImports } from './named-imports.js';
import { Stamps } from './stamps.js';

/**
 * How long, in milliseconds, what is known of the files on disk is good enough to leave a file or a call alone. Then it is
 * looked at whether that is still so.
 */
export const MAX_AGE = 30_000;

/** Finds imports on disk. What it has seen it takes to be so. */
export class DiskImports {
  readonly named: NamedImports;
  readonly #grounds = new Stamps();
  readonly #probe = new ListingProbe((path) => {
    this.#grounds.note(path);
  });
  readonly #byFolder = new Map<string, Map<string, string | undefined>>();
  readonly #byFile = new Map<string, { readonly specifiers: readonly string[]; readonly targets: readonly string[] }>();

  constructor(named: NamedImports) {
    this.named = named;
  }

  /** The files to which specifiers of a file lead, as far as there are any. */
  targets(path: string, specifiers: readonly string[]): readonly string[] {
    let known = this.#byFile.get(path);
    if (known?.specifiers !== specifiers) {
      known = { specifiers, targets: specifiers.flatMap((specifier) => this.target(path, specifier) ?? []) };
      this.#byFile.set(path, known);
    }
    return known.targets;
  }

  /** Whether all that was seen is what it was. */
  isHolding(): boolean {
    return this.#grounds.areHolding();
  }

  /** Whether a file may be one that was not there when it was looked for. */
  lacks(path: string): boolean {
    return this.#probe.lacks(path);
  }

  /** The file to which a specifier leads. */
  target(path: string, specifier: string): string | undefined {
    const folder = dirname(path);
    let targets = this.#byFolder.get(folder);
    if (targets === undefined) this.#byFolder.set(folder, (targets = new Map<string, string | undefined>()));
    let target = targets.get(specifier);
    if (target === undefined && !targets.has(specifier)) {
      target = isRelative(specifier)
        ? resolveFile(this.#probe, resolve(folder, specifier.replace(/\?.*$/, '')))
        : this.named.target(path, specifier);
      targets.set(specifier, target);
    }
    return target;
  }
}

/** Whether a specifier is a path from the file that writes it. */
export function isRelative(specifier: string): boolean {
  return /^\.{1,2}(?:[/?]|$)/.test(specifier);
}
