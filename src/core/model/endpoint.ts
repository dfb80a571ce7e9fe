/** HTTP methods that a catalogue can contain. */
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
  /** Methods; empty for any. */
  readonly methods: readonly HttpMethod[];
}

/** Whether an endpoint has a method. */
export function acceptsMethod({ methods }: Pick<Endpoint, 'methods'>, method: HttpMethod): boolean {
  return methods.length === 0 || methods.includes(method);
}

/** `GET, POST /towers/{id}`; the path alone if it covers any method. */
export function shownEndpoint({ methods, path }: Endpoint, separator = ', '): string {
  return methods.length === 0 ? path.text : `${methods.join(separator)} ${path.text}`;
}

/** One method on one path template. */
export interface Operation {
  readonly method: HttpMethod;
  readonly path: PathTemplate;
}

/** Template segment for any rest of a path, of zero or more segments. */
export const REST = '**';

/** Weight of a segment with a fixed part, if a literal segment has 1. */
export const AFFIXED_WEIGHT = 0.5;

/** Whether a text is a value of a parameter with a fixed part before or after it. */
export function fillsAffixed(
  text: string,
  { before, after }: { readonly before: string; readonly after: string },
): boolean {
  return text.length > before.length + after.length && text.startsWith(before) && text.endsWith(after);
}

/** Rebuilds a path from its canonical form, unchecked: for files that were checked when written. */
export function restorePathTemplate(text: string): PathTemplate {
  return { text, segments: text.slice(1).split('/').map(restoreSegment) };
}

function restoreSegment(part: string): TemplateSegment {
  const open = part.indexOf('{');
  if (open < 0) return part === REST ? { kind: 'rest' } : { kind: 'literal', text: part };
  const close = part.indexOf('}', open);
  const name = part.slice(open + 1, close);
  if (open === 0 && close === part.length - 1) return { kind: 'parameter', name };
  return { kind: 'affixed', before: part.slice(0, open), name, after: part.slice(close + 1) };
}

/** Returns the path without the names of its parameters, which differ between sources. */
export function pathShape(path: PathTemplate): string {
  return path.segments.map((segment) => `/${shownSegment(segment, '')}`).join('');
}

/** A segment in template syntax, optionally with another parameter name. */
export function shownSegment(segment: TemplateSegment, name?: string): string {
  switch (segment.kind) {
    case 'literal':
      return segment.text;
    case 'parameter':
      return `{${name ?? segment.name}}`;
    case 'affixed':
      return `${segment.before}{${name ?? segment.name}}${segment.after}`;
    case 'rest':
      return REST;
  }
}
