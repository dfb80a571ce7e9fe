import type { Deprecation, Edition } from '../../src/core/model/deprecation.js';
import type { Example } from './deprecation-examples.js';
import type { SdkMethod } from './sdk-methods.js';

/** Facts on the page of a deprecation. */
export interface DeprecationFacts {
  readonly deprecation: Deprecation;
  /** Entry of the deprecation in each edition that lists it, even as cancelled. */
  readonly editions: readonly { readonly edition: Edition; readonly entry: Deprecation }[];
  /** Undefined if no code can show the deprecation. */
  readonly example: Example | undefined;
  readonly sdkMethods: readonly SdkMethod[];
}
