import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ts } from 'ts-morph';
import { describe, expect, it } from 'vitest';

const SRC = fileURLToPath(new URL('../src/', import.meta.url));

/** `type` vanishes at run time; `lazy` is loaded where it is needed, not with the file. */
type Kind = 'value' | 'type' | 'lazy';

interface Edge {
  readonly from: string;
  /** A file of `src`, or the specifier as written. */
  readonly to: string;
  readonly kind: Kind;
}

interface Allowed {
  readonly to: string;
  readonly why: string;
  /** Weakest kind that is allowed; without it any kind. */
  readonly kind?: Exclude<Kind, 'value'>;
  /** Only these files may import it. */
  readonly by?: readonly string[];
  /** Only these files may be imported. */
  readonly only?: readonly string[];
}

/** Passes of the engine, each of which imports only those before it. */
const PASSES = ['values', 'match', 'evaluate', 'requests', 'judge', 'checks'] as const;

const PASS_ALLOWANCES: Readonly<Record<string, readonly Allowed[]>> = Object.fromEntries(
  PASSES.map((pass, index) => [
    `engine/${pass}`,
    PASSES.slice(0, index).map((to): Allowed => ({ to: `engine/${to}`, why: 'passes build on those before them' })),
  ]),
);

/** Which folder may import what, and why. Everything else is refused. */
const ROOMS: Readonly<Record<string, readonly Allowed[]>> = {
  model: [],
  lib: [
    { to: 'model', kind: 'type', by: ['lib/line-index.ts'], why: 'places in a text have names' },
    { to: 'node:fs', by: ['lib/package-files.ts'], why: "reads the package's own manifest" },
  ],
  api: [
    { to: 'model', kind: 'type', why: 'what a catalogue says of its APIs' },
    { to: 'lib', why: 'escapes names for expressions, works out once' },
  ],
  facts: [
    { to: 'model', why: 'facts are defined there' },
    { to: 'lib', only: ['lib/expect-defined.ts'], why: 'what a table must hold' },
    { to: '@typescript-eslint/utils', kind: 'type', why: 'names the nodes that ESLint hands over' },
    {
      to: 'ts-morph',
      kind: 'type',
      by: ['facts/typescript.ts', 'facts/typescript-syntax.ts'],
      why: "names the compiler's nodes; the compiler itself is passed in",
    },
  ],
  clients: [{ to: 'model', why: 'client models are rows of a type of the model' }],
  catalogue: [
    { to: 'model', why: 'deprecations are defined there' },
    { to: 'lib', why: 'dates, names meant, files of the package' },
    {
      to: 'node:fs',
      by: ['catalogue/generate.ts', 'catalogue/load.ts'],
      why: 'reads the sources, writes and reads the generated file',
    },
    { to: 'node:url', by: ['catalogue/generate.ts'], why: 'finds the rules folder' },
    { to: 'node:crypto', by: ['catalogue/generate-catalogue.ts', 'catalogue/merge.ts'], why: 'digest of the sources' },
    {
      to: 'node:module',
      by: ['catalogue/validate.ts'],
      why: 'loads ajv only when a catalogue of the user is validated',
    },
    { to: 'ajv', kind: 'lazy', by: ['catalogue/validate.ts'], why: 'validates catalogues of users' },
  ],
  'engine/values': [{ to: 'model', kind: 'type', why: 'places of texts' }],
  'engine/match': [
    { to: 'model', kind: 'type', why: 'matches the catalogue' },
    { to: 'lib', only: ['lib/remembered.ts'], why: 'an index is built once' },
  ],
  'engine/evaluate': [
    { to: 'model', why: 'evaluates facts' },
    {
      to: 'facts',
      only: ['facts/scope.ts', 'facts/describe-expr.ts'],
      why: 'looks up names in facts, and says what an expression is',
    },
    { to: 'lib', only: ['lib/remembered.ts'], why: 'remembers by file' },
  ],
  'engine/requests': [
    { to: 'api', kind: 'type', only: ['api/known-apis.ts'], why: 'what code calls the API' },
    { to: 'model', why: 'calls are facts' },
    { to: 'lib', only: ['lib/multimap.ts'], why: 'small helpers' },
    { to: 'clients', only: ['clients/test-doubles.ts'], why: 'what tests answer and expect' },
    { to: 'facts', only: ['facts/describe-expr.ts'], why: 'says what was called' },
  ],
  'engine/judge': [
    { to: 'model', why: 'gives findings' },
    { to: 'lib', only: ['lib/iso-date.ts', 'lib/multimap.ts'], why: 'days of the calendar, lists in maps' },
  ],
  'engine/checks': [
    { to: 'model', why: 'gives findings' },
    { to: 'lib', only: ['lib/multimap.ts'], why: 'small helpers' },
    { to: 'clients', only: ['clients/resource-rows.ts'], why: 'resources by name' },
    {
      to: 'facts',
      only: ['facts/visit-exprs.ts', 'facts/describe-expr.ts'],
      why: 'looks at expressions that no call holds',
    },
    { to: 'select', kind: 'type', only: ['select/relevant-calls.ts'], why: 'leaves alone what cannot matter' },
  ],
  engine: [
    { to: 'api', only: ['api/known-apis.ts'], why: 'what code calls the API' },
    { to: 'model', why: 'works on facts, gives findings' },
    { to: 'clients', only: ['clients/index.ts'], why: 'the client models' },
    { to: 'select', only: ['select/relevant-calls.ts'], why: 'leaves alone what cannot matter' },
    ...PASSES.map((pass): Allowed => ({ to: `engine/${pass}`, why: 'the loop over all passes' })),
    { to: 'lib', only: ['lib/remembered.ts'], why: 'parses each URL once' },
    {
      to: 'waf/check',
      by: ['engine/all-checks.ts'],
      only: ['waf/check/waf-migration.ts'],
      why: 'the check of migrations is one of the list',
    },
  ],
  select: [
    { to: 'api', why: 'what code calls the API' },
    { to: 'model', why: 'catalogue and facts' },
    { to: 'facts', only: ['facts/scope.ts', 'facts/visit-exprs.ts'], why: 'which names an expression holds' },
    { to: 'lib', only: ['lib/remembered.ts'], why: 'a text test is built once' },
    { to: 'sources', only: ['sources/glob.ts'], why: 'escapes words for expressions' },
  ],
  sources: [
    { to: 'model', why: 'errors, and why a file is left out' },
    { to: 'sources/git', only: ['sources/git/list.ts'], why: 'asks git for the files' },
    {
      to: 'ts-morph',
      kind: 'lazy',
      by: ['sources/load-typescript.ts'],
      why: 'parses, only when something needs parsing',
    },
    {
      to: '@ts-morph/common/dist/typescript.js',
      kind: 'lazy',
      by: ['sources/load-typescript.ts'],
      why: 'the part of ts-morph that parses',
    },
    { to: 'node:fs', why: 'reads the tree' },
    { to: 'node:path', why: 'names files' },
    {
      to: 'node:module',
      by: ['sources/load-typescript.ts', 'sources/resolve-specifier.ts'],
      why: 'loads the compiler late; knows built-in modules',
    },
  ],
  'sources/git': [
    { to: 'model', why: 'errors' },
    { to: 'node:fs', why: 'looks for a repository' },
    { to: 'node:path', why: 'names files of the repository' },
    { to: 'node:child_process', why: 'asks git' },
  ],
  directives: [
    { to: 'model', why: 'ids of deprecations' },
    { to: 'lib', why: 'dates, lines, names meant' },
    { to: 'sources', only: ['sources/load-typescript.ts'], why: 'finds comments with the scanner of the compiler' },
    { to: 'report', kind: 'type', only: ['report/report.ts'], why: 'suppressed findings are marked in the report' },
  ],
  'waf/migration': [],
  'waf/check': [
    { to: 'model', kind: 'type', why: 'gives findings' },
    { to: 'waf/migration', why: 'operations and limits' },
    { to: 'facts', only: ['facts/visit-exprs.ts'], why: 'words of a file' },
    ...PASSES.map((pass): Allowed => ({
      to: `engine/${pass}`,
      why: 'a check builds on the passes',
      ...(pass === 'checks' ? { kind: 'type', only: ['engine/checks/check.ts'] } : {}),
    })),
  ],
  'waf/plan': [
    { to: 'model', only: ['model/errors.ts'], why: 'errors' },
    { to: 'lib', why: 'quotes what users wrote in errors' },
    { to: 'waf/migration', why: 'mappings and limits' },
    { to: 'node:buffer', by: ['waf/plan/limits.ts'], why: 'sizes in bytes' },
    {
      to: 'node:fs',
      by: ['waf/plan/read-inputs.ts', 'waf/plan/validate-export.ts'],
      why: 'reads the exported zone and its schema',
    },
    { to: 'node:module', by: ['waf/plan/validate-export.ts'], why: 'loads ajv only when an export is validated' },
    { to: 'ajv', kind: 'lazy', by: ['waf/plan/validate-export.ts'], why: 'validates exported zones' },
  ],
  'waf/report': [
    { to: 'lib', only: ['lib/escape-text.ts'], why: 'shows what users wrote' },
    { to: 'waf/plan', kind: 'type', only: ['waf/plan/plan-types.ts'], why: 'plans are shown' },
  ],
  eslint: [
    { to: 'api', only: ['api/known-apis.ts'], why: 'what code calls the API' },
    { to: 'model', why: 'types of findings and settings' },
    { to: 'lib', why: 'small helpers' },
    { to: 'engine', only: ['engine/analyse.ts'], why: 'the analysis' },
    { to: 'engine/judge', only: ['engine/judge/messages.ts'], why: 'findings in words' },
    { to: 'facts', only: ['facts/estree.ts'], why: 'lowers the tree that ESLint has' },
    { to: 'catalogue', only: ['catalogue/load.ts'], why: 'the deprecations' },
    { to: 'select', why: 'what is looked at' },
    { to: 'sources', why: 'file look-ups that need no compiler' },
    { to: 'directives', only: ['directives/directive.ts'], why: 'the words of directives' },
    { to: 'eslint/rules', why: 'the plugin lists its rules' },
    { to: '@typescript-eslint/utils', kind: 'type', why: "types of ESLint's trees and rules" },
    { to: 'eslint', kind: 'type', why: 'types of rules' },
    { to: 'node:fs', why: 'reads imported files' },
    { to: 'node:path', why: 'names of imported files' },
  ],
  'eslint/rules': [{ to: 'eslint', why: 'rules are made there' }],
  scan: [
    { to: 'model', why: 'types of findings and errors' },
    { to: 'lib', why: 'small helpers' },
    { to: 'engine', only: ['engine/analyse.ts'], why: 'the analysis' },
    { to: 'facts', only: ['facts/typescript.ts'], why: 'lowers the files it reads' },
    { to: 'catalogue', only: ['catalogue/load.ts'], why: 'the deprecations' },
    { to: 'select', why: 'what is looked at' },
    { to: 'sources', why: 'lists and reads files' },
    { to: 'directives', why: 'exceptions in comments' },
    { to: 'report', only: ['report/build-report.ts', 'report/report.ts'], why: 'a scan gives a report' },
    { to: 'baseline', only: ['baseline/match.ts'], why: 'two scans are compared by the identity of findings' },
    { to: 'node:fs', by: ['scan/scan-tree.ts'], why: 'looks whether the scanned folder is one' },
    { to: 'node:path', why: 'names files' },
  ],
  report: [
    { to: 'model', why: 'findings are shown' },
    { to: 'lib', why: 'escapes, places' },
    {
      to: 'engine/judge',
      only: ['engine/judge/messages.ts', 'engine/judge/lifecycle.ts'],
      why: 'findings in words, and how far the end of life is',
    },
    { to: 'picocolors', why: 'colours on a terminal' },
    { to: '@babel/code-frame', kind: 'lazy', by: ['report/source-frame.ts'], why: 'code frames of the text report' },
    { to: 'node:module', by: ['report/source-frame.ts'], why: 'loads code frames only where one is shown' },
    { to: 'node:path', by: ['report/formats.ts'], why: 'two reports must not go to one file' },
  ],
  baseline: [
    { to: 'model', why: 'known findings are findings' },
    { to: 'lib', why: 'dates, names meant' },
    { to: 'engine/judge', only: ['engine/judge/lifecycle.ts'], why: 'what has ended on which day' },
    { to: 'report', kind: 'type', only: ['report/report.ts'], why: 'known findings are marked in the report' },
    { to: 'node:fs', why: 'reads and writes the baseline' },
  ],
  config: [
    { to: 'model', why: 'the shapes of what can be configured' },
    { to: 'lib', why: 'files of the package, names meant' },
    { to: 'node:fs', why: 'reads configuration files and their schema' },
    { to: 'node:path', why: 'finds the file upward' },
    { to: 'node:url', by: ['config/import-config.ts'], why: 'imports a JavaScript configuration' },
    { to: 'node:module', why: 'loads the validator and the compiler late' },
    { to: 'ajv', kind: 'lazy', by: ['config/check-config.ts'], why: 'validates configurations' },
    {
      to: 'ts-morph',
      kind: 'lazy',
      by: ['config/import-config.ts'],
      why: 'turns a TypeScript configuration into JavaScript',
    },
  ],
  cli: [
    { to: 'model', why: 'errors it turns into exit codes' },
    { to: 'lib', why: 'small helpers' },
    { to: 'engine', only: ['engine/analyse.ts'], why: 'hands the analysis to the scan' },
    { to: 'engine/judge', only: ['engine/judge/lifecycle.ts'], why: 'how far the end of life is' },
    { to: 'catalogue', only: ['catalogue/load.ts'], why: 'prints and explains deprecations' },
    { to: 'scan', why: 'runs scans' },
    { to: 'sources', why: 'packages of a workspace' },
    { to: 'sources/git', only: ['sources/git/changes.ts'], why: 'changed files' },
    { to: 'directives', kind: 'type', why: 'tells what exceptions were of no use' },
    { to: 'report', why: 'prints reports' },
    { to: 'baseline', why: 'applies known findings' },
    { to: 'waf/plan', why: 'plans migrations' },
    { to: 'waf/report', why: 'shows plans' },
    { to: 'config', why: 'reads the configuration' },
    { to: 'commander', why: 'reads the command line' },
    { to: 'node:fs', why: 'writes the output file' },
    { to: 'node:path', why: 'resolves paths of the command line' },
    { to: 'node:crypto', by: ['cli/write-output.ts'], why: 'names temporary files' },
    { to: 'node:readline/promises', by: ['cli/start.ts'], why: 'asks before it writes' },
    { to: 'node:tty', by: ['cli/start.ts'], why: 'asks only at a terminal' },
  ],
  'docs-gen': [
    { to: 'node:fs', by: ['docs-gen/generate.ts'], why: 'reads the fixtures, writes the page' },
    { to: 'node:url', by: ['docs-gen/generate.ts'], why: 'finds the project' },
  ],
  'index.ts': [{ to: 'eslint', only: ['eslint/plugin.ts'], why: 'the package is the plugin' }],
};

