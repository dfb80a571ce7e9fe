import { CatalogueError } from '../model/errors.js';
import { LANGUAGE_IDS } from '../model/language.js';
import type { ResourceRow } from '../model/resource-row.js';
import { closed, parseInput } from './validate-input.js';
import type { SourceText } from './source-text.js';

const VERSION = { type: 'string', pattern: '^\\d+\\.\\d+\\.\\d+$' };
const TEXT = { type: 'string', minLength: 1 };

const SCHEMA = closed(['resources'], {
  resources: {
    type: 'array',
    items: closed(['deprecation', 'package', 'names', 'from'], {
      language: { enum: LANGUAGE_IDS },
      deprecation: { type: 'string', pattern: '^[a-z0-9-]+$' },
      package: TEXT,
      names: { type: 'array', minItems: 1, items: { type: 'string', pattern: '^(?:data\\.)?[a-zA-Z_]+$' } },
      from: VERSION,
      before: VERSION,
      argument: { type: 'string', pattern: '^[a-zA-Z_]+(\\.[a-zA-Z_]+)*$' },
      equals: TEXT,
      when: closed(['argument', 'equals'], { argument: TEXT, equals: TEXT }),
      doubt: { type: 'string', pattern: '[^.]$' },
    }),
  },
});

/** TypeScript source of the rows. Throws a CatalogueError for a deprecation that is not known and for a row listed twice. */
export function formatResourceRows(source: SourceText, deprecations: ReadonlySet<string>): string {
  const { resources } = parseInput<{ readonly resources: readonly ResourceRow[] }>(source, SCHEMA);
  const seen = new Set<string>();
  const rows = resources.map((row) => {
    if (!deprecations.has(row.deprecation))
      throw new CatalogueError(`'${row.deprecation}' is no deprecation of the catalogue`, source.file);
    for (const name of row.names) {
      const key = [row.package, name, row.from, row.deprecation, row.argument, row.equals].join(' ');
      if (seen.has(key))
        throw new CatalogueError(`'${name}' of ${row.package} is listed twice for ${row.deprecation}`, source.file);
      seen.add(key);
    }
    return `  ${formatValue(row)},`;
  });
  return [
    `// Generated from ${source.file} by \`npm run generate\`; do not edit.`,
    `import type { ResourceRow } from '../model/resource-row.js';`,
    '',
    '/** Resources of infrastructure packages that depend on a deprecated operation. */',
    'export const RESOURCE_ROWS: readonly ResourceRow[] = [',
    ...rows,
    '];',
    '',
  ].join('\n');
}

function formatValue(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(formatValue).join(', ')}]`;
  if (typeof value === 'object' && value !== null)
    return `{ ${Object.entries(value)
      .map(([key, entry]) => `${key}: ${formatValue(entry)}`)
      .join(', ')} }`;
  return `'${String(value)}'`;
}
