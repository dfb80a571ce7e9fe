import { dirname, join, resolve } from 'node:path';
import { asRecord } from './file-probe.js';
import type { FileProbe } from './file-probe.js';

/** The options of a tsconfig that say where specifiers lead, with those of the configs it extends. */
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

/**
 * Reads a tsconfig without the compiler, which takes a quarter of a second to load. Undefined where it is not plain: it
 * cannot be parsed, has values of a wrong type or with `${configDir}`, or extends a package's config, which is found by rules of its own.
 */
export function readTsconfig(probe: FileProbe, config: string, depth = 0): TsconfigOptions | undefined {
  const json = parseJsonWithComments(probe.isFile(config) ? probe.readText(config) : undefined);
  const own = json === undefined ? undefined : ownOptions(json, dirname(config));
  if (json === undefined || own === undefined || depth > MAX_EXTENDS) return undefined;
  const parents = json['extends'] === undefined ? [] : [json['extends']].flat();
  let merged: Omit<TsconfigOptions, 'references'> = {};
  for (const parent of parents) {
    const file = typeof parent === 'string' ? extendedFile(probe, dirname(config), parent) : undefined;
    const inherited = file === undefined ? undefined : readTsconfig(probe, file, depth + 1);
    if (inherited === undefined) return undefined;
    const { references: _notInherited, ...options } = inherited;
    merged = { ...merged, ...options };
  }
  return { ...merged, ...own };
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

function extendedFile(probe: FileProbe, folder: string, name: string): string | undefined {
  if (!/^\.{1,2}\//.test(name) || name.includes('${')) return undefined;
  const path = join(folder, name);
  return path.endsWith('.json') ? path : [path, `${path}.json`].find((file) => probe.isFile(file));
}

/** JSON in which comments and commas before a closing bracket are allowed. */
function parseJsonWithComments(text: string | undefined): Readonly<Record<string, unknown>> | undefined {
  if (text === undefined) return undefined;
  const strict = withoutComments(text.replace(/^\uFEFF/, '')).replace(/("(?:[^"\\]|\\.)*")|,(?=\s*[}\]])/g, '$1');
  try {
    return asRecord(JSON.parse(strict));
  } catch {
    return undefined;
  }
}

function withoutComments(text: string): string {
  return text.replace(/("(?:[^"\\]|\\.)*")|\/\/[^\r\n]*|\/\*[\s\S]*?\*\//g, '$1');
}
