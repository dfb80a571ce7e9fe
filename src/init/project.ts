import { existsSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { asRecord, jsonRecord, parseJson } from '../lib/json.js';
import { MEGABYTE, readRegularFile } from '../lib/read-file.js';
import { ConfigError } from '../model/errors.js';
import { listFound } from '../scan/prepare-scan.js';
import { FileProbe } from '../sources/file-probe.js';
import { SkipLog } from '../sources/skip-log.js';
import { declaredPackages, findWorkspaces } from '../sources/workspaces.js';
import { packageManager } from './package-manager.js';
import type { PackageManager } from './package-manager.js';
import { readOwn } from './read-own.js';

export type Json = Readonly<Record<string, unknown>>;

/** Facts of a folder that `init` uses, collected without running any code from it. */
export interface Project {
  readonly folder: string;
  /** package.json; undefined where there is none. */
  readonly manifest: Json | undefined;
  readonly manager: PackageManager;
  /** Files of a scan, relative to the folder. */
  readonly files: readonly string[];
  /** Folders of the packages of the workspace that is declared here, relative to the folder. */
  readonly packages: readonly string[];
  /** Whether the folder is a package of a workspace that is declared above it. */
  readonly isPackage: boolean;
}

/**
 * Examines a folder.
 *
 * @throws ConfigError where its package.json cannot be read or is no JSON object.
 */
export function readProject(folder: string): Project {
  const manifest = readManifest(folder);
  const probe = new FileProbe();
  const declaresPackages = declaredPackages(folder, probe).globs.length > 0;
  const packages = [...findWorkspaces(folder, probe).packages.values()];
  const list = listFound({ root: folder, asOf: '1970-01-01' }, new SkipLog(() => true));
  const named = manifest?.['packageManager'];
  return {
    folder,
    manifest,
    manager: packageManager(typeof named === 'string' ? named : undefined, (name) => existsSync(join(folder, name))),
    files: [...list.files, ...list.perhaps],
    packages: declaresPackages
      ? packages.map((path) => relative(folder, path).split(sep).join('/')).filter((name) => name !== '')
      : [],
    isPackage: !declaresPackages && packages.includes(folder),
  };
}

function readManifest(folder: string): Json | undefined {
  const text = readOwn(folder, 'package.json');
  if (text === undefined) return undefined;
  const parsed = parseJson(text);
  const path = join(folder, 'package.json');
  if (parsed.kind === 'value') {
    const manifest = asRecord(parsed.value);
    if (manifest === undefined) throw new ConfigError(`'${path}' is no JSON object. Correct it and run again.`);
    return manifest;
  }
  const { what, line, column } = parsed.problem;
  throw new ConfigError(
    `'${path}' is not valid JSON: ${what} at ${String(line)}:${String(column)}. Correct it and run again.`,
  );
}

/** The first of these files that a project has. */
export function firstOf({ folder }: Project, names: readonly string[]): string | undefined {
  return names.find((name) => existsSync(join(folder, name)));
}

/** A field of a manifest that is a record. */
export function recordOf(json: Json | undefined, key: string): Json | undefined {
  return asRecord(json?.[key]);
}

const DEPENDENCIES = ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies'];

/** The versions of a package in the manifest; undefined where it does not name it. */
export function declared({ manifest }: Project, name: string): string | undefined {
  const found = DEPENDENCIES.map((key) => recordOf(manifest, key)?.[name]).find((range) => range !== undefined);
  return typeof found === 'string' ? found : undefined;
}

/** Folder of a package that programs of this folder can load; undefined where it is not installed. */
function packageFolder({ folder }: Project, name: string): string | undefined {
  for (let current = folder; ; current = dirname(current)) {
    const path = join(current, 'node_modules', name);
    if (existsSync(join(path, 'package.json'))) return path;
    if (dirname(current) === current) return undefined;
  }
}

/** Whether programs of this folder can load a package. Under Yarn's Plug'n'Play, declared packages can be. */
export function isInstalled(project: Project, name: string): boolean {
  if (packageFolder(project, name) !== undefined) return true;
  return declared(project, name) !== undefined && existsSync(join(project.folder, '.pnp.cjs'));
}

/** Major and minor version of a package: of the installed one, else the least that is declared. */
export function versionOf(project: Project, name: string): readonly [major: number, minor: number] | undefined {
  const path = packageFolder(project, name);
  const content = path === undefined ? undefined : readRegularFile(join(path, 'package.json'), { limit: MEGABYTE });
  const version = content?.kind === 'text' ? jsonRecord(content.text)?.['version'] : undefined;
  const text = typeof version === 'string' ? version : declared(project, name);
  const numbers = /(\d+)(?:\.(\d+))?/.exec(text ?? '');
  return numbers === null ? undefined : [Number(numbers[1]), Number(numbers[2] ?? 0)];
}
