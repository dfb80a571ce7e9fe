// Measures the scan of a folder, beside ripgrep with the same expression on the same kinds of file.
// usage: npm run bench -- DIR [--runs N]
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { loadCatalogue } from '../dist/catalogue/load.js';
import { listFiles } from '../dist/scanner/list-files.js';
import { buildPrefilter } from '../dist/scanner/prefilter.js';
import { SkipLog } from '../dist/scanner/skip-log.js';

const { values, positionals } = parseArgs({ allowPositionals: true, options: { runs: { type: 'string', default: '5' } } });
const [folder] = positionals;
const runs = Number(values.runs);
if (folder === undefined || !Number.isInteger(runs) || runs < 1) {
  console.error('usage: npm run bench -- DIR [--runs N]');
  process.exit(2);
}
const root = resolve(folder);
const main = fileURLToPath(new URL('../dist/cli/main.js', import.meta.url));
const temporary = mkdtempSync(join(tmpdir(), 'sunset-bench-'));

// Node 20 takes 38 ms longer to start when it reads extra certificates.
const env = { ...process.env };
delete env.NODE_EXTRA_CA_CERTS;

const usageHook = join(temporary, 'usage.json');
const hook = `data:text/javascript,${encodeURIComponent(
  `import { writeFileSync } from 'node:fs';
   process.on('exit', () => { const u = process.resourceUsage(); writeFileSync(${JSON.stringify(usageHook)}, JSON.stringify({ cpu: (u.userCPUTime + u.systemCPUTime) / 1e6, rss: u.maxRSS / 1024 })); });`,
)}`;

const { files } = listFiles({ root, paths: ['.'], include: [], ignore: [], tests: 'mark' }, new SkipLog());
const bytes = files.reduce((sum, file) => sum + (statSync(join(root, file), { throwIfNoEntry: false })?.size ?? 0), 0);
const { source } = buildPrefilter(loadCatalogue());
const globs = ['ts', 'tsx', 'mts', 'cts', 'js', 'jsx', 'mjs', 'cjs'].flatMap((extension) => ['-g', `*.${extension}`]);

let report;
const tools = [{ name: 'sunset-lint scan', run: scan }];
if (spawnSync('rg', ['--version']).status === 0) tools.push({ name: 'ripgrep, same expression', run: ripgrep });

try {
  const samples = new Map(tools.map((tool) => [tool.name, []]));
  for (const tool of tools) tool.run();
  // Pairs (A B A B), so that a slow moment of the machine meets both.
  for (let run = 0; run < runs; run += 1) for (const tool of tools) samples.get(tool.name).push(tool.run());
  print(samples);
} finally {
  rmSync(temporary, { recursive: true, force: true });
}

function scan() {
  const output = join(temporary, 'report.json');
  const start = performance.now();
  const child = spawnSync(process.execPath, ['--import', hook, main, 'scan', '.', '--format', 'json', '--output', output], { cwd: root, env, stdio: ['ignore', 'ignore', 'pipe'] });
  const wall = (performance.now() - start) / 1000;
  if (child.status !== 0 && child.status !== 1) throw new Error(`the scan failed: ${child.stderr}`);
  report = JSON.parse(readFileSync(output, 'utf8'));
  return { wall, ...JSON.parse(readFileSync(usageHook, 'utf8')) };
}

function ripgrep() {
  // Only the shell can tell the CPU time of a program that is not Node.
  const command = 'TIMEFORMAT="%R %U %S"; time rg -l -e "$0" "$@" . >/dev/null';
  const child = spawnSync('bash', ['-c', command, source, ...globs], { cwd: root, env: { ...env, LC_ALL: 'C' }, encoding: 'utf8', stdio: ['ignore', 'ignore', 'pipe'] });
  const [wall, user, system] = child.stderr.trim().split('\n').at(-1).split(' ').map(Number);
  return { wall, cpu: user + system };
}

function print(samples) {
  const median = (list) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)];
  const megabytes = bytes / 1e6;
  const first = samples.get(tools[0].name);
  console.log(`${root}: ${files.length} files, ${megabytes.toFixed(1)} MB; median of ${runs} runs, warm cache`);
  console.log(`parsed ${report.coverage.parsed} files, ${report.coverage.requestSites} request sites, ${report.coverage.findings} findings\n`);
  const rows = [['', 'wall s', 'CPU s', 'files/s', 'MB/s', 'peak MB', 'wall x', 'CPU x']];
  for (const [name, list] of samples) {
    const wall = median(list.map((sample) => sample.wall));
    const rss = list.map((sample) => sample.rss).filter((value) => value !== undefined);
    rows.push([
      name,
      wall.toFixed(3),
      median(list.map((sample) => sample.cpu)).toFixed(3),
      Math.round(files.length / wall).toString(),
      (megabytes / wall).toFixed(1),
      rss.length > 0 ? Math.round(median(rss)).toString() : '-',
      median(list.map((sample, index) => first[index].wall / sample.wall)).toFixed(2),
      median(list.map((sample, index) => first[index].cpu / sample.cpu)).toFixed(2),
    ]);
  }
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)));
  for (const row of rows) console.log(row.map((cell, column) => (column === 0 ? cell.padEnd(widths[column]) : cell.padStart(widths[column]))).join('  '));
  console.log(tools.length > 1 ? '\n"x": how many times the time of that row the scan takes.' : '\nripgrep is not installed: nothing to compare with.');
}
