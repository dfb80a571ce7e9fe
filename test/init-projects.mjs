// Runs `init --yes` in projects of many kinds with their linters: earlier messages of the linter must remain, our findings
// must appear where `init` announced them, and a second run must change nothing.
// usage: npm run build && node test/init-projects.mjs [NAME...]
import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const HERE = fileURLToPath(new URL('..', import.meta.url));
const MAIN = process.env['SUNSET_MAIN'] ?? join(HERE, 'dist/program/main.cjs');
const MODULES = join(HERE, 'node_modules');
const HOSTS = {
  8: join(HERE, 'test/eslint/hosts/eslint-8/node_modules/eslint'),
  9: join(HERE, 'test/eslint/hosts/eslint-9/node_modules/eslint'),
  10: join(MODULES, 'eslint'),
};
const OXLINT = join(HERE, '.cache/oxlint/node_modules/oxlint');

const URL_OF = 'https://api.cloudflare.com/client/v4/zones/1/rate_limits';
/** Code with one finding of the project's own rule and one of ours; valid with each `sourceType`. */
const JS = `var unused = 1;\nfetch('${URL_OF}');\n`;
const TS = `var unused: number = 1;\nfetch('${URL_OF}' as string);\n`;
const OWN = "{ rules: { 'no-unused-vars': 'error' } }";
const EIGHT = { root: true, rules: { 'no-unused-vars': 'error' } };
const json = (value) => `${JSON.stringify(value, null, 2)}\n`;

/**
 * `eslint`: the version that is installed; `links`: further packages; `ours`: the program that must report our finding
 * afterwards; `absent`: files that must not be created.
 */
