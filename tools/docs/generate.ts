import { existsSync, mkdirSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { FileKinds } from '../../src/languages/table.js';
import { LANGUAGE_IDS } from '../../src/core/model/language.js';
import { configSchemas, configTable } from './config-schema.js';
import { deprecationPages, FOLDER } from './deprecation-pages.js';
import { limitsPage } from './limits.js';
import { ruleFiles } from './rule-files.js';
import { terminalPicture } from './terminal-picture.js';
import { formatWhatItSees } from './what-it-sees.js';
import type { FixtureCase } from './what-it-sees.js';

const PAGE = 'docs/what-it-sees.md';
const KINDS = new FileKinds(LANGUAGE_IDS, true);

/** Wanted and current text of the page. */
export function whatItSeesPage(root: string): { readonly wanted: string; readonly current: string } {
  const current = readFileSync(`${root}/${PAGE}`, 'utf8').replaceAll('\r\n', '\n');
  return {
    wanted: replaceBetween(current, PAGE, 'fixtures', formatWhatItSees(readCases(`${root}/fixtures`))),
    current,
  };
}

const KEYS_PAGE = 'docs/configuration.md';

/** Configuration page with its table of keys. */
function configurationPage(root: string): string {
  const current = readFileSync(`${root}/${KEYS_PAGE}`, 'utf8').replaceAll('\r\n', '\n');
  return replaceBetween(current, KEYS_PAGE, 'keys', configTable());
}

/** Page with the text between its markers replaced by a generated part. */
function replaceBetween(page: string, name: string, part: string, text: string): string {
  const [begin, end] = ['begin', 'end'].map((word) => `<!-- ${word} generated: ${part} -->`) as [string, string];
  const [from, to] = [page.indexOf(begin), page.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`${name}: the markers '${begin}' and '${end}' are missing`);
  return `${page.slice(0, from)}${begin}\n\n${text}\n\n${page.slice(to)}`;
}

/** Cases of all themes with sources. */
function readCases(fixtures: string): readonly FixtureCase[] {
  return foldersIn(fixtures).flatMap((theme) =>
    foldersIn(`${fixtures}/${theme}`).flatMap((name) => {
      const folder = `${fixtures}/${theme}/${name}`;
      const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .map((file) => file.replaceAll('\\', '/'))
        .filter((file) => KINDS.of(file).length > 0 && !file.endsWith('.d.ts'))
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
async function wantedFiles(root: string): Promise<ReadonlyMap<string, string>> {
  return new Map([
    [PAGE, whatItSeesPage(root).wanted],
    ...(await deprecationPages(root)),
    [KEYS_PAGE, configurationPage(root)],
    ['docs/limits.md', limitsPage(root)],
    ...configSchemas(root),
    ...(await ruleFiles(root, replaceBetween)),
    ['docs/pictures/terminal.svg', terminalPicture(root)],
  ]);
}

/** Pages of former deprecations. */
function strayPages(root: string, wanted: ReadonlyMap<string, string>): readonly string[] {
  const folder = `${root}/${FOLDER}`;
  const names = existsSync(folder) ? readdirSync(folder) : [];
  return names.map((name) => `${FOLDER}/${name}`).filter((file) => !wanted.has(file));
}

const self = fileURLToPath(import.meta.url);
if (process.argv[1] !== undefined && realpathSync(process.argv[1]) === self) {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  const wanted = await wantedFiles(root);
  const changed = [...wanted].filter(([file, text]) => readText(`${root}/${file}`) !== text);
  const stray = strayPages(root, wanted);
  if (process.argv.includes('--check')) {
    for (const file of [...changed.map(([name]) => name), ...stray])
      process.stderr.write(`${file} is not what is generated; run 'npm run generate' and commit the result\n`);
    process.exitCode = changed.length + stray.length === 0 ? 0 : 1;
  } else {
    for (const [file, text] of changed) {
      mkdirSync(dirname(`${root}/${file}`), { recursive: true });
      writeFileSync(`${root}/${file}`, text);
      process.stdout.write(`wrote ${file}\n`);
    }
    for (const file of stray) {
      rmSync(`${root}/${file}`);
      process.stdout.write(`removed ${file}\n`);
    }
  }
}

function readText(path: string): string | undefined {
  return existsSync(path) ? readFileSync(path, 'utf8').replaceAll('\r\n', '\n') : undefined;
}
