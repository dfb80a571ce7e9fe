import type { Place } from '../../model/span.js';
import type { Evaluator } from './evaluator.js';

/** A property that is read, and where. */
export interface Read {
  readonly evaluator: Evaluator;
  readonly property: string;
  readonly at: Place;
}
