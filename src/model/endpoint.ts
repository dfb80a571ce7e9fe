/** HTTP methods a catalogue can name. */
export const HTTP_METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;

export type HttpMethod = (typeof HTTP_METHODS)[number];

/** Returns methods as reports and baselines write them: `GET`, `GET|PATCH` or `unknown`. */
export function methodsInWords(methods: readonly HttpMethod[]): string {
  return methods.length === 0 ? 'unknown' : methods.join('|');
}

/** `affixed`: a parameter with a fixed part before or after it: `{id}.json`. `rest`: `**`, any rest of a path. */
export type TemplateSegment =
  | { readonly kind: 'literal'; readonly text: string }
  | { readonly kind: 'parameter'; readonly name: string }
  | { readonly kind: 'affixed'; readonly before: string; readonly name: string; readonly after: string }
  | { readonly kind: 'rest' };

/** A path relative to the base URL, such as `/zones/{zone_id}/pagerules`. */
export interface PathTemplate {
  /** Canonical form: leading slash, parameters in braces. */
  readonly text: string;
  readonly segments: readonly TemplateSegment[];
}

/** A path template with its methods. */
export interface Endpoint {
  readonly path: PathTemplate;
  /** Empty: any. */
  readonly methods: readonly HttpMethod[];
}

/** Whether an endpoint has a method. */
export function answers({ methods }: Pick<Endpoint, 'methods'>, method: HttpMethod): boolean {
  return methods.length === 0 || methods.includes(method);
}

/** `GET, POST /towers/{id}`; the path alone if it covers any method. */
export function shownEndpoint({ methods, path }: Endpoint, between = ', '): string {
  return methods.length === 0 ? path.text : `${methods.join(between)} ${path.text}`;
}

/** One method on one path template. */
export interface Operation {
  readonly method: HttpMethod;
  readonly path: PathTemplate;
}
