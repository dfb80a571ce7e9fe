import { spawnSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { LINES, stageLines } from './commits.mjs';
import { git, waitUntilLasting } from './copies.mjs';
import { lintWork } from './eslint-rows.mjs';
import { readKept } from './figures.mjs';
import { SECTIONS, SHOWN_WORK } from './layout.mjs';
import { env, table } from './measure.mjs';
import { writeTree } from './trees.mjs';
import { workIn } from './work-table.mjs';

/** Number of linted files. */
const LINTED_FILES = 200;

/** Runs counted in each tree, in this order. */
const TREES = {
  clean: ['scan', 'staged harmless', 'staged own', 'eslint'],
  calls: ['scan', 'staged harmless', 'staged own', 'staged deprecated'],
  many: ['scan'],
  client: ['scan', 'staged harmless', 'staged own', 'eslint'],
  widgets: ['scan', 'staged harmless', 'staged own'],
  monorepo: ['scan', 'kept', 'staged harmless', 'staged own', 'staged deprecated'],
  scripts: ['scan'],
  terraform: ['scan'],
  shop: ['scan'],
  sdks: ['scan'],
  catalogues: ['scan'],
};

/** Counts the work of every case: figures by `tree, case: counter`. */
export function countWork({ build: { program } }, temporary) {
  const figures = {};
  for (const [tree, cases] of Object.entries(TREES)) {
    const root = join(temporary, tree);
    writeTree(tree, root, 'small');
    const run = (...args) => workOf(root, program, tree === 'catalogues' ? args : [...args, '--no-config']);
    for (const name of cases)
      for (const [caseName, work] of CASE_COUNTERS[name.split(' ')[0]](root, run, name, tree))
        for (const [counter, count] of Object.entries(work)) figures[`${tree}, ${caseName}: ${counter}`] = count;
    rmSync(root, { recursive: true });
  }
  return figures;
}

/** Stored work of every case, as rows of the results. */
export function workTable() {
  const rows = new Map();
  const { figures } = readKept(fileURLToPath(new URL('counters.json', import.meta.url)));
  for (const [figure, count] of Object.entries(figures)) {
    const [name, counter] = figure.split(': ');
    rows.set(name, { ...rows.get(name), [counter]: count });
  }
  return table([
    SECTIONS.Work,
    ...[...rows].map(([name, counts]) => [name, ...SHOWN_WORK.map((counter) => String(counts[counter] ?? '-'))]),
  ]);
}

const CASE_COUNTERS = {
  scan: (_root, run) => [['scan', run('.', '--no-cache')]],
  /** A lint run in a tree of its own, because ESLint spends most time on parsing. */
  eslint(root, _run, _name, tree) {
    const lintedTree = `${root}-linted`;
    writeTree(tree, lintedTree, LINTED_FILES);
    const work = lintWork(lintedTree);
    rmSync(lintedTree, { recursive: true });
    return [['ESLint', work]];
  },
  /** The hook on ten files with one added line. */
  staged(root, run, name) {
    stageLines(root, LINES[name.split(' ')[1]]);
    const work = run('--staged', '--no-cache');
    git(root, 'reset', '-q', '--hard');
    return [[name, work]];
  },
  /** A scan with cached results: without a change, or with a changed file that many files or no files import. */
  kept(root, run) {
    const cache = mkdtempSync(join(tmpdir(), 'sunset-kept-'));
    const scanAgain = () => run('.', '--cache-location', cache);
    const scanAfterChange = (file) => {
      appendFileSync(join(root, file), LINES.harmless);
      return scanAgain();
    };
    waitUntilLasting();
    scanAgain();
    const works = [
      ['nothing changed', scanAgain()],
      ['a leaf changed', scanAfterChange('packages/p20/src/part3.ts')],
      ['the core changed', scanAfterChange('packages/p0/src/client.ts')],
    ];
    rmSync(cache, { recursive: true });
    git(root, 'reset', '-q', '--hard');
    return works;
  },
};

/** Counters of a scan with `--stats`, by name. */
function workOf(cwd, program, args) {
  const { status, stderr } = spawnSync(
    process.execPath,
    [program, 'scan', ...args, '--no-baseline', '--quiet', '--stats', '--as-of', '2027-01-01'],
    // Excludes the user's git configuration, whose files would be read too.
    {
      cwd,
      env: { ...env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' },
      encoding: 'utf8',
      maxBuffer: 1 << 28,
    },
  );
  if (status !== 0 && status !== 1) throw new Error(`the scan ended with ${status}: ${stderr.slice(0, 500)}`);
  return workIn(stderr);
}
