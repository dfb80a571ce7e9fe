import type { Place, Span } from './span.js';

/** Range of a file, and its replacement. */
export interface Edit {
  readonly file: string;
  readonly span: Span;
  readonly text: string;
}

/** Change that a fix makes, with its parameters: `FIX_TITLES` has a sentence for each. */
export type FixAction =
  | { readonly kind: 'replaceSegment'; readonly data: { readonly from: string; readonly to: string } }
  | {
      readonly kind: 'joinFields' | 'dropFields' | 'removeField' | 'removeHeader' | 'removeSuite' | 'addQuery';
      readonly data: { readonly name: string };
    };

/** A code change to an equivalent request without the deprecation; there is none if it cannot be exact. */
export interface Fix {
  readonly action: FixAction;
  /** In one file or several, in order, none inside another. */
  readonly edits: readonly Edit[];
}

/** Fix with the places of literals that may change only if nothing else uses them. */
export interface OwnedFix extends Fix {
  readonly owned: readonly Place[];
}
