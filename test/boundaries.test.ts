import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ts } from 'ts-morph';
import { describe, expect, it } from 'vitest';
import { ALLOWED, HALLS, type Allowed, type Kind } from './rooms.js';

const ROOT = fileURLToPath(new URL('../', import.meta.url));

/** Folders of sources, by the first part of the names that their files have here. */
const FOLDERS: readonly (readonly [name: string, folder: string])[] = [
  ...readdirSync(`${ROOT}packages`).map((name) => [`${name}/`, `packages/${name}/src/`] as const),
  ['', 'src/'],
];

interface Edge {
  readonly from: string;
  /** A file of `src` or of a package, or the specifier as written. */
  readonly to: string;
  readonly kind: Kind;
}

const SOURCES = new Map(
  FOLDERS.flatMap(([name, folder]) =>
    readdirSync(`${ROOT}${folder}`, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .map((file) => [`${name}${file.replaceAll('\\', '/')}`, `${ROOT}${folder}${file}`] as const),
  )
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([file, path]) => [file, ts.createSourceFile(file, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true)]),
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
    if (ts.isCallExpression(node) && (loadsLate(node.expression) || isLateLibrary(node.expression)))
      add(node.arguments[0], 'lazy');
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

/** `lateLibrary('name')`: the library is part of the published files. */
function isLateLibrary(callee: ts.Expression): boolean {
  return ts.isIdentifier(callee) && callee.text === 'lateLibrary';
}

function targetOf(file: string, specifier: string): string {
  if (!specifier.startsWith('.')) return specifier;
  const [name, folder] = FOLDERS.find(([start]) => file.startsWith(start)) ?? ['', 'src/'];
  const path = posix.join(folder, posix.dirname(file.slice(name.length)), specifier).replace(/\.js$/, '.ts');
  const [start, holder] = FOLDERS.find(([, other]) => path.startsWith(other)) ?? ['', ''];
  return `${start}${path.slice(holder.length)}`;
}

/** Whether a file is of a package, which `src` does without. */
function isPackaged(file: string): boolean {
  return FOLDERS.some(([name]) => name !== '' && file.startsWith(name));
}

/** The room of a file of `src`: its folder, or the hall that the folder is in; a package as it is; tables are one room. */
function partOf(target: string): string {
  if (isTable(target)) return 'rules';
  return hallOf(target) ?? (SOURCES.has(target) && target.includes('/') ? posix.dirname(target) : target);
}

/** A file of data beside `src`, which becomes part of the bundle. */
function isTable(target: string): boolean {
  return target.startsWith('rules/');
}

function hallOf(file: string): string | undefined {
  return Object.keys(HALLS).find((hall) => file.startsWith(`${hall}/`));
}

/** Imports between the folders of a hall, as `from → to`. */
function insideHall(hall: string, edges: readonly Edge[]): ReadonlySet<string> {
  const folderOf = (file: string): string => posix.relative(hall, posix.dirname(file)) || '.';
  const inside = edges.filter(({ from, to }) => hallOf(from) === hall && hallOf(to) === hall);
  const arrows = inside.map(({ from, to }) => [folderOf(from), folderOf(to)] as const);
  return new Set(arrows.filter(([from, to]) => from !== to).map((arrow) => arrow.join(' → ')));
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
    expect(EDGES).toContainEqual({ from: 'engine/known-clients.ts', to: 'clients/index.ts', kind: 'value' });
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
    [{ from: 'catalogue/load.ts', to: 'node:fs', kind: 'value' }],
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

  it.each(Object.entries(HALLS))('inside %s go only where its walls have doors, and use each', (hall, walls) => {
    const doors = Object.entries(walls).flatMap(([from, targets]) => targets.map((to) => `${from} → ${to}`));
    expect([...insideHall(hall, EDGES)].sort()).toEqual(doors.sort());
    const wrong = edge('cli/shared/io.ts', 'cli/scan/watch.ts', 'value');
    expect([...insideHall('cli', [wrong])]).toEqual(['shared → scan']);
  });

  it('only packages of commands import the command line', () => {
    const imports = EDGES.filter(({ from, to }) => partOf(to) === 'cli' && partOf(from) !== 'cli');
    expect(imports.filter(({ from }) => !isPackaged(from)).map(describeEdge)).toEqual([]);
    expect(imports.map(describeEdge)).toContain('catalogue-tools/index.ts → cli/packaged-commands.ts (type)');
    expect(imports.map(describeEdge)).toContain('waf-plan/index.ts → cli/packaged-commands.ts (type)');
  });

  it('lead to no package: the program is whole without them', () => {
    expect(EDGES.filter(({ from, to }) => isPackaged(to) && !isPackaged(from)).map(describeEdge)).toEqual([]);
    expect(targetOf('cli/run.ts', '../../packages/catalogue-tools/src/index.js')).toBe('catalogue-tools/index.ts');
  });
});

