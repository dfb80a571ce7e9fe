import type { CallSite } from '../../engine/judge/site-view.js';
import type { JudgedRequest } from './request-problems.js';
import type { Target } from './target.js';

/** A request of the migration in a file, with its own problems. */
export interface MigrationStep {
  readonly site: CallSite;
  readonly target: Target;
  readonly judged: JudgedRequest;
  /** Set if the called function takes the step with any arguments: its order among others is judged there. */
  readonly again?: true;
}

export function isCheck({ target }: MigrationStep): boolean {
  return target.operation === 'check';
}

/** Whether it finishes the migration, which cannot be reversed. */
export function isFinish({ judged }: MigrationStep): boolean {
  return judged.mode === 'pending';
}

/** Whether one of its possible modes finishes the migration. */
export function mayFinish({ judged }: MigrationStep): boolean {
  return judged.modes.has('pending');
}
