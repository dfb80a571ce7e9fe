import type { TSESTree } from '@typescript-eslint/utils';
import type { ExprFact, FileFacts } from '../../../core/model/facts.js';
import { liveNameExpression } from '../expressions.js';
import type { Block, Condition, ControlFlow } from '../lowering.js';
import { annotatedType } from './functions.js';
import { EstreeModules, type ExportKind } from './modules.js';
import { moduleName, propertyName, spanOf, fieldTypes } from './syntax.js';

/** Lowers statements, declarations and programs. */
export class EstreeLowering extends EstreeModules {
  lower({ body }: TSESTree.Program): FileFacts {
    this.body(body);
    return this.builder.finish();
  }

  /** Lowers a statement by its kind. One `switch`, because each case is a line or two. */
  protected statementByKind(node: TSESTree.Node, exportKind: ExportKind = 'local'): void {
    switch (node.type) {
      case 'ExpressionStatement':
        this.expression(node.expression);
        return;
      case 'TSInterfaceDeclaration':
        return this.builder.declareType(node.id.name, spanOf(node.id), fieldTypes(node.body.body));
      case 'TSTypeAliasDeclaration':
        if (node.typeAnnotation.type !== 'TSTypeLiteral') return;
        return this.builder.declareType(node.id.name, spanOf(node.id), fieldTypes(node.typeAnnotation.members));
      case 'VariableDeclaration':
        if (!node.declare) this.declarations(node, exportKind);
        return;
      case 'ReturnStatement':
        if (node.argument !== null) this.returnValue(node.argument);
        return;
      case 'ThrowStatement':
        this.expression(node.argument);
        return;
      case 'IfStatement':
        return this.if(condition(node));
      case 'BlockStatement':
        return this.block(blockOf(node));
      case 'FunctionDeclaration':
        return this.functionDeclaration(node, exportKind);
      case 'ClassDeclaration':
        return this.classDeclaration(node, exportKind);
      case 'ForStatement':
        return this.for(node);
      case 'ForOfStatement':
        return this.forEach(node, 'each');
      case 'ForInStatement':
        return this.forEach(node, 'each-key');
      case 'WhileStatement':
        return this.while(node.test, node.body);
      case 'WithStatement':
        this.expression(node.object);
        return this.branch(node.body);
      case 'DoWhileStatement':
        return this.doWhile(node.body, node.test);
      case 'SwitchStatement':
        return this.switchStatement(node);
      case 'TryStatement':
        return this.try(node);
      case 'LabeledStatement':
        return this.statement(node.body);
      case 'ImportDeclaration':
        return this.import(node);
      case 'TSImportEqualsDeclaration':
        return this.importEquals(node, exportKind);
      case 'ExportNamedDeclaration':
        return this.exportNamed(node);
      case 'ExportAllDeclaration':
        return this.exportAll(node);
      case 'ExportDefaultDeclaration':
        return this.exportDefault(node.declaration);
      case 'TSExportAssignment': {
        const value = this.expression(node.expression);
        this.builder.recordExport({ kind: 'assigned', value }, value.at);
        return;
      }
      case 'TSEnumDeclaration':
        return this.enum(node, exportKind);
      case 'TSModuleDeclaration':
        return this.namespace(node, exportKind);
    }
  }

  protected isDirective(statement: TSESTree.Node): boolean {
    return isDirective(statement);
  }

  protected flowOfKind({ type }: TSESTree.Node): ControlFlow {
    if (type === 'ReturnStatement' || type === 'ThrowStatement') return 'exits';
    return type === 'BreakStatement' || type === 'ContinueStatement' ? 'jumps' : 'continues';
  }

  protected statementsIn(statement: TSESTree.Node): readonly TSESTree.Node[] | undefined {
    return statement.type === 'BlockStatement' ? statement.body : undefined;
  }

  protected condition(statement: TSESTree.Node): Condition<TSESTree.Node> | undefined {
    return statement.type === 'IfStatement' ? condition(statement) : undefined;
  }

  protected switchStatement(node: TSESTree.SwitchStatement): void {
    const clauses = node.cases.map((clause) => ({
      at: spanOf(clause),
      test: clause.test,
      statements: clause.consequent,
    }));
    this.switch(spanOf(node), node.discriminant, clauses);
  }

  protected for(node: TSESTree.ForStatement): void {
    const outer = this.builder.context;
    this.builder.enterScope(spanOf(node));
    if (node.init?.type === 'VariableDeclaration') this.declarations(node.init, 'local');
    else if (node.init) this.expression(node.init);
    if (node.test !== null) {
      this.expression(node.test);
      this.guard(node.test, true, spanOf(node.body));
    }
    if (node.update !== null) this.expression(node.update);
    this.loop(node.test ?? node.update ?? node.body, node.body);
    this.branch(node.body);
    this.builder.context = outer;
  }

  protected forEach(node: TSESTree.ForInStatement | TSESTree.ForOfStatement, kind: 'each' | 'each-key'): void {
    const outer = this.builder.context;
    this.builder.enterScope(spanOf(node));
    if (node.left.type === 'VariableDeclaration') {
      const [declaration] = node.left.declarations;
      const pattern = this.pattern(declaration.id, 'binding');
      const value = this.expression(node.right);
      const each: ExprFact = { kind, value, at: pattern.at };
      this.declarePattern({ pattern, value: each, kind: declarationKind(node.left) });
    } else {
      const pattern = this.pattern(node.left, 'assignment');
      const value = this.expression(node.right);
      this.assignPattern(pattern, { kind, value, at: pattern.at });
    }
    this.loop(node.body, node.body);
    this.branch(node.body);
    this.builder.context = outer;
  }

