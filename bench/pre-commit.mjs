import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { generateRepository } from './generate-repository.mjs';
import { inTurn, measure, median, table } from './measure.mjs';

const main = fileURLToPath(new URL('../dist/bundle/main.js', import.meta.url));

/** What a commit of ten files costs beyond Node's own start, without and with deprecated requests in them. */
export function preCommit(runs) {
  const roots = [0, 10].map((hits) => staged(hits));
  try {
    const tools = [
      { name: 'Node alone', run: () => measure(process.execPath, ['-e', '0']) },
      ...roots.map((root, index) => ({
        name: index === 0 ? 'ten staged files without a hit' : 'ten staged files with ten findings',
        run: () => measure(process.execPath, [main, 'scan', '--staged', '--quiet'], { cwd: root, statuses: [0, 1] }),
      })),
    ];
    const samples = inTurn(tools, runs);
    const start = median(samples.get('Node alone').map(({ cpu }) => cpu));
    return table([
      ['', 'wall ms', 'CPU ms', 'CPU ms beyond Node'],
      ...[...samples].map(([name, list]) => {
        const cpu = median(list.map((sample) => sample.cpu));
        return [
          name,
          (1000 * median(list.map(({ wall }) => wall))).toFixed(0),
          (1000 * cpu).toFixed(0),
          (1000 * (cpu - start)).toFixed(0),
        ];
      }),
    ]);
  } finally {
    for (const root of roots) rmSync(root, { recursive: true, force: true });
  }
}

/** A repository of a thousand files whose first commit lacks ten of them, which are staged. */
function staged(hits) {
  const root = mkdtempSync(join(tmpdir(), 'sunset-staged-'));
  const git = (...args) =>
    execFileSync('git', ['-c', 'user.name=bench', '-c', 'user.email=bench@example.com', ...args], {
      cwd: root,
      stdio: 'ignore',
    });
  generateRepository(root, { files: 1000, hits });
  git('init', '-q');
  git('add', '.');
  const names = Array.from({ length: 10 }, (_, index) => `src/part0/module${index}.ts`);
  git('rm', '-q', '--cached', ...names);
  git('commit', '-qm', 'before');
  git('add', '.');
  return root;
}
