import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { parse } from 'yaml';
import { runWorkflow } from './github-runner.js';
import type { Event, JobRun } from './github-runner.js';
import { project, stubs } from './project.js';
import type { Topic } from './project.js';
import { HERE, must, put, run, scratch } from './support.js';

// Some of the tests start a dozen programs.
vi.setConfig({ testTimeout: 180_000 });

const PAGE = readFileSync(join(HERE, 'docs/ci.md'), 'utf8');
const BLOCKS = [...PAGE.matchAll(/^```yaml\n([^]*?)^```$/gm)].map(([, block = '']) => block);
const [GATE = '', ALERTS = '', ACTION = ''] = BLOCKS.filter((block) => block.startsWith('# .github/workflows/'));
const GITLAB = BLOCKS.find((block) => block.startsWith('# .gitlab-ci.yml\n')) ?? '';

const PUSH: Event = { name: 'push' };
const PULL: Event = { name: 'pull_request' };
const FORK: Event = { name: 'pull_request', fork: true };

function github(recipe: string, event: Event, topic: Topic = 'none', known: 'accepted' | 'open' = 'open'): JobRun {
  return runWorkflow(recipe, event, project(topic, known), stubs());
}

/** Files with an annotation. */
function annotated({ log }: JobRun): readonly (string | undefined)[] {
  return [...log.matchAll(/^::error file=([^,]+),/gm)].map(([, file]) => file);
}

interface Sarif {
  readonly runs: readonly {
    readonly results: readonly {
      readonly locations: readonly [
        { readonly physicalLocation: { readonly artifactLocation: { readonly uri: string } } },
      ];
    }[];
  }[];
}

/** Files with an alert, upload by upload. */
function alerts({ uploads }: JobRun): readonly (readonly string[])[] {
  return uploads.map((text) =>
    (JSON.parse(text) as Sarif).runs.flatMap(({ results }) =>
      results.map(({ locations }) => locations[0].physicalLocation.artifactLocation.uri).sort(),
    ),
  );
}

