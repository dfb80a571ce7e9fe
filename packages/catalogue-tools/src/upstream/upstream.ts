import type { HttpMethod } from '../../../../src/core/model/endpoint.js';

/** Something that was found and could not be used, and its place: `paths./a.get`. */
export interface Omission {
  readonly place: string;
  readonly why: string;
}

/** Source of a date: a date field, a header of an answer, or prose. */
export type DateSource = 'field' | 'header' | 'prose';

/** Operation named in a vendor's material. */
export interface NamedOperation {
  readonly method: HttpMethod;
  /** Path template below the base URL: `/towers/{id}`. */
  readonly path: string;
}

/** Operation in a vendor's material, whatever its format. */
export interface UpstreamOperation extends NamedOperation {
  readonly deprecated: boolean;
  /** Whether it is called deprecated in prose, and by no flag. */
  readonly doubtful?: true;
  /** Whether the words leave open if the operation or a part of it is deprecated. */
  readonly affected?: true;
  /** A day or a month `YYYY-MM`; absent if none is given. */
  readonly endOfLife?: string;
  /** A day or a month from which it is deprecated. */
  readonly since?: string;
  /** Source of the dates. */
  readonly datesFrom?: DateSource;
  /** A sentence with a date that may be of something else: no end is taken from it. */
  readonly sentence?: string;
  readonly replacement?: NamedOperation;
  /** Address of the vendor's notice. */
  readonly url?: string;
  /** Group under which the vendor lists the operation. */
  readonly group?: string;
  /** The vendor's own name of it. */
  readonly name?: string;
  readonly place: string;
}

/** A deprecated part of requests or answers of an operation in use. */
export interface UpstreamPart extends Omit<UpstreamOperation, 'name' | 'replacement' | 'deprecated'> {
  readonly part:
    | { readonly kind: 'query'; readonly parameter: string }
    | { readonly kind: 'header'; readonly name: string }
    | { readonly kind: 'field'; readonly pointer: string; readonly direction: 'request' | 'response' | 'both' };
}

/** Content of one publication of a vendor. */
export interface Upstream {
  /** As named. */
  readonly file: string;
  readonly kind: 'openapi' | 'page' | 'feed' | 'sdk' | 'har';
  readonly title?: string;
  readonly operations: readonly UpstreamOperation[];
  readonly leftOut: readonly Omission[];
}