const ALLOWED: Readonly<Record<string, readonly Allowed[]>> = Object.fromEntries(
  [...new Set([...Object.keys(ROOMS), ...Object.keys(PASS_ALLOWANCES)])].map((room) => [
    room,
    [...(ROOMS[room] ?? []), ...(PASS_ALLOWANCES[room] ?? [])],
  ]),
);

const FILES = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => file.endsWith('.ts'))
  .sort();

const SOURCES = new Map(
  FILES.map((file) => [
    file,
    ts.createSourceFile(file, readFileSync(`${SRC}${file}`, 'utf8'), ts.ScriptTarget.Latest, true),
  ]),
);
const EDGES = [...SOURCES].flatMap(([file, source]) => edgesOf(file, source));

function edgesOf(file: string, source: ts.SourceFile): readonly Edge[] {
  const edges: Edge[] = [];
  const add = (specifier: ts.Expression | undefined, kind: Kind): void => {
    if (specifier !== undefined && ts.isStringLiteral(specifier))
      edges.push({ from: file, to: targetOf(file, specifier.text), kind });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node))
      add(node.moduleSpecifier, node.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword ? 'type' : 'value');
    if (ts.isExportDeclaration(node)) add(node.moduleSpecifier, node.isTypeOnly ? 'type' : 'value');
    if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) add(node.argument.literal, 'type');
    if (ts.isCallExpression(node) && loadsLate(node.expression)) add(node.arguments[0], 'lazy');
    ts.forEachChild(node, visit);
  };
  visit(source);
  return edges;
}

