import { eslintSteps } from './eslint.js';
import { oxlintSteps } from './oxlint.js';
import { installCommand } from './own-package.js';
import { isInstalled } from './project.js';
import type { Project } from './project.js';
import { scriptSteps } from './package-script.js';
import { byHand } from './step.js';
import type { InitStep } from './step.js';

/** Our rules in the linter that the project has, and a script that scans the whole program. */
export function linterSteps(project: Project): readonly InitStep[] {
  const eslint = eslintSteps(project).map((step) => ifInstalled(project, step));
  if (carriesRules(eslint)) return [...eslint, ...scriptSteps(project)];
  const oxlint = oxlintSteps(project).map((step) => ifInstalled(project, step));
  return [...eslint, ...oxlint, ...scriptSteps(project)];
}

/** A configuration that loads what is not there would end every run of the linter. */
function ifInstalled(project: Project, step: InitStep): InitStep {
  if (step.kind !== 'write' || step.tryWith === undefined || isInstalled(project, 'sunset-lint')) return step;
  const about = `${step.file} needs sunset-lint, which is not installed: install it, then run init again`;
  return byHand('lint', about, `${installCommand(project)}\n`);
}

function carriesRules(steps: readonly InitStep[]): boolean {
  return steps.some(({ kind }) => kind !== 'by-hand');
}
