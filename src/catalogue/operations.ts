import { didYouMean } from '../lib/wording.js';
import type { Endpoint, HttpMethod, Operation } from '../model/endpoint.js';
import { HTTP_METHODS } from '../model/endpoint.js';
import { CatalogueError } from '../model/errors.js';
import { parsePathTemplate } from './path-template.js';
import type { SourceAt } from './source-text.js';

const OPERATION = /^([A-Za-z]+(?:\s*,\s*[A-Za-z]+)*)\s+(\S+)$/;

/**
 * Reads a cell such as `GET, POST /a; GET .../a/:id` into endpoints, in order. Throws a CatalogueError,
 * at the given place, for a part that is not methods and a path, an unknown method, or a bad path.
 */
export function parseEndpoints(cell: string, at: SourceAt): readonly Endpoint[] {
  const endpoints: Endpoint[] = [];
  for (const part of cell.split(';')) {
    const match = OPERATION.exec(part.trim());
    if (match === null) {
      throw new CatalogueError(
        `'${part.trim()}' is not an operation; expected methods and a path, as in 'GET, POST /zones/:zone_id/name'`,
        at.file,
        at.line,
      );
    }
    const [, methods = '', path = ''] = match;
    endpoints.push({
      methods: methods.split(',').map((method) => parseMethod(method.trim(), at)),
      path: parsePathTemplate(path, endpoints.at(-1)?.path, at),
    });
  }
  return endpoints;
}

/** Reads `POST /a/b`, or gives undefined where the text does not start with a method and a path. */
export function parseOperation(text: string, at: SourceAt): Operation | undefined {
  const match = /^([A-Z]+)\s+([^\s/]*\/\S*)$/.exec(text.trim());
  if (match === null) return undefined;
  const [, method = '', path = ''] = match;
  return { method: parseMethod(method, at), path: parsePathTemplate(path, undefined, at) };
}

function parseMethod(text: string, at: SourceAt): HttpMethod {
  const method = HTTP_METHODS.find((known) => known === text);
  if (method !== undefined) return method;
  throw new CatalogueError(
    `unknown method '${text}' (known: ${HTTP_METHODS.join(', ')})${didYouMean(text, HTTP_METHODS)}`,
    at.file,
    at.line,
  );
}
