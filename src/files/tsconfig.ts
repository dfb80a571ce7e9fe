import { dirname, isAbsolute, join, resolve } from 'node:path';
import { StepBudget } from '../core/lib/bounds.js';
import { asRecord, jsonRecord } from '../core/lib/json.js';
import { StarTable } from '../core/lib/patterns.js';
import { readRegularFile } from '../core/lib/read-file.js';
import { ConfigError } from '../core/model/errors.js';
import { ancestors } from './file-name.js';
import { MAX_MANIFEST } from './file-probe.js';
import type { FileProbe } from './file-probe.js';
import { loadTypeScript } from './load-typescript.js';

/** Path settings of a tsconfig, which resolve non-relative specifiers. */
interface PathMap {
  readonly baseUrl?: string;
  /** Absolute path to which targets are relative. */
  readonly base: string;
  /** Targets by key. As in the compiler, the exact key wins, then the longest text before the star. */
  readonly entries: StarTable<readonly string[]>;
}

/** Maximum number of path maps of referenced projects that are used in one scan. */
const MAX_TAKEN = 10_000;
/** Number of paths that are always tried for each specifier, and number of further ones for all specifiers together. */
const FREE_CANDIDATES = 10;
const MORE_CANDIDATES = 20_000;

/** Follows `paths` and `baseUrl` of the nearest tsconfig.json (or jsconfig.json), or of the one named by the user. */
export class TsconfigPaths {
  readonly #probe: FileProbe;
  readonly #namedMaps: ConfigMaps | undefined;
  readonly #reading: 'whole' | 'plain';
  readonly #nearestByFolder = new Map<string, ConfigMaps>();
  readonly #mapsByConfig = new Map<string, ConfigMaps>();
  readonly #ownMaps = new Map<string, OwnMap>();
  /** Path maps of a project and its references, by the number of levels that are followed. */
  readonly #mapsByLevel: readonly Map<string, readonly PathMap[]>[] = Array.from(
    { length: MAX_REFERRED + 2 },
    () => new Map(),
  );
  readonly #reader: TsconfigReader;
  readonly #candidateBudget = new StepBudget(MORE_CANDIDATES);
  /** Paths that are already counted against the budget. */
  readonly #countedPaths = new Set<string>();
  readonly #mapBudget = new StepBudget(MAX_TAKEN);
  /** Incomplete lists of maps. */
  readonly #incomplete = new Set<readonly PathMap[]>();

  /**
   * `reading`: `whole` if the compiler reads a config that is not plain, `plain` if such a config is ignored.
   *
   * @throws ConfigError if the named file cannot be used.
   */
  constructor(probe: FileProbe, named: string | undefined, reading: 'whole' | 'plain' = 'whole') {
    this.#probe = probe;
    this.#reading = reading;
    this.#reader = new TsconfigReader(probe);
    if (named !== undefined) {
      assertUsable(named);
      this.#namedMaps = this.#configMapsOf(named);
    }
  }

  /** Absolute paths, without extension resolution, that a specifier may resolve to; best first. */
  candidates(fromFolder: string, specifier: string): readonly string[] {
    const paths = new Set<string>();
    const { config, maps } = this.#namedMaps ?? this.#nearestMaps(fromFolder);
    for (const map of maps) {
      for (const path of mapSpecifier(map, specifier)) {
        const isNew = paths.size >= FREE_CANDIDATES && !this.#countedPaths.has(path);
        if (isNew && !this.#candidateBudget.take(1)) {
          this.#noteLimit(config, 'its paths and references resolve to too many places: not all of them were tried.');
          return [...paths];
        }
        if (isNew) this.#countedPaths.add(path);
        paths.add(path);
      }
    }
    return [...paths];
  }

  /** Whether `paths` names a specifier: not all its targets are packages or types, and its key is not a catch-all. */
  hasMappingFor(fromFolder: string, specifier: string): boolean {
    const { maps } = this.#namedMaps ?? this.#nearestMaps(fromFolder);
    return maps.some(({ entries }) => {
      const found = entries.find(specifier);
      return (
        found !== undefined &&
        found.middle !== specifier &&
        found.value.some((target) => !/node_modules|@types|\.d\.[cm]?ts$/.test(target))
      );
    });
  }

  #nearestMaps(folder: string): ConfigMaps {
    let nearest = this.#nearestByFolder.get(folder);
    if (nearest === undefined) {
      const config = ancestors(folder)
        .flatMap((parent) => [join(parent, 'tsconfig.json'), join(parent, 'jsconfig.json')])
        .find((file) => this.#probe.isFile(file));
      nearest = config === undefined ? NO_CONFIG : this.#configMapsOf(config);
      this.#nearestByFolder.set(folder, nearest);
    }
    return nearest;
  }

  #configMapsOf(config: string): ConfigMaps {
    let configMaps = this.#mapsByConfig.get(config);
    if (configMaps === undefined) {
      configMaps = { config, maps: this.#mapsOf(config, MAX_REFERRED + 1) };
      this.#mapsByConfig.set(config, configMaps);
      if (this.#incomplete.has(configMaps.maps))
        this.#noteLimit(config, 'it refers to too many projects with paths: not all of them are used.');
    }
    return configMaps;
  }

  /** The maps of a config and of the projects that it references, as in templates of bundlers. */
  #mapsOf(config: string, levels: number): readonly PathMap[] {
    const memo = this.#mapsByLevel[levels];
    const memoised = memo?.get(config);
    if (memoised !== undefined) return memoised;
    const { map, references } = this.#ownMapOf(config);
    const maps = new Set(map === undefined ? [] : [map]);
    let isIncomplete = false;
    for (const reference of levels === 0 ? [] : references) {
      const file = this.#probe.isFolder(reference) ? join(reference, 'tsconfig.json') : reference;
      if (!this.#probe.isFile(file)) continue;
      const referenced = this.#mapsOf(file, levels - 1);
      isIncomplete ||= this.#incomplete.has(referenced);
      for (const map of referenced) {
        if (maps.has(map)) continue;
        if (this.#mapBudget.take(1)) maps.add(map);
        else isIncomplete = true;
      }
    }
    const pathMaps = [...maps];
    if (isIncomplete) this.#incomplete.add(pathMaps);
    memo?.set(config, pathMaps);
    return pathMaps;
  }

  #ownMapOf(config: string): OwnMap {
    let ownMap = this.#ownMaps.get(config);
    if (ownMap === undefined) {
      const options = this.#readOptions(config);
      ownMap =
        options === undefined ? NO_MAP : { map: mapOf(options, dirname(config)), references: options.references };
      this.#ownMaps.set(config, ownMap);
    }
    return ownMap;
  }

  #readOptions(config: string): TsconfigOptions | undefined {
    const options = this.#reader.read(config);
    const readNonPlain = (): ReturnType<typeof readWithCompiler> =>
      this.#reading === 'whole' ? readWithCompiler(this.#probe, config) : undefined;
    const result = options === 'not-plain' ? readNonPlain() : options;
    if (result === undefined)
      this.#probe.note({
        file: config,
        what: 'it cannot be read: imports by its paths may not be followed.',
        why: 'odd',
      });
    if (result !== 'too-much') return result;
    this.#noteLimit(config, 'it is too large, or extends too many configurations: its paths are not used.');
    return undefined;
  }

  #noteLimit(file: string, what: string): void {
    this.#probe.note({ file, what, why: 'much' });
  }
}

