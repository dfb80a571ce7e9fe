import type { HttpMethod } from '../../../../src/core/model/endpoint.js';

/** A part of a document that could not be used. */
export interface Omission {
  /** Place of the part in the document: `paths./a.get`. */
  readonly place: string;
  /** Reason, as a clause in which "it" is the part: `it refers to nothing`. */
  readonly why: string;
}

/** Source of a date: a date field, a response header, or prose. */
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
  /** Whether only prose calls the operation deprecated, and no flag does. */
  readonly onlyInProse?: true;
  /** Whether prose leaves open if the operation or a part of the operation is deprecated. */
  readonly affected?: true;
  /** Day or month (`YYYY-MM`) of the end of life; absent if it is unknown. */
  readonly endOfLife?: string;
  /** Day or month from which the operation is deprecated. */
  readonly since?: string;
  /** Source of the dates. */
  readonly datesFrom?: DateSource;
  /** A sentence with a date that may not be about the operation, and is not used as its end of life. */
  readonly sentence?: string;
  readonly replacement?: NamedOperation;
  /** Address of the vendor's notice. */
  readonly url?: string;
  /** Group under which the vendor lists the operation. */
  readonly group?: string;
  /** The vendor's name of the operation. */
  readonly name?: string;
  readonly place: string;
}

/** A deprecated part of the requests or responses of an operation in use. */
export interface UpstreamPart extends Omit<UpstreamOperation, 'name' | 'replacement' | 'deprecated'> {
  readonly part:
    | { readonly kind: 'query'; readonly parameter: string }
    | { readonly kind: 'header'; readonly name: string }
    | { readonly kind: 'field'; readonly pointer: string; readonly direction: 'request' | 'response' | 'both' };
}

/** Content of one publication of a vendor. */
export interface Upstream {
  /** Name of the file, as the user gave it. */
  readonly file: string;
  readonly kind: 'openapi' | 'page' | 'feed' | 'sdk' | 'har';
  readonly title?: string;
  readonly operations: readonly UpstreamOperation[];
  readonly leftOut: readonly Omission[];
}
