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
const INDEX = 'rules/README.md';
const SDKS = ['rules/sdk-methods.json', 'rules/sdk-methods-python.json', 'rules/sdk-methods-python-2.json'];
const RESOURCES = 'rules/iac-resources.json';
const EDITION = 'rules/editions/cloudflare-current.json';
const EDITION_ENTRIES = 'rules/current/entries.json';
const EDITION_SDK = 'rules/current/sdk-methods.json';
const NAMES = 'rules/packaged-apis.json';
const RELEASE = 'rules/release.json';
const BEGIN = '<!-- begin generated: deprecations -->';
const END = '<!-- end generated: deprecations -->';

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
 * Gives the exit code: 0, or 1 if a check fails or a source is invalid.
 */
export function runGenerate(
  root: string,
  mode: 'write' | 'check',
  output: GenerateOutput,
  today = utcDay(new Date()) ?? '',
): 0 | 1 {
  let stale: readonly (readonly [file: string, text: string])[];
  try {
    stale = findStale(root, today);
  } catch (error) {
    if (!(error instanceof CatalogueError)) throw error;
    output.err(`${error.message}\n`);
    return 1;
  }
  if (mode === 'check') {
    for (const [file] of stale)
      output.err(`${file} is not what its sources give; run 'npm run generate' and commit the result\n`);
    return stale.length === 0 ? 0 : 1;
  }
  for (const [file, text] of stale) {
    writeFileSync(`${root}/${file}`, text);
    output.out(`wrote ${file}\n`);
  }
  return 0;
}

function findStale(root: string, today: IsoDate): readonly (readonly [file: string, text: string])[] {
  const { catalogue, index } = generateCatalogue(readInputs(root));
  const readme = readIfThere(`${root}/${INDEX}`);
  const read = readerOf(root);
  const specification = JSON.parse(catalogue) as CatalogueFile;
  const known = new Set(specification.deprecations.map(({ id }) => id));
  const edition = generateEdition(specification, { entries: read(EDITION_ENTRIES), sdk: read(EDITION_SDK) });
  checkResources(read(RESOURCES), known);
  for (const file of SDKS) checkSdkMethods(read(file));
  checkReplacements(root);
  checkReadings(root);
  const wanted = [
    [CATALOGUE, catalogue, readIfThere(`${root}/${CATALOGUE}`)],
    [EDITION, edition, readIfThere(`${root}/${EDITION}`)],
    [INDEX, replaceIndex(readme, index), readme],
    [NAMES, formatJson(namesOfPackaged()), readIfThere(`${root}/${NAMES}`)],
  ] as const;
  const texts = new Map<string, string>(wanted.map(([file, text]) => [file, text]));
  const written = readIfThere(`${root}/${RELEASE}`);
  const release = nextRelease(
    releasedFiles(root),
    (name) => texts.get(`rules/${name}`) ?? readIfThere(`${root}/rules/${name}`),
    { last: written === '' ? undefined : (JSON.parse(written) as Release), today },
  );
  return [...wanted, [RELEASE, formatJson(release), written] as const]
    .filter(([, text, current]) => text !== current)
    .map(([file, text]) => [file, text] as const);
}

/** Signs of the APIs with a packaged catalogue, which show that a repository uses one without reading its catalogue. */
function namesOfPackaged(): readonly Pick<Api, 'id' | 'title' | 'baseUrls' | 'packages' | 'services'>[] {
  return packagedApis().flatMap((id) => {
    const catalogue = loadCatalogue({ builtin: false, apis: [id] });
    const ended = catalogue.deprecations.flatMap((deprecation) =>
      deprecation.kind === 'package' ? deprecation.packages : [],
    );
    return apisOf(catalogue).each.map(({ api: { title, baseUrls, services }, packages }) => ({
      ...{ id, ...(title === undefined ? {} : { title }), baseUrls, packages: [...new Set([...packages, ...ended])] },
      ...(services === undefined ? {} : { services }),
    }));
  });
}

function replaceIndex(readme: string, index: string): string {
  const begin = readme.indexOf(BEGIN);
  const end = readme.indexOf(END);
  if (begin < 0 || end < begin)
    throw new CatalogueError(`the markers '${BEGIN}' and '${END}' are missing; put them around the index`, INDEX);
  return `${readme.slice(0, begin)}${BEGIN}\n\n${index}\n\n${readme.slice(end)}`;
}

/** Text of a file with unified line ends; empty for a missing file. */
function readIfThere(path: string): string {
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
