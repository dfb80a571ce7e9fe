import type { ImportDeclaration, Node, Project, SourceFile } from 'ts-morph';
import { escapeRegExp } from '../core/lib/escape.js';
import type { Place, Span } from '../core/model/span.js';
import { loadMorph } from './load-typescript.js';

/** A file and all its importers, as texts by name. */
export interface ExportingFile {
  readonly file: string;
  readonly texts: ReadonlyMap<string, string>;
  /** The file of a specifier, if it resolves to one. */
  readonly resolve: (from: string, specifier: string) => string | undefined;
}

/**
 * Uses of a declared name in importers, by the compiler; undefined if an import is not by name (`* as`, `require`,
 * `export … from`, a mock of the module), the name is re-exported, or a type is derived from the value.
 */
export function exportUses(exporting: ExportingFile, at: Span): readonly Place[] | undefined {
  const { file, texts } = exporting;
  const { Node, SyntaxKind } = loadMorph();
  const project = projectOf(exporting);
  const importers = [...texts.keys()].filter((name) => name !== file);
  const resolvesToFile = (from: string) => (node: Node) =>
    (Node.isStringLiteral(node) || Node.isNoSubstitutionTemplateLiteral(node)) &&
    exporting.resolve(from, node.getLiteralText()) === file;
  const importsByName = (node: Node): boolean => {
    const parent = node.getParent();
    return Node.isImportDeclaration(parent) && parent.getNamespaceImport() === undefined;
  };
  const hasOnlyImportsByName = (name: string): boolean =>
    sourceOf(project, name).getDescendants().filter(resolvesToFile(name)).every(importsByName);
  if (!importers.every(hasOnlyImportsByName)) return undefined;
  const name = sourceOf(project, file).getDescendantAtPos(at[0]);
  if (!Node.isIdentifier(name)) return undefined;
  const uses = name.findReferencesAsNodes().filter((use) => nameOf(use) !== file && !isImport(use));
  const isOfType = (use: Node): boolean =>
    use.getFirstAncestor((node) => Node.isTypeNode(node) || Node.isTypeAliasDeclaration(node)) !== undefined;
  if (uses.some((use) => isOfType(use) || use.getParentIfKind(SyntaxKind.ExportSpecifier) !== undefined))
    return undefined;
  return uses.map((use) => ({ file: nameOf(use), span: [use.getStart(), use.getEnd()] }));

  function isImport(use: Node): boolean {
    const parent = use.getParent();
    return Node.isImportSpecifier(parent) || Node.isImportClause(parent);
  }
}

/** A project of these files alone, in memory: the compiler reads nothing from disk. */
function projectOf({ texts, resolve }: ExportingFile): Project {
  const { Project, ts } = loadMorph();
  const project = new Project({
    useInMemoryFileSystem: true,
    skipLoadingLibFiles: true,
    compilerOptions: { allowJs: true, noLib: true, types: [], jsx: ts.JsxEmit.Preserve },
    resolutionHost: () => ({
      resolveModuleNames: (specifiers, from) =>
        specifiers.map((specifier) => {
          const target = resolve(from.slice(1), specifier);
          return target === undefined || !texts.has(target) ? undefined : { resolvedFileName: `/${target}` };
        }),
    }),
  });
  for (const [name, text] of texts) project.createSourceFile(`/${name}`, text);
  return project;
}

function sourceOf(project: Project, name: string): SourceFile {
  return project.getSourceFileOrThrow(`/${name}`);
}

function nameOf(node: Node): string {
  return node.getSourceFile().getFilePath().slice(1);
}

/** A file before and after a change, and the texts of its imports, if known. */
export interface ChangedFile {
  readonly file: string;
  readonly before: string;
  readonly after: string;
  readonly importedText: (specifier: string) => string | undefined;
}

