import type { CallSite } from '../../engine/judge/site-view.js';
import type { JudgedRequest } from './request-problems.js';
import type { Target } from './target.js';

/** A migration request in a file, with its problems except those of its order. */
export interface MigrationStep {
  readonly site: CallSite;
  readonly target: Target;
  readonly judged: JudgedRequest;
  /**
   * Set if the called function itself sends this request in the same mode, whatever its arguments are. The order is
   * judged in that function.
   */
  readonly isInCallee?: true;
}

export function isCheckRequest({ target }: MigrationStep): boolean {
  return target.operation === 'check';
}

/** Whether a step finishes the migration, as the mode `pending` does; this cannot be reversed. */
export function isFinishRequest({ judged }: MigrationStep): boolean {
  return judged.mode === 'pending';
}

/** Whether a step finishes the migration in one of its possible modes. */
export function mayFinish({ judged }: MigrationStep): boolean {
  return judged.modes.has('pending');
}