/** `import(…)`, `require(…)` and `createRequire(…)(…)`. */
function loadsLate(callee: ts.Expression): boolean {
  if (callee.kind === ts.SyntaxKind.ImportKeyword) return true;
  if (ts.isIdentifier(callee)) return callee.text === 'require';
  return (
    ts.isCallExpression(callee) && ts.isIdentifier(callee.expression) && callee.expression.text === 'createRequire'
  );
}

function targetOf(file: string, specifier: string): string {
  if (!specifier.startsWith('.')) return specifier;
  return posix.join(posix.dirname(file), specifier).replace(/\.js$/, '.ts');
}

/** The folder of a file of `src`, or the package. */
function partOf(target: string): string {
  return SOURCES.has(target) && target.includes('/') ? posix.dirname(target) : target;
}

function covers(rule: Allowed, edge: Edge): boolean {
  return (
    rule.to === partOf(edge.to) &&
    (rule.kind === undefined || edge.kind === rule.kind || edge.kind === 'type') &&
    (rule.by === undefined || rule.by.includes(edge.from)) &&
    (rule.only === undefined || rule.only.includes(edge.to))
  );
}

function isAllowed(edge: Edge): boolean {
  return (ALLOWED[partOf(edge.from)] ?? []).some((rule) => covers(rule, edge));
}

