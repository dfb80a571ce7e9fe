import type { EditionId } from '../../knowledge/catalogue/packaged.js';
import { hookSteps } from './hooks.js';
import { linterSteps } from './linters.js';
import { PNPM_ACTION, firstOf, installCommand, isInstalled, readProject, recordOf } from './project.js';
import type { Project, Json } from './project.js';
import { AREAS, byHand, done, newFile, readOwn } from './step.js';
import type { Area, InitStep } from './step.js';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { asRecord } from '../../core/lib/json.js';
import { MEGABYTE, readRegularFile } from '../../core/lib/read-file.js';
import { readYaml } from './edit-texts.js';
import { CONFIG_NAMES, PACKAGE_KEY } from '../../config/load-config.js';

const STEPS: Readonly<Record<Area, (project: Project, edition: EditionId) => readonly InitStep[]>> = {
  config: configFileSteps,
  lint: linterSteps,
  hook: hookSteps,
  ci: ciSteps,
};

/**
 * Plans the steps for a folder. Files are created or extended: nothing in them is removed, and no code of the folder is
 * run. A new configuration uses the dates of `edition`.
 *
 * @throws ConfigError if a relevant file cannot be read.
 */
export function planInit(folder: string, edition: EditionId, areas: readonly Area[] = AREAS): readonly InitStep[] {
  const project = readProject(folder);
  if (project.isPackage)
    return [
      byHand(
        'config',
        'this is a package of a workspace: set up the root folder of the workspace, for all packages',
        'sunset-lint init   # in the root folder\n',
      ),
    ];
  const isReady = project.manifest === undefined || isInstalled(project, 'sunset-lint');
  const planned = areas.filter((area) => isReady || area === 'config').flatMap((area) => STEPS[area](project, edition));
  if (isReady) return planned;
  return [
    ...planned,
    byHand(
      'lint',
      'sunset-lint is not installed in this project, so rules, script, hook and CI job were left out: install it, then run init again',
      `${installCommand(project)}\n`,
    ),
  ];
}

const WORKFLOWS = '.github/workflows';
const GITLAB = '.gitlab-ci.yml';
const SCAN = 'sunset-lint scan --no-config-code';

/** Plans a job for the project's CI server, or a command for the user to run in CI. */
function ciSteps(project: Project): readonly InitStep[] {
  const { folder } = project;
  const steps: InitStep[] = [];
  if (existsSync(join(folder, WORKFLOWS)) || isAtGitHub(folder)) steps.push(githubStep(project));
  if (firstOf(project, [GITLAB]) !== undefined) steps.push(gitlabStep(project));
  if (steps.length > 0) return steps;
  return [byHand('ci', 'no GitHub or GitLab CI found: run the scan in your CI', `${command(project)}\n`)];
}

/** Returns the command of the scan; without package.json, it is unknown how a job installs the program. */
function command({ manifest, manager }: Project): string {
  return manifest === undefined ? SCAN : `${manager.exec} ${SCAN}`;
}

function isAtGitHub(folder: string): boolean {
  if (!existsSync(join(folder, '.git', 'config'))) return false;
  const config = readOwn(folder, '.git/config') ?? '';
  return /^[ \t]*url[ \t]*=[ \t]*\S*\bgithub\.com[:/]/m.test(config);
}

function githubStep(project: Project): InitStep {
  const { folder } = project;
  const known = workflowNames(folder);
  const ours = known.find((name) => readOwn(folder, `${WORKFLOWS}/${name}`)?.includes('sunset-lint') === true);
  if (ours !== undefined) return done('ci', `${WORKFLOWS}/${ours} already names sunset-lint`);
  if (project.manifest === undefined)
    return byHand(
      'ci',
      `there is no package.json to install sunset-lint from, so no job was added to ${WORKFLOWS}. Use sunset-lint as an action, with its repository as OWNER/REPO and a tag of it as TAG (docs/ci.md)`,
      `- uses: OWNER/REPO@TAG
  with:
    changed-since: \${{ github.base_ref && format('origin/{0}', github.base_ref) }}
`,
    );
  const free = ['sunset-lint.yml', 'sunset-lint-gate.yml'].find((name) => !known.includes(name));
  if (free === undefined)
    return byHand(
      'ci',
      `${WORKFLOWS} has workflows of our names that do something else: add this one`,
      workflow(project),
    );
  return newFile(
    'ci',
    `${WORKFLOWS}/${free}`,
    workflow(project),
    'a CI job that fails pull requests that add deprecated calls, and checks the default branch',
  );
}

