import { existsSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { escapeText } from '../../core/lib/escape.js';
import { jsonRecord } from '../../core/lib/json.js';
import { RULES } from '../../core/model/rules.js';
import { loadTypeScript } from '../../files/load-typescript.js';
import type { TypeScript } from '../../files/load-typescript.js';
import { addToJson, insertedAt, containsAllOf } from './edit-texts.js';
import type { JsonAddition } from './edit-texts.js';
import { eslintrcSteps, newFlatConfigSteps } from './eslint-config.js';
import { declared, firstOf, installCommand, isInstalled, recordOf, versionOf } from './project.js';
import type { Json, Project } from './project.js';
import { byHand, done, readOwn } from './step.js';
import type { InitStep } from './step.js';

/** Plans our rules for the project's linter, and a script that scans the whole program. */
export function linterSteps(project: Project): readonly InitStep[] {
  const eslint = eslintSteps(project).map((step) => ifInstalled(project, step));
  if (addsRules(eslint)) return [...eslint.map((step) => withCacheNote(project, step)), ...scriptSteps(project)];
  const oxlint = oxlintSteps(project).map((step) => ifInstalled(project, step));
  return [...eslint, ...oxlint, ...scriptSteps(project)];
}

/** Replaces a step if this package is not installed: its configuration would make every run of the linter fail. */
function ifInstalled(project: Project, step: InitStep): InitStep {
  if (step.kind !== 'write' || step.tryWith === undefined || isInstalled(project, 'sunset-lint')) return step;
  const about = `${step.file} needs sunset-lint, which is not installed: install it, then run init again`;
  return byHand('lint', about, `${installCommand(project)}\n`);
}

/** Adds a note about scripts that use ESLint's cache. */
function withCacheNote({ manifest }: Project, step: InitStep): InitStep {
  if (step.kind !== 'write') return step;
  const cached = Object.entries(recordOf(manifest, 'scripts') ?? {})
    .filter(([, script]) => typeof script === 'string' && /\beslint\b[^&|;]*\s--cache(?![\w-])/.test(script))
    .map(([name]) => `'${escapeText(name)}'`);
  if (cached.length === 0) return step;
  const note =
    cached.length === 1
      ? `The script ${cached.join()} of package.json uses --cache and misses changes in other files: do not use it as a gate`
      : `The scripts ${cached.join(', ')} of package.json use --cache and miss changes in other files: do not use them as a gate`;
  return { ...step, about: `${step.about}. ${note} (docs/eslint.md)` };
}

function addsRules(steps: readonly InitStep[]): boolean {
  return steps.some(({ kind }) => kind !== 'by-hand');
}

/** Configuration files in the order in which ESLint searches for them. */
const FLAT = ['js', 'mjs', 'cjs', 'ts', 'mts', 'cts'].map((end) => `eslint.config.${end}`);
const LEGACY = [
  ...['.js', '.cjs', '.yaml', '.yml', '.json', ''].map((end) => `.eslintrc${end}`),
  // Only if it has the key `eslintConfig`.
  'package.json',
];

/** Plans our rules for ESLint; no steps if the project does not use it. */
function eslintSteps(project: Project): readonly InitStep[] {
  const flat = firstOf(project, FLAT);
  const legacy = LEGACY.find((name) =>
    name === 'package.json'
      ? recordOf(project.manifest, 'eslintConfig') !== undefined
      : firstOf(project, [name]) !== undefined,
  );
  const version = versionOf(project, 'eslint');
  const [major, minor] = version ?? [];
  if (flat === undefined && legacy === undefined && declared(project, 'eslint') === undefined) return [];
  if (major !== undefined && minor !== undefined && (major < 8 || (major === 8 && minor < 57)))
    return [
      byHand(
        'lint',
        `ESLint ${String(major)}.${String(minor)} is too old: sunset-lint needs 8.57 or later`,
        SCAN_BY_HAND,
      ),
    ];
  if (flat !== undefined) return [flatStep(project, flat)];
  if (legacy !== undefined) return eslintrcSteps(project, legacy, major);
  const elsewhere = configurationElsewhere(project);
  if (elsewhere.length > 0)
    return [
      byHand(
        'lint',
        'a configuration here would override the existing ones: add the rules to those',
        `${elsewhere.join('\n')}\n`,
      ),
    ];
  return major === undefined || major < 9
    ? [byHand('lint', 'ESLint has no configuration here, and this version cannot use our rules alone', SCAN_BY_HAND)]
    : newFlatConfigSteps(project);
}

const SCAN_BY_HAND = '# without ESLint:\nsunset-lint scan\n';

function flatStep(project: Project, file: string): InitStep {
  const text = readOwn(project.folder, file) ?? '';
  if (/['"](?:eslint-plugin-sunset|sunset-lint)['"]/.test(text))
    return done('lint', `${file} already names sunset-lint`);
  if (addToFlatConfig(file, text) === undefined)
    return byHand('lint', `${file} cannot be edited safely: add the rules yourself`, linesFor(file, text));
  return {
    kind: 'write',
    area: 'lint',
    file,
    edit: (before) => addToFlatConfig(file, before) ?? before,
    about: 'sunset-lint rules for ESLint',
    tryWith: 'eslint',
  };
}

function linesFor(file: string, text: string): string {
  const isCommonJs = /\.c[jt]s$/.test(file) || /\bmodule\.exports\b|^export =/m.test(text);
  const load = isCommonJs ? "const sunset = require('sunset-lint');" : "import sunset from 'sunset-lint';";
  return `${load}\n// and in the list of configurations:\nsunset.configs.recommended,\n`;
}

/** Lists configurations of packages below the folder, or else the one above it that ESLint uses for the folder. */
function configurationElsewhere({ folder, packages }: Project): readonly string[] {
  const names = [...FLAT, ...LEGACY.slice(0, -1)];
  const below = packages
    .flatMap((name) => names.map((file) => `${name}/${file}`))
    .filter((file) => existsSync(join(folder, file)));
  if (below.length > 0) return below;
  for (let current = dirname(folder); ; current = dirname(current)) {
    const above = FLAT.map((name) => join(current, name)).find((file) => existsSync(file));
    if (above !== undefined) return [relative(folder, above)];
    if (dirname(current) === current) return [];
  }
}

type Node = TypeScript.Node;
type Expression = TypeScript.Expression;

/** Functions that build a list of configurations from all arguments, or from those after the first. */
const HELPERS: Readonly<Record<string, 'all' | 'after-first'>> = {
  defineConfig: 'all',
  config: 'all',
  withNuxt: 'all',
  defineConfigWithVueTs: 'all',
  antfu: 'after-first',
};

/** Position for one more configuration, with the syntax around it. */
interface Insertion {
  readonly at: number;
  readonly before: string;
  readonly after: string;
  /** Text to insert at a later place. */
  readonly closing?: { readonly at: number; readonly text: string };
}

/**
 * Adds our rules to the start of a flat ESLint configuration, so that its own settings come later and take precedence;
 * undefined for an unknown form. No code is run.
 */
function addToFlatConfig(file: string, text: string): string | undefined {
  const ts = loadTypeScript();
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, scriptKind(ts, file));
  const exported = exportOf(ts, source);
  if (exported === undefined) return undefined;
  const list = unwrap(ts, source, exported.value);
  const style = styleOf(source, text);
  const name = /\bsunset\b/.test(text) ? 'sunsetLint' : 'sunset';
  const insertion = insertionIn(ts, list, text);
  if (insertion === undefined) return undefined;
  const { quote, semicolon } = style;
  const load =
    exported.form === 'module'
      ? `import ${name} from ${quote}sunset-lint${quote}${semicolon}\n`
      : `const ${name} = require(${quote}sunset-lint${quote})${semicolon}\n`;
  const { closing } = insertion;
  let after = text;
  // The last edit first, so that earlier positions stay valid.
  if (closing !== undefined) after = insertedAt(after, closing.at, closing.text);
  after = insertedAt(after, insertion.at, `${insertion.before}${name}.configs.recommended${insertion.after}`);
  const place = positionOfLoad(ts, source, text);
  if (place > insertion.at) return undefined;
  after = insertedAt(after, place, place > 0 && text[place - 1] !== '\n' ? `\n${load.trimEnd()}` : load);
  return containsAllOf(text, after) ? after : undefined;
}

function scriptKind(ts: typeof TypeScript, file: string): TypeScript.ScriptKind {
  return /ts$/.test(file) ? ts.ScriptKind.TS : ts.ScriptKind.JS;
}

/** Finds the exported configuration of a file, and the module system of the export. */
function exportOf(
  ts: typeof TypeScript,
  source: TypeScript.SourceFile,
): { readonly value: Expression; readonly form: 'module' | 'commonjs' } | undefined {
  for (const statement of source.statements) {
    if (ts.isExportAssignment(statement) && statement.isExportEquals !== true)
      return { value: statement.expression, form: 'module' };
    if (!ts.isExpressionStatement(statement) || !ts.isBinaryExpression(statement.expression)) continue;
    const { left, operatorToken, right } = statement.expression;
    if (operatorToken.kind === ts.SyntaxKind.EqualsToken && left.getText(source) === 'module.exports')
      return { value: right, form: 'commonjs' };
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
    const found = statement.declarationList.declarations.find(
      ({ name, initializer }) => ts.isIdentifier(name) && name.text === value.text && initializer !== undefined,
    );
    if (found?.initializer !== undefined && !ts.isIdentifier(found.initializer))
      return unwrap(ts, source, found.initializer);
  }
  return value;
}

function insertionIn(ts: typeof TypeScript, list: Expression, text: string): Insertion | undefined {
  if (ts.isArrayLiteralExpression(list)) return before(list.elements, list.getStart() + 1, text);
  if (ts.isObjectLiteralExpression(list))
    return {
      at: list.getStart(),
      before: '[\n  ',
      after: ',\n  ',
      closing: { at: list.getEnd(), text: ',\n]' },
    };
  if (!ts.isCallExpression(list)) return undefined;
  const callee = ts.isPropertyAccessExpression(list.expression) ? list.expression.name : list.expression;
  const takes = ts.isIdentifier(callee) ? HELPERS[callee.text] : undefined;
  const [first] = list.arguments;
  if (takes === 'after-first') {
    // After a trailing comma, the result would have two commas.
    if (first === undefined || list.arguments.hasTrailingComma) return undefined;
    const last = list.arguments.at(-1) ?? first;
    return { at: last.getEnd(), before: ', ', after: '' };
  }
  if (takes === undefined) return undefined;
  if (first !== undefined && list.arguments.length === 1 && ts.isArrayLiteralExpression(first))
    return insertionIn(ts, first, text);
  return before(list.arguments, list.arguments.pos, text);
}

/** Finds the position before the first element of a list that begins at `start`. */
function before(elements: TypeScript.NodeArray<Node>, start: number, text: string): Insertion {
  const [first] = elements;
  const indent =
    first === undefined
      ? /^\s*\n([^\S\n]*)\/[/*]/.exec(text.slice(start))?.[1]
      : /\n([^\S\n]*)$/.exec(text.slice(0, first.getStart()))?.[1];
  if (first === undefined && indent === undefined) return { at: start, before: '', after: '' };
  // On the line of a single-line list, or on a line of its own.
  return indent === undefined
    ? { at: start, before: '', after: ', ' }
    : { at: start, before: `\n${indent}`, after: ',' };
}

/** Position after the leading imports and `require` calls; without these, after a shebang and `@ts-` comments. */
function positionOfLoad(ts: typeof TypeScript, source: TypeScript.SourceFile, text: string): number {
  let end: number | undefined;
  for (const statement of source.statements) {
    if (!isImport(ts, statement)) break;
    end = statement.getEnd();
  }
  const from = end ?? /^(?:(?:#!|\/\/\s*@ts-)[^\n]*(?:\n|$)|\s)*/.exec(text)?.[0].trimEnd().length ?? 0;
  if (from === 0) return 0;
  const lineEnd = text.indexOf('\n', from);
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
  const count = (sign: string): number => text.split(sign).length;
  const first = source.statements.at(0)?.getText(source);
  return {
    quote: count('"') > count("'") ? '"' : "'",
    semicolon: first === undefined || first.endsWith(';') ? ';' : '',
  };
}

const PLUGIN = { name: 'sunset', specifier: 'sunset-lint' };
const BY_HAND = `"jsPlugins": [${JSON.stringify(PLUGIN)}],
"rules": { ${RULES.map((rule) => `"sunset/${rule}": "error"`).join(', ')} }
`;

/** Plans our rules for oxlint. */
function oxlintSteps(project: Project): readonly InitStep[] {
  const file = firstOf(project, ['.oxlintrc.json', '.oxlintrc.jsonc']);
  if (file === undefined)
    return declared(project, 'oxlint') === undefined
      ? []
      : [byHand('lint', 'oxlint has no configuration here: create one with these rules', BY_HAND)];
  const text = readOwn(project.folder, file) ?? '';
  if (text.includes('sunset-lint')) return [done('lint', `${file} already names sunset-lint`)];
  const config = jsonRecord(text, 'with-comments');
  const add = (before: string): string | undefined => addToJson(before, additions(config ?? {}));
  if (config === undefined || add(text) === undefined)
    return [byHand('lint', `${file} cannot be edited safely: add the rules yourself`, BY_HAND)];
  return [
    {
      kind: 'write',
      area: 'lint',
      file,
      edit: (before) => add(before) ?? before,
      about: 'sunset-lint rules for oxlint',
      tryWith: 'oxlint',
    },
  ];
}

function additions(config: Json): readonly JsonAddition[] {
  const plugins: JsonAddition = Array.isArray(config['jsPlugins'])
    ? { at: ['jsPlugins', -1], value: PLUGIN }
    : { at: ['jsPlugins'], value: [PLUGIN] };
  const known = recordOf(config, 'rules') ?? {};
  const rules = RULES.map((rule) => `sunset/${rule}`).filter((rule) => !Object.hasOwn(known, rule));
  return [plugins, ...rules.map((rule): JsonAddition => ({ at: ['rules', rule], value: 'error' }))];
}

const SCAN_SCRIPT = 'sunset-lint scan';

/** Plans a script in package.json that scans. */
function scriptSteps(project: Project): readonly InitStep[] {
  if (project.manifest === undefined) return [];
  const biome = firstOf(project, ['biome.json', 'biome.jsonc']);
  const why = biome === undefined ? '' : `; ${biome} is unchanged, because Biome cannot run rules of other packages`;
  const scripts = recordOf(project.manifest, 'scripts') ?? {};
  if (Object.values(scripts).some((script) => typeof script === 'string' && script.includes('sunset-lint')))
    return [done('lint', `a package.json script already runs sunset-lint${why}`)];
  const name = ['sunset', 'sunset-lint'].find((free) => !Object.hasOwn(scripts, free));
  const add = (text: string): string | undefined =>
    name === undefined ? undefined : addToJson(text, [{ at: ['scripts', name], value: SCAN_SCRIPT }]);
  if (add(readOwn(project.folder, 'package.json') ?? '') === undefined)
    return [byHand('lint', `add a script to package.json${why}`, `"sunset": "${SCAN_SCRIPT}"\n`)];
  return [
    {
      kind: 'write',
      area: 'lint',
      file: 'package.json',
      edit: (text) => add(text) ?? text,
      about: `a script that scans the whole project${why}`,
    },
  ];
}
