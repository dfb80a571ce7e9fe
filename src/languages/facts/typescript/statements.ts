import type { ts } from 'ts-morph';
import type { ExprFact } from '../../../core/model/facts.js';
import type { Block, Condition, ControlFlow } from '../lowering.js';
import { TypeScriptModules } from './modules.js';

/** Lowers statements, declarations and files. */
export class TypeScriptLowering extends TypeScriptModules {
  lower({ statements }: ts.SourceFile): void {
    this.body(statements);
  }

  /** Lowers a statement by its kind. One `switch`, because each case is a line or two. */
  protected statementByKind(node: ts.Node): void {
    switch (this.syntax.tag(node)) {
      case 'ExpressionStatement':
      case 'ThrowStatement':
        this.expression((node as ts.ExpressionStatement).expression);
        return;
      case 'VariableStatement':
        return this.variableStatement(node as ts.VariableStatement);
      case 'ReturnStatement': {
        const { expression } = node as ts.ReturnStatement;
        if (expression !== undefined) this.returnValue(expression);
        return;
      }
      case 'IfStatement':
        return this.if(condition(node as ts.IfStatement));
      case 'Block':
        return this.block(this.blockOf(node as ts.Block));
      case 'FunctionDeclaration':
        return this.functionDeclaration(node as ts.FunctionDeclaration);
      case 'ClassDeclaration':
        return this.classDeclaration(node as ts.ClassDeclaration);
      case 'ForStatement':
        return this.for(node as ts.ForStatement);
      case 'ForOfStatement':
        return this.forEach(node as ts.ForOfStatement, 'each');
      case 'ForInStatement':
        return this.forEach(node as ts.ForInStatement, 'each-key');
      case 'WhileStatement': {
        const { expression, statement } = node as ts.WhileStatement;
        return this.while(expression, statement);
      }
      case 'WithStatement': {
        const { expression, statement } = node as ts.WithStatement;
        this.expression(expression);
        return this.branch(statement);
      }
      case 'DoStatement': {
        const { expression, statement } = node as ts.DoStatement;
        return this.doWhile(statement, expression);
      }
      case 'SwitchStatement':
        return this.switchStatement(node as ts.SwitchStatement);
      case 'TryStatement':
        return this.try(node as ts.TryStatement);
      case 'LabeledStatement':
        return this.statement((node as ts.LabeledStatement).statement);
      case 'ImportDeclaration':
        return this.import(node as ts.ImportDeclaration);
      case 'ImportEqualsDeclaration':
        return this.importEquals(node as ts.ImportEqualsDeclaration);
      case 'ExportDeclaration':
        return this.export(node as ts.ExportDeclaration);
      case 'ExportAssignment': {
        const { expression, isExportEquals } = node as ts.ExportAssignment;
        const value = this.expression(expression);
        this.builder.recordExport(
          isExportEquals ? { kind: 'assigned', value } : { kind: 'local', name: 'default', value },
          value.at,
        );
        return;
      }
      case 'InterfaceDeclaration': {
        const { name, members } = node as ts.InterfaceDeclaration;
        return this.builder.declareType(name.text, this.syntax.span(name), this.syntax.fieldTypes(members));
      }
      case 'TypeAliasDeclaration': {
        const { name, type } = node as ts.TypeAliasDeclaration;
        if (this.syntax.tag(type) !== 'TypeLiteral') return;
        const { members } = type as ts.TypeLiteralNode;
        return this.builder.declareType(name.text, this.syntax.span(name), this.syntax.fieldTypes(members));
      }
      case 'EnumDeclaration':
        return this.enum(node as ts.EnumDeclaration);
      case 'ModuleDeclaration':
        return this.namespace(node as ts.ModuleDeclaration);
    }
  }

  protected isDirective(statement: ts.Node): boolean {
    if (this.syntax.tag(statement) !== 'ExpressionStatement') return false;
    return this.syntax.tag((statement as ts.ExpressionStatement).expression) === 'StringLiteral';
  }

  protected flowOfKind(statement: ts.Node): ControlFlow {
    const tag = this.syntax.tag(statement);
    if (tag === 'ReturnStatement' || tag === 'ThrowStatement') return 'exits';
    return tag === 'BreakStatement' || tag === 'ContinueStatement' ? 'jumps' : 'continues';
  }

  protected statementsIn(statement: ts.Node): readonly ts.Node[] | undefined {
    return this.syntax.tag(statement) === 'Block' ? (statement as ts.Block).statements : undefined;
  }

  protected condition(statement: ts.Node): Condition<ts.Node> | undefined {
    return this.syntax.tag(statement) === 'IfStatement' ? condition(statement as ts.IfStatement) : undefined;
  }

  protected blockOf(node: ts.Block): Block<ts.Node> {
    return { at: this.spanOf(node), statements: node.statements };
  }

  protected switchStatement(node: ts.SwitchStatement): void {
    const clauses = node.caseBlock.clauses.map((clause) => ({
      at: this.spanOf(clause),
      test: (clause as Partial<ts.CaseClause>).expression,
      statements: clause.statements,
    }));
    this.switch(this.spanOf(node), node.expression, clauses);
  }

  protected for(node: ts.ForStatement): void {
    const outer = this.builder.context;
    this.builder.enterScope(this.syntax.span(node));
    if (node.initializer !== undefined) {
      if (this.syntax.tag(node.initializer) === 'VariableDeclarationList') {
        this.declarations(node.initializer as ts.VariableDeclarationList, false);
      } else {
        this.expression(node.initializer);
      }
    }
    if (node.condition !== undefined) {
      this.expression(node.condition);
      this.guard(node.condition, true, this.spanOf(node.statement));
    }
    if (node.incrementor !== undefined) this.expression(node.incrementor);
    this.loop(node.condition ?? node.incrementor ?? node.statement, node.statement);
    this.branch(node.statement);
    this.builder.context = outer;
  }

