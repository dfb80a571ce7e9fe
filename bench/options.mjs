import { statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const USAGE = `usage: npm run bench -- [DIR …] [options]

Measures scans, commits and lint runs of generated repositories and of the folders named, each beside other tools that
are installed: ripgrep, ast-grep, oxlint, ESLint. Folders are never written to: a commit is made in a copy.

  --quick            a minute or two: compares ratios to other programs with those that are kept in
                     bench/ratios.json, and ends with 1 where one is worse by a fifth. Measures nothing else
  --keep             with --quick: write the ratios to bench/ratios.json instead of comparing them

  --runs N           counted runs of each command, in turn (default 5)
  --files N          files of the generated repositories (default 10000)
  --only PARTS       only these of scan,kept,commit,eslint,sweep, by commas (default all)
  --trees NAMES      generated trees that are scanned: clean,calls,many,sdks,program (default all; '' for none)
  --cold             scan once more for each tree with the page cache emptied before each run
  --program FILE     measure this build of main.cjs (default dist/program/main.cjs)
  --ripgrep FILE     where ripgrep is (default: rg of PATH); the same for --ast-grep and --oxlint
  --out FILE         where to write (default bench/results.md; - for nowhere)
  --help             this text

'sdks' has a tenth as many files as --files says, each eight times as long; 'program' half as many again.`;

const PARTS = ['scan', 'kept', 'commit', 'eslint', 'sweep'];
const TREES = ['clean', 'calls', 'many', 'sdks', 'program'];

/** What the command line asks for; ends the process for `--help` and for what cannot be done. */
export function readOptions() {
  try {
    const { positionals, values } = parseArgs({
      allowPositionals: true,
      options: {
        quick: { type: 'boolean', default: false },
        keep: { type: 'boolean', default: false },
        runs: { type: 'string', default: '5' },
        files: { type: 'string', default: '10000' },
        only: { type: 'string', default: PARTS.join(',') },
        trees: { type: 'string', default: TREES.join(',') },
        cold: { type: 'boolean', default: false },
        program: { type: 'string', default: fileURLToPath(new URL('../dist/program/main.cjs', import.meta.url)) },
        ripgrep: { type: 'string', default: 'rg' },
        'ast-grep': { type: 'string' },
        oxlint: { type: 'string', default: 'oxlint' },
        out: { type: 'string', default: fileURLToPath(new URL('results.md', import.meta.url)) },
        help: { type: 'boolean', default: false },
      },
    });
    if (values.help) {
      console.log(USAGE);
      process.exit(0);
    }
    for (const folder of positionals) if (!statSync(folder).isDirectory()) throw new Error(`'${folder}' is no folder`);
    return {
      ...values,
      folders: positionals,
      runs: wholeNumber(values.runs, '--runs', 1),
      files: wholeNumber(values.files, '--files', 100),
      only: namesOf(values.only, '--only', PARTS),
      trees: namesOf(values.trees, '--trees', TREES),
    };
  } catch (error) {
    console.error(`error: ${error.message}\n\n${USAGE}`);
    process.exit(2);
  }
}

function wholeNumber(text, flag, least) {
  const number = Number(text);
  if (!Number.isInteger(number) || number < least) throw new Error(`${flag} is a number from ${least}`);
  return number;
}

function namesOf(text, flag, known) {
  const names = text.split(',').filter((name) => name !== '');
  const other = names.find((name) => !known.includes(name));
  if (other !== undefined) throw new Error(`${flag} knows ${known.join(', ')}, not '${other}'`);
  return new Set(names);
}
