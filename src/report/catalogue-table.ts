import { lifecycleAt } from '../engine/judge/describe-end.js';
import { shownEnd } from '../core/lib/iso-date.js';
import { breakCommands, escapeText } from '../core/lib/escape.js';
import { alignColumns, cutLine } from '../core/lib/terminal-text.js';
import type { Catalogue, Deprecation, IsoDate, Replacement } from '../core/model/deprecation.js';

const DEFAULT_WIDTH = 120;

/**
 * The catalogue as a table, one line for each deprecation with its state on a day, cut at `width` columns of a
 * terminal.
 */
export function formatCatalogueTable(
  catalogue: Catalogue,
  { width = DEFAULT_WIDTH, asOf }: { readonly width?: number; readonly asOf?: IsoDate } = {},
): string {
  const header = [
    'END OF LIFE',
    ...(asOf === undefined ? [] : [`ON ${asOf}`]),
    'ID',
    'KIND',
    'OPERATIONS',
    'REPLACEMENT',
  ];
  const rows = [...catalogue.deprecations]
    .sort(latestEndFirst)
    .map((deprecation) =>
      [
        shownEnd(deprecation) ?? 'none',
        ...(asOf === undefined ? [] : [lifecycleAt(deprecation.endOfLife, asOf)]),
        deprecation.id,
        deprecation.kind,
        String(countOperations(deprecation) ?? '-'),
        describeReplacement(deprecation.replacement),
      ].map(escapeText),
    );
  const lines = alignColumns([header, ...rows]).map((line) => cutLine(line, width));
  return `${breakCommands(lines.join('\n'))}\n\n${String(rows.length)} deprecations. 'sunset-lint explain <id>' shows all details of one.\n`;
}

/** Compares by end of life, latest first and missing ones last, then by id. */
function latestEndFirst(left: Deprecation, right: Deprecation): number {
  const [leftEnd, rightEnd] = [left.endOfLife ?? '', right.endOfLife ?? ''];
  if (leftEnd !== rightEnd) return leftEnd > rightEnd ? -1 : 1;
  return left.id < right.id ? -1 : 1;
}

/** The replacement in a few words. */
export function describeReplacement(replacement: Replacement): string {
  switch (replacement.kind) {
    case 'operation':
      return `${replacement.operation.method} ${replacement.operation.path.text}`;
    case 'product':
      return replacement.name;
    case 'none':
      return 'none';
    case 'unstated':
      return 'none stated';
  }
}

/**
 * Number of operations that end or have a field that ends; undefined for a deprecation that is not about operations.
 */
export function countOperations(deprecation: Deprecation): number | undefined {
  if (deprecation.kind !== 'endpoint' && deprecation.kind !== 'field') return undefined;
  return deprecation.endpoints.reduce((sum, { methods }) => sum + Math.max(1, methods.length), 0);
}
