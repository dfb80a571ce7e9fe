import type { EditionId } from '../catalogue/packaged.js';
import { ciSteps } from './ci.js';
import { configFileSteps } from './config-file.js';
import { hookSteps } from './hooks.js';
import { linterSteps } from './linters.js';
import { installCommand } from './own-package.js';
import { isInstalled, readProject } from './project.js';
import type { Project } from './project.js';
import { AREAS, byHand } from './step.js';
import type { Area, InitStep } from './step.js';

const STEPS: Readonly<Record<Area, (project: Project, edition: EditionId) => readonly InitStep[]>> = {
  config: configFileSteps,
  lint: linterSteps,
  hook: hookSteps,
  ci: ciSteps,
};

/**
 * Plans the steps for a folder. Files are created or extended: nothing in them is removed, and no code found
 * there is run. A new configuration uses the dates of `edition`.
 *
 * @throws ConfigError where a file that counts cannot be read.
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
