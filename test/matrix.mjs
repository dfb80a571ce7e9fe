// Compares the output of the built program, of the plugin and of the tests on other versions of Node and ESLint, in other
// locales and time zones: the bytes must be equal. Node 22 and 24 are installed from npm into .cache.
// usage: node test/matrix.mjs [--no-tests]
import { spawn, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { FORMATS } from '../dist/report/formats.js';

const HERE = fileURLToPath(new URL('..', import.meta.url));
const MAIN = join(HERE, 'dist/program/main.cjs');
const PLACES = [
  { LC_ALL: 'C', LANG: 'C', TZ: 'UTC' },
  { LC_ALL: 'de_DE.UTF-8', LANG: 'de_DE.UTF-8', TZ: 'Asia/Kathmandu' },
  { LC_ALL: 'tr_TR.UTF-8', LANG: 'tr_TR.UTF-8', TZ: 'Pacific/Kiritimati' },
];
const HOSTS = ['eslint', 'sunset-lint-test-eslint-8', 'sunset-lint-test-eslint-9', 'sunset-lint-test-eslint-9.0'];
const SUITES = [
  'engine',
  'facts',
  'fixtures.test.ts',
  'parity.test.ts',
  'host-parity.test.ts',
  'scanner',
  'cli',
  'config',
  'baseline',
  'eslint/hosts.test.ts',
];

const nodes = [process.execPath, ...[22, 24].map(install)];
const temporary = mkdtempSync(join(tmpdir(), 'sunset-matrix-'));
const problems = [];
try {
  const runs = await compareReports();
  const hosts = await compareHosts();
  const suites = process.argv.includes('--no-tests') ? 0 : await runTests();
  for (const problem of problems) console.error(`!! ${problem}`);
  console.log(
    `${nodes.map(versionOf).join(', ')}: ${runs} runs of the program in ${PLACES.length} locales and time zones, ${hosts} of the plugin under ${HOSTS.length} ESLint versions, ${suites} of the tests; ${problems.length} differences`,
  );
} finally {
  rmSync(temporary, { recursive: true, force: true });
}
process.exitCode = problems.length === 0 ? 0 : 1;

function install(major) {
  const prefix = join(HERE, '.cache', `node-${major}`);
  const binary = join(prefix, 'node_modules/node/bin/node');
  if (!existsSync(binary)) {
    const { status } = spawnSync(
      'npm',
      [
        'install',
        '--silent',
        '--no-save',
        '--no-package-lock',
        '--no-audit',
        '--no-fund',
        '--prefix',
        prefix,
        `node@${major}`,
      ],
      { stdio: 'inherit' },
    );
    if (status !== 0) throw new Error(`node@${major} could not be installed`);
  }
  return binary;
}

function versionOf(node) {
  return `Node ${spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout.trim()}`;
}

/** Compares reports and a baseline of all fixtures, each from another folder, because no path may be in them. */
async function compareReports() {
  const places = nodes.flatMap((node) => PLACES.map((place, index) => ({ node, place, index })));
  const outputs = await sideBySide(places, ({ node, place, index }) => reportsOf(node, place, index));
  for (const [at, { node, place }] of places.entries())
    compare(`${versionOf(node)} in ${place.LC_ALL}, ${place.TZ}`, outputs[at], outputs[0]);
  return places.length * 2;
}

async function reportsOf(node, place, index) {
  const root = join(mkdtempSync(join(temporary, `place${'x'.repeat(index * 5)}-`)), 'fixtures');
  cpSync(join(HERE, 'fixtures'), root, { recursive: true });
  const args = [
    'scan',
    '.',
    '--as-of',
    '2026-01-01',
    '--verbose',
    ...Object.keys(FORMATS).flatMap((format) => ['--format', `${format}=out.${format}`]),
  ];
  const outputs = {};
  for (const extra of [[], ['--update-baseline']]) {
    const { status, stdout, stderr } = await run(node, [MAIN, ...args, ...extra], root, place);
    if (status === null || status > 1) throw new Error(stderr);
    // Progress that a slow machine prints after ten seconds is not part of the result.
    outputs[`output ${extra.join('')}`] = `${status}\n${stdout}${stderr.replaceAll(/^.* s so far\.\n/gm, '')}`;
    for (const format of Object.keys(FORMATS))
      outputs[`${format} ${extra.join('')}`] = readFileSync(join(root, `out.${format}`), 'utf8');
  }
  outputs['baseline'] = readFileSync(join(root, 'sunset-baseline.json'), 'utf8');
  return outputs;
}

/** Compares the messages of the plugin for all fixtures. */
async function compareHosts() {
  const pairs = nodes.flatMap((node, index) => HOSTS.map((host) => ({ node, host, place: PLACES[index] })));
  const outputs = await sideBySide(pairs, async ({ node, host, place }) => {
    const { status, stdout, stderr } = await run(node, [join(HERE, 'test/matrix-lint.mjs'), host], HERE, place);
    if (status !== 0) throw new Error(`${versionOf(node)}, ${host}:\n${stderr}`);
    return JSON.parse(stdout);
  });
  for (const [at, { node, host }] of pairs.entries()) {
    if (Object.values(outputs[at]).every((messages) => messages.length === 0)) throw new Error(`${host} says nothing`);
    compare(`${versionOf(node)} with ${host}`, outputs[at], outputs[0]);
  }
  return pairs.length;
}

function compare(where, outputs, first) {
  for (const name of new Set([...Object.keys(first), ...Object.keys(outputs)])) {
    if (JSON.stringify(outputs[name]) !== JSON.stringify(first[name])) problems.push(`${where}: ${name} differs`);
  }
}

/** Runs the tests on one version after the other, because they use all cores. */
async function runTests() {
  let runs = 0;
  for (const node of nodes.slice(1)) {
    const vitest = join(HERE, 'node_modules/vitest/vitest.mjs');
    const { status, stdout, stderr } = await run(
      node,
      [vitest, 'run', '--reporter=dot', ...SUITES.map((suite) => `test/${suite}`)],
      HERE,
    );
    runs += 1;
    console.log(`${versionOf(node)}: ${/^ *Tests .*$/m.exec(stdout)?.[0].trim() ?? 'no tests'}`);
    if (status === 0) continue;
    console.error(stdout + stderr);
    problems.push(`${versionOf(node)}: tests fail`);
  }
  return runs;
}

/** Runs a program; returns its exit code and output. */
function run(command, args, cwd, env = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd,
      env: { ...process.env, NO_COLOR: '1', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const printed = { stdout: '', stderr: '' };
    for (const name of ['stdout', 'stderr'])
      child[name].setEncoding('utf8').on('data', (text) => (printed[name] += text));
    child.on('error', reject).on('close', (status) => resolve({ status, ...printed }));
  });
}

/** Runs a task for each item, as many at once as there are cores; returns the results in the order of the items. */
async function sideBySide(items, task) {
  const results = [];
  const queue = [...items.entries()];
  const worker = async () => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) results[next[0]] = await task(next[1]);
  };
  await Promise.all(Array.from({ length: availableParallelism() }, worker));
  return results;
}
