import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { StarTable } from '../lib/star-table.js';
import { asRecord } from '../lib/is-record.js';
import type { FileProbe } from './file-probe.js';
import { denoManifest } from './workspace-files.js';

interface ImportMap {
  readonly folder: string;
  /** A key that ends with `/` is a prefix. */
  readonly entries: StarTable<string>;
}

/** Follows the `imports` of the deno.json (or deno.jsonc) files around a file; the innermost that has a key counts. */
export class DenoImports {
  readonly #probe: FileProbe;
  readonly #maps = new Map<string, readonly ImportMap[]>();

  constructor(probe: FileProbe) {
    this.#probe = probe;
  }

  /** The absolute path of a specifier, where it leads into the project. */
  target(folder: string, specifier: string): string | undefined {
    for (const map of this.#around(folder)) {
      const found = map.entries.find(specifier);
      if (found === undefined) continue;
      return /^\.{1,2}\//.test(found.value) ? join(map.folder, found.value + found.middle) : undefined;
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
    const keyed = entries.map(([key, target]) => [key.endsWith('/') ? `${key}*` : key, target] as const);
    return [{ folder, entries: new StarTable(keyed) }];
  }
}
