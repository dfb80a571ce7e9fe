/** Files around a program that slow a scan down, and the way to scan them. */
export interface Hostile {
  readonly name: string;
  /** Files beside `app.ts`, which has one finding. */
  readonly files: Readonly<Record<string, string>>;
  /** Whether they are in a git repository; false by default. */
  readonly git?: boolean;
  readonly args?: readonly string[];
}

const LONG_NAME = `${'a'.repeat(100)}${'aZ'.repeat(40)}b`;
const json = (value: unknown): string => JSON.stringify(value);
const list = <T>(length: number, make: (index: number) => T): T[] => Array.from({ length }, (_, index) => make(index));
const record = (length: number, make: (index: number) => readonly [string, unknown]): Record<string, unknown> =>
  Object.fromEntries(list(length, make));
const nested = (depth: number, open: string, inner: string, close: string): string =>
  open.repeat(depth) + inner + close.repeat(depth);
const nestedList = (depth: number): string => nested(depth, '[', '', ']');
const nestedObject = (depth: number): string => nested(depth, '{"a":', '1', '}');

/** Writes imports of the project's own modules that cannot be resolved. */
const importing = (count: number, specifier: (index: number) => string): string =>
  `${list(count, (index) => `import { x as x${index} } from '${specifier(index)}';`).join('\n')}
export const all = [${list(count, (index) => `x${index}`).join(', ')}];
export const list = (zone: string) => fetch(\`https://api.cloudflare.com/client/v4/zones/\${zone}/pagerules\`);
`;

const calls = (count: number): string =>
  list(
    count,
    (index) =>
      `export const f${index} = () => fetch('https://api.cloudflare.com/client/v4/zones/z${index}/pagerules');`,
  ).join('\n');

/** Patterns that are slow as regular expressions. */
const SLOW_PATTERNS: Readonly<Record<string, string>> = {
  'stars and question marks': `${'*?'.repeat(30)}Z`,
  'stars between letters': `${'*a'.repeat(40)}Z`,
  'deep stars': `${'**/a/'.repeat(30)}Z`,
  'classes and stars': `${'[a-z]*'.repeat(30)}Z`,
  'braces of stars': `${'{*,*}'.repeat(25)}Z`,
  'braces of stars and letters': `${'{*a,*a}'.repeat(25)}Z`,
  'braces in braces': `${'{a,'.repeat(5000)}b${'}'.repeat(5000)}`,
  'open braces': '{a,'.repeat(20_000),
  'open brackets': '['.repeat(20_000),
  ranges: `{1..99999999}{a..z}{a..z}{a..z}{a..z}`,
  'one long class': `${'[a-y'.repeat(1)}${'b-y'.repeat(10_000)}]*Z`,
  slashes: `a${'/'.repeat(100_000)}Z`,
  'groups that repeat': `${'+(a|'.repeat(12)}a${')'.repeat(12)}Z`,
};

/** Names of folders and files to match patterns against. */
const NAMES: Readonly<Record<string, string>> = {
  [`${LONG_NAME}/package.json`]: json({ name: 'long' }),
  [`${LONG_NAME}/${LONG_NAME}.ts`]: 'export {};\n',
  [`${'a/'.repeat(60)}b.ts`]: 'export {};\n',
};

