import type { TSESTree } from '@typescript-eslint/utils';
import { asRecord } from '../../core/lib/json.js';
import { work } from '../../core/lib/work.js';
import { createRequire } from 'node:module';
import { join } from 'node:path';

/** Parses the text of a module; undefined if that fails. */
export type ModuleParser = (text: string, path: string) => TSESTree.Program | undefined;

/** The parts of a host's language options that affect parsing. */
export interface LanguageOptions {
  readonly parser?: unknown;
  readonly parserOptions?: unknown;
  readonly ecmaVersion?: unknown;
  readonly sourceType?: unknown;
}

type Options = Readonly<Record<string, unknown>>;
type Parse = (text: string, options: Options) => unknown;

/** Options that make a parser load the whole project, which costs more than all other work. */
const PROJECT_OPTIONS =
  /^(?:project|projectService|programs?|tsconfigRootDir|warnOnUnsupportedTypeScriptVersion|EXPERIMENTAL_.*)$/;

/** Parsers of component files, which parse every file as a component: modules need their inner parser. */
const COMPONENT_PARSER = /^(?:vue|svelte|astro)-eslint-parser/;

/** Whether the host gives rules a usable parser: oxlint's throws, and reading its options builds a syntax tree. */
function givesParser(language: LanguageOptions): boolean {
  return asRecord(language.parser)?.['name'] !== 'oxlint';
}

/** Settings of the parser that affect its result. */
export interface Parsing {
  /** The parser object of the host. */
  readonly parser: unknown;
  /** Options of the parser that do not depend on the file. */
  readonly options: Options;
}

/**
 * Order in which the TypeScript compiler's parser is tried for a module: before the host's parser, if that is absent or
 * converts the compiler's tree; after it, for other TypeScript; or never.
 */
export type CompilerOrder = 'first' | 'last' | 'never';

/** The parsers for modules. */
export interface ModuleParsing extends Parsing {
  /** The host's own parser, without project options. */
  readonly parse: ModuleParser;
  readonly compilersTurn: (path: string) => CompilerOrder;
}

/** Returns how the modules that a file imports are parsed. */
export function moduleParsing(language: LanguageOptions, cwd: string): ModuleParsing {
  const { parser } = language;
  if (!givesParser(language))
    return {
      parse: () => undefined,
      compilersTurn: (path) => (MODULE.test(path) ? 'first' : 'never'),
      parser,
      options: {},
    };
  const options = asRecord(language.parserOptions) ?? {};
  const ownOptions = Object.fromEntries(Object.entries(options).filter(([name]) => !PROJECT_OPTIONS.test(name)));
  const shared = {
    ...ownOptions,
    parser: undefined,
    ecmaVersion: language.ecmaVersion ?? 'latest',
    range: true,
    loc: true,
  };
  const parse: ModuleParser = (text, path) => {
    const ecmaFeatures = { ...asRecord(options['ecmaFeatures']), ...(/\.[cm]?ts$/.test(path) ? {} : { jsx: true }) };
    const run = parseFunction(parserFor(path, language, cwd));
    if (run === undefined) return undefined;
    for (const sourceType of sourceTypes(path, language.sourceType)) {
      const program = attempt(run, text, { ...shared, ecmaFeatures, filePath: path, sourceType });
      if (program !== undefined) return program;
    }
    return undefined;
  };
  return {
    parse,
    compilersTurn(path) {
      if (!TYPESCRIPT.test(path)) return 'never';
      return metaName(parserFor(path, language, cwd)) === TYPESCRIPT_ESLINT ? 'first' : 'last';
    },
    parser,
    options: { ...ownOptions, ecmaVersion: language.ecmaVersion, sourceType: language.sourceType },
  };
}

/**
 * Whether the host's tree of a file equals the tree of `moduleParsing`: the file is not a component, and the host
 * parsed it as the source type that is tried first. The compiler's parser does not distinguish source types.
 */
export function isParsedAlike(language: LanguageOptions, path: string): boolean {
  if (isComponentParser(language.parser) || !MODULE.test(path)) return false;
  if (!givesParser(language)) return true;
  const { sourceType } = language;
  const [first] = sourceTypes(path, sourceType);
  // A parser accepts in a CommonJS module everything that it accepts in a script, with the same tree.
  return first === (sourceType === 'script' ? 'commonjs' : sourceType);
}

