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
   * The class that a file declares, exports from elsewhere, or imports, under a name; of a namespace:
   * `TowersAPI.Towers`.
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
    const base = joined(from, specifier);
    return [`${base}.ts`, `${base}/index.ts`, base.replace(/\.js$/, '.ts')].find((path) => modules.has(path));
  };
  const find = (path: string, name: string, seen: ReadonlySet<string>): SdkClass | undefined => {
    if (seen.has(path)) return undefined;
    const own = classesOf(path).find(({ declaration }) => declaration.name?.text === name);
    if (own !== undefined) return own;
    const inner = new Set([...seen, path]);
    for (const { module, original } of sourcesOf(compiler, modules.get(path), name)) {
      const file = resolve(path, module);
      const found = file === undefined ? undefined : find(file, original, inner);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  return {
    classes: [...modules.keys()].flatMap(classesOf),
    classAt: (path, name) => {
      const [first = '', second] = name.split('.');
      if (second === undefined) return find(path, first, new Set());
      const file = resolve(path, namespaceModule(compiler, modules.get(path), first));
      return file === undefined ? undefined : find(file, second, new Set());
    },
  };
}

/** `./bells` beside `resources/towers/towers.ts` is `resources/towers/bells`. */
function joined(from: string, specifier: string): string {
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
 * The modules that a name can come from, by imports and by exports, and its name there. A name that is exported
 * explicitly hides those of `export * from`.
 */
function sourcesOf(
  compiler: typeof TypeScript,
  source: TypeScript.SourceFile | undefined,
  name: string,
): readonly NameSource[] {
  const whole: NameSource[] = [];
  const byName = (source?.statements ?? []).flatMap((statement) => {
    const isExport = compiler.isExportDeclaration(statement);
    if (!isExport && !compiler.isImportDeclaration(statement)) return [];
    const module = statement.moduleSpecifier;
    if (module === undefined) return [];
    if (isExport && statement.exportClause === undefined) {
      whole.push({ module, original: name });
      return [];
    }
    const named = collect(compiler, statement, (node) =>
      (compiler.isExportSpecifier(node) || compiler.isImportSpecifier(node)) && node.name.text === name
        ? (wordOf(compiler, node.propertyName) ?? name)
        : undefined,
    );
    return named.map((original) => ({ module, original }));
  });
  return [...byName, ...whole];
}

/** The module of `import * as TowersAPI from '../../../../../src/upstream/sdk/towers'`. */
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