function patterns(): readonly Hostile[] {
  const all = Object.values(SLOW_PATTERNS);
  return [
    // Patterns from foreign files: each is applied, or listed as not applied.
    { name: 'patterns of workspaces', files: { ...NAMES, 'package.json': json({ workspaces: all }) } },
    {
      name: 'patterns of pnpm-workspace.yaml',
      files: { ...NAMES, 'pnpm-workspace.yaml': json({ packages: ['a/*', ...all.map((each) => `!${each}`)] }) },
    },
    { name: 'patterns of .gitignore', files: { ...NAMES, '.gitignore': all.join('\n') } },
    {
      name: 'patterns of CODEOWNERS',
      files: { ...NAMES, CODEOWNERS: all.map((each) => `${each} @a`).join('\n') },
      args: ['--format', 'csv'],
    },
    {
      name: 'patterns of exports',
      files: packageWith(Object.fromEntries(all.map((each) => [`./${each}`, './x.js']))),
    },
    {
      name: 'patterns of tsconfig paths',
      files: {
        'tsconfig.json': json({ compilerOptions: { paths: Object.fromEntries(all.map((each) => [each, ['./x']])) } }),
        'app2.ts': importing(20, (index) => LONG_NAME + String(index)),
      },
    },
    // Patterns in the user's configuration are refused, with their place.
    ...Object.entries(SLOW_PATTERNS).flatMap(([name, pattern]): readonly Hostile[] => [
      {
        name: `ignoreFiles: ${name}`,
        files: { ...NAMES, 'sunset-lint.config.json': json({ ignoreFiles: [pattern] }) },
      },
      {
        name: `include: ${name}`,
        files: { ...NAMES, 'sunset-lint.config.json': json({ include: ['app.ts', pattern] }) },
      },
      { name: `paths: ${name}`, files: { ...NAMES, 'sunset-lint.config.json': json({ paths: ['.', `!${pattern}`] }) } },
      { name: `command line: ${name}`, files: NAMES, args: ['.', `!${pattern}`] },
    ]),
  ];
}

/** Makes a workspace with one package `lib`, imported through many subpaths. */
function packageWith(exports: unknown, imports = 20): Readonly<Record<string, string>> {
  return {
    'package.json': json({ workspaces: ['lib'] }),
    'lib/package.json': json({ name: 'lib', exports }),
    'app2.ts': importing(imports, (index) => `lib/${LONG_NAME}${index}`),
  };
}

