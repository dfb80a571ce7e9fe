// Installs the packed package with each package manager and each major version of ESLint and TypeScript. No warnings on
// peer dependencies may appear, the command line and the plugin must report findings, and the types must compile.
// Package managers are installed from npm into .cache. Needs `npm run build`.
// usage: node test/installs.mjs [NAME…]    only installs whose name has one of these words
import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const HERE = fileURLToPath(new URL('..', import.meta.url));
const TOOLS = join(HERE, '.cache/installs');
const MANAGERS = ['pnpm@10.33.0', '@yarnpkg/cli-dist@4.17.0', 'bun@1.3.14'];
const BIN = (name) => join(TOOLS, 'node_modules/.bin', name);
/** Warnings that no install may print. */
const COMPLAINT = /ERESOLVE|unmet peer|peer dep|incorrect peer|YN0002|YN0060|YN0086|deprecated sunset-lint/i;
const MOST_PACKAGES = 20;
const MOST_BYTES = 22_400_000;

const CODE = "fetch('https://api.cloudflare.com/client/v4/zones/1/pagerules');\n";
const USES = `import sunset, { configs, rules } from 'sunset-lint';
import { defineConfig, type Config, type SunsetLintConfig } from 'sunset-lint/config';
import { loadCatalogue, scan, type ScanReport } from 'sunset-lint/scanner';

export const all = [sunset.configs.recommended, configs.strict, Object.keys(rules).length];
export const config: Config & SunsetLintConfig = defineConfig({ paths: ['src'], failOn: 'sunset' });
// @ts-expect-error no such value
defineConfig({ failOn: 'always' });
export const report: Promise<ScanReport> = scan({ root: '.', asOf: '2026-01-01', catalogue: loadCatalogue() });
export const lines = report.then(({ findings }) => findings.map((one) => \`\${one.file}:\${one.range.start.line}\`));
`;
/** ESLint 8 has no types of its own. */
const PLUGS = `import type { ESLint, Linter } from 'eslint';
import sunset from 'sunset-lint';

export const plugin: ESLint.Plugin = sunset;
export const list: Linter.Config[] = [sunset.configs.recommended, { plugins: { sunset }, rules: { 'sunset/no-deprecated-field': 'warn' } }];
`;
const CONFIGS = {
  'eslint.config.cjs':
    "const sunset = require('sunset-lint');\nmodule.exports = [sunset.configs.recommended, { plugins: { sunset } }];\n",
  'eslint.config.mjs':
    "import sunset, { configs } from 'sunset-lint';\nexport default [configs.recommended, { plugins: { sunset } }];\n",
};

const npm = { add: ['npm', 'install', '--no-audit', '--no-fund', '--save-dev'], run: ['npx', '--no-install'] };
const pnpm = { add: [BIN('pnpm'), 'add', '--save-dev'], run: [BIN('pnpm'), 'exec'] };
const yarn = {
  add: [BIN('yarn'), 'add', '--dev'],
  run: [BIN('yarn'), 'run'],
  files: { '.yarnrc.yml': 'nodeLinker: pnp\n' },
};
const bun = { add: [BIN('bun'), 'add', '--dev'], run: ['npx', '--no-install'] };
const INSTALLS = [
  { name: 'npm alone', manager: npm, beside: [] },
  { name: 'npm, ESLint 8, TypeScript 5.4', manager: npm, beside: ['eslint@8.57.1', 'typescript@5.4.5'] },
  { name: 'npm, ESLint 9, TypeScript 6', manager: npm, beside: ['eslint@9', 'typescript@6'] },
  { name: 'npm, ESLint 10, TypeScript 7', manager: npm, beside: ['eslint@10', 'typescript@7'] },
  { name: 'pnpm, ESLint 10, TypeScript 5', manager: pnpm, beside: ['eslint@10', 'typescript@5'] },
  { name: 'Yarn PnP, ESLint 9, TypeScript 5', manager: yarn, beside: ['eslint@9', 'typescript@5'] },
  { name: 'Bun, ESLint 10, TypeScript 6', manager: bun, beside: ['eslint@10', 'typescript@6'] },
];

const problems = [];
let checks = 0;
let current = '';
const wanted = process.argv.slice(2);
const packed = pack();
installManagers();
for (const install of INSTALLS.filter(
  ({ name }) => wanted.length === 0 || wanted.some((word) => name.includes(word)),
)) {
  const started = Date.now();
  current = install.name;
  tryInstall(install);
  console.log(`${install.name}: ${Math.round((Date.now() - started) / 1000)} s`);
}
for (const problem of problems) console.error(`!! ${problem}`);
console.log(`Installs: ${checks} checks, ${problems.length} failed`);
process.exitCode = problems.length === 0 ? 0 : 1;

