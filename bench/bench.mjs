// Measures the scan, the hook and the ESLint rules beside their neighbours; prints Markdown and writes it to a file.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { fileURLToPath } from 'node:url';
import { listFiles } from '../dist/sources/list-files.js';
import { SkipLog } from '../dist/sources/skip-log.js';
import { lintTable, loadTable } from './eslint-rows.mjs';
import { generateRepository } from './generate-repository.mjs';
import { inTurn, median, ratio, table } from './measure.mjs';
import { preCommit } from './pre-commit.mjs';
import { AST_GREP, OURS, RIPGREP, searchTools } from './search-tools.mjs';
import { sweep } from './sweep.mjs';

const USAGE = `usage: npm run bench -- [DIR …] [options]

Measures the folders named and a generated repository. ripgrep and ast-grep are compared with where they are installed.

  --runs N      counted runs of each command, in turn (default 5)
  --files N     files of the generated repository (default 10000)
  --no-eslint   leave out the lint runs
  --no-sweep    leave out the growth with size
  --out FILE    where to write (default bench/results.md; - for nowhere)
  --help        this text`;

const { values, positionals } = readArgs();
const temporary = mkdtempSync(join(tmpdir(), 'sunset-bench-'));
const written = [];

try {
  print(
    `# What it costs\n\nWritten by \`npm run bench\` on Node ${process.version}, ${cpus().length} cores; medians of ${values.runs} runs in turn, page cache warm. Ratios can be compared, seconds cannot.`,
  );
  const generated = join(temporary, 'generated');
  generateRepository(generated, {
    files: values.files,
    hits: Math.round(values.files / 100),
    fanIn: Math.round(values.files / 100),
  });
  const clean = join(temporary, 'clean');
  generateRepository(clean, { files: values.files, hits: 0, depth: 0 });
  rmSync(join(clean, 'src/api'), { recursive: true });
  for (const root of [generated, clean]) execFileSync('git', ['init', '-q'], { cwd: root });
  for (const [title, root] of [
    ['generated, no file mentions the API', clean],
    ['generated, 1 % of the files call it, as many more use the wrapper', generated],
    ...positionals.map((folder) => [basename(resolve(folder)), resolve(folder)]),
  ]) {
    print(`## Scan: ${title}\n\n${searchTable(root)}`);
  }
  print(`## Pre-commit\n\n${preCommit(values.runs)}`);
  if (values.eslint) {
    const small = join(temporary, 'small');
    generateRepository(small, { files: 1000, hits: 10, fanIn: 10 });
    for (const [title, root] of [
      ['generated, 1,000 files, 1 % call the API', small],
      ...positionals.map((folder) => [basename(resolve(folder)), resolve(folder)]),
    ]) {
      print(`## ESLint: ${title}\n\n${lintTable(root, Math.min(values.runs, 3))}`);
    }
    print(`## Import of the plugin\n\n${loadTable()}`);
  }
  if (values.sweep)
    print(
      `## Growth\n\nOne number grows, the others stay: 1,000 files, 10 deprecated calls, one wrapper.\n\n${sweep(Math.min(values.runs, 3)).join('\n\n')}`,
    );
  if (values.out !== '-') writeFileSync(values.out, `${written.join('\n\n')}\n`);
} finally {
  rmSync(temporary, { recursive: true, force: true });
}

function readArgs() {
  try {
    const parsed = parseArgs({
      allowPositionals: true,
      allowNegative: true,
      options: {
        runs: { type: 'string', default: '5' },
        files: { type: 'string', default: '10000' },
        eslint: { type: 'boolean', default: true },
        sweep: { type: 'boolean', default: true },
        out: { type: 'string', default: fileURLToPath(new URL('results.md', import.meta.url)) },
        help: { type: 'boolean', default: false },
      },
    });
    if (parsed.values.help) {
      console.log(USAGE);
      process.exit(0);
    }
    const [runs, files] = [Number(parsed.values.runs), Number(parsed.values.files)];
    if (!Number.isInteger(runs) || runs < 1 || !Number.isInteger(files) || files < 100)
      throw new Error('--runs is a number from 1, --files one from 100');
    for (const folder of parsed.positionals)
      if (!statSync(folder).isDirectory()) throw new Error(`'${folder}' is no folder`);
    return { positionals: parsed.positionals, values: { ...parsed.values, runs, files } };
  } catch (error) {
    console.error(`error: ${error.message}\n\n${USAGE}`);
    process.exit(2);
  }
}

function print(text) {
  written.push(text);
  console.log(`${text}\n`);
}

/** One row for each tool, and what ours takes in its measure. */
function searchTable(root) {
  const { tools, report } = searchTools(root, temporary);
  const samples = inTurn(tools, values.runs);
  const ours = samples.get(OURS);
  const { files } = listFiles({ root, paths: ['.'], include: [], ignore: [], tests: 'mark' }, new SkipLog());
  const bytes = files.reduce(
    (sum, file) => sum + (statSync(join(root, file), { throwIfNoEntry: false })?.size ?? 0),
    0,
  );
  const { coverage } = JSON.parse(readFileSync(report, 'utf8'));
  const rows = [...samples].map(([name, list]) => [
    name === RIPGREP ? `${name}, ${version('rg')}` : name === AST_GREP ? `${name}, ${version('ast-grep')}` : name,
    median(list.map(({ wall }) => wall)).toFixed(3),
    median(list.map(({ cpu }) => cpu)).toFixed(3),
    median(list.map(({ memory }) => memory)).toFixed(0),
    ratio(ours, list, 'wall').toFixed(2),
    ratio(ours, list, 'cpu').toFixed(2),
  ]);
  return `${files.length} files, ${(bytes / 1e6).toFixed(1)} MB; ${coverage.parsed} parsed, ${coverage.findings} findings.\n\n${table([['', 'wall s', 'CPU s', 'peak MB', 'ours : wall', 'ours : CPU'], ...rows])}`;
}

function version(command) {
  return execFileSync(command, ['--version'], { encoding: 'utf8' }).split('\n')[0].replace(/^\S+ /, '');
}
