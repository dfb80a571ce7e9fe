import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { jsonRecord } from '../../core/lib/json.js';
import { readTool } from '../../core/package-files.js';
import { addToJson, addToYaml, readYaml, appendLines } from './edit-texts.js';
import { declaredRange, firstExistingFile, recordOf, versionOf } from './project.js';
import type { Json, Project } from './project.js';
import { manualStep, doneStep, readFolderFile } from './step.js';
import type { InitStep } from './step.js';

const PRE_COMMIT_FILES = ['.pre-commit-config.yaml', '.pre-commit-config.yml'];
const LEFTHOOK_FILES = ['lefthook.yml', 'lefthook.yaml', '.lefthook.yml', '.lefthook.yaml'];

/** Returns the command that a hook runs before a commit. */
function hookCommand({ manifest, manager }: Project): string {
  // Without package.json the program is not installed here, and has to be on the PATH.
  return manifest === undefined ? SCAN_COMMAND : `${manager.exec} ${SCAN_COMMAND}`;
}

const SCAN_COMMAND = 'sunset-lint scan --staged --no-config-code --quiet';
const ABOUT_HOOK = 'a pre-commit hook';

/** Plans a hook for the commit-hook manager of the project. */
export function hookSteps(project: Project): readonly InitStep[] {
  const preCommitFile = firstExistingFile(project, PRE_COMMIT_FILES);
  if (preCommitFile !== undefined) return [preCommitStep(project, preCommitFile)];
  const command = hookCommand(project);
  const husky = huskySteps(project, command);
  if (husky.length > 0) return husky;
  const lefthookFile = firstExistingFile(project, LEFTHOOK_FILES);
  if (lefthookFile !== undefined) return [lefthookStep(project, lefthookFile, command)];
  const simple = simpleHookSteps(project, command);
  if (simple.length > 0) return simple;
  return [doneStep('hook', 'no commit-hook manager found (pre-commit, Husky, lefthook, simple-git-hooks)')];
}

function preCommitStep(project: Project, file: string): InitStep {
  const text = readFolderFile(project.folder, file) ?? '';
  if (text.includes('sunset-lint')) return doneStep('hook', `${file} already names sunset-lint`);
  const { name, version } = readTool();
  const isInstalled = project.manifest !== undefined;
  const language = isInstalled
    ? ['language: system']
    : ['language: node', `additional_dependencies: ['${name}@${version}']`];
  const hook = ['name: sunset-lint', `entry: ${hookCommand(project)}`, ...language, 'pass_filenames: false'];
  const lines = ['- repo: local', '  hooks:', '    - id: sunset-lint', ...hook.map((line) => `      ${line}`)];
  const about = isInstalled
    ? ABOUT_HOOK
    : `${ABOUT_HOOK}, for which pre-commit installs ${name}@${version} from the npm registry (docs/pre-commit.md has one for a clone)`;
  return yamlStep(file, text, { path: ['repos'], lines }, "to the list 'repos' of", about);
}

/** Plans a hook for lefthook, which has commands by name, or a list of jobs. */
function lefthookStep(project: Project, file: string, command: string): InitStep {
  const text = readFolderFile(project.folder, file) ?? '';
  if (text.includes('sunset-lint')) return doneStep('hook', `${file} already names sunset-lint`);
  const hook = fieldOf(readYaml(text), 'pre-commit');
  const commandLines = [`sunset-lint:`, `  run: ${command}`];
  if (hook === undefined)
    return yamlStep(
      file,
      text,
      { path: [], lines: ['pre-commit:', '  commands:', ...commandLines.map((line) => `    ${line}`)] },
      'to',
    );
  if (Array.isArray(fieldOf(hook, 'jobs')))
    return yamlStep(
      file,
      text,
      { path: ['pre-commit', 'jobs'], lines: ['- name: sunset-lint', `  run: ${command}`] },
      "to the jobs of 'pre-commit' in",
    );
  const target = "to the commands of 'pre-commit' in";
  return fieldOf(hook, 'commands') === undefined
    ? yamlStep(
        file,
        text,
        { path: ['pre-commit'], lines: ['commands:', ...commandLines.map((line) => `  ${line}`)] },
        target,
      )
    : yamlStep(file, text, { path: ['pre-commit', 'commands'], lines: commandLines }, target);
}

