import type { Deprecation, Edition } from '../../src/core/model/deprecation.js';
import type { Example } from './deprecation-examples.js';
import type { SdkMethod } from './sdk-methods.js';

/** All that a page is made of. */
export interface DeprecationFacts {
  readonly deprecation: Deprecation;
  /** The entry in each edition that has it, also where that one says it was withdrawn. */
  readonly editions: readonly { readonly edition: Edition; readonly entry: Deprecation }[];
  /** None where code does not show it. */
  readonly example: Example | undefined;
  readonly sdk: readonly SdkMethod[];
}
