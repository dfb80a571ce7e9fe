import { createHash } from 'node:crypto';
import { MEGABYTE, readRegularFile } from '../../core/lib/read-file.js';
import type { FileText } from '../../core/lib/read-file.js';
import { validatorOf } from '../../core/lib/validators.js';
import { CatalogueError } from '../../core/model/errors.js';
import type { CatalogueBundle, CatalogueFile, WrittenApi, WrittenEntry } from './file-format.js';
import { isRecord } from '../../core/lib/json.js';
import { parseJson, validateJson } from './source-text.js';
import { BUILTIN_API, findFormat3Construct } from './file-format.js';
import type { SourceText } from './source-text.js';
import { splitBaseUrl } from '../../core/api/base-url.js';
import type { BaseUrl } from '../../core/model/deprecation.js';

/** A catalogue file to read. */
export interface CatalogueSource {
  /** Absolute. */
  readonly path: string;
  /** Name in reports: the path as the user wrote it, or the package. Default: `path`. */
  readonly name?: string;
  /** Expected digest of its bytes, in hexadecimal. */
  readonly sha256?: string;
}

/** A catalogue of a file, in format 2 or 3, that matches the schema; its dates and paths are not yet checked. */
export interface ReadCatalogue {
  readonly kind: 'package' | 'file';
  readonly name: string;
  readonly source: SourceText;
  /** JSON path of the catalogue in the file: empty, or `/catalogues/1`. */
  readonly at: string;
  readonly file: CatalogueFile;
  /** Whether the file is of format 1. */
  readonly migrated: boolean;
}

/** Maximum size of a catalogue: about a hundred times the packaged one. */
export const MAX_CATALOGUE = 8 * MEGABYTE;

/**
 * Maximum number of entries: a hundred times those of the packaged catalogue. The validator lists every error of each,
 * and memory is limited.
 */
const MAX_DEPRECATIONS = 2000;

/** `any`: the user named the file, so it may be a pipe. */
type Kinds = 'regular' | 'any';

/** The text of a catalogue file before it is checked. */
export interface OpenedCatalogue extends Pick<ReadCatalogue, 'kind' | 'name' | 'source'> {
  /** Digest of its bytes, in hexadecimal. */
  readonly sha256: string;
}

/** Reads the text of a file. Throws a CatalogueError if it cannot be read, or differs from the pinned digest. */
export function openCatalogueFile(
  source: CatalogueSource,
  kind: ReadCatalogue['kind'],
  kinds: Kinds = 'regular',
  textOf?: TextOf,
): OpenedCatalogue {
  const { path, name = path, sha256 } = source;
  const content = textIn(textOf, path) ?? readRegularFile(path, { limit: MAX_CATALOGUE, kinds, digest: true });
  if (content.kind !== 'text')
    throw new CatalogueError(`cannot be read: ${refusalText(path, content)}. ${ADVICE}`, path);
  const digest = content.sha256 ?? 'unknown';
  if (sha256 !== undefined && digest !== sha256)
    throw new CatalogueError(
      `is not the file that was pinned: its SHA-256 is ${digest}, not ${sha256}. Look at what changed in it, then pin the new digest.`,
      path,
    );
  return { kind, name, source: { file: path, text: content.text }, sha256: digest };
}

/** The text of a file in another state of the tree: null if it is absent, undefined if it is the same as on disk. */
export type TextOf = (path: string) => string | null | undefined;

/** A file of another state of the tree; undefined if it is the same as on disk. */
export function textIn(textOf: TextOf | undefined, path: string): FileText | undefined {
  const text = textOf?.(path);
  if (text === undefined) return undefined;
  return text === null
    ? { kind: 'absent' }
    : { kind: 'text', text, sha256: createHash('sha256').update(text).digest('hex') };
}

/** Parses an opened catalogue. Throws a CatalogueError with the file and the JSON path if it is unusable. */
export function parseOpenedCatalogue({ kind, name, source }: OpenedCatalogue): readonly ReadCatalogue[] {
  return readCatalogueText(source).map((read) => ({ ...read, kind, name }));
}

