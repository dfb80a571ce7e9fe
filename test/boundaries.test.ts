import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ts } from 'ts-morph';
import { describe, expect, it } from 'vitest';
import {
  LIBRARIES,
  ROOM_IMPORTS,
  FOLDER_IMPORTS,
  type AllowedImport,
  type Kind,
  type AllowedLibraries,
} from './rooms.js';

const ROOT = fileURLToPath(new URL('../', import.meta.url));

/** Folders of sources, by the prefix of their file names in this test. */
const FOLDERS: readonly (readonly [name: string, folder: string])[] = [
  ...readdirSync(`${ROOT}packages`).map((name) => [`${name}/`, `packages/${name}/src/`] as const),
  ['', 'src/'],
];

interface Edge {
  readonly from: string;
  /** File of `src` or of a package, or the specifier as written. */
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
    if (ts.isCallExpression(node) && (isLateLoad(node.expression) || isLateLibrary(node.expression)))
      add(node.arguments[0], 'lazy');
    ts.forEachChild(node, visit);
  };
  visit(source);
  return edges;
}

/** Whether a callee is `import`, `require` or `createRequire(…)`. */
function isLateLoad(callee: ts.Expression): boolean {
  if (callee.kind === ts.SyntaxKind.ImportKeyword) return true;
  if (ts.isIdentifier(callee)) return callee.text === 'require';
  return (
    ts.isCallExpression(callee) && ts.isIdentifier(callee.expression) && callee.expression.text === 'createRequire'
  );
}

/** Whether a callee is `loadLibrary`, whose library is part of the published files. */
function isLateLibrary(callee: ts.Expression): boolean {
  return ts.isIdentifier(callee) && callee.text === 'loadLibrary';
}

function targetOf(file: string, specifier: string): string {
  if (!specifier.startsWith('.')) return specifier;
  const [name, folder] = FOLDERS.find(([start]) => file.startsWith(start)) ?? ['', 'src/'];
  const path = posix.join(folder, posix.dirname(file.slice(name.length)), specifier).replace(/\.js$/, '.ts');
  const [start, holder] = FOLDERS.find(([, other]) => path.startsWith(other)) ?? ['', ''];
  return `${start}${path.slice(holder.length)}`;
}

/** Whether a file belongs to a package, on which `src` does not depend. */
function isPackaged(file: string): boolean {
  return FOLDERS.some(([name]) => name !== '' && file.startsWith(name));
}

/** Finds the innermost of some folders that contains a file. */
function folderAround(file: string, names: readonly string[]): string | undefined {
  return names.filter((name) => isIn(file, name)).sort((a, b) => b.length - a.length)[0];
}

/** Whether a file is the named one, or in a folder of that name. */
function isIn(file: string, name: string): boolean {
  return file === name || file.startsWith(`${name}/`);
}

function roomOf(file: string): string | undefined {
  return folderAround(file, Object.keys(ROOM_IMPORTS));
}

/** Whether a target is a file of `src` or of a package, or a table that is bundled. */
function isOwn(target: string): boolean {
  return SOURCES.has(target) || isTable(target);
}

function isTable(target: string): boolean {
  return target.startsWith('rules/');
}

/** Describes an import between two folders of one room as `from → to`; `.` is the room's own folder. */
function insideRoom(room: string, { from, to }: Edge): string | undefined {
  if (!isIn(from, room) || !isIn(to, room) || new Set([from, to, room].map(roomOf)).size > 1) return undefined;
  const folders = Object.keys(FOLDER_IMPORTS[room] ?? {});
  const [source, target] = [from, to].map((file) => {
    const inside = posix.relative(room, posix.dirname(file)) || '.';
    return folderAround(inside, folders) ?? inside;
  });
  return source === target ? undefined : `${source ?? ''} → ${target ?? ''}`;
}

function covers(door: AllowedImport | AllowedLibraries, edge: Edge): boolean {
  const reaches =
    'to' in door
      ? isIn(edge.to, door.to) && (door.only === undefined || door.only.includes(edge.to))
      : door.names.includes(edge.to);
  return (
    reaches &&
    (door.kind === undefined || edge.kind === door.kind || edge.kind === 'type') &&
    (door.by === undefined || door.by.some((name) => isIn(edge.from, name)))
  );
}