function workflow(project: Project): string {
  const { manager } = project;
  const steps = [
    [
      '- uses: actions/checkout@v5',
      '  with:',
      '    # The whole history: a pull request is compared with the commit where its branch left.',
      '    fetch-depth: 0',
      '    persist-credentials: false',
    ],
    ...nodeSteps(project),
    [`- run: ${manager.install}`],
    [
      '# A pull request fails for the calls that it adds; the default branch for all that the baseline does not list.',
      `- run: ${command(project)} --format github \${GITHUB_BASE_REF:+"--changed-since=origin/$GITHUB_BASE_REF"}`,
    ],
  ];
  return `name: sunset-lint
on:
  push:
    branches: [${defaultBranches(project.folder).join(', ')}]
  pull_request:
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

const NODE = ['- uses: actions/setup-node@v5', '  with:', '    node-version: 22'];

/** Steps that set up Node and the package manager, each as lines. */
function nodeSteps({ folder, manifest, manager: { action, setup } }: Project): readonly (readonly string[])[] {
  // Node's action runs the manager that package.json names, which has to be installed before.
  if (action === PNPM_ACTION) return [pnpmStep(folder, manifest), NODE];
  if (action !== undefined) return [NODE, [`- uses: ${action}`]];
  return setup === undefined ? [NODE] : [[...NODE, '    package-manager-cache: false'], [`- run: ${setup}`]];
}

/** Returns the step that installs pnpm, as in the project's workflows. Its action refuses a version given twice. */
function pnpmStep(folder: string, manifest: Json | undefined): readonly string[] {
  const own = ownPnpmStep(folder);
  const uses = `- uses: ${own?.uses ?? PNPM_ACTION}`;
  const named = manifest?.['packageManager'];
  if (typeof named === 'string' && named.startsWith('pnpm@')) return [uses];
  return [uses, '  with:', `    version: ${own?.version ?? pnpmOfLock(folder)}`];
}

/** Finds the first step of the project's workflows that installs pnpm, with its version if that is a literal. */
function ownPnpmStep(folder: string): { readonly uses: string; readonly version: string | undefined } | undefined {
  for (const name of workflowNames(folder)) {
    const jobs = Object.values(
      recordOf(asRecord(readYaml(readOwn(folder, `${WORKFLOWS}/${name}`) ?? '')), 'jobs') ?? {},
    );
    for (const step of jobs.flatMap((job) => asRecord(job)?.['steps'])) {
      const { uses, with: inputs } = asRecord(step) ?? {};
      if (typeof uses !== 'string' || !/^pnpm\/action-setup@[\w.-]+$/.test(uses)) continue;
      const version = String(asRecord(inputs)?.['version']);
      return { uses, version: /^\d[\w.-]*$/.test(version) ? version : undefined };
    }
  }
  return undefined;
}

/** Returns the newest major version of pnpm that does not migrate the lock file. */
function pnpmOfLock(folder: string): string {
  const lock = readRegularFile(join(folder, 'pnpm-lock.yaml'), { limit: 100 * MEGABYTE, within: folder });
  return lock.kind === 'text' && /^lockfileVersion: '?6\b/m.test(lock.text) ? '8' : '10';
}

function workflowNames(folder: string): readonly string[] {
  const names = existsSync(join(folder, WORKFLOWS)) ? readdirSync(join(folder, WORKFLOWS)) : [];
  return names.filter((name) => /\.ya?ml$/.test(name));
}

/** Returns the default branch of the remote if the clone knows it, or else common names. */
function defaultBranches(folder: string): readonly string[] {
  const isClone = existsSync(join(folder, '.git', 'refs/remotes/origin/HEAD'));
  const head = isClone ? readOwn(folder, '.git/refs/remotes/origin/HEAD') : undefined;
  const name = /^ref: refs\/remotes\/origin\/([\w./-]+)\s*$/.exec(head ?? '')?.[1];
  return name === undefined ? ['main', 'master'] : [name];
}

function gitlabStep(project: Project): InitStep {
  const { folder, manager } = project;
  if (readOwn(folder, GITLAB)?.includes('sunset-lint') === true)
    return done('ci', `${GITLAB} already names sunset-lint`);
  if (project.manifest === undefined)
    return byHand(
      'ci',
      `there is no package.json to install sunset-lint from, so ${GITLAB} needs the job of docs/ci.md`,
      `${SCAN}\n`,
    );
  return byHand(
    'ci',
    `add a job to ${GITLAB}, in one of its stages`,
    `sunset-lint:
  image: node:22
  variables:
    GIT_DEPTH: '0'
  script:
${manager.setup === undefined ? '' : `    - ${manager.setup}\n`}    - ${manager.install}
    - since=\${CI_MERGE_REQUEST_TARGET_BRANCH_SHA:-$CI_MERGE_REQUEST_DIFF_BASE_SHA}
    - ${command(project)} \${since:+"--changed-since=$since"}
  rules:
    - if: $CI_PIPELINE_SOURCE == "merge_request_event"
    - if: $CI_COMMIT_BRANCH == $CI_DEFAULT_BRANCH
`,
  );
}

const SCHEMA = './node_modules/sunset-lint/rules/config.schema.json';

const ABOUT: Readonly<Record<EditionId, string>> = {
  current:
    'configuration\n"edition": "current" (recommended) uses the dates that vendors have published since the specification. It includes newer deprecations and leaves out cancelled ones. For the original dates: --edition specification.',
  specification:
    'configuration\n"edition": "specification" uses the original dates and notes where the vendor has changed one since. Newer deprecations are missing. Recommended: --edition current.',
};

/** Plans a new configuration with an edition and few other settings; an existing one is kept. */
function configFileSteps(project: Project, edition: EditionId): readonly InitStep[] {
  const known = firstOf(project, CONFIG_NAMES);
  if (known !== undefined) return [done('config', `${known} already exists`)];
  if (project.manifest?.[PACKAGE_KEY] !== undefined)
    return [done('config', `package.json already has '${PACKAGE_KEY}'`)];
  const schema = existsSync(join(project.folder, SCHEMA)) ? { $schema: SCHEMA } : {};
  const text = `${JSON.stringify({ ...schema, edition, warnWithin: '90d' }, null, 2)}\n`;
  return [newFile('config', 'sunset-lint.config.json', text, ABOUT[edition])];
}
