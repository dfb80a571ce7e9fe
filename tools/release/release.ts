import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { DATA_PACKAGE } from '../../src/knowledge/catalogue/catalogue-files.js';
import { writeDataPackage } from '../catalogue/data-package.js';
import { formatJson } from '../catalogue/format-json.js';
import { readAddresses, ReleaseError } from './addresses.js';
import type { Addresses } from './addresses.js';

const HELP = `Usage: npm run release -- --repository URL --homepage URL --bugs URL [--catalogues] [--out DIR]

Writes everything to publish into a folder, by default dist/release, complete or not at all:

  npm/NAME/      packages for 'npm publish', with these addresses
  mirrors/NAME/  contents of repositories: pre-commit hooks, the action, the GitLab component,
                 the plugins for MegaLinter and Trunk, the action for reviewdog

  --repository URL  public repository
  --homepage URL    page that introduces the program
  --bugs URL        page for reports
  --catalogues      only the package of catalogues, for newer facts without a newer program
  --out DIR         folder; an earlier release in it is replaced
  --help            shows this text

The package of catalogues needs the private key, in the file that SUNSET_RELEASE_KEY names; without it, a release
leaves the package out. Nothing is published, and the network is not used.
`;

/** Name of the file that marks a folder as a release. */
const MARK_FILE = 'release.json';
const PACKAGE_FOLDERS = ['.', 'packages/catalogue-tools', 'packages/waf-plan'];
/** Keys of a manifest that are not published. */
const REPOSITORY_KEYS = ['scripts', 'devDependencies', 'workspaces', 'overrides', 'private'];
const ACTION_FILES = ['action.yml', 'action.sh', 'templates/post-comment.mjs'];

type Manifest = Readonly<Record<string, unknown>> & { readonly name: string; readonly version: string };

/** Parts of a release. */
interface ReleaseParts {
  /** Private key in PEM that signs the package of catalogues, which is left out without one. */
  readonly key?: string | undefined;
  /** Whether to write only the package of catalogues. */
  readonly cataloguesOnly?: boolean | undefined;
}

/**
 * Writes a release of the built project in `root` into a folder, complete or not at all; an earlier release there is
 * replaced. Returns the paths of the packages and mirrors in it.
 */
export function writeRelease(
  root: string,
  folder: string,
  addresses: Addresses,
  parts: ReleaseParts = {},
): readonly string[] {
  if (existsSync(folder) && !existsSync(join(folder, MARK_FILE)))
    throw new ReleaseError(`${folder} already exists, and it is not a release. Name another folder with --out.`);
  const { key, cataloguesOnly = false } = parts;
  if (cataloguesOnly && key === undefined)
    throw new ReleaseError('SUNSET_RELEASE_KEY is missing, and no program accepts unsigned catalogues.');
  const temporaryFolder = join(dirname(folder), `.${basename(folder)}-${process.pid}`);
  try {
    const { version } = readManifest(root);
    if (key !== undefined)
      writeDataPackage(root, join(temporaryFolder, 'npm', DATA_PACKAGE), key, publicFields(addresses));
    if (!cataloguesOnly) {
      const files = packedFiles(root);
      for (const path of PACKAGE_FOLDERS) writePackage(root, path, files, { temporaryFolder, addresses });
      writeMirrors(root, join(temporaryFolder, 'mirrors'), version, addresses);
    }
    const writtenFolders = readdirSync(temporaryFolder).flatMap((kind) =>
      readdirSync(join(temporaryFolder, kind)).map((name) => `${kind}/${name}`),
    );
    writeFileSync(join(temporaryFolder, MARK_FILE), formatJson({ version, ...addresses, written: writtenFolders }));
    rmSync(folder, { recursive: true, force: true });
    renameSync(temporaryFolder, folder);
    return writtenFolders;
  } finally {
    rmSync(temporaryFolder, { recursive: true, force: true });
  }
}

/** Runs the command line, and returns its exit code and output. */
export function runRelease(root: string, args: readonly string[]): { readonly code: number; readonly output: string } {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        repository: { type: 'string' },
        homepage: { type: 'string' },
        bugs: { type: 'string' },
        catalogues: { type: 'boolean' },
        out: { type: 'string', default: 'dist/release' },
        help: { type: 'boolean' },
      },
    });
    if (values.help === true) return { code: 0, output: HELP };
    const addresses = readAddresses(values);
    const keyFile = process.env['SUNSET_RELEASE_KEY'];
    const key = keyFile === undefined ? undefined : readFileSync(keyFile, 'utf8');
    const folder = resolve(root, values.out);
    const writtenFolders = writeRelease(root, folder, addresses, { key, cataloguesOnly: values.catalogues });
    const omission = key === undefined ? `${DATA_PACKAGE} is left out: SUNSET_RELEASE_KEY names no key.\n` : '';
    return { code: 0, output: `${folder}:\n${writtenFolders.map((path) => `  ${path}\n`).join('')}${omission}` };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { code: 2, output: `error: ${message}\nNothing was written. --help shows what is needed.\n` };
  }
}

