// Measures the scan, the hook and the ESLint rules against an earlier build and other tools; prints Markdown and writes
// it to a file. With --quick it compares the figures with the stored ones.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { buildOf, ownBuild, revision } from './builds.mjs';
import { commitTable } from './commits.mjs';
import { lintTable, loadTable } from './eslint-rows.mjs';
import { keptTable } from './cached-scans.mjs';
import { heading } from './layout.mjs';
import { readOptions } from './options.mjs';
import { quick } from './quick.mjs';
import { scanTables } from './scan-tables.mjs';
import { sweep } from './sweep.mjs';
import { writeTree } from './trees.mjs';
import { workTable } from './work.mjs';

const options = readOptions();
const temporary = mkdtempSync(join(tmpdir(), 'sunset-bench-'));
const printedTexts = [];

try {
  const build = ownBuild();
  if (options.quick) process.exitCode = quick(options, build, temporary);
  else measureAll(options.against === undefined ? [build] : [build, buildOf(options.against)]);
} finally {
  rmSync(temporary, { recursive: true, force: true });
}

function measureAll(builds) {
  const { runs, only, trees, size, out } = options;
  const [currentBuild, earlierBuild] = builds;
  const commit = revision(currentBuild.folder);
  print(heading({ commit, before: earlierBuild?.name, node: process.version, cores: cpus().length, runs }));
  const growthRuns = Math.min(runs, 3);
  const sections = {
    scan: () => onEach('Scan', trees, (root) => scanTables(root, temporary, builds, options)),
    work: () => print(`## Work\n\nIn small trees, the same on every machine, as it is kept.\n\n${workTable()}`),
    kept: () => onEach('Kept results', ['monorepo'], (root) => keptTable(root, builds, options, temporary), []),
    commit: () => onEach('Commit', ['calls', 'monorepo'], (root) => commitTable(root, builds, options)),
    eslint: () => {
      onEach('ESLint', ['many'], (root) => lintTable(root, builds, growthRuns, options.types), []);
      print(`## Import of the plugin\n\n${loadTable()}`);
    },
    sweep: () =>
      print(
        `## Growth\n\nOne number grows, the others stay: 1,000 files, 10 deprecated calls, one wrapper.\n\n${sweep(growthRuns, currentBuild.program, size).join('\n\n')}`,
      ),
  };
  for (const part of only) sections[part]();
  if (out !== '-') writeFileSync(out, `${printedTexts.join('\n\n')}\n`);
}

function print(text) {
  printedTexts.push(text);
  console.log(`${text}\n`);
}

/** Writes a section for each generated tree and each folder. */
function onEach(section, trees, tablesOf, folders = options.folders) {
  for (const tree of trees) {
    const root = join(temporary, tree);
    const title = writeTree(tree, root, options.size);
    print(`## ${section}: ${title}\n\n${tablesOf(root)}`);
    rmSync(root, { recursive: true });
  }
  for (const folder of folders) print(`## ${section}: ${basename(resolve(folder))}\n\n${tablesOf(resolve(folder))}`);
}
