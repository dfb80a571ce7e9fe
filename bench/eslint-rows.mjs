// Cost of the rules in ESLint: CPU time of a lint run against one without rules, in turn, their share of the lint time
// by ESLint's own statistics, and the cost of loading the plugin. As a program (`DIR --child KIND`) it performs one
// lint run.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { workIn } from './work-table.mjs';
import { SECTIONS } from './layout.mjs';
import { env, inTurn, median, ratio, table } from './measure.mjs';

/** Published plugin, and the same plugin as compiled sources with readable counters. */
const PLUGIN = new URL('../dist/bundle/index.js', import.meta.url).href;
const COUNTED_PLUGIN = new URL('../dist/index.js', import.meta.url).href;
const self = fileURLToPath(import.meta.url);

if (process.argv[1] === self) {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { child: { type: 'string' }, plugin: { type: 'string', default: PLUGIN } },
  });
  console.log(JSON.stringify(await lint(resolve(positionals[0]), values.child, values.plugin)));
}

/** Performs one lint run in this process; `kind` selects the rules. */
async function lint(root, kind, plugin) {
  const isCounted = plugin === COUNTED_PLUGIN;
  if (isCounted) stopClocks();
  const { ESLint } = await import('eslint');
  const parser = await import('@typescript-eslint/parser');
  const { default: sunset } = await import(plugin);
  const { default: tseslint } = await import('typescript-eslint');
  const isTyped = kind === 'no-deprecated';
  const config = [
    { ignores: ['**/dist/**', '**/build/**', '**/node_modules/**', '**/*.d.ts'] },
    {
      files: ['**/*.{ts,tsx,mts,cts,js,jsx,mjs,cjs}'],
      languageOptions: {
        parser,
        parserOptions: isTyped ? { projectService: true, tsconfigRootDir: root } : { ecmaFeatures: { jsx: true } },
      },
      linterOptions: { reportUnusedDisableDirectives: 'off' },
    },
    ...(kind === 'sunset' ? [sunset.configs.recommended] : []),
    ...(isTyped
      ? [{ files: ['**/*.{ts,tsx,mts,cts}'], plugins: { ts: tseslint.plugin }, rules: { 'ts/no-deprecated': 'error' } }]
      : []),
  ];
  const eslint = new ESLint({
    cwd: root,
    overrideConfigFile: true,
    overrideConfig: config,
    stats: true,
    errorOnUnmatchedPattern: false,
    allowInlineConfig: false,
  });
  const start = performance.now();
  const usage = process.cpuUsage();
  const results = await (isCounted ? lintInOrder(eslint, root) : eslint.lintFiles(['.']));
  const { user, system } = process.cpuUsage(usage);
  const cpu = (user + system) / 1e6;
  const wall = performance.now() - start;
  let parse = 0;
  let rules = 0;
  let findings = 0;
  for (const { stats, messages } of results) {
    findings += messages.filter((message) => message.ruleId !== null && !message.fatal).length;
    for (const pass of stats?.times.passes ?? []) {
      parse += pass.parse.total;
      for (const [name, time] of Object.entries(pass.rules ?? {}))
        if (/^(?:sunset|ts)\//.test(name)) rules += time.total;
    }
  }
  const counts = isCounted ? await countedWork() : undefined;
  return {
    counts,
    files: results.length,
    findings,
    cpu,
    wall,
    parse,
    rules,
    rss: process.resourceUsage().maxRSS / 1024,
  };
}

/** Freezes the clock for cached file stamps, so that counted runs neither drop them nor read new files again. */
function stopClocks() {
  const frozenTime = Date.now() + 60_000;
  performance.now = () => 0;
  Date.now = () => frozenTime;
}

/** Lints files one by one, because ESLint's own order varies and changes the cached facts. */
async function lintInOrder(eslint, root) {
  const files = readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.[cm]?[jt]sx?$/.test(entry.name))
    .map(({ parentPath, name }) => join(parentPath, name))
    .sort();
  const results = [];
  for (const file of files) if (!(await eslint.isPathIgnored(file))) results.push(...(await eslint.lintFiles([file])));
  return results;
}

/** Rows for each set of rules, run in turn; with `types` also a slow run of a rule that needs types. */
export function lintTable(root, builds, runs, types) {
  const ruleRuns = builds
    .filter(({ plugin }) => existsSync(plugin))
    .map(({ name, plugin }) => ({ name, run: () => childRun(root, 'sunset', pathToFileURL(plugin).href) }));
  const samples = inTurn([{ name: 'no rules', run: () => childRun(root, 'none') }, ...ruleRuns], runs);
  if (types && existsSync(join(root, 'tsconfig.json')))
    samples.set('typescript-eslint `no-deprecated`, with types', [childRun(root, 'no-deprecated')]);
  const withoutRules = samples.get('no rules');
  const rows = [...samples].map(([name, list]) => {
    const medianOf = (key) => median(list.map((sample) => sample[key]));
    return [
      name,
      String(list[0].files),
      String(list[0].findings),
      medianOf('cpu').toFixed(2),
      ratio(list, withoutRules, 'cpu').toFixed(2),
      (medianOf('parse') / 1000).toFixed(2),
      (100 * median(list.map((sample) => sample.rules / sample.wall))).toFixed(2),
      medianOf('rss').toFixed(0),
    ];
  });
  return table([SECTIONS.ESLint, ...rows]);
}

/** Cost of the import, in a new process. */
export function loadTable() {
  const eslint = loadCost("await import('eslint')");
  const withPlugin = loadCost(`await import('eslint'); await import('${PLUGIN}')`);
  const difference = Object.fromEntries(Object.keys(eslint).map((name) => [name, withPlugin[name] - eslint[name]]));
  const rows = Object.entries({ eslint, 'eslint and the plugin': withPlugin, 'the plugin beyond eslint': difference });
  return table([
    SECTIONS['Import of the plugin'],
    ...rows.map(([name, sample]) => [name, sample.wall.toFixed(1), sample.cpu.toFixed(1), sample.rss.toFixed(1)]),
  ]);
}

/** Work of a lint run with the rules, by counter. */
export function lintWork(root) {
  return childRun(root, 'sunset', COUNTED_PLUGIN).counts;
}

async function countedWork() {
  const { workTable } = await import(new URL('../dist/core/lib/work.js', import.meta.url));
  return workIn(workTable());
}

function childRun(root, kind, plugin = PLUGIN) {
  const args = ['--max-old-space-size=4096', self, root, '--child', kind, '--plugin', plugin];
  const child = spawnSync(process.execPath, args, {
    env,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  if (child.status !== 0) throw new Error(`the lint run failed: ${child.stderr}`);
  return JSON.parse(child.stdout.trim().split('\n').at(-1));
}

function loadCost(code) {
  const script = `const usage = process.cpuUsage(); const start = performance.now(); ${code}; const wall = performance.now() - start; const { user, system } = process.cpuUsage(usage); console.log(JSON.stringify({ wall, cpu: (user + system) / 1000, rss: process.memoryUsage.rss() / 1e6 }));`;
  const samples = Array.from({ length: 9 }, () =>
    JSON.parse(
      spawnSync(process.execPath, ['--input-type=module', '-e', script], {
        cwd: fileURLToPath(new URL('..', import.meta.url)),
        env,
        encoding: 'utf8',
      }).stdout,
    ),
  );
  return Object.fromEntries(
    Object.keys(samples[0]).map((name) => [name, median(samples.map((sample) => sample[name]))]),
  );
}
