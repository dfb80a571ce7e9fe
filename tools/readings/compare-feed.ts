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

/** A model of a feed, and the day on which it ends there. */
export interface FeedRow {
  readonly api: string;
  readonly name: string;
  readonly end: IsoDate;
}

/** A row of a feed that the catalogue does not have, or has with another day. */
export interface Difference extends FeedRow {
  /** The day of the catalogue; undefined where it does not have the name. */
  readonly own: IsoDate | undefined;
  /** Why the catalogue says something else, where its input tells. */
  readonly why: string | undefined;
}

/** The catalogues that the providers of the feed are. Others are deployments, which anybody names. */
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

/** By API and name of the feed: why the catalogue says another day, or none. */
export type Reasons = ReadonlyMap<string, Readonly<Record<string, string>>>;

/** One run, and its exit code: 1 where a day differs without a reason, 2 where a feed cannot be read. */
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
  const own = rowsOf();
  const differences = differencesOf(rows, [...own, ...aliasRows(own)], reasonsOf(root));
  const open = differences.filter(({ why }) => why === undefined);
  for (const { api, name, end, own } of open)
    out(`${api}  ${name}: ${end} in the feed, ${own ?? 'not'} in the catalogue\n`);
  out(
    `${count(rows.length, 'row')} with a day: ${rows.length - differences.length} the same, ${differences.length - open.length} differ with a reason, ${open.length} without.\n`,
  );
  return open.length === 0 ? 0 : 1;
}

/** The rows of deprecations-rss with a day, of APIs that have a catalogue of models. */
export function rowsOfFeed(text: string): readonly FeedRow[] {
  const rows = JSON.parse(text) as unknown;
  if (!Array.isArray(rows)) throw new TypeError('the feed is no list of rows');
  return rows.flatMap((row: unknown): readonly FeedRow[] => {
    if (!isRecord(row)) return [];
    const { provider, model_id: name, shutdown_date: end } = row;
    const api = typeof provider === 'string' ? PROVIDERS[provider] : undefined;
    const isWhole = typeof name === 'string' && typeof end === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(end);
    if (api === undefined || !isWhole) return [];
    return [{ api: api === 'vertex-ai' && name.startsWith('claude-') ? 'vertex-claude' : api, name, end }];
  });
}

/** The models of Mistral's documentation with a day: names and `retirementDate` of each file. */
function rowsOfModels(folder: string): readonly FeedRow[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.ts'))
    .flatMap((file) => rowsOfModel(readFileSync(join(folder, file), 'utf8')));
}

export function rowsOfModel(text: string): readonly FeedRow[] {
  const [, names = ''] = /apiNames: \[([^\]]*)\]/.exec(text) ?? [];
  const [, end] = /retirementDate: '(\d{4}-\d{2}-\d{2})'/.exec(text) ?? [];
  if (end === undefined) return [];
  return [...names.matchAll(/'([^']+)'/g)].map(([, name = '']) => ({ api: 'mistral', name, end }));
}

/** The rows of a feed of which the catalogues say something else. */
export function differencesOf(feed: readonly FeedRow[], own: readonly Row[], reasons: Reasons): readonly Difference[] {
  const ends = new Map(own.flatMap(({ api, names, end }) => names.map((name) => [`${api} ${name}`, end] as const)));
  return feed.flatMap((row): readonly Difference[] => {
    const known = ends.get(`${row.api} ${row.name}`);
    return known === row.end ? [] : [{ ...row, own: known, why: reasons.get(row.api)?.[row.name] }];
  });
}

/** The rows of names again, for each alias of one. */
function aliasRows(rows: readonly Row[]): readonly Row[] {
  return packagedApis().flatMap((api) =>
    Object.entries(packagedApi(api).read.file.names?.aliases ?? {}).flatMap(([alias, meant]) =>
      rows.filter((row) => row.api === api && row.names.includes(meant)).map((row) => ({ ...row, names: [alias] })),
    ),
  );
}

/** `differs` of the inputs. */
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
