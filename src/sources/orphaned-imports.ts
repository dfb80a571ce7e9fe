import type { ImportDeclaration, Node, SourceFile } from 'ts-morph';
import { escapeRegExp } from '../lib/escape.js';
import { loadMorph } from './load-typescript.js';
import { isScript } from './script-name.js';

/** A file before and after a change, and the texts of its imports where known. */
export interface ChangedFile {
  readonly file: string;
  readonly before: string;
  readonly after: string;
  readonly importedText: (specifier: string) => string | undefined;
}

/** Names between `import` and `from`, in a limited number. */
const CLAUSES = /\bimport\b([^'"`;=()]{0,5000}?)\bfrom\b/g;

/**
 * The changed text without the imports that became unused by the change alone: their names no longer occur anywhere,
 * not even in a type or a comment. An import without a remaining name is removed as a whole where its module has no
 * side effects; otherwise it stays.
 */
export function withoutOrphans({ file, before, after, importedText }: ChangedFile): string {
  if (!isScript(file)) return after;
  const names = new Set(
    [...after.matchAll(CLAUSES)]
      .flatMap(([, clause = '']) => clause.match(/[\p{ID_Start}$_][\p{ID_Continue}$]*/gu) ?? [])
      .filter((name) => count(name, after) === 1 && count(name, before) > 1),
  );
  // Most changes leave none: the compiler is not loaded then.
  if (names.size === 0) return after;
  const { Project } = loadMorph();
  const project = new Project({ useInMemoryFileSystem: true, skipLoadingLibFiles: true });
  const source = project.createSourceFile(`/${file}`, after);
  const isIdle = (specifier: string): boolean => {
    const text = importedText(specifier);
    return text !== undefined && doesNothing(project.createSourceFile('/imported.tsx', text, { overwrite: true }));
  };
  for (const declaration of source.getImportDeclarations()) dropNames(declaration, names, isIdle);
  return source.getFullText();
}

function count(name: string, text: string): number {
  return [...text.matchAll(new RegExp(`(?<![\\p{ID_Continue}$])${escapeRegExp(name)}(?![\\p{ID_Continue}$])`, 'gu'))]
    .length;
}

function dropNames(
  declaration: ImportDeclaration,
  names: ReadonlySet<string>,
  isIdle: (specifier: string) => boolean,
): void {
  const specifiers = declaration.getNamedImports();
  const dead = specifiers.filter((one) => names.has((one.getAliasNode() ?? one.getNameNode()).getText()));
  if (dead.length === 0 || declaration.getNamespaceImport() !== undefined) return;
  if (dead.length < specifiers.length || declaration.getDefaultImport() !== undefined)
    for (const one of dead) one.remove();
  else if (declaration.isTypeOnly() || isIdle(declaration.getModuleSpecifierValue())) declaration.remove();
}

/** Whether a module has only definitions: literal values, functions and types. */
function doesNothing(source: SourceFile): boolean {
  const { Node, SyntaxKind } = loadMorph();
  const plain = new Set([
    SyntaxKind.StringLiteral,
    SyntaxKind.NumericLiteral,
    SyntaxKind.NoSubstitutionTemplateLiteral,
    SyntaxKind.TrueKeyword,
    SyntaxKind.FalseKeyword,
    SyntaxKind.NullKeyword,
  ]);
  const isPlain = (node: Node | undefined): boolean => {
    if (node === undefined || plain.has(node.getKind())) return true;
    if (Node.isAsExpression(node) || Node.isSatisfiesExpression(node)) return isPlain(node.getExpression());
    if (Node.isArrayLiteralExpression(node)) return node.getElements().every(isPlain);
    if (!Node.isObjectLiteralExpression(node)) return Node.isArrowFunction(node) || Node.isFunctionExpression(node);
    return node
      .getProperties()
      .every(
        (one) =>
          Node.isPropertyAssignment(one) &&
          !Node.isComputedPropertyName(one.getNameNode()) &&
          isPlain(one.getInitializer()),
      );
  };
  return source
    .getStatements()
    .every(
      (statement) =>
        Node.isInterfaceDeclaration(statement) ||
        Node.isTypeAliasDeclaration(statement) ||
        Node.isFunctionDeclaration(statement) ||
        (Node.isVariableStatement(statement) &&
          statement
            .getDeclarations()
            .every((one) => Node.isIdentifier(one.getNameNode()) && isPlain(one.getInitializer()))),
    );
}
