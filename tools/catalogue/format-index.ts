import type { Deprecation } from '../../src/core/model/deprecation.js';
import { countOperations, describeReplacement } from '../../src/report/catalogue-table.js';
import { code, prose, table } from '../docs/markdown.js';

/** Markdown table of all deprecations, for readers of the rules folder. */
export function formatIndex(deprecations: readonly Deprecation[]): string {
  return table(
    ['End of life', 'Id', 'Kind', 'Operations', 'Replacement'],
    deprecations.map((deprecation) => [
      deprecation.endOfLife ?? '',
      code(deprecation.id),
      deprecation.kind,
      String(countOperations(deprecation) ?? ''),
      replacementCell(deprecation),
    ]),
  );
}

/** Replacement of a deprecation, for a cell of the table. */
export function replacementCell({ replacement }: Deprecation): string {
  const text = describeReplacement(replacement);
  return replacement.kind === 'operation' ? code(text) : prose(text);
}
