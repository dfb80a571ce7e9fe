import { parsePathTemplate } from '../../../../src/knowledge/catalogue/path-template.js';
import { pathShape, restorePathTemplate, HTTP_METHODS } from '../../../../src/core/model/endpoint.js';
import type { HttpMethod } from '../../../../src/core/model/endpoint.js';
import { CatalogueError } from '../../../../src/core/model/errors.js';
import type { NamedOperation } from './upstream.js';

/** Vendor's path in the canonical form; undefined if it cannot be expressed. */
export function templateOf(written: string): string | undefined {
  const [path = ''] = written.split(/[?#]/, 1);
  const named = path
    .split('/')
    .map((segment) => segment.replace(/\{([^{}]*)\}|^:([^:{}]+)$|^<([^<>]*)>$/g, (_all, ...names) => parameter(names)))
    .join('/');
  try {
    return parsePathTemplate(named).text;
  } catch (error) {
    if (error instanceof CatalogueError) return undefined;
    throw error;
  }
}

/** `{dns.id}` as `{dns_id}`: the names of parameters are irrelevant. */
function parameter(groups: readonly unknown[]): string {
  const name = String(groups.find((group) => typeof group === 'string'));
  // `{+path}`, `{path*}`: several segments.
  if (/^[+/#.;?&]|\*$/.test(name)) return `{${name}}`;
  const word = name.replace(/\W/g, '_');
  return `{${/^[A-Za-z_]/.test(word) ? word : `_${word}`}}`;
}

/** A method in any case; undefined for one that a catalogue cannot name. */
export function methodOf(written: string): HttpMethod | undefined {
  const upper = written.toUpperCase();
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

/** Methods by path; a path that differs in the names of its parameters alone is the same. */
export function byPath(operations: readonly NamedOperation[]): ReadonlyMap<string, readonly HttpMethod[]> {
  const shapes = new Map<string, { readonly path: string; readonly methods: Set<HttpMethod> }>();
  for (const { method, path } of operations) {
    const shape = pathShape(restorePathTemplate(path));
    const known = shapes.get(shape) ?? { path, methods: new Set() };
    shapes.set(shape, known);
    known.methods.add(method);
  }
  return new Map(
    [...shapes.values()].map(({ path, methods }) => [path, HTTP_METHODS.filter((method) => methods.has(method))]),
  );
}
