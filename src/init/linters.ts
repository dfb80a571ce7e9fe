import { escapeText } from '../lib/escape-text.js';
import { eslintSteps } from './eslint.js';
import { oxlintSteps } from './oxlint.js';
import { installCommand } from './own-package.js';
import { isInstalled, recordOf } from './project.js';
import type { Project } from './project.js';
import { scriptSteps } from './package-script.js';
import { byHand } from './step.js';
import type { InitStep } from './step.js';

/** Our rules in the linter that the project has, and a script that scans the whole program. */
export function linterSteps(project: Project): readonly InitStep[] {
  const eslint = eslintSteps(project).map((step) => ifInstalled(project, step));
  if (carriesRules(eslint)) return [...eslint.map((step) => withCacheNote(project, step)), ...scriptSteps(project)];
  const oxlint = oxlintSteps(project).map((step) => ifInstalled(project, step));
  return [...eslint, ...oxlint, ...scriptSteps(project)];
}

/** A configuration that loads what is not there would end every run of the linter. */
function ifInstalled(project: Project, step: InitStep): InitStep {
  if (step.kind !== 'write' || step.tryWith === undefined || isInstalled(project, 'sunset-lint')) return step;
  const about = `${step.file} needs sunset-lint, which is not installed: install it, then run init again`;
  return byHand('lint', about, `${installCommand(project)}\n`);
}

/** Adds a sentence on the scripts that lint with the cache of ESLint. */
function withCacheNote({ manifest }: Project, step: InitStep): InitStep {
  if (step.kind !== 'write') return step;
  const cached = Object.entries(recordOf(manifest, 'scripts') ?? {})
    .filter(([, script]) => typeof script === 'string' && /\beslint\b[^&|;]*\s--cache(?![\w-])/.test(script))
    .map(([name]) => `'${escapeText(name)}'`);
  if (cached.length === 0) return step;
  const note =
    cached.length === 1
      ? `The script ${cached.join()} of package.json uses --cache and misses changes in other files: do not use it as a gate`
      : `The scripts ${cached.join(', ')} of package.json use --cache and miss changes in other files: do not use them as a gate`;
  return { ...step, about: `${step.about}. ${note} (docs/eslint.md)` };
}

function carriesRules(steps: readonly InitStep[]): boolean {
  return steps.some(({ kind }) => kind !== 'by-hand');
}
