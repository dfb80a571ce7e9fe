import { describeDispute, disputesOf, endInWords } from '../../src/engine/judge/describe-end.js';
import type { Deprecation } from '../../src/core/model/deprecation.js';
import { valueLines } from '../../src/report/explain-example.js';
import type { DeprecationFacts } from './deprecation-facts.js';
import { migrationSection } from './deprecation-move.js';
import { lookAlikesSection, sdkSection, scopeSection } from './deprecation-scope.js';
import { block, code, list, prose, table } from './markdown.js';

/** Page of one deprecation. */
export function formatDeprecationPage(facts: DeprecationFacts): string {
  const { deprecation } = facts;
  const sections: readonly (readonly [title: string, text: string])[] = [
    ['End of life', endOfLifeSection(facts)],
    ['Affected operations', scopeSection(deprecation)],
    ['Detect', detectSection(facts)],
    ['Migrate', migrationSection(facts)],
    ['Replacements of values', valuesSection(deprecation)],
    ['Methods of the SDK', sdkSection(facts)],
    ['Still in use', lookAlikesSection(deprecation.nearMisses)],
  ];
  const body = sections.filter(([, text]) => text !== '').map(([title, text]) => `## ${title}\n\n${text}`);
  return `${[
    '<!-- Generated from the catalogue by `npm run generate`; do not edit. -->',
    `# ${prose(deprecation.feature)}`,
    `\`${deprecation.id}\` · [all deprecations](README.md)`,
    ...body,
  ].join('\n\n')}\n`;
}

function endOfLifeSection({ deprecation, editions }: DeprecationFacts): string {
  const rows = editions.map(({ edition, entry }) => [
    code(edition.id),
    edition.asOf,
    entry.withdrawn === undefined ? endInWords(entry) : 'cancelled',
    sourceLink(entry),
  ]);
  const disputeSentences = disputesOf(deprecation).map(
    (dispute) =>
      `Since the specification: ${prose(describeDispute(dispute))}${dispute.kind === 'revived' ? `: ${dispute.operations.map(code).join(', ')}` : ''}.`,
  );
  const notes = new Set(editions.flatMap(({ entry }) => entry.note ?? []));
  return [
    table(['Edition', 'As of', 'End of life', 'Announced at'], rows),
    list([...[...notes].map((note) => withFullStop(prose(note))), ...disputeSentences]),
  ]
    .filter((text) => text !== '')
    .join('\n\n');
}

function sourceLink({ url, withdrawn }: Deprecation): string {
  if (url !== undefined) return `[the vendor's page](${url})`;
  return withdrawn === undefined ? 'the specification' : prose(withdrawn.source);
}

/** Section on values: rows as a table, then sentences. */
function valuesSection(deprecation: Deprecation): string {
  const lines = valueLines(deprecation);
  const textsOf = (kind: 'row' | 'text'): readonly string[] =>
    lines.flatMap((line) => (line.kind === kind ? [prose(line.text)] : []));
  const [header, ...rows] = textsOf('row').map((row) => row.split(/ {2,}/));
  return [...(header === undefined ? [] : [table(header, rows)]), list(textsOf('text'))]
    .filter((text) => text !== '')
    .join('\n\n');
}

function detectSection({ deprecation: { id }, example }: DeprecationFacts): string {
  const commands = block('sh', [
    'npx sunset-lint                # all that is in this folder',
    `npx sunset-lint explain ${id}`,
  ]);
  if (example === undefined) return commands;
  const { message, notes } = example.finding;
  const quotedLines = [`> ${prose(message)}`, ...notes.map((note) => `> - ${prose(note)}`)];
  return `${commands}\n\nA finding says, for the code below:\n\n${[quotedLines[0], ...(notes.length === 0 ? [] : ['>']), ...quotedLines.slice(1)].join('\n')}`;
}

function withFullStop(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
