import type {
  Api,
  Catalogue,
  IsoDate,
  NearMiss,
  BaseUrl,
  Deprecation,
  Edition,
  NameList,
} from '../../core/model/deprecation.js';
import { didYouMean } from '../../core/lib/wording.js';
import { identify, identityFrom } from '../../core/lib/identity.js';
import { isIsoDate } from '../../core/lib/iso-date.js';
import type { FormCache } from '../../core/lib/form-cache.js';
import { validatorOf } from '../../core/lib/validators.js';
import { ConfigError } from '../../core/model/errors.js';
import { BUILTIN_API, expandEntry, findFormat3Construct } from './file-format.js';
import { applyApis } from './layered-apis.js';
import type { LayeredApis } from './layered-apis.js';
import { applyLevel, layerOf, overrideWarnings } from './known-entries.js';
import type { KnownEntries, KnownEntry, Override, Piece, UnknownIdHint } from './known-entries.js';
import {
  EDITIONS,
  digestOfEditions,
  packageCatalogue,
  packagedApi,
  packagedApis,
  packagedEdition,
} from './packaged.js';
import type { EditionId, PackagedCatalogue } from './packaged.js';
import { describeErrors, errorAt, lineOfId } from './source-text.js';
import { placeBelow, checkEntry, readEntry } from './read-entry.js';
import { digestOf, openCatalogueFile, parseOpenedCatalogue } from './read-file.js';
import type { CatalogueSource, ReadCatalogue, TextOf } from './read-file.js';
import { buildCatalogue } from './settle.js';
import { restoreNearMisses, storeDeprecation } from './stored.js';
import type { Operation } from '../../core/model/endpoint.js';
import type { CatalogueBundle, CatalogueFile, NearMissGroup, WrittenEntry, WrittenNames } from './file-format.js';

export { joinBaseUrls, normalBaseUrl } from './layered-apis.js';
export { BUILTIN_API } from './file-format.js';
export type { Override } from './known-entries.js';
export { EDITIONS } from './packaged.js';
export type { EditionId } from './packaged.js';
export type { CatalogueSource, TextOf } from './read-file.js';

export interface LoadCatalogueOptions {
  /** State of the built-in catalogue. Default `specification`. */
  readonly edition?: EditionId;
  /** False omits the built-in catalogue. */
  readonly builtin?: boolean;
  /** Packaged APIs to load in addition to the built-in one. */
  readonly apis?: readonly Api['id'][];
  /** Packages with catalogues, resolved from `folder`. */
  readonly packages?: readonly string[];
  /** Default: the working directory. */
  readonly folder?: string;
  /** Catalogue files of the project. Each must be a regular file. */
  readonly extra?: readonly (string | CatalogueSource)[];
  /** Catalogue files on the command line, which may be pipes, and take precedence. */
  readonly named?: readonly (string | CatalogueSource)[];
  /** Changes that take precedence over all catalogues; `fail` creates an error about a key. */
  readonly overrides?: readonly { readonly override: Override; readonly name: string; readonly fail: Piece['fail'] }[];
  /** The day on which overrides are checked for being out of date. */
  readonly asOf?: IsoDate;
}

/** Inputs besides the list of catalogues. */
export interface LoadContext {
  /** Cached forms of large catalogues from earlier runs. */
  readonly forms?: FormCache | undefined;
  /** Texts of catalogue files in another state of the tree, such as a commit. */
  readonly textOf?: TextOf | undefined;
}

const defaultCatalogues = new Map<EditionId, Catalogue>();

/**
 * Loads the catalogue of all layers: packaged catalogues, those of npm packages, those of the user, and overrides.
 * Packaged ones are trusted (they are checked when they are generated) and read once; without other options the result
 * is memoised.
 *
 * Throws a CatalogueError with the file and the JSON path if a catalogue of the user cannot be used, a ConfigError if
 * an option cannot.
 */
