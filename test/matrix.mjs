// Same input, same bytes: runs the built program, the plugin and the tests on other versions of Node and
// ESLint, under other locales and time zones, and compares. Node 22 and 24 come from npm, kept in .cache.
// usage: node test/matrix.mjs [--no-tests]
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const HERE = fileURLToPath(new URL('..', import.meta.url));
const MAIN = join(HERE, 'dist/bundle/main.js');
const PLACES = [
  { LC_ALL: 'C', LANG: 'C', TZ: 'UTC' },
  { LC_ALL: 'de_DE.UTF-8', LANG: 'de_DE.UTF-8', TZ: 'Asia/Kathmandu' },
  { LC_ALL: 'tr_TR.UTF-8', LANG: 'tr_TR.UTF-8', TZ: 'Pacific/Kiritimati' },
];
const FORMATS = [
  'json',
  'sarif',
  'text',
  'html',
  'markdown',
  'csv',
  'junit',
  'checkstyle',
  'github',
  'gitlab',
  'rdjson',
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
  const runs = compareReports();
  const hosts = compareHosts();
  const suites = process.argv.includes('--no-tests') ? 0 : runTests();
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

/** Reports and a baseline of all fixtures, from a folder of its own each time: no path of the machine may be in them. */
function compareReports() {
  let first;
  let runs = 0;
  for (const node of nodes) {
    for (const [index, place] of PLACES.entries()) {
      const root = join(temporary, `place${'x'.repeat(index * 5)}`, String(runs));
      cpSync(join(HERE, 'fixtures'), root, { recursive: true });
      const args = [
        'scan',
        '.',
        '--as-of',
        '2026-01-01',
        '--evidence',
        '--unresolved',
        ...FORMATS.flatMap((format) => ['--format', `${format}=out.${format}`]),
      ];
      const env = { ...process.env, ...place, NO_COLOR: '1' };
      const outputs = {};
      for (const extra of [[], ['--update-baseline']]) {
        const { status, stdout, stderr } = spawnSync(node, [MAIN, ...args, ...extra], {
          cwd: root,
          encoding: 'utf8',
          env,
        });
        if (status === null || status > 1) throw new Error(stderr);
        outputs[`output ${extra.join('')}`] = `${status}\n${stdout}${stderr}`;
        for (const format of FORMATS)
          outputs[`${format} ${extra.join('')}`] = readFileSync(join(root, `out.${format}`), 'utf8');
      }
      outputs['baseline'] = readFileSync(join(root, 'sunset-baseline.json'), 'utf8');
      runs += 2;
      first ??= outputs;
      compare(`${versionOf(node)} in ${place.LC_ALL}, ${place.TZ}`, outputs, first);
    }
  }
  return runs;
}

/** Messages of the plugin on all fixtures. */
function compareHosts() {
  let first;
  let runs = 0;
  for (const [index, node] of nodes.entries()) {
    for (const host of HOSTS) {
      const { status, stdout, stderr } = spawnSync(node, [join(HERE, 'test/matrix-lint.mjs'), host], {
        cwd: HERE,
        encoding: 'utf8',
        env: { ...process.env, ...PLACES[index] },
        maxBuffer: 1 << 28,
      });
      if (status !== 0) throw new Error(`${versionOf(node)}, ${host}:\n${stderr}`);
      runs += 1;
      const outputs = JSON.parse(stdout);
      if (Object.values(outputs).every((messages) => messages.length === 0)) throw new Error(`${host} says nothing`);
      first ??= outputs;
      compare(`${versionOf(node)} with ${host}`, outputs, first);
    }
  }
  return runs;
}

function compare(where, outputs, first) {
  for (const name of new Set([...Object.keys(first), ...Object.keys(outputs)])) {
    if (JSON.stringify(outputs[name]) !== JSON.stringify(first[name])) problems.push(`${where}: ${name} differs`);
  }
}

function runTests() {
  let runs = 0;
  for (const node of nodes.slice(1)) {
    const { status, stdout, stderr } = spawnSync(
      node,
      [
        join(HERE, 'node_modules/vitest/vitest.mjs'),
        'run',
        '--reporter=dot',
        ...SUITES.map((suite) => `test/${suite}`),
      ],
      { cwd: HERE, encoding: 'utf8', env: { ...process.env, NO_COLOR: '1' }, maxBuffer: 1 << 28 },
    );
    runs += 1;
    console.log(`${versionOf(node)}: ${/^ *Tests .*$/m.exec(stdout)?.[0].trim() ?? 'no tests'}`);
    if (status === 0) continue;
    console.error(stdout + stderr);
    problems.push(`${versionOf(node)}: tests fail`);
  }
  return runs;
}
