import { readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { apisOf } from '../../src/core/api/known-apis.js';
import { loadCatalogue } from '../../src/knowledge/catalogue/load.js';
import { packagedApis } from '../../src/knowledge/catalogue/packaged.js';
import type { Release } from '../../src/knowledge/catalogue/catalogue-files.js';
import { utcDay } from '../../src/core/lib/iso-date.js';
import type { Api, IsoDate } from '../../src/core/model/deprecation.js';
import { CatalogueError } from '../../src/core/model/errors.js';
import { formatJson } from './format-json.js';
import type { CatalogueInputs } from './generate-catalogue.js';
import { generateCatalogue } from './generate-catalogue.js';
import { generateEdition } from './generate-edition.js';
import { checkReplacements } from './check-replacements.js';
import { checkResources } from './check-resources.js';
import { checkSdkMethods } from './check-sdk-methods.js';
import { checkReadings } from '../readings/readings.js';
import { nextRelease, releasedFiles } from './release.js';
import type { SourceText } from '../../src/knowledge/catalogue/source-text.js';
import type { CatalogueFile } from '../../src/knowledge/catalogue/file-format.js';

const CATALOGUE = 'rules/catalogue.json';
const INDEX_PAGE = 'rules/README.md';
const SDK_FILES = ['rules/sdk-methods.json', 'rules/sdk-methods-python.json', 'rules/sdk-methods-python-2.json'];
const RESOURCES = 'rules/iac-resources.json';
const EDITION = 'rules/editions/cloudflare-current.json';
const EDITION_ENTRIES = 'rules/current/entries.json';
const EDITION_SDK = 'rules/current/sdk-methods.json';
const PACKAGED_APIS = 'rules/packaged-apis.json';
const RELEASE = 'rules/release.json';
const BEGIN_MARKER = '<!-- begin generated: deprecations -->';
const END_MARKER = '<!-- end generated: deprecations -->';

/** Output streams of the generator. */
export interface GenerateOutput {
  out(text: string): void;
  err(text: string): void;
}

/** Reads the hand-written files below a project root. Throws if one cannot be read. */
export function readInputs(root: string): CatalogueInputs {
  const read = readerOf(root);
  return {
    endOfLife: read('rules/end-of-life.md'),
    joins: read('rules/joins.json'),
    advice: read('rules/advice.json'),
    nearMisses: read('rules/near-misses.json'),
    valueNotes: read('rules/value-notes.json'),
    vendorPages: read('rules/vendor-pages.json'),
  };
}

function readerOf(root: string): (file: string) => SourceText {
  return (file) => ({ file, text: readFileSync(`${root}/${file}`, 'utf8') });
}

/**
 * Checks the tables, and writes the generated files below a project root, or, for `check`, lists the outdated ones.
 * Returns the exit code: 0, or 1 if a check fails or a source is invalid.
 */
export function runGenerate(
  root: string,
  mode: 'write' | 'check',
  output: GenerateOutput,
  today = utcDay(new Date()) ?? '',
): 0 | 1 {
  let staleFiles: readonly (readonly [file: string, text: string])[];
  try {
    staleFiles = findStaleFiles(root, today);
  } catch (error) {
    if (!(error instanceof CatalogueError)) throw error;
    output.err(`${error.message}\n`);
    return 1;
  }
  if (mode === 'check') {
    for (const [file] of staleFiles)
      output.err(`${file} is not what its sources give; run 'npm run generate' and commit the result\n`);
    return staleFiles.length === 0 ? 0 : 1;
  }
  for (const [file, text] of staleFiles) {
    writeFileSync(`${root}/${file}`, text);
    output.out(`wrote ${file}\n`);
  }
  return 0;
}

function findStaleFiles(root: string, today: IsoDate): readonly (readonly [file: string, text: string])[] {
  const { catalogue, index } = generateCatalogue(readInputs(root));
  const readme = readIfPresent(`${root}/${INDEX_PAGE}`);
  const read = readerOf(root);
  const specification = JSON.parse(catalogue) as CatalogueFile;
  const knownIds = new Set(specification.deprecations.map(({ id }) => id));
  const edition = generateEdition(specification, { entries: read(EDITION_ENTRIES), sdk: read(EDITION_SDK) });
  checkResources(read(RESOURCES), knownIds);
  for (const file of SDK_FILES) checkSdkMethods(read(file));
  checkReplacements(root);
  checkReadings(root);
  const generatedFiles = [
    [CATALOGUE, catalogue, readIfPresent(`${root}/${CATALOGUE}`)],
    [EDITION, edition, readIfPresent(`${root}/${EDITION}`)],
    [INDEX_PAGE, replaceIndex(readme, index), readme],
    [PACKAGED_APIS, formatJson(signsOfPackagedApis()), readIfPresent(`${root}/${PACKAGED_APIS}`)],
  ] as const;
  const textByFile = new Map<string, string>(generatedFiles.map(([file, text]) => [file, text]));
  const storedRelease = readIfPresent(`${root}/${RELEASE}`);
  const release = nextRelease(
    releasedFiles(root),
    (name) => textByFile.get(`rules/${name}`) ?? readIfPresent(`${root}/rules/${name}`),
    { last: storedRelease === '' ? undefined : (JSON.parse(storedRelease) as Release), today },
  );
  return [...generatedFiles, [RELEASE, formatJson(release), storedRelease] as const]
    .filter(([, text, current]) => text !== current)
    .map(([file, text]) => [file, text] as const);
}

/** Names and addresses of the APIs with a packaged catalogue, which show their use without reading the catalogue. */
function signsOfPackagedApis(): readonly Pick<Api, 'id' | 'title' | 'baseUrls' | 'packages' | 'services'>[] {
  return packagedApis().flatMap((id) => {
    const catalogue = loadCatalogue({ builtin: false, apis: [id] });
    const endedPackages = catalogue.deprecations.flatMap((deprecation) =>
      deprecation.kind === 'package' ? deprecation.packages : [],
    );
    return apisOf(catalogue).each.map(({ api: { title, baseUrls, services }, packages }) => ({
      ...{
        id,
        ...(title === undefined ? {} : { title }),
        baseUrls,
        packages: [...new Set([...packages, ...endedPackages])],
      },
      ...(services === undefined ? {} : { services }),
    }));
  });
}

function replaceIndex(readme: string, index: string): string {
  const begin = readme.indexOf(BEGIN_MARKER);
  const end = readme.indexOf(END_MARKER);
  if (begin < 0 || end < begin)
    throw new CatalogueError(
      `the markers '${BEGIN_MARKER}' and '${END_MARKER}' are missing; put them around the index`,
      INDEX_PAGE,
    );
  return `${readme.slice(0, begin)}${BEGIN_MARKER}\n\n${index}\n\n${readme.slice(end)}`;
}

/** Text of a file with unified line ends; empty for a missing file. */
function readIfPresent(path: string): string {
  try {
    return readFileSync(path, 'utf8').replaceAll('\r\n', '\n');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return '';
    throw error;
  }
}

const self = fileURLToPath(import.meta.url);
if (process.argv[1] !== undefined && realpathSync(process.argv[1]) === self) {
  const mode = process.argv.includes('--check') ? 'check' : 'write';
  process.exitCode = runGenerate(fileURLToPath(new URL('../..', import.meta.url)), mode, {
    out: (text) => process.stdout.write(text),
    err: (text) => process.stderr.write(text),
  });
}
