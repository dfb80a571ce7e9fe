import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { firstOf } from './project.js';
import type { Project } from './project.js';
import { readOwn } from './read-own.js';
import { byHand, done, newFile } from './step.js';
import type { InitStep } from './step.js';

const WORKFLOWS = '.github/workflows';

/** A job for the server that the project has. */
export function ciSteps(project: Project): readonly InitStep[] {
  // The jobs install what package.json says.
  if (project.manifest === undefined) return [];
  const { folder } = project;
  const steps: InitStep[] = [];
  if (existsSync(join(folder, WORKFLOWS)) || isAtGitHub(folder)) steps.push(workflowStep(project));
  const gitlab = firstOf(project, ['.gitlab-ci.yml']);
  if (gitlab !== undefined) steps.push(gitlabStep(project, gitlab));
  return steps;
}

function isAtGitHub(folder: string): boolean {
  if (!existsSync(join(folder, '.git', 'config'))) return false;
  const config = readOwn(folder, '.git/config') ?? '';
  return /^\s*url\s*=\s*\S*\bgithub\.com[:/]/m.test(config);
}

function workflowStep(project: Project): InitStep {
  const { folder } = project;
  const known = existsSync(join(folder, WORKFLOWS)) ? readdirSync(join(folder, WORKFLOWS)) : [];
  const ours = known
    .filter((name) => /\.ya?ml$/.test(name))
    .find((name) => readOwn(folder, `${WORKFLOWS}/${name}`)?.includes('sunset-lint') === true);
  if (ours !== undefined) return done('ci', `${WORKFLOWS}/${ours} names sunset-lint`);
  return newFile(
    'ci',
    `${WORKFLOWS}/sunset-lint.yml`,
    workflow(project),
    'a job that fails a pull request for what it brings',
  );
}

function workflow({ manager }: Project): string {
  const steps = [
    [
      '- uses: actions/checkout@v4',
      '  with:',
      '    # All of the history: what a pull request brings is told from where it left.',
      '    fetch-depth: 0',
      '    persist-credentials: false',
    ],
    ['- uses: actions/setup-node@v4', '  with:', '    node-version: 22'],
    ...manager.setup,
    [`- run: ${manager.install}`],
    [
      `- run: ${manager.exec} sunset-lint scan --no-config-code --changed-since "origin/$BASE"`,
      '  env:',
      '    BASE: ${{ github.base_ref }}',
    ],
  ];
  return `name: sunset-lint
on: pull_request
permissions:
  contents: read
jobs:
  sunset-lint:
    runs-on: ubuntu-latest
    steps:
${steps
  .flat()
  .map((line) => `      ${line}\n`)
  .join('')}`;
}

function gitlabStep({ folder, manager }: Project, file: string): InitStep {
  if (readOwn(folder, file)?.includes('sunset-lint') === true) return done('ci', `${file} names sunset-lint`);
  const prepare = manager.setup.flat().some((line) => line.includes('corepack'))
    ? 'corepack enable'
    : 'npm install --global bun';
  return byHand(
    'ci',
    `add a job to ${file}, with a stage that it has`,
    `sunset-lint:
  image: node:22
  variables:
    GIT_DEPTH: '0'
  script:
${manager.setup.length === 0 ? '' : `    - ${prepare}\n`}    - ${manager.install}
    - ${manager.exec} sunset-lint scan --no-config-code --changed-since "$CI_MERGE_REQUEST_DIFF_BASE_SHA"
  rules:
    - if: $CI_PIPELINE_SOURCE == "merge_request_event"
`,
  );
}
