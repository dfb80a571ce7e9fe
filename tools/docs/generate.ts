import { existsSync, mkdirSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { FileKinds } from '../../src/languages/table.js';
import { LANGUAGE_IDS } from '../../src/core/model/language.js';
import { configSchemas, configTable } from './config-schema.js';
import { deprecationPages, PAGES_FOLDER } from './deprecation-pages.js';
import { limitsPage } from './limits.js';
import { ruleFiles } from './rule-files.js';
import { terminalPicture } from './terminal-picture.js';
import { formatWhatItSees } from './what-it-sees.js';
import type { FixtureCase } from './what-it-sees.js';

const WHAT_IT_SEES_PAGE = 'docs/what-it-sees.md';
const FILE_KINDS = new FileKinds(LANGUAGE_IDS, true);

/** Wanted and current text of the page. */
export function whatItSeesPage(root: string): { readonly wanted: string; readonly current: string } {
  const current = readFileSync(`${root}/${WHAT_IT_SEES_PAGE}`, 'utf8').replaceAll('\r\n', '\n');
  return {
    wanted: replaceBetween(current, WHAT_IT_SEES_PAGE, 'fixtures', formatWhatItSees(readCases(`${root}/fixtures`))),
    current,
  };
}

const CONFIGURATION_PAGE = 'docs/configuration.md';

/** Configuration page with its table of keys. */
function configurationPage(root: string): string {
  const current = readFileSync(`${root}/${CONFIGURATION_PAGE}`, 'utf8').replaceAll('\r\n', '\n');
  return replaceBetween(current, CONFIGURATION_PAGE, 'keys', configTable());
}

/** Page with the text between its markers replaced by a generated part. */
function replaceBetween(page: string, name: string, part: string, text: string): string {
  const [begin, end] = ['begin', 'end'].map((edge) => `<!-- ${edge} generated: ${part} -->`) as [string, string];
  const [from, to] = [page.indexOf(begin), page.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`${name}: the markers '${begin}' and '${end}' are missing`);
  return `${page.slice(0, from)}${begin}\n\n${text}\n\n${page.slice(to)}`;
}

/** Cases of all themes that have source files. */
function readCases(fixtures: string): readonly FixtureCase[] {
  return foldersIn(fixtures).flatMap((theme) =>
    foldersIn(`${fixtures}/${theme}`).flatMap((name) => {
      const folder = `${fixtures}/${theme}/${name}`;
      const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .map((file) => file.replaceAll('\\', '/'))
        .filter((file) => FILE_KINDS.of(file).length > 0 && !file.endsWith('.d.ts'))
        .sort()
        .map((file) => ({ file, text: readFileSync(`${folder}/${file}`, 'utf8') }));
      return files.length === 0 || name === 'src' ? [] : [{ theme, name, files }];
    }),
  );
}

function foldersIn(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
}

/** Generated pages and pictures, by path below the root. */
async function generatedFiles(root: string): Promise<ReadonlyMap<string, string>> {
  return new Map([
    [WHAT_IT_SEES_PAGE, whatItSeesPage(root).wanted],
    ...(await deprecationPages(root)),
    [CONFIGURATION_PAGE, configurationPage(root)],
    ['docs/limits.md', limitsPage(root)],
    ...configSchemas(root),
    ...(await ruleFiles(root, replaceBetween)),
    ['docs/pictures/terminal.svg', terminalPicture(root)],
  ]);
}

/** Pages of deprecations that are no longer in the catalogue. */
function strayPages(root: string, generatedTexts: ReadonlyMap<string, string>): readonly string[] {
  const folder = `${root}/${PAGES_FOLDER}`;
  const names = existsSync(folder) ? readdirSync(folder) : [];
  return names.map((name) => `${PAGES_FOLDER}/${name}`).filter((file) => !generatedTexts.has(file));
}

const self = fileURLToPath(import.meta.url);
if (process.argv[1] !== undefined && realpathSync(process.argv[1]) === self) {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  const generatedTexts = await generatedFiles(root);
  const changedFiles = [...generatedTexts].filter(([file, text]) => readText(`${root}/${file}`) !== text);
  const strayFiles = strayPages(root, generatedTexts);
  if (process.argv.includes('--check')) {
    for (const file of [...changedFiles.map(([name]) => name), ...strayFiles])
      process.stderr.write(`${file} is not what is generated; run 'npm run generate' and commit the result\n`);
    process.exitCode = changedFiles.length + strayFiles.length === 0 ? 0 : 1;
  } else {
    for (const [file, text] of changedFiles) {
      mkdirSync(dirname(`${root}/${file}`), { recursive: true });
      writeFileSync(`${root}/${file}`, text);
      process.stdout.write(`wrote ${file}\n`);
    }
    for (const file of strayFiles) {
      rmSync(`${root}/${file}`);
      process.stdout.write(`removed ${file}\n`);
    }
  }
}

function readText(path: string): string | undefined {
  return existsSync(path) ? readFileSync(path, 'utf8').replaceAll('\r\n', '\n') : undefined;
}
