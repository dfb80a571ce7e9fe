import { HTTP_METHODS } from '../../src/core/model/endpoint.js';
import { CatalogueError } from '../../src/core/model/errors.js';
import { closedObject, parseInput } from './validate-input.js';
import type { SourceText } from '../../src/knowledge/catalogue/source-text.js';

const SCHEMA = closedObject(['package', 'methods'], {
  package: { type: 'string', minLength: 1 },
  methods: {
    type: 'array',
    items: closedObject(['call', 'method', 'path', 'versions'], {
      call: { type: 'string', pattern: '^[a-zA-Z_]+(\\.[a-zA-Z_]+)*$' },
      method: { enum: [...HTTP_METHODS] },
      path: { type: 'string', pattern: '^/' },
      versions: { type: 'string', pattern: '^\\d+\\.\\d+\\.\\d+ - \\d+\\.\\d+\\.\\d+$' },
      fill: { type: 'object', additionalProperties: { type: 'integer', minimum: 0 } },
    }),
  },
});

/** Checks the methods of an SDK, which the program reads unchecked. Throws a CatalogueError for a duplicate. */
export function checkSdkMethods(source: SourceText): void {
  const { methods } = parseInput<{ readonly methods: readonly { readonly call: string }[] }>(source, SCHEMA);
  const calls = new Set<string>();
  for (const { call } of methods) {
    if (calls.has(call)) throw new CatalogueError(`'${call}' is listed twice`, source.file);
    calls.add(call);
  }
}