const PROJECTS = {
  'ESLint 8, .eslintrc.json': { eslint: 8, ours: 'linter', files: { '.eslintrc.json': json(EIGHT), 'src/a.js': JS } },
  'ESLint 8, .eslintrc with comments': {
    eslint: 8,
    ours: 'linter',
    files: {
      '.eslintrc': `{\n  // ours\n  "root": true,\n  "rules": { "no-unused-vars": "error" },\n}\n`,
      'src/a.js': JS,
    },
  },
  'ESLint 8, .eslintrc.yml': {
    eslint: 8,
    ours: 'linter',
    files: {
      '.eslintrc.yml':
        'root: true\nextends: eslint:recommended # all\nrules:\n  no-unused-vars: error\n  no-undef: off\n',
      'src/a.js': JS,
    },
  },
  'ESLint 8, .eslintrc.cjs': {
    eslint: 8,
    ours: 'scan',
    files: { '.eslintrc.cjs': `module.exports = ${JSON.stringify(EIGHT)};\n`, 'src/a.js': JS },
  },
  'ESLint 8, eslintConfig in package.json': {
    eslint: 8,
    ours: 'linter',
    manifest: { eslintConfig: { ...EIGHT, extends: ['eslint:recommended'], env: { browser: true } } },
    files: { 'src/a.js': JS },
  },
  'ESLint 8, flat, CommonJS': {
    eslint: 8,
    ours: 'linter',
    files: { 'eslint.config.js': `module.exports = [\n  ${OWN},\n];\n`, 'src/a.js': JS },
  },
  'ESLint 9, flat, modules by type': {
    eslint: 9,
    ours: 'linter',
    manifest: { type: 'module' },
    files: { 'eslint.config.js': `export default [\n  ${OWN},\n];\n`, 'src/a.js': JS },
  },
  'ESLint 9, flat, .cjs in a package of modules': {
    eslint: 9,
    ours: 'linter',
    manifest: { type: 'module' },
    files: { 'eslint.config.cjs': `module.exports = [${OWN}];\n`, 'src/a.js': JS },
  },
  'ESLint 9, .eslintrc.json by its variable': {
    eslint: 9,
    ours: 'linter',
    env: { ESLINT_USE_FLAT_CONFIG: 'false' },
    manifest: { scripts: { lint: 'ESLINT_USE_FLAT_CONFIG=false eslint src' } },
    files: { '.eslintrc.json': json(EIGHT), 'src/a.js': JS },
  },
  'ESLint 10, defineConfig': {
    eslint: 10,
    ours: 'linter',
    files: {
      'eslint.config.mjs': `import { defineConfig } from 'eslint/config';\n\nexport default defineConfig([${OWN}]);\n`,
      'src/a.js': JS,
    },
  },
  'ESLint 10, typescript-eslint': {
    eslint: 10,
    links: ['typescript-eslint'],
    ours: 'linter',
    files: {
      'eslint.config.mjs': `// @ts-check\nimport tseslint from 'typescript-eslint';\n\nexport default tseslint.config(\n  tseslint.configs.recommended,\n  ${OWN},\n);\n`,
      'src/a.ts': TS,
    },
  },
  'ESLint 10, a constant exported later': {
    eslint: 10,
    ours: 'linter',
    files: { 'eslint.config.mjs': `const configs = [${OWN}];\n\nexport default configs;\n`, 'src/a.js': JS },
  },
  'ESLint 10, one object': {
    eslint: 10,
    ours: 'linter',
    files: { 'eslint.config.mjs': `export default ${OWN};\n`, 'src/a.js': JS },
  },
  'ESLint 10, a form of its own': {
    eslint: 10,
    ours: 'scan',
    files: {
      'eslint.config.mjs': `const make = async () => [${OWN}];\nexport default await make();\n`,
      'src/a.js': JS,
    },
  },
  'ESLint 10, rules for some files alone': {
    eslint: 10,
    ours: 'linter',
    files: {
      'eslint.config.mjs': `export default [\n  { files: ['src/a.js'], rules: { 'no-unused-vars': 'error' } },\n];\n`,
      'src/a.js': JS,
      'src/b.js': 'var free = 1;\n',
    },
  },
  'ESLint 10, no configuration, JavaScript': { eslint: 10, ours: 'linter', files: { 'src/a.js': JS } },
  'ESLint 10, no configuration, TypeScript and its parser': {
    eslint: 10,
    links: ['typescript-eslint'],
    ours: 'linter',
    files: { 'src/a.ts': TS, 'tsconfig.json': '{}' },
  },
  'ESLint 10, no configuration, TypeScript alone': {
    eslint: 10,
    ours: 'scan',
    files: { 'src/a.ts': TS, 'tsconfig.json': '{}' },
    absent: ['eslint.config.mjs'],
  },
  'ESLint 10, no configuration, Vue': {
    eslint: 10,
    links: ['typescript-eslint', 'vue-eslint-parser'],
    ours: 'linter',
    files: { 'src/a.ts': TS, 'src/b.vue': `<script lang="ts">\nfetch('${URL_OF}' as string);\n</script>\n` },
  },
  'ESLint 10, a workspace': {
    eslint: 10,
    ours: 'linter',
    manifest: { workspaces: ['src/*'] },
    files: {
      'eslint.config.mjs': `export default [${OWN}];\n`,
      'src/a/package.json': '{"name":"a"}\n',
      'src/a/index.js': JS,
    },
  },
  oxlint: {
    oxlint: true,
    ours: 'linter',
    files: { '.oxlintrc.json': '{\n  // ours\n  "rules": { "no-unused-vars": "error" }\n}\n', 'src/a.js': JS },
  },
  Biome: { ours: 'scan', files: { 'biome.json': '{}\n', 'src/a.ts': TS }, absent: ['eslint.config.mjs'] },
  'no linter, Husky and GitHub': {
    ours: 'scan',
    files: { 'src/a.ts': TS, '.husky/pre-commit': 'npm test\n', '.github/workflows/a.yml': 'on: push\n' },
    absent: ['eslint.config.mjs'],
  },
};

const asked = process.argv.slice(2);
let failures = 0;
for (const [name, project] of Object.entries(PROJECTS)) {
  if (asked.length > 0 && !asked.some((part) => name.includes(part))) continue;
  if (project.oxlint === true && !existsSync(OXLINT)) {
    console.log(`skip  ${name}: oxlint is not in .cache`);
    continue;
  }
  const problems = check(project);
  failures += problems.length === 0 ? 0 : 1;
  console.log([`${problems.length === 0 ? 'ok   ' : 'FAIL '} ${name}`, ...problems].join('\n      '));
}
console.log(failures === 0 ? 'No project failed.' : `${String(failures)} failed.`);
process.exitCode = failures === 0 ? 0 : 1;

