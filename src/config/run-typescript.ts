import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, resolve } from 'node:path';
import { compileFunction } from 'node:vm';
import { MEGABYTE, readRegularFile } from '../lib/read-regular-file.js';
import { ConfigError } from '../model/errors.js';
import { loadTypeScript } from '../sources/load-typescript.js';

/** More than somebody writes by hand. */
const MAX_MODULE = 5 * MEGABYTE;

/** Exports of a module. */
interface Exports {
  readonly default?: unknown;
}

type Factory = (exports: object, require: (specifier: string) => unknown, module: { exports: object }) => void;

/**
 * Runs a module written in TypeScript and gives its exports. Node.js itself reads TypeScript only in its later versions,
 * without the parts that are more than types, and as one kind of module or the other by what package.json says. Here it
 * is one on all versions and in all packages: compiled to CommonJS, with the modules of TypeScript that it imports by
 * relative paths. What it imports otherwise is left to Node.js.
 *
 * @throws ConfigError where the module does not parse or waits at its top, and what the module throws.
 */
export function runTypeScript(file: string): Exports {
  return run(file, new Map());
}

/** `known`: the modules so far, also those that are not done, as in a circle. */
function run(file: string, known: Map<string, { exports: object }>): object {
  const started = known.get(file);
  if (started !== undefined) return started.exports;
  const module = { exports: {} };
  known.set(file, module);
  const factory = factoryOf(file);
  const own = createRequire(file);
  const load = (specifier: string): unknown => {
    const sibling = findSibling(file, specifier);
    return sibling === undefined ? (own(specifier) as unknown) : run(sibling, known);
  };
  factory(module.exports, load, module);
  // The value of `export =` or `module.exports =` is the whole module.
  if (!('__esModule' in module.exports)) module.exports = { __esModule: true, default: module.exports };
  return module.exports;
}

function factoryOf(file: string): Factory {
  const text = compile(file);
  try {
    return compileFunction(text, ['exports', 'require', 'module'], { filename: file }) as Factory;
  } catch (error) {
    // It did parse as a module.
    throw new ConfigError(
      `'${file}' cannot be run: ${error instanceof Error ? error.message : String(error)}. TypeScript is run without 'await' at the top and without 'import.meta'; sunset-lint.config.mjs may have both.`,
    );
  }
}

/** The text of a module as CommonJS. */
function compile(file: string): string {
  const ts = loadTypeScript();
  const content = readRegularFile(file, { limit: MAX_MODULE });
  if (content.kind !== 'text')
    throw new ConfigError(`'${file}' cannot be run: ${content.kind === 'absent' ? 'it is gone' : content.why}.`);
  const { outputText, diagnostics = [] } = ts.transpileModule(content.text, {
    // The other extensions settle the kind of module.
    fileName: file.replace(/\.[cm]ts$/, '.ts'),
    reportDiagnostics: true,
    compilerOptions: {
      module: ts.ModuleKind.CommonJS,
      target: ts.ScriptTarget.ES2022,
      esModuleInterop: true,
    },
  });
  const [first] = diagnostics;
  if (first !== undefined) {
    const { line, character } = first.file?.getLineAndCharacterOfPosition(first.start ?? 0) ?? {
      line: 0,
      character: 0,
    };
    throw new ConfigError(
      `${file}:${line + 1}:${character + 1}: not TypeScript: ${ts.flattenDiagnosticMessageText(first.messageText, ' ')}`,
    );
  }
  return outputText;
}

/** A module of TypeScript that a relative path names: as it is, as what it is compiled to, or without its extension. */
function findSibling(from: string, specifier: string): string | undefined {
  if (!/^\.{1,2}\//.test(specifier)) return undefined;
  const path = resolve(dirname(from), specifier);
  return [path, path.replace(/\.([cm]?)js$/, '.$1ts'), `${path}.ts`].find(
    (name) => /\.[cm]?ts$/.test(name) && existsSync(name),
  );
}
