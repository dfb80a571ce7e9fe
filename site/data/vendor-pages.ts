import { endInWords } from '../../src/engine/judge/describe-end.js';
import { count } from '../../src/core/lib/wording.js';
import { CLIENT_MODELS } from '../../src/knowledge/clients/index.js';
import type { ClientModel } from '../../src/core/model/client-model.js';
import type { Api, Catalogue, Deprecation, Edition, IsoDate } from '../../src/core/model/deprecation.js';
import { LANGUAGE_IDS, LANGUAGE_WORDS } from '../../src/core/model/language.js';
import type { LanguageId } from '../../src/core/model/language.js';
import { countOperations } from '../../src/report/catalogue-table.js';
import { replacementCell } from '../../tools/catalogue/format-index.js';
import { code, list, prose, table } from '../../tools/docs/markdown.js';
import { endList } from './ends-page.js';
import type { CallsByApi, FoundCall } from './engine-runs.js';
import type { Page } from './index.js';

/** API with the data of its catalogue. */
export interface Vendor {
  readonly id: string;
  readonly title: string;
  readonly api: Api;
  readonly edition: Edition | undefined;
  readonly deprecations: readonly Deprecation[];
}

/** All APIs of a catalogue by name. `fallback`: another edition, for entries that the catalogue lacks. */
export function vendorsOf({ apis, editions, deprecations }: Catalogue, fallback: Catalogue): readonly Vendor[] {
  const ids = new Set(deprecations.map(({ id }) => id));
  const allEntries = [...deprecations, ...fallback.deprecations.filter(({ id }) => !ids.has(id))];
  return apis
    .map((api) => ({
      ...{ id: api.id, title: api.title ?? api.id, api },
      edition: editions.find((edition) => edition.api === api.id),
      deprecations: allEntries.filter((entry) => entry.api === api.id).sort(byEnd),
    }))
    .sort((a, b) => a.title.localeCompare(b.title, 'en'));
}

/** Orders by end, the latest first, and entries without an end last. */
function byEnd(a: Deprecation, b: Deprecation): number {
  return (b.endOfLife ?? '').localeCompare(a.endOfLife ?? '') || a.id.localeCompare(b.id);
}

/** List of all vendors. */
export function vendorIndex(vendors: readonly Vendor[], calls: CallsByApi, today: IsoDate): Page {
  return {
    url: '/vendors/',
    text: [
      '# Vendors',
      'APIs of which a catalogue comes with sunset-lint. The catalogue of an API applies where the code uses it.',
      table(
        ['API', 'Vendor', 'Deprecations', 'Still to end', 'Tested languages', 'Facts of'],
        vendors.map(({ id, title, api, edition, deprecations }) => [
          `[${prose(title)}](/vendors/${id}/)`,
          api.vendor ?? '',
          String(deprecations.length),
          String(futureEnds(deprecations, today).length),
          languageNames((calls.get(id) ?? []).map(({ language }) => language)),
          edition?.asOf ?? '',
        ]),
      ),
    ].join('\n\n'),
  };
}

function futureEnds(deprecations: readonly Deprecation[], today: IsoDate): readonly Deprecation[] {
  return deprecations.filter(({ endOfLife }) => endOfLife !== null && endOfLife >= today).reverse();
}