function yamlStep(
  file: string,
  text: string,
  addition: { readonly path: readonly string[]; readonly lines: readonly string[] },
  target: string,
  about = ABOUT_HOOK,
): InitStep {
  const add = (before: string): string | undefined => addToYaml(before, addition);
  if (add(text) === undefined)
    return manualStep('hook', `add the hook ${target} ${file}`, `${addition.lines.join('\n')}\n`);
  return { kind: 'write', area: 'hook', file, edit: (before) => add(before) ?? before, about };
}

function fieldOf(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>)[key] : undefined;
}

const HUSKY_FILE = '.husky/pre-commit';
/** First lines of a hook of Husky 8 and older. */
const OLD_HUSKY_START = ['#!/usr/bin/env sh', '. "$(dirname -- "$0")/_/husky.sh"', ''];
const ABOUT_HUSKY = 'a pre-commit hook for Husky';

/** Plans a line of Husky's hook; no steps if the project does not use Husky. */
function huskySteps(project: Project, command: string): readonly InitStep[] {
  if (!existsSync(join(project.folder, '.husky'))) return [];
  const text = readFolderFile(project.folder, HUSKY_FILE);
  if (text?.includes('sunset-lint') === true) return [doneStep('hook', `${HUSKY_FILE} already names sunset-lint`)];
  if (text === undefined) {
    const isOld = (versionOf(project, 'husky')?.[0] ?? 9) < 9;
    const edit = (): string => appendLines('', [...(isOld ? OLD_HUSKY_START : []), command]);
    return [{ kind: 'write', area: 'hook', file: HUSKY_FILE, edit, about: ABOUT_HUSKY, executable: true }];
  }
  // A line after `exit` would not run, and a line after an unfinished command would be part of that command.
  if (
    /^[ \t]*(?:exit|exec)\b/m.test(text) ||
    /(?:\\|&&|\|\|?)\s*$/.test(text) ||
    /^#!(?!.*\b(?:ba|da|z)?sh\b)/.test(text)
  )
    return [manualStep('hook', `add the hook to ${HUSKY_FILE}, before the line that ends it`, `${command}\n`)];
  return [
    {
      kind: 'write',
      area: 'hook',
      file: HUSKY_FILE,
      edit: (before) => appendLines(before, [command]),
      about: ABOUT_HUSKY,
    },
  ];
}

const SIMPLE_KEY = 'simple-git-hooks';
const SIMPLE_HOOK = 'pre-commit';
const ABOUT_SIMPLE = `a pre-commit hook; run 'npx simple-git-hooks' afterwards to install it`;

/** Plans a hook for simple-git-hooks; no steps if the project does not use simple-git-hooks. */
function simpleHookSteps(project: Project, command: string): readonly InitStep[] {
  const file = firstExistingFile(project, ['.simple-git-hooks.json', 'simple-git-hooks.json']) ?? 'package.json';
  const path = file === 'package.json' ? [SIMPLE_KEY] : [];
  const hooksIn = (text: string): Json | undefined => {
    const content = jsonRecord(text, 'with-comments');
    return path.length === 0 ? content : recordOf(content, SIMPLE_KEY);
  };
  const text = readFolderFile(project.folder, file) ?? '';
  const hooks = hooksIn(text);
  if (hooks === undefined)
    return declaredRange(project, SIMPLE_KEY) === undefined
      ? []
      : [
          manualStep(
            'hook',
            'add the hook to the configuration of simple-git-hooks',
            `"${SIMPLE_HOOK}": "${command}"\n`,
          ),
        ];
  const existingHook = hooks[SIMPLE_HOOK];
  if (typeof existingHook === 'string' && existingHook.includes('sunset-lint'))
    return [doneStep('hook', `${file} already names sunset-lint`)];
  const add = (before: string): string | undefined => {
    const currentHook = hooksIn(before)?.[SIMPLE_HOOK];
    if (currentHook !== undefined && typeof currentHook !== 'string') return undefined;
    return addToJson(before, [
      { at: [...path, SIMPLE_HOOK], value: currentHook === undefined ? command : `${currentHook} && ${command}` },
    ]);
  };
  if (add(text) === undefined)
    return [manualStep('hook', `add the hook to ${file}`, `"${SIMPLE_HOOK}": "${command}"\n`)];
  return [{ kind: 'write', area: 'hook', file, edit: (before) => add(before) ?? before, about: ABOUT_SIMPLE }];
}
