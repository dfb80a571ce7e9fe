// Measures the scan, the hook and the ESLint rules beside their neighbours; prints Markdown and writes it to a file.
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { kindsOf } from '../dist/scan/prepare-scan.js';
import { listFiles } from '../dist/sources/list-files.js';
import { SkipLog } from '../dist/sources/skip-log.js';
import { generatedCommits, realCommits } from './commits.mjs';
import { lintTable, loadTable } from './eslint-rows.mjs';
import { generateRepository } from './generate-repository.mjs';
import { keptTable } from './kept-results.mjs';
import { inTurn, median, ratio, table } from './measure.mjs';
import { readOptions } from './options.mjs';
import { emptyPageCache } from './page-cache.mjs';
import { quick } from './quick.mjs';
import { OURS, searchTools } from './search-tools.mjs';
import { sweep } from './sweep.mjs';
import { writeTree } from './trees.mjs';

const options = readOptions();
const temporary = mkdtempSync(join(tmpdir(), 'sunset-bench-'));
const written = [];

try {
  if (options.quick) process.exitCode = quick(options, temporary);
  else whole();
} finally {
  rmSync(temporary, { recursive: true, force: true });
}

function whole() {
  const { runs, only, folders } = options;
  print(
    `# What it costs\n\nWritten by \`npm run bench\` on Node ${process.version}, ${cpus().length} cores; medians of ${runs} runs in turn, page cache warm unless said. Ratios can be compared, seconds cannot.`,
  );
  const named = folders.map((folder) => [basename(resolve(folder)), resolve(folder)]);
  if (only.has('scan')) {
    for (const tree of options.trees) {
      const root = join(temporary, tree);
      printScan(writeTree(tree, root, options.files), root);
      rmSync(root, { recursive: true });
    }
    for (const [title, root] of named) printScan(title, root);
  }
  if (only.has('kept')) {
    const root = join(temporary, 'calls');
    const trees = [[writeTree('calls', root, options.files), root], ...named];
    for (const [title, folder] of trees)
      print(`## Scan with kept results: ${title}\n\n${keptTable(folder, options, temporary)}`);
    rmSync(root, { recursive: true });
  }
  if (only.has('commit')) {
    print(`## Pre-commit\n\n${generatedCommits(options)}`);
    for (const [title, root] of named) print(`## Pre-commit: ${title}\n\n${realCommits(root, options)}`);
  }
  if (only.has('eslint')) {
    const small = join(temporary, 'small');
    generateRepository(small, { files: 1000, hits: 10, fanIn: 10 });
    for (const [title, root] of [['generated, 1,000 files, 1 % call the API', small], ...named])
      print(`## ESLint: ${title}\n\n${lintTable(root, Math.min(runs, 3))}`);
    print(`## Import of the plugin\n\n${loadTable()}`);
  }
  if (only.has('sweep'))
    print(
      `## Growth\n\nOne number grows, the others stay: 1,000 files, 10 deprecated calls, one wrapper.\n\n${sweep(Math.min(runs, 3), options.program).join('\n\n')}`,
    );
  if (options.out !== '-') writeFileSync(options.out, `${written.join('\n\n')}\n`);
}

function print(text) {
  written.push(text);
  console.log(`${text}\n`);
}

/** The tables of one tree: warm, and cold where that is asked for. */
function printScan(title, root) {
  const { tools, report } = searchTools(root, temporary, options);
  const warm = searchTable(inTurn(tools, options.runs));
  const { files } = listFiles(
    { root, paths: ['.'], include: [], ignore: [], tests: 'mark', names: kindsOf({}) },
    new SkipLog(),
  );
  const bytes = files.reduce(
    (sum, file) => sum + (statSync(join(root, file), { throwIfNoEntry: false })?.size ?? 0),
    0,
  );
  const { coverage } = JSON.parse(readFileSync(report, 'utf8'));
  print(
    `## Scan: ${title}\n\n${files.length} files, ${(bytes / 1e6).toFixed(1)} MB; ${coverage.parsed} parsed, ${coverage.findings} findings.\n\n${warm}`,
  );
  if (!options.cold) return;
  const how = emptyPageCache(root, files);
  print(
    how === undefined
      ? 'The page cache could not be emptied here: nothing is known of cold runs.'
      : `Cold, ${how} before each run:\n\n${searchTable(inTurn(tools, options.runs, { before: () => emptyPageCache(root, files) }))}`,
  );
}

/** One row for each tool, and what ours takes in its measure. */
function searchTable(samples) {
  const ours = samples.get(OURS);
  const rows = [...samples].map(([name, list]) => [
    name,
    median(list.map(({ wall }) => wall)).toFixed(3),
    median(list.map(({ cpu }) => cpu)).toFixed(3),
    median(list.map(({ memory }) => memory)).toFixed(0),
    ratio(ours, list, 'wall').toFixed(2),
    ratio(ours, list, 'cpu').toFixed(2),
  ]);
  return table([['', 'wall s', 'CPU s', 'peak MB', 'ours : wall', 'ours : CPU'], ...rows]);
}
