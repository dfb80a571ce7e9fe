import { collect, literalOf, parse, wordOf } from './syntax.js';
import type { TypeScript } from '../../../../../src/files/load-typescript.js';

/** A class of an SDK, and the file that declares it. */
export interface SdkClass {
  readonly path: string;
  readonly declaration: TypeScript.ClassDeclaration;
}

/** The classes of some TypeScript modules, with their imports resolved. */
export interface ClassIndex {
  readonly classes: readonly SdkClass[];
  /**
   * The class that a name refers to in a file, which declares, imports or re-exports it. The name may be a member of a
   * namespace: `TowersAPI.Towers`.
   */
  readonly classAt: (path: string, name: string) => SdkClass | undefined;
}

export function indexClasses(compiler: typeof TypeScript, files: ReadonlyMap<string, string>): ClassIndex {
  const modules = new Map([...files].map(([path, text]) => [path, parse(compiler, path, text)]));
  const classesOf = (path: string): readonly SdkClass[] =>
    (modules.get(path)?.statements ?? []).flatMap((declaration) =>
      compiler.isClassDeclaration(declaration) ? [{ path, declaration }] : [],
    );
  const resolve = (from: string, node: TypeScript.Node | undefined): string | undefined => {
    const specifier = literalOf(compiler, node);
    if (specifier?.startsWith('.') !== true) return undefined;
    const base = joinPath(from, specifier);
    return [`${base}.ts`, `${base}/index.ts`, base.replace(/\.js$/, '.ts')].find((path) => modules.has(path));
  };
  const find = (path: string, name: string, visitedPaths: ReadonlySet<string>): SdkClass | undefined => {
    if (visitedPaths.has(path)) return undefined;
    const ownClass = classesOf(path).find(({ declaration }) => declaration.name?.text === name);
    if (ownClass !== undefined) return ownClass;
    const innerPaths = new Set([...visitedPaths, path]);
    for (const { module, original } of sourcesOf(compiler, modules.get(path), name)) {
      const file = resolve(path, module);
      const result = file === undefined ? undefined : find(file, original, innerPaths);
      if (result !== undefined) return result;
    }
    return undefined;
  };
  return {
    classes: [...modules.keys()].flatMap(classesOf),
    classAt: (path, name) => {
      const [firstName = '', memberName] = name.split('.');
      if (memberName === undefined) return find(path, firstName, new Set());
      const file = resolve(path, namespaceModule(compiler, modules.get(path), firstName));
      return file === undefined ? undefined : find(file, memberName, new Set());
    },
  };
}

/** Resolves a relative specifier: `./bells` in `resources/towers/towers.ts` is `resources/towers/bells`. */
function joinPath(from: string, specifier: string): string {
  const segments = from.split('/').slice(0, -1);
  for (const segment of specifier.split('/')) {
    if (segment === '..') segments.pop();
    else if (segment !== '.') segments.push(segment);
  }
  return segments.join('/');
}

interface NameSource {
  readonly module: TypeScript.Expression;
  readonly original: string;
}

/**
 * The modules from which a file imports or re-exports a name, and the name there. Modules of `export * from` are last,
 * because an explicit export has precedence.
 */
function sourcesOf(
  compiler: typeof TypeScript,
  source: TypeScript.SourceFile | undefined,
  name: string,
): readonly NameSource[] {
  const starSources: NameSource[] = [];
  const namedSources = (source?.statements ?? []).flatMap((statement) => {
    const isExport = compiler.isExportDeclaration(statement);
    if (!isExport && !compiler.isImportDeclaration(statement)) return [];
    const module = statement.moduleSpecifier;
    if (module === undefined) return [];
    if (isExport && statement.exportClause === undefined) {
      starSources.push({ module, original: name });
      return [];
    }
    const originalNames = collect(compiler, statement, (node) =>
      (compiler.isExportSpecifier(node) || compiler.isImportSpecifier(node)) && node.name.text === name
        ? (wordOf(compiler, node.propertyName) ?? name)
        : undefined,
    );
    return originalNames.map((original) => ({ module, original }));
  });
  return [...namedSources, ...starSources];
}

/** The module of a namespace: `./towers` of `import * as TowersAPI from './towers'`. */
function namespaceModule(
  compiler: typeof TypeScript,
  source: TypeScript.SourceFile | undefined,
  name: string,
): TypeScript.Expression | undefined {
  for (const statement of source?.statements ?? []) {
    const bindings = compiler.isImportDeclaration(statement) ? statement.importClause?.namedBindings : undefined;
    if (bindings === undefined || !compiler.isNamespaceImport(bindings) || bindings.name.text !== name) continue;
    return compiler.isImportDeclaration(statement) ? statement.moduleSpecifier : undefined;
  }
  return undefined;
}
