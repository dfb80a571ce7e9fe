import type { AssignmentFact, BindingFact } from '../../model/facts.js';
import type { Place, Span } from '../../model/span.js';
import type { Env } from './evaluator.js';
import { roundsOf, runningAt, runningIn } from './positions.js';

/** A use of a declared name. */
export interface Use {
  readonly env: Env;
  readonly binding: BindingFact;
  readonly at: Place;
  readonly offset: number;
  /** The function in which the name is used. */
  readonly user: number | undefined;
  /** Loop span in which the use can run repeatedly while the variable stays the same. */
  readonly rounds: Span | undefined;
}

export function useOf(env: Env, binding: BindingFact, at: Place): Use {
  return new UseAt(env, binding, at);
}

/** Use whose surroundings are computed on demand: most variables are assigned only once. */
class UseAt implements Use {
  readonly offset: number;
  #user: number | 'unasked' | undefined = 'unasked';
  #rounds: Span | 'unasked' | undefined = 'unasked';

  constructor(
    readonly env: Env,
    readonly binding: BindingFact,
    readonly at: Place,
  ) {
    this.offset = at.span[0];
  }

  get user(): number | undefined {
    const { context } = this.env;
    if (this.#user === 'unasked') this.#user = runningIn(context, context.functionAt(this.offset));
    return this.#user;
  }

  get rounds(): Span | undefined {
    if (this.#rounds === 'unasked') this.#rounds = roundsOf(this.env.context, this.binding, this.offset);
    return this.#rounds;
  }
}

/** A use after all code beside the declaration has run. */
export function useAtEnd(env: Env, binding: BindingFact, at: Place): Use {
  const { context } = env;
  const [start, end] = binding.scope;
  const user = runningIn(context, context.functionAt(start));
  return { env, binding, at, offset: end - 0.5, user, rounds: undefined };
}

/** Whether code elsewhere has run before a name is used. */
export type Reach = 'always' | 'maybe' | 'never';

/** Whether an assignment has happened where a name is used, judged by position and nesting alone. */
export function reachOf(
  assignment: Pick<AssignmentFact, 'at' | 'block'> & { readonly within?: number | undefined },
  { env, user, offset }: Use,
): Reach {
  const { within, block } = runningAt(env.context, { within: assignment.within, block: assignment.block });
  if (within !== user) return 'maybe';
  if (assignment.at[1] > offset) return 'never';
  return block[0] <= offset && offset < block[1] ? 'always' : 'maybe';
}