const MODULE = /\.[cm]?[jt]sx?$/;
const TYPESCRIPT = /\.[cm]?tsx?$/;

/** `meta.name` of typescript-eslint's parser. */
const TYPESCRIPT_ESLINT = 'typescript-eslint/parser';

function isComponentParser(parser: unknown): boolean {
  return COMPONENT_PARSER.test(metaName(parser));
}

/** Returns the `meta.name` of a parser, or an empty string. */
function metaName(parser: unknown): string {
  const name = asRecord(asRecord(parser)?.['meta'])?.['name'];
  return typeof name === 'string' ? name : '';
}

/** Returns the parser that is configured for a module. */
function parserFor(path: string, { parser, parserOptions }: LanguageOptions, cwd: string): unknown {
  const inner = innerParser(asRecord(parserOptions)?.['parser'], path, cwd);
  if (parseFunction(inner) !== undefined) return inner;
  return isComponentParser(parser) ? espreeOfEslint() : parser;
}

/** Resolves `parserOptions.parser` of a component parser: a parser, or a map by language; as objects or by name. */
function innerParser(inner: unknown, path: string, cwd: string): unknown {
  if (typeof inner === 'string') return namedParser(inner, cwd);
  if (parseFunction(inner) !== undefined) return inner;
  const byLanguage = asRecord(inner);
  const extension = /\.([^.]*)$/.exec(path)?.[1] ?? '';
  const chosen = byLanguage?.[extension] ?? byLanguage?.[TYPESCRIPT.test(path) ? 'ts' : 'js'];
  return typeof chosen === 'string' ? namedParser(chosen, cwd) : chosen;
}

function parseFunction(parser: unknown): Parse | undefined {
  const methods = asRecord(parser);
  for (const name of ['parseForESLint', 'parse']) {
    const method = methods?.[name];
    if (typeof method === 'function')
      return (text, options) => Reflect.apply(method, parser, [text, options]) as unknown;
  }
  return undefined;
}

function sourceTypes(path: string, written: unknown): readonly string[] {
  if (/\.m[jt]sx?$/.test(path)) return ['module'];
  const first = /\.c[jt]sx?$/.test(path) || written === 'commonjs' || written === 'script' ? 'commonjs' : 'module';
  return first === 'module' ? ['module', 'commonjs', 'script'] : ['commonjs', 'script', 'module'];
}

function attempt(parse: Parse, text: string, options: Options): TSESTree.Program | undefined {
  work.filesParsed++;
  work.charactersParsed += text.length;
  try {
    const result = asRecord(parse(text, options));
    const program = result?.['type'] === 'Program' ? result : result?.['ast'];
    return asRecord(program)?.['type'] === 'Program' ? (program as TSESTree.Program) : undefined;
  } catch {
    // A module that cannot be parsed is not followed; the host reports it where it lints it.
    return undefined;
  }
}

const require = createRequire(import.meta.url);

/** Path of the running ESLint's linter. */
const LINTER = /[\\/]eslint[\\/]lib[\\/]linter[\\/]linter\.js$/;

const byName = new Map<string, unknown>();

/**
 * Loads a parser by its configured name, which is allowed for the scripts of components. ESLint loads such modules as
 * well. A relative path would be relative to the component parser's own file, so it is not loaded.
 */
function namedParser(name: string, cwd: string): unknown {
  if (name === 'espree') return espreeOfEslint();
  if (name.startsWith('.')) return undefined;
  const key = `${cwd}\0${name}`;
  if (!byName.has(key)) byName.set(key, load(name, [join(cwd, 'package.json'), linter()]));
  return byName.get(key);
}

/** Loads ESLint's own parser, which component parsers use by default. */
function espreeOfEslint(): unknown {
  const from = linter();
  if (from !== undefined && !byName.has(from)) byName.set(from, load('espree', [from]));
  return from === undefined ? undefined : byName.get(from);
}

let loadedLinter: string | undefined;

/** Finds the running ESLint's linter among the modules that this process has loaded. */
function linter(): string | undefined {
  return (loadedLinter ??= Object.keys(require.cache).find((file) => LINTER.test(file)));
}

/** Loads a module from the first of these files that can resolve it; undefined if none can. */
function load(name: string, from: readonly (string | undefined)[]): unknown {
  for (const file of from) {
    if (file === undefined) continue;
    try {
      return createRequire(file)(name);
    } catch {
      // The module is not found from this file, or throws.
    }
  }
  return undefined;
}
