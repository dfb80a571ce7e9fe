import type { TSESTree } from '@typescript-eslint/utils';
import type { ExprFact } from '../../../core/model/facts.js';
import { memberExpression, nameExpression } from '../expressions.js';
import { EstreeExpressions } from './expressions.js';
import { moduleName, spanOf, stringText } from './syntax.js';

/** Kind of export of a declaration. */
export type ExportKind = 'exported' | 'default' | 'local';

/** Lowers imports, and exports of names. */
export abstract class EstreeModules extends EstreeExpressions {
  protected import(node: TSESTree.ImportDeclaration): void {
    const builder = this.builder;
    const specifier = node.source.value;
    builder.recordImport(specifier, 'import', spanOf(node.source), node.importKind === 'type');
    for (const { type, local, ...otherParts } of node.specifiers) {
      const at = spanOf(local);
      if (type === 'ImportDefaultSpecifier') builder.declareImport(local.name, at, specifier, 'default');
      else if (type === 'ImportNamespaceSpecifier') builder.declareImport(local.name, at, specifier, '*');
      else
        builder.declareImport(local.name, at, specifier, moduleName((otherParts as TSESTree.ImportSpecifier).imported));
    }
  }

  protected importEquals(node: TSESTree.TSImportEqualsDeclaration, exportKind: ExportKind): void {
    const builder = this.builder;
    const value = this.importedReference(node);
    if (value === undefined) return;
    const at = spanOf(node.id);
    builder.declare({ name: node.id.name, kind: 'import', at, value });
    if (exportKind === 'exported') builder.exportName(node.id.name, at);
  }

  protected importedReference({
    moduleReference,
    importKind,
  }: TSESTree.TSImportEqualsDeclaration): ExprFact | undefined {
    if (moduleReference.type !== 'TSExternalModuleReference') return this.entity(moduleReference);
    const source = moduleReference.expression;
    const specifier = stringText(source);
    if (specifier === undefined) return undefined;
    this.builder.recordImport(specifier, 'require', spanOf(source), importKind === 'type');
    return { kind: 'imported', specifier, name: '*', via: 'require', at: spanOf(moduleReference) };
  }

  protected entity(name: TSESTree.EntityName): ExprFact {
    const links: TSESTree.TSQualifiedName[] = [];
    let current = name;
    while (current.type === 'TSQualifiedName') {
      links.push(current);
      current = current.left;
    }
    let value = nameExpression(current.type === 'Identifier' ? current.name : 'this', spanOf(current));
    for (const link of links.reverse()) {
      value = memberExpression(value, link.right.name, spanOf(link.right), spanOf(link));
    }
    return value;
  }

  protected exportAll({ source, exported, exportKind }: TSESTree.ExportAllDeclaration): void {
    const specifier = source.value;
    this.builder.recordImport(specifier, 'export', spanOf(source), exportKind === 'type');
    if (exported === null) {
      this.builder.recordExport({ kind: 'all', specifier }, spanOf(source));
    } else {
      const name = moduleName(exported);
      this.builder.recordExport({ kind: 'from', name, specifier, imported: '*' }, spanOf(exported));
    }
  }
}