describe('the gate recipe on GitHub', () => {
  it('fails for a push to main with unaccepted calls, and passes once they are accepted', () => {
    const open = github(GATE, PUSH);
    expect(open).toMatchObject({ status: 'failure', code: 1 });
    expect(annotated(open)).toEqual(['old.ts']);
    expect(open.summary).toContain('**Failed. 1 open finding');
    expect(open.summary).toContain('](https://github.test/acme/app/blob/abc/old.ts#L1)');
    const accepted = github(GATE, PUSH, 'none', 'accepted');
    expect(accepted).toMatchObject({ status: 'success', code: 0 });
    expect(accepted.summary).toContain('**Passed. No open findings. 1 suppressed.**');
  });

  it.each([
    ['here', PULL],
    ['in a fork', FORK],
  ])('fails for new calls of a pull request, and for nothing else: %s', (_where, event) => {
    const adds = github(GATE, event, 'adds');
    expect(adds).toMatchObject({ status: 'failure', code: 1 });
    expect(annotated(adds)).toEqual(['new.ts']);
    expect(adds.summary).toContain('Only findings introduced since `origin/main');
    expect(github(GATE, event)).toMatchObject({ status: 'success', code: 0 });
  });

  it('ends with 2 in a shallow clone, and says what to add', () => {
    const shallow = GATE.replace(/ +with:\n +#.*\n +fetch-depth: 0\n/, '');
    expect(shallow).not.toBe(GATE);
    const done = github(shallow, PULL, 'adds');
    expect(done).toMatchObject({ status: 'failure', code: 2 });
    expect(done.log).toContain("'fetch-depth: 0' for actions/checkout");
  });

  it('treats a branch name only as a name', () => {
    const done = github(GATE, { ...PULL, base: 'x;touch${IFS}hacked;$(touch${IFS}hacked)' }, 'adds');
    expect(done).toMatchObject({ status: 'failure', code: 2 });
    expect(readdirSync(done.workspace)).not.toContain('hacked');
  });
});

describe('the alerts recipe on GitHub', () => {
  it('uploads all findings, on main and in a pull request', () => {
    const main = github(ALERTS, PUSH);
    expect(main.status).toBe('success');
    expect(alerts(main)).toEqual([['old.ts']]);
    const pull = github(ALERTS, PULL, 'adds');
    expect(pull.status).toBe('success');
    expect(alerts(pull)).toEqual([['new.ts', 'old.ts']]);
  });

  it('uploads nothing from a fork, which has no permission', () => {
    expect(github(ALERTS, FORK, 'adds')).toMatchObject({ status: 'skipped', uploads: [] });
  });
});

describe('the action in a workflow', () => {
  it('gates the change, uploads all findings, and sets outputs', () => {
    const main = github(ACTION, PUSH);
    expect(main.status).toBe('failure');
    expect(main.outputs['sunset']).toEqual({
      status: 'failed',
      findings: '1',
      failing: '1',
      sarif: join(main.workspace, 'sunset.sarif'),
    });
    expect(alerts(main)).toEqual([['old.ts']]);
    const pull = github(ACTION, PULL, 'adds');
    expect(annotated(pull)).toEqual(['new.ts']);
    expect(pull.outputs['sunset']).toMatchObject({ status: 'failed', findings: '1', failing: '1' });
    expect(alerts(pull)).toEqual([['new.ts', 'old.ts']]);
  });

  it('gates a fork and uploads nothing from it', () => {
    const fork = github(ACTION, FORK, 'adds');
    expect(fork).toMatchObject({ status: 'failure', code: 1, uploads: [] });
    expect(github(ACTION, FORK)).toMatchObject({ status: 'success', code: 0, uploads: [] });
  });

  it('sets the status error in a shallow clone', () => {
    const done = github(ACTION.replace('fetch-depth: 0', 'fetch-depth: 1'), PULL, 'adds');
    expect(done).toMatchObject({ status: 'failure', code: 2 });
    expect(done.outputs['sunset']).toMatchObject({ status: 'error' });
    expect(done.log).toContain("'fetch-depth: 0' for actions/checkout");
  });
});

describe('the reviewdog recipe on GitHub', () => {
  it('hands all findings of a pull request as rdjson to reviewdog', () => {
    const recipe = BLOCKS.find((block) => block.startsWith('# .github/workflows/sunset-lint-review.yml')) ?? '';
    const bin = stubs();
    put(bin, 'reviewdog', `#!/bin/sh\ncat > '${bin}/input.json'\necho "$REVIEWDOG_GITHUB_API_TOKEN $*"\n`);
    const done = runWorkflow(recipe, PULL, project('adds'), bin);
    expect(done, done.log).toMatchObject({ status: 'success', code: 0 });
    expect(done.log).toContain('token-of-the-run -f=rdjson -name=sunset-lint -reporter=github-pr-review\n');
    const { diagnostics } = JSON.parse(readFileSync(join(bin, 'input.json'), 'utf8')) as {
      readonly diagnostics: readonly { readonly location: { readonly path: string } }[];
    };
    expect(diagnostics.map(({ location }) => location.path).sort()).toEqual(['new.ts', 'old.ts']);
  });
});

interface GitlabJob {
  readonly variables: Readonly<Record<string, string>>;
  readonly script: readonly string[];
  readonly artifacts: {
    readonly reports: { readonly codequality: string };
    readonly paths: readonly string[];
  };
}

describe('the GitLab job', () => {
  const job = (parse(GITLAB) as { readonly 'sunset-lint': GitlabJob })['sunset-lint'];

  /** Runs the script like the runner: in one shell, with the variables of a merge request or of a branch. */
  function gitlab(topic: Topic, merge: 'merge request' | 'branch', depth = job.variables['GIT_DEPTH'] ?? '20') {
    const origin = project(topic);
    const base = must(origin, 'git', 'merge-base', 'main', 'topic').trim();
    const root = scratch({});
    const ref = merge === 'branch' ? 'main' : 'topic';
    must(root, 'git', 'remote', 'add', 'origin', `file://${origin}`);
    must(root, 'git', 'fetch', '-q', ...(depth === '0' ? [] : [`--depth=${depth}`]), 'origin', ref);
    must(root, 'git', 'checkout', '-q', '--detach', 'FETCH_HEAD');
    const { status, output } = run(root, 'sh', ['-ec', job.script.join('\n')], {
      ...job.variables,
      PATH: `${stubs()}:${process.env['PATH'] ?? ''}`,
      CI_MERGE_REQUEST_DIFF_BASE_SHA: merge === 'branch' ? '' : base,
      CI_MERGE_REQUEST_TARGET_BRANCH_SHA: '',
    });
    return { status, output, root };
  }

  const issues = (root: string): readonly string[] =>
    (
      JSON.parse(readFileSync(join(root, job.artifacts.reports.codequality), 'utf8')) as readonly {
        readonly location: { readonly path: string };
      }[]
    )
      .map(({ location }) => location.path)
      .sort();

  it('equals the template, with the version of this package', () => {
    const template = readFileSync(join(HERE, 'templates/gitlab-ci.yml'), 'utf8');
    expect(GITLAB).toBe(`# .gitlab-ci.yml\n${template}`);
    const { version } = JSON.parse(readFileSync(join(HERE, 'package.json'), 'utf8')) as { readonly version: string };
    expect(job.variables['SUNSET_PACKAGE']).toBe(`sunset-lint@${version}`);
  });

  it('fails for calls on the default branch, and writes its reports', () => {
    const { status, output, root } = gitlab('none', 'branch');
    expect(status, output).toBe(1);
    expect(issues(root)).toEqual(['old.ts']);
    for (const file of job.artifacts.paths) expect(readFileSync(join(root, file), 'utf8')).toContain('old.ts');
  });

  it('fails for new calls of a merge request, with a code quality report of all findings', () => {
    const adds = gitlab('adds', 'merge request');
    expect(adds.status, adds.output).toBe(1);
    expect(adds.output).toContain('new.ts');
    expect(adds.output).not.toContain('old.ts');
    expect(issues(adds.root)).toEqual(['new.ts', 'old.ts']);
    expect(gitlab('none', 'merge request').status).toBe(0);
  });

  it('ends with 2 in a shallow clone', () => {
    expect(gitlab('adds', 'merge request', '1')).toMatchObject({ status: 2 });
  });
});

describe('the documentation page on CI', () => {
  it('links to sections and pages that exist', () => {
    const titles = [...PAGE.matchAll(/^#+ (.*)$/gm)].map(([, title = '']) => title.toLowerCase().replaceAll(' ', '-'));
    const links = [...PAGE.matchAll(/\]\(([^)#]*)(?:#([^)]*))?\)/g)];
    expect(links.length).toBeGreaterThan(4);
    for (const [, file = '', section] of links)
      if (file === '') expect(titles).toContain(section);
      else expect(readdirSync(join(HERE, 'docs'))).toContain(file);
  });

  it('lists every input and every output of the action', () => {
    const action = parse(readFileSync(join(HERE, 'action.yml'), 'utf8')) as {
      readonly inputs: object;
      readonly outputs: object;
    };
    const cells = [...PAGE.matchAll(/^\| (`[^|]*) \|/gm)].flatMap(([, cell = '']) => cell.split(', '));
    for (const name of [...Object.keys(action.inputs), ...Object.keys(action.outputs)])
      expect(cells).toContain(`\`${name}\``);
  });
});
