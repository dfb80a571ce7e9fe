import type { TSESTree } from '@typescript-eslint/utils';
import { asRecord } from '../../core/lib/json.js';
import { work } from '../../core/lib/work.js';
import { createRequire } from 'node:module';
import { join } from 'node:path';

/** Parses the text of a module; undefined on failure. */
export type ModuleParser = (text: string, path: string) => TSESTree.Program | undefined;

/** The parts of a host's language options that affect parsing. */
export interface LanguageOptions {
  readonly parser?: unknown;
  readonly parserOptions?: unknown;
  readonly ecmaVersion?: unknown;
  readonly sourceType?: unknown;
}

type ParserOptions = Readonly<Record<string, unknown>>;
type ParseFunction = (text: string, options: ParserOptions) => unknown;

/** Options that make a parser load the whole project, which costs more than all other work. */
const PROJECT_OPTIONS =
  /^(?:project|projectService|programs?|tsconfigRootDir|warnOnUnsupportedTypeScriptVersion|EXPERIMENTAL_.*)$/;

/** Parsers of component files, which parse every file as a component: modules need their inner parser. */
const COMPONENT_PARSER = /^(?:vue|svelte|astro)-eslint-parser/;

/** Whether the host has a usable parser: oxlint's throws, and reading its options builds a syntax tree. */
function hasUsableParser(language: LanguageOptions): boolean {
  return asRecord(language.parser)?.['name'] !== 'oxlint';
}

/** Settings of the parser that affect its result. */
export interface Parsing {
  /** The parser object of the host. */
  readonly parser: unknown;
  /** Options of the parser that do not depend on the file. */
  readonly options: ParserOptions;
}

/**
 * Order in which the TypeScript compiler's parser is tried for a module: first, if the host's parser is absent or
 * converts the compiler's tree; last, for other TypeScript; or never.
 */
export type CompilerOrder = 'first' | 'last' | 'never';

/** The parsers for modules. */
export interface ModuleParsing extends Parsing {
  /** The host's own parser, without project options. */
  readonly parse: ModuleParser;
  readonly compilerOrder: (path: string) => CompilerOrder;
}

/** Returns the parsers for the modules that a file imports. */
export function moduleParsing(language: LanguageOptions, cwd: string): ModuleParsing {
  const { parser } = language;
  if (!hasUsableParser(language))
    return {
      parse: () => undefined,
      compilerOrder: (path) => (MODULE_FILE.test(path) ? 'first' : 'never'),
      parser,
      options: {},
    };
  const options = asRecord(language.parserOptions) ?? {};
  const optionsWithoutProject = Object.fromEntries(
    Object.entries(options).filter(([name]) => !PROJECT_OPTIONS.test(name)),
  );
  const sharedOptions = {
    ...optionsWithoutProject,
    parser: undefined,
    ecmaVersion: language.ecmaVersion ?? 'latest',
    range: true,
    loc: true,
  };
  const parse: ModuleParser = (text, path) => {
    const ecmaFeatures = { ...asRecord(options['ecmaFeatures']), ...(/\.[cm]?ts$/.test(path) ? {} : { jsx: true }) };
    const parseText = parseFunction(parserFor(path, language, cwd));
    if (parseText === undefined) return undefined;
    for (const sourceType of sourceTypes(path, language.sourceType)) {
      const program = tryToParse(parseText, text, { ...sharedOptions, ecmaFeatures, filePath: path, sourceType });
      if (program !== undefined) return program;
    }
    return undefined;
  };
  return {
    parse,
    compilerOrder(path) {
      if (!TYPESCRIPT_FILE.test(path)) return 'never';
      return metaName(parserFor(path, language, cwd)) === TYPESCRIPT_ESLINT_PARSER ? 'first' : 'last';
    },
    parser,
    options: { ...optionsWithoutProject, ecmaVersion: language.ecmaVersion, sourceType: language.sourceType },
  };
}

/**
 * Whether the host's tree of a file equals the tree of `moduleParsing`: the file is not a component, and the host
 * parsed it with the preferred source type. The compiler's parser does not distinguish source types.
 */
export function hasEqualTree(language: LanguageOptions, path: string): boolean {
  if (isComponentParser(language.parser) || !MODULE_FILE.test(path)) return false;
  if (!hasUsableParser(language)) return true;
  const { sourceType } = language;
  const [preferredType] = sourceTypes(path, sourceType);
  // A parser accepts in a CommonJS module everything that it accepts in a script, with the same tree.
  return preferredType === (sourceType === 'script' ? 'commonjs' : sourceType);
}

