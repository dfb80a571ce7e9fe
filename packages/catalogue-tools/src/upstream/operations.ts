import { parsePathTemplate } from '../../../../src/knowledge/catalogue/path-template.js';
import { pathShape, restorePathTemplate, HTTP_METHODS } from '../../../../src/core/model/endpoint.js';
import type { HttpMethod } from '../../../../src/core/model/endpoint.js';
import { CatalogueError } from '../../../../src/core/model/errors.js';
import type { NamedOperation } from './upstream.js';

/** Converts a vendor's path to a path template; undefined if that is impossible. */
export function templateOf(pathText: string): string | undefined {
  const [path = ''] = pathText.split(/[?#]/, 1);
  const normalisedPath = path
    .split('/')
    .map((segment) =>
      segment.replace(/\{([^{}]*)\}|^:([^:{}]+)$|^<([^<>]*)>$/g, (_all, ...names) => parameterOf(names)),
    )
    .join('/');
  try {
    return parsePathTemplate(normalisedPath).text;
  } catch (error) {
    if (error instanceof CatalogueError) return undefined;
    throw error;
  }
}

/** Parameter with a valid name: `{dns_id}` for `{dns.id}`. */
function parameterOf(groups: readonly unknown[]): string {
  const name = String(groups.find((group) => typeof group === 'string'));
  // `{+path}`, `{path*}`: several segments.
  if (/^[+/#.;?&]|\*$/.test(name)) return `{${name}}`;
  const word = name.replace(/\W/g, '_');
  return `{${/^[A-Za-z_]/.test(word) ? word : `_${word}`}}`;
}

/** The HTTP method that a word names, in upper or lower case; undefined if a catalogue cannot have it. */
export function methodOf(methodText: string): HttpMethod | undefined {
  const upper = methodText.toUpperCase();
  return HTTP_METHODS.find((method) => method === upper);
}

/** Returns a key of an operation that ignores the names of its parameters, which differ between sources. */
export function operationKey({ method, path }: NamedOperation): string {
  return `${method} ${pathShape(restorePathTemplate(path))}`;
}

/** Operations as a catalogue lists them: `GET, POST /towers/{id}`. */
export function compactLines(operations: readonly NamedOperation[]): readonly string[] {
  return [...byPath(operations)].map(([path, methods]) => `${methods.join(', ')} ${path}`);
}

/** Methods by path; paths that differ only in the names of their parameters are the same. */
export function byPath(operations: readonly NamedOperation[]): ReadonlyMap<string, readonly HttpMethod[]> {
  const shapes = new Map<string, { readonly path: string; readonly methods: Set<HttpMethod> }>();
  for (const { method, path } of operations) {
    const shape = pathShape(restorePathTemplate(path));
    const shapeMethods = shapes.get(shape) ?? { path, methods: new Set() };
    shapes.set(shape, shapeMethods);
    shapeMethods.methods.add(method);
  }
  return new Map(
    [...shapes.values()].map(({ path, methods }) => [path, HTTP_METHODS.filter((method) => methods.has(method))]),
  );
}
