import { code, list, table } from './markdown.js';

/** Small project below `fixtures/`, with the texts of its files. */
export interface FixtureCase {
  readonly theme: string;
  readonly name: string;
  readonly files: readonly { readonly file: string; readonly text: string }[];
}

interface Line {
  readonly text: string;
  readonly isExpected: boolean;
}

const EXPECT_COMMENT = /\s*(?:\/\/|\/\*|#|<!--)\s*expect:.*$/;
const EXPECT_NEXT_COMMENT = /^\s*(?:\/\/|\/\*|#|<!--)\s*expect-next:/;
const LONGEST_LINE = 90;

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

interface LinePair {
  readonly reportedLine: string | undefined;
  readonly silentLine: string | undefined;
  /** Share of words that the two lines have in common, from 0 to 1. */
  readonly likeness: number;
}

/** Themes with self-explanatory case names. */
const LISTED_THEMES = ['clients', 'url-building'];

/** Generated part of the page: for each theme, the number of cases, a line with its near miss, and some names. */
export function formatWhatItSees(cases: readonly FixtureCase[]): string {
  const themes = [...new Set(cases.map(({ theme }) => theme))].sort();
  const casesOf = (theme: string): readonly FixtureCase[] => cases.filter((fixture) => fixture.theme === theme);
  const rows = themes.map((theme) => {
    const { reportedLine, silentLine } = casesOf(theme).map(pairOf).reduce(clearerPair);
    return [titleOf(theme), String(casesOf(theme).length), quotedLine(reportedLine), quotedLine(silentLine)];
  });
  const names = themes
    .filter((theme) => LISTED_THEMES.includes(theme))
    .map((theme) => `**${titleOf(theme)}**: ${casesOf(theme).map(nameOf).join(', ')}`);
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
function clearerPair(first: LinePair, second: LinePair): LinePair {
  return clarityOf(second) > clarityOf(first) ? second : first;
}

function clarityOf({ reportedLine, silentLine, likeness }: LinePair): number {
  if (reportedLine === undefined || silentLine === undefined || withoutQuery(reportedLine) === withoutQuery(silentLine))
    return -1;
  const isComplete = [reportedLine, silentLine].every(
    (line) => line.length <= LONGEST_LINE && /^[\w`].{20}/.test(line),
  );
  const hasSameBeginning = /^[^(]*/.exec(reportedLine)?.[0] === /^[^(]*/.exec(silentLine)?.[0];
  return (isComplete ? 2 : 0) + (hasSameBeginning ? 1 : 0) + likeness;
}

/** Line without its query. If two lines are equal without it, other lines cause the different outcome. */
function withoutQuery(line: string): string {
  return line.replace(/\?[^"'`]*/, '');
}

function pairOf({ files }: FixtureCase): LinePair {
  const lines = files.flatMap(({ text }) => linesOf(text));
  const reportedLine = lines.find(({ isExpected }) => isExpected)?.text;
  return {
    reportedLine,
    ...nearMissOf(
      reportedLine ?? 'fetch(`/zones/${zone}/pagerules`)',
      lines.filter(({ isExpected }) => !isExpected).map(({ text }) => text),
    ),
  };
}

function linesOf(text: string): readonly Line[] {
  const lines = text.split(/\r?\n/);
  return lines.flatMap((line, index): Line[] => {
    if (EXPECT_NEXT_COMMENT.test(line)) return [];
    const isExpected = EXPECT_COMMENT.test(line) || EXPECT_NEXT_COMMENT.test(lines[index - 1] ?? '');
    const code = line.replace(EXPECT_COMMENT, '').trim();
    return code === '' || /^(?:\/\/|\/\*|\*|#|<!--)/.test(code) ? [] : [{ text: code, isExpected }];
  });
}

/** Near miss of a line: the line with a text or a call that shares the most words with it. */
function nearMissOf(reportedLine: string, lines: readonly string[]): Omit<LinePair, 'reportedLine'> {
  const reportedWords = wordsOf(reportedLine);
  let bestLine: string | undefined;
  let bestLikeness = 0;
  for (const line of lines) {
    if (!/['"`].*[a-z_]{3}/.test(line) || /^(?:import|export \*|export \{)|require\(|from '/.test(line)) continue;
    const lineWords = wordsOf(line);
    const shared = [...lineWords].filter((word) => reportedWords.has(word)).length;
    const likeness = shared / (lineWords.size + reportedWords.size - shared);
    if (likeness > bestLikeness) [bestLine, bestLikeness] = [line, likeness];
  }
  return { silentLine: bestLine, likeness: bestLikeness };
}

function wordsOf(line: string): ReadonlySet<string> {
  return new Set(line.match(/[A-Za-z_]+|[/.(]/g) ?? []);
}

function quotedLine(line: string | undefined): string {
  if (line === undefined) return '–';
  return code(line.length > LONGEST_LINE ? `${line.slice(0, LONGEST_LINE - 1)}…` : line);
}