/** The catalogues of a text. Throws a CatalogueError with the file and the JSON path if it cannot be used. */
export function readCatalogueText(source: SourceText): readonly Omit<ReadCatalogue, 'kind' | 'name'>[] {
  const value = parseJson(source);
  if (isRecord(value)) refuseOtherFormats(value, source.file);
  refuseHostile(value, source.file);
  const checked = validateJson<CatalogueFile | CatalogueBundle>(value, validatorOf('catalogue'), source.file);
  const migrated = !('format' in checked) || (checked.format as number) === 1;
  const catalogues =
    'catalogues' in checked
      ? checked.catalogues.map((file, index) => ({ source, at: `/catalogues/${String(index)}`, file, migrated }))
      : [{ source, at: '', file: migrateCatalogue(checked), migrated }];
  for (const { file, at } of catalogues) refuseNewerKeys(file, at, source.file);
  return catalogues;
}

/** Refuses constructs that the format of a catalogue lacks. */
function refuseNewerKeys(file: CatalogueFile, at: string, path: string): void {
  const construct = file.format === 3 ? undefined : findFormat3Construct(file);
  if (construct !== undefined)
    throw new CatalogueError(`at ${at}${construct.at}: ${construct.what} is of format 3. Write "format": 3.`, path);
}

/** Refuses a file that is not a catalogue, or has an unknown format. Errors quote nothing of the file. */
function refuseOtherFormats(value: Readonly<Record<string, unknown>>, path: string): void {
  const { format, catalogues } = value;
  const catalogueRecords = Array.isArray(catalogues) ? catalogues.filter(isRecord) : [value];
  if (!('catalogues' in value) && !('deprecations' in value))
    throw new CatalogueError(`is not a catalogue: it has no 'deprecations'. ${ADVICE}`, path);
  if (format !== undefined && format !== 1 && format !== 2 && format !== 3)
    throw new CatalogueError('has another "format" than 1, 2 and 3. A newer version of sunset-lint may read it.', path);
  const count = catalogueRecords.reduce(
    (sum, { deprecations }) => sum + (Array.isArray(deprecations) ? deprecations.length : 0),
    0,
  );
  if (count > MAX_DEPRECATIONS)
    throw new CatalogueError(
      `has ${count} deprecations; at most ${MAX_DEPRECATIONS} are read. Put the others into a file of their own.`,
      path,
    );
  const newer = format === 2 || format === 3 ? undefined : FORMAT_2_KEYS.find((key) => key in value);
  if (newer !== undefined)
    throw new CatalogueError(`at the top: '${newer}' is of format 2. Write "format": 2 as well.`, path);
}

/** Keys that format 1 does not have. */
const FORMAT_2_KEYS = ['catalogues', 'edition', 'live', 'clients'];

const ADVICE = "Name a catalogue; 'sunset-lint schema catalogue' describes it.";

function refusalText(path: string, content: Exclude<FileText, { kind: 'text' }>): string {
  if (/(?:^|[\\/])(?:https?|ftp):[\\/]/.test(path))
    return 'it is an address, and nothing is downloaded: save the file and name that';
  return content.kind === 'absent'
    ? 'ENOENT: the file does not exist'
    : content.why.replace(/^it cannot be read: /, '');
}

/** Digest of texts, in hexadecimal. */
export function digestOf(texts: readonly string[]): string {
  return createHash('sha256').update(texts.join('\n')).digest('hex');
}

const MAX_DEPTH = 40;
const MAX_TEXT = 20_000;
const MAX_ITEMS = 20_000;
const MAX_VALUES = 1_000_000;
/** Property names through which data could change the prototype of an object. */
const PROTOTYPE_KEYS = new Set(['__proto__', 'constructor', 'prototype']);

/**
 * Refuses JSON that would be slow to validate, or that could change a prototype. Throws a CatalogueError with the JSON
 * path.
 */
