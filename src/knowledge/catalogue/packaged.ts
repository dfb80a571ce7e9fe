import { dirname, join } from 'node:path';
import { memoByObject, memoByText } from '../../core/lib/collections.js';
import { isRecord } from '../../core/lib/json.js';
import { readTool } from '../../core/package-files.js';
import { MEGABYTE, isInside, readRegularFile } from '../../core/lib/read-file.js';
import { validatorOf } from '../../core/lib/validators.js';
import { didYouMean } from '../../core/lib/wording.js';
import type { Api } from '../../core/model/deprecation.js';
import { CatalogueError, ConfigError } from '../../core/model/errors.js';
import { catalogueFiles } from './catalogue-files.js';
import type { CatalogueFiles } from './catalogue-files.js';
import { BUILTIN_API, expandEntry } from './file-format.js';
import type { CatalogueFile } from './file-format.js';
import { NO_DECIDERS, layerOf } from './known-entries.js';
import type { KnownEntry } from './known-entries.js';
import { digestOf, textIn } from './read-file.js';
import type { CatalogueSource, ReadCatalogue, TextOf } from './read-file.js';
import { parseJson, validateJson } from './source-text.js';

/** Editions of the built-in catalogue. */
export const EDITIONS: readonly EditionId[] = ['specification', 'current'];
export type EditionId = 'specification' | 'current';

const EDITION_FILES: Readonly<Record<EditionId, string>> = {
  specification: 'catalogue.json',
  current: `editions/${BUILTIN_API}-current.json`,
};

/** A catalogue of this package: checked when it is generated, trusted, and read once. */
export interface PackagedCatalogue {
  readonly catalogue: ReadCatalogue;
  /** Id of the edition. */
  readonly edition: string;
  readonly entries: readonly KnownEntry[];
  readonly digest: string;
}

/** The built-in catalogue in one of its editions. */
export function packagedEdition(edition: EditionId): PackagedCatalogue {
  return readPackagedFile(EDITION_FILES[edition]);
}

/** Digest of all editions, because each one refers to entries of the others. */
export function digestOfEditions(): string {
  return digestOf(EDITIONS.map((edition) => catalogueFiles().read(EDITION_FILES[edition])));
}

/** The packaged catalogue of an API. @throws ConfigError, with the known ids, for an unknown API. */
export function packagedApi(id: string): PackagedCatalogue {
  const ids = packagedApis();
  if (ids.includes(id)) return readPackagedFile(`apis/${id}.json`);
  throw new ConfigError(
    `there is no catalogue of the API '${id}' in this package${didYouMean(id, ids) || `; there are ${ids.join(', ') || 'none'}`}. Name your own with --catalogue or "catalogues".`,
  );
}

/** Ids of the APIs with a packaged catalogue, except the built-in one. */
export function packagedApis(): readonly string[] {
  return catalogueFiles().apis();
}

/**
 * The APIs of `packagedApis` with their names in code: base URLs and packages of their SDKs. A separate file has them,
 * so that the catalogues need not be read.
 */
export function packagedNames(): readonly Api[] {
  return packagedNamesIn(catalogueFiles());
}

const packagedNamesIn = memoByObject(
  (files: CatalogueFiles) => JSON.parse(files.read('packaged-apis.json')) as readonly Api[],
);

function readPackagedFile(name: string): PackagedCatalogue {
  return catalogueReaderOf(catalogueFiles())(name);
}

const catalogueReaderOf = memoByObject((files: CatalogueFiles) =>
  memoByText((name) => restorePackaged(name, files.read(name))),
);

/** Validates a file of a newer data package, so that content unknown to this program is not ignored. */
function checkedFile(name: string, value: unknown): CatalogueFile {
  const newerPackage = catalogueFiles().package;
  if (newerPackage === undefined) return value as CatalogueFile;
  try {
    const file = validateJson<CatalogueFile>(value, validatorOf('catalogue'), `rules/${name} of ${newerPackage}`);
    return file.edition === undefined ? file : { ...file, edition: { ...file.edition, package: newerPackage } };
  } catch (error) {
    if (!(error instanceof CatalogueError)) throw error;
    throw new ConfigError(
      `${error.message}. ${readTool().name} ${readTool().version} does not understand it: install a newer one, or older catalogues.`,
    );
  }
}

function restorePackaged(name: string, text: string): PackagedCatalogue {
  const file = checkedFile(name, JSON.parse(text));
  const source = { file: `rules/${name}`, text };
  const edition = file.edition?.id ?? name;
  const api = typeof file.api === 'string' ? file.api : (file.api?.id ?? BUILTIN_API);
  return {
    catalogue: { kind: 'package', name: source.file, source, at: '', file, migrated: false },
    edition,
    entries: file.deprecations
      .flatMap((written) => expandEntry(written, file))
      .map((entry) => {
        const layer = layerOf('edition', edition, entry);
        return {
          ...{ entry, api, layers: [layer], nearMisses: [], deciders: NO_DECIDERS },
          source: typeof entry.source === 'object' ? entry.source : { file: source.file, line: 1 },
          definedBy: {
            layer,
            fail: (_key: string, message: string) => new CatalogueError(message, source.file),
            where: () => ({ file: source.file }),
          },
        };
      }),
    digest: file.digest ?? digestOf([text]).slice(0, 16),
  };
}

const PACKAGE_NAME = /^(?:@[a-z0-9~-][\w.~-]*\/)?[a-z0-9~-][\w.~-]*$/i;
const MAX_MANIFEST = 10 * MEGABYTE;

/**
 * The catalogue of a package that is installed in a `node_modules` folder, from a folder upward: the file named by
 * `sunset` in its package.json, else its `catalogue.json`. Only data is read: no code of a package is run.
 *
 * @throws ConfigError if it is not installed, or names a file outside the package.
 */
export function packageCatalogue(name: string, folder: string, textOf?: TextOf): CatalogueSource {
  if (!PACKAGE_NAME.test(name) || name.includes('..')) throw new ConfigError(`'${name}' is not the name of a package.`);
  for (let current = folder; ; current = dirname(current)) {
    const root = join(current, 'node_modules', name);
    const file = join(root, 'package.json');
    const manifest = textIn(textOf, file) ?? readRegularFile(file, { limit: MAX_MANIFEST });
    if (manifest.kind === 'refused')
      throw new ConfigError(`the package '${name}' cannot be used: ${file}: ${manifest.why}. Install it anew.`);
    if (manifest.kind === 'text') return { path: cataloguePathOf(name, root, { file, text: manifest.text }), name };
    if (dirname(current) === current) break;
  }
  throw new ConfigError(
    `the package '${name}' is not installed: no node_modules folder from ${folder} upward has it. Install it with your package manager.`,
  );
}

function cataloguePathOf(name: string, root: string, manifest: Parameters<typeof parseJson>[0]): string {
  const value = parseJson(manifest);
  const fileName = isRecord(value) && Object.hasOwn(value, 'sunset') ? value['sunset'] : 'catalogue.json';
  const path = typeof fileName === 'string' ? join(root, fileName) : root;
  if (typeof fileName === 'string' && fileName.endsWith('.json') && isInside(root, path)) return path;
  throw new ConfigError(
    `the package '${name}' cannot be used: "sunset" in ${manifest.file} must name a JSON file of the package.`,
  );
}
