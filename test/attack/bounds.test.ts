import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as parser from '@typescript-eslint/parser';
import { Linter } from 'eslint';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createTimeBudget } from '../../src/hosts/eslint/time-budget.js';
import type { TimeBudget } from '../../src/hosts/eslint/time-budget.js';
import { startCpuClock } from '../cpu-time.js';
import sunset from '../../src/index.js';
import { loadCatalogue } from '../../src/knowledge/catalogue/load.js';
import { createAnalyser } from '../../src/engine/analyse.js';
import type { Report } from '../../src/report/report.js';
import { scan } from '../../src/scan/scan.js';
import { CALL, cli, git, repository, configFlags } from '../cli/support.js';
import { readerOf } from '../engine/support.js';
import { folder } from '../scanner/support.js';

/** Writes requests whose URLs take many steps to evaluate: more than a second in one file. */
const expensiveCalls = (calls: number): string =>
  [
    'const part = (name: string, depth: number): string => (depth === 0 ? name : part(name + depth, depth - 1) + name);',
    ...Array.from(
      { length: calls },
      (_, index) => `fetch('https://api.cloudflare.com/client/v4/zones/' + part('z${index}', 8) + '/pagerules');`,
    ),
  ].join('\n');
const EXPENSIVE = expensiveCalls(600);

const TREE = { 'a.ts': CALL, 'busy.ts': EXPENSIVE, 'z.ts': CALL };

function stoppedIn(report: Report): readonly string[] {
  return report.coverage.skipped.find(({ reason }) => reason === 'stopped')?.paths ?? [];
}

describe('a scan with a timeout', () => {
  it('stops in the middle of a file, and lists it with the remaining files', async () => {
    const root = folder({ ...TREE });
    const since = performance.now();
    const report = await scan({ root, asOf: '2026-01-01', timeout: 400 });
    expect(performance.now() - since).toBeLessThan(5000);
    expect(stoppedIn(report)).toEqual(expect.arrayContaining(['busy.ts', 'z.ts']));
    expect(report.coverage.limits).toContain('Stopped after 0.4 s (timeout): the report is incomplete.');
    expect(report.findings.every(({ file }) => file !== 'z.ts')).toBe(true);
  });

  it('lists every file and fails if the time is over before it begins', async () => {
    const root = folder({ 'a.ts': CALL, 'b.ts': 'export {};' });
    const { code, out, err } = await cli(root, ['scan', ...configFlags({ timeout: '0.001ms' }), '--format', 'json']);
    expect([code, stoppedIn(JSON.parse(out) as Report)]).toEqual([2, ['a.ts', 'b.ts']]);
    expect(err).toContain('error: stopped after 0.000001 s (timeout): 2 files were not analysed in full');
  });

  it('takes the timeout from the configuration of the tree, or from an explicit one', async () => {
    const root = folder({ 'a.ts': CALL, 'sunset-lint.config.json': '{ "timeout": "0.001ms" }' });
    expect(await cli(root, ['scan'])).toMatchObject({
      code: 2,
      out: expect.stringContaining('Not passed, because not everything was read') as string,
    });
    expect((await cli(root, ['scan', ...configFlags({ timeout: '10m' })])).code).toBe(1);
  });

  it('does not prune the baseline', async () => {
    const root = folder({ 'a.ts': CALL });
    expect((await cli(root, ['scan', '--update-baseline'])).code).toBe(0);
    const before = readFileSync(join(root, 'sunset-baseline.json'), 'utf8');
    const { code, err } = await cli(root, ['scan', '--prune', ...configFlags({ timeout: '0.001ms' })]);
    expect([code, readFileSync(join(root, 'sunset-baseline.json'), 'utf8')]).toEqual([2, before]);
    expect(err).not.toContain('in the code any more');
  });

  it('fails a change that was not analysed in full', async () => {
    const root = repository(folder({ 'a.ts': 'export {};' }));
    git(root, 'checkout', '-q', '-b', 'change');
    const made = folder({ 'b.ts': CALL });
    git(root, 'pull', '-q', repository(made), 'main', '--allow-unrelated-histories', '--no-rebase', '--no-edit');
    expect((await cli(root, ['scan', '--changed-since', 'main', ...configFlags({ timeout: '0.001ms' })])).code).toBe(2);
    expect((await cli(root, ['scan', '--changed-since', 'main', ...configFlags({ timeout: '10m' })])).code).toBe(1);
  });
});

describe('a change that adds limits to the configuration', () => {
  it.each(['"timeout": "0.001ms"', '"maxMemory": "20mb"'])('fails if they stop its scan: %s', async (bound) => {
    const root = repository(folder({ 'a.ts': 'export {};' }));
    writeFileSync(join(root, 'b.ts'), CALL);
    writeFileSync(join(root, 'sunset-lint.config.json'), `{ ${bound} }`);
    git(root, 'add', '-A');
    const { code, err } = await cli(root, ['scan', '--staged']);
    expect([code, err]).toEqual([2, expect.stringContaining('not analysed in full')]);
  });
});

