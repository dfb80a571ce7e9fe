import type { EditionId } from '../../knowledge/catalogue/packaged.js';
import { hookSteps } from './hooks.js';
import { linterSteps } from './linters.js';
import { PNPM_ACTION, firstExistingFile, installCommand, isInstalled, readProject, recordOf } from './project.js';
import type { Project, Json } from './project.js';
import { AREAS, manualStep, doneStep, newFileStep, readFolderFile } from './step.js';
import type { Area, InitStep } from './step.js';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { asRecord } from '../../core/lib/json.js';
import { MEGABYTE, readRegularFile } from '../../core/lib/read-file.js';
import { readYaml } from './edit-texts.js';
import { CONFIG_NAMES, PACKAGE_KEY } from '../../config/load-config.js';

const PLANNERS: Readonly<Record<Area, (project: Project, edition: EditionId) => readonly InitStep[]>> = {
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
      manualStep(
        'config',
        'this is a package of a workspace: set up the root folder of the workspace, for all packages',
        'sunset-lint init   # in the root folder\n',
      ),
    ];
  const isReady = project.manifest === undefined || isInstalled(project, 'sunset-lint');
  const steps = areas
    .filter((area) => isReady || area === 'config')
    .flatMap((area) => PLANNERS[area](project, edition));
  if (isReady) return steps;
  return [
    ...steps,
    manualStep(
      'lint',
      'sunset-lint is not installed in this project, so rules, script, hook and CI job were left out: install it, then run init again',
      `${installCommand(project)}\n`,
    ),
  ];
}

const WORKFLOW_FOLDER = '.github/workflows';
const GITLAB_FILE = '.gitlab-ci.yml';
const SCAN_COMMAND = 'sunset-lint scan --no-config-code';

/** Plans a job for the project's CI server, or a command for the user to run in CI. */
function ciSteps(project: Project): readonly InitStep[] {
  const { folder } = project;
  const steps: InitStep[] = [];
  if (existsSync(join(folder, WORKFLOW_FOLDER)) || isAtGitHub(folder)) steps.push(githubStep(project));
  if (firstExistingFile(project, [GITLAB_FILE]) !== undefined) steps.push(gitlabStep(project));
  if (steps.length > 0) return steps;
  return [manualStep('ci', 'no GitHub or GitLab CI found: run the scan in your CI', `${scanCommand(project)}\n`)];
}

/** Returns the command of the scan; without package.json, it is unknown how a job installs the program. */
function scanCommand({ manifest, manager }: Project): string {
  return manifest === undefined ? SCAN_COMMAND : `${manager.exec} ${SCAN_COMMAND}`;
}

function isAtGitHub(folder: string): boolean {
  if (!existsSync(join(folder, '.git', 'config'))) return false;
  const config = readFolderFile(folder, '.git/config') ?? '';
  return /^[ \t]*url[ \t]*=[ \t]*\S*\bgithub\.com[:/]/m.test(config);
}

function githubStep(project: Project): InitStep {
  const { folder } = project;
  const workflows = workflowNames(folder);
  const ourWorkflow = workflows.find(
    (name) => readFolderFile(folder, `${WORKFLOW_FOLDER}/${name}`)?.includes('sunset-lint') === true,
  );
  if (ourWorkflow !== undefined) return doneStep('ci', `${WORKFLOW_FOLDER}/${ourWorkflow} already names sunset-lint`);
  if (project.manifest === undefined)
    return manualStep(
      'ci',
      `there is no package.json to install sunset-lint from, so no job was added to ${WORKFLOW_FOLDER}. Use sunset-lint as an action, with its repository as OWNER/REPO and a tag of it as TAG (docs/ci.md)`,
      `- uses: OWNER/REPO@TAG
  with:
    changed-since: \${{ github.base_ref && format('origin/{0}', github.base_ref) }}
`,
    );
  const freeName = ['sunset-lint.yml', 'sunset-lint-gate.yml'].find((name) => !workflows.includes(name));
  if (freeName === undefined)
    return manualStep(
      'ci',
      `${WORKFLOW_FOLDER} has workflows of our names that do something else: add this one`,
      workflowText(project),
    );
  return newFileStep(
    'ci',
    `${WORKFLOW_FOLDER}/${freeName}`,
    workflowText(project),
    'a CI job that fails pull requests that add deprecated calls, and checks the default branch',
  );
}

