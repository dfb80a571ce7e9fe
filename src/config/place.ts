import { pathOf } from '../lib/validators.js';

/**
 * Gives the place of a value, for messages. `key` is a key of that value, where the message is about the key itself.
 */
export type Place = (steps: readonly string[], key?: string) => string;

/** A place by its path from a root alone: `$.clients[0].name`. */
export function pathFrom(root: string): Place {
  return (steps) => root + pathOf(steps);
}
