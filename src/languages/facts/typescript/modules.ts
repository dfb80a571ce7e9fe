import type { ts } from 'ts-morph';
import type { ExprFact } from '../../../core/model/facts.js';
import { liveNameExpression, memberExpression, nameExpression } from '../expressions.js';
import { TypeScriptExpressions } from './expressions.js';

/** Lowers imports and exports. */
export abstract class TypeScriptModules extends TypeScriptExpressions {
  protected import(node: ts.ImportDeclaration): void {
    const specifier = this.syntax.stringText(node.moduleSpecifier);
    if (specifier === undefined) return;
    const builder = this.builder;
    const clause = node.importClause;
    const typeOnly = clause?.isTypeOnly ?? false;
    builder.recordImport(specifier, 'import', this.syntax.span(node.moduleSpecifier), typeOnly);
    if (clause === undefined) return;
    if (clause.name !== undefined) {
      builder.declareImport(clause.name.text, this.syntax.span(clause.name), specifier, 'default');
    }
    const bindings = clause.namedBindings;
    if (bindings === undefined) return;
    if ('elements' in bindings) {
      for (const { name, propertyName } of bindings.elements) {
        builder.declareImport(name.text, this.syntax.span(name), specifier, (propertyName ?? name).text);
      }
    } else {
      builder.declareImport(bindings.name.text, this.syntax.span(bindings.name), specifier, '*');
    }
  }

  protected importEquals(node: ts.ImportEqualsDeclaration): void {
    if (this.syntax.hasModifier(node, 'DeclareKeyword')) return;
    const builder = this.builder;
    const value = this.importedReference(node);
    if (value === undefined) return;
    const at = this.syntax.span(node.name);
    builder.declare({ name: node.name.text, kind: 'import', at, value });
    if (this.syntax.hasModifier(node, 'ExportKeyword')) builder.exportName(node.name.text, at);
  }

  protected importedReference({ moduleReference, isTypeOnly }: ts.ImportEqualsDeclaration): ExprFact | undefined {
    if (!('expression' in moduleReference)) return this.entity(moduleReference);
    const specifier = this.syntax.stringText(moduleReference.expression);
    if (specifier === undefined) return undefined;
    this.builder.recordImport(specifier, 'require', this.syntax.span(moduleReference.expression), isTypeOnly);
    return { kind: 'imported', specifier, name: '*', via: 'require', at: this.syntax.span(moduleReference) };
  }

  protected entity(name: ts.EntityName): ExprFact {
    const links: ts.QualifiedName[] = [];
    let current = name;
    while (this.syntax.tag(current) === 'QualifiedName') {
      links.push(current as ts.QualifiedName);
      current = (current as ts.QualifiedName).left;
    }
    let value = nameExpression((current as ts.Identifier).text, this.syntax.span(current));
    for (const link of links.reverse()) {
      value = memberExpression(value, link.right.text, this.syntax.span(link.right), this.syntax.span(link));
    }
    return value;
  }

  protected export(node: ts.ExportDeclaration): void {
    const builder = this.builder;
    const { moduleSpecifier, exportClause } = node;
    const specifier = moduleSpecifier && this.syntax.stringText(moduleSpecifier);
    if (moduleSpecifier !== undefined && specifier !== undefined) {
      builder.recordImport(specifier, 'export', this.syntax.span(moduleSpecifier), node.isTypeOnly);
      if (exportClause === undefined) {
        builder.recordExport({ kind: 'all', specifier }, this.syntax.span(moduleSpecifier));
        return;
      }
    }
    if (exportClause === undefined) return;
    if (!('elements' in exportClause)) {
      const { name } = exportClause;
      if (specifier === undefined) return;
      builder.recordExport({ kind: 'from', name: name.text, specifier, imported: '*' }, this.syntax.span(name));
      return;
    }
    for (const { name, propertyName } of exportClause.elements) {
      const local = propertyName ?? name;
      if (specifier !== undefined) {
        builder.recordExport(
          { kind: 'from', name: name.text, specifier, imported: local.text },
          this.syntax.span(name),
        );
      } else {
        const value = liveNameExpression(local.text, this.syntax.span(local));
        builder.recordExport({ kind: 'local', name: name.text, value }, this.syntax.span(name));
      }
    }
  }
}
