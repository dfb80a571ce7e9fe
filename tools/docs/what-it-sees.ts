import { code, list, table } from './markdown.js';

/** Small project below `fixtures/`, with the texts of its files. */
export interface FixtureCase {
  readonly theme: string;
  readonly name: string;
  readonly files: readonly { readonly file: string; readonly text: string }[];
}

interface Line {
  readonly text: string;
  readonly expected: boolean;
}

const EXPECT = /\s*(?:\/\/|\/\*|#|<!--)\s*expect:.*$/;
const EXPECT_NEXT = /^\s*(?:\/\/|\/\*|#|<!--)\s*expect-next:/;
const LONGEST = 90;

/** Titles of the fixture themes; a theme without a title keeps its name. */
const TITLES: Readonly<Record<string, string>> = {
  apis: 'Other APIs',
  catalogue: 'Each deprecation',
  clients: 'HTTP clients',
  components: 'Components and pages',
  fields: 'Deprecated fields',
  hosts: 'Where a request goes',
  modules: 'Across modules',
  'own-catalogue': 'A catalogue of your own',
  python: 'Python',
  resources: 'Pulumi and CDKTF resources',
  robustness: 'Unusual programs',
  settings: 'Names of settings',
  shell: 'Shell, also in other files',
  terraform: 'Terraform and OpenTofu',
  'test-doubles': 'Test doubles (off by default)',
  transport: 'Headers and cipher suites',
  'url-building': 'Ways to build a URL',
  'waf-migration': 'The WAF migration',
  wrappers: 'Wrappers and classes',
};

interface Pair {
  readonly caught: string | undefined;
  readonly silent: string | undefined;
  /** Share of words that the two lines have in common, from 0 to 1. */
  readonly likeness: number;
}

/** Themes with self-explanatory case names. */
const LISTED = ['clients', 'url-building'];

/** Part of the page with the number of cases of each theme, a near miss of one, and some names. */
export function formatWhatItSees(cases: readonly FixtureCase[]): string {
  const themes = [...new Set(cases.map(({ theme }) => theme))].sort();
  const ofTheme = (theme: string): readonly FixtureCase[] => cases.filter((fixture) => fixture.theme === theme);
  const rows = themes.map((theme) => {
    const { caught, silent } = ofTheme(theme).map(pairOf).reduce(clearer);
    return [titleOf(theme), String(ofTheme(theme).length), quoted(caught), quoted(silent)];
  });
  const names = themes
    .filter((theme) => LISTED.includes(theme))
    .map((theme) => `**${titleOf(theme)}**: ${ofTheme(theme).map(nameOf).join(', ')}`);
  const summary = table(['Theme', 'Cases', 'Reported', 'Not reported'], rows);
  return names.length === 0 ? summary : `${summary}\n\n${list(names)}`;
}

function titleOf(theme: string): string {
  return TITLES[theme] ?? theme;
}

function nameOf({ name }: FixtureCase): string {
  return name.replace(/^silent-/, '').replaceAll('-', ' ');
}

/** Clearer pair of two: complete lines with the same beginning, and then the smallest difference. */
function clearer(first: Pair, second: Pair): Pair {
  return rank(second) > rank(first) ? second : first;
}

function rank({ caught, silent, likeness }: Pair): number {
  if (caught === undefined || silent === undefined || withoutQuery(caught) === withoutQuery(silent)) return -1;
  const isWhole = [caught, silent].every((line) => line.length <= LONGEST && /^[\w`].{20}/.test(line));
  const isAlike = /^[^(]*/.exec(caught)?.[0] === /^[^(]*/.exec(silent)?.[0];
  return (isWhole ? 2 : 0) + (isAlike ? 1 : 0) + likeness;
}

/** Line without its query; lines that then are equal differ only through other lines. */
function withoutQuery(line: string): string {
  return line.replace(/\?[^"'`]*/, '');
}

function pairOf({ files }: FixtureCase): Pair {
  const lines = files.flatMap(({ text }) => linesOf(text));
  const caught = lines.find(({ expected }) => expected)?.text;
  return {
    caught,
    ...mostLike(
      caught ?? 'fetch(`/zones/${zone}/pagerules`)',
      lines.filter(({ expected }) => !expected).map(({ text }) => text),
    ),
  };
}

function linesOf(text: string): readonly Line[] {
  const lines = text.split(/\r?\n/);
  return lines.flatMap((line, index): Line[] => {
    if (EXPECT_NEXT.test(line)) return [];
    const expected = EXPECT.test(line) || EXPECT_NEXT.test(lines[index - 1] ?? '');
    const code = line.replace(EXPECT, '').trim();
    return code === '' || /^(?:\/\/|\/\*|\*|#|<!--)/.test(code) ? [] : [{ text: code, expected }];
  });
}

/** Near miss of a line: the line with a text or a call that shares most words with it. */
function mostLike(
  wanted: string,
  lines: readonly string[],
): { readonly silent: string | undefined; readonly likeness: number } {
  const words = wordsOf(wanted);
  let best: string | undefined;
  let most = 0;
  for (const line of lines) {
    if (!/['"`].*[a-z_]{3}/.test(line) || /^(?:import|export \*|export \{)|require\(|from '/.test(line)) continue;
    const own = wordsOf(line);
    const shared = [...own].filter((word) => words.has(word)).length;
    const likeness = shared / (own.size + words.size - shared);
    if (likeness > most) [best, most] = [line, likeness];
  }
  return { silent: best, likeness: most };
}

function wordsOf(line: string): ReadonlySet<string> {
  return new Set(line.match(/[A-Za-z_]+|[/.(]/g) ?? []);
}

function quoted(line: string | undefined): string {
  if (line === undefined) return '–';
  return code(line.length > LONGEST ? `${line.slice(0, LONGEST - 1)}…` : line);
}