export function loadCatalogue(options: LoadCatalogueOptions = {}, { forms, textOf }: LoadContext = {}): Catalogue {
  const { edition = 'specification', builtin = true, apis = [], packages = [], extra = [], named = [] } = options;
  const { overrides = [], folder = process.cwd() } = options;
  const levels = [
    packages.map((name) => openCatalogueFile(packageCatalogue(name, folder, textOf), 'package', 'regular', textOf)),
    extra.map((source) => openCatalogueFile(sourceOf(source), 'file', 'regular', textOf)),
    named.map((source) => openCatalogueFile(sourceOf(source), 'file', 'any', textOf)),
  ];
  const isDefault = builtin && apis.length === 0 && overrides.length === 0 && levels.flat().length === 0;
  const memoised = isDefault ? defaultCatalogues.get(edition) : undefined;
  if (memoised !== undefined) return memoised;
  const bases = [
    ...(builtin ? [packagedEdition(edition)] : []),
    ...[...new Set(apis)].filter((id) => id !== BUILTIN_API || !builtin).map(packagedApi),
  ];
  const load = (): Catalogue => {
    const catalogues = levels.map((level) => level.flatMap(parseOpenedCatalogue));
    if (bases.length + catalogues.flat().length === 0)
      throw new ConfigError(
        `no catalogue is left without the built-in one. Name an API with --api or in "apis" (${packagedApis().join(', ')}), or a file with --catalogue or in "catalogues".`,
      );
    return mergeLayers(bases, catalogues, options);
  };
  const identity = (): string =>
    identityFrom([
      ...[
        edition,
        builtin ? digestOfEditions() : null,
        bases.map(({ catalogue }) => [catalogue.name, digestOf([catalogue.source.text])]),
      ],
      levels.map((level) => level.map(({ kind, name, source, sha256 }) => [kind, name, source.file, sha256])),
      ...[
        overrides.map(({ override, name }) => [override, name]),
        overrides.length === 0 ? null : (options.asOf ?? null),
      ],
    ]);
  const size = levels.flat().reduce((sum, { source }) => sum + source.text.length, 0);
  const catalogue = size < MIN_CACHED_LENGTH ? identify(load(), identity) : loadOnce(load, identity, forms);
  if (isDefault) defaultCatalogues.set(edition, catalogue);
  return catalogue;
}

/** Minimum length of all texts together, in characters, for which reading a cached form is faster than parsing. */
const MIN_CACHED_LENGTH = 100_000;

/** Returns the cached catalogue of the same inputs, else that of `load`. A catalogue with an error is never cached. */
function loadOnce(load: () => Catalogue, identity: () => string, forms: FormCache | undefined): Catalogue {
  const cacheKey = identity();
  const withIdentity = (catalogue: Catalogue): Catalogue => identify(catalogue, () => cacheKey, forms);
  const cachedForm = forms?.read('catalogue', cacheKey);
  if (cachedForm !== undefined) return withIdentity(fromForm(cachedForm, load));
  const catalogue = load();
  const form = formOf(catalogue);
  const isWritten = forms?.write('catalogue', cacheKey, () => form) === true;
  return isWritten ? withIdentity(fromForm(form, () => catalogue)) : identify(catalogue, identity);
}