/** A config and its path maps. */
interface ConfigMaps {
  readonly config: string;
  readonly maps: readonly PathMap[];
}

/** Settings of a config itself, without those of referenced projects. */
interface OwnMap {
  readonly map: PathMap | undefined;
  readonly references: readonly string[];
}

const NO_MAP: OwnMap = { map: undefined, references: [] };
const NO_CONFIG: ConfigMaps = { config: '', maps: [] };

/** Maximum number of levels of project references that are followed. */
const MAX_REFERRED = 2;

function assertUsable(file: string): void {
  const ts = loadTypeScript();
  const content = readRegularFile(file, { limit: MAX_MANIFEST, malformed: 'replace' });
  if (content.kind !== 'text') {
    const why = content.kind === 'absent' ? '' : `: ${content.why}`;
    throw new ConfigError(`cannot read the tsconfig '${file}'${why}. Name an existing file in the key tsconfig.`);
  }
  const { error } = ts.parseConfigFileTextToJson(file, content.text);
  if (error !== undefined) {
    throw new ConfigError(
      `'${file}' is not a usable tsconfig: ${ts.flattenDiagnosticMessageText(error.messageText, ' ')}`,
    );
  }
}

function mapOf({ paths = {}, ...options }: TsconfigOptions, folder: string): PathMap | undefined {
  // `baseUrl` ends with the compiler's next major; projects still have it.
  const baseUrl = options.baseUrl ?? options.pathsBase;
  // The compiler does not reject targets of a wrong type.
  const isText = (target: unknown): target is string => typeof target === 'string';
  const entries = new StarTable(
    Object.entries(paths).map(([key, targets]) => [key, [targets].flat().filter(isText)] as const),
  );
  if (entries.size === 0 && baseUrl === undefined) return undefined;
  return { ...(baseUrl === undefined ? {} : { baseUrl }), base: baseUrl ?? folder, entries };
}

