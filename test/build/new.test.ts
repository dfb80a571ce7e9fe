import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ts } from 'ts-morph';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const HERE = fileURLToPath(new URL('../../', import.meta.url));
const NEW = join(HERE, 'build/new.mjs');

/** Files to which new lines are added. */
const KNOWING = [
  'README.md',
  'docs/README.md',
  'docs/architecture.md',
  'docs/reports.md',
  'src/knowledge/clients/index.ts',
  'src/knowledge/clients/packages.ts',
  'tools/docs/what-it-sees.ts',
  'src/engine/all-checks.ts',
  'src/languages/table.ts',
  'src/core/model/language.ts',
  'src/core/model/rules.ts',
  'src/report/formats.ts',
  'test/generated/clients.ts',
  'test/rooms.ts',
];

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'sunset-new-'));
  for (const file of KNOWING) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    cpSync(join(HERE, file), join(root, file));
  }
});

afterEach(() => rmSync(root, { recursive: true }));

const read = (file: string): string => readFileSync(join(root, file), 'utf8');

/** Runs the command; returns its output and the files that it names. */
function runNew(kind: string, name: string): { readonly told: string; readonly files: readonly string[] } {
  const told = execFileSync(process.execPath, [NEW, kind, name, '--root', root], { encoding: 'utf8' });
  return { told, files: [...told.matchAll(/^(?:made|changed) +(\S+)$/gm)].map(([, file = '']) => file) };
}

function syntaxErrors(file: string): readonly string[] {
  const { diagnostics = [] } = ts.transpileModule(read(file), { reportDiagnostics: true, fileName: file });
  return diagnostics.map(({ messageText }) => `${file}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`);
}

/** Relative imports of a file whose module is absent, or does not export the name. */
function wrongImports(file: string): readonly string[] {
  const source = ts.createSourceFile(file, read(file), ts.ScriptTarget.Latest, true);
  return source.statements.filter(ts.isImportDeclaration).flatMap(({ moduleSpecifier, importClause }) => {
    const specifier = (moduleSpecifier as ts.StringLiteral).text;
    if (!specifier.startsWith('.')) return [];
    const target = join(dirname(file), specifier.replace(/\.js$/, '.ts'));
    const place = [root, HERE].map((folder) => join(folder, target)).find((path) => existsSync(path));
    const text = place === undefined ? '' : readFileSync(place, 'utf8');
    const bindings = importClause?.namedBindings;
    const names = bindings !== undefined && ts.isNamedImports(bindings) ? bindings.elements : [];
    return names
      .map(({ name, propertyName = name }) => propertyName.text)
      .filter((name) => !new RegExp(`\\bexport [^=;]*\\b${name}\\b`).test(text))
      .map((name) => `${file}: ${name} of ${target}`);
  });
}

describe('npm run new', () => {
  it.each([
    ['client', '@acme/http', 'src/knowledge/clients/index.ts', "  acmeHttpClient,\n} from './packages.js';"],
    ['rule', 'no-plain-http', 'src/engine/all-checks.ts', "import { plainHttp } from './checks/plain-http.js';"],
    ['format', 'tap', 'src/report/formats.ts', "(await import('./tap.js')).formatTap"],
    ['language', 'ruby', 'src/languages/table.ts', 'terraform, python, ruby];'],
  ])('creates for %s %s valid files, and registers them', (kind, name, table, line) => {
    const { told, files } = runNew(kind, name);
    expect(files.filter((file) => /\.ts$/.test(file)).flatMap(syntaxErrors)).toEqual([]);
    expect(files.filter((file) => /\.ts$/.test(file)).flatMap(wrongImports)).toEqual([]);
    expect(read(table)).toContain(line);
    expect(told).toContain('To do:\n1. ');
    // The remaining steps name existing or new files.
    const named = [
      ...told.slice(told.indexOf('To do:')).matchAll(/(?<![\w/])(?:src|tools|test|docs|rules|fixtures)\/[\w./-]+\w/g),
    ];
    for (const [file] of named)
      expect([file, existsSync(join(HERE, file)) || existsSync(join(root, file))]).toEqual([file, true]);
  });

  it('creates three files for a rule: its row, its check and its page', () => {
    const { told, files } = runNew('rule', 'no-plain-http');
    expect(files.filter((file) => !file.startsWith('fixtures/'))).toEqual([
      'src/engine/checks/plain-http.ts',
      'docs/rules/no-plain-http.md',
      'src/core/model/rules.ts',
      'src/engine/all-checks.ts',
    ]);
    expect(read('src/core/model/rules.ts')).toContain("  'no-plain-http': {");
    expect(read('docs/rules/no-plain-http.md')).toContain('<!-- begin generated: rule -->');
    expect(told).toContain('npm run generate, which writes src/hosts/eslint/rules');
  });

  it.each([
    [['client', 'ky'], 'src/knowledge/clients/index.ts', /^src\/knowledge\/clients\/index\.ts already has 'kyClient,'/],
    [['language', 'Ruby'], 'src/languages/table.ts', /^'Ruby' is not a name for a language/],
    [['colour', 'red'], 'README.md', /^Name a kind and a name\./],
  ])('refuses %j and writes nothing', (args, file, words) => {
    const { status, stderr, stdout } = spawnSync(process.execPath, [NEW, ...args, '--root', root], {
      encoding: 'utf8',
    });
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(words);
    expect(read(file)).toBe(readFileSync(join(HERE, file), 'utf8'));
  });

  it('writes nothing if the place for it in a table is missing', () => {
    rmSync(join(root, 'test/generated/clients.ts'));
    const { status } = spawnSync(process.execPath, [NEW, 'client', 'redaxios', '--root', root]);
    expect(status).toBe(2);
    expect(existsSync(join(root, 'src/clients/redaxios.ts'))).toBe(false);
  });
});
