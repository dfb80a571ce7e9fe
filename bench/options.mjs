import { statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { TREES } from './trees.mjs';

const USAGE = `usage: npm run bench -- [DIR …] [options]

Measures scans, commits and lint runs of generated trees and of the folders named, each beside an earlier build and other
tools that are installed: ripgrep, ast-grep, oxlint, ESLint. Folders are never written to: a commit is made in a copy.

  --against REF      build this commit in a folder of its own, and run both builds in turn
  --quick            counts the work done in generated trees, takes ratios to other programs, and ends with 1 where one
                     is worse than bench/counters.json and bench/ratios.json say. Measures nothing else
  --keep             with --quick: write what is measured to these files instead
  --why TEXT         with --keep: why a figure may rise
  --figures NAMES    with --quick: only counters, or only ratios

  --runs N           counted runs of each command, in turn (default 5)
  --only PARTS       only these of scan,work,kept,commit,eslint,sweep, by commas (default all)
  --trees NAMES      generated trees that are scanned (default all; '' for none): ${TREES.join(',')}
  --size SIZE        of the generated trees: small or large (default large)
  --limit S          end a run that takes more CPU seconds
  --types            also measure typescript-eslint's no-deprecated, which needs types and takes minutes
  --cold             scan once more for each tree with the page cache emptied before each run
  --ripgrep FILE     where ripgrep is (default: rg of PATH); the same for --ast-grep and --oxlint
  --out FILE         where to write (default bench/results.md; - for nowhere)
  --help             this text`;

const FIGURES = ['counters', 'ratios'];
const PARTS = ['scan', 'work', 'kept', 'commit', 'eslint', 'sweep'];

/** Reads the command line; ends the process for `--help` and for invalid options. */
export function readOptions() {
  try {
    const { positionals, values } = parseArgs({
      allowPositionals: true,
      options: {
        against: { type: 'string' },
        quick: { type: 'boolean', default: false },
        keep: { type: 'boolean', default: false },
        why: { type: 'string' },
        figures: { type: 'string', default: FIGURES.join(',') },
        runs: { type: 'string', default: '5' },
        only: { type: 'string', default: PARTS.join(',') },
        trees: { type: 'string', default: TREES.join(',') },
        size: { type: 'string', default: 'large' },
        limit: { type: 'string' },
        types: { type: 'boolean', default: false },
        cold: { type: 'boolean', default: false },
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
    for (const folder of positionals)
      if (!statSync(folder).isDirectory()) throw new Error(`'${folder}' is not a folder`);
    const [size] = namesOf(values.size, '--size', ['small', 'large']);
    return {
      ...values,
      size,
      folders: positionals,
      runs: wholeNumber(values.runs, '--runs', 1),
      limit: values.limit === undefined ? undefined : wholeNumber(values.limit, '--limit', 1),
      figures: namesOf(values.figures, '--figures', FIGURES),
      only: namesOf(values.only, '--only', PARTS),
      trees: namesOf(values.trees, '--trees', TREES),
    };
  } catch (error) {
    console.error(`error: ${error.message}\n\n${USAGE}`);
    process.exit(2);
  }
}

function wholeNumber(text, flag, minimum) {
  const number = Number(text);
  if (!Number.isInteger(number) || number < minimum) throw new Error(`${flag} is a number from ${minimum}`);
  return number;
}

function namesOf(text, flag, allowed) {
  const names = text.split(',').filter((name) => name !== '');
  const unknown = names.find((name) => !allowed.includes(name));
  if (unknown !== undefined) throw new Error(`${flag} knows ${allowed.join(', ')}, not '${unknown}'`);
  return new Set(names);
}
