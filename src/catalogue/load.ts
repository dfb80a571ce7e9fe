import { readFileSync } from 'node:fs';
import type { Catalogue } from '../model/deprecation.js';
import { CatalogueError } from '../model/errors.js';
import { rulesFile } from '../lib/package-files.js';
import { mergeCatalogues } from './merge.js';
import { parseJson } from './parse-json.js';
import type { SourceText } from './source-text.js';
import type { CatalogueFile } from './stored.js';
import { restoreDeprecation, restoreNearMisses } from './stored.js';

export interface LoadCatalogueOptions {
  /** Paths of the user's own catalogue files; later ones win. */
  readonly extra?: readonly string[];
}

let packaged: Catalogue | undefined;

/**
 * Gives the packaged catalogue, with the user's own catalogues merged in. The packaged one is trusted
 * (it is checked when it is made) and read once; the same object is given each time.
 *
 * Throws a CatalogueError with the file and the JSON path where a catalogue of the user cannot be
 * used.
 */
export function loadCatalogue(options: LoadCatalogueOptions = {}): Catalogue {
  packaged ??= readPackaged();
  const extra = options.extra ?? [];
  if (extra.length === 0) return packaged;
  return mergeCatalogues(packaged, extra.map(readExtra));
}

function readPackaged(): Catalogue {
  const file = JSON.parse(readFileSync(rulesFile('catalogue.json'), 'utf8')) as CatalogueFile;
  const nearMisses = restoreNearMisses(file.nearMisses);
  return {
    baseUrls: file.baseUrls,
    apis: [{ ...file.api, baseUrls: file.baseUrls }],
    deprecations: file.deprecations.map((stored) =>
      restoreDeprecation(stored, file.api.id, nearMisses.get(stored.id) ?? []),
    ),
    digest: file.digest,
  };
}

function readExtra(path: string): { readonly source: SourceText; readonly value: unknown } {
  let text: string;
  try {
    text = readFileSync(path, 'utf8').replace(/^\uFEFF/, '');
  } catch (error) {
    throw new CatalogueError(`cannot be read: ${error instanceof Error ? error.message : String(error)}`, path);
  }
  const source = { file: path, text };
  return { source, value: parseJson(source) };
}
