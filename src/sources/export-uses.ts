import type { Node, Project, SourceFile } from 'ts-morph';
import type { Place, Span } from '../model/span.js';
import { loadMorph } from './load-typescript.js';

/** A file and all its importers, as texts by name. */
export interface ExportingFile {
  readonly file: string;
  readonly texts: ReadonlyMap<string, string>;
  /** The file of a specifier, where it resolves to one. */
  readonly resolve: (from: string, specifier: string) => string | undefined;
}

/**
 * Uses of a declared name in importers, by the compiler; undefined where an import is not by name (`* as`, `require`,
 * `export … from`, a mock of the module), or where a type is made of the value.
 */
export function exportUses(exporting: ExportingFile, at: Span): readonly Place[] | undefined {
  const { file, texts } = exporting;
  const { Node, SyntaxKind } = loadMorph();
  const project = projectOf(exporting);
  const importers = [...texts.keys()].filter((name) => name !== file);
  const leadsHere = (from: string) => (node: Node) =>
    (Node.isStringLiteral(node) || Node.isNoSubstitutionTemplateLiteral(node)) &&
    exporting.resolve(from, node.getLiteralText()) === file;
  const takesNames = (node: Node): boolean => {
    const parent = node.getParent();
    return Node.isImportDeclaration(parent) && parent.getNamespaceImport() === undefined;
  };
  const isPlain = (name: string): boolean =>
    sourceOf(project, name).getDescendants().filter(leadsHere(name)).every(takesNames);
  if (!importers.every(isPlain)) return undefined;
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

/** The files alone, in memory: the compiler reads nothing from disk. */
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
