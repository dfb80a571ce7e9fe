import type { Span } from '../../../model/span.js';

/** The content of a file or of a block. */
export interface Body {
  readonly items: readonly (Attribute | Block)[];
  readonly at: Span;
}

export interface Attribute {
  readonly kind: 'attribute';
  readonly name: string;
  readonly nameAt: Span;
  readonly value: Expression;
}

/** `resource "acme_bell" "front" { … }`. */
export interface Block {
  readonly kind: 'block';
  readonly type: string;
  readonly typeAt: Span;
  readonly labels: readonly { readonly text: string; readonly at: Span }[];
  readonly body: Body;
  readonly at: Span;
}

export interface Entry {
  readonly key: Expression;
  readonly value: Expression;
}

export type Expression = { readonly at: Span } & (
  | { readonly kind: 'literal'; readonly value: string | number | boolean | null }
  /** A text with interpolations. */
  | { readonly kind: 'template'; readonly parts: readonly Expression[] }
  /** A name and its members: `local.bells["front"].id`. */
  | { readonly kind: 'reference'; readonly root: Expression; readonly steps: readonly Step[] }
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'object'; readonly entries: readonly Entry[] }
  | { readonly kind: 'list'; readonly elements: readonly Expression[] }
  | {
      readonly kind: 'for';
      readonly keyName: Name | undefined;
      readonly valueName: Name;
      readonly over: Expression;
      /** Absent if the result is a list. */
      readonly key?: Expression;
      readonly value: Expression;
      /** `...`: collects all values of a key in a list. */
      readonly grouped: boolean;
    }
  /** `spread`: the last argument is a list of arguments. */
  | {
      readonly kind: 'call';
      readonly name: string;
      readonly args: readonly Expression[];
      readonly spread: boolean;
    }
  /** `a ? b : c ? d : e`: the tests are a and c, the options b, d and e. */
  | { readonly kind: 'choice'; readonly tests: readonly Expression[]; readonly options: readonly Expression[] }
  /** Arithmetic or a comparison. */
  | { readonly kind: 'operation' }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'too-deep' }
);

export interface Name {
  readonly name: string;
  readonly at: Span;
}

export type Step = { readonly at: Span } & (
  | { readonly kind: 'attribute'; readonly name: string }
  | { readonly kind: 'index'; readonly index: Expression }
  /** `[*]` and `.*`. */
  | { readonly kind: 'splat' }
);