function writePackage(
  root: string,
  path: string,
  filesByPackage: ReadonlyMap<string, readonly string[]>,
  { temporaryFolder, addresses }: { readonly temporaryFolder: string; readonly addresses: Addresses },
): void {
  const source = join(root, path);
  const manifest = readManifest(source);
  const folder = join(temporaryFolder, 'npm', manifest.name);
  const files = filesByPackage.get(manifest.name) ?? [];
  const referencedFiles = JSON.stringify([manifest['bin'], manifest['main'], manifest['exports']]).match(
    /(?<="\.\/)[^"]+(?="(?!:))/g,
  );
  const missingFiles = referencedFiles?.filter((file) => !files.includes(file)) ?? [];
  if (missingFiles.length > 0)
    throw new ReleaseError(`${manifest.name} lacks ${missingFiles.join(', ')}. Run npm run build first.`);
  for (const file of files) copyFile(join(source, file), join(folder, file));
  const readme = join(folder, 'README.md');
  writeFileSync(readme, releasedReadme(readFileSync(readme, 'utf8')));
  const publishedEntries = Object.entries(manifest).filter(([key]) => !REPOSITORY_KEYS.includes(key));
  const { name, version, description, ...otherFields } = Object.fromEntries(publishedEntries);
  const publishedManifest = { name, version, description, ...publicFields(addresses, path), ...otherFields };
  writeFileSync(join(folder, 'package.json'), formatJson(publishedManifest));
}

/** Replaces the instructions for installing a clone with those for the published package. */
function releasedReadme(text: string): string {
  const releasedText = text.replace(
    /^Not on the npm registry yet\.[^]*?[Ii]n your project([^:]*):\n\n```sh\nnpm install --save-dev .*$/m,
    'In your project$1:\n\n```sh\nnpm install --save-dev sunset-lint',
  );
  if (/not on the npm registry/i.test(releasedText))
    throw new ReleaseError('README.md says that the package is not on the npm registry, in words that are not known.');
  return releasedText;
}

/** The addresses as npm reads them; `directory` is the folder of the package in the repository. */
function publicFields({ repository, homepage, bugs }: Addresses, directory = '.'): object {
  const url = `git+${repository}.git`;
  return {
    homepage,
    bugs: { url: bugs },
    repository: { type: 'git', url, ...(directory === '.' ? {} : { directory }) },
  };
}

/** Files of each package that npm would publish, by the name of the package. */
function packedFiles(root: string): ReadonlyMap<string, readonly string[]> {
  const folders = PACKAGE_FOLDERS.map((path) => `./${path}`);
  const { status, stdout, stderr } = spawnSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts', ...folders], {
    cwd: root,
    encoding: 'utf8',
    // npm is a script on Windows.
    shell: process.platform === 'win32',
  });
  if (status !== 0) throw new ReleaseError(`npm pack failed: ${stderr}`);
  const packed = JSON.parse(stdout) as readonly {
    readonly name: string;
    readonly files: readonly { readonly path: string }[];
  }[];
  return new Map(packed.map(({ name, files }) => [name, files.map(({ path }) => path)]));
}

function writeMirrors(root: string, folder: string, version: string, addresses: Addresses): void {
  const values: Readonly<Record<string, string>> = {
    __VERSION__: version,
    __REPOSITORY__: addresses.repository,
    __HOMEPAGE__: addresses.homepage,
    __BUGS__: addresses.bugs,
  };
  const sources = join(root, 'templates/mirrors');
  for (const name of readdirSync(sources, { recursive: true, encoding: 'utf8' })) {
    if (!statSync(join(sources, name)).isFile()) continue;
    const text = readFileSync(join(sources, name), 'utf8').replace(/__[A-Z]+__/g, (word) => {
      const value = values[word];
      if (value === undefined) throw new ReleaseError(`templates/mirrors/${name} has ${word}, which has no value.`);
      return value;
    });
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  for (const mirror of readdirSync(folder)) copyFile(join(root, 'LICENSE'), join(folder, mirror, 'LICENSE'));
  for (const file of ACTION_FILES) copyFile(join(root, file), join(folder, 'action', file));
}

function copyFile(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true });
  cpSync(from, to);
}

function readManifest(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { code, output } = runRelease(fileURLToPath(new URL('../..', import.meta.url)), process.argv.slice(2));
  process[code === 0 ? 'stdout' : 'stderr'].write(output);
  process.exitCode = code;
}
