import type { HttpMethod } from '../model/endpoint.js';

/** Something that was there and could not be taken, and where: `paths./a.get`. */
export interface LeftOut {
  readonly place: string;
  readonly why: string;
}

/** Where a date was read: a field made for it, a header of an answer, or words. */
export type DateSource = 'field' | 'header' | 'prose';

/** An operation as a vendor's material names it. */
export interface NamedOperation {
  readonly method: HttpMethod;
  /** Path template below the base URL: `/towers/{id}`. */
  readonly path: string;
}

/** Operation in a vendor's material, whatever its format. */
export interface UpstreamOperation extends NamedOperation {
  readonly deprecated: boolean;
  /** It is called deprecated in words, and by no flag. */
  readonly doubtful?: true;
  /** It is deprecated, or something of it is: the words do not tell which. */
  readonly affected?: true;
  /** A day or a month `YYYY-MM`; left out where none is said. */
  readonly endOfLife?: string;
  /** A day or a month from which it is deprecated. */
  readonly since?: string;
  /** Where the dates were read. */
  readonly datesFrom?: DateSource;
  /** A sentence with a date that may be of something else: no end is taken from it. */
  readonly said?: string;
  readonly replacement?: NamedOperation;
  /** Address of the vendor's own words. */
  readonly url?: string;
  /** Group under which the vendor lists the operation. */
  readonly group?: string;
  /** The vendor's own name of it. */
  readonly name?: string;
  readonly place: string;
}

/** A part of requests or answers that is deprecated, while its operation is not. */
export interface UpstreamPart extends Omit<UpstreamOperation, 'name' | 'replacement' | 'deprecated'> {
  readonly part:
    | { readonly kind: 'query'; readonly parameter: string }
    | { readonly kind: 'header'; readonly name: string }
    | { readonly kind: 'field'; readonly pointer: string; readonly direction: 'request' | 'response' | 'both' };
}

/** One piece of a vendor's material, read. */
export interface Upstream {
  /** As it was named. */
  readonly file: string;
  readonly kind: 'openapi' | 'page' | 'feed' | 'sdk' | 'har';
  readonly title?: string;
  readonly operations: readonly UpstreamOperation[];
  readonly leftOut: readonly LeftOut[];
}