function mergeLayers(
  bases: readonly PackagedCatalogue[],
  levels: readonly (readonly ReadCatalogue[])[],
  { builtin = true, overrides = [], asOf }: LoadCatalogueOptions,
): Catalogue {
  const editions = (): readonly PackagedCatalogue[] => (builtin ? EDITIONS.map(packagedEdition) : []);
  const whereElse = editionHint(editions);
  const noApis: LayeredApis = { apis: new Map(), editions: [], apiOf: new Map() };
  // An edition extends the description of the API in the specification.
  let layeredApis = builtin
    ? applyApis(noApis, [withoutEdition(packagedEdition('specification').catalogue)], [])
    : noApis;
  for (const { catalogue } of bases) layeredApis = applyApis(layeredApis, [catalogue], []);
  let entries: KnownEntries = new Map(
    bases.flatMap((base) => base.entries).map((knownEntry) => [knownEntry.entry.id, knownEntry] as const),
  );
  for (const { catalogue } of bases) entries = withNearMisses(entries, catalogue);
  for (const level of levels) {
    if (level.length === 0) continue;
    layeredApis = applyApis(layeredApis, level, packagedApis());
    const { apiOf } = layeredApis;
    entries = applyLevel(
      entries,
      level.flatMap((catalogue) => piecesOf(catalogue, apiOf.get(catalogue))),
      whereElse,
    );
    for (const catalogue of level) entries = withNearMisses(entries, catalogue);
  }
  const overridePieces = overrides.map(overridePiece);
  const warnings = overrideWarnings(entries, overridePieces, asOf);
  if (overridePieces.length > 0) entries = applyLevel(entries, overridePieces, whereElse);
  const baseDigests = bases.map(({ digest }) => digest);
  const ownTexts = [
    ...levels.flat().map(({ source }) => source.text),
    ...overrides.map(({ override }) => JSON.stringify(override)),
  ];
  return buildCatalogue({
    entries,
    mergedApis: layeredApis,
    editions,
    warnings,
    digest: digestOfAll(baseDigests, ownTexts),
  });
}

function withoutEdition(catalogue: ReadCatalogue): ReadCatalogue {
  const { edition: _edition, ...file } = catalogue.file;
  return { ...catalogue, file };
}

function sourceOf(source: string | CatalogueSource): CatalogueSource {
  return typeof source === 'string' ? { path: source } : source;
}

/** Reads the entries of a catalogue. Throws a CatalogueError with the place of an invalid one. */
function piecesOf(catalogue: ReadCatalogue, api: Api['id'] | undefined): readonly Piece[] {
  const { source, kind, file } = catalogue;
  const ids = new Set<string>();
  return file.deprecations.flatMap((written, index) => {
    const place = { source, at: `${catalogue.at}/deprecations/${String(index)}`, id: written.id };
    const line = lineOfId(source, written.id);
    const name = line === undefined || kind === 'package' ? catalogue.name : `${catalogue.name}:${String(line)}`;
    checkEntry(written, place, file);
    return expandEntry(written, file).map((entry): Piece => {
      if (ids.has(entry.id)) throw errorAt(placeBelow(place, 'id'), `'${entry.id}' is already in this file`);
      ids.add(entry.id);
      return {
        ...{ entry: readEntry(entry, place), api, layer: layerOf(kind, name, entry) },
        source: { file: source.file, line: line ?? 1 },
        fail: (key, message) => errorAt(key === '' ? place : placeBelow(place, key), message),
        where: (key) => ({ file: `${source.file} at ${place.at}/${key}` }),
      };
    });
  });
}

/** Reads an override. @throws its errors, for a key that no entry has, an invalid day, and a new entry. */
function overridePiece({ override, name, fail }: NonNullable<LoadCatalogueOptions['overrides']>[number]): Piece {
  const { expects, until, why: _why, ...entry } = override;
  const { id } = entry;
  if (entry.kind !== undefined)
    throw fail('kind', 'an override changes a known deprecation. Write a new one into a catalogue file.');
  for (const checkedEntry of [entry, { ...expects, id }]) {
    const errors = validatorOf('catalogue')({ format: 3, deprecations: [checkedEntry] });
    if (errors.length === 0) continue;
    const { at, what } = describeErrors(errors);
    const key = at.split('/').slice(3).join('/');
    throw fail(checkedEntry === entry ? key : `expects/${key}`, what);
  }
  if (until !== undefined && !isIsoDate(until)) throw fail('until', `'${until}' is not a calendar date`);
  const place = { source: { file: name, text: '' }, at: '', id };
  return {
    ...{ entry: readEntry(entry, place), api: undefined, fail, where: () => ({ file: name }) },
    layer: layerOf('override', name, entry),
    source: { file: name, line: 1 },
    override: {
      ...(expects === undefined ? {} : { expects: { ...expects, id } }),
      ...(until === undefined ? {} : { until }),
    },
  };
}

