// Compares the two lowerings over all scripts in folders, and measures them:
//   npm run build && node test/parity-corpus.mjs DIR...
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { isDeepStrictEqual } from 'node:util';
import { parse as parseTypeScriptEslint } from '@typescript-eslint/parser';
import { parse as parseEspree } from 'espree';
import { ts } from 'ts-morph';

const { lowerEstree } = await import(new URL('../dist/facts/estree.js', import.meta.url));
const { lowerTypeScript, parseTypeScript } = await import(new URL('../dist/facts/typescript.js', import.meta.url));

const shownDifferences = 10;
const largestFile = 1_000_000;

const parsers = [
  {
    name: '@typescript-eslint/parser',
    accepts: () => true,
    parse: (text, file) =>
      parseTypeScriptEslint(text, {
        range: true,
        sourceType: 'module',
        filePath: file,
        ecmaFeatures: { jsx: !/\.[mc]?ts$/.test(file) },
      }),
  },
  {
    name: 'espree',
    accepts: (file) => /\.[mc]?jsx?$/.test(file),
    parse(text) {
      const options = { ecmaVersion: 'latest', range: true, ecmaFeatures: { jsx: true, globalReturn: true } };
      try {
        return parseEspree(text, { ...options, sourceType: 'module' });
      } catch {
        return parseEspree(text, { ...options, sourceType: 'commonjs' });
      }
    },
  },
];

const totals = new Map(
  parsers.map(({ name }) => [name, { files: 0, rejected: 0, calls: 0, equal: 0, milliseconds: 0 }]),
);
const compiler = { files: 0, broken: 0, threw: 0, parse: 0, lower: 0 };
let shown = 0;

for (const file of process.argv.slice(2).flatMap((folder) => [...scripts(folder)])) {
  const text = readFileSync(file, 'utf8').replace(/^\uFEFF/, '');
  if (text.length <= largestFile) compare(file, text);
}
for (const [name, total] of totals) console.log(name, total);
console.log('typescript', compiler);
if ([...totals.values()].some(({ files, equal }) => files !== equal)) process.exitCode = 1;

function compare(file, text) {
  let expected;
  try {
    expected = lowerWithCompiler(file, text);
  } catch (error) {
    compiler.threw += 1;
    console.log(`${file}: ${error.stack}`);
    return;
  }
  for (const { name, accepts, parse } of parsers) {
    if (!accepts(file)) continue;
    const total = totals.get(name);
    let program;
    try {
      program = parse(text, file);
    } catch {
      total.rejected += 1;
      continue;
    }
    const start = performance.now();
    const actual = lowerEstree(program, text, file);
    total.milliseconds += performance.now() - start;
    total.files += 1;
    total.calls += actual.calls.length;
    if (isDeepStrictEqual(actual, expected)) total.equal += 1;
    else report(file, name, text, expected, actual);
  }
}

function lowerWithCompiler(file, text) {
  const { facts, syntaxErrors } = parseTypeScript(ts, file, text);
  compiler.files += 1;
  if (syntaxErrors > 0) compiler.broken += 1;
  const start = performance.now();
  const kind = /\.[mc]?jsx?$/.test(file) ? ts.ScriptKind.JSX : undefined;
  const sourceFile = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, false, kind);
  const parsed = performance.now();
  lowerTypeScript(ts, sourceFile, file);
  compiler.parse += parsed - start;
  compiler.lower += performance.now() - parsed;
  return facts;
}

function report(file, name, text, expected, actual) {
  shown += 1;
  if (shown > shownDifferences) return;
  const table = Object.keys(expected).find((key) => !isDeepStrictEqual(expected[key], actual[key]));
  const index = [...expected[table].keys()].find((row) => !isDeepStrictEqual(expected[table][row], actual[table][row]));
  const at = expected[table][index]?.at;
  console.log(`${file} (${name}): ${table}[${index}]`);
  console.log('  source    ', JSON.stringify(at && text.slice(at[0], at[1]).slice(0, 200)));
  console.log('  typescript', JSON.stringify(expected[table][index]));
  console.log('  estree    ', JSON.stringify(actual[table][index]));
}

function* scripts(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() && entry.name !== 'node_modules') yield* scripts(path);
    else if (entry.isFile() && /\.[mc]?[jt]sx?$/.test(entry.name)) yield path;
  }
}
