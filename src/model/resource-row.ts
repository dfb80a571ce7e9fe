import type { LanguageId } from './language.js';

/** A resource of an infrastructure package that depends on a deprecated operation. */
export interface ResourceRow {
  /** Default `javascript`. */
  readonly language?: LanguageId;
  /** Id of the deprecation. */
  readonly deprecation: string;
  readonly package: string;
  /** Classes that are constructed, or functions that are called (`getX`, also as `getXOutput`), or what is looked up (`data.x`). */
  readonly names: readonly string[];
  /** First version for which it holds. */
  readonly from: string;
  /** First version for which it no longer does; absent where the latest still has it. */
  readonly before?: string;
  /** Dotted path of the argument that matters; absent where the resource itself does. */
  readonly argument?: string;
  /** The value that the argument must have. */
  readonly equals?: string;
  /** Another argument that must have a value. */
  readonly when?: { readonly argument: string; readonly equals: string };
  /** Why it does not hold for every version in the range: a phrase without a full stop. */
  readonly doubt?: string;
}