/** Circles of files, each from its first name on; those that only types make count as well. */
function circles(edges: readonly Edge[]): readonly string[] {
  const targets = new Map<string, string[]>();
  for (const { from, to } of edges) targets.set(from, [...(targets.get(from) ?? []), to]);
  const found: string[] = [];
  const done = new Set<string>();
  const walk = (file: string, path: readonly string[]): void => {
    const start = path.indexOf(file);
    if (start >= 0) found.push([...path.slice(start), file].join(' → '));
    if (start >= 0 || done.has(file)) return;
    for (const to of targets.get(file) ?? []) walk(to, [...path, file]);
    done.add(file);
  };
  for (const file of targets.keys()) walk(file, []);
  return found;
}

function edge(from: string, to: string, kind: Kind): Edge {
  return { from, to, kind };
}

function describeEdge({ from, to, kind }: Edge): string {
  return `${from} → ${to} (${kind})`;
}

/** Files and packages that are loaded together with a file. */
function loadedWith(entry: string): ReadonlySet<string> {
  const loaded = new Set([entry]);
  for (const file of loaded) {
    for (const edge of EDGES) if (edge.from === file && edge.kind === 'value') loaded.add(edge.to);
  }
  return loaded;
}

describe('imports inside src', () => {
  it('sees the files and their imports', () => {
    expect(EDGES).toContainEqual({ from: 'engine/finder.ts', to: 'clients/index.ts', kind: 'value' });
    expect(EDGES).toContainEqual({ from: 'facts/typescript.ts', to: 'ts-morph', kind: 'type' });
    expect(EDGES).toContainEqual({ from: 'sources/load-typescript.ts', to: 'ts-morph', kind: 'lazy' });
    expect(EDGES.filter((edge) => edge.to.endsWith('.ts') && !SOURCES.has(edge.to)).map(describeEdge)).toEqual([]);
  });

  it('go only where the table allows', () => {
    const refused = EDGES.filter((edge) => partOf(edge.from) !== partOf(edge.to) && !isAllowed(edge));
    expect(refused.map(describeEdge)).toEqual([]);
  });

  it.each([
    [{ from: 'engine/analyse.ts', to: 'node:fs', kind: 'value' }],
    [{ from: 'engine/analyse.ts', to: 'facts/typescript.ts', kind: 'value' }],
    [{ from: 'model/span.ts', to: 'engine/values/text.ts', kind: 'type' }],
    [{ from: 'engine/values/text.ts', to: 'engine/evaluate/evaluator.ts', kind: 'type' }],
    [{ from: 'engine/requests/sites.ts', to: 'engine/checks/field-writes.ts', kind: 'value' }],
    [{ from: 'facts/typescript.ts', to: 'ts-morph', kind: 'value' }],
    [{ from: 'eslint/plugin.ts', to: 'scan/scan-tree.ts', kind: 'value' }],
    [{ from: 'scan/scan.ts', to: 'cli/start.ts', kind: 'value' }],
    [{ from: 'catalogue/join.ts', to: 'node:fs', kind: 'value' }],
  ] as const)('would refuse $from → $to', (edge) => {
    expect(isAllowed(edge)).toBe(false);
  });

  it('make no circle of files, not even of types', () => {
    expect(circles(EDGES)).toEqual([]);
    expect(circles([edge('a', 'b', 'value'), edge('b', 'c', 'type'), edge('c', 'b', 'value')])).toEqual(['b → c → b']);
  });

  it('use every allowance, and every file that one names', () => {
    const unused = Object.entries(ALLOWED).flatMap(([room, rules]) =>
      rules.flatMap((rule) => {
        const used = EDGES.filter((candidate) => partOf(candidate.from) === room && covers(rule, candidate));
        const names = [...(rule.by ?? []), ...(rule.only ?? [])];
        const stale = names.filter((name) => !used.some(({ from, to }) => from === name || to === name));
        return used.length === 0 ? [`${room} → ${rule.to}`] : stale.map((name) => `${room} → ${rule.to}: ${name}`);
      }),
    );
    // Passes may use any pass before them; that one does not yet is no allowance to take back.
    expect(unused.filter((one) => !/^engine\/\w+ → engine\/\w+$/.test(one))).toEqual([]);
  });

  it('nobody imports the command line', () => {
    expect(EDGES.filter((edge) => partOf(edge.to) === 'cli' && partOf(edge.from) !== 'cli').map(describeEdge)).toEqual(
      [],
    );
  });
});

