import { dirname, resolve } from 'node:path';
import { resolveFile } from '../sources/resolve-file.js';
import { ListingProbe } from './listing-probe.js';

/** How long, in milliseconds, what is known of the files on disk is good enough to leave a file or a call alone. */
export const MAX_AGE = 30_000;

/** Finds relative imports on disk. What it has seen it takes to be so for good. */
export class DiskImports {
  readonly #probe = new ListingProbe();
  readonly #byFolder = new Map<string, Map<string, string | undefined>>();

  /** The file to which a relative specifier leads. */
  target(path: string, specifier: string): string | undefined {
    const folder = dirname(path);
    let targets = this.#byFolder.get(folder);
    if (targets === undefined) this.#byFolder.set(folder, (targets = new Map<string, string | undefined>()));
    let target = targets.get(specifier);
    if (target === undefined && !targets.has(specifier)) {
      target = resolveFile(this.#probe, resolve(folder, specifier.replace(/\?.*$/, '')));
      targets.set(specifier, target);
    }
    return target;
  }
}
