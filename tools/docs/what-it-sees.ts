/** One small project below `fixtures/`, its files with their texts. */
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
const LONGEST = 140;

/** What the themes of the fixtures are about; a theme without a title stands under its own name. */
const TITLES: Readonly<Record<string, string>> = {
  catalogue: 'Each deprecation',
  clients: 'HTTP clients',
  components: 'Scripts of components and pages',
  fields: 'Deprecated fields',
  hosts: 'Where a request goes',
  modules: 'Across modules',
  python: 'Python',
  resources: 'Infrastructure resources (rule `no-deprecated-resource`)',
  robustness: 'Odd programs',
  settings: 'Settings that travel',
  shell: 'Shell scripts, and shell in other files',
  terraform: 'Terraform and OpenTofu',
  'test-doubles': 'Test doubles and expectations (off by default)',
  transport: 'Headers and cipher suites',
  'url-building': 'Ways to build a URL',
  wrappers: 'Wrappers and classes',
};

/** The part of the page that shows one caught line and one silent line of each fixture. */
export function formatWhatItSees(cases: readonly FixtureCase[]): string {
  const themes = [...new Set(cases.map(({ theme }) => theme))].sort();
  return themes
    .map((theme) => {
      const rows = cases.filter((fixture) => fixture.theme === theme).map(formatRow);
      return [`### ${TITLES[theme] ?? theme}`, '', '| Case | Reported | Not reported |', '|---|---|---|', ...rows].join(
        '\n',
      );
    })
    .join('\n\n');
}

function formatRow({ name, files }: FixtureCase): string {
  const lines = files.flatMap(({ text }) => linesOf(text));
  const caught = lines.find(({ expected }) => expected)?.text;
  const silent = mostLike(
    caught ?? 'fetch(`/zones/${zone}/pagerules`)',
    lines.filter(({ expected }) => !expected).map(({ text }) => text),
  );
  return `| ${name.replace(/^silent-/, '').replaceAll('-', ' ')} | ${quoted(caught)} | ${quoted(silent)} |`;
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

/** The line with a text or a call in it that shares most words with the other one: its near miss. */
function mostLike(wanted: string, lines: readonly string[]): string | undefined {
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
  return best;
}

function wordsOf(line: string): ReadonlySet<string> {
  return new Set(line.match(/[A-Za-z_]+|[/.(]/g) ?? []);
}

function quoted(line: string | undefined): string {
  if (line === undefined) return '–';
  const short = line.length > LONGEST ? `${line.slice(0, LONGEST - 1)}…` : line;
  const escaped = short.replaceAll('|', '\\|');
  return escaped.includes('`') ? `\`\` ${escaped} \`\`` : `\`${escaped}\``;
}
