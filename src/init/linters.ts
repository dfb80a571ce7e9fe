import { eslintSteps } from './eslint.js';
import { oxlintSteps } from './oxlint.js';
import { isInstalled } from './project.js';
import type { Project } from './project.js';
import { scriptSteps } from './package-script.js';
import { byHand } from './step.js';
import type { InitStep } from './step.js';

/** Our rules in the linter that the project has; where it has none that takes them, a script of package.json. */
export function linterSteps(project: Project): readonly InitStep[] {
  const eslint = eslintSteps(project).map((step) => ifInstalled(project, step));
  if (carriesRules(eslint)) return eslint;
  const oxlint = oxlintSteps(project).map((step) => ifInstalled(project, step));
  if (carriesRules(oxlint)) return [...eslint, ...oxlint];
  return [...eslint, ...oxlint, ...scriptSteps(project)];
}

/** A configuration that loads what is not there would end every run of the linter. */
function ifInstalled(project: Project, step: InitStep): InitStep {
  if (step.kind !== 'write' || step.tryWith === undefined || isInstalled(project, 'sunset-lint')) return step;
  const about = `${step.file} would load sunset-lint: install it, and run init again`;
  return byHand('lint', about, `${project.manager.add} sunset-lint\n`);
}

function carriesRules(steps: readonly InitStep[]): boolean {
  return steps.some(({ kind }) => kind !== 'by-hand');
}