/** Text between `import` and `from`, of limited length. */
const IMPORT_CLAUSE = /\bimport\b([^'"`;=()]{0,5000}?)\bfrom\b/g;

/**
 * Removes the named imports that the change alone made unused: their names no longer occur anywhere, not even in a type
 * or a comment. Default and namespace imports stay. An import without a remaining name is removed entirely if its module
 * has no side effects; otherwise it stays.
 */
export function withoutUnusedImports({ file, before, after, importedText }: ChangedFile): string {
  if (!isScript(file)) return after;
  const names = new Set(
    [...after.matchAll(IMPORT_CLAUSE)]
      .flatMap(([, clause = '']) => clause.match(/[\p{ID_Start}$_][\p{ID_Continue}$]*/gu) ?? [])
      .filter((name) => countName(name, after) === 1 && countName(name, before) > 1),
  );
  // Most changes leave no unused import: the compiler is then not loaded.
  if (names.size === 0) return after;
  const { Project } = loadMorph();
  const project = new Project({ useInMemoryFileSystem: true, skipLoadingLibFiles: true });
  const source = project.createSourceFile(`/${file}`, after);
  const hasNoSideEffects = (specifier: string): boolean => {
    const text = importedText(specifier);
    return (
      text !== undefined && hasOnlyDefinitions(project.createSourceFile('/imported.tsx', text, { overwrite: true }))
    );
  };
  for (const declaration of source.getImportDeclarations()) removeNames(declaration, names, hasNoSideEffects);
  return source.getFullText();
}

function countName(name: string, text: string): number {
  return [...text.matchAll(new RegExp(`(?<![\\p{ID_Continue}$])${escapeRegExp(name)}(?![\\p{ID_Continue}$])`, 'gu'))]
    .length;
}

function removeNames(
  declaration: ImportDeclaration,
  names: ReadonlySet<string>,
  hasNoSideEffects: (specifier: string) => boolean,
): void {
  const specifiers = declaration.getNamedImports();
  const unused = specifiers.filter((specifier) =>
    names.has((specifier.getAliasNode() ?? specifier.getNameNode()).getText()),
  );
  if (unused.length === 0 || declaration.getNamespaceImport() !== undefined) return;
  if (unused.length < specifiers.length || declaration.getDefaultImport() !== undefined)
    for (const specifier of unused) specifier.remove();
  else if (declaration.isTypeOnly() || hasNoSideEffects(declaration.getModuleSpecifierValue())) declaration.remove();
}

/** Whether a module has only definitions: functions, types, and literals, also in lists and objects. */
function hasOnlyDefinitions(source: SourceFile): boolean {
  const { Node, SyntaxKind } = loadMorph();
  const literalKinds = new Set([
    SyntaxKind.StringLiteral,
    SyntaxKind.NumericLiteral,
    SyntaxKind.NoSubstitutionTemplateLiteral,
    SyntaxKind.TrueKeyword,
    SyntaxKind.FalseKeyword,
    SyntaxKind.NullKeyword,
  ]);
  const isDefinition = (node: Node | undefined): boolean => {
    if (node === undefined || literalKinds.has(node.getKind())) return true;
    if (Node.isAsExpression(node) || Node.isSatisfiesExpression(node)) return isDefinition(node.getExpression());
    if (Node.isArrayLiteralExpression(node)) return node.getElements().every(isDefinition);
    if (!Node.isObjectLiteralExpression(node)) return Node.isArrowFunction(node) || Node.isFunctionExpression(node);
    return node
      .getProperties()
      .every(
        (property) =>
          Node.isPropertyAssignment(property) &&
          !Node.isComputedPropertyName(property.getNameNode()) &&
          isDefinition(property.getInitializer()),
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
            .every(
              (declaration) =>
                Node.isIdentifier(declaration.getNameNode()) && isDefinition(declaration.getInitializer()),
            )),
    );
}

/** Whether a file is JavaScript or TypeScript, and not a host file, by its name. */
export function isScript(file: string): boolean {
  return /\.[cm]?[jt]sx?$/i.test(file);
}
