import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addLine, codeFiles, committedCopy, git } from './copies.mjs';
import { generateRepository } from './generate-repository.mjs';
import { inTurn, measure, median, table } from './measure.mjs';

const STAGED = 10;

/** What a commit of ten files costs beyond Node's own start, without and with deprecated requests in them. */
export function generatedCommits({ program, runs }) {
  const roots = [0, STAGED].map((hits) => stagedGenerated(hits));
  try {
    return commitTable(
      [
        ['ten staged files without a hit', roots[0]],
        ['ten staged files with ten findings', roots[1]],
      ],
      program,
      runs,
    );
  } finally {
    for (const root of roots) rmSync(root, { recursive: true, force: true });
  }
}

/** The same for copies of a real folder, with a line more in ten files that hold no finding. */
export function realCommits(folder, { program, runs }) {
  const sources = codeFiles(folder);
  const busiest = busiestFolder(sources);
  const rows = [
    ['ten files from all over', spread(sources)],
    ...(busiest === ''
      ? []
      : [[`ten files of ${busiest}`, spread(sources.filter((file) => file.startsWith(`${busiest}/`)))]]),
  ].map(([name, files]) => [name, stagedCopy(folder, files)]);
  try {
    return commitTable(rows, program, runs);
  } finally {
    for (const [, root] of rows) rmSync(root, { recursive: true, force: true });
  }
}

function commitTable(rows, program, runs) {
  const tools = [
    { name: 'Node alone', run: () => measure(process.execPath, ['-e', '0']) },
    ...rows.map(([name, root]) => ({ name, run: () => runStaged(root, program) })),
  ];
  const samples = inTurn(tools, runs);
  const start = median(samples.get('Node alone').map(({ cpu }) => cpu));
  return table([
    ['', 'wall ms', 'CPU ms', 'CPU ms beyond Node', 'peak MB'],
    ...[...samples].map(([name, list]) => {
      const cpu = median(list.map((sample) => sample.cpu));
      return [
        name,
        (1000 * median(list.map(({ wall }) => wall))).toFixed(0),
        (1000 * cpu).toFixed(0),
        (1000 * (cpu - start)).toFixed(0),
        median(list.map(({ memory }) => memory)).toFixed(0),
      ];
    }),
  ]);
}

/** What the hook runs. */
export function runStaged(root, program) {
  return measure(
    process.execPath,
    [program, 'scan', '--staged', '--quiet', '--no-config', '--no-baseline', '--no-cache'],
    {
      cwd: root,
      statuses: [0, 1],
    },
  );
}

/** A repository of a thousand files whose first commit lacks ten of them, which are staged. */
export function stagedGenerated(hits) {
  const root = mkdtempSync(join(tmpdir(), 'sunset-staged-'));
  generateRepository(root, { files: 1000, hits });
  git(root, 'init', '-q');
  git(root, 'add', '.');
  const names = Array.from({ length: STAGED }, (_, index) => `src/part0/module${index}.ts`);
  git(root, 'rm', '-q', '--cached', ...names);
  git(root, 'commit', '-qm', 'before');
  git(root, 'add', '.');
  return root;
}

/** A copy of a folder in which these files are changed and staged. */
function stagedCopy(folder, files) {
  const root = committedCopy(folder);
  for (const file of files) addLine(join(root, file));
  git(root, 'add', '.');
  return root;
}

/** Ten of a list, at equal distances. */
function spread(files) {
  const count = Math.min(STAGED, files.length);
  return Array.from({ length: count }, (_, index) => files[Math.floor(((index + 0.5) * files.length) / count)]);
}

/** The folder, two levels deep, that has the most files. */
function busiestFolder(files) {
  const counts = new Map();
  for (const file of files) {
    const folder = file.split('/').slice(0, -1).slice(0, 2).join('/');
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? '';
}
