import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { withLines } from './added-text.js';
import { versionOf } from './project.js';
import type { Project } from './project.js';
import { readOwn } from './read-own.js';
import { byHand, done } from './step.js';
import type { InitStep } from './step.js';

const FILE = '.husky/pre-commit';
/** First lines of a hook of Husky 8 and older. */
const OLD_START = ['#!/usr/bin/env sh', '. "$(dirname -- "$0")/_/husky.sh"', ''];
const ABOUT = 'a pre-commit hook for Husky';

/** A line of Husky's hook; nothing where the project does not use it. */
export function huskySteps(project: Project, command: string): readonly InitStep[] {
  if (!existsSync(join(project.folder, '.husky'))) return [];
  const text = readOwn(project.folder, FILE);
  if (text?.includes('sunset-lint') === true) return [done('hook', `${FILE} already names sunset-lint`)];
  if (text === undefined) {
    const isOld = (versionOf(project, 'husky')?.[0] ?? 9) < 9;
    const edit = (): string => withLines('', [...(isOld ? OLD_START : []), command]);
    return [{ kind: 'write', area: 'hook', file: FILE, edit, about: ABOUT, executable: true }];
  }
  // A line added after an `exit`, or after an unfinished command, would not run on its own.
  if (
    /^[ \t]*(?:exit|exec)\b/m.test(text) ||
    /(?:\\|&&|\|\|?)\s*$/.test(text) ||
    /^#!(?!.*\b(?:ba|da|z)?sh\b)/.test(text)
  )
    return [byHand('hook', `add the hook to ${FILE}, before the line that ends it`, `${command}\n`)];
  return [{ kind: 'write', area: 'hook', file: FILE, edit: (before) => withLines(before, [command]), about: ABOUT }];
}
