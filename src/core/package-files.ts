import { existsSync, lstatSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { errorCode } from './model/errors.js';

/** Absolute path of the folder of this package. */
export function ownFolder(): string {
  return fileURLToPath(new URL('../..', import.meta.url)).replace(/[\\/]$/, '');
}

/** Returns the URL of a file in this package's `rules` folder, which is two folders above built files. */
function rulesFile(name: string): URL {
  return new URL(`../../rules/${name}`, import.meta.url);
}

/** Names of the files in a folder of the `rules` folder, in order; none if the folder does not exist. */
export function listRulesFolder(name: string): readonly string[] {
  const folder = rulesFile(`${name}/`);
  return existsSync(folder) ? readdirSync(folder).sort() : [];
}

/** Text of a file of the `rules` folder. */
export function readRulesFile(name: string): string {
  return readFileSync(rulesFile(name), 'utf8');
}

/**
 * Bytes of a file beside the built libraries; undefined if it cannot be read. A program that runs from its sources has
 * none.
 */
export function readBuilt(name: string): Buffer | undefined {
  try {
    return readFileSync(new URL(`../libraries/${name}`, import.meta.url));
  } catch {
    return undefined;
  }
}

/** Manifest of this package. */
export interface Manifest {
  readonly name: string;
  readonly version: string;
  /** Its public repository in a form of npm: a short form or an address, alone or as `url`. */
  readonly repository?: string | { readonly url: string };
  readonly homepage?: string;
}

let manifest: Manifest | undefined;

/** The manifest of this package. */
export function readManifest(): Manifest {
  manifest ??= JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as Manifest;
  return manifest;
}

/** Name and version of this package. */
export function readTool(): Pick<Manifest, 'name' | 'version'> {
  const { name, version } = readManifest();
  return { name, version };
}

/**
 * Finds a package that is installed beside the package in a folder: in its own `node_modules`, or in the `node_modules`
 * that contains both. Unlike Node, it does not search the folders above: a program installed inside a checkout would
 * load packages of the checkout. An existing entry counts, even a broken link.
 */
export function packageBeside(name: string, packageFolder: string): string | undefined {
  const parent = dirname(packageFolder);
  const moduleFolders = [join(packageFolder, 'node_modules'), ...(basename(parent) === 'node_modules' ? [parent] : [])];
  const found = moduleFolders
    .map((folder) => join(folder, name))
    .find((folder) => lstatSync(folder, { throwIfNoEntry: false }) !== undefined);
  return found ?? (process.versions['pnp'] === undefined ? undefined : resolvePlugAndPlay(name, packageFolder));
}

/**
 * Resolves a package under Yarn's Plug'n'Play, which has no `node_modules`, and resolves only declared dependencies.
 */
function resolvePlugAndPlay(name: string, packageFolder: string): string | undefined {
  try {
    return dirname(createRequire(join(packageFolder, 'package.json')).resolve(`${name}/package.json`));
  } catch (error) {
    if (errorCode(error) === 'MODULE_NOT_FOUND') return undefined;
    throw error;
  }
}
