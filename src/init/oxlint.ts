import { RULES } from '../model/rules.js';
import { addToJson } from './edit-json.js';
import type { JsonAddition } from './edit-json.js';
import { declared, firstOf, recordOf } from './project.js';
import type { Json, Project } from './project.js';
import { jsonRecord } from '../lib/json.js';
import { readOwn } from './read-own.js';
import { byHand, done } from './step.js';
import type { InitStep } from './step.js';

const PLUGIN = { name: 'sunset', specifier: 'sunset-lint' };
const BY_HAND = `"jsPlugins": [${JSON.stringify(PLUGIN)}],
"rules": { ${RULES.map((rule) => `"sunset/${rule}": "error"`).join(', ')} }
`;

/** Our rules in oxlint. */
export function oxlintSteps(project: Project): readonly InitStep[] {
  const file = firstOf(project, ['.oxlintrc.json', '.oxlintrc.jsonc']);
  if (file === undefined)
    return declared(project, 'oxlint') === undefined
      ? []
      : [byHand('lint', 'oxlint has no configuration here: create one with these rules', BY_HAND)];
  const text = readOwn(project.folder, file) ?? '';
  if (text.includes('sunset-lint')) return [done('lint', `${file} already names sunset-lint`)];
  const config = jsonRecord(text, 'with-comments');
  const add = (before: string): string | undefined => addToJson(before, additions(config ?? {}));
  if (config === undefined || add(text) === undefined)
    return [byHand('lint', `${file} cannot be edited safely: add the rules yourself`, BY_HAND)];
  return [
    {
      kind: 'write',
      area: 'lint',
      file,
      edit: (before) => add(before) ?? before,
      about: 'sunset-lint rules for oxlint',
      tryWith: 'oxlint',
    },
  ];
}

function additions(config: Json): readonly JsonAddition[] {
  const plugins: JsonAddition = Array.isArray(config['jsPlugins'])
    ? { at: ['jsPlugins', -1], value: PLUGIN }
    : { at: ['jsPlugins'], value: [PLUGIN] };
  const known = recordOf(config, 'rules') ?? {};
  const rules = RULES.map((rule) => `sunset/${rule}`).filter((rule) => !Object.hasOwn(known, rule));
  return [plugins, ...rules.map((rule): JsonAddition => ({ at: ['rules', rule], value: 'error' }))];
}