  protected forEach(node: ts.ForInOrOfStatement, kind: 'each' | 'each-key'): void {
    const outer = this.builder.context;
    this.builder.enterScope(this.syntax.span(node));
    if (this.syntax.tag(node.initializer) === 'VariableDeclarationList') {
      const list = node.initializer as ts.VariableDeclarationList;
      const declaration = list.declarations[0];
      const pattern = declaration && this.bindingPattern(declaration.name);
      const value = this.expression(node.expression);
      if (pattern !== undefined) {
        this.declarePattern({
          pattern,
          value: { kind, value, at: pattern.at },
          kind: this.syntax.declarationKind(list),
        });
      }
    } else {
      const pattern = this.assignmentPattern(node.initializer as ts.Expression);
      const value = this.expression(node.expression);
      this.assignPattern(pattern, { kind, value, at: pattern.at });
    }
    this.loop(node.statement, node.statement);
    this.branch(node.statement);
    this.builder.context = outer;
  }

  protected try(node: ts.TryStatement): void {
    this.tryBlock(this.blockOf(node.tryBlock));
    if (node.catchClause !== undefined) {
      const { variableDeclaration, block } = node.catchClause;
      this.catch(this.spanOf(node.catchClause), variableDeclaration?.name, this.blockOf(block));
    }
    if (node.finallyBlock !== undefined) this.block(this.blockOf(node.finallyBlock));
  }

  protected variableStatement(node: ts.VariableStatement): void {
    if (this.syntax.hasModifier(node, 'DeclareKeyword')) return;
    this.declarations(node.declarationList, this.syntax.hasModifier(node, 'ExportKeyword'));
  }

  protected declarations(list: ts.VariableDeclarationList, exported: boolean): void {
    const kind = this.syntax.declarationKind(list);
    for (const { name, type, initializer } of list.declarations) {
      const pattern = this.bindingPattern(name);
      const value = initializer && this.expression(initializer);
      this.declarePattern({ pattern, value, kind, type: this.syntax.typeFact(type), exported });
    }
  }

  protected functionDeclaration(node: ts.FunctionDeclaration): void {
    if (node.body === undefined || this.syntax.hasModifier(node, 'DeclareKeyword')) return;
    const builder = this.builder;
    const { name } = node;
    const at = this.syntax.declarationSpan(node);
    const index = builder.openFunction({ kind: 'function', at, name: name?.text });
    const value = builder.functionValue(index);
    if (name !== undefined) {
      builder.declare({ name: name.text, kind: 'function', at: this.syntax.span(name), value });
    }
    this.exportDeclaration(node, name, value);
    this.function(index, node, {});
  }

  protected classDeclaration(node: ts.ClassDeclaration): void {
    if (this.syntax.hasModifier(node, 'DeclareKeyword')) return;
    const builder = this.builder;
    const { name } = node;
    const value = this.class(node);
    if (name !== undefined) {
      builder.declare({ name: name.text, kind: 'class', at: this.syntax.span(name), value });
    }
    this.exportDeclaration(node, name, value);
  }

  protected exportDeclaration(node: ts.Node, name: ts.Identifier | undefined, value: ExprFact): void {
    if (this.syntax.hasModifier(node, 'DefaultKeyword')) {
      this.builder.recordExport({ kind: 'local', name: 'default', value }, value.at);
    } else if (name !== undefined && this.syntax.hasModifier(node, 'ExportKeyword')) {
      this.builder.exportName(name.text, this.syntax.span(name));
    }
  }

  protected enum(node: ts.EnumDeclaration): void {
    if (this.syntax.hasModifier(node, 'DeclareKeyword')) return;
    const builder = this.builder;
    const at = this.syntax.declarationSpan(node);
    const object = builder.openObject(at);
    for (const { name, initializer } of node.members) {
      const key = this.syntax.propertyName(name);
      const value = initializer && this.expression(initializer);
      if (key !== undefined) builder.recordEnumMember(object, key, this.syntax.propertyNameSpan(name), value);
    }
    const nameAt = this.syntax.span(node.name);
    builder.declare({ name: node.name.text, kind: 'enum', at: nameAt, value: { kind: 'object', object, at } });
    if (this.syntax.hasModifier(node, 'ExportKeyword')) builder.exportName(node.name.text, nameAt);
  }

  protected namespace(node: ts.ModuleDeclaration): void {
    if (this.syntax.hasModifier(node, 'DeclareKeyword')) return;
    let { body } = node;
    while (body !== undefined && this.syntax.tag(body) === 'ModuleDeclaration') {
      body = (body as ts.ModuleDeclaration).body;
    }
    if (body === undefined || !this.syntax.isNamespace(node)) return;
    const builder = this.builder;
    const nameAt = this.syntax.span(node.name);
    builder.declare({ name: node.name.text, kind: 'namespace', at: nameAt });
    if (this.syntax.hasModifier(node, 'ExportKeyword')) builder.exportName(node.name.text, nameAt);
    if (this.syntax.tag(body) !== 'ModuleBlock') return;
    const { statements } = body as ts.ModuleBlock;
    this.scopedBody({ at: this.spanOf(body), statements }, { isModuleLevel: false });
  }
}

function condition({ expression, thenStatement, elseStatement }: ts.IfStatement): Condition<ts.Node> {
  return { test: expression, then: thenStatement, otherwise: elseStatement };
}