  protected try(node: TSESTree.TryStatement): void {
    this.tryBlock(blockOf(node.block));
    if (node.handler !== null) {
      const { param, body } = node.handler;
      this.catch(spanOf(node.handler), param, blockOf(body));
    }
    if (node.finalizer !== null) this.block(blockOf(node.finalizer));
  }

  protected declarations(node: TSESTree.VariableDeclaration, exportKind: ExportKind): void {
    const kind = declarationKind(node);
    for (const { id, init } of node.declarations) {
      const pattern = this.pattern(id, 'binding');
      const value = init === null ? undefined : this.expression(init);
      this.declarePattern({ pattern, value, kind, type: annotatedType(id), exported: exportKind === 'exported' });
    }
  }

  protected functionDeclaration(node: TSESTree.FunctionDeclaration, exportKind: ExportKind): void {
    if (!node.body || node.declare) return;
    const builder = this.builder;
    const id = node.id;
    const index = builder.openFunction({ kind: 'function', at: spanOf(node), name: id?.name });
    const value = builder.functionValue(index);
    if (id !== null) builder.declare({ name: id.name, kind: 'function', at: spanOf(id), value });
    this.exportDeclaration(exportKind, id, value);
    this.function(index, node, {});
  }

  protected classDeclaration(node: TSESTree.ClassDeclaration, exportKind: ExportKind): void {
    if (node.declare) return;
    const builder = this.builder;
    const value = this.class(node);
    if (node.id !== null) builder.declare({ name: node.id.name, kind: 'class', at: spanOf(node.id), value });
    this.exportDeclaration(exportKind, node.id, value);
  }

  protected exportDeclaration(exportKind: ExportKind, id: TSESTree.Identifier | null, value: ExprFact): void {
    if (exportKind === 'default') this.builder.recordExport({ kind: 'local', name: 'default', value }, value.at);
    else if (exportKind === 'exported' && id !== null) this.builder.exportName(id.name, spanOf(id));
  }

  protected exportNamed(node: TSESTree.ExportNamedDeclaration): void {
    if (node.declaration !== null) {
      this.statementByKind(node.declaration, 'exported');
      return;
    }
    const builder = this.builder;
    const specifier = node.source?.value;
    if (node.source && specifier !== undefined) {
      builder.recordImport(specifier, 'export', spanOf(node.source), node.exportKind === 'type');
    }
    for (const { local, exported } of node.specifiers) {
      const name = moduleName(exported);
      const at = spanOf(exported);
      if (specifier !== undefined) {
        builder.recordExport({ kind: 'from', name, specifier, imported: moduleName(local) }, at);
      } else {
        builder.recordExport({ kind: 'local', name, value: liveNameExpression(moduleName(local), spanOf(local)) }, at);
      }
    }
  }

  protected exportDefault(node: TSESTree.DefaultExportDeclarations): void {
    switch (node.type) {
      case 'FunctionDeclaration':
        return this.functionDeclaration(node, 'default');
      case 'ClassDeclaration':
        return this.classDeclaration(node, 'default');
      case 'TSDeclareFunction':
        return;
      case 'TSInterfaceDeclaration':
        return this.builder.declareType(node.id.name, spanOf(node.id), fieldTypes(node.body.body));
      default: {
        const value = this.expression(node);
        this.builder.recordExport({ kind: 'local', name: 'default', value }, value.at);
      }
    }
  }

  protected enum(node: TSESTree.TSEnumDeclaration, exportKind: ExportKind): void {
    if (node.declare) return;
    const builder = this.builder;
    const at = spanOf(node);
    const object = builder.openObject(at);
    for (const { id, initializer } of (node.body as TSESTree.TSEnumBody | undefined)?.members ?? node.members) {
      const key = propertyName({ key: id });
      const value = initializer && this.expression(initializer);
      if (key !== undefined) builder.recordEnumMember(object, key, spanOf(id), value);
    }
    const nameAt = spanOf(node.id);
    builder.declare({ name: node.id.name, kind: 'enum', at: nameAt, value: { kind: 'object', object, at } });
    if (exportKind === 'exported') builder.exportName(node.id.name, nameAt);
  }

  protected namespace(node: TSESTree.TSModuleDeclaration, exportKind: ExportKind): void {
    if (node.declare || node.kind === 'global') return;
    let id: TSESTree.Node = node.id;
    while (id.type === 'TSQualifiedName') id = id.left;
    const body = node.body as TSESTree.TSModuleBlock | undefined;
    if (body === undefined || id.type !== 'Identifier') return;
    const builder = this.builder;
    const nameAt = spanOf(id);
    builder.declare({ name: id.name, kind: 'namespace', at: nameAt });
    if (exportKind === 'exported') builder.exportName(id.name, nameAt);
    this.scopedBody({ at: spanOf(body), statements: body.body }, { isModuleLevel: false });
  }
}

function isDirective(node: TSESTree.Node): boolean {
  if (node.type !== 'ExpressionStatement' || node.expression.type !== 'Literal') return false;
  // A string in parentheses is not a directive.
  return typeof node.expression.value === 'string' && node.expression.range[0] === node.range[0];
}

function declarationKind({ kind }: TSESTree.VariableDeclaration): 'const' | 'let' | 'var' {
  return kind === 'let' || kind === 'var' ? kind : 'const';
}

function condition({ test, consequent, alternate }: TSESTree.IfStatement): Condition<TSESTree.Node> {
  return { test, then: consequent, otherwise: alternate };
}

function blockOf(node: TSESTree.BlockStatement): Block<TSESTree.Node> {
  return { at: spanOf(node), statements: node.body };
}
