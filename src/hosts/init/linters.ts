import { existsSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { escapeText } from '../../core/lib/escape.js';
import { jsonRecord } from '../../core/lib/json.js';
import { RULES } from '../../core/model/rules.js';
import { loadTypeScript } from '../../files/load-typescript.js';
import type { TypeScript } from '../../files/load-typescript.js';
import { addToJson, insertAt, containsAllOf } from './edit-texts.js';
import type { JsonAddition } from './edit-texts.js';
import { eslintrcSteps, newFlatConfigSteps } from './eslint-config.js';
import { declaredRange, firstExistingFile, installCommand, isInstalled, recordOf, versionOf } from './project.js';
import type { Json, Project } from './project.js';
import { manualStep, doneStep, readFolderFile } from './step.js';
import type { InitStep } from './step.js';

/** Plans our rules for the project's linter, and a script that scans the project. */
export function linterSteps(project: Project): readonly InitStep[] {
  const eslint = eslintSteps(project).map((step) => ifInstalled(project, step));
  if (addsRules(eslint)) return [...eslint.map((step) => withCacheNote(project, step)), ...scriptSteps(project)];
  const oxlint = oxlintSteps(project).map((step) => ifInstalled(project, step));
  return [...eslint, ...oxlint, ...scriptSteps(project)];
}

/** Replaces a step if this package is not installed, because every run of the linter would fail after the step. */
function ifInstalled(project: Project, step: InitStep): InitStep {
  if (step.kind !== 'write' || step.linterToTry === undefined || isInstalled(project, 'sunset-lint')) return step;
  const about = `${step.file} needs sunset-lint, which is not installed: install it, then run init again`;
  return manualStep('lint', about, `${installCommand(project)}\n`);
}

/** Adds a note about scripts that use ESLint's cache. */
function withCacheNote({ manifest }: Project, step: InitStep): InitStep {
  if (step.kind !== 'write') return step;
  const scriptsWithCache = Object.entries(recordOf(manifest, 'scripts') ?? {})
    .filter(([, script]) => typeof script === 'string' && /\beslint\b[^&|;]*\s--cache(?![\w-])/.test(script))
    .map(([name]) => `'${escapeText(name)}'`);
  if (scriptsWithCache.length === 0) return step;
  const note =
    scriptsWithCache.length === 1
      ? `The script ${scriptsWithCache.join()} of package.json uses --cache and misses changes in other files: do not use it as a gate`
      : `The scripts ${scriptsWithCache.join(', ')} of package.json use --cache and miss changes in other files: do not use them as a gate`;
  return { ...step, about: `${step.about}. ${note} (docs/eslint.md)` };
}

function addsRules(steps: readonly InitStep[]): boolean {
  return steps.some(({ kind }) => kind !== 'by-hand');
}

/** Configuration files in the order in which ESLint searches for them. */
const FLAT_CONFIGS = ['js', 'mjs', 'cjs', 'ts', 'mts', 'cts'].map((extension) => `eslint.config.${extension}`);
const LEGACY_CONFIGS = [
  ...['.js', '.cjs', '.yaml', '.yml', '.json', ''].map((extension) => `.eslintrc${extension}`),
  // Only with the key `eslintConfig`.
  'package.json',
];

/** Plans our rules for ESLint; no steps if the project does not use ESLint. */
function eslintSteps(project: Project): readonly InitStep[] {
  const flatConfig = firstExistingFile(project, FLAT_CONFIGS);
  const legacyConfig = LEGACY_CONFIGS.find((name) =>
    name === 'package.json'
      ? recordOf(project.manifest, 'eslintConfig') !== undefined
      : firstExistingFile(project, [name]) !== undefined,
  );
  const version = versionOf(project, 'eslint');
  const [major, minor] = version ?? [];
  if (flatConfig === undefined && legacyConfig === undefined && declaredRange(project, 'eslint') === undefined)
    return [];
  if (major !== undefined && minor !== undefined && (major < 8 || (major === 8 && minor < 57)))
    return [
      manualStep(
        'lint',
        `ESLint ${String(major)}.${String(minor)} is too old: sunset-lint needs 8.57 or later`,
        MANUAL_SCAN,
      ),
    ];
  if (flatConfig !== undefined) return [flatStep(project, flatConfig)];
  if (legacyConfig !== undefined) return eslintrcSteps(project, legacyConfig, major);
  const otherConfigs = findOtherConfigs(project);
  if (otherConfigs.length > 0)
    return [
      manualStep(
        'lint',
        'a configuration here would override the existing ones: add the rules to those',
        `${otherConfigs.join('\n')}\n`,
      ),
    ];
  return major === undefined || major < 9
    ? [manualStep('lint', 'ESLint has no configuration here, and this version cannot use our rules alone', MANUAL_SCAN)]
    : newFlatConfigSteps(project);
}

const MANUAL_SCAN = '# without ESLint:\nsunset-lint scan\n';

function flatStep(project: Project, file: string): InitStep {
  const text = readFolderFile(project.folder, file) ?? '';
  if (/['"](?:eslint-plugin-sunset|sunset-lint)['"]/.test(text))
    return doneStep('lint', `${file} already names sunset-lint`);
  if (addToFlatConfig(file, text) === undefined)
    return manualStep('lint', `${file} cannot be edited safely: add the rules yourself`, manualLines(file, text));
  return {
    kind: 'write',
    area: 'lint',
    file,
    edit: (before) => addToFlatConfig(file, before) ?? before,
    about: 'sunset-lint rules for ESLint',
    linterToTry: 'eslint',
  };
}

function manualLines(file: string, text: string): string {
  const isCommonJs = /\.c[jt]s$/.test(file) || /\bmodule\.exports\b|^export =/m.test(text);
  const importLine = isCommonJs ? "const sunset = require('sunset-lint');" : "import sunset from 'sunset-lint';";
  return `${importLine}\n// and in the list of configurations:\nsunset.configs.recommended,\n`;
}

/** Lists configurations of packages below the folder, or else the configuration above the folder that ESLint uses. */
function findOtherConfigs({ folder, packages }: Project): readonly string[] {
  const names = [...FLAT_CONFIGS, ...LEGACY_CONFIGS.slice(0, -1)];
  const configsOfPackages = packages
    .flatMap((name) => names.map((file) => `${name}/${file}`))
    .filter((file) => existsSync(join(folder, file)));
  if (configsOfPackages.length > 0) return configsOfPackages;
  for (let current = dirname(folder); ; current = dirname(current)) {
    const configAbove = FLAT_CONFIGS.map((name) => join(current, name)).find((file) => existsSync(file));
    if (configAbove !== undefined) return [relative(folder, configAbove)];
    if (dirname(current) === current) return [];
  }
}

type Node = TypeScript.Node;
type Expression = TypeScript.Expression;

/** Functions that build a list of configurations from all arguments, or from those after the first. */
const CONFIG_HELPERS: Readonly<Record<string, 'all' | 'after-first'>> = {
  defineConfig: 'all',
  config: 'all',
  withNuxt: 'all',
  defineConfigWithVueTs: 'all',
  antfu: 'after-first',
};

/** Position for one more configuration, with the syntax before and after the configuration. */
interface Insertion {
  readonly at: number;
  readonly before: string;
  readonly after: string;
  /** Text to insert at a later place. */
  readonly closing?: { readonly at: number; readonly text: string };
}

/**
 * Adds our rules to the start of a flat ESLint configuration, so that its existing settings come later and take
 * precedence; undefined for an unknown form. No code is run.
 */
function addToFlatConfig(file: string, text: string): string | undefined {
  const ts = loadTypeScript();
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, scriptKind(ts, file));
  const exportedConfig = findExport(ts, source);
  if (exportedConfig === undefined) return undefined;
  const list = unwrap(ts, source, exportedConfig.value);
  const style = styleOf(source, text);
  const name = /\bsunset\b/.test(text) ? 'sunsetLint' : 'sunset';
  const insertion = findInsertion(ts, list, text);
  if (insertion === undefined) return undefined;
  const { quote, semicolon } = style;
  const importLine =
    exportedConfig.moduleSystem === 'module'
      ? `import ${name} from ${quote}sunset-lint${quote}${semicolon}\n`
      : `const ${name} = require(${quote}sunset-lint${quote})${semicolon}\n`;
  const { closing } = insertion;
  let after = text;
  // Edits are made from the end, so that earlier positions stay valid.
  if (closing !== undefined) after = insertAt(after, closing.at, closing.text);
  after = insertAt(after, insertion.at, `${insertion.before}${name}.configs.recommended${insertion.after}`);
  const importPosition = findImportPosition(ts, source, text);
  if (importPosition > insertion.at) return undefined;
  after = insertAt(
    after,
    importPosition,
    importPosition > 0 && text[importPosition - 1] !== '\n' ? `\n${importLine.trimEnd()}` : importLine,
  );
  return containsAllOf(text, after) ? after : undefined;
}

function scriptKind(ts: typeof TypeScript, file: string): TypeScript.ScriptKind {
  return /ts$/.test(file) ? ts.ScriptKind.TS : ts.ScriptKind.JS;
}

/** Finds the exported configuration of a file, and the module system of the export. */
function findExport(
  ts: typeof TypeScript,
  source: TypeScript.SourceFile,
): { readonly value: Expression; readonly moduleSystem: 'module' | 'commonjs' } | undefined {
  for (const statement of source.statements) {
    if (ts.isExportAssignment(statement) && statement.isExportEquals !== true)
      return { value: statement.expression, moduleSystem: 'module' };
    if (!ts.isExpressionStatement(statement) || !ts.isBinaryExpression(statement.expression)) continue;
    const { left, operatorToken, right } = statement.expression;
    if (operatorToken.kind === ts.SyntaxKind.EqualsToken && left.getText(source) === 'module.exports')
      return { value: right, moduleSystem: 'commonjs' };
  }
  return undefined;
}

/** Removes parentheses and type assertions, and replaces a constant by its initial value. */
function unwrap(ts: typeof TypeScript, source: TypeScript.SourceFile, value: Expression): Expression {
  if (ts.isParenthesizedExpression(value) || ts.isAsExpression(value) || ts.isSatisfiesExpression(value))
    return unwrap(ts, source, value.expression);
  if (!ts.isIdentifier(value)) return value;
  for (const statement of source.statements) {
    if (!ts.isVariableStatement(statement) || (statement.declarationList.flags & ts.NodeFlags.Const) === 0) continue;
    const declaration = statement.declarationList.declarations.find(
      ({ name, initializer }) => ts.isIdentifier(name) && name.text === value.text && initializer !== undefined,
    );
    if (declaration?.initializer !== undefined && !ts.isIdentifier(declaration.initializer))
      return unwrap(ts, source, declaration.initializer);
  }
  return value;
}

function findInsertion(ts: typeof TypeScript, list: Expression, text: string): Insertion | undefined {
  if (ts.isArrayLiteralExpression(list)) return insertionBeforeFirst(list.elements, list.getStart() + 1, text);
  if (ts.isObjectLiteralExpression(list))
    return {
      at: list.getStart(),
      before: '[\n  ',
      after: ',\n  ',
      closing: { at: list.getEnd(), text: ',\n]' },
    };
  if (!ts.isCallExpression(list)) return undefined;
  const callee = ts.isPropertyAccessExpression(list.expression) ? list.expression.name : list.expression;
  const listArguments = ts.isIdentifier(callee) ? CONFIG_HELPERS[callee.text] : undefined;
  const [first] = list.arguments;
  if (listArguments === 'after-first') {
    // After a trailing comma, the result would have two commas.
    if (first === undefined || list.arguments.hasTrailingComma) return undefined;
    const last = list.arguments.at(-1) ?? first;
    return { at: last.getEnd(), before: ', ', after: '' };
  }
  if (listArguments === undefined) return undefined;
  if (first !== undefined && list.arguments.length === 1 && ts.isArrayLiteralExpression(first))
    return findInsertion(ts, first, text);
  return insertionBeforeFirst(list.arguments, list.arguments.pos, text);
}

/** Returns the insertion before the first element of a list that begins at `start`. */
function insertionBeforeFirst(elements: TypeScript.NodeArray<Node>, start: number, text: string): Insertion {
  const [first] = elements;
  const indent =
    first === undefined
      ? /^\s*\n([^\S\n]*)\/[/*]/.exec(text.slice(start))?.[1]
      : /\n([^\S\n]*)$/.exec(text.slice(0, first.getStart()))?.[1];
  if (first === undefined && indent === undefined) return { at: start, before: '', after: '' };
  // The configuration is added to a single line, or as a new line.
  return indent === undefined
    ? { at: start, before: '', after: ', ' }
    : { at: start, before: `\n${indent}`, after: ',' };
}

/** Finds the position after the leading imports and `require` calls, or else after a shebang and `@ts-` comments. */
function findImportPosition(ts: typeof TypeScript, source: TypeScript.SourceFile, text: string): number {
  let end: number | undefined;
  for (const statement of source.statements) {
    if (!isImport(ts, statement)) break;
    end = statement.getEnd();
  }
  const headEnd = end ?? /^(?:(?:#!|\/\/\s*@ts-)[^\n]*(?:\n|$)|\s)*/.exec(text)?.[0].trimEnd().length ?? 0;
  if (headEnd === 0) return 0;
  const lineEnd = text.indexOf('\n', headEnd);
  return lineEnd < 0 ? text.length : lineEnd + 1;
}

function isImport(ts: typeof TypeScript, statement: TypeScript.Statement): boolean {
  if (ts.isImportDeclaration(statement)) return true;
  if (ts.isExpressionStatement(statement)) return ts.isStringLiteral(statement.expression);
  return (
    ts.isVariableStatement(statement) &&
    statement.declarationList.declarations.every(({ initializer }) => {
      const value =
        initializer !== undefined && ts.isPropertyAccessExpression(initializer) ? initializer.expression : initializer;
      return (
        value !== undefined &&
        ts.isCallExpression(value) &&
        value.expression.getText(statement.getSourceFile()) === 'require'
      );
    })
  );
}

/** Returns the quotes and semicolons that a file uses. */
function styleOf(source: TypeScript.SourceFile, text: string): { readonly quote: string; readonly semicolon: string } {
  const countOf = (character: string): number => text.split(character).length;
  const firstStatement = source.statements.at(0)?.getText(source);
  return {
    quote: countOf('"') > countOf("'") ? '"' : "'",
    semicolon: firstStatement === undefined || firstStatement.endsWith(';') ? ';' : '',
  };
}

const JS_PLUGIN = { name: 'sunset', specifier: 'sunset-lint' };
const MANUAL_RULES = `"jsPlugins": [${JSON.stringify(JS_PLUGIN)}],
"rules": { ${RULES.map((rule) => `"sunset/${rule}": "error"`).join(', ')} }
`;

/** Plans our rules for oxlint. */
function oxlintSteps(project: Project): readonly InitStep[] {
  const file = firstExistingFile(project, ['.oxlintrc.json', '.oxlintrc.jsonc']);
  if (file === undefined)
    return declaredRange(project, 'oxlint') === undefined
      ? []
      : [manualStep('lint', 'oxlint has no configuration here: create one with these rules', MANUAL_RULES)];
  const text = readFolderFile(project.folder, file) ?? '';
  if (text.includes('sunset-lint')) return [doneStep('lint', `${file} already names sunset-lint`)];
  const config = jsonRecord(text, 'with-comments');
  const add = (before: string): string | undefined => addToJson(before, oxlintAdditions(config ?? {}));
  if (config === undefined || add(text) === undefined)
    return [manualStep('lint', `${file} cannot be edited safely: add the rules yourself`, MANUAL_RULES)];
  return [
    {
      kind: 'write',
      area: 'lint',
      file,
      edit: (before) => add(before) ?? before,
      about: 'sunset-lint rules for oxlint',
      linterToTry: 'oxlint',
    },
  ];
}

function oxlintAdditions(config: Json): readonly JsonAddition[] {
  const plugins: JsonAddition = Array.isArray(config['jsPlugins'])
    ? { at: ['jsPlugins', -1], value: JS_PLUGIN }
    : { at: ['jsPlugins'], value: [JS_PLUGIN] };
  const existingRules = recordOf(config, 'rules') ?? {};
  const rules = RULES.map((rule) => `sunset/${rule}`).filter((rule) => !Object.hasOwn(existingRules, rule));
  return [plugins, ...rules.map((rule): JsonAddition => ({ at: ['rules', rule], value: 'error' }))];
}

const SCAN_SCRIPT = 'sunset-lint scan';

/** Plans a script in package.json that scans. */
function scriptSteps(project: Project): readonly InitStep[] {
  if (project.manifest === undefined) return [];
  const biome = firstExistingFile(project, ['biome.json', 'biome.jsonc']);
  const biomeNote =
    biome === undefined ? '' : `; ${biome} is unchanged, because Biome cannot run rules of other packages`;
  const scripts = recordOf(project.manifest, 'scripts') ?? {};
  if (Object.values(scripts).some((script) => typeof script === 'string' && script.includes('sunset-lint')))
    return [doneStep('lint', `a package.json script already runs sunset-lint${biomeNote}`)];
  const name = ['sunset', 'sunset-lint'].find((candidate) => !Object.hasOwn(scripts, candidate));
  const add = (text: string): string | undefined =>
    name === undefined ? undefined : addToJson(text, [{ at: ['scripts', name], value: SCAN_SCRIPT }]);
  if (add(readFolderFile(project.folder, 'package.json') ?? '') === undefined)
    return [manualStep('lint', `add a script to package.json${biomeNote}`, `"sunset": "${SCAN_SCRIPT}"\n`)];
  return [
    {
      kind: 'write',
      area: 'lint',
      file: 'package.json',
      edit: (text) => add(text) ?? text,
      about: `a script that scans the whole project${biomeNote}`,
    },
  ];
}