function check(project) {
  const root = mkdtempSync(join(tmpdir(), 'init-projects-'));
  try {
    make(root, project);
    return problemsOf(root, project);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

function make(root, { eslint, oxlint, links = [], manifest = {}, files }) {
  const devDependencies = { 'sunset-lint': '*', ...(eslint === undefined ? {} : { eslint: `^${String(eslint)}.0.0` }) };
  if (eslint === 8) devDependencies.eslint = '^8.57.0';
  const all = {
    'package.json': json({ name: 'p', devDependencies, ...manifest }),
    '.gitignore': 'node_modules\n',
    ...files,
  };
  for (const [file, text] of Object.entries(all)) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  }
  mkdirSync(join(root, 'node_modules'));
  const link = (target, as) => symlinkSync(target, join(root, 'node_modules', as));
  link(HERE, 'sunset-lint');
  link(HERE, 'eslint-plugin-sunset');
  if (eslint !== undefined) link(HOSTS[eslint], 'eslint');
  if (oxlint === true) link(OXLINT, 'oxlint');
  for (const name of links) link(join(MODULES, name), name);
}

function problemsOf(root, project) {
  const problems = [];
  const { ours, absent = [] } = project;
  const texts = Object.fromEntries(filesIn(root).map((file) => [file, readFileSync(join(root, file), 'utf8')]));
  const before = lint(root, project);
  const first = run(root, [MAIN, 'init', '--yes'], project.env);
  if (first.status !== 0) problems.push(`init ended with ${String(first.status)}: ${first.stdout}${first.stderr}`);
  for (const [file, text] of Object.entries(texts))
    if (!keepsAll(text, readFileSync(join(root, file), 'utf8'))) problems.push(`${file} lost something`);
  for (const file of absent) if (existsSync(join(root, file))) problems.push(`${file} was made`);
  const after = lint(root, project);
  if (before !== undefined) {
    for (const message of before.messages)
      if (!after.messages.includes(message)) problems.push(`no longer reported: ${message}`);
    if (before.works && !after.works) problems.push(`the linter fails: ${after.said}`);
    if (before.works && before.status > after.status) problems.push('the linter passes now');
  }
  const linter = after?.messages.some((message) => /sunset[/(]/.test(message)) === true;
  if (linter !== (ours === 'linter'))
    problems.push(`our finding is ${linter ? '' : 'not '}reported by the linter: ${first.stdout}${after?.said ?? ''}`);
  if (run(root, [MAIN, 'scan', '--quiet']).status !== 1) problems.push('the scan finds nothing');
  const second = run(root, [MAIN, 'init', '--yes'], project.env);
  if (!second.stdout.includes('There is nothing to write.')) problems.push(`a second run writes: ${second.stdout}`);
  return problems;
}

/** Output of the project's linter; undefined where the project has none. */
function lint(root, { eslint, oxlint, env }) {
  if (oxlint === true) {
    const { status, stdout, stderr } = run(root, ['node_modules/oxlint/bin/oxlint', '--format', 'json', 'src'], env);
    const messages = parsed(stdout)?.diagnostics?.map(({ code, filename }) => `${filename} ${code}`);
    return { status, messages: messages ?? [], works: messages !== undefined, said: stderr };
  }
  if (eslint === undefined) return undefined;
  const { status, stdout, stderr } = run(root, ['node_modules/eslint/bin/eslint.js', '--format', 'json', 'src'], env);
  const results = parsed(stdout);
  const messages = results?.flatMap(({ filePath, messages: told }) =>
    told.map(({ ruleId, line, message }) => `${filePath}:${String(line)} ${String(ruleId)} ${message}`),
  );
  return { status, messages: messages ?? [], works: messages !== undefined, said: stderr };
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function run(root, args, env = {}) {
  const { PATH, HOME } = process.env;
  return spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8', env: { PATH, HOME, ...env } });
}

function filesIn(root) {
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.includes('node_modules'))
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1));
}

/** Whether a text still has all signs of another one, in their order. */
function keepsAll(before, after) {
  const wanted = before.replace(/\s+/g, '');
  let at = 0;
  for (const sign of after.replace(/\s+/g, '')) if (sign === wanted[at]) at += 1;
  return at === wanted.length;
}
