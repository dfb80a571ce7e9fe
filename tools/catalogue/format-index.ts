import type { Deprecation } from '../../src/model/deprecation.js';

/** A Markdown table of all deprecations, for the reader of the rules folder. */
export function formatIndex(deprecations: readonly Deprecation[]): string {
  const rows = deprecations.map((deprecation) => {
    const cells = [
      deprecation.endOfLife,
      `\`${deprecation.id}\``,
      deprecation.kind,
      countOperations(deprecation),
      describeReplacement(deprecation),
    ];
    return `| ${cells.join(' | ')} |`;
  });
  return ['| End of life | Id | Kind | Operations | Replacement |', '|---|---|---|---|---|', ...rows].join('\n');
}

function countOperations(deprecation: Deprecation): string {
  if (deprecation.kind !== 'endpoint' && deprecation.kind !== 'field') return '';
  return String(deprecation.endpoints.reduce((sum, { methods }) => sum + methods.length, 0));
}

function describeReplacement({ replacement }: Deprecation): string {
  switch (replacement.kind) {
    case 'operation':
      return `\`${replacement.operation.method} ${replacement.operation.path.text}\``;
    case 'product':
      return replacement.name;
    case 'none':
      return 'none';
    case 'unstated':
      return 'none stated';
  }
}