function workflowText(project: Project): string {
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
      `- run: ${scanCommand(project)} --format github \${GITHUB_BASE_REF:+"--changed-since=origin/$GITHUB_BASE_REF"}`,
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

const NODE_STEP = ['- uses: actions/setup-node@v5', '  with:', '    node-version: 22'];

/** Returns the workflow steps that set up Node and the package manager, each as lines. */
function nodeSteps({ folder, manifest, manager: { action, setup } }: Project): readonly (readonly string[])[] {
  // Node's action runs the package manager that package.json names, which has to be installed before.
  if (action === PNPM_ACTION) return [pnpmStep(folder, manifest), NODE_STEP];
  if (action !== undefined) return [NODE_STEP, [`- uses: ${action}`]];
  return setup === undefined ? [NODE_STEP] : [[...NODE_STEP, '    package-manager-cache: false'], [`- run: ${setup}`]];
}

/** Returns the step that installs pnpm, as in the project's workflows. The action refuses a duplicate version. */
function pnpmStep(folder: string, manifest: Json | undefined): readonly string[] {
  const existingStep = findPnpmStep(folder);
  const uses = `- uses: ${existingStep?.uses ?? PNPM_ACTION}`;
  const packageManager = manifest?.['packageManager'];
  if (typeof packageManager === 'string' && packageManager.startsWith('pnpm@')) return [uses];
  return [uses, '  with:', `    version: ${existingStep?.version ?? pnpmVersionForLock(folder)}`];
}

/** Finds the first step of the project's workflows that installs pnpm, with the version if it is a literal. */
function findPnpmStep(folder: string): { readonly uses: string; readonly version: string | undefined } | undefined {
  for (const name of workflowNames(folder)) {
    const jobs = Object.values(
      recordOf(asRecord(readYaml(readFolderFile(folder, `${WORKFLOW_FOLDER}/${name}`) ?? '')), 'jobs') ?? {},
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
function pnpmVersionForLock(folder: string): string {
  const lock = readRegularFile(join(folder, 'pnpm-lock.yaml'), { limit: 100 * MEGABYTE, within: folder });
  return lock.kind === 'text' && /^lockfileVersion: '?6\b/m.test(lock.text) ? '8' : '10';
}

function workflowNames(folder: string): readonly string[] {
  const names = existsSync(join(folder, WORKFLOW_FOLDER)) ? readdirSync(join(folder, WORKFLOW_FOLDER)) : [];
  return names.filter((name) => /\.ya?ml$/.test(name));
}

/** Returns the default branch of the remote if the clone has recorded it, or else common names. */
function defaultBranches(folder: string): readonly string[] {
  const hasRemoteHead = existsSync(join(folder, '.git', 'refs/remotes/origin/HEAD'));
  const head = hasRemoteHead ? readFolderFile(folder, '.git/refs/remotes/origin/HEAD') : undefined;
  const name = /^ref: refs\/remotes\/origin\/([\w./-]+)\s*$/.exec(head ?? '')?.[1];
  return name === undefined ? ['main', 'master'] : [name];
}

function gitlabStep(project: Project): InitStep {
  const { folder, manager } = project;
  if (readFolderFile(folder, GITLAB_FILE)?.includes('sunset-lint') === true)
    return doneStep('ci', `${GITLAB_FILE} already names sunset-lint`);
  if (project.manifest === undefined)
    return manualStep(
      'ci',
      `there is no package.json to install sunset-lint from, so ${GITLAB_FILE} needs the job of docs/ci.md`,
      `${SCAN_COMMAND}\n`,
    );
  return manualStep(
    'ci',
    `add a job to ${GITLAB_FILE}, in one of its stages`,
    `sunset-lint:
  image: node:22
  variables:
    GIT_DEPTH: '0'
  script:
${manager.setup === undefined ? '' : `    - ${manager.setup}\n`}    - ${manager.install}
    - since=\${CI_MERGE_REQUEST_TARGET_BRANCH_SHA:-$CI_MERGE_REQUEST_DIFF_BASE_SHA}
    - ${scanCommand(project)} \${since:+"--changed-since=$since"}
  rules:
    - if: $CI_PIPELINE_SOURCE == "merge_request_event"
    - if: $CI_COMMIT_BRANCH == $CI_DEFAULT_BRANCH
`,
  );
}

const SCHEMA_FILE = './node_modules/sunset-lint/rules/config.schema.json';

const ABOUT_EDITION: Readonly<Record<EditionId, string>> = {
  current:
    'configuration\n"edition": "current" (recommended) uses the dates that vendors have published since the specification. It includes newer deprecations and leaves out cancelled ones. For the original dates: --edition specification.',
  specification:
    'configuration\n"edition": "specification" uses the original dates and notes where the vendor has changed one since. Newer deprecations are missing. Recommended: --edition current.',
};

/** Plans a new configuration with an edition and few other settings; an existing configuration remains. */
function configFileSteps(project: Project, edition: EditionId): readonly InitStep[] {
  const existing = firstExistingFile(project, CONFIG_NAMES);
  if (existing !== undefined) return [doneStep('config', `${existing} already exists`)];
  if (project.manifest?.[PACKAGE_KEY] !== undefined)
    return [doneStep('config', `package.json already has '${PACKAGE_KEY}'`)];
  const schema = existsSync(join(project.folder, SCHEMA_FILE)) ? { $schema: SCHEMA_FILE } : {};
  const text = `${JSON.stringify({ ...schema, edition, warnWithin: '90d' }, null, 2)}\n`;
  return [newFileStep('config', 'sunset-lint.config.json', text, ABOUT_EDITION[edition])];
}