/** Lists imports that a room may make. */
function waysOf(room: string): readonly (AllowedImport | AllowedLibraries)[] {
  return [...(ROOM_IMPORTS[room] ?? []), ...(LIBRARIES[room] ?? [])];
}

function isAllowed(edge: Edge): boolean {
  const room = roomOf(edge.from);
  if (room !== undefined && isOwn(edge.to) && room === roomOf(edge.to))
    return Object.keys(FOLDER_IMPORTS).every((walled) => isOpen(walled, insideRoom(walled, edge)));
  return room !== undefined && waysOf(room).some((way) => covers(way, edge));
}

function doorsOf(room: string): readonly string[] {
  return Object.entries(FOLDER_IMPORTS[room] ?? {}).flatMap(([from, targets]) =>
    targets.map((to) => `${from} → ${to}`),
  );
}

/** Whether an import between two folders of a room is allowed, or stays in one folder. */
function isOpen(room: string, door: string | undefined): boolean {
  return door === undefined || doorsOf(room).includes(door);
}

/** Lists cycles of files, each from its first name on, including cycles of types. */
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

/** Collects files and packages that are loaded together with a file. */
function loadedWith(entry: string): ReadonlySet<string> {
  const loaded = new Set([entry]);
  for (const file of loaded) {
    for (const edge of EDGES) if (edge.from === file && edge.kind === 'value') loaded.add(edge.to);
  }
  return loaded;
}

describe('imports inside src', () => {
  it('are found with their kinds', () => {
    expect(EDGES).toContainEqual({ from: 'engine/known-clients.ts', to: 'knowledge/clients/index.ts', kind: 'value' });
    expect(EDGES).toContainEqual({ from: 'languages/facts/typescript.ts', to: 'ts-morph', kind: 'type' });
    expect(EDGES).toContainEqual({ from: 'files/load-typescript.ts', to: 'ts-morph', kind: 'lazy' });
    expect(EDGES.filter((edge) => edge.to.endsWith('.ts') && !SOURCES.has(edge.to)).map(describeEdge)).toEqual([]);
  });

  it('follow the table of rooms', () => {
    expect(EDGES.filter((edge) => !isAllowed(edge)).map(describeEdge)).toEqual([]);
  });

  it('go from a room to those before it in the table', () => {
    const rooms = Object.keys(ROOM_IMPORTS);
    const upwards = EDGES.filter(({ from, to }) => {
      const [source, target] = [roomOf(from), roomOf(to)];
      return source !== undefined && target !== undefined && rooms.indexOf(source) < rooms.indexOf(target);
    });
    expect(upwards.map(describeEdge)).toEqual(['engine/all-checks.ts → waf/check/waf-migration.ts (value)']);
  });

  it.each([
    [{ from: 'engine/analyse.ts', to: 'node:fs', kind: 'value' }],
    [{ from: 'engine/analyse.ts', to: 'languages/facts/typescript.ts', kind: 'value' }],
    [{ from: 'core/model/span.ts', to: 'engine/values/text.ts', kind: 'type' }],
    [{ from: 'engine/values/text.ts', to: 'engine/evaluate/evaluator.ts', kind: 'type' }],
    [{ from: 'engine/requests/sites.ts', to: 'engine/checks/field-writes.ts', kind: 'value' }],
    [{ from: 'languages/facts/typescript.ts', to: 'ts-morph', kind: 'value' }],
    [{ from: 'hosts/eslint/plugin.ts', to: 'scan/open-scan.ts', kind: 'value' }],
    [{ from: 'scan/scan.ts', to: 'hosts/cli/start.ts', kind: 'value' }],
    [{ from: 'knowledge/catalogue/load.ts', to: 'node:fs', kind: 'value' }],
  ] as const)('are refused from $from to $to', (edge) => {
    expect(isAllowed(edge)).toBe(false);
  });

  it('have no cycle of files, not even of types', () => {
    expect(circles(EDGES)).toEqual([]);
    expect(circles([edge('a', 'b', 'value'), edge('b', 'c', 'type'), edge('c', 'b', 'value')])).toEqual(['b → c → b']);
  });

  it('use every row of the tables, and every file named in one', () => {
    const unused = Object.keys(ROOM_IMPORTS).flatMap((room) =>
      waysOf(room).flatMap((way) => {
        const used = EDGES.filter((candidate) => roomOf(candidate.from) === room && covers(way, candidate));
        const names = [...(way.by ?? []), ...('to' in way ? (way.only ?? []) : way.names)];
        const stale = names.filter((name) => !used.some(({ from, to }) => isIn(from, name) || isIn(to, name)));
        const target = 'to' in way ? way.to : way.names.join(', ');
        return used.length === 0 ? [`${room} → ${target}`] : stale.map((name) => `${room} → ${target}: ${name}`);
      }),
    );
    expect(unused).toEqual([]);
  });

  // A pass of the engine may import any earlier pass, whether or not it does.
  it.each(Object.keys(FOLDER_IMPORTS).filter((room) => room !== 'engine'))(
    'between folders of %s use each row of the table',
    (room) => {
      const used = new Set(EDGES.flatMap((one) => insideRoom(room, one) ?? []));
      expect(doorsOf(room).filter((door) => !used.has(door))).toEqual([]);
    },
  );

  it('between folders of a room are found', () => {
    expect(insideRoom('hosts/cli', edge('hosts/cli/shared/io.ts', 'hosts/cli/scan/watch.ts', 'value'))).toBe(
      'shared → scan',
    );
    expect(insideRoom('engine', edge('engine/values/text.ts', 'engine/requests/sent/sent.ts', 'value'))).toBe(
      'values → requests',
    );
  });

  it('of the command line come only from command packages and the entry point', () => {
    const imports = EDGES.filter(({ from, to }) => roomOf(to) === 'hosts/cli' && roomOf(from) !== 'hosts/cli');
    expect(imports.filter(({ from }) => !isPackaged(from)).map(describeEdge)).toEqual([
      'hosts/main.ts → hosts/cli/start.ts (type)',
    ]);
    expect(imports.map(describeEdge)).toContain('catalogue-tools/index.ts → hosts/cli/packaged-commands.ts (type)');
    expect(imports.map(describeEdge)).toContain('waf-plan/index.ts → hosts/cli/packaged-commands.ts (type)');
  });

  it('never come from packages, which are optional', () => {
    expect(EDGES.filter(({ from, to }) => isPackaged(to) && !isPackaged(from)).map(describeEdge)).toEqual([]);
    expect(targetOf('hosts/cli/run.ts', '../../../packages/catalogue-tools/src/index.js')).toBe(
      'catalogue-tools/index.ts',
    );
  });
});

