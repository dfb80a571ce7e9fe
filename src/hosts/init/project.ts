import { existsSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { asRecord, jsonRecord, parseJson } from '../../core/lib/json.js';
import { readTool } from '../../core/package-files.js';
import { MEGABYTE, readRegularFile } from '../../core/lib/read-file.js';
import { ConfigError } from '../../core/model/errors.js';
import { listScanFiles } from '../../scan/prepare-scan.js';
import { FileProbe } from '../../files/file-probe.js';
import { SkipLog } from '../../files/skip-log.js';
import { declaredPackages, findWorkspaces } from '../../files/workspaces.js';
import { readFolderFile } from './step.js';

export type Json = Readonly<Record<string, unknown>>;

/** Information about a folder for `init`, collected without running code of the folder. */
export interface Project {
  readonly folder: string;
  /** Content of package.json, if it exists. */
  readonly manifest: Json | undefined;
  readonly manager: PackageManager;
  /** Files of a scan, relative to the folder. */
  readonly files: readonly string[];
  /** Folders of the workspace's packages, if the folder declares a workspace; relative to the folder. */
  readonly packages: readonly string[];
  /** Whether the folder is a package of a workspace that is declared above it. */
  readonly isPackage: boolean;
}

/** Examines a folder. @throws ConfigError if its package.json cannot be read or is not a JSON object. */
export function readProject(folder: string): Project {
  const manifest = readManifest(folder);
  const probe = new FileProbe();
  const declaresPackages = declaredPackages(folder, probe).globs.length > 0;
  const packages = [...findWorkspaces(folder, probe).packages.values()];
  const foundFiles = listScanFiles({ root: folder }, new SkipLog(() => true));
  const packageManagerField = manifest?.['packageManager'];
  return {
    folder,
    manifest,
    manager: packageManager(typeof packageManagerField === 'string' ? packageManagerField : undefined, (name) =>
      existsSync(join(folder, name)),
    ),
    files: [...foundFiles.files, ...foundFiles.perhaps],
    packages: declaresPackages
      ? packages.map((path) => relative(folder, path).split(sep).join('/')).filter((name) => name !== '')
      : [],
    isPackage: !declaresPackages && packages.includes(folder),
  };
}

function readManifest(folder: string): Json | undefined {
  const text = readFolderFile(folder, 'package.json');
  if (text === undefined) return undefined;
  const parsed = parseJson(text);
  const path = join(folder, 'package.json');
  if (parsed.kind === 'value') {
    const manifest = asRecord(parsed.value);
    if (manifest === undefined) throw new ConfigError(`'${path}' is not a JSON object. Correct it and run again.`);
    return manifest;
  }
  const { what, line, column } = parsed.problem;
  throw new ConfigError(
    `'${path}' is not valid JSON: ${what} at ${String(line)}:${String(column)}. Correct it and run again.`,
  );
}

/** Returns the first of the named files that a project has. */
export function firstExistingFile({ folder }: Project, names: readonly string[]): string | undefined {
  return names.find((name) => existsSync(join(folder, name)));
}

/** Returns a field of a JSON object if the field is an object. */
export function recordOf(json: Json | undefined, key: string): Json | undefined {
  return asRecord(json?.[key]);
}

const DEPENDENCIES = ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies'];

/** Returns the version range of a dependency in the manifest. */
export function declaredRange({ manifest }: Project, name: string): string | undefined {
  const range = DEPENDENCIES.map((key) => recordOf(manifest, key)?.[name]).find((value) => value !== undefined);
  return typeof range === 'string' ? range : undefined;
}

/** Finds the installed package that programs of the project would load. */
function packageFolder({ folder }: Project, name: string): string | undefined {
  for (let current = folder; ; current = dirname(current)) {
    const path = join(current, 'node_modules', name);
    if (existsSync(join(path, 'package.json'))) return path;
    if (dirname(current) === current) return undefined;
  }
}

/** Whether programs of the project can load a package: with Yarn's Plug'n'Play, every declared package. */
export function isInstalled(project: Project, name: string): boolean {
  if (packageFolder(project, name) !== undefined) return true;
  return declaredRange(project, name) !== undefined && existsSync(join(project.folder, '.pnp.cjs'));
}

/** Returns the version of an installed package, or else the lowest declared version. */
export function versionOf(project: Project, name: string): readonly [major: number, minor: number] | undefined {
  const path = packageFolder(project, name);
  const content = path === undefined ? undefined : readRegularFile(join(path, 'package.json'), { limit: MEGABYTE });
  const version = content?.kind === 'text' ? jsonRecord(content.text)?.['version'] : undefined;
  const range = typeof version === 'string' ? version : declaredRange(project, name);
  const numbers = /(\d+)(?:\.(\d+))?/.exec(range ?? '');
  return numbers === null ? undefined : [Number(numbers[1]), Number(numbers[2] ?? 0)];
}

/** Commands of a package manager. */
interface PackageManager {
  /** Adds packages for development: `npm install --save-dev`. */
  readonly add: string;
  /** Runs a program of an installed package without installing any: `npx --no-install`. */
  readonly exec: string;
  /** Installs the versions of the lock file on a CI server, without running scripts of packages. */
  readonly install: string;
  /** The GitHub action that installs the manager itself. */
  readonly action?: string;
  /** The command for other CI servers, and for GitHub if there is no action. */
  readonly setup?: string;
}

interface ManagerRow extends PackageManager {
  /** Value of `packageManager` in package.json. */
  readonly name: RegExp;
  /** Files each of which identifies the manager. */
  readonly files: readonly string[];
}

/** Action that installs pnpm without Corepack, which Node 25 and later do not have. */
export const PNPM_ACTION = 'pnpm/action-setup@v5';
const COREPACK = 'corepack enable';

const MANAGERS: readonly ManagerRow[] = [
  {
    name: /^pnpm@/,
    files: ['pnpm-lock.yaml', 'pnpm-workspace.yaml'],
    add: 'pnpm add --save-dev',
    exec: 'pnpm exec',
    install: 'pnpm install --frozen-lockfile --ignore-scripts',
    action: PNPM_ACTION,
    setup: COREPACK,
  },
  {
    name: /^yarn@(?!1\.)/,
    files: ['.yarnrc.yml', '.pnp.cjs'],
    add: 'yarn add --dev',
    exec: 'yarn run',
    install: 'yarn install --immutable --mode=skip-build',
    setup: COREPACK,
  },
  {
    name: /^yarn@1\./,
    files: ['yarn.lock'],
    add: 'yarn add --dev',
    exec: 'yarn run',
    install: 'yarn install --frozen-lockfile --ignore-scripts',
    setup: COREPACK,
  },
  {
    name: /^bun@/,
    files: ['bun.lock', 'bun.lockb'],
    add: 'bun add --dev',
    exec: 'bun run',
    install: 'bun install --frozen-lockfile --ignore-scripts',
    action: 'oven-sh/setup-bun@v2',
    setup: 'npm install --global bun',
  },
  {
    name: /^npm@/,
    files: ['package-lock.json', 'npm-shrinkwrap.json'],
    add: 'npm install --save-dev',
    exec: 'npx --no-install',
    install: 'npm ci --ignore-scripts',
  },
];

const NPM_WITHOUT_LOCK_FILE: PackageManager = {
  add: 'npm install --save-dev',
  exec: 'npx --no-install',
  install: 'npm install --ignore-scripts',
};

/** Determines the package manager by the manifest, then by lock files; default: npm. */
function packageManager(declaredManager: string | undefined, hasFileNamed: (name: string) => boolean): PackageManager {
  const hasFile = (row: ManagerRow): boolean => row.files.some(hasFileNamed);
  return (
    (declaredManager === undefined
      ? undefined
      : MANAGERS.find(
          ({ name, files }) =>
            name.test(declaredManager) && (!/^npm@/.test(declaredManager) || files.some(hasFileNamed)),
        )) ??
    MANAGERS.find(hasFile) ??
    NPM_WITHOUT_LOCK_FILE
  );
}

/** Returns the name of the file that `npm pack` creates for this package, which is not in the registry. */
function packedFileName(): string {
  const { name, version } = readTool();
  return `${name}-${version}.tgz`;
}

/** Returns the command that installs this package in a project. */
export function installCommand({ manager }: Project): string {
  return `${manager.add} ./${packedFileName()}`;
}

/** Returns the command that installs this package under an alias, from the source that the project uses. */
export function installAliasCommand(project: Project, alias: string): string {
  const source = declaredRange(project, readTool().name);
  return `${project.manager.add} ${alias}@${source?.includes(':') === true ? source : `file:${packedFileName()}`}`;
}
