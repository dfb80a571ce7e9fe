import { dirname, join, resolve } from 'node:path';
import { readRegularFile } from '../lib/read-regular-file.js';
import { ConfigError } from '../model/errors.js';
import { ancestors } from './ancestors.js';
import { MAX_MANIFEST } from './file-probe.js';
import type { FileProbe } from './file-probe.js';
import { loadTypeScript } from './load-typescript.js';
import { readTsconfig } from './read-tsconfig.js';
import type { TsconfigOptions } from './read-tsconfig.js';

/** What a tsconfig says about where non-relative specifiers lead. */
interface PathMap {
  readonly baseUrl?: string;
  readonly entries: readonly {
    readonly before: string;
    readonly after: string;
    readonly wild: boolean;
    readonly targets: readonly string[];
  }[];
}

/** Follows `paths` and `baseUrl` of the nearest tsconfig.json (or jsconfig.json), or of the one named by the user. */
export class TsconfigPaths {
  readonly #probe: FileProbe;
  readonly #named: readonly PathMap[] | undefined;
  readonly #byFolder = new Map<string, readonly PathMap[]>();
  readonly #byConfig = new Map<string, readonly PathMap[]>();

  /** @throws ConfigError where the named file cannot be used. */
  constructor(probe: FileProbe, named: string | undefined) {
    this.#probe = probe;
    if (named !== undefined) {
      assertUsable(named);
      this.#named = this.#read(named, 0);
    }
  }

  /** Absolute paths, without extension resolution, that a specifier may stand for; best first. */
  candidates(fromFolder: string, specifier: string): readonly string[] {
    return (this.#named ?? this.#nearest(fromFolder)).flatMap((map) => mapSpecifier(map, specifier));
  }

  #nearest(folder: string): readonly PathMap[] {
    let maps = this.#byFolder.get(folder);
    if (maps === undefined) {
      const config = ancestors(folder)
        .flatMap((parent) => [join(parent, 'tsconfig.json'), join(parent, 'jsconfig.json')])
        .find((file) => this.#probe.isFile(file));
      maps = config === undefined ? [] : this.#read(config, 0);
      this.#byFolder.set(folder, maps);
    }
    return maps;
  }

  /** The maps of a config and of the projects it refers to, as bundler templates split them. */
  #read(config: string, depth: number): readonly PathMap[] {
    const known = this.#byConfig.get(config);
    if (known !== undefined) return known;
    this.#byConfig.set(config, []);
    const { map, references } = readConfig(this.#probe, config);
    const maps = [...map, ...(depth > 2 ? [] : references.flatMap((reference) => this.#read(reference, depth + 1)))];
    this.#byConfig.set(config, maps);
    return maps;
  }
}

function assertUsable(file: string): void {
  const ts = loadTypeScript();
  const content = readRegularFile(file, { limit: MAX_MANIFEST, malformed: 'replace' });
  if (content.kind !== 'text') {
    const why = content.kind === 'absent' ? '' : `: ${content.why}`;
    throw new ConfigError(`cannot read the tsconfig '${file}'${why}. Name an existing file with --tsconfig.`);
  }
  const { error } = ts.parseConfigFileTextToJson(file, content.text);
  if (error !== undefined) {
    throw new ConfigError(
      `'${file}' is not a usable tsconfig: ${ts.flattenDiagnosticMessageText(error.messageText, ' ')}`,
    );
  }
}

function readConfig(probe: FileProbe, config: string): { map: readonly PathMap[]; references: readonly string[] } {
  const options = readTsconfig(probe, config) ?? readWithCompiler(probe, config);
  if (options === undefined) return { map: [], references: [] };
  const { paths = {}, references } = options;
  // `baseUrl` ends with the compiler's next major; projects still have it.
  const baseUrl = options.baseUrl ?? options.pathsBase;
  const base = baseUrl ?? dirname(config);
  const entries = Object.entries(paths).map(([pattern, targets]) => {
    const star = pattern.indexOf('*');
    const wild = star >= 0;
    return {
      before: wild ? pattern.slice(0, star) : pattern,
      after: wild ? pattern.slice(star + 1) : '',
      wild,
      targets: targets.map((target) => resolve(base, target)),
    };
  });
  // As the compiler does: an exact entry first, then the longest text before the star.
  entries.sort((a, b) => Number(a.wild) - Number(b.wild) || b.before.length - a.before.length);
  const empty = entries.length === 0 && baseUrl === undefined;
  return {
    map: empty ? [] : [{ ...(baseUrl === undefined ? {} : { baseUrl }), entries }],
    references: references.map((reference) =>
      probe.isFolder(reference) ? join(reference, 'tsconfig.json') : reference,
    ),
  };
}

/** The compiler's own reading, for what is not plain; undefined where it cannot read it either. */
export function readWithCompiler(probe: FileProbe, config: string): TsconfigOptions | undefined {
  const ts = loadTypeScript();
  const readFile = (file: string): string | undefined => (probe.isFile(file) ? probe.readText(file) : undefined);
  const folder = dirname(config);
  try {
    const json: unknown = ts.readConfigFile(config, readFile).config ?? {};
    // Only options are wanted: listing the project's files would walk the whole tree.
    const host = {
      useCaseSensitiveFileNames: true,
      fileExists: (file: string) => probe.isFile(file),
      readFile,
      readDirectory: () => [],
    };
    const { options, projectReferences = [] } = ts.parseJsonConfigFileContent(json, host, folder, undefined, config);
    const { baseUrl, pathsBasePath }: Readonly<Record<string, unknown>> = options;
    return {
      ...(typeof baseUrl === 'string' ? { baseUrl } : {}),
      ...(options.paths === undefined ? {} : { paths: options.paths }),
      ...(typeof pathsBasePath === 'string' ? { pathsBase: pathsBasePath } : {}),
      references: projectReferences.map(({ path }) => path),
    };
  } catch {
    return undefined;
  }
}

function mapSpecifier(map: PathMap, specifier: string): readonly string[] {
  const found: string[] = [];
  for (const { before, after, wild, targets } of map.entries) {
    const fits = wild
      ? specifier.length >= before.length + after.length && specifier.startsWith(before) && specifier.endsWith(after)
      : specifier === before;
    if (!fits) continue;
    const middle = wild ? specifier.slice(before.length, specifier.length - after.length) : '';
    found.push(...targets.map((target) => target.replace('*', () => middle)));
    break;
  }
  if (map.baseUrl !== undefined) found.push(resolve(map.baseUrl, specifier));
  return found;
}