/** Maximum number of files that the compiler may read for one config. */
const MAX_READ = 200;
/** Maximum number of characters of a config for the compiler, whose time for broken ones is more than linear. */
const MAX_TEXT = 100_000;

/** Reads a config that is not plain with the compiler; undefined if the compiler fails too. */
export function readWithCompiler(probe: FileProbe, config: string): TsconfigOptions | 'too-much' | undefined {
  const ts = loadTypeScript();
  const folder = dirname(config);
  let filesRead = 0;
  const readFile = (file: string): string | undefined => {
    const text = probe.isFile(file) ? probe.readText(file) : undefined;
    filesRead += (text ?? '').length > MAX_TEXT ? MAX_READ : 1;
    if (filesRead > MAX_READ) throw new RangeError('too much to read');
    return text;
  };
  try {
    const content = asRecord(ts.parseConfigFileTextToJson(config, readFile(config) ?? '').config) ?? {};
    const { extends: parents, compilerOptions, references } = content;
    // Only these options are needed: listing the project's files would walk the whole tree.
    const json = { extends: parents, compilerOptions, references, files: [], include: [] };
    const host = {
      useCaseSensitiveFileNames: true,
      fileExists: (file: string) => probe.isFile(file),
      readFile,
      readDirectory: () => [],
    };
    const { options, projectReferences = [] } = ts.parseJsonConfigFileContent(
      json,
      host,
      folder,
      undefined,
      config,
      undefined,
      undefined,
      // Cache of extended configs: one that several configs extend is read once.
      new Map(),
    );
    const { baseUrl, pathsBasePath }: Readonly<Record<string, unknown>> = options;
    return {
      ...(typeof baseUrl === 'string' ? { baseUrl } : {}),
      ...(options.paths === undefined ? {} : { paths: options.paths }),
      ...(typeof pathsBasePath === 'string' ? { pathsBase: pathsBasePath } : {}),
      references: projectReferences.map(({ path }) => path),
    };
  } catch {
    return filesRead > MAX_READ ? 'too-much' : undefined;
  }
}

function* mapSpecifier({ baseUrl, base, entries }: PathMap, specifier: string): Iterable<string> {
  const found = entries.find(specifier);
  for (const target of found?.value ?? [])
    yield resolve(
      base,
      target.replace('*', () => found?.middle ?? ''),
    );
  if (baseUrl !== undefined) yield resolve(baseUrl, specifier);
}

/** The options of a tsconfig that affect module resolution, with those of the configs it extends. */
export interface TsconfigOptions {
  /** Absolute. */
  readonly baseUrl?: string;
  readonly paths?: Readonly<Record<string, readonly string[]>>;
  /** Absolute folder to which `paths` are relative without a `baseUrl`. */
  readonly pathsBase?: string;
  /** Absolute paths of the projects that the config itself refers to. */
  readonly references: readonly string[];
}

const MAX_EXTENDS = 10;
/** Maximum number of configurations that one may extend directly. */
const MAX_PARENTS = 100;

/** Reason why a config is not read by this reader: it needs the compiler, or is too large for the compiler as well. */
type RefusalReason = 'not-plain' | 'too-much';

/** Reads the configs of one scan, each of them once. */
export class TsconfigReader {
  readonly #probe: FileProbe;
  readonly #optionsByConfig = new Map<string, TsconfigOptions | RefusalReason>();

