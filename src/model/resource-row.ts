import type { LanguageId } from './language.js';

/** A resource of an infrastructure package that depends on a deprecated operation. */
export interface ResourceRow {
  /** Default `javascript`. */
  readonly language?: LanguageId;
  /** Id of the deprecation. */
  readonly deprecation: string;
  readonly package: string;
  /** Constructed classes, called functions (`getX`, also as `getXOutput`), or looked-up names (`data.x`). */
  readonly names: readonly string[];
  /** First version with the dependency. */
  readonly from: string;
  /** First version without the dependency; absent if the latest still has it. */
  readonly before?: string;
  /** Dotted path of the deciding argument; absent if the resource itself decides. */
  readonly argument?: string;
  /** The required value of the argument. */
  readonly equals?: string;
  /** Another argument with a required value. */
  readonly when?: { readonly argument: string; readonly equals: string };
  /** Reason why not every version in the range is affected: a phrase without a full stop. */
  readonly doubt?: string;
}