/** Page of one vendor's API: facts, what is found in code, and all deprecations. */
export function vendorPage(
  vendor: Vendor,
  { calls, today }: { readonly calls: readonly FoundCall[]; readonly today: IsoDate },
): Page {
  const { id, title, edition, deprecations } = vendor;
  const coming = futureEnds(deprecations, today);
  const datedCount = deprecations.filter(({ endOfLife }) => endOfLife !== null).length;
  const numbers = [
    [coming.length, 'still to end'],
    [datedCount - coming.length, 'ended'],
    [deprecations.length - datedCount, 'without an announced end'],
  ].flatMap(([number, words]) => (number === 0 ? [] : [`${String(number)} ${String(words)}`]));
  const feeds = datedCount === 0 ? '' : ` [Calendar](/vendors/${id}/ends.ics) · [feed](/vendors/${id}/ends.atom)`;
  return {
    url: `/vendors/${id}/`,
    text: [
      `# ${prose(title)}`,
      list([
        `${count(deprecations.length, 'deprecation')}: ${numbers.join(', ')}.${feeds}`,
        ...(edition === undefined ? [] : [editionLine(edition, today)]),
        `Name of its catalogue in a configuration: ${code(id)}. [All vendors](/vendors/).`,
      ]),
      ...(coming.length === 0
        ? []
        : [
            '## Ends next',
            endList(coming, 'coming', new Map()).html,
            '<script type="module" src="/ends/ends.js"></script>',
          ]),
      ...detectionSections(vendor, calls),
      '## All deprecations',
      table(
        ['End of life', 'Subject', 'Id', 'Use instead'],
        deprecations.map((entry) => [
          endInWords(entry),
          `[${prose(entry.feature)}](/deprecations/${entry.id}/)`,
          ...[code(entry.id), replacementCell(entry)],
        ]),
      ),
      '## Sources',
      list(
        (edition?.sources ?? []).map(({ title: source, url, retrieved }) => {
          const day = retrieved === undefined ? '' : `, read on ${retrieved}`;
          return url === undefined ? `${prose(source)}${day}` : `[${prose(source)}](${url})${day}`;
        }),
      ),
    ].join('\n\n'),
  };
}

function editionLine({ asOf, reviewBy }: Edition, today: IsoDate): string {
  const review =
    reviewBy === undefined
      ? ''
      : reviewBy < today
        ? `; a review was due by ${reviewBy}`
        : `; next review by ${reviewBy}`;
  return `Facts of ${asOf}${review}.`;
}

/** SDKs, base URLs, kinds of deprecations and tested calls. */
function detectionSections(
  { api, deprecations }: Pick<Vendor, 'api' | 'deprecations'>,
  calls: readonly FoundCall[],
): readonly string[] {
  const sdks = sdkClients(api);
  const routers = new Set(clientsOf(api).flatMap((client) => (client.routes === true ? modulesOf(client) : [])));
  const clientModules = new Set(clientsOf(api).flatMap(modulesOf));
  const otherPackages = (api.packages ?? []).filter((name) => !clientModules.has(name));
  return [
    '## Found in code',
    list([
      ...api.baseUrls.map(
        ({ url }) => `Plain HTTP to ${code(url)}, by any of the [known clients](/docs/what-it-sees/#tested-cases)`,
      ),
      ...(sdks.length === 0 ? [] : [`${count(sdks.length, 'SDK client')}: see below`]),
      ...(routers.size === 0
        ? []
        : [`Libraries that choose the API by the name of a model: ${[...routers].map(code).join(', ')}`]),
      ...(otherPackages.length === 0
        ? []
        : [`Packages that show the use of the API, without known methods: ${otherPackages.map(code).join(', ')}`]),
      ...(api.names === undefined
        ? []
        : [
            `${String(api.names.living.length)} ${api.names.of} names in use, read on ${api.names.read}; a request with an unknown name is listed as not resolved`,
          ]),
    ]),
    ...(sdks.length === 0
      ? []
      : [
          '### SDKs',
          table(
            ['Client', 'Language', 'Modules', 'Known calls'],
            sdks.map((client) => [
              prose(client.name),
              languageNames(languagesOf(client)),
              modulesOf(client).map(code).join(', '),
              String(new Set(client.requests.map(({ member }) => member)).size),
            ]),
          ),
        ]),
    '### Shapes',
    table(['Deprecated', 'Number', 'Example'], shapeRows(deprecations)),
    ...(calls.length === 0
      ? []
      : [
          '### Calls from the tests',
          'Reported by the engine when this page was made, one for each language and client.',
          table(
            ['Language', 'Client', 'Line', 'Finding'],
            calls.map(({ language, client, line, deprecation }) => [
              LANGUAGE_LABELS[language],
              prose(client),
              code(shortLine(line)),
              `[${deprecation}](/deprecations/${deprecation}/)`,
            ]),
          ),
        ]),
  ];
}