const MODULE_FILE = /\.[cm]?[jt]sx?$/;
const TYPESCRIPT_FILE = /\.[cm]?tsx?$/;

/** `meta.name` of typescript-eslint's parser. */
const TYPESCRIPT_ESLINT_PARSER = 'typescript-eslint/parser';

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

/** Resolves `parserOptions.parser` of a component parser: a parser, or a map from languages to parsers. */
function innerParser(inner: unknown, path: string, cwd: string): unknown {
  if (typeof inner === 'string') return namedParser(inner, cwd);
  if (parseFunction(inner) !== undefined) return inner;
  const byLanguage = asRecord(inner);
  const extension = /\.([^.]*)$/.exec(path)?.[1] ?? '';
  const chosen = byLanguage?.[extension] ?? byLanguage?.[TYPESCRIPT_FILE.test(path) ? 'ts' : 'js'];
  return typeof chosen === 'string' ? namedParser(chosen, cwd) : chosen;
}

function parseFunction(parser: unknown): ParseFunction | undefined {
  const methods = asRecord(parser);
  for (const name of ['parseForESLint', 'parse']) {
    const method = methods?.[name];
    if (typeof method === 'function')
      return (text, options) => Reflect.apply(method, parser, [text, options]) as unknown;
  }
  return undefined;
}

function sourceTypes(path: string, configuredType: unknown): readonly string[] {
  if (/\.m[jt]sx?$/.test(path)) return ['module'];
  const preferredType =
    /\.c[jt]sx?$/.test(path) || configuredType === 'commonjs' || configuredType === 'script' ? 'commonjs' : 'module';
  return preferredType === 'module' ? ['module', 'commonjs', 'script'] : ['commonjs', 'script', 'module'];
}

function tryToParse(parse: ParseFunction, text: string, options: ParserOptions): TSESTree.Program | undefined {
  work.filesParsed++;
  work.charactersParsed += text.length;
  try {
    const result = asRecord(parse(text, options));
    const program = result?.['type'] === 'Program' ? result : result?.['ast'];
    return asRecord(program)?.['type'] === 'Program' ? (program as TSESTree.Program) : undefined;
  } catch {
    // A module that cannot be parsed is not followed; the host reports the error when it lints the module.
    return undefined;
  }
}

const require = createRequire(import.meta.url);

/** Path of the running ESLint's linter. */
const ESLINT_LINTER_FILE = /[\\/]eslint[\\/]lib[\\/]linter[\\/]linter\.js$/;

const loadedParsers = new Map<string, unknown>();

/**
 * Loads a parser by its configured name, which is allowed for the scripts of components; ESLint loads these modules as
 * well. A relative path would be relative to the file of the component parser, and is not loaded.
 */
function namedParser(name: string, cwd: string): unknown {
  if (name === 'espree') return espreeOfEslint();
  if (name.startsWith('.')) return undefined;
  const key = `${cwd}\0${name}`;
  if (!loadedParsers.has(key)) loadedParsers.set(key, loadFrom(name, [join(cwd, 'package.json'), findLinterFile()]));
  return loadedParsers.get(key);
}

/** Loads ESLint's own parser, which component parsers use by default. */
function espreeOfEslint(): unknown {
  const linterFile = findLinterFile();
  if (linterFile !== undefined && !loadedParsers.has(linterFile))
    loadedParsers.set(linterFile, loadFrom('espree', [linterFile]));
  return linterFile === undefined ? undefined : loadedParsers.get(linterFile);
}

let loadedLinter: string | undefined;

/** Finds the running ESLint's linter among the modules that this process has loaded. */
function findLinterFile(): string | undefined {
  return (loadedLinter ??= Object.keys(require.cache).find((file) => ESLINT_LINTER_FILE.test(file)));
}

/** Loads a module from the first of the files that can resolve the module; undefined if none can. */
function loadFrom(name: string, files: readonly (string | undefined)[]): unknown {
  for (const file of files) {
    if (file === undefined) continue;
    try {
      return createRequire(file)(name);
    } catch {
      // The file cannot resolve the module, or the module throws.
    }
  }
  return undefined;
}
