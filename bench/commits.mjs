import { appendFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { codeFiles, committedCopy, git } from './copies.mjs';
import { SECTIONS } from './layout.mjs';
import { inTurn, measure, median, shown, table } from './measure.mjs';

/** Number of files staged at a time. */
const STAGED_FILES = 10;

/** Lines without an API, with a request to the program's own server, and with a deprecated call. */
export const LINES = {
  harmless: 'globalThis.benchmark = [1, 2, 3];\n',
  own: 'export const staged = (id) => fetch(`/api/bench/${id}`);\n',
  deprecated: "export const staged = () => fetch('https://api.cloudflare.com/client/v4/zones/1/pagerules');\n",
};

/** Adds a line to ten files of a repository at equal distances, and stages them. */
export function stageLines(root, line) {
  const files = codeFiles(root);
  const count = Math.min(STAGED_FILES, files.length);
  for (let index = 0; index < count; index += 1)
    appendFileSync(join(root, files[Math.floor(((index + 0.5) * files.length) / count)]), `\n${line}`);
  git(root, 'add', '.');
}

/** Measures the command of the hook. */
export function runStaged(root, build, limit) {
  const flags = build.flags.filter((flag) => flag !== '--stats');
  return measure(process.execPath, [build.program, 'scan', '--staged', '--quiet', ...flags], {
    cwd: root,
    statuses: [0, 1],
    limit,
  });
}

/** Cost of a commit of ten files in copies of a folder, a copy for each kind of added line. */
export function commitTable(folder, builds, { runs, limit }) {
  const copies = Object.entries(LINES).map(([kind, line]) => {
    const root = committedCopy(folder);
    stageLines(root, line);
    return { kind, root };
  });
  try {
    const tools = [
      { name: 'Node alone', run: () => measure(process.execPath, ['-e', '0']) },
      ...copies.flatMap(({ kind, root }) =>
        builds.map((build) => ({ name: `ten ${kind} files, ${build.name}`, run: () => runStaged(root, build, limit) })),
      ),
    ];
    const samples = inTurn(tools, runs);
    const nodeCpu = median(samples.get('Node alone').map(({ cpu }) => cpu));
    return table([
      SECTIONS.Commit,
      ...[...samples].map(([name, list]) => {
        const samplesInMs = list.map(({ wall, cpu, memory, late }) => ({
          wall: 1000 * wall,
          cpu: 1000 * cpu,
          beyondNode: 1000 * (cpu - nodeCpu),
          memory,
          late,
        }));
        return [name, ...['wall', 'cpu', 'beyondNode', 'memory'].map((key) => shown(samplesInMs, key, 0))];
      }),
    ]);
  } finally {
    for (const { root } of copies) rmSync(root, { recursive: true, force: true });
  }
}
