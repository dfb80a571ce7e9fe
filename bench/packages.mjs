// Cost of a repository of many packages with a task runner: generates packages around one client, writes the facts of
// each in a process of its own, links them, and repeats both after a change in one package. Prints Markdown.
// usage: node bench/packages.mjs [--packages N]
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { fileURLToPath } from 'node:url';
import { git } from './copies.mjs';
import { generateMonorepo } from './generate-monorepo.mjs';
import { env, measure, table } from './measure.mjs';

const MAIN = fileURLToPath(new URL('../dist/program/main.cjs', import.meta.url));
const FILES_PER_PACKAGE = 10;

const { values } = parseArgs({ options: { packages: { type: 'string', default: '1000' } } });
const count = Number(values.packages);
const root = mkdtempSync(join(tmpdir(), 'sunset-packages-'));
try {
  generateMonorepo(root, { packages: count, files: FILES_PER_PACKAGE });
  git(root, 'init', '-q');
  const names = Array.from({ length: count }, (_, index) => nameOf(index));
  const startedAt = performance.now();
  const times = await inParallel(names.map((name) => () => writeFacts(name)));
  const wall = (performance.now() - startedAt) / 1000;
  const bytes = names.reduce((sum, name) => sum + statSync(join(root, factsFile(name))).size, 0);
  const report = [
    '--no-cache',
    '--no-baseline',
    '--as-of',
    '2027-01-01',
    '--format',
    'json',
    '--output',
    'report.json',
  ];
  const run = (args) => measure(process.execPath, [MAIN, ...args, ...report], { cwd: root, statuses: [0, 1] });
  const rows = [
    ['', 'wall s', 'CPU s', 'peak MB'],
    [
      `facts of all, ${availableParallelism()} side by side`,
      wall.toFixed(1),
      totalCpu(times).toFixed(1),
      peakMemory(times),
    ],
    row('link, all facts as they are', run(['link', ...names.map(factsFile)])),
    row('scan without facts', run(['scan'])),
  ];
  editPackage();
  rows.push(row('facts of the changed package', await writeFacts(nameOf(1))));
  rows.push(row('link after it', run(['link', ...names.map(factsFile)])));
  console.log(
    `${count} packages of ${FILES_PER_PACKAGE} files, ${(bytes / 1e6).toFixed(1)} MB of facts.\n\n${table(rows)}`,
  );
} finally {
  rmSync(root, { recursive: true, force: true });
}

function nameOf(index) {
  return `packages/p${index}`;
}

function factsFile(name) {
  return `${name}/.sunset-facts`;
}

function editPackage() {
  writeFileSync(
    join(root, nameOf(1), 'src/part1.ts'),
    "import { send } from './index.js';\nexport const more = () => send('/zones/1/rate_limits');\n",
  );
}

/** Starts `facts` under the program that measures it, without waiting. */
function writeFacts(name) {
  const args = ['-f', '@%e %U %S %M', process.execPath, MAIN, 'facts', name, '--output', factsFile(name)];
  return new Promise((resolve, reject) => {
    const child = spawn('/usr/bin/time', args, { cwd: root, env, stdio: ['ignore', 'ignore', 'pipe'] });
    let text = '';
    child.stderr.on('data', (part) => (text += part));
    child.on('close', (code) => {
      if (code !== 0) return reject(new Error(`facts of ${name} ended with ${code}: ${text}`));
      const [wall, user, system, memory] = text
        .slice(text.lastIndexOf('@') + 1)
        .trim()
        .split(' ')
        .map(Number);
      return resolve({ wall, cpu: user + system, memory: memory / 1024 });
    });
  });
}

async function inParallel(tasks) {
  const results = [];
  const queue = [...tasks];
  await Promise.all(
    Array.from({ length: availableParallelism() }, async () => {
      for (let task = queue.shift(); task !== undefined; task = queue.shift()) results.push(await task());
    }),
  );
  return results;
}

function totalCpu(samples) {
  return samples.reduce((sum, { cpu }) => sum + cpu, 0);
}

function peakMemory(samples) {
  return Math.max(...samples.map(({ memory }) => memory)).toFixed(0);
}

function row(name, { wall, cpu, memory }) {
  return [name, wall.toFixed(1), cpu.toFixed(1), memory.toFixed(0)];
}
