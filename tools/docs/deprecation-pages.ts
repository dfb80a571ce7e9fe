import { EDITIONS, loadCatalogue } from '../../src/knowledge/catalogue/load.js';
import { endInWords } from '../../src/engine/judge/describe-end.js';
import type { Catalogue, Deprecation } from '../../src/core/model/deprecation.js';
import { replacementCell } from '../catalogue/format-index.js';
import { deprecationExamples } from './deprecation-examples.js';
import { formatDeprecationPage } from './deprecation-page.js';
import type { DeprecationFacts } from './deprecation-facts.js';
import { code, prose, table } from './markdown.js';
import { readSdkMethods, sdkMethodsOf } from './sdk-methods.js';

/** Folder of the pages. */
export const PAGES_FOLDER = 'docs/deprecations';

/** Pages of the deprecations of the specification and their list, by path. */
export async function deprecationPages(root: string): Promise<ReadonlyMap<string, string>> {
  const [specification, ...newer] = EDITIONS.map((edition) => loadCatalogue({ edition }));
  if (specification === undefined) throw new Error('there is no edition');
  const asOf = newer.at(-1)?.editions[0]?.asOf ?? specification.editions[0]?.asOf ?? '';
  const examples = await deprecationExamples(specification, asOf);
  const methods = readSdkMethods(root);
  const facts = specification.deprecations.map((deprecation): DeprecationFacts => ({
    deprecation,
    editions: [specification, ...newer].flatMap((catalogue) => entryInEdition(catalogue, deprecation.id)),
    example: examples.get(deprecation.id),
    sdkMethods: sdkMethodsOf(deprecation, methods),
  }));
  return new Map([
    [`${PAGES_FOLDER}/README.md`, formatIndex(specification.deprecations, newer)],
    ...facts.map((entry) => [`${PAGES_FOLDER}/${entry.deprecation.id}.md`, formatDeprecationPage(entry)] as const),
  ]);
}

function entryInEdition({ deprecations, hidden = [], editions }: Catalogue, id: string): DeprecationFacts['editions'] {
  const [edition] = editions;
  const entry = [...deprecations, ...hidden.map(({ deprecation }) => deprecation)].find(
    (deprecation) => deprecation.id === id,
  );
  return entry === undefined || edition === undefined ? [] : [{ edition, entry }];
}

function formatIndex(specificationEntries: readonly Deprecation[], newer: readonly Catalogue[]): string {
  const ids = new Set(specificationEntries.map(({ id }) => id));
  const editionSections = newer.flatMap(({ deprecations, editions: [edition] }) => {
    const newEntries = deprecations.filter(({ id }) => !ids.has(id));
    if (newEntries.length === 0 || edition === undefined) return [];
    return [
      `## Only in the edition \`${edition.id}\``,
      `As of ${edition.asOf}. These are found with \`npx sunset-lint --edition ${edition.id}\`, and \`npx sunset-lint explain ID --edition ${edition.id}\` shows all details of one.`,
      table(
        ['What', 'End of life', 'Id', 'Use instead'],
        newEntries.map((deprecation) => [
          linkedFeature(deprecation),
          endInWords(deprecation),
          code(deprecation.id),
          replacementCell(deprecation),
        ]),
      ),
    ];
  });
  return `${[
    '<!-- Generated from the catalogue by `npm run generate`; do not edit. -->',
    '# Deprecations',
    'What `npx sunset-lint` finds without any configuration. Each page says how to move away from it.',
    table(
      ['What', 'End of life', 'Id', 'Page'],
      specificationEntries.map((deprecation) => [
        prose(deprecation.feature),
        endInWords(deprecation),
        code(deprecation.id),
        `[how to move](${deprecation.id}.md)`,
      ]),
    ),
    ...editionSections,
  ].join('\n\n')}\n`;
}

function linkedFeature({ feature, url, kind }: Deprecation): string {
  const name = url === undefined ? prose(feature) : `[${prose(feature)}](${url})`;
  return kind === 'undetectable' ? `${name} (code does not show it: explained only)` : name;
}
