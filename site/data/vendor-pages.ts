import { endInWords } from '../../src/engine/judge/describe-end.js';
import type { Api, Catalogue, Deprecation, Edition } from '../../src/core/model/deprecation.js';
import { insteadOf } from '../../tools/catalogue/format-index.js';
import { code, list, prose, table } from '../../tools/docs/markdown.js';
import type { Page } from './index.js';

/** API with the data of its catalogue. */
export interface Vendor {
  readonly id: string;
  readonly title: string;
  readonly api: Api;
  readonly edition: Edition | undefined;
  readonly deprecations: readonly Deprecation[];
}

/** All APIs of a catalogue by name. `earlier`: another edition, whose entries are used if the first lacks them. */
export function vendorsOf({ apis, editions, deprecations }: Catalogue, earlier: Catalogue): readonly Vendor[] {
  const ids = new Set(deprecations.map(({ id }) => id));
  const all = [...deprecations, ...earlier.deprecations.filter(({ id }) => !ids.has(id))];
  return apis
    .map((api) => ({
      ...{ id: api.id, title: api.title ?? api.id, api },
      edition: editions.find((edition) => edition.api === api.id),
      deprecations: all.filter((one) => one.api === api.id).sort(byEnd),
    }))
    .sort((a, b) => a.title.localeCompare(b.title, 'en'));
}

/** Orders by end, the latest first, and entries without an end last. */
function byEnd(a: Deprecation, b: Deprecation): number {
  return (b.endOfLife ?? '').localeCompare(a.endOfLife ?? '') || a.id.localeCompare(b.id);
}

/** List of all vendors. */
export function vendorIndex(vendors: readonly Vendor[]): Page {
  return {
    url: '/vendors/',
    text: [
      '# Vendors',
      'APIs of which a catalogue comes with sunset-lint. The catalogue of an API applies where the code uses it.',
      table(
        ['API', 'Id', 'Deprecations', 'As of'],
        vendors.map(({ id, title, edition, deprecations }) => [
          `[${prose(title)}](/vendors/${id}/)`,
          ...[code(id), String(deprecations.length), edition?.asOf ?? ''],
        ]),
      ),
    ].join('\n\n'),
  };
}

/** Page of one vendor's API. */
export function vendorPage({ id, title, api, edition, deprecations }: Vendor): Page {
  const known =
    edition === undefined
      ? []
      : [
          `As of ${edition.asOf}${edition.reviewBy === undefined ? '' : `, to be looked through again by ${edition.reviewBy}`}.`,
        ];
  const names = [
    ...api.baseUrls.map(({ url }) => `Base URL: ${code(url)}`),
    ...(api.packages === undefined || api.packages.length === 0 ? [] : [`SDKs: ${api.packages.map(code).join(', ')}`]),
    ...(edition?.sources ?? []).map(({ title: source, url }) =>
      url === undefined ? `Source: ${prose(source)}` : `Source: [${prose(source)}](${url})`,
    ),
  ];
  return {
    url: `/vendors/${id}/`,
    text: [
      `# ${prose(title)}`,
      `${code(id)} · [all vendors](/vendors/)`,
      ...known,
      list(names),
      '## Deprecations',
      table(
        ['End of life', 'What', 'Id', 'Use instead'],
        deprecations.map((one) => [
          endInWords(one),
          `[${prose(one.feature)}](/deprecations/${one.id}/)`,
          ...[code(one.id), insteadOf(one)],
        ]),
      ),
    ].join('\n\n'),
  };
}