  constructor(probe: FileProbe) {
    this.#probe = probe;
  }

  /**
   * Reads a tsconfig without the compiler, which takes a quarter of a second to load. `not-plain`: it cannot be parsed,
   * has values of a wrong type or with `${configDir}`, extends itself, or extends a config that the manifest of a
   * package hides. A missing config, such as a generated file or a package that is not installed, has no settings.
   */
  read(config: string, depth = 0): TsconfigOptions | RefusalReason {
    let options = this.#optionsByConfig.get(config);
    if (options === undefined) {
      // Marks the config during its own parse, in case it extends itself.
      this.#optionsByConfig.set(config, 'not-plain');
      options = depth > MAX_EXTENDS ? 'not-plain' : this.#read(config, depth);
      this.#optionsByConfig.set(config, options);
    }
    return options;
  }

  #read(config: string, depth: number): TsconfigOptions | RefusalReason {
    const json = this.#probe.isFile(config)
      ? jsonRecord(this.#probe.readText(config) ?? '', 'with-comments')
      : undefined;
    const parents = json?.['extends'] === undefined ? [] : [json['extends']].flat();
    if (parents.length > MAX_PARENTS) return 'too-much';
    const settings = json === undefined ? undefined : ownOptions(json, dirname(config));
    if (settings === undefined) return 'not-plain';
    let merged: Omit<TsconfigOptions, 'references'> = {};
    for (const parent of parents) {
      const file = typeof parent === 'string' ? extendedFile(this.#probe, dirname(config), parent) : 'not-plain';
      if (file === 'absent') continue;
      const inherited = file === 'not-plain' ? file : this.read(file.path, depth + 1);
      if (typeof inherited === 'string') return inherited;
      const { references: _notInherited, ...options } = inherited;
      merged = { ...merged, ...options };
    }
    return { ...merged, ...settings };
  }
}

function ownOptions(json: Readonly<Record<string, unknown>>, folder: string): TsconfigOptions | undefined {
  const { compilerOptions = {}, references = [] } = json;
  const options = asRecord(compilerOptions);
  if (options === undefined || !Array.isArray(references)) return undefined;
  const projects = references.map((reference) => asRecord(reference)?.['path']);
  const { baseUrl, paths } = options;
  if (
    !projects.every(isPlainText) ||
    !(baseUrl === undefined || isPlainText(baseUrl)) ||
    !(paths === undefined || isPathTable(paths))
  )
    return undefined;
  return {
    ...(baseUrl === undefined ? {} : { baseUrl: resolve(folder, baseUrl) }),
    ...(paths === undefined ? {} : { paths, pathsBase: folder }),
    references: projects.map((path) => resolve(folder, path)),
  };
}

function isPlainText(value: unknown): value is string {
  return typeof value === 'string' && !value.includes('${');
}

function isPathTable(value: unknown): value is Readonly<Record<string, readonly string[]>> {
  const table = asRecord(value);
  return (
    table !== undefined && Object.values(table).every((targets) => Array.isArray(targets) && targets.every(isPlainText))
  );
}

function extendedFile(
  probe: FileProbe,
  folder: string,
  name: string,
): { readonly path: string } | 'absent' | 'not-plain' {
  if (name.includes('${') || name === '') return 'not-plain';
  if (/^\.{1,2}\//.test(name)) return firstFile(probe, join(folder, name)) ?? 'absent';
  if (isAbsolute(name)) return 'not-plain';
  const owner = /^(?:@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? name;
  for (const parent of ancestors(folder)) {
    const installed = join(parent, 'node_modules');
    if (!probe.isFolder(join(installed, owner))) continue;
    const path = join(installed, name);
    return (
      (name === owner ? undefined : firstFile(probe, path)) ?? firstFile(probe, join(path, 'tsconfig')) ?? 'not-plain'
    );
  }
  return 'absent';
}

/** A config by its path, with or without the extension. */
function firstFile(probe: FileProbe, path: string): { readonly path: string } | undefined {
  const found = (path.endsWith('.json') ? [path] : [path, `${path}.json`]).find((file) => probe.isFile(file));
  return found === undefined ? undefined : { path: found };
}
