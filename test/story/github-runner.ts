import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { expect } from 'vitest';
import { parse } from 'yaml';
import { interpolate, evaluatesToTrue } from './expressions.js';
import type { Contexts } from './expressions.js';
import { must, run, scratch } from './support.js';

/** Event that starts a workflow. */
export interface Event {
  readonly name: 'push' | 'pull_request';
  /** Whether the pull request comes from a fork, with a read-only token. */
  readonly fork?: boolean;
  readonly base?: string;
}

export interface JobRun {
  readonly status: 'success' | 'failure' | 'skipped';
  /** Exit code of the last step that ran in a shell. */
  readonly code: number;
  readonly log: string;
  readonly summary: string;
  readonly outputs: Readonly<Record<string, Outputs>>;
  /** Contents of the uploaded SARIF files. */
  readonly uploads: readonly string[];
  readonly workspace: string;
}

type Outputs = Readonly<Record<string, string>>;
type Inputs = Readonly<Record<string, string>>;

interface Step {
  readonly id?: string;
  readonly name?: string;
  readonly if?: string;
  readonly uses?: string;
  readonly with?: Readonly<Record<string, string | number | boolean>>;
  readonly env?: Inputs;
  readonly shell?: string;
  readonly run?: string;
}

interface Workflow {
  readonly on: Readonly<Record<string, unknown>>;
  readonly permissions?: Inputs;
  readonly jobs: Readonly<
    Record<
      string,
      {
        readonly if?: string;
        readonly permissions?: Inputs;
        readonly 'runs-on': string;
        readonly steps: readonly Step[];
      }
    >
  >;
}

interface Action {
  readonly inputs: Readonly<Record<string, { readonly description: string; readonly default?: string }>>;
  readonly outputs?: Readonly<Record<string, { readonly description: string; readonly value: string }>>;
  readonly runs: { readonly using: string; readonly steps: readonly Step[] };
}

/** Third-party actions that recipes use, with the inputs that are supported here. */
const ACTIONS: Readonly<Record<string, readonly string[]>> = {
  'actions/checkout@v5': ['fetch-depth'],
  'actions/setup-node@v5': ['node-version', 'cache'],
  'actions/cache@v4': ['path', 'key', 'restore-keys'],
  'github/codeql-action/upload-sarif@v4': ['sarif_file', 'category'],
  'reviewdog/action-setup@v1': [],
};
const STEP_KEYS = ['id', 'name', 'if', 'uses', 'with', 'env', 'shell', 'run'];
const EVERY_STEP = ['run', 'uses'] as const;

/** Runs the only job of a workflow like GitHub's runner, as far as recipes need it; `origin` is the repository. */
export function runWorkflow(
  text: string,
  event: Event,
  origin: string,
  bin: string,
  env: NodeJS.ProcessEnv = {},
): JobRun {
  const workflow = parse(text) as Workflow;
  expect(Object.keys(workflow.on)).toContain(event.name);
  const [job, ...others] = Object.values(workflow.jobs);
  if (job === undefined || others.length > 0) throw new Error('a recipe has one job');
  const permissions = job.permissions ?? workflow.permissions ?? {};
  return new Job(event, permissions, origin, bin, undefined, env).run(job.if, job.steps);
}

/** Runs the action in `folder` alone, in `workspace`. */
export function runAction(
  folder: string,
  workspace: string,
  inputs: Inputs,
  env: NodeJS.ProcessEnv,
  bin: string,
): JobRun {
  const job = new Job({ name: 'push' }, {}, workspace, bin, workspace, env);
  return job.run(undefined, [{ id: 'action', uses: folder, with: inputs }]);
}

class Job {
  readonly #event: Event;
  readonly #permissions: Inputs;
  readonly #origin: string;
  readonly #bin: string;
  readonly #env: NodeJS.ProcessEnv;
  readonly #workspace: string;
  readonly #temp = scratch({});
  readonly #uploads: string[] = [];
  #log = '';
  #code = 0;
  #files = 0;

  constructor(
    event: Event,
    permissions: Inputs,
    origin: string,
    bin: string,
    workspace = scratch({}),
    env: NodeJS.ProcessEnv = {},
  ) {
    this.#event = event;
    this.#permissions = permissions;
    this.#origin = origin;
    this.#bin = bin;
    this.#workspace = workspace;
    this.#env = env;
  }

  run(condition: string | undefined, steps: readonly Step[]): JobRun {
    const ran = evaluatesToTrue(condition, this.#contexts({}, {}), false);
    const { failed, outputs } = ran ? this.#steps(steps, {}) : { failed: false, outputs: {} };
    const summary = join(this.#temp, 'summary');
    return {
      status: ran ? (failed ? 'failure' : 'success') : 'skipped',
      code: this.#code,
      log: this.#log,
      summary: existsSync(summary) ? readFileSync(summary, 'utf8') : '',
      outputs,
      uploads: this.#uploads,
      workspace: this.#workspace,
    };
  }

  #contexts(inputs: Inputs, steps: Readonly<Record<string, Outputs>>): Contexts {
    const { name, fork = false, base = 'main' } = this.#event;
    const pull = name === 'pull_request';
    const from = fork ? 'stranger/app' : 'acme/app';
    return {
      github: {
        event_name: name,
        repository: 'acme/app',
        base_ref: pull ? base : '',
        sha: 'abc',
        token: 'token-of-the-run',
        event: pull ? { pull_request: { head: { repo: { full_name: from } } } } : {},
      },
      inputs,
      steps: Object.fromEntries(Object.entries(steps).map(([id, outputs]) => [id, { outputs }])),
    };
  }

  #steps(
    steps: readonly Step[],
    inputs: Inputs,
    folder?: string,
  ): { failed: boolean; outputs: Record<string, Outputs> } {
    const outputs: Record<string, Outputs> = {};
    let failed = false;
    for (const step of steps) {
      expect(Object.keys(step).filter((key) => !STEP_KEYS.includes(key))).toEqual([]);
      expect(EVERY_STEP.filter((key) => step[key] !== undefined)).toHaveLength(1);
      const contexts = this.#contexts(inputs, outputs);
      if (!evaluatesToTrue(step.if, contexts, failed)) continue;
      const done = step.run === undefined ? this.#use(step, contexts) : this.#shell(step, contexts, folder);
      if (step.id !== undefined) outputs[step.id] = done.outputs;
      failed ||= done.failed;
    }
    return { failed, outputs };
  }