function lists(share: number): readonly Hostile[] {
  const n = (full: number): number => Math.max(20, Math.round(full * share));
  const entry = (index: number): unknown => ({
    file: `src/f${index}.ts`,
    deprecation: 'page-rules',
    method: 'GET',
    path: '/zones/{zone_id}/pagerules',
    url: `https://api.cloudflare.com/client/v4/zones/z${index}/pagerules`,
    accepted: '2026-01-01',
  });
  const baseline = (findings: readonly unknown[]): string => json({ version: 1, findings });
  const folders = record(n(3000), (index) => [`w/${index % 50}/${index}/x.txt`, '']) as Record<string, string>;
  return [
    { name: 'workspace globs', files: { 'package.json': json({ workspaces: list(n(200_000), (i) => `p/${i}`) }) } },
    {
      name: 'workspace globs with stars',
      files: { ...folders, 'package.json': json({ workspaces: list(n(20_000), (i) => `**/w*/${i}*`) }) },
    },
    {
      name: 'workspace globs that take away',
      files: {
        ...folders,
        'package.json': json({ workspaces: ['w/**', ...list(n(100_000), (i) => `!**/x*${i}`)] }),
      },
    },
    {
      name: 'lines of .gitignore',
      files: {
        ...(record(n(2000), (i) => [`src/${i}/${i}.ts`, '']) as Record<string, string>),
        '.gitignore': list(n(200_000), (i) => `*x*${i}*y`).join('\n'),
      },
    },
    {
      name: 'ignoreFiles',
      files: {
        ...(record(n(2000), (i) => [`src/${i}/${i}.ts`, '']) as Record<string, string>),
        'sunset-lint.config.json': json({ ignoreFiles: list(n(200_000), (i) => `*x*${i}*y`) }),
      },
    },
    {
      name: 'include',
      files: { 'sunset-lint.config.json': json({ include: ['app.ts', ...list(n(200_000), (i) => `*x*${i}*y`)] }) },
    },
    {
      name: 'paths of a configuration',
      files: { 'sunset-lint.config.json': json({ paths: ['.', ...list(n(200_000), (i) => `!*x*${i}*y`)] }) },
    },
    { name: 'blank lines of .gitmodules', git: true, files: { '.gitmodules': '\n'.repeat(n(1_000_000)) } },
    { name: 'blanks of .gitmodules', git: true, files: { '.gitmodules': `path = a${' '.repeat(n(200_000))}b` } },
    { name: 'blanks before = of .gitmodules', git: true, files: { '.gitmodules': `path${' \n'.repeat(n(200_000))}b` } },
    { name: 'tsconfig: comments', files: tsconfig('/*'.repeat(n(500_000))) },
    { name: 'tsconfig: line comments', files: tsconfig('//\n'.repeat(n(300_000))) },
    { name: 'tsconfig: quotes and backslashes', files: tsconfig('"\\'.repeat(n(500_000))) },
    { name: 'tsconfig: commas', files: tsconfig(`[${','.repeat(n(500_000))}]`) },
    { name: 'tsconfig: blanks after a comma', files: tsconfig(`{"a":[1,${' '.repeat(n(500_000))}2]}`) },
    { name: 'tsconfig: commas and blanks', files: tsconfig(`{"a":[1${', '.repeat(n(500_000))}2]}`) },
    { name: 'tsconfig: extends', files: fanOut({}) },
    // Irregular input needs the compiler's own reader.
    { name: 'tsconfig: extends that are not plain', files: fanOut({ baseUrl: '${configDir}' }) },
    {
      name: 'tsconfig: extends in a circle',
      files: {
        ...tsconfig(json({ extends: './b.json', references: [{ path: '.' }, { path: './b.json' }] })),
        'b.json': json({ extends: './tsconfig.json', references: [{ path: './tsconfig.json' }] }),
      },
    },
    {
      name: 'tsconfig: paths',
      files: {
        'tsconfig.json': json({
          compilerOptions: { baseUrl: '.', paths: record(n(200_000), (i) => [`a${i}x*`, ['./x/*']]) },
        }),
        'app2.ts': importing(n(2000), (i) => `zz/${i}`),
      },
    },
    {
      name: 'tsconfig: paths with the same start',
      files: {
        'tsconfig.json': json({ compilerOptions: { paths: record(n(100_000), (i) => [`a*${i}`, ['./x/*']]) } }),
        'app2.ts': importing(n(2000), (i) => `a/${i}/zz`),
      },
    },
    {
      name: 'tsconfig: targets of one path',
      files: {
        'tsconfig.json': json({ compilerOptions: { paths: { '*': list(n(100_000), (i) => `./x${i}/*`) } } }),
        'app2.ts': importing(n(2000), (i) => `zz/${i}`),
      },
    },
    {
      name: 'tsconfig: references',
      files: {
        ...tsconfig(json({ references: list(n(100_000), (i) => ({ path: `./p${i}` })) })),
      },
    },
    {
      name: 'tsconfig: references that are there',
      files: {
        ...tsconfig(json({ references: list(n(2000), (i) => ({ path: `./p${i}` })) })),
        ...(record(n(2000), (i) => [
          `p${i}/tsconfig.json`,
          json({ compilerOptions: { baseUrl: './src', paths: { 'x/*': ['./y/*'] } } }),
        ]) as Record<string, string>),
        'app2.ts': importing(n(2000), (i) => `zz/${i}`),
      },
    },
    { name: 'pnpm-workspace.yaml: number signs', files: { 'pnpm-workspace.yaml': '#'.repeat(n(200_000)) } },
    {
      name: 'pnpm-workspace.yaml: a list and number signs',
      files: { 'pnpm-workspace.yaml': `packages: [${'#'.repeat(n(200_000))}` },
    },
    {
      name: 'pnpm-workspace.yaml: keys',
      files: { 'pnpm-workspace.yaml': list(n(100_000), (i) => `k${i}: 1`).join('\n') },
    },
    { name: 'pnpm-workspace.yaml: nested', files: { 'pnpm-workspace.yaml': `packages: ${nestedList(n(100_000))}` } },
    { name: 'pnpm-workspace.yaml: open', files: { 'pnpm-workspace.yaml': `packages: ${'['.repeat(n(100_000))}` } },
    { name: 'pnpm-workspace.yaml: question marks', files: { 'pnpm-workspace.yaml': '? '.repeat(n(100_000)) } },
    {
      name: 'pnpm-workspace.yaml: dashes',
      files: { 'pnpm-workspace.yaml': `packages:\n  ${'- '.repeat(n(100_000))}` },
    },
    {
      name: 'pnpm-workspace.yaml: blanks',
      files: { 'pnpm-workspace.yaml': `packages:\n${' \n'.repeat(n(100_000))}  - a` },
    },
    { name: 'pnpm-workspace.yaml: quotes', files: { 'pnpm-workspace.yaml': `packages: ${'"\\'.repeat(n(200_000))}` } },
    {
      name: 'pnpm-workspace.yaml: aliases',
      files: {
        'pnpm-workspace.yaml': `a0: &a0 [x]\n${list(n(1000), (i) => `a${i + 1}: &a${i + 1} [${`*a${i},`.repeat(20)}]`).join('\n')}\npackages: *a${n(1000)}`,
      },
    },
    { name: 'baseline: entries', files: { 'sunset-baseline.json': baseline(list(n(1_000_000), entry)) } },
    {
      name: 'baseline: entries that are wrong',
      files: { 'sunset-baseline.json': baseline(list(n(300_000), (i) => ({ [`x${i}`]: i }))) },
    },
    {
      name: 'baseline: a lost file',
      files: {
        'calls.ts': calls(n(3000)),
        'sunset-baseline.json': baseline(list(n(20_000), (i) => ({ ...(entry(i) as object), file: 'lost.ts' }))),
      },
    },
    {
      name: 'baseline: equal entries',
      files: {
        'sunset-baseline.json': baseline(list(n(200_000), () => ({ ...(entry(0) as object), file: 'app.ts' }))),
      },
    },
    {
      name: 'baseline: lost files',
      files: {
        'sunset-baseline.json': baseline(
          list(n(100_000), (i) => ({ ...(entry(0) as object), file: `${LONG_NAME}/${i}` })),
        ),
      },
    },
    ...(
      [
        ['lines', (i: number) => `*x*${i}*y @a`],
        ['names', (i: number) => `x${i} @a`],
        ['paths', (i: number) => `/x${i}/y @a`],
        ['sections', (i: number) => `[s${i}]\n* @a${i % 7}`],
        ['deep stars', () => '/**/a/**/a/**/a*b @a'],
      ] as const
    ).map(([name, line]) => ({
      name: `CODEOWNERS: ${name} by the thousand`,
      files: {
        ...(record(n(500), (i) => [`src/a/a/b/c/${i}.ts`, calls(1)]) as Record<string, string>),
        CODEOWNERS: list(n(100_000), line).join('\n'),
      },
      args: ['--format', 'csv'],
    })),
    {
      name: 'exports: targets',
      files: packageWith({ '.': list(n(300_000), (i) => `./x${i}.js`), './*': list(n(300_000), (i) => `./${i}/*`) }),
    },
    {
      name: 'exports: patterns',
      files: packageWith(
        record(n(300_000), (i) => [`./a${i}*`, './x.js']),
        n(2000),
      ),
    },
    {
      name: 'imports: patterns',
      files: {
        'package.json': json({ imports: record(n(300_000), (i) => [`#a${i}*`, './x.js']) }),
        'app2.ts': importing(n(2000), (i) => `#zz/${i}`),
      },
    },
    {
      name: 'deno.json: imports',
      files: {
        'deno.json': json({ imports: record(n(300_000), (i) => [`a${i}/`, './x/']) }),
        'app2.ts': importing(n(2000), (i) => `zz/${i}`),
      },
    },
    {
      name: 'main in a circle',
      files: {
        'a/package.json': json({ main: '../b' }),
        'b/package.json': json({ main: '../a' }),
        'app2.ts': importing(2, (i) => ['./a', './b'][i] ?? ''),
      },
    },
    {
      name: 'main in a long chain',
      files: {
        ...(record(n(20_000), (i) => [`m/${i}/package.json`, json({ main: `../${i + 1}` })]) as Record<string, string>),
        'app2.ts': importing(1, () => './m/0'),
      },
    },
    ...['package.json', 'tsconfig.json', 'deno.json', 'deno.jsonc', 'lerna.json', 'rush.json'].flatMap((name) =>
      [nestedList(n(100_000)), nestedObject(n(100_000)), '['.repeat(n(100_000)), `// c\n${nestedList(n(100_000))}`].map(
        (text, i) => ({
          name: `${name}: nested, ${i}`,
          files: { [name]: text, 'app2.ts': importing(2, (index) => `zz/${index}`) },
        }),
      ),
    ),
    ...['sunset-lint.config.json', 'sunset-lint.config.jsonc', 'sunset-baseline.json'].flatMap((name) =>
      [nestedList(n(100_000)), `{"x":${'['.repeat(n(100_000))}`, `{"ignoreFiles":${nestedList(n(100_000))}}`].map(
        (text, i) => ({ name: `${name}: nested, ${i}`, files: { [name]: text } }),
      ),
    ),
    { name: 'sunsetLint: nested', files: { 'package.json': `{"sunsetLint":{"x":${nestedList(n(100_000))}}}` } },
    { name: 'workspaces: nested', files: { 'package.json': `{"workspaces":{"packages":${nestedList(n(100_000))}}}` } },
    {
      name: 'exports: nested',
      files: {
        ...packageWith({}),
        'lib/package.json': `{"name":"lib","exports":${nested(n(100_000), '{"import":', '"./x.js"', '}')}}`,
        'app2.ts': importing(2, (i) => ['lib', 'lib/a'][i] ?? ''),
      },
    },
    {
      name: 'exports: lists in lists',
      files: {
        ...packageWith({}),
        'lib/package.json': `{"name":"lib","exports":{"./*":${nested(n(100_000), '[', '"./x.js"', ']')}}}`,
      },
    },
    ...['yarn.lock', 'pnpm-lock.yaml', 'package-lock.json'].map((name) => ({
      name: `${name}: blank lines`,
      files: {
        [name]: '\n'.repeat(n(1_000_000)),
        'package.json': json({ dependencies: { cloudflare: '^3.0.0' } }),
        'app2.ts': `import Cloudflare from 'cloudflare';\nexport const rules = () => new Cloudflare().pagerules.list({ zone_id: 'z' });\n`,
      },
    })),
    {
      name: 'a long specifier',
      files: {
        'tsconfig.json': json({ compilerOptions: { baseUrl: '.', paths: { 'a*': ['./x/*'], '*': ['./y/*'] } } }),
        'app2.ts': importing(3, (i) => `${['./', 'a', '#'][i] ?? ''}${'a/../'.repeat(n(200_000))}b`),
      },
    },
  ];
}

function tsconfig(text: string): Readonly<Record<string, string>> {
  return { 'tsconfig.json': text, 'app2.ts': importing(2, (index) => `zz/${index}`) };
}

/** Makes layers of eight configurations, each of which extends all of the next layer. */
function fanOut(compilerOptions: unknown): Readonly<Record<string, string>> {
  const layer = (depth: number): string[] => list(8, (index) => `./l${depth}-${index}.json`);
  return {
    ...tsconfig(json({ extends: layer(0), compilerOptions })),
    ...Object.fromEntries(
      list(9, (depth) =>
        list(8, (index) => [`l${depth}-${index}.json`, json(depth < 8 ? { extends: layer(depth + 1) } : {})] as const),
      ).flat(),
    ),
  };
}

/** Lists hostile surroundings; `share` is 1 for lists of the size of a real attack. */
export function hostileSurroundings(share: number): readonly Hostile[] {
  return [...patterns(), ...lists(share)];
}
