import { dirname, join, relative } from 'node:path';
import { asRecord } from '../core/lib/json.js';
import { ancestors } from './file-name.js';
import type { FileProbe } from './file-probe.js';

const DEPENDENCY_KEYS = ['dependencies', 'devDependencies', 'peerDependencies', 'optionalDependencies'];

/**
 * Version of a package for a file of the project: the installed one, else that of a lock file, else the range that a
 * manifest declares. The nearest folder wins.
 */
export function packageVersion(probe: FileProbe, path: string, name: string): string | undefined {
  let declared: VersionQuery['declared'];
  const folders = ancestors(dirname(path));
  for (const [index, folder] of folders.entries()) {
    const range = declared === undefined ? declaredRange(probe, folder, name) : undefined;
    if (range !== undefined) declared = { folder, range };
    const exact =
      installedVersion(probe, folder, name) ??
      lockedVersion(probe, folder, { name, declared, innerFolders: folders.slice(0, index) });
    if (exact !== undefined) return exact;
  }
  return declared !== undefined && VERSION_RANGE.test(declared.range) ? declared.range : undefined;
}

function installedVersion(probe: FileProbe, folder: string, name: string): string | undefined {
  return asText(probe.readJson(join(folder, 'node_modules', name, 'package.json'))?.['version']);
}

const VERSION_RANGE = /^[\^~>=v\s]*\d|^(?:\*|latest|workspace:.*)$/;

function declaredRange(probe: FileProbe, folder: string, name: string): string | undefined {
  const manifest = probe.readJson(join(folder, 'package.json'));
  return DEPENDENCY_KEYS.map((kind) => asText(asRecord(manifest?.[kind])?.[name])).find((text) => text !== undefined);
}

function asText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** Input of a look-up in a lock file: the packages of a workspace can use different versions of one dependency. */
interface VersionQuery {
  readonly name: string;
  /** The nearest manifest that names the package. */
  readonly declared: { readonly folder: string; readonly range: string } | undefined;
  /** Folders between the importing file and the folder of the lock file, from the inside out. */
  readonly innerFolders: readonly string[];
}

/** The exact version in the lock files of one folder; undefined if none has the package. */
function lockedVersion(probe: FileProbe, folder: string, query: VersionQuery): string | undefined {
  return npmVersion(probe, folder, query) ?? pnpmVersion(probe, folder, query) ?? yarnVersion(probe, folder, query);
}

function npmVersion(probe: FileProbe, folder: string, { name, innerFolders }: VersionQuery): string | undefined {
  const lock = probe.readJson(join(folder, 'package-lock.json'));
  if (lock === undefined) return undefined;
  const packages = asRecord(lock['packages']);
  const nestedEntries = innerFolders.map((path) =>
    asRecord(packages?.[`${relativeFolder(folder, path)}/node_modules/${name}`]),
  );
  const entry =
    nestedEntries.find((record) => record !== undefined) ??
    asRecord(packages?.[`node_modules/${name}`]) ??
    asRecord(asRecord(lock['dependencies'])?.[name]);
  const version = entry?.['version'];
  return typeof version === 'string' ? version : undefined;
}

function pnpmVersion(probe: FileProbe, folder: string, { name, declared }: VersionQuery): string | undefined {
  const versions = readOnce(VERSIONS_BY_FILE, probe, join(folder, 'pnpm-lock.yaml'), pnpmVersions);
  const importer = declared === undefined ? undefined : relativeFolder(folder, declared.folder);
  return versions?.get(`${name} of ${importer}`) ?? versions?.get(name);
}

function yarnVersion(probe: FileProbe, folder: string, { name, declared }: VersionQuery): string | undefined {
  const versions = readOnce(VERSIONS_BY_FILE, probe, join(folder, 'yarn.lock'), yarnVersions);
  const keys = declared === undefined ? [] : [`${name}@${declared.range}`, `${name}@npm:${declared.range}`];
  return [...keys, name].map((key) => versions?.get(key)).find((version) => version !== undefined);
}

/** Path of an inner folder relative to a folder: `packages/a`; `.` for the folder itself. */
function relativeFolder(folder: string, inner: string): string {
  return relative(folder, inner).replaceAll('\\', '/') || '.';
}

/** Versions by the key of a look-up. */
type Versions = ReadonlyMap<string, string>;

/** Parsed files by probe and path. A lock file can be megabytes long, so one parse serves all packages. */
export type ParsedFiles<T> = WeakMap<FileProbe, Map<string, T | undefined>>;

const VERSIONS_BY_FILE: ParsedFiles<Versions> = new WeakMap();

/** Returns the result of `read` for the text of a file, which is read once; undefined if there is no such file. */
export function readOnce<T>(
  readings: ParsedFiles<T>,
  probe: FileProbe,
  path: string,
  read: (text: string) => T,
): T | undefined {
  const results = readings.get(probe) ?? new Map<string, T | undefined>();
  readings.set(probe, results);
  if (!results.has(path)) results.set(path, probe.isFile(path) ? read(probe.readText(path) ?? '') : undefined);
  return results.get(path);
}

/** Versions by `NAME of packages/a`, and the first of each package by its name. */
function pnpmVersions(text: string): Versions {
  const versions = new Map<string, string>();
  const add = (key: string, version: string | undefined): void => {
    if (version !== undefined && !versions.has(key)) versions.set(key, version);
  };
  for (const [, name = '', version] of text.matchAll(PNPM_PACKAGE)) add(name, version);
  let importer = '';
  let name = '';
  for (const line of sectionOf(text, 'importers')) {
    const [, indent = '', key = '', value = ''] = PNPM_KEY.exec(line) ?? [];
    if (indent.length === 2) importer = key;
    if (indent.length === 6) name = key;
    if (indent.length === 6 || (indent.length === 8 && key === 'version'))
      add(`${name} of ${importer}`, /^'?(\d+\.\d+\.\d+)(?!\d)/.exec(value)?.[1]);
  }
  return versions;
}

/** `  /bell/4.2.0:`, `  bell@4.2.0:`, `  '@scope/bell@4.2.0':`. */
const PNPM_PACKAGE = /^ {2}'?\/?((?:@[^@/\s:]+\/)?[^@/\s:']+)[@/](\d+\.\d+\.\d+)/gm;

/** A key and its value: `      bell: 6.1.3`. */
const PNPM_KEY = /^( *)'?([^\s':]+)'?:[ \t]*(\S*)/;

/** Lines of a top-level section. */
function sectionOf(text: string, part: string): readonly string[] {
  const start = new RegExp(`^${part}:[ \\t]*\\r?$`, 'm').exec(text)?.index;
  if (start === undefined) return [];
  const lines = text.slice(start).split(/\r?\n/);
  const end = lines.findIndex((line, index) => index > 0 && /^\S/.test(line));
  return lines.slice(1, end < 0 ? undefined : end);
}

/** Versions by `NAME@RANGE`, and the first of each package by its name. */
function yarnVersions(text: string): Versions {
  const versions = new Map<string, string>();
  for (const [, specifiers = '', version = ''] of text.matchAll(YARN_ENTRY))
    for (const specifier of specifiers.replaceAll('"', '').split(', '))
      for (const key of [specifier, specifier.slice(0, specifier.indexOf('@', 1))])
        if (!versions.has(key)) versions.set(key, version);
  return versions;
}

/** `bell@^6.0.0, bell@^6.1.0:` or `"bell@npm:^6.1.0":`, with the version on the next line. */
const YARN_ENTRY = /^("?[^\s"#][^\r\n]*):\r?\n[ \t]+version:? "?(\d+\.\d+\.\d+)/gm;