  #use(step: Step, contexts: Contexts): { failed: boolean; outputs: Outputs } {
    const { uses = '' } = step;
    const given = Object.fromEntries(
      Object.entries(step.with ?? {}).map(([name, value]) => [name, interpolate(String(value), contexts)]),
    );
    if (uses.startsWith('./') || uses.startsWith('/')) return this.#composite(uses, given);
    expect(Object.keys(ACTIONS)).toContain(uses);
    expect(Object.keys(given).filter((name) => ACTIONS[uses]?.includes(name) !== true)).toEqual([]);
    if (uses.startsWith('actions/checkout@')) this.#checkout(given['fetch-depth'] ?? '1');
    if (uses.includes('/upload-sarif@')) this.#upload(given['sarif_file'] ?? '');
    return { failed: false, outputs: {} };
  }

  /** Checks the repository out like the action, with the same files left behind. */
  #checkout(depth: string): void {
    const git = (...args: readonly string[]): string => must(this.#workspace, 'git', ...args);
    git('remote', 'add', 'origin', `file://${this.#origin}`);
    const ref =
      this.#event.name === 'push'
        ? '+refs/heads/main:refs/remotes/origin/main'
        : '+refs/pull/1/merge:refs/remotes/pull/1/merge';
    if (depth === '0') git('fetch', '-q', 'origin', '+refs/heads/*:refs/remotes/origin/*', ref);
    else git('fetch', '-q', `--depth=${depth}`, 'origin', ref);
    git('checkout', '-q', '--detach', ref.slice(ref.indexOf(':') + 1));
  }

  #upload(file: string): void {
    expect(this.#permissions['security-events']).toBe('write');
    expect(this.#event.fork ?? false).toBe(false);
    this.#uploads.push(readFileSync(join(file.startsWith('/') ? '' : this.#workspace, file), 'utf8'));
  }

  #composite(uses: string, given: Inputs): { failed: boolean; outputs: Outputs } {
    const folder = uses.startsWith('/') ? uses : join(this.#workspace, uses);
    const action = parse(readFileSync(join(folder, 'action.yml'), 'utf8')) as Action;
    expect(action.runs.using).toBe('composite');
    expect(Object.keys(given).filter((name) => !Object.hasOwn(action.inputs, name))).toEqual([]);
    const contexts = this.#contexts({}, {});
    const defaults = Object.entries(action.inputs).map(([name, { default: value = '' }]) => [
      name,
      interpolate(value, contexts),
    ]);
    const inputs = { ...(Object.fromEntries(defaults) as Inputs), ...given };
    const { failed, outputs } = this.#steps(action.runs.steps, inputs, folder);
    const own = Object.entries(action.outputs ?? {}).map(([name, { value }]) => [
      name,
      interpolate(value, this.#contexts(inputs, outputs)),
    ]);
    return { failed, outputs: Object.fromEntries(own) as Outputs };
  }

  #shell(
    { run: script = '', shell, env = {} }: Step,
    contexts: Contexts,
    folder?: string,
  ): { failed: boolean; outputs: Outputs } {
    const number = ++this.#files;
    const [file, outputs] = [join(this.#temp, `${number}.sh`), join(this.#temp, `${number}.out`)];
    mkdirSync(join(this.#temp, 'temp'), { recursive: true });
    writeFileSync(file, interpolate(script, contexts));
    writeFileSync(outputs, '');
    const own = Object.entries(env).map(([name, value]) => [name, interpolate(value, contexts)]);
    const pull = this.#event.name === 'pull_request';
    const done = run(
      this.#workspace,
      'bash',
      shell === 'bash' ? ['--noprofile', '--norc', '-eo', 'pipefail', file] : ['-e', file],
      {
        PATH: [this.#bin, process.env['PATH']].join(delimiter),
        CI: 'true',
        GITHUB_ACTIONS: 'true',
        GITHUB_SERVER_URL: 'https://github.test',
        GITHUB_REPOSITORY: 'acme/app',
        GITHUB_SHA: 'abc',
        GITHUB_EVENT_NAME: this.#event.name,
        GITHUB_BASE_REF: pull ? (this.#event.base ?? 'main') : '',
        GITHUB_WORKSPACE: this.#workspace,
        GITHUB_OUTPUT: outputs,
        GITHUB_STEP_SUMMARY: join(this.#temp, 'summary'),
        RUNNER_TEMP: join(this.#temp, 'temp'),
        ...(folder === undefined ? {} : { GITHUB_ACTION_PATH: folder }),
        ...this.#env,
        ...(Object.fromEntries(own) as Inputs),
      },
    );
    this.#log += done.output;
    this.#code = done.status ?? -1;
    return { failed: done.status !== 0, outputs: outputsIn(readFileSync(outputs, 'utf8')) };
  }
}

/** Reads the outputs of a step like the runner: the last value of a name counts. */
function outputsIn(text: string): Outputs {
  const lines = text.split('\n').filter((line) => line !== '');
  expect(lines.filter((line) => !/^[a-z]+=/.test(line))).toEqual([]);
  return Object.fromEntries(lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]));
}
