import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { asRecord } from './file-probe.js';
import type { FileProbe } from './file-probe.js';
import { denoManifest } from './workspace-files.js';

interface ImportMap {
  readonly folder: string;
  readonly entries: readonly (readonly [key: string, target: string])[];
}

/** Follows the `imports` of the deno.json (or deno.jsonc) files around a file; the innermost that has a key counts. */
export class DenoImports {
  readonly #probe: FileProbe;
  readonly #maps = new Map<string, readonly ImportMap[]>();

  constructor(probe: FileProbe) {
    this.#probe = probe;
  }

  /** The absolute path that a specifier stands for, where it stands for one of the project. */
  target(folder: string, specifier: string): string | undefined {
    for (const map of this.#around(folder)) {
      const [key, target] = map.entries.find(([name]) => fits(name, specifier)) ?? [];
      if (key === undefined || target === undefined) continue;
      return /^\.{1,2}\//.test(target) ? join(map.folder, target + specifier.slice(key.length)) : undefined;
    }
    return undefined;
  }

  /** From the inside out, up to the top of the repository. */
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
    // The longest key counts.
    return [{ folder, entries: entries.sort(([left], [right]) => right.length - left.length) }];
  }
}

/** A key that ends with `/` stands for all that it begins. */
function fits(key: string, specifier: string): boolean {
  return specifier === key || (key.endsWith('/') && specifier.startsWith(key));
}
