import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { DATA_PACKAGE, SIGNATURE_FILE, signRelease, versionOf } from '../../src/knowledge/catalogue/catalogue-files.js';
import type { Release } from '../../src/knowledge/catalogue/catalogue-files.js';
import type { CatalogueFile } from '../../src/knowledge/catalogue/file-format.js';
import { formatJson } from './format-json.js';

/**
 * Writes the package of catalogues from a project root into a folder, signed with a private key in PEM: programs reject
 * an unsigned package. `addresses` are fields of its manifest. Returns its version.
 */
export function writeDataPackage(root: string, folder: string, privateKey?: string, addresses: object = {}): string {
  const release = JSON.parse(readFileSync(`${root}/rules/release.json`, 'utf8')) as Release;
  const version = versionOf(release);
  rmSync(folder, { recursive: true, force: true });
  for (const name of ['release.json', ...Object.keys(release.files)]) {
    mkdirSync(dirname(`${folder}/rules/${name}`), { recursive: true });
    cpSync(`${root}/rules/${name}`, `${folder}/rules/${name}`);
  }
  if (privateKey !== undefined)
    writeFileSync(`${folder}/rules/${SIGNATURE_FILE}`, `${signRelease(release, privateKey)}\n`);
  cpSync(`${root}/LICENSE`, `${folder}/LICENSE`);
  writeFileSync(`${folder}/package.json`, formatJson(manifestOf(root, version, addresses)));
  writeFileSync(`${folder}/README.md`, readmeOf(release, sourcesOf(root, release)));
  return version;
}

function manifestOf(root: string, version: string, addresses: object): object {
  const programManifest = JSON.parse(readFileSync(`${root}/package.json`, 'utf8')) as Readonly<Record<string, unknown>>;
  return {
    name: DATA_PACKAGE,
    version,
    description:
      'The catalogues of sunset-lint: which operations of HTTP APIs are deprecated, until when, and what replaces them.',
    license: programManifest['license'],
    ...addresses,
    type: 'commonjs',
    exports: { './package.json': './package.json', './rules/*': './rules/*' },
    files: ['rules'],
    publishConfig: programManifest['publishConfig'],
  };
}

/** Table rows of the sources, with their licences. */
function sourcesOf(root: string, { files }: Release): readonly string[] {
  return Object.keys(files).flatMap((name) => {
    const { edition } = JSON.parse(readFileSync(`${root}/rules/${name}`, 'utf8')) as Partial<CatalogueFile>;
    return (edition?.sources ?? []).map(({ title, url, retrieved, licence }) =>
      [`\`${name}\``, title, url ?? '', retrieved ?? '', licence ?? ''].join(' | '),
    );
  });
}

function readmeOf(release: Release, sources: readonly string[]): string {
  return `# ${DATA_PACKAGE}

The catalogues of sunset-lint as they were on ${release.day}: data alone, nothing in it runs. Installed beside
sunset-lint, it adds newer facts without a newer program; sunset-lint takes the newer of these and its own. The version
is the format, the day and a number for each further release of that day.

Facts were taken from the sources below, in our own words.

| Catalogue | Source | Address | Read | Licence |
|---|---|---|---|---|
${sources.map((line) => `| ${line} |`).join('\n')}
`;
}
