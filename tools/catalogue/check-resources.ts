import { CatalogueError } from '../../src/core/model/errors.js';
import { LANGUAGE_IDS } from '../../src/core/model/language.js';
import type { ResourceRow } from '../../src/core/model/client-model.js';
import { closedObject, parseInput } from './validate-input.js';
import type { SourceText } from '../../src/knowledge/catalogue/source-text.js';

const VERSION = { type: 'string', pattern: '^\\d+\\.\\d+\\.\\d+$' };
const TEXT = { type: 'string', minLength: 1 };

const SCHEMA = closedObject(['resources'], {
  resources: {
    type: 'array',
    items: closedObject(['deprecation', 'package', 'names', 'from'], {
      language: { enum: LANGUAGE_IDS },
      deprecation: { type: 'string', pattern: '^[a-z0-9-]+$' },
      package: TEXT,
      names: { type: 'array', minItems: 1, items: { type: 'string', pattern: '^(?:data\\.)?[a-zA-Z_]+$' } },
      from: VERSION,
      before: VERSION,
      argument: { type: 'string', pattern: '^[a-zA-Z_]+(\\.[a-zA-Z_]+)*$' },
      equals: TEXT,
      when: closedObject(['argument', 'equals'], { argument: TEXT, equals: TEXT }),
      doubt: { type: 'string', pattern: '[^.]$' },
    }),
  },
});

/**
 * Checks the resources, which the program reads without a check of its own. Throws a CatalogueError for an unknown
 * deprecation and for a duplicate row.
 */
export function checkResources(source: SourceText, deprecations: ReadonlySet<string>): void {
  const { resources } = parseInput<{ readonly resources: readonly ResourceRow[] }>(source, SCHEMA);
  const seenKeys = new Set<string>();
  for (const row of resources) {
    if (!deprecations.has(row.deprecation))
      throw new CatalogueError(`'${row.deprecation}' is not a deprecation of the catalogue`, source.file);
    for (const name of row.names) {
      const key = [row.package, name, row.from, row.deprecation, row.argument, row.equals].join(' ');
      if (seenKeys.has(key))
        throw new CatalogueError(`'${name}' of ${row.package} is listed twice for ${row.deprecation}`, source.file);
      seenKeys.add(key);
    }
  }
}