function tryInstall({ manager, beside }) {
  const root = mkdtempSync(join(tmpdir(), 'sunset-installs-'));
  try {
    write(root, { 'package.json': '{ "name": "app", "private": true }\n', 'a.js': CODE, ...CONFIGS, ...manager.files });
    write(root, {
      'uses.mts': USES,
      ...(beside.some((name) => /^eslint@(?!8)/.test(name)) ? { 'plugs.mts': PLUGS } : {}),
    });
    rmSync(join(root, beside.some((name) => name.startsWith('eslint@8')) ? 'eslint.config.mjs' : 'eslint.config.cjs'));
    const [program, ...args] = [...manager.add, packed, ...beside];
    const { status, text } = run(root, program, args);
    expect(status === 0 && !COMPLAINT.test(text), 'is installed without a word about peers', text);
    if (status !== 0) return;
    if (beside.length === 0) measure(root);
    const use = (...command) => run(root, manager.run[0], [...manager.run.slice(1), ...command]);
    const scanned = use('sunset-lint', 'scan', 'a.js', '--no-cache', '--as-of', '2026-01-01');
    expect(scanned.status === 1 && /a\.js/.test(scanned.text), 'the command line finds', scanned.text);
    if (beside.length === 0) return;
    const linted = use('eslint', 'a.js');
    expect(
      linted.status === 1 && linted.text.includes('sunset/no-deprecated-endpoint'),
      'the plugin finds',
      linted.text,
    );
    for (const [module, resolution] of [
      ['node16', 'node16'],
      ['nodenext', 'nodenext'],
      ['esnext', 'bundler'],
    ]) {
      const compilerOptions = {
        strict: true,
        noEmit: true,
        target: 'es2022',
        types: [],
        module,
        moduleResolution: resolution,
      };
      write(root, { 'tsconfig.json': JSON.stringify({ compilerOptions, include: ['*.mts'] }) });
      const compiled = use('tsc', '-p', '.');
      // Errors in the types of ESLint itself do not count.
      const ours = compiled.text
        .split('\n')
        .filter((line) => /error TS/.test(line) && !/^(?:\.\.\/)*node_modules\/(?!sunset-lint)/.test(line));
      expect(ours.length === 0, `the types compile with ${resolution}`, compiled.text);
    }
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

/** Measures an install of this package alone. */
function measure(root) {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const packages = Object.keys(lock.packages).length - 1;
  const bytes = sizeOf(join(root, 'node_modules'));
  console.log(`${packages} packages, ${(bytes / 1e6).toFixed(1)} MB`);
  expect(packages <= MOST_PACKAGES, `no more than ${MOST_PACKAGES} packages`, String(packages));
  expect(bytes <= MOST_BYTES, `no more than ${MOST_BYTES} bytes`, String(bytes));
}

function sizeOf(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);
}

function expect(holds, what, text) {
  checks += 1;
  if (!holds) problems.push(`${current}: not so: ${what}\n${text.slice(-3000)}`);
}

function write(root, files) {
  for (const [file, text] of Object.entries(files)) writeFileSync(join(root, file), text);
}

function pack() {
  mkdirSync(TOOLS, { recursive: true });
  const { status, stdout, stderr } = spawnSync(
    'npm',
    ['pack', '--json', '--ignore-scripts', '--pack-destination', TOOLS],
    {
      cwd: HERE,
      encoding: 'utf8',
    },
  );
  if (status !== 0) throw new Error(`the package cannot be packed: ${stderr}`);
  return join(TOOLS, JSON.parse(stdout)[0].filename);
}

function installManagers() {
  if (['pnpm', 'yarn', 'bun'].every((name) => existsSync(BIN(name)))) return;
  writeFileSync(join(TOOLS, 'package.json'), '{ "private": true }\n');
  const { status, text } = run(TOOLS, 'npm', ['install', '--silent', '--no-audit', '--no-fund', ...MANAGERS]);
  if (status !== 0) throw new Error(`the package managers cannot be installed: ${text}`);
}

function run(cwd, program, args) {
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    cwd,
    encoding: 'utf8',
    env: { ...process.env, NO_COLOR: '1', YARN_ENABLE_TELEMETRY: '0', YARN_ENABLE_IMMUTABLE_INSTALLS: 'false' },
  });
  return { status, text: `${stdout ?? ''}${stderr ?? ''}${error?.message ?? ''}` };
}
