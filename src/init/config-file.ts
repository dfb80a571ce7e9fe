import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { EditionId } from '../catalogue/packaged.js';
import { CONFIG_NAMES, PACKAGE_KEY } from '../config/load-config.js';
import { firstOf } from './project.js';
import type { Project } from './project.js';
import { done, newFile } from './step.js';
import type { InitStep } from './step.js';

const SCHEMA = './node_modules/sunset-lint/rules/config.schema.json';

const ABOUT: Readonly<Record<EditionId, string>> = {
  current:
    'configuration\n"edition": "current" (recommended) uses the dates that vendors have published since the specification. It includes newer deprecations and leaves out cancelled ones. For the original dates: --edition specification.',
  specification:
    'configuration\n"edition": "specification" uses the original dates and notes where the vendor has changed one since. Newer deprecations are missing. Recommended: --edition current.',
};

/** A configuration of our own, with the dates to use and no other policy; a project that has one keeps it. */
export function configFileSteps(project: Project, edition: EditionId): readonly InitStep[] {
  const known = firstOf(project, CONFIG_NAMES);
  if (known !== undefined) return [done('config', `${known} already exists`)];
  if (project.manifest?.[PACKAGE_KEY] !== undefined)
    return [done('config', `package.json already has '${PACKAGE_KEY}'`)];
  const schema = existsSync(join(project.folder, SCHEMA)) ? { $schema: SCHEMA } : {};
  const text = `${JSON.stringify({ ...schema, edition, warnWithin: '90d' }, null, 2)}\n`;
  return [newFile('config', 'sunset-lint.config.json', text, ABOUT[edition])];
}
