import { jsonRecord } from '../lib/json.js';
import { addToJson } from './edit-json.js';
import { addToYamlField } from './edit-yaml.js';
import { installAs } from './own-package.js';
import { isInstalled, recordOf } from './project.js';
import type { Json, Project } from './project.js';
import { readOwn } from './read-own.js';
import { byHand, done } from './step.js';
import type { InitStep } from './step.js';

/** An `.eslintrc` knows plugins by the names of their packages. */
const PLUGIN = 'eslint-plugin-sunset';
const PRESET = 'plugin:sunset/legacy-recommended';
const BY_HAND = `"extends": [..., "${PRESET}"]\n`;

/**
 * Our rules in an `.eslintrc` of any form, or in `eslintConfig` of package.json. `major`: version of ESLint, where it
 * is known.
 */
export function eslintrcSteps(project: Project, file: string, major: number | undefined): readonly InitStep[] {
  const text = readOwn(project.folder, file) ?? '';
  if (text.includes('plugin:sunset/')) return [done('lint', `${file} already names sunset-lint`)];
  if (major === undefined) return [byHand('lint', `${file} was found, but no ESLint that reads it`, BY_HAND)];
  const scripts = JSON.stringify(recordOf(project.manifest, 'scripts') ?? {});
  if (major > 9 || (major === 9 && !scripts.includes('ESLINT_USE_FLAT_CONFIG=false')))
    return [
      byHand(
        'lint',
        `ESLint ${String(major)} does not read ${file}: migrate it to a flat configuration, then run init again`,
        `npx @eslint/migrate-config ${file}\n`,
      ),
    ];
  if (!isInstalled(project, PLUGIN))
    return [
      byHand(
        'lint',
        `${file} looks for the rules in the package ${PLUGIN}: install sunset-lint under that name, then run init again`,
        `${installAs(project, PLUGIN)}\n`,
      ),
    ];
  const add = additionTo(file);
  if (add?.(text) === undefined)
    return [byHand('lint', `${file} cannot be edited safely: add the rules yourself`, BY_HAND)];
  return [
    {
      kind: 'write',
      area: 'lint',
      file,
      edit: (before) => add(before) ?? before,
      about: 'sunset-lint rules for ESLint',
      tryWith: 'eslint',
    },
  ];
}

/** Returns the edit that adds the preset to a file; undefined for a script. */
function additionTo(file: string): ((text: string) => string | undefined) | undefined {
  if (/\.c?js$/.test(file)) return undefined;
  const toYaml = (text: string): string | undefined => addToYamlField(text, 'extends', PRESET);
  if (/\.ya?ml$/.test(file)) return toYaml;
  const path = file === 'package.json' ? ['eslintConfig'] : [];
  const toJson = (text: string): string | undefined => {
    const content = jsonRecord(text, 'with-comments');
    if (content === undefined) return undefined;
    return addPreset(text, path, path.length === 0 ? content : recordOf(content, 'eslintConfig'));
  };
  return file === '.eslintrc' ? (text) => toJson(text) ?? toYaml(text) : toJson;
}

function addPreset(text: string, path: readonly string[], config: Json | undefined): string | undefined {
  const known = config?.['extends'];
  const at = [...path, 'extends'];
  if (Array.isArray(known)) return addToJson(text, [{ at: [...at, -1], value: PRESET }]);
  return addToJson(text, [{ at, value: known === undefined ? [PRESET] : [known, PRESET] }]);
}