describe('the plugin entry', () => {
  it('loads no compiler, not even through others', () => {
    const loaded = loadedWith('index.ts');
    expect(loaded).toContain('engine/analyse.ts');
    expect([...loaded].filter((name) => /^(?:@?ts-morph.*|typescript|@typescript-eslint\/.*)$/.test(name))).toEqual([]);
  });

  it('loads only what the package depends on', () => {
    const { dependencies } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
      readonly dependencies: Readonly<Record<string, string>>;
    };
    const packages = EDGES.filter(
      (edge) => edge.kind !== 'type' && !SOURCES.has(edge.to) && !edge.to.startsWith('node:'),
    ).map((edge) => edge.to);
    // ts-morph has its compiler in a package of its own, which is asked for through ts-morph.
    expect(
      packages.filter((name) => dependencies[name] === undefined && !name.startsWith('@ts-morph/common/')),
    ).toEqual([]);
  });

  it('depends on nothing that no file imports, and gives a reason for each', () => {
    const { dependencies } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
      readonly dependencies: Readonly<Record<string, string>>;
    };
    const imported = new Set(EDGES.map((edge) => edge.to));
    const security = readFileSync(new URL('../SECURITY.md', import.meta.url), 'utf8');
    const told = [
      ...security
        .slice(security.indexOf('## Dependencies'), security.indexOf('## Limits'))
        .matchAll(/^\| `([^`]+)` \| ./gm),
    ].map(([, name]) => name);
    expect(told).toEqual(Object.keys(dependencies));
    expect(
      Object.keys(dependencies).filter(
        (name) => !imported.has(name) && ![...imported].some((to) => to.startsWith(`${name}/`)),
      ),
    ).toEqual([]);
  });
});

describe('the engine', () => {
  const engine = [...SOURCES].filter(([file]) => file.startsWith('engine/'));

  it('reads no clock, no environment and no disk', () => {
    const uses = engine.flatMap(([file, source]) => outsideUses(source).map((use) => `${file}: ${use}`));
    expect(uses).toEqual([]);
  });

  it('would be caught reading them', () => {
    const source = ts.createSourceFile(
      'x.ts',
      "const a = [Date.now(), new Date(), process.env, performance.now(), Math.random()]; // process\nconst b = 'process';\nconst c = { process: 1 };",
      ts.ScriptTarget.Latest,
      true,
    );
    expect(outsideUses(source)).toEqual(['Date.now', 'Date()', 'process', 'performance', 'Math.random']);
  });

  function outsideUses(source: ts.SourceFile): readonly string[] {
    const uses: string[] = [];
    const visit = (node: ts.Node): void => {
      if (
        ts.isIdentifier(node) &&
        ['process', 'performance', 'require', 'globalThis', 'fetch'].includes(node.text) &&
        !isPropertyName(node)
      )
        uses.push(node.text);
      if (ts.isPropertyAccessExpression(node) && ['Math.random', 'Date.now'].includes(node.getText(source)))
        uses.push(node.getText(source));
      // `Date.UTC` and `Date.parse` work on what they are given.
      if ((ts.isNewExpression(node) || ts.isCallExpression(node)) && node.expression.getText(source) === 'Date')
        uses.push('Date()');
      ts.forEachChild(node, visit);
    };
    visit(source);
    return uses;
  }

  function isPropertyName(node: ts.Identifier): boolean {
    const { parent } = node;
    return (
      (ts.isPropertyAccessExpression(parent) && parent.name === node) ||
      (ts.isPropertyAssignment(parent) && parent.name === node)
    );
  }
});