function refuseHostile(value: unknown, file: string): void {
  const refusal = refusalOf(value, 0, { count: 0 });
  if (refusal === undefined) return;
  const { at, why } = refusal;
  throw new CatalogueError(`at ${at === '' ? 'the top' : at}: ${why}`, file);
}

/** Reason for a refused value, with its JSON path, which is built only for a refusal, to save time. */
interface Refusal {
  readonly at: string;
  readonly why: string;
}

function refusalOf(value: unknown, depth: number, visited: { count: number }): Refusal | undefined {
  const refuse = (why: string): Refusal => ({ at: '', why });
  visited.count += 1;
  if (visited.count > MAX_VALUES) return refuse(`the file has more than ${MAX_VALUES} values. Make several of it.`);
  if (depth > MAX_DEPTH) return refuse(`nested more than ${MAX_DEPTH} levels deep, unlike any catalogue`);
  if (typeof value === 'string' && value.length > MAX_TEXT)
    return refuse(`a text of ${value.length} characters; at most ${MAX_TEXT} are read`);
  if (typeof value !== 'object' || value === null) return undefined;
  const keys = Object.keys(value);
  if (keys.length > MAX_ITEMS) return refuse(`has ${keys.length} items; at most ${MAX_ITEMS} are read`);
  const forbiddenKey = keys.find((key) => PROTOTYPE_KEYS.has(key));
  if (forbiddenKey !== undefined) return refuse(`'${forbiddenKey}' is not a property of a catalogue`);
  for (const key of keys) {
    const refusal = refusalOf((value as Readonly<Record<string, unknown>>)[key], depth + 1, visited);
    if (refusal !== undefined) return { at: `/${key.slice(0, 100)}${refusal.at}`, why: refusal.why };
  }
  return undefined;
}

/** A catalogue file of format 1. */
interface Format1File {
  readonly format?: 1;
  readonly $schema?: string;
  readonly baseUrls?: readonly BaseUrl[];
  readonly api?: Omit<WrittenApi, 'baseUrls'>;
  readonly deprecations: readonly WrittenEntry[];
  readonly nearMisses?: CatalogueFile['nearMisses'];
}

/**
 * Converts a checked file of format 1 to format 2; a newer file is returned unchanged. In a file with new entries, base
 * URLs without an API become a new API, named after the first host. All other entries without an API belong to the
 * built-in one. Facts about the generator are omitted.
 */
function migrateCatalogue(value: Format1File | CatalogueFile): CatalogueFile {
  if (isNewerFormat(value)) return value;
  const { $schema, baseUrls = [], api, deprecations, nearMisses } = value;
  return {
    ...($schema === undefined ? {} : { $schema }),
    format: 2,
    ...migratedApi(baseUrls, api, deprecations),
    deprecations,
    ...(nearMisses === undefined ? {} : { nearMisses }),
  };
}

function migratedApi(
  baseUrls: readonly BaseUrl[],
  api: Format1File['api'],
  entries: readonly WrittenEntry[],
): Pick<CatalogueFile, 'api' | 'baseUrls'> {
  // An API without base URLs is a known one with a new description.
  if (api !== undefined) return { api: baseUrls.length === 0 ? api : { ...api, baseUrls } };
  const [firstUrl] = baseUrls;
  if (firstUrl === undefined) return { api: BUILTIN_API };
  if (entries.every(({ kind }) => kind === undefined)) return { api: BUILTIN_API, baseUrls };
  const id = splitBaseUrl(firstUrl.url)
    .host.toLowerCase()
    .replace(/[^a-z0-9.]+/g, '-')
    .replace(/^[-.]+|(?<![-.])[-.]+$/g, '');
  return { api: { id: id === '' ? 'api' : id, baseUrls } };
}

function isNewerFormat(value: Format1File | CatalogueFile): value is CatalogueFile {
  return value.format === 2 || value.format === 3;
}
