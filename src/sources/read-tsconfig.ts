import { dirname, isAbsolute, join, resolve } from 'node:path';
import { ancestors } from './ancestors.js';
import { asRecord, jsonRecord } from '../lib/json.js';
import type { FileProbe } from './file-probe.js';

/** The options of a tsconfig that affect module resolution, with those of the configs it extends. */
export interface TsconfigOptions {
  /** Absolute. */
  readonly baseUrl?: string;
  readonly paths?: Readonly<Record<string, readonly string[]>>;
  /** Absolute folder that `paths` start from where there is no `baseUrl`. */
  readonly pathsBase?: string;
  /** Absolute paths of the projects that the config itself refers to. */
  readonly references: readonly string[];
}

const MAX_EXTENDS = 10;
/** Configurations that one may extend directly. */
const MAX_PARENTS = 100;

/** Reason why a config is not read here: it needs the compiler, or is too large for both. */
type Refused = 'not-plain' | 'too-much';

/** Reads the configs of one scan, each of them once. */
export class TsconfigReader {
  readonly #probe: FileProbe;
  readonly #known = new Map<string, TsconfigOptions | Refused>();

  constructor(probe: FileProbe) {
    this.#probe = probe;
  }

  /**
   * Reads a tsconfig without the compiler, which takes a quarter of a second to load. `not-plain`: it cannot be parsed,
   * has values of a wrong type or with `${configDir}`, extends itself, or a config that the manifest of a package
   * hides. A missing config, such as a generated file or a package that is not installed, has no settings.
   */
  read(config: string, depth = 0): TsconfigOptions | Refused {
    let options = this.#known.get(config);
    if (options === undefined) {
      // During its own parse it would extend itself.
      this.#known.set(config, 'not-plain');
      options = depth > MAX_EXTENDS ? 'not-plain' : this.#read(config, depth);
      this.#known.set(config, options);
    }
    return options;
  }

  #read(config: string, depth: number): TsconfigOptions | Refused {
    const json = this.#probe.isFile(config)
      ? jsonRecord(this.#probe.readText(config) ?? '', 'with-comments')
      : undefined;
    const parents = json?.['extends'] === undefined ? [] : [json['extends']].flat();
    if (parents.length > MAX_PARENTS) return 'too-much';
    const own = json === undefined ? undefined : ownOptions(json, dirname(config));
    if (own === undefined) return 'not-plain';
    let merged: Omit<TsconfigOptions, 'references'> = {};
    for (const parent of parents) {
      const file = typeof parent === 'string' ? extendedFile(this.#probe, dirname(config), parent) : 'not-plain';
      if (file === 'absent') continue;
      const inherited = file === 'not-plain' ? file : this.read(file.path, depth + 1);
      if (typeof inherited === 'string') return inherited;
      const { references: _notInherited, ...options } = inherited;
      merged = { ...merged, ...options };
    }
    return { ...merged, ...own };
  }
}

function ownOptions(json: Readonly<Record<string, unknown>>, folder: string): TsconfigOptions | undefined {
  const { compilerOptions = {}, references = [] } = json;
  const options = asRecord(compilerOptions);
  if (options === undefined || !Array.isArray(references)) return undefined;
  const projects = references.map((reference) => asRecord(reference)?.['path']);
  const { baseUrl, paths } = options;
  if (
    !projects.every(isPlain) ||
    !(baseUrl === undefined || isPlain(baseUrl)) ||
    !(paths === undefined || isPathTable(paths))
  )
    return undefined;
  return {
    ...(baseUrl === undefined ? {} : { baseUrl: resolve(folder, baseUrl) }),
    ...(paths === undefined ? {} : { paths, pathsBase: folder }),
    references: projects.map((path) => resolve(folder, path)),
  };
}

function isPlain(value: unknown): value is string {
  return typeof value === 'string' && !value.includes('${');
}

function isPathTable(value: unknown): value is Readonly<Record<string, readonly string[]>> {
  const table = asRecord(value);
  return (
    table !== undefined && Object.values(table).every((targets) => Array.isArray(targets) && targets.every(isPlain))
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
