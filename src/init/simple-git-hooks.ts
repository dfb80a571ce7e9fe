import { addToJson } from './edit-json.js';
import { declared, firstOf, recordOf } from './project.js';
import type { Json, Project } from './project.js';
import { jsonRecord } from '../lib/json.js';
import { readOwn } from './read-own.js';
import { byHand, done } from './step.js';
import type { InitStep } from './step.js';

const KEY = 'simple-git-hooks';
const HOOK = 'pre-commit';
const ABOUT = `a pre-commit hook; run 'npx simple-git-hooks' afterwards to install it`;

/** Adds our command to simple-git-hooks; no steps where the project does not use it. */
export function simpleHookSteps(project: Project, command: string): readonly InitStep[] {
  const file = firstOf(project, ['.simple-git-hooks.json', 'simple-git-hooks.json']) ?? 'package.json';
  const path = file === 'package.json' ? [KEY] : [];
  const hooksIn = (text: string): Json | undefined => {
    const content = jsonRecord(text, 'with-comments');
    return path.length === 0 ? content : recordOf(content, KEY);
  };
  const text = readOwn(project.folder, file) ?? '';
  const hooks = hooksIn(text);
  if (hooks === undefined)
    return declared(project, KEY) === undefined
      ? []
      : [byHand('hook', 'add the hook to the configuration of simple-git-hooks', `"${HOOK}": "${command}"\n`)];
  const known = hooks[HOOK];
  if (typeof known === 'string' && known.includes('sunset-lint'))
    return [done('hook', `${file} already names sunset-lint`)];
  const add = (before: string): string | undefined => {
    const now = hooksIn(before)?.[HOOK];
    if (now !== undefined && typeof now !== 'string') return undefined;
    return addToJson(before, [{ at: [...path, HOOK], value: now === undefined ? command : `${now} && ${command}` }]);
  };
  if (add(text) === undefined) return [byHand('hook', `add the hook to ${file}`, `"${HOOK}": "${command}"\n`)];
  return [{ kind: 'write', area: 'hook', file, edit: (before) => add(before) ?? before, about: ABOUT }];
}