describe('the plugin entry', () => {
  it('loads no compiler, not even through others', () => {
    const loaded = loadedWith('index.ts');
    expect(loaded).toContain('engine/analyse.ts');
    expect([...loaded].filter((name) => /^(?:@?ts-morph.*|typescript|@typescript-eslint\/.*)$/.test(name))).toEqual([]);
  });
});

describe('an inventory', () => {
  it('is loaded by its command alone, once it is asked for', () => {
    const isInventory = (file: string): boolean =>
      /^(?:scan\/(?:any-request|call-ledger|declared-sdks|inventory)|report\/(?:inventory|cyclonedx)[\w-]*|cli\/apis\/run-apis)\.ts$/.test(
        file,
      );
    const ways = EDGES.filter(({ from, to, kind }) => kind !== 'type' && isInventory(to) && !isInventory(from));
    expect(ways.map(describeEdge)).toEqual(['cli/apis/apis-command.ts → cli/apis/run-apis.ts (lazy)']);
  });
});

describe('packages of others', () => {
  const { dependencies, devDependencies } = JSON.parse(
    readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
  ) as Readonly<Record<'dependencies' | 'devDependencies', Readonly<Record<string, string>>>>;
  const loaded = EDGES.filter(
    ({ to, kind }) => kind !== 'type' && !SOURCES.has(to) && !isTable(to) && !to.startsWith('node:'),
  );
  const bundled = new Set(
    loaded
      .filter(({ from }) => !isPackaged(from))
      .map(({ to }) => packageOf(to))
      .filter((name) => dependencies[name] === undefined),
  );
  const bundledInTools = new Set(
    loaded.filter(({ from }) => from.startsWith('catalogue-tools/')).map(({ to }) => packageOf(to)),
  );

  /** Packages of servers, which a hook never runs and so does not install. */
  const SERVERS = ['@modelcontextprotocol/sdk', 'vscode-languageserver'];

  it('are not loaded for tables that are joined before', () => {
    const entries = ['index.ts', 'cli/start.ts', 'scan/index.ts'];
    expect(entries.flatMap((entry) => [...loadedWith(entry)])).not.toContain('ajv');
  });

  it('are installed with this one where they are loaded by name at run time, and only there', () => {
    const required = new Set([...SOURCES.values()].flatMap(requiredIn).map(packageOf));
    // The bundler does not follow these: what is not installed would not be found.
    expect([...required].filter((name) => bundled.has(name))).toEqual([]);
    expect(Object.keys(dependencies).filter((name) => !required.has(name))).toEqual([]);
  });

  it('are of an exact version where they become part of the bundle', () => {
    expect(bundled).toContain('commander');
    for (const name of bundled) expect(`${name} ${devDependencies[name] ?? ''}`).toMatch(/ \d+\.\d+\.\d+$/);
    const tools = JSON.parse(readFileSync(`${ROOT}packages/catalogue-tools/package.json`, 'utf8')) as {
      readonly devDependencies: Readonly<Record<string, string>>;
    };
    expect(bundledInTools).toContain('htmlparser2');
    // YAML is read with the library of the program.
    for (const name of [...bundledInTools].filter((one) => one !== 'yaml'))
      expect(`${name} ${tools.devDependencies[name] ?? ''}`).toMatch(/ \d+\.\d+\.\d+$/);
  });

  it('are there for a reason that is told', () => {
    const security = readFileSync(new URL('../SECURITY.md', import.meta.url), 'utf8');
    const told = (from: string, to: string): readonly (string | undefined)[] =>
      [...security.slice(security.indexOf(from), security.indexOf(to)).matchAll(/^\| `([^`]+)` \| ./gm)].map(
        ([, name]) => name,
      );
    expect(told('Installed with this package', 'Part of the published files')).toEqual(Object.keys(dependencies));
    // A parser, with the compiler that it is taken from, and validators are built in as well.
    expect(told('Part of the published files', 'Part of `sunset-lint-catalogue-tools`')).toEqual(
      [...bundled, '@ts-morph/common', 'ajv', 'typescript'].sort(),
    );
    expect(told('Part of `sunset-lint-catalogue-tools`', '## Guarantees')).toEqual(
      [...bundledInTools].filter((name) => name !== 'yaml').sort(),
    );
  });

  it('are installed by the hook that builds the program from a clone', () => {
    const hook = readFileSync(new URL('../templates/pre-commit/sunset-lint.mjs', import.meta.url), 'utf8');
    const list = /const BUNDLED = \[([^\]]*)\]/.exec(hook)?.[1] ?? '';
    expect([...list.matchAll(/'([^']+)'/g)].map(([, name]) => name)).toEqual(
      [...[...bundled].filter((name) => !SERVERS.includes(name)), 'ajv', 'rolldown'].sort(),
    );
  });

  it('would be seen, however they are loaded', () => {
    const source = ts.createSourceFile(
      'x.ts',
      "createRequire(import.meta.url)('a/b'); const require = createRequire(x); require('@c/d'); import('e');",
      ts.ScriptTarget.Latest,
      true,
    );
    expect(requiredIn(source).map(packageOf)).toEqual(['a', '@c/d']);
  });

  function packageOf(specifier: string): string {
    return specifier
      .split('/')
      .slice(0, specifier.startsWith('@') ? 2 : 1)
      .join('/');
  }

  function requiredIn(source: ts.SourceFile): readonly string[] {
    const names: string[] = [];
    const visit = (node: ts.Node): void => {
      if (ts.isCallExpression(node) && node.expression.kind !== ts.SyntaxKind.ImportKeyword) {
        const [first] = node.arguments;
        if (loadsLate(node.expression) && first !== undefined && ts.isStringLiteral(first)) names.push(first.text);
      }
      ts.forEachChild(node, visit);
    };
    visit(source);
    return names;
  }
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

describe('what leaves', () => {
  function filesWith(expression: RegExp): readonly string[] {
    return [...SOURCES]
      .filter(([, source]) => expression.test(source.text) && expression.test(codeOf(source)))
      .map(([file]) => file);
  }

  it('is written to the streams by those who start a program, and by nobody else', () => {
    const writing = filesWith(/process\.std(?:out|err)|console\.|\bwriteSync\(\s*[12]\b/);
    // Those of `clients` are words of scanned code.
    expect(writing.filter((file) => !file.startsWith('clients/'))).toEqual(['cli/main.ts', 'cli/start.ts']);
    expect(filesWith(/\boutputTo\(/)).toEqual(['cli/shared/io.ts', 'cli/start.ts']);
  });

  it('goes through one function for each kind of text', () => {
    expect(filesWith(/\bas Leaving\b/)).toEqual(['lib/leaving.ts']);
    expect(filesWith(/\bgiven\.(?:out|err)\b/)).toEqual(['cli/shared/io.ts']);
    expect(filesWith(/\basSafe\(/)).toEqual(['cli/run.ts', 'lib/leaving.ts']);
    expect(filesWith(/\basReport\(/)).toEqual(['cli/reports/write-reports.ts', 'lib/leaving.ts']);
    // Files of a person are written as they are: fixes, set-up. What is kept has been masked by who found it.
    expect(filesWith(/\bwriteOutput\(/)).toEqual([
      'cli/facts/facts-command.ts',
      'cli/fix/fixable-file.ts',
      'cli/init/init-apply.ts',
      'cli/reports/write-reports.ts',
      'cli/scanning/baseline-step.ts',
      'cli/shared/write-output.ts',
    ]);
  });

  it('would be caught', () => {
    const source = ts.createSourceFile('x.ts', '// process.stdout\nconsole.log(1);', ts.ScriptTarget.Latest, true);
    expect(codeOf(source)).not.toContain('process');
    expect(codeOf(source)).toContain('console.');
  });

  /** Source without its comments. */
  function codeOf(source: ts.SourceFile): string {
    return ts.createPrinter({ removeComments: true }).printFile(source);
  }
});
