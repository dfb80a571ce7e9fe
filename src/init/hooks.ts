import { readTool } from '../lib/package-files.js';
import { addToYaml, readYaml } from './edit-yaml.js';
import { huskySteps } from './husky.js';
import { simpleHookSteps } from './simple-git-hooks.js';
import { firstOf } from './project.js';
import type { Project } from './project.js';
import { readOwn } from './read-own.js';
import { byHand, done } from './step.js';
import type { InitStep } from './step.js';

const PRE_COMMIT = ['.pre-commit-config.yaml', '.pre-commit-config.yml'];
const LEFTHOOK = ['lefthook.yml', 'lefthook.yaml', '.lefthook.yml', '.lefthook.yaml'];

/** What a hook runs before a commit. */
function hookCommand({ manager }: Project): string {
  return `${manager.exec} ${SCAN}`;
}

const SCAN = 'sunset-lint scan --staged --no-config-code --quiet';

/** A hook with the manager of hooks that the project has. */
export function hookSteps(project: Project): readonly InitStep[] {
  const preCommit = firstOf(project, PRE_COMMIT);
  if (preCommit !== undefined) return [preCommitStep(project, preCommit)];
  // The others run what is installed here.
  if (project.manifest === undefined) return [];
  const command = hookCommand(project);
  const husky = huskySteps(project, command);
  if (husky.length > 0) return husky;
  const lefthook = firstOf(project, LEFTHOOK);
  if (lefthook !== undefined) return [lefthookStep(project, lefthook, command)];
  const simple = simpleHookSteps(project, command);
  if (simple.length > 0) return simple;
  return [done('hook', `no manager of commit hooks is here (pre-commit, Husky, lefthook, simple-git-hooks)`)];
}

function preCommitStep(project: Project, file: string): InitStep {
  const text = readOwn(project.folder, file) ?? '';
  if (text.includes('sunset-lint')) return done('hook', `${file} names sunset-lint`);
  const runs =
    project.manifest === undefined
      ? [`entry: ${SCAN}`, 'language: node', `additional_dependencies: ['sunset-lint@${readTool().version}']`]
      : [`entry: ${hookCommand(project)}`, 'language: system'];
  const hook = ['name: sunset-lint', ...runs, 'pass_filenames: false'].map((line) => `      ${line}`);
  const lines = ['- repo: local', '  hooks:', '    - id: sunset-lint', ...hook];
  return inYaml(file, text, { path: ['repos'], lines }, "to the list 'repos' of");
}

/** lefthook has commands by name, or a list of jobs. */
function lefthookStep(project: Project, file: string, command: string): InitStep {
  const text = readOwn(project.folder, file) ?? '';
  if (text.includes('sunset-lint')) return done('hook', `${file} names sunset-lint`);
  const hook = fieldOf(readYaml(text), 'pre-commit');
  const named = [`sunset-lint:`, `  run: ${command}`];
  if (hook === undefined)
    return inYaml(
      file,
      text,
      { path: [], lines: ['pre-commit:', '  commands:', ...named.map((line) => `    ${line}`)] },
      'to',
    );
  if (Array.isArray(fieldOf(hook, 'jobs')))
    return inYaml(
      file,
      text,
      { path: ['pre-commit', 'jobs'], lines: ['- name: sunset-lint', `  run: ${command}`] },
      "to the jobs of 'pre-commit' in",
    );
  const where = "to the commands of 'pre-commit' in";
  return fieldOf(hook, 'commands') === undefined
    ? inYaml(file, text, { path: ['pre-commit'], lines: ['commands:', ...named.map((line) => `  ${line}`)] }, where)
    : inYaml(file, text, { path: ['pre-commit', 'commands'], lines: named }, where);
}

function inYaml(
  file: string,
  text: string,
  addition: { readonly path: readonly string[]; readonly lines: readonly string[] },
  where: string,
): InitStep {
  const add = (before: string): string | undefined => addToYaml(before, addition);
  if (add(text) === undefined) return byHand('hook', `add the hook ${where} ${file}`, `${addition.lines.join('\n')}\n`);
  return { kind: 'write', area: 'hook', file, edit: (before) => add(before) ?? before, about: 'a hook before commits' };
}

function fieldOf(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>)[key] : undefined;
}