describe('a scan with a memory limit', () => {
  it('stops if the process already exceeds it', async () => {
    const root = folder({ 'a.ts': CALL });
    const { code, out, err } = await cli(root, [
      'scan',
      ...configFlags({ maxMemory: '20mb' }),
      '--format',
      'json=report.json',
    ]);
    const report = JSON.parse(readFileSync(join(root, 'report.json'), 'utf8')) as Report;
    expect([code, out, stoppedIn(report)]).toEqual([2, '', ['a.ts']]);
    expect(err).toContain('error: stopped before it took more than 20 MB of memory (maxMemory): 1 file was not');
  });
});

describe('time and memory limits', () => {
  it('do not change the report if they are high enough', async () => {
    const root = folder({ 'a.ts': CALL, 'b.ts': CALL });
    const plain = await cli(root, ['scan', '--format', 'json']);
    const bounded = await cli(root, ['scan', '--format', 'json', ...configFlags({ timeout: '1h', maxMemory: '64gb' })]);
    expect([bounded.code, bounded.out]).toEqual([1, plain.out]);
  });

  it.each([{ timeout: '30' }, { timeout: '0s' }, { timeout: '-1s' }, { maxMemory: 'much' }, { maxMemory: '0mb' }])(
    'are refused if they are invalid: %o',
    async (config) => {
      const { code, err } = await cli(folder({ 'a.ts': CALL }), ['scan', ...configFlags(config)]);
      expect(code).toBe(2);
      expect(err).toMatch(/Write a (?:duration|size) such as/);
    },
  );
});

describe('an analysis that its host interrupts', () => {
  it('stops within a few hundred steps, and says so', () => {
    let asked = 0;
    const modules = readerOf({ 'busy.ts': EXPENSIVE });
    const isStopped = (): boolean => ++asked >= 3;
    const options = { catalogue: loadCatalogue(), modules };
    const whole = createAnalyser(options)('busy.ts');
    const cut = createAnalyser({ ...options, isStopped })('busy.ts');
    expect(asked).toBeLessThan(10);
    expect(cut.limits).toContain('the analysis limit for this file was reached');
    expect(cut.findings.length).toBeLessThan(whole.findings.length);
  });
});

describe('an analysis of many cheap items that its host interrupts', () => {
  it.each([
    ['calls', (index: number) => `fetch('https://api.cloudflare.com/client/v4/zones/${String(index)}/pagerules');`],
    [
      'texts',
      (index: number) =>
        `const u${String(index)} = 'https://api.cloudflare.com/client/v4/zones/${String(index)}/pagerules';`,
    ],
  ])('stops among its %s, and says so', (_name, line) => {
    let asked = 0;
    const modules = readerOf({ 'much.ts': Array.from({ length: 2000 }, (_, index) => line(index)).join('\n') });
    const options = { catalogue: loadCatalogue(), modules };
    expect(createAnalyser(options)('much.ts').findings).toHaveLength(2000);
    const cut = createAnalyser({ ...options, isStopped: () => ++asked >= 3 })('much.ts');
    expect(cut.limits).toContain('the analysis limit for this file was reached');
    expect(cut.findings.length).toBeLessThan(200);
  });

  it('has the same findings if only findings are requested', () => {
    const modules = readerOf({ 'a.ts': CALL });
    const options = { catalogue: loadCatalogue(), modules };
    const whole = createAnalyser(options)('a.ts');
    const alone = createAnalyser({ ...options, findingsOnly: true })('a.ts');
    expect([alone.findings, alone.sites, whole.sites]).toEqual([whole.findings, 0, 1]);
  });
});

