import type { Place } from '../../model/span.js';
import type { Evaluator } from './evaluator.js';

/** A property that is read, with the place of the read. */
export interface Read {
  readonly evaluator: Evaluator;
  readonly property: string;
  readonly at: Place;
}
