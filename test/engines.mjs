// Runs Turborepo and Nx in a workspace of three packages: they create, cache and restore its facts, and the report of
// `link` must equal that of a scan. The task runners are installed from npm into .cache.
// usage: node test/engines.mjs
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const HERE = fileURLToPath(new URL('..', import.meta.url));
const MAIN = join(HERE, 'dist/program/main.cjs');
const RUNNERS = join(HERE, '.cache/engines');
const VERSIONS = ['turbo@2.11.11', 'nx@21.6.11'];
const PACKAGES = ['app', 'kit', 'web'];
const FACTS = '.sunset-facts';

/** Script of each package; docs/scale.md has the same as a recipe. */
const SCRIPT = `node ${MAIN} facts . --root ../.. --output ${FACTS} --with`;
const TREE = {
  'package.json': JSON.stringify({
    name: 'town',
    private: true,
    packageManager: 'npm@10.0.0',
    workspaces: ['packages/*'],
  }),
  'package-lock.json': JSON.stringify({ name: 'town', lockfileVersion: 3, requires: true, packages: {} }),
  '.gitignore': `node_modules\n${FACTS}\n.turbo\n.nx\n`,
  'turbo.json': JSON.stringify({
    tasks: { facts: { dependsOn: ['^facts'], outputs: [FACTS], passThroughEnv: ['SUNSET_LINT_KEY'] } },
  }),
  'nx.json': JSON.stringify({
    analytics: false,
    neverConnectToCloud: true,
    targetDefaults: { facts: { dependsOn: ['^facts'], outputs: [`{projectRoot}/${FACTS}`], cache: true } },
  }),
  ...Object.fromEntries(
    PACKAGES.map((name) => [
      `packages/${name}/package.json`,
      JSON.stringify({
        name: `@town/${name}`,
        version: '1.0.0',
        main: 'src/index.ts',
        scripts: {
          facts: name === 'kit' ? SCRIPT.replace(/ --with$/, '') : `${SCRIPT} ../kit/${FACTS}`,
        },
        ...(name === 'kit' ? {} : { dependencies: { '@town/kit': '1.0.0' } }),
      }),
    ]),
  ),
  'packages/kit/src/index.ts':
    "const API = 'https://api.cloudflare.com/client/v4';\nexport const send = (path: string, method = 'GET') => fetch(`${API}${path}`, { method });\n",
  'packages/app/src/index.ts':
    "import { send } from '@town/kit';\nexport const rules = (zone: string) => send(`/zones/${zone}/rate_limits`, 'POST');\n",
  'packages/web/src/index.ts':
    "import { send } from '@town/kit';\nexport const drop = (zone: string) => send(`/zones/${zone}/pagerules`);\n",
};

/** Runs a task in all packages; returns those that the task runner restored from its cache. */
const ENGINES = {
  Turborepo(root) {
    const { stdout, stderr } = run(root, 'turbo', ['run', 'facts', '--no-daemon', '--output-logs=hash-only']);
    const text = stdout + stderr;
    return PACKAGES.filter((name) => new RegExp(`@town/${name}:facts: cache hit`).test(text));
  },
  Nx(root) {
    const { stdout, stderr } = run(root, 'nx', ['run-many', '-t', 'facts', '--output-style=static']);
    const text = stdout + stderr;
    return PACKAGES.filter((name) => new RegExp(`nx run @town/${name}:facts\\s+\\[[^\\]]*cache\\]`).test(text));
  },
};

const problems = [];
let checks = 0;
install();
for (const [name, facts] of Object.entries(ENGINES)) check(name, facts);
for (const problem of problems) console.error(`!! ${problem}`);
console.log(`${Object.keys(ENGINES).join(' and ')}: ${checks} checks, ${problems.length} failed`);
process.exitCode = problems.length === 0 ? 0 : 1;

function check(engine, facts) {
  const root = mkdtempSync(join(tmpdir(), 'sunset-engines-'));
  const expectEqual = (what, found, wanted) => {
    checks += 1;
    if (JSON.stringify(found) !== JSON.stringify(wanted))
      problems.push(`${engine}: ${what}: ${JSON.stringify(found)} instead of ${JSON.stringify(wanted)}`);
  };
  try {
    for (const [file, text] of Object.entries(TREE)) {
      mkdirSync(dirname(join(root, file)), { recursive: true });
      writeFileSync(join(root, file), text);
    }
    symlinkSync(join(RUNNERS, 'node_modules'), join(root, 'node_modules'));
    for (const args of [
      ['init', '-q'],
      ['add', '-A'],
      ['-c', 'user.name=a', '-c', 'user.email=a@example.com', 'commit', '-qm', 'first'],
    ])
      spawnSync('git', args, { cwd: root });
    expectEqual('packages restored by the first run', facts(root), []);
    expectEqual('findings', report(root, ['scan']).findings, 2);
    compare();
    for (const name of PACKAGES) rmSync(join(root, `packages/${name}/${FACTS}`));
    expectEqual('packages restored by the second run', facts(root), PACKAGES);
    compare();
    const changed = join(root, 'packages/app/src/index.ts');
    writeFileSync(changed, readFileSync(changed, 'utf8').replace('rate_limits', 'dns_records'));
    expectEqual('packages restored after a change in one', facts(root), ['kit', 'web']);
    expectEqual('findings after it', report(root, ['scan']).findings, 1);
    compare();
  } finally {
    rmSync(root, { recursive: true, force: true });
  }

  function compare() {
    const files = PACKAGES.map((name) => `packages/${name}/${FACTS}`);
    expectEqual(
      'files of facts',
      files.filter((file) => existsSync(join(root, file))),
      files,
    );
    expectEqual('the report of link', report(root, ['link', ...files]).text, report(root, ['scan']).text);
  }
}

function report(root, command) {
  const args = [MAIN, ...command, '--no-cache', '--no-baseline', '--as-of', '2026-01-01', '--format', 'json'];
  const { stdout } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' });
  return { text: stdout, findings: JSON.parse(stdout).findings.length };
}

function install() {
  if (existsSync(join(RUNNERS, 'node_modules/.bin/nx'))) return;
  mkdirSync(RUNNERS, { recursive: true });
  writeFileSync(join(RUNNERS, 'package.json'), '{ "private": true }\n');
  const args = ['install', '--silent', '--no-audit', '--no-fund', '--ignore-scripts', '--prefix', RUNNERS, ...VERSIONS];
  const { status, stderr } = spawnSync('npm', args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`the runners cannot be installed: ${stderr}`);
}

function run(root, name, args) {
  const child = spawnSync(join(RUNNERS, 'node_modules/.bin', name), args, {
    cwd: root,
    encoding: 'utf8',
    env: {
      ...process.env,
      SUNSET_LINT_KEY: 'a secret of thirty-two characters or more',
      NX_DAEMON: 'false',
      NX_TUI: 'false',
      CI: 'true',
      TURBO_TELEMETRY_DISABLED: '1',
      DO_NOT_TRACK: '1',
    },
  });
  if (child.status !== 0) throw new Error(`${name} ended with ${child.status}: ${child.stdout}${child.stderr}`);
  return child;
}