/** Languages as labels. */
const LANGUAGE_LABELS = Object.fromEntries(
  Object.entries(LANGUAGE_WORDS).map(([id, words]) => [
    id,
    words
      .replace(' and ', ', ')
      .replace(/ (?:files|scripts)$/, '')
      .replace(/^./, (first) => first.toUpperCase()),
  ]),
) as Readonly<Record<LanguageId, string>>;

/** Names of languages, each once and in the usual order. */
function languageNames(languages: readonly LanguageId[]): string {
  return LANGUAGE_IDS.filter((id) => languages.includes(id))
    .map((id) => LANGUAGE_LABELS[id])
    .join(', ');
}

const LONGEST_LINE = 110;

function shortLine(line: string): string {
  return line.length > LONGEST_LINE ? `${line.slice(0, LONGEST_LINE)} …` : line;
}

function clientsOf({ id, clients = [] }: Api): readonly ClientModel[] {
  return [...clients, ...CLIENT_MODELS.filter(({ api }) => api === id)];
}

function sdkClients(api: Api): readonly ClientModel[] {
  return clientsOf(api).filter((client) => client.routes !== true && modulesOf(client).length > 0);
}

function modulesOf({ origins }: ClientModel): readonly string[] {
  return [...new Set(origins.flatMap((origin) => ('module' in origin ? [origin.module] : [])))];
}

function languagesOf({ origins }: ClientModel): readonly LanguageId[] {
  return [...new Set(origins.map(({ language }) => language ?? 'javascript'))];
}

const SHAPE_WORDS: Readonly<Record<Deprecation['kind'], string>> = {
  endpoint: 'Operations or versions, by path',
  segment: 'Part of a path',
  field: 'Fields of requests or answers',
  value: 'Values of fields, such as models',
  header: 'Headers, or values of them',
  headers: 'Headers sent together',
  query: 'Parameters of the query',
  package: 'Packages, by version',
  'cipher-suites': 'Cipher suites',
  undetectable: 'Only explained: not visible in code',
};

/** Rows of the kinds of deprecations, the most frequent first. */
function shapeRows(deprecations: readonly Deprecation[]): readonly (readonly string[])[] {
  const byKind = new Map<Deprecation['kind'], Deprecation[]>();
  for (const entry of deprecations) byKind.set(entry.kind, [...(byKind.get(entry.kind) ?? []), entry]);
  return [...byKind]
    .sort(([, a], [, b]) => b.length - a.length)
    .map(([kind, entries]) => {
      const operations = entries.reduce((sum, entry) => sum + (countOperations(entry) ?? 0), 0);
      const [first] = entries;
      return [
        SHAPE_WORDS[kind],
        operations > entries.length
          ? `${String(entries.length)}, with ${count(operations, 'operation')}`
          : String(entries.length),
        first === undefined ? '' : `${prose(first.feature)}: ${exampleOf(first)}`,
      ];
    });
}

/** Part of a request by which the deprecation is found. */
function exampleOf(deprecation: Deprecation): string {
  const [endpoint] = 'endpoints' in deprecation ? deprecation.endpoints : [];
  const path =
    endpoint === undefined
      ? ''
      : `${endpoint.methods.length === 1 ? `${endpoint.methods[0] ?? ''} ` : ''}${endpoint.path.text}`;
  switch (deprecation.kind) {
    case 'segment':
      return code(`${deprecation.after}/${deprecation.segment}`);
    case 'field':
      return `${deprecation.pointers.map(code).join(', ')} in ${code(path)}`;
    case 'value':
      return `${deprecation.equals.slice(0, 2).map(code).join(', ')} at ${code(deprecation.pointer)} in ${code(path)}`;
    case 'header':
      return code([deprecation.name, ...(deprecation.only ?? []).slice(0, 1)].join(': '));
    case 'headers':
      return deprecation.headers.map(code).join(' and ');
    case 'query':
      return code([deprecation.parameter, ...(deprecation.only ?? []).slice(0, 1)].join('='));
    case 'package':
      return code(
        [deprecation.packages[0], ...(deprecation.versions === undefined ? [] : [deprecation.versions])].join(' '),
      );
    case 'cipher-suites':
      return deprecation.names.slice(0, 2).map(code).join(', ');
    case 'undetectable':
      return prose(deprecation.reason);
    case 'endpoint':
      return code(path);
  }
}
