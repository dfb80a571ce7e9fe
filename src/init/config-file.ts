import { CONFIG_NAMES, PACKAGE_KEY } from '../config/load-config.js';
import type { LanguageId } from '../model/language.js';
import { firstOf } from './project.js';
import type { Project } from './project.js';
import { done, newFile } from './step.js';
import type { InitStep } from './step.js';

const CONFIG = {
  $schema: './node_modules/sunset-lint/rules/config.schema.json',
  edition: 'specification',
  failOn: 'deprecated',
  warnWithin: '90d',
};
const ABOUT = `configuration
  "edition": "specification" keeps the dates of the specification, and says where the vendor has moved them since;
  "current" takes what the vendor says by now, leaves out what was withdrawn, and knows what is newer.`;
const SCRIPTS_ABOUT = '  "onlyChanged": what stands in scripts is told, and fails only where a change brings it.';

/** Languages of files that often ran once and stay as they are. */
const SCRIPTS: readonly LanguageId[] = ['shell', 'python'];

/** Our own configuration, where there is none yet. */
export function configFileSteps(project: Project): readonly InitStep[] {
  const known = firstOf(project, CONFIG_NAMES);
  if (known !== undefined) return [done('config', `${known} is there`)];
  if (project.manifest?.[PACKAGE_KEY] !== undefined) return [done('config', `package.json has '${PACKAGE_KEY}'`)];
  const onlyChanged = SCRIPTS.filter((id) => project.languages.has(id));
  const config = onlyChanged.length === 0 ? CONFIG : { ...CONFIG, onlyChanged };
  const about = onlyChanged.length === 0 ? ABOUT : `${ABOUT}\n${SCRIPTS_ABOUT}`;
  return [newFile('config', 'sunset-lint.config.json', `${JSON.stringify(config, null, 2)}\n`, about)];
}
