/** HTTP methods a catalogue can name. */
export const HTTP_METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;

export type HttpMethod = (typeof HTTP_METHODS)[number];

export type TemplateSegment =
  { readonly kind: 'literal'; readonly text: string } | { readonly kind: 'parameter'; readonly name: string };

/** A path relative to the base URL, such as `/zones/{zone_id}/pagerules`. */
export interface PathTemplate {
  /** Canonical form: leading slash, parameters in braces. */
  readonly text: string;
  readonly segments: readonly TemplateSegment[];
}

/** A path template with the methods it answers. */
export interface Endpoint {
  readonly path: PathTemplate;
  readonly methods: readonly HttpMethod[];
}

/** One method on one path template. */
export interface Operation {
  readonly method: HttpMethod;
  readonly path: PathTemplate;
}
