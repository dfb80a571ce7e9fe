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

/** Which folder may import what, and why. Everything else is refused. */
const ALLOWED: Readonly<Record<string, readonly Allowed[]>> = {
  model: [],
  facts: [
    { to: 'model', why: 'facts are defined there' },
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
    {
      to: 'node:fs',
      by: ['catalogue/generate.ts', 'catalogue/load.ts'],
      why: 'reads the sources, writes and reads the generated file',
    },
    { to: 'node:url', by: ['catalogue/generate.ts', 'catalogue/load.ts'], why: 'finds the rules folder' },
    { to: 'node:crypto', by: ['catalogue/generate-catalogue.ts', 'catalogue/merge.ts'], why: 'digest of the sources' },
    {
      to: 'node:module',
      by: ['catalogue/validate.ts'],
      why: 'loads ajv only when a catalogue of the user is validated',
    },
    { to: 'ajv', kind: 'lazy', by: ['catalogue/validate.ts'], why: 'validates catalogues of users' },
  ],
  engine: [
    { to: 'model', why: 'works on facts, gives findings' },
    { to: 'clients', why: 'interprets the client models' },
    { to: 'facts', only: ['facts/scope.ts'], why: 'looks up names in facts' },
  ],
  waf: [
    { to: 'model', why: 'errors and small helpers' },
    { to: 'report', only: ['report/escape-text.ts'], why: 'quotes what users wrote in errors' },
    { to: 'node:buffer', by: ['waf/limits.ts'], why: 'sizes in bytes' },
    {
      to: 'node:fs',
      by: ['waf/read-inputs.ts', 'waf/validate-export.ts'],
      why: 'reads the exported zone and its schema',
    },
    { to: 'node:module', by: ['waf/validate-export.ts'], why: 'loads ajv only when an export is validated' },
    { to: 'ajv', kind: 'lazy', by: ['waf/validate-export.ts'], why: 'validates exported zones' },
  ],
  eslint: [
    { to: 'model', why: 'types of findings and settings' },
    { to: 'engine', why: 'the analysis' },
    { to: 'facts', only: ['facts/estree.ts'], why: 'lowers the tree that ESLint has' },
    { to: 'catalogue', only: ['catalogue/load.ts'], why: 'the deprecations' },
    { to: '@typescript-eslint/utils', kind: 'type', why: "types of ESLint's trees and rules" },
    { to: 'eslint', kind: 'type', why: 'types of rules' },
    {
      to: 'scanner',
      only: [
        'scanner/api-mention.ts',
        'scanner/prefilter.ts',
        'scanner/relevance.ts',
        'scanner/candidate.ts',
        'scanner/resolve-file.ts',
        'scanner/file-probe.ts',
        'scanner/package-version.ts',
        'scanner/glob.ts',
        'scanner/directive.ts',
      ],
      why: 'the text test and file look-ups that need no compiler',
    },
    { to: 'node:fs', why: 'reads imported files' },
    { to: 'node:path', why: 'names of imported files' },
  ],
  scanner: [
    { to: 'model', why: 'types of findings and errors' },
    { to: 'engine', why: 'the analysis' },
    {
      to: 'facts',
      only: ['facts/typescript.ts', 'facts/scope.ts'],
      why: 'lowers the files it reads, and looks up names in them',
    },
    { to: 'catalogue', only: ['catalogue/load.ts'], why: 'the deprecations' },
    {
      to: 'report',
      only: ['report/build-report.ts', 'report/report.ts', 'report/line-index.ts'],
      why: 'a scan gives a report',
    },
    { to: 'baseline', only: ['baseline/match.ts'], why: 'two scans are compared by the identity of findings' },
    { to: 'git', why: 'changed files and their texts' },
    {
      to: 'ts-morph',
      kind: 'lazy',
      by: ['scanner/load-typescript.ts'],
      why: 'parses, only when something needs parsing',
    },
    {
      to: '@ts-morph/common/dist/typescript.js',
      kind: 'lazy',
      by: ['scanner/load-typescript.ts'],
      why: 'the part of ts-morph that parses',
    },
    { to: 'node:fs', why: 'reads the tree' },
    { to: 'node:path', why: 'names files' },
    {
      to: 'node:module',
      by: ['scanner/load-typescript.ts', 'scanner/resolve-specifier.ts'],
      why: 'loads the compiler late; knows built-in modules',
    },
    { to: 'node:child_process', by: ['scanner/git-list.ts'], why: 'asks git for the files' },
  ],
  report: [
    { to: 'model', why: 'findings are shown' },
    {
      to: 'engine',
      only: ['engine/messages.ts', 'engine/lifecycle.ts'],
      why: 'findings in words, and how far the end of life is',
    },
    { to: 'waf', kind: 'type', only: ['waf/plan-types.ts'], why: 'migration plans are shown' },
    { to: 'picocolors', why: 'colours on a terminal' },
    { to: '@babel/code-frame', kind: 'lazy', by: ['report/source-frame.ts'], why: 'code frames of the text report' },
    { to: 'node:module', by: ['report/source-frame.ts'], why: 'loads code frames only where one is shown' },
  ],
  baseline: [
    { to: 'model', why: 'known findings are findings' },
    {
      to: 'engine',
      only: ['engine/messages.ts', 'engine/fingerprint.ts', 'engine/lifecycle.ts'],
      why: 'identity of findings, and what has ended on which day',
    },
    { to: 'report', kind: 'type', only: ['report/report.ts'], why: 'known findings are marked in the report' },
    { to: 'node:fs', why: 'reads and writes the baseline' },
  ],
  config: [
    { to: 'model', why: 'the shapes of what can be configured' },
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
  git: [
    { to: 'model', why: 'errors' },
    { to: 'node:fs', why: 'looks for a repository' },
    { to: 'node:path', why: 'names files of the repository' },
    { to: 'node:child_process', by: ['git/run-git.ts'], why: 'asks git' },
  ],
  cli: [
    { to: 'model', why: 'errors it turns into exit codes' },
    { to: 'engine', why: 'hands the analysis to the scan' },
    { to: 'catalogue', only: ['catalogue/load.ts'], why: 'prints and explains deprecations' },
    { to: 'scanner', why: 'runs scans' },
    { to: 'report', why: 'prints reports' },
    { to: 'baseline', why: 'applies known findings' },
    { to: 'waf', why: 'plans migrations' },
    { to: 'config', why: 'reads the configuration' },
    { to: 'git', why: 'changed files' },
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
  return SOURCES.has(target) && target.includes('/') ? target.slice(0, target.indexOf('/')) : target;
}

function isAllowed(edge: Edge): boolean {
  const rules = ALLOWED[partOf(edge.from)] ?? [];
  return rules.some(
    (rule) =>
      rule.to === partOf(edge.to) &&
      (rule.kind === undefined || edge.kind === rule.kind || edge.kind === 'type') &&
      (rule.by === undefined || rule.by.includes(edge.from)) &&
      (rule.only === undefined || rule.only.includes(edge.to)),
  );
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
    expect(EDGES).toContainEqual({ from: 'scanner/load-typescript.ts', to: 'ts-morph', kind: 'lazy' });
    expect(EDGES.filter((edge) => edge.to.endsWith('.ts') && !SOURCES.has(edge.to)).map(describeEdge)).toEqual([]);
  });

  it('go only where the table allows', () => {
    const refused = EDGES.filter((edge) => partOf(edge.from) !== partOf(edge.to) && !isAllowed(edge));
    expect(refused.map(describeEdge)).toEqual([]);
  });

  it.each([
    [{ from: 'engine/analyse.ts', to: 'node:fs', kind: 'value' }],
    [{ from: 'engine/analyse.ts', to: 'facts/typescript.ts', kind: 'value' }],
    [{ from: 'model/span.ts', to: 'engine/text.ts', kind: 'type' }],
    [{ from: 'facts/typescript.ts', to: 'ts-morph', kind: 'value' }],
    [{ from: 'eslint/plugin.ts', to: 'scanner/run-scan.ts', kind: 'value' }],
    [{ from: 'scanner/scan.ts', to: 'cli/start.ts', kind: 'value' }],
    [{ from: 'catalogue/join.ts', to: 'node:fs', kind: 'value' }],
  ] as const)('would refuse $from → $to', (edge) => {
    expect(isAllowed(edge)).toBe(false);
  });

  it('make no cycle between folders at run time', () => {
    const folders = new Map<string, Set<string>>();
    for (const edge of EDGES) {
      const from = partOf(edge.from);
      const to = partOf(edge.to);
      if (from === to || !SOURCES.has(edge.to) || edge.kind === 'type') continue;
      folders.set(from, (folders.get(from) ?? new Set()).add(to));
    }
    const reaches = (from: string, to: string, seen = new Set<string>()): boolean =>
      [...(folders.get(from) ?? [])].some(
        (next) => next === to || (!seen.has(next) && reaches(next, to, seen.add(next))),
      );
    expect([...folders.keys()].filter((folder) => reaches(folder, folder))).toEqual([]);
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
