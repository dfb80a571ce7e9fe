import type { Catalogue } from '../model/deprecation.js';
import { CatalogueError } from '../model/errors.js';
import { MEGABYTE, readRegularFile } from '../lib/read-regular-file.js';
import type { FileText } from '../lib/read-regular-file.js';
import { readRulesFile } from '../lib/package-files.js';
import { mergeCatalogues } from './merge.js';
import { parseJson } from './parse-json.js';
import type { SourceText } from './source-text.js';
import type { CatalogueFile } from './stored.js';
import { restoreDeprecation, restoreNearMisses } from './stored.js';

export interface LoadCatalogueOptions {
  /** Paths of the user's own catalogue files; later ones win. Each is a regular file. */
  readonly extra?: readonly string[];
  /** More of them, which the command line names, and which may be pipes; they win. */
  readonly named?: readonly string[];
}

/** The packaged one has a fiftieth of it. */
const MAX_CATALOGUE = 2 * MEGABYTE;

/** A hundred times those of the packaged one. The validator tells all that is wrong with each, and memory has an end. */
const MAX_DEPRECATIONS = 2000;

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
  const { extra = [], named = [] } = options;
  if (extra.length + named.length === 0) return packaged;
  return mergeCatalogues(packaged, [
    ...extra.map((path) => readExtra(path, 'regular')),
    ...named.map((path) => readExtra(path, 'any')),
  ]);
}

function readPackaged(): Catalogue {
  const file = JSON.parse(readRulesFile('catalogue.json')) as CatalogueFile;
  const nearMisses = restoreNearMisses(file.nearMisses);
  return {
    apis: [{ ...file.api, baseUrls: file.baseUrls }],
    editions: [],
    deprecations: file.deprecations.map((stored) =>
      restoreDeprecation(stored, { api: file.api.id, layers: [{ kind: 'edition', name: 'specification', endOfLife: stored.endOfLife }] }, nearMisses.get(stored.id) ?? []),
    ),
    digest: file.digest,
  };
}

function readExtra(path: string, kinds: 'regular' | 'any'): { readonly source: SourceText; readonly value: unknown } {
  const content = readRegularFile(path, { limit: MAX_CATALOGUE, kinds });
  if (content.kind !== 'text') throw new CatalogueError(`cannot be read: ${whyNot(content)}. ${ADVICE}`, path);
  const source = { file: path, text: content.text };
  const value = parseJson(source);
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) refuseOther(value, path);
  return { source, value };
}

/** Of a file that is something else nothing is told, not the names in it either. */
function refuseOther(value: object, path: string): void {
  if (!('deprecations' in value))
    throw new CatalogueError(`is no catalogue: it has no 'deprecations'. ${ADVICE}`, path);
  const { deprecations } = value;
  if (Array.isArray(deprecations) && deprecations.length > MAX_DEPRECATIONS)
    throw new CatalogueError(
      `has ${deprecations.length} deprecations; at most ${MAX_DEPRECATIONS} are read. Put the others into a file of their own.`,
      path,
    );
}

const ADVICE = "Name a catalogue; 'sunset-lint schema catalogue' describes it.";

function whyNot(content: Exclude<FileText, { kind: 'text' }>): string {
  return content.kind === 'absent' ? 'ENOENT: there is no such file' : content.why.replace(/^it cannot be read: /, '');
}
