import { readdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { FileKinds } from '../languages/file-kinds.js';
import { LANGUAGE_IDS } from '../model/language.js';
import { formatWhatItSees } from './what-it-sees.js';
import type { FixtureCase } from './what-it-sees.js';

const PAGE = 'docs/what-it-sees.md';
const BEGIN = '<!-- begin generated: fixtures -->';
const END = '<!-- end generated: fixtures -->';
const KINDS = new FileKinds(LANGUAGE_IDS, true);

/** Text that the page should have, and the one it has. */
export function whatItSeesPage(root: string): { readonly wanted: string; readonly current: string } {
  const current = readFileSync(`${root}/${PAGE}`, 'utf8').replaceAll('\r\n', '\n');
  const begin = current.indexOf(BEGIN);
  const end = current.indexOf(END);
  if (begin < 0 || end < begin) throw new Error(`${PAGE}: the markers '${BEGIN}' and '${END}' are missing`);
  return {
    wanted: `${current.slice(0, begin)}${BEGIN}\n\n${formatWhatItSees(readCases(`${root}/fixtures`))}\n\n${current.slice(end)}`,
    current,
  };
}

/** The cases of all themes that have sources. */
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

const self = fileURLToPath(import.meta.url);
if (process.argv[1] !== undefined && realpathSync(process.argv[1]) === self) {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  const { wanted, current } = whatItSeesPage(root);
  if (process.argv.includes('--check')) {
    if (wanted !== current)
      process.stderr.write(`${PAGE} is not what the fixtures give; run 'npm run generate' and commit the result\n`);
    process.exitCode = wanted === current ? 0 : 1;
  } else if (wanted !== current) {
    writeFileSync(`${root}/${PAGE}`, wanted);
    process.stdout.write(`wrote ${PAGE}\n`);
  }
}