/** Adds the look-alikes of a catalogue to entries. Throws a CatalogueError for an unknown entry. */
function withNearMisses(entries: KnownEntries, catalogue: ReadCatalogue): KnownEntries {
  const groups = catalogue.file.nearMisses ?? [];
  if (groups.length === 0) return entries;
  const result = new Map(entries);
  for (const [id, misses] of restoreNearMisses(groups)) {
    const known = result.get(id);
    if (known === undefined) {
      const place = { source: catalogue.source, at: `${catalogue.at}/nearMisses`, id };
      throw errorAt(place, `unknown deprecation '${id}'${didYouMean(id, result.keys())}`);
    }
    result.set(id, { ...known, nearMisses: mergeNearMisses(known.nearMisses, misses) });
  }
  return result;
}

function mergeNearMisses(known: readonly NearMiss[], added: readonly NearMiss[]): KnownEntry['nearMisses'] {
  const key = ({ method, path, status }: NearMiss): string => `${status} ${method} ${path}`;
  const knownKeys = new Set(known.map(key));
  return [...known, ...added.filter((miss) => !knownKeys.has(key(miss)))];
}

/** A hint at the edition that has an unknown id. */
function editionHint(editions: () => readonly PackagedCatalogue[]): UnknownIdHint {
  return (id) => {
    const found = editions().find(({ entries }) => entries.some(({ entry }) => entry.id === id));
    return found === undefined ? undefined : `: only the edition '${found.edition}' has it`;
  };
}

/** Digest of packaged catalogues and of all other texts: equal digests mean equal catalogues. */
function digestOfAll(baseDigests: readonly string[], ownTexts: readonly string[]): string {
  const [first, ...others] = baseDigests;
  const digest = others.length + ownTexts.length === 0 ? '' : digestOf([...others, ...ownTexts]);
  if (first === undefined) return digest.slice(0, 16);
  return digest === '' ? first : `${first}+${digest.slice(0, 8)}`;
}

/**
 * A catalogue as a file of the oldest sufficient format, 2 or 3: for one API, or for all, as a list if there are
 * several. Reading it gives the same entries. @throws ConfigError for an API that the catalogue lacks.
 */
export function toCatalogueFile(catalogue: Catalogue, apiId?: Api['id']): CatalogueFile | CatalogueBundle {
  const { apis } = catalogue;
  const chosenApis = apiId === undefined ? apis : apis.filter(({ id }) => id === apiId);
  const [first, ...others] = chosenApis.map((api) => fileOfApi(api, catalogue));
  if (first === undefined)
    throw new ConfigError(`unknown API '${apiId ?? ''}'; in use: ${apis.map(({ id }) => id).join(', ')}`);
  const catalogues = [first, ...others];
  const format = catalogues.some((file) => file.format === 3) ? 3 : 2;
  return others.length === 0 ? first : { format, catalogues };
}

function fileOfApi(api: Api, { editions, deprecations, hidden = [] }: Catalogue): CatalogueFile {
  const { live = [], clients, names, id, title, baseUrls, ...otherKeys } = api;
  const reported = deprecations.filter((deprecation) => deprecation.api === id);
  const hiddenOfApi = hidden.filter(({ deprecation, reason }) => deprecation.api === id && reason !== 'edition');
  const edition = editions.find((candidate) => candidate.api === id);
  const nearMisses = [...reported, ...hiddenOfApi.map(({ deprecation }) => deprecation)].flatMap(nearMissGroups);
  const file: CatalogueFile = {
    format: 2,
    api: { id, ...(title === undefined ? {} : { title }), baseUrls: baseUrls.map(plainBaseUrl), ...otherKeys },
    ...(edition === undefined ? {} : { edition: writtenEdition(edition) }),
    deprecations: [
      ...reported.map(storeDeprecation),
      ...hiddenOfApi.map(({ deprecation, reason }): WrittenEntry => {
        const entry = storeDeprecation(deprecation);
        return reason === 'disabled' ? { ...entry, disabled: true } : entry;
      }),
    ],
    ...(live.length === 0 ? {} : { live: operationTexts(live) }),
    ...(nearMisses.length === 0 ? {} : { nearMisses }),
    ...(clients === undefined ? {} : { clients }),
    ...(names === undefined ? {} : { names: writtenNames(names) }),
  };
  return findFormat3Construct(file) === undefined ? file : { ...file, format: 3 };
}

