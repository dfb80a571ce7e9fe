import { ciSteps } from './ci.js';
import { configFileSteps } from './config-file.js';
import { hookSteps } from './hooks.js';
import { linterSteps } from './linters.js';
import { isInstalled, readProject } from './project.js';
import type { Project } from './project.js';
import { AREAS, byHand } from './step.js';
import type { Area, InitStep } from './step.js';

const STEPS: Readonly<Record<Area, (project: Project) => readonly InitStep[]>> = {
  config: configFileSteps,
  lint: linterSteps,
  hook: hookSteps,
  ci: ciSteps,
};

/**
 * What is to be done in a folder. Files are only made, or get something added: nothing in them is taken away, and
 * nothing that is found there is run.
 *
 * @throws ConfigError where a file that counts cannot be read.
 */
export function planInit(folder: string, areas: readonly Area[] = AREAS): readonly InitStep[] {
  const project = readProject(folder);
  if (project.isPackage)
    return [
      byHand(
        'config',
        'this is a package of a workspace: one set-up in the folder that declares it serves all packages',
        'run sunset-lint init there\n',
      ),
    ];
  const isReady = project.manifest === undefined || isInstalled(project, 'sunset-lint');
  const planned = areas.filter((area) => isReady || area === 'config').flatMap((area) => STEPS[area](project));
  if (isReady) return planned;
  return [
    ...planned,
    byHand(
      'lint',
      'rules, script, hook and CI need sunset-lint among the packages of this project: install it, and run init again',
      `${project.manager.add} sunset-lint\n`,
    ),
  ];
}