describe('the rules in ESLint on slow files', () => {
  const lint = (
    text: string,
    rules: Linter.RulesRecord = sunset.configs.recommended.rules,
    file = 'busy.ts',
  ): readonly Linter.LintMessage[] =>
    new Linter().verify(text, [{ files: ['**/*.ts'], languageOptions: { parser }, plugins: { sunset }, rules }], file);
  const asEditor = (): void => {
    onTestFinished(() => void process.argv.pop());
    process.argv.push('--stdio');
  };
  const isUnfinished = ({ messageId }: Linter.LintMessage): boolean => messageId === 'unfinished';

  it('stop early in an editor, and say so once with the command to run', () => {
    const whole = lint(expensiveCalls(300));
    expect(whole.filter(isUnfinished)).toEqual([]);
    asEditor();
    // The first work of a process is never interrupted.
    for (let run = 0; run < 50 && lint(expensiveCalls(300)).length === whole.length; run += 1);
    const cut = lint(expensiveCalls(300));
    expect(cut.length).toBeLessThan(whole.length);
    expect(cut.filter(isUnfinished)).toMatchObject([{ line: 1, column: 1, severity: 2 }]);
    expect(cut.find(isUnfinished)?.message).toMatch(
      /^Stopped to keep the editor responsive: (?:not all|nothing) of this file was judged[^:]*\. Run `npx sunset-lint scan busy\.ts`\.$/,
    );
  });

  it('report an early stop from any enabled rule', () => {
    asEditor();
    for (const rule of ['sunset/no-deprecated-endpoint', 'sunset/valid-waf-migration'])
      expect(lint(expensiveCalls(300), { [rule]: 'error' }).filter(isUnfinished)).toMatchObject([
        { ruleId: rule, line: 1 },
      ]);
  });

  it('report no early stop in a file that was judged in full', () => {
    lint(CALL);
    asEditor();
    // Repeated as in an editor: garbage collection may slow down a run.
    for (let run = 0; run < 10 && lint(CALL).some(isUnfinished); run += 1);
    expect(lint(CALL).map(({ messageId }) => messageId)).toEqual(['certain']);
    expect(lint('export {};')).toEqual([]);
  });

  it('do not read very large files in an editor', () => {
    const table = Array.from({ length: 30_000 }, (_, index) => `  k${String(index)}: '/zones/x/pagerules',\n`).join('');
    asEditor();
    const messages = lint(`const paths = {\n${table}};\n${CALL}`, undefined, 'src/[id].ts');
    expect(messages.map(({ message }) => message)).toEqual([
      "Stopped to keep the editor responsive: nothing of this file was judged. Run `npx sunset-lint scan 'src/[id].ts'`.",
    ]);
  });

  it('stop after their own work in an editor, not after idle time, and never elsewhere', () => {
    const editor = createTimeBudget(['node', 'server.js', '--node-ipc', '--clientProcessId=12']);
    const program = createTimeBudget(['node', 'node_modules/.bin/eslint', '--stdin', '--stdin-filename', 'a.ts']);
    const ended = ({
      isTooLateForAnalysis,
      isTooLateForReporting,
      wasAnalysisStopped,
    }: TimeBudget): readonly boolean[] => [
      wasAnalysisStopped(),
      isTooLateForAnalysis(),
      isTooLateForReporting(),
      wasAnalysisStopped(),
    ];
    const busily = (): void => {
      for (const elapsed = startCpuClock(); elapsed() < 250;);
    };
    const idly = (): unknown => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 250);
    for (const patience of [editor, program]) {
      busily();
      patience.during(idly);
      expect(ended(patience)).toEqual([false, false, false, false]);
    }
    expect(editor.during(() => (busily(), ended(editor)))).toEqual([false, true, true, true]);
    expect(ended(editor)).toEqual([true, true, true, true]);
    expect(program.during(() => (busily(), ended(program)))).toEqual([false, false, false, false]);
  });
});

describe('SECURITY.md', () => {
  const text = readFileSync(new URL('../../SECURITY.md', import.meta.url), 'utf8');
  const testsIn = (part: string): readonly string[] =>
    [...part.matchAll(/`(test\/[\w./-]+)`/g)].map(([, name = '']) => name);

  it("names a test for each guarantee and for each attacker's limits", () => {
    for (const [title, heads] of [
      ['Guarantees and their tests', /^\| (?!---|Guarantee \|)/],
      ['Threat model', /^\| (?!---|Attacker \|)/],
    ] as const) {
      const [, part = ''] = new RegExp(`\n## ${title}\n([^]*?)\n## `).exec(text) ?? [];
      // An attacker with the key has no limits to test.
      const rows = part.split('\n').filter((line) => heads.test(line) && !line.endsWith('| | |'));
      expect(rows.length).toBeGreaterThan(10);
      expect(rows.filter((row) => testsIn(row).length === 0)).toEqual([]);
    }
  });

  it('names existing tests, which are not skipped', () => {
    const named = [...new Set(testsIn(text))];
    const sources = named.map((name) => [name, new URL(`../../${name}`, import.meta.url)] as const);
    expect(named.length).toBeGreaterThan(20);
    expect(sources.filter(([, file]) => !existsSync(file)).map(([name]) => name)).toEqual([]);
    const isSkipped = (code: string): boolean =>
      /\b(?:describe|it|test)(?:\.each\b[^]*?\))?\.(?:skip|todo|only)\b/.test(code);
    const files = sources.filter(([name]) => name.endsWith('.ts'));
    expect(files.filter(([, file]) => isSkipped(readFileSync(file, 'utf8'))).map(([name]) => name)).toEqual([]);
    const samples = ['skip', 'todo', 'skipIf(w)', 'runIf(w)'].map((how) => ['it', `${how}('a', f)`].join('.'));
    expect(samples.map(isSkipped)).toEqual([true, true, false, false]);
  });
});
