import { loadTypeScript } from '../sources/load-typescript.js';
import type { TypeScript } from '../sources/load-typescript.js';
import { insertedAt, keepsAll } from './added-text.js';

type Node = TypeScript.Node;
type Expression = TypeScript.Expression;

/** Functions that make a list of configurations: of their arguments, or of those after the first. */
const HELPERS: Readonly<Record<string, 'all' | 'after-first'>> = {
  defineConfig: 'all',
  config: 'all',
  withNuxt: 'all',
  defineConfigWithVueTs: 'all',
  antfu: 'after-first',
};

/** Where one configuration more can stand, and what it takes. */
interface Room {
  readonly at: number;
  readonly before: string;
  readonly after: string;
  /** Something to put at a later place. */
  readonly closing?: { readonly at: number; readonly text: string };
}

/**
 * A flat configuration of ESLint with our rules in front of its list, so that what it says itself comes later and
 * counts; undefined where its form is not known. Nothing is run.
 */
export function addToFlatConfig(file: string, text: string): string | undefined {
  const ts = loadTypeScript();
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, scriptKind(ts, file));
  const exported = exportOf(ts, source);
  if (exported === undefined) return undefined;
  const list = unwrap(ts, source, exported.value);
  const style = styleOf(source, text);
  const name = /\bsunset\b/.test(text) ? 'sunsetLint' : 'sunset';
  const room = roomIn(ts, list, text);
  if (room === undefined) return undefined;
  const { quote, semicolon } = style;
  const load =
    exported.form === 'module'
      ? `import ${name} from ${quote}sunset-lint${quote}${semicolon}\n`
      : `const ${name} = require(${quote}sunset-lint${quote})${semicolon}\n`;
  const { closing } = room;
  let after = text;
  // From the end on, so that places stay.
  if (closing !== undefined) after = insertedAt(after, closing.at, closing.text);
  after = insertedAt(after, room.at, `${room.before}${name}.configs.recommended${room.after}`);
  const place = placeOfLoad(ts, source, text);
  if (place > room.at) return undefined;
  after = insertedAt(after, place, place > 0 && text[place - 1] !== '\n' ? `\n${load.trimEnd()}` : load);
  return keepsAll(text, after) ? after : undefined;
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

/** The expression itself: without brackets and types around it, and of a constant what it was made with. */
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

function roomIn(ts: typeof TypeScript, list: Expression, text: string): Room | undefined {
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
    // With a comma already after it, two would follow each other.
    if (first === undefined || list.arguments.hasTrailingComma) return undefined;
    const last = list.arguments.at(-1) ?? first;
    return { at: last.getEnd(), before: ', ', after: '' };
  }
  if (takes === undefined) return undefined;
  if (first !== undefined && list.arguments.length === 1 && ts.isArrayLiteralExpression(first))
    return roomIn(ts, first, text);
  return before(list.arguments, list.arguments.pos, text);
}

/** A place before the elements of a list, whose first one can stand there from `start` on. */
function before(elements: TypeScript.NodeArray<Node>, start: number, text: string): Room {
  const [first] = elements;
  const indent =
    first === undefined
      ? /^\s*\n([^\S\n]*)\/[/*]/.exec(text.slice(start))?.[1]
      : /\n([^\S\n]*)$/.exec(text.slice(0, first.getStart()))?.[1];
  if (first === undefined && indent === undefined) return { at: start, before: '', after: '' };
  // In one line, as the list is, or in a line of its own.
  return indent === undefined
    ? { at: start, before: '', after: ', ' }
    : { at: start, before: `\n${indent}`, after: ',' };
}

/** After the last of the imports or `require` that the file begins with; else after what must be first. */
function placeOfLoad(ts: typeof TypeScript, source: TypeScript.SourceFile, text: string): number {
  let end: number | undefined;
  for (const statement of source.statements) {
    if (!isLoad(ts, statement)) break;
    end = statement.getEnd();
  }
  const from = end ?? /^(?:(?:#!|\/\/\s*@ts-)[^\n]*(?:\n|$)|\s)*/.exec(text)?.[0].trimEnd().length ?? 0;
  if (from === 0) return 0;
  const lineEnd = text.indexOf('\n', from);
  return lineEnd < 0 ? text.length : lineEnd + 1;
}

function isLoad(ts: typeof TypeScript, statement: TypeScript.Statement): boolean {
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

/** How the file quotes and ends its lines. */
function styleOf(source: TypeScript.SourceFile, text: string): { readonly quote: string; readonly semicolon: string } {
  const count = (sign: string): number => text.split(sign).length;
  const first = source.statements.at(0)?.getText(source);
  return {
    quote: count('"') > count("'") ? '"' : "'",
    semicolon: first === undefined || first.endsWith(';') ? ';' : '',
  };
}
