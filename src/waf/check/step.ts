import type { CallSite } from '../../engine/judge/site-view.js';
import type { JudgedRequest } from './request-problems.js';
import type { Target } from './target.js';

/** A request of the migration in a file, with what is wrong with it by itself. */
export interface MigrationStep {
  readonly site: CallSite;
  readonly target: Target;
  readonly judged: JudgedRequest;
  /** The function that is called takes the step whatever it is given: its place among others is judged there. */
  readonly again?: true;
}

export function isCheck({ target }: MigrationStep): boolean {
  return target.operation === 'check';
}

/** Whether it finishes the migration, which cannot be reversed. */
export function isFinish({ judged }: MigrationStep): boolean {
  return judged.mode === 'pending';
}

/** Whether it finishes the migration in one of the ways in which it can be sent. */
export function mayFinish({ judged }: MigrationStep): boolean {
  return judged.modes.has('pending');
}
