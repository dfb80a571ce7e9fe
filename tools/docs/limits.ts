import { readdirSync, readFileSync } from 'node:fs';
import { code, table } from './markdown.js';

/** Headings and texts of the outcomes of reaching a limit, by their names in `limits.txt`, in the order of the page. */
const OUTCOMES = {
  error: ['An error', 'A message names the limit, and the command ends with exit code 2.'],
  report: ['The report', 'The report lists the omitted part as unread, as a limit of the scan or in a warning.'],
  unknown: [
    'Lower confidence',
    'Anything beyond the limit is unknown: the request is listed as unresolved, or the finding has a lower confidence.',
  ],
  lost: ['An unresolved import', 'The report names each import that cannot be resolved because of the limit.'],
  rest: ['The number of omitted items', 'The list ends with the number of omitted items, or a message gives it.'],
  cut: ['A mark of truncation', 'The output shows that it is truncated.'],
  choice: ['The most similar items', 'Only the most similar or most recent items are shown.'],
  again: ['No message: a slower run', 'The rest is read or computed again, which takes longer.'],
  more: ['No message: more work', 'More is read, masked or treated as changed than necessary.'],
  stays: [
    'No message: the finding stays',
    'The limit bounds the search for a reason to omit or fix a finding or a request; beyond it, the report has it unchanged.',
  ],
  wording: ['A shorter finding', 'The finding is reported with less code, or for a longer range.'],
  nothing: ['No message', 'The rest is omitted without a message; the table gives the reason.'],
} as const;

type Outcome = keyof typeof OUTCOMES;

/** A `MAX_` constant of the sources, with its row of the table if there is one. */
export interface Limit {
  /** `baseline/baseline-file.ts MAX_BASELINE`. */
  readonly id: string;
  readonly value: string;
  readonly about?: { readonly outcome: Outcome; readonly bounds: string };
}

const LIMITS_FILE = 'tools/docs/limits.txt';

/** Folders of sources, with the prefix of their files in `limits.txt`. */
const FOLDERS = {
  src: '',
  'packages/catalogue-tools/src': 'catalogue-tools/',
  'packages/waf-plan/src': 'waf-plan/',
} as const;

/** Constants of the sources with the prefix `MAX_`, and rows without a constant. */
export function limitsOf(root: string): { readonly limits: readonly Limit[]; readonly stray: readonly string[] } {
  const entries = new Map(
    readFileSync(`${root}/${LIMITS_FILE}`, 'utf8')
      .split(/\r?\n/)
      .filter((line) => line !== '')
      .map((line) => parseRow(line)),
  );
  const limits = Object.entries(FOLDERS)
    .flatMap(([folder, prefix]) =>
      readdirSync(`${root}/${folder}`, { recursive: true, encoding: 'utf8' })
        .filter((file) => file.endsWith('.ts'))
        .map((file) => [`${prefix}${file.replaceAll('\\', '/')}`, `${root}/${folder}/${file}`] as const),
    )
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([file, path]) =>
      [...readFileSync(path, 'utf8').matchAll(/^(?:export )?const (MAX_\w+)(?:: [^=]+)? = (.+);$/gm)].map(
        ([, name = '', value = '']): Limit => {
          const id = `${file} ${name}`;
          const about = entries.get(id);
          return { id, value: valueOf(value), ...(about === undefined ? {} : { about }) };
        },
      ),
    );
  const knownIds = new Set(limits.map(({ id }) => id));
  return { limits, stray: [...entries.keys()].filter((id) => !knownIds.has(id)) };
}

function parseRow(line: string): readonly [id: string, about: NonNullable<Limit['about']>] {
  const [, outcome = '', id = '', bounds = ''] = /^(\w+) (\S+ MAX_\w+): (.+)$/.exec(line) ?? [];
  if (!Object.hasOwn(OUTCOMES, outcome))
    throw new Error(`${LIMITS_FILE}: '${line}' is not 'outcome file NAME: what it bounds'`);
  return [id, { outcome: outcome as Outcome, bounds }];
}

/** Readable form of the number in an expression: `20 MB`, `64,000,000`, `20 or 100` for `/a{20}|b{100}/`. */
function valueOf(expression: string): string {
  const megabytes = /^(?:([\d_]+) \* )?MEGABYTE$|^([\d_]+) (?:<< 20|\* 1024 \* 1024)$/.exec(expression);
  if (megabytes !== null) return `${(megabytes[1] ?? megabytes[2] ?? '1').replaceAll('_', '')} MB`;
  if (expression === '1 << 30') return '1 GB';
  if (expression.startsWith('/')) return [...expression.matchAll(/\{(\d+)\}/g)].map(([, times]) => times).join(' or ');
  const [, number = '', factor = '1'] = /^(?:\{ \w+: )?([\d_]+)(?: \* (\d+))?(?: \})?$/.exec(expression) ?? [];
  if (number === '') return code(expression);
  return (Number(number.replaceAll('_', '')) * Number(factor)).toLocaleString('en-US');
}

/** Page of all limits, by the outcome of reaching them. */
export function limitsPage(root: string): string {
  const { limits } = limitsOf(root);
  const sections = (Object.keys(OUTCOMES) as Outcome[]).flatMap((outcome) => {
    const rows = limits.flatMap(({ id, value, about }) =>
      about?.outcome === outcome ? [[about.bounds, value, code(id.replace(/^.*\//, ''))]] : [],
    );
    const [title, intro] = OUTCOMES[outcome];
    const count = rows.length === 1 ? '1 limit' : `${String(rows.length)} limits`;
    return [`## ${title}`, `${intro} ${count}.`, table(['Bounds', 'At most', 'Constant'], rows)];
  });
  return `${[
    '# Limits',
    `All limits in the source code, by the effect of reaching one. \`npm run generate\` writes this page from the constants and \`${LIMITS_FILE}\`. Users do not need it.`,
    ...sections,
  ].join('\n\n')}\n`;
}