function writtenNames({ operations, also, ...names }: NameList): WrittenNames {
  const others = also?.map((place) => ({ ...place, operations: operationTexts(place.operations) }));
  return { ...names, operations: operationTexts(operations), ...(others === undefined ? {} : { also: others }) };
}

function plainBaseUrl({ url, names }: BaseUrl): BaseUrl {
  return names === undefined ? { url } : { url, names };
}

function writtenEdition({ api: _api, package: _package, ...edition }: Edition): Omit<Edition, 'api' | 'package'> {
  return edition;
}

/** Text such as `GET, POST /towers` for each run of operations on one path. */
function operationTexts(operations: readonly Operation[]): readonly string[] {
  return runsOf(operations, ({ path }) => path.text).map(
    ([text, run]) => `${run.map(({ method }) => method).join(', ')} ${text}`,
  );
}

/** The look-alikes of an entry, in order, with a group for each run with the same reason. */
function nearMissGroups({ id, nearMisses }: Deprecation): readonly NearMissGroup[] {
  return runsOf(nearMisses, ({ status, why }) => `${status} ${why}`).flatMap(([, run]) => {
    const [{ status, why } = { status: 'live' as const, why: '' }] = run;
    const operations = runsOf(run, ({ path }: NearMiss) => path).map(
      ([path, same]) => `${same.map(({ method }) => method).join(', ')} ${path}`,
    );
    return [{ deprecations: [id], status, why, operations }];
  });
}

/** Runs of adjacent items with the same key. */
function runsOf<T>(items: readonly T[], keyOf: (item: T) => string): readonly (readonly [string, readonly T[]])[] {
  const runs: [string, T[]][] = [];
  for (const item of items) {
    const last = runs.at(-1);
    if (last?.[0] === keyOf(item)) last[1].push(item);
    else runs.push([keyOf(item), [item]]);
  }
  return runs;
}

/** The part of a catalogue that a run needs if no text mentions a deprecation. */
type Head = Omit<Catalogue, 'deprecations'> & Required<Pick<Catalogue, 'outline'>>;

/** Extends an outline. `more`: deprecations in addition to those of the outline. */
export function outlineOf(
  more: readonly Deprecation[],
  { count, lastEnd }: Head['outline'] = EMPTY_OUTLINE,
): Head['outline'] {
  const laterEnd = (last: IsoDate | null, end: IsoDate | null): IsoDate | null =>
    last === null || end === null ? null : end > last ? end : last;
  return { count: count + more.length, lastEnd: more.map(({ endOfLife }) => endOfLife).reduce(laterEnd, lastEnd) };
}

const EMPTY_OUTLINE: Head['outline'] = { count: 0, lastEnd: '' };

/** Cached form of a catalogue without its deprecations, which are loaded when a text may mention one. */
function formOf({ apis, editions, deprecations, hidden, warnings, digest }: Catalogue): Buffer {
  const head: Head = {
    ...{ apis, editions, digest, outline: outlineOf(deprecations) },
    ...(hidden === undefined ? {} : { hidden }),
    ...(warnings === undefined ? {} : { warnings }),
  };
  return Buffer.from(JSON.stringify(head));
}

/** The catalogue of a cached form; `load` returns the complete catalogue, when its deprecations are first needed. */
function fromForm(form: Buffer, load: () => Catalogue): Catalogue {
  const head = JSON.parse(form.toString('utf8')) as Head;
  let loaded: Catalogue['deprecations'] | undefined;
  return {
    ...head,
    get deprecations() {
      return (loaded ??= load().deprecations);
    },
  };
}
