import { readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packagedApi, packagedApis } from '../../src/knowledge/catalogue/packaged.js';
import { count } from '../../src/core/lib/wording.js';
import { isRecord } from '../../src/core/lib/json.js';
import type { IsoDate } from '../../src/core/model/deprecation.js';
import { rowsOf } from './readings.js';
import type { Row } from './readings.js';

const USAGE = `usage: npm run catalogue:compare -- FEED...
FEED is docs/v1/deprecations.json of deprecations-rss, or the folder of models of Mistral's documentation
(src/schema/models/models). Nothing is downloaded here. Exit code 1 where a day differs from that of a catalogue
and no "differs" of its input says why.
`;

/** Model of a feed with its end of life in that feed. */
export interface FeedRow {
  readonly api: string;
  readonly name: string;
  readonly end: IsoDate;
}

/** Row of a feed that is missing in the catalogue, or has another day there. */
export interface Difference extends FeedRow {
  /** Day in the catalogue; undefined if it lacks the name. */
  readonly own: IsoDate | undefined;
  /** Reason for the difference, if the input of the catalogue gives one. */
  readonly why: string | undefined;
}

/** Catalogues of the providers of the feed. Other providers host models under names that their users choose. */
const PROVIDERS: Readonly<Record<string, string>> = {
  OpenAI: 'openai',
  Anthropic: 'anthropic',
  Google: 'gemini',
  'Google Vertex': 'vertex-ai',
  'AWS Bedrock': 'amazon-bedrock',
  Cohere: 'cohere',
  Groq: 'groq',
  xAI: 'xai',
};

/** Reasons for a different or missing day in the catalogue, by API and name of the feed. */
export type Reasons = ReadonlyMap<string, Readonly<Record<string, string>>>;

/** Compares feeds and returns the exit code: 1 for a day that differs without a reason, 2 for an unreadable feed. */
export function compareFeeds(root: string, feeds: readonly string[], out: (text: string) => void): 0 | 1 | 2 {
  if (feeds.length === 0) {
    out(USAGE);
    return 2;
  }
  let rows: readonly FeedRow[];
  try {
    rows = feeds.flatMap((feed) =>
      statSync(feed).isDirectory() ? rowsOfModels(feed) : rowsOfFeed(readFileSync(feed, 'utf8')),
    );
  } catch (error) {
    out(`${error instanceof Error ? error.message : String(error)}\n`);
    return 2;
  }
  const catalogueRows = rowsOf();
  const differences = differencesOf(rows, [...catalogueRows, ...aliasRows(catalogueRows)], reasonsOf(root));
  const unexplained = differences.filter(({ why }) => why === undefined);
  for (const { api, name, end, own } of unexplained)
    out(`${api}  ${name}: ${end} in the feed, ${own ?? 'not'} in the catalogue\n`);
  out(
    `${count(rows.length, 'row')} with a day: ${rows.length - differences.length} the same, ${differences.length - unexplained.length} differ with a reason, ${unexplained.length} without.\n`,
  );
  return unexplained.length === 0 ? 0 : 1;
}

/** Rows of deprecations-rss with a day, of APIs with a catalogue of models. */
export function rowsOfFeed(text: string): readonly FeedRow[] {
  const rows = JSON.parse(text) as unknown;
  if (!Array.isArray(rows)) throw new TypeError('the feed is not a list of rows');
  return rows.flatMap((row: unknown): readonly FeedRow[] => {
    if (!isRecord(row)) return [];
    const { provider, model_id: name, shutdown_date: end } = row;
    const api = typeof provider === 'string' ? PROVIDERS[provider] : undefined;
    const isComplete = typeof name === 'string' && typeof end === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(end);
    if (api === undefined || !isComplete) return [];
    return [{ api: api === 'vertex-ai' && name.startsWith('claude-') ? 'vertex-claude' : api, name, end }];
  });
}

/** Models of Mistral's documentation with a day: names and `retirementDate` of each file. */
function rowsOfModels(folder: string): readonly FeedRow[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.ts'))
    .flatMap((file) => rowsOfModel(readFileSync(join(folder, file), 'utf8')));
}

/** Rows of a file about one model: a row for each of its names; empty if it has no `retirementDate`. */
export function rowsOfModel(text: string): readonly FeedRow[] {
  const [, names = ''] = /apiNames: \[([^\]]*)\]/.exec(text) ?? [];
  const [, end] = /retirementDate: '(\d{4}-\d{2}-\d{2})'/.exec(text) ?? [];
  if (end === undefined) return [];
  return [...names.matchAll(/'([^']+)'/g)].map(([, name = '']) => ({ api: 'mistral', name, end }));
}

/** Rows of a feed that differ from the catalogues. */
export function differencesOf(
  feed: readonly FeedRow[],
  catalogueRows: readonly Row[],
  reasons: Reasons,
): readonly Difference[] {
  const ends = new Map(
    catalogueRows.flatMap(({ api, names, end }) => names.map((name) => [`${api} ${name}`, end] as const)),
  );
  return feed.flatMap((row): readonly Difference[] => {
    const catalogueEnd = ends.get(`${row.api} ${row.name}`);
    return catalogueEnd === row.end ? [] : [{ ...row, own: catalogueEnd, why: reasons.get(row.api)?.[row.name] }];
  });
}

/** Copies of rows for each alias of their names. */
function aliasRows(rows: readonly Row[]): readonly Row[] {
  return packagedApis().flatMap((api) =>
    Object.entries(packagedApi(api).catalogue.file.names?.aliases ?? {}).flatMap(([alias, target]) =>
      rows.filter((row) => row.api === api && row.names.includes(target)).map((row) => ({ ...row, names: [alias] })),
    ),
  );
}

/** Reasons from `differs` of the inputs. */
function reasonsOf(root: string): Reasons {
  return new Map(
    packagedApis().map((api) => {
      const input = JSON.parse(readFileSync(`${root}/rules/apis/inputs/${api}.json`, 'utf8')) as {
        readonly differs?: Readonly<Record<string, string>>;
      };
      return [api, input.differs ?? {}];
    }),
  );
}

const self = fileURLToPath(import.meta.url);
if (process.argv[1] !== undefined && realpathSync(process.argv[1]) === self)
  process.exitCode = compareFeeds(fileURLToPath(new URL('../..', import.meta.url)), process.argv.slice(2), (text) =>
    process.stdout.write(text),
  );