describe('the plugin entry', () => {
  it('loads no compiler, even indirectly', () => {
    const loaded = loadedWith('index.ts');
    expect(loaded).toContain('engine/analyse.ts');
    expect([...loaded].filter((name) => /^(?:@?ts-morph.*|typescript|@typescript-eslint\/.*)$/.test(name))).toEqual([]);
  });
});

describe('the inventory code', () => {
  it('is loaded lazily by its command alone', () => {
    const isInventory = (file: string): boolean =>
      /^(?:scan\/(?:any-request|call-ledger|declared-sdks|inventory)|report\/(?:inventory|cyclonedx)[\w-]*|hosts\/cli\/apis\/run-apis)\.ts$/.test(
        file,
      );
    const ways = EDGES.filter(({ from, to, kind }) => kind !== 'type' && isInventory(to) && !isInventory(from));
    expect(ways.map(describeEdge)).toEqual(['hosts/cli/apis/apis-command.ts → hosts/cli/apis/run-apis.ts (lazy)']);
  });
});

describe('third-party packages', () => {
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

  /** Packages of servers, which a hook does not install because it never runs them. */
  const SERVERS = ['@modelcontextprotocol/sdk', 'vscode-languageserver'];

  it('for tables that are compiled in advance are not loaded', () => {
    const entries = ['index.ts', 'hosts/cli/start.ts', 'scan/index.ts'];
    expect(entries.flatMap((entry) => [...loadedWith(entry)])).not.toContain('ajv');
  });

  it('loaded by name at run time are dependencies, and others are not', () => {
    const required = new Set([...SOURCES.values()].flatMap(requiredIn).map(packageOf));
    // The bundler does not follow these, so they must be installed.
    expect([...required].filter((name) => bundled.has(name))).toEqual([]);
    expect(Object.keys(dependencies).filter((name) => !required.has(name))).toEqual([]);
  });

  it('in the bundle have an exact version', () => {
    expect(bundled).toContain('commander');
    for (const name of bundled) expect(`${name} ${devDependencies[name] ?? ''}`).toMatch(/ \d+\.\d+\.\d+$/);
    const tools = JSON.parse(readFileSync(`${ROOT}packages/catalogue-tools/package.json`, 'utf8')) as {
      readonly devDependencies: Readonly<Record<string, string>>;
    };
    expect(bundledInTools).toContain('htmlparser2');
    // The program provides the YAML library.
    for (const name of [...bundledInTools].filter((one) => one !== 'yaml'))
      expect(`${name} ${tools.devDependencies[name] ?? ''}`).toMatch(/ \d+\.\d+\.\d+$/);
  });

  it('are listed in SECURITY.md with a reason', () => {
    const security = readFileSync(new URL('../SECURITY.md', import.meta.url), 'utf8');
    const told = (from: string, to: string): readonly (string | undefined)[] =>
      [...security.slice(security.indexOf(from), security.indexOf(to)).matchAll(/^\| `([^`]+)` \| ./gm)].map(
        ([, name]) => name,
      );
    expect(told('Installed with this package', 'Part of the published files')).toEqual(Object.keys(dependencies));
    // A parser with its compiler, and validators, are built in as well.
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

  it('are found for each way of loading them', () => {
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
        if (isLateLoad(node.expression) && first !== undefined && ts.isStringLiteral(first)) names.push(first.text);
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

  it('is rejected for reading any of them', () => {
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
      // `Date.UTC` and `Date.parse` only use their arguments.
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

describe('output of the program', () => {
  function filesWith(expression: RegExp): readonly string[] {
    return [...SOURCES]
      .filter(([, source]) => expression.test(source.text) && expression.test(codeOf(source)))
      .map(([file]) => file);
  }

  it('is written to the streams only by the entry points', () => {
    const writing = filesWith(/process\.std(?:out|err)|console\.|\bwriteSync\(\s*[12]\b/);
    // Files of `clients` contain such words of scanned code.
    expect(writing.filter((file) => !file.startsWith('knowledge/clients/'))).toEqual([
      'hosts/cli/start.ts',
      'hosts/main.ts',
    ]);
    expect(filesWith(/\boutputTo\(/)).toEqual(['hosts/cli/shared/io.ts', 'hosts/cli/start.ts']);
  });

  it('goes through one function for each kind of text', () => {
    expect(filesWith(/\bas SafeOutput\b/)).toEqual(['core/lib/safe-output.ts']);
    expect(filesWith(/\braw\.(?:out|err)\b/)).toEqual(['hosts/cli/shared/io.ts']);
    expect(filesWith(/\basSafe\(/)).toEqual(['core/lib/safe-output.ts', 'hosts/cli/schema/schema-command.ts']);
    expect(filesWith(/\basReport\(/)).toEqual(['core/lib/safe-output.ts', 'hosts/cli/reports/write-reports.ts']);
    // Fixes and the set-up write the user's own text; cached data is masked by its producer.
    expect(filesWith(/\bwriteOutput\(/)).toEqual([
      'hosts/cli/facts/facts-command.ts',
      'hosts/cli/fix/fix-plan.ts',
      'hosts/cli/fix/fixable-file.ts',
      'hosts/cli/init/init-apply.ts',
      'hosts/cli/reports/write-reports.ts',
      'hosts/cli/scanning/baseline-step.ts',
      'hosts/cli/shared/write-output.ts',
    ]);
  });

  it('is found in code without comments', () => {
    const source = ts.createSourceFile('x.ts', '// process.stdout\nconsole.log(1);', ts.ScriptTarget.Latest, true);
    expect(codeOf(source)).not.toContain('process');
    expect(codeOf(source)).toContain('console.');
  });

  /** Prints a source without its comments. */
  function codeOf(source: ts.SourceFile): string {
    return ts.createPrinter({ removeComments: true }).printFile(source);
  }
});
