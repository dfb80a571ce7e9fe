import type { ts } from 'ts-morph';
import type { BindingKind, ExprFact, FileFacts, TypeFact } from '../model/facts.js';
import type { Span } from '../model/span.js';
import { deepestLevel, FactsBuilder, type Self } from './builder.js';
import {
  choiceExpression,
  elementExpression,
  literalExpression,
  memberExpression,
  nameExpression,
  unknownExpression,
  withFallback,
} from './expressions.js';
import { classifyOperator, isRecordedAssignment, type OperatorClass } from './operators.js';
import { bindPattern, type Pattern, type PatternElement, type PatternKey, type PatternProperty } from './pattern.js';
import { TypeScriptSyntax } from './typescript-syntax.js';

type TypeScript = typeof ts;
type ClassLike = ts.ClassDeclaration | ts.ClassExpression;
type Chained = ts.PropertyAccessExpression | ts.ElementAccessExpression | ts.CallExpression;
type Jsx = ts.JsxElement | ts.JsxSelfClosingElement | ts.JsxFragment;

/**
 * Extracts the facts of a parsed file. The compiler is passed in, so that this module loads none; the
 * tree must be its own. Parent links are not needed.
 */
function lowerTypeScript(typescript: TypeScript, sourceFile: ts.SourceFile, file: string): FileFacts {
  return new TypeScriptLowering(typescript, sourceFile, file).lower();
}

/** Parses `text` as the language that the file's extension says and extracts its facts. */
export function parseTypeScript(
  typescript: TypeScript,
  file: string,
  text: string,
): { facts: FileFacts; syntaxErrors: number } {
  const options: ts.CreateSourceFileOptions = {
    languageVersion: typescript.ScriptTarget.Latest,
    jsDocParsingMode: typescript.JSDocParsingMode.ParseNone,
    // Lets `await (x)` at the top level be no call of a function `await`, also in a file without imports.
    setExternalModuleIndicator(parsed) {
      if (!/\.c[jt]s$/i.test(file)) (parsed as { externalModuleIndicator?: unknown }).externalModuleIndicator = true;
    },
  };
  const sourceFile = typescript.createSourceFile(file, text, options, false, scriptKind(typescript, file));
  const { parseDiagnostics } = sourceFile as { parseDiagnostics?: readonly unknown[] };
  return { facts: lowerTypeScript(typescript, sourceFile, file), syntaxErrors: parseDiagnostics?.length ?? 0 };
}

function scriptKind({ ScriptKind }: TypeScript, file: string): ts.ScriptKind {
  if (/\.[mc]?jsx?$/i.test(file)) return ScriptKind.JSX;
  return /\.tsx$/i.test(file) ? ScriptKind.TSX : ScriptKind.TS;
}

class TypeScriptLowering {
  readonly #builder: FactsBuilder;
  readonly #syntax: TypeScriptSyntax;
  readonly #sourceFile: ts.SourceFile;

  constructor(typescript: TypeScript, sourceFile: ts.SourceFile, file: string) {
    this.#builder = new FactsBuilder(file, sourceFile.text.length);
    this.#syntax = new TypeScriptSyntax(typescript, sourceFile);
    this.#sourceFile = sourceFile;
  }

  lower(): FileFacts {
    this.#body(this.#sourceFile.statements);
    return this.#builder.finish();
  }

  // Statements

  /** Statements that may begin with directives, which are no strings of the program. */
  #body(statements: readonly ts.Statement[]): void {
    let prologue = true;
    for (const statement of statements) {
      prologue = prologue && this.#isDirective(statement);
      if (!prologue) this.#statement(statement);
    }
  }

  #isDirective(statement: ts.Statement): boolean {
    if (this.#syntax.tag(statement) !== 'ExpressionStatement') return false;
    return this.#syntax.tag((statement as ts.ExpressionStatement).expression) === 'StringLiteral';
  }

  #statement(node: ts.Statement): void {
    const builder = this.#builder;
    builder.depth += 1;
    if (builder.depth <= deepestLevel) this.#statementByKind(node);
    builder.depth -= 1;
  }

  #statementByKind(node: ts.Statement): void {
    switch (this.#syntax.tag(node)) {
      case 'ExpressionStatement':
      case 'ThrowStatement':
        this.#expression((node as ts.ExpressionStatement).expression);
        return;
      case 'VariableStatement':
        return this.#variableStatement(node as ts.VariableStatement);
      case 'ReturnStatement': {
        const { expression } = node as ts.ReturnStatement;
        if (expression !== undefined) this.#builder.return(this.#expression(expression));
        return;
      }
      case 'IfStatement':
        return this.#if(node as ts.IfStatement);
      case 'Block':
        return this.#block(node as ts.Block);
      case 'FunctionDeclaration':
        return this.#functionDeclaration(node as ts.FunctionDeclaration);
      case 'ClassDeclaration':
        return this.#classDeclaration(node as ts.ClassDeclaration);
      case 'ForStatement':
        return this.#for(node as ts.ForStatement);
      case 'ForOfStatement':
        return this.#forEach(node as ts.ForOfStatement, 'each');
      case 'ForInStatement':
        return this.#forEach(node as ts.ForInStatement, 'each-key');
      case 'WhileStatement':
      case 'WithStatement': {
        const { expression, statement } = node as ts.WhileStatement;
        this.#expression(expression);
        if (this.#syntax.tag(node) === 'WhileStatement') this.#loop(expression, statement);
        return this.#branch(statement);
      }
      case 'DoStatement': {
        const { expression, statement } = node as ts.DoStatement;
        this.#branch(statement);
        this.#expression(expression);
        this.#loop(statement, expression);
        return;
      }
      case 'SwitchStatement':
        return this.#switch(node as ts.SwitchStatement);
      case 'TryStatement':
        return this.#try(node as ts.TryStatement);
      case 'LabeledStatement':
        return this.#statement((node as ts.LabeledStatement).statement);
      case 'ImportDeclaration':
        return this.#import(node as ts.ImportDeclaration);
      case 'ImportEqualsDeclaration':
        return this.#importEquals(node as ts.ImportEqualsDeclaration);
      case 'ExportDeclaration':
        return this.#export(node as ts.ExportDeclaration);
      case 'ExportAssignment': {
        const { expression, isExportEquals } = node as ts.ExportAssignment;
        const value = this.#expression(expression);
        this.#builder.export(
          isExportEquals ? { kind: 'assigned', value } : { kind: 'local', name: 'default', value },
          value.at,
        );
        return;
      }
      case 'EnumDeclaration':
        return this.#enum(node as ts.EnumDeclaration);
      case 'ModuleDeclaration':
        return this.#namespace(node as ts.ModuleDeclaration);
    }
  }

  #block(node: ts.Block): void {
    const outer = this.#builder.context;
    this.#builder.enterBlock(this.#syntax.span(node));
    for (const statement of node.statements) this.#statement(statement);
    this.#builder.context = outer;
  }

  #branch(node: ts.Statement): void {
    const outer = this.#builder.context;
    this.#builder.enterBranch(this.#syntax.span(node));
    this.#statement(node);
    this.#builder.context = outer;
  }

  #if(node: ts.IfStatement): void {
    const outer = this.#builder.context;
    for (let current = node; ;) {
      this.#expression(current.expression);
      this.#branch(current.thenStatement);
      const otherwise = current.elseStatement;
      if (otherwise === undefined) break;
      if (this.#syntax.tag(otherwise) !== 'IfStatement') {
        this.#branch(otherwise);
        break;
      }
      this.#builder.enterBranch(this.#syntax.span(otherwise));
      current = otherwise as ts.IfStatement;
    }
    this.#builder.context = outer;
  }

  #for(node: ts.ForStatement): void {
    const outer = this.#builder.context;
    this.#builder.enterScope(this.#syntax.span(node));
    if (node.initializer !== undefined) {
      if (this.#syntax.tag(node.initializer) === 'VariableDeclarationList') {
        this.#declarations(node.initializer as ts.VariableDeclarationList, false);
      } else {
        this.#expression(node.initializer as ts.Expression);
      }
    }
    if (node.condition !== undefined) this.#expression(node.condition);
    if (node.incrementor !== undefined) this.#expression(node.incrementor);
    this.#loop(node.condition ?? node.incrementor ?? node.statement, node.statement);
    this.#branch(node.statement);
    this.#builder.context = outer;
  }

  #forEach(node: ts.ForInOrOfStatement, kind: 'each' | 'each-key'): void {
    const outer = this.#builder.context;
    this.#builder.enterScope(this.#syntax.span(node));
    if (this.#syntax.tag(node.initializer) === 'VariableDeclarationList') {
      const list = node.initializer as ts.VariableDeclarationList;
      const declaration = list.declarations[0];
      const pattern = declaration && this.#bindingPattern(declaration.name);
      const value = this.#expression(node.expression);
      if (pattern !== undefined) {
        this.#declarePattern(
          pattern,
          { kind, value, at: pattern.at },
          this.#syntax.declarationKind(list),
          undefined,
          false,
        );
      }
    } else {
      const pattern = this.#assignmentPattern(node.initializer as ts.Expression);
      const value = this.#expression(node.expression);
      this.#assignPattern(pattern, { kind, value, at: pattern.at });
    }
    this.#loop(node.statement, node.statement);
    this.#branch(node.statement);
    this.#builder.context = outer;
  }

  #loop(from: ts.Node, to: ts.Node): void {
    this.#builder.loop(this.#syntax.span(from)[0], this.#syntax.span(to)[1]);
  }

  #switch(node: ts.SwitchStatement): void {
    this.#expression(node.expression);
    const outer = this.#builder.context;
    this.#builder.enterScope(this.#syntax.span(node));
    const inner = this.#builder.context;
    for (const clause of node.caseBlock.clauses) {
      const { expression } = clause as Partial<ts.CaseClause>;
      if (expression !== undefined) this.#expression(expression);
      this.#builder.enterBranch(this.#syntax.span(clause));
      for (const statement of clause.statements) this.#statement(statement);
      this.#builder.context = inner;
    }
    this.#builder.context = outer;
  }

  #try(node: ts.TryStatement): void {
    this.#block(node.tryBlock);
    if (node.catchClause !== undefined) {
      const { variableDeclaration, block } = node.catchClause;
      const outer = this.#builder.context;
      this.#builder.enterScope(this.#syntax.span(node.catchClause));
      if (variableDeclaration !== undefined) {
        const pattern = this.#bindingPattern(variableDeclaration.name);
        this.#declarePattern(pattern, undefined, 'catch', undefined, false);
      }
      this.#block(block);
      this.#builder.context = outer;
    }
    if (node.finallyBlock !== undefined) this.#block(node.finallyBlock);
  }

  // Declarations

  #variableStatement(node: ts.VariableStatement): void {
    if (this.#syntax.hasModifier(node, 'DeclareKeyword')) return;
    this.#declarations(node.declarationList, this.#syntax.hasModifier(node, 'ExportKeyword'));
  }

  #declarations(list: ts.VariableDeclarationList, exported: boolean): void {
    const kind = this.#syntax.declarationKind(list);
    for (const { name, type, initializer } of list.declarations) {
      const pattern = this.#bindingPattern(name);
      const value = initializer && this.#expression(initializer);
      this.#declarePattern(pattern, value, kind, this.#syntax.typeFact(type), exported);
    }
  }

  #declarePattern(
    pattern: Pattern,
    value: ExprFact | undefined,
    kind: BindingKind,
    type: TypeFact | undefined,
    exported: boolean,
  ): void {
    const builder = this.#builder;
    const scope = kind === 'var' ? builder.context.functionScope : builder.context.scope;
    bindPattern(pattern, value, (target, part) => {
      if (target.kind !== 'name') return;
      builder.declare(target.name, kind, target.at, scope, part, pattern.kind === 'leaf' ? type : undefined);
      if (exported) builder.exportName(target.name, target.at);
    });
  }

  #functionDeclaration(node: ts.FunctionDeclaration): void {
    if (node.body === undefined || this.#syntax.hasModifier(node, 'DeclareKeyword')) return;
    const builder = this.#builder;
    const { name } = node;
    const at = this.#syntax.declarationSpan(node);
    const index = builder.openFunction({ kind: 'function', at, name: name?.text });
    const value = builder.functionValue(index);
    if (name !== undefined) {
      builder.declare(name.text, 'function', this.#syntax.span(name), builder.context.scope, value);
    }
    this.#exportDeclaration(node, name, value);
    this.#function(index, node, {});
  }

  #classDeclaration(node: ts.ClassDeclaration): void {
    if (this.#syntax.hasModifier(node, 'DeclareKeyword')) return;
    const builder = this.#builder;
    const { name } = node;
    const value = this.#class(node);
    if (name !== undefined) {
      builder.declare(name.text, 'class', this.#syntax.span(name), builder.context.scope, value);
    }
    this.#exportDeclaration(node, name, value);
  }

  #exportDeclaration(node: ts.Node, name: ts.Identifier | undefined, value: ExprFact): void {
    if (this.#syntax.hasModifier(node, 'DefaultKeyword')) {
      this.#builder.export({ kind: 'local', name: 'default', value }, value.at);
    } else if (name !== undefined && this.#syntax.hasModifier(node, 'ExportKeyword')) {
      this.#builder.exportName(name.text, this.#syntax.span(name));
    }
  }

  #enum(node: ts.EnumDeclaration): void {
    if (this.#syntax.hasModifier(node, 'DeclareKeyword')) return;
    const builder = this.#builder;
    const at = this.#syntax.declarationSpan(node);
    const object = builder.openObject(at);
    for (const { name, initializer } of node.members) {
      const key = this.#syntax.propertyName(name);
      const value = initializer && this.#expression(initializer);
      if (key !== undefined) builder.enumMember(object, key, this.#syntax.propertyNameSpan(name), value);
    }
    const nameAt = this.#syntax.span(node.name);
    builder.declare(node.name.text, 'enum', nameAt, builder.context.scope, { kind: 'object', object, at });
    if (this.#syntax.hasModifier(node, 'ExportKeyword')) builder.exportName(node.name.text, nameAt);
  }

  #namespace(node: ts.ModuleDeclaration): void {
    if (this.#syntax.hasModifier(node, 'DeclareKeyword')) return;
    let { body } = node;
    while (body !== undefined && this.#syntax.tag(body) === 'ModuleDeclaration') {
      body = (body as ts.ModuleDeclaration).body;
    }
    if (body === undefined || !this.#syntax.isNamespace(node)) return;
    const builder = this.#builder;
    const nameAt = this.#syntax.span(node.name);
    builder.declare(node.name.text, 'namespace', nameAt, builder.context.scope, undefined);
    if (this.#syntax.hasModifier(node, 'ExportKeyword')) builder.exportName(node.name.text, nameAt);
    if (this.#syntax.tag(body) !== 'ModuleBlock') return;
    const outer = builder.context;
    builder.enterBody(this.#syntax.span(body), { module: false });
    this.#body((body as ts.ModuleBlock).statements);
    builder.context = outer;
  }

  // Modules

  #import(node: ts.ImportDeclaration): void {
    const specifier = this.#syntax.stringText(node.moduleSpecifier);
    if (specifier === undefined) return;
    const builder = this.#builder;
    const clause = node.importClause;
    const typeOnly = clause?.isTypeOnly ?? false;
    builder.import(specifier, 'import', this.#syntax.span(node.moduleSpecifier), typeOnly);
    if (clause === undefined) return;
    if (clause.name !== undefined) {
      builder.declareImport(clause.name.text, this.#syntax.span(clause.name), specifier, 'default');
    }
    const bindings = clause.namedBindings;
    if (bindings === undefined) return;
    if ('elements' in bindings) {
      for (const { name, propertyName } of bindings.elements) {
        builder.declareImport(name.text, this.#syntax.span(name), specifier, (propertyName ?? name).text);
      }
    } else {
      builder.declareImport(bindings.name.text, this.#syntax.span(bindings.name), specifier, '*');
    }
  }

  #importEquals(node: ts.ImportEqualsDeclaration): void {
    if (this.#syntax.hasModifier(node, 'DeclareKeyword')) return;
    const builder = this.#builder;
    const value = this.#importedReference(node);
    if (value === undefined) return;
    const at = this.#syntax.span(node.name);
    builder.declare(node.name.text, 'import', at, builder.context.scope, value);
    if (this.#syntax.hasModifier(node, 'ExportKeyword')) builder.exportName(node.name.text, at);
  }

  #importedReference({ moduleReference, isTypeOnly }: ts.ImportEqualsDeclaration): ExprFact | undefined {
    if (!('expression' in moduleReference)) return this.#entity(moduleReference);
    const specifier = this.#syntax.stringText(moduleReference.expression);
    if (specifier === undefined) return undefined;
    this.#builder.import(specifier, 'require', this.#syntax.span(moduleReference.expression), isTypeOnly);
    return { kind: 'imported', specifier, name: '*', via: 'require', at: this.#syntax.span(moduleReference) };
  }

  #entity(name: ts.EntityName): ExprFact {
    const links: ts.QualifiedName[] = [];
    let current = name;
    while (this.#syntax.tag(current) === 'QualifiedName') {
      links.push(current as ts.QualifiedName);
      current = (current as ts.QualifiedName).left;
    }
    let value = nameExpression((current as ts.Identifier).text, this.#syntax.span(current));
    for (const link of links.reverse()) {
      value = memberExpression(value, link.right.text, this.#syntax.span(link.right), this.#syntax.span(link));
    }
    return value;
  }

  #export(node: ts.ExportDeclaration): void {
    const builder = this.#builder;
    const { moduleSpecifier, exportClause } = node;
    const specifier = moduleSpecifier && this.#syntax.stringText(moduleSpecifier);
    if (moduleSpecifier !== undefined && specifier !== undefined) {
      builder.import(specifier, 'export', this.#syntax.span(moduleSpecifier), node.isTypeOnly);
      if (exportClause === undefined) {
        builder.export({ kind: 'all', specifier }, this.#syntax.span(moduleSpecifier));
        return;
      }
    }
    if (exportClause === undefined) return;
    if (!('elements' in exportClause)) {
      const { name } = exportClause;
      if (specifier === undefined) return;
      builder.export({ kind: 'from', name: name.text, specifier, imported: '*' }, this.#syntax.span(name));
      return;
    }
    for (const { name, propertyName } of exportClause.elements) {
      const local = propertyName ?? name;
      if (specifier !== undefined) {
        builder.export({ kind: 'from', name: name.text, specifier, imported: local.text }, this.#syntax.span(name));
      } else {
        const value = nameExpression(local.text, this.#syntax.span(local));
        builder.export({ kind: 'local', name: name.text, value }, this.#syntax.span(name));
      }
    }
  }

  // Patterns

  #bindingPattern(name: ts.BindingName): Pattern {
    const builder = this.#builder;
    const at = this.#syntax.span(name);
    builder.depth += 1;
    const pattern = builder.depth <= deepestLevel ? this.#bindingPatternByKind(name, at) : undefined;
    builder.depth -= 1;
    return pattern ?? { kind: 'none', at };
  }

  #bindingPatternByKind(name: ts.BindingName, at: Span): Pattern | undefined {
    switch (this.#syntax.tag(name)) {
      case 'Identifier':
        return { kind: 'leaf', target: nameExpression((name as ts.Identifier).text, at), at };
      case 'ObjectBindingPattern':
        return this.#objectBinding(name as ts.ObjectBindingPattern, at);
      case 'ArrayBindingPattern':
        return {
          kind: 'array',
          elements: (name as ts.ArrayBindingPattern).elements.map((e) => this.#arrayBinding(e)),
          at,
        };
      default:
        return undefined;
    }
  }

  #objectBinding(node: ts.ObjectBindingPattern, at: Span): Pattern {
    const properties: PatternProperty[] = [];
    for (const element of node.elements) {
      if (element.dotDotDotToken !== undefined) {
        return { kind: 'object', properties, rest: this.#bindingPattern(element.name), at };
      }
      const key = this.#key(element.propertyName ?? (element.name as ts.Identifier));
      properties.push({ ...key, ...this.#patternElement(this.#bindingPattern(element.name), element.initializer) });
    }
    return { kind: 'object', properties, at };
  }

  #arrayBinding(element: ts.ArrayBindingElement): PatternElement | undefined {
    if (this.#syntax.tag(element) === 'OmittedExpression') return undefined;
    const { name, initializer, dotDotDotToken } = element as ts.BindingElement;
    const target = this.#bindingPattern(name);
    // The parser lets a rest element have a default, which the other trees then tell instead.
    const isRest = dotDotDotToken !== undefined && initializer === undefined;
    return isRest ? { target, rest: true } : this.#patternElement(target, initializer);
  }

  #patternElement(target: Pattern, initializer: ts.Expression | undefined): PatternElement {
    return initializer === undefined ? { target } : { target, fallback: this.#expression(initializer) };
  }

  #assignmentPattern(expression: ts.Expression): Pattern {
    // In parentheses it is no pattern, though the parser lets it pass.
    const tag = this.#syntax.tag(expression);
    if (tag !== 'ObjectLiteralExpression' && tag !== 'ArrayLiteralExpression') {
      const target = this.#syntax.unwrap(expression);
      return { kind: 'leaf', target: this.#expression(target), at: this.#syntax.span(target) };
    }
    const at = this.#syntax.span(expression);
    const builder = this.#builder;
    builder.depth += 1;
    let pattern: Pattern = { kind: 'none', at };
    if (builder.depth <= deepestLevel) {
      pattern =
        tag === 'ObjectLiteralExpression'
          ? this.#objectAssignment(expression as ts.ObjectLiteralExpression, at)
          : {
              kind: 'array',
              elements: (expression as ts.ArrayLiteralExpression).elements.map((e) => this.#arrayAssignment(e)),
              at,
            };
    }
    builder.depth -= 1;
    return pattern;
  }

  #objectAssignment(node: ts.ObjectLiteralExpression, at: Span): Pattern {
    const properties: PatternProperty[] = [];
    for (const property of node.properties) {
      switch (this.#syntax.tag(property)) {
        case 'SpreadAssignment': {
          const rest = this.#assignmentElement((property as ts.SpreadAssignment).expression).target;
          return { kind: 'object', properties, rest, at };
        }
        case 'ShorthandPropertyAssignment': {
          const { name, objectAssignmentInitializer } = property as ts.ShorthandPropertyAssignment;
          const key = this.#key(name);
          properties.push({
            ...key,
            ...this.#patternElement(this.#assignmentPattern(name), objectAssignmentInitializer),
          });
          break;
        }
        case 'PropertyAssignment': {
          const { name, initializer } = property as ts.PropertyAssignment;
          const key = this.#key(name);
          properties.push({ ...key, ...this.#assignmentElement(initializer) });
          break;
        }
      }
    }
    return { kind: 'object', properties, at };
  }

  #arrayAssignment(node: ts.Expression): PatternElement | undefined {
    switch (this.#syntax.tag(node)) {
      case 'OmittedExpression':
        return undefined;
      case 'SpreadElement':
        return { target: this.#assignmentElement((node as ts.SpreadElement).expression).target, rest: true };
      default:
        return this.#assignmentElement(node);
    }
  }

  #assignmentElement(node: ts.Expression): PatternElement {
    if (this.#syntax.tag(node) === 'BinaryExpression') {
      const { left, operatorToken, right } = node as ts.BinaryExpression;
      if (this.#syntax.operator(operatorToken.kind) === '=') {
        return this.#patternElement(this.#assignmentPattern(left), right);
      }
    }
    return { target: this.#assignmentPattern(node) };
  }

  #assignPattern(pattern: Pattern, value: ExprFact): void {
    bindPattern(pattern, value, (target, part) => {
      if (part !== undefined) this.#builder.assign(target, '=', part, target.at);
    });
  }

  #key(name: ts.PropertyName): PatternKey {
    const keyAt = this.#syntax.propertyNameSpan(name);
    const key = this.#syntax.propertyName(name);
    if (key !== undefined) return { key, keyAt };
    const computed = this.#computedKey(name);
    return computed === undefined ? { keyAt } : { computed, keyAt };
  }

  #computedKey(name: ts.PropertyName): ExprFact | undefined {
    if (this.#syntax.tag(name) !== 'ComputedPropertyName') return undefined;
    return this.#expression((name as ts.ComputedPropertyName).expression);
  }

  // Functions and classes

  #function(index: number, node: ts.FunctionLikeDeclaration, self: Self, ofClass?: number): void {
    const builder = this.#builder;
    const outer = builder.context;
    const at = builder.functionValue(index).at;
    builder.context = { ...outer, within: index, scope: at, functionScope: at, self };
    this.#parameters(index, node, ofClass);
    this.#functionBody(node);
    builder.context = outer;
  }

  #functionBody({ body }: ts.FunctionLikeDeclaration): void {
    const builder = this.#builder;
    if (body === undefined) return;
    if (this.#syntax.tag(body) === 'Block') {
      builder.enterBlock(this.#syntax.span(body));
      this.#body((body as ts.Block).statements);
      return;
    }
    const expression = this.#syntax.stripParentheses(body as ts.Expression);
    builder.enterBranch(this.#syntax.span(expression));
    builder.return(this.#expression(expression));
  }

  #parameters(index: number, node: ts.FunctionLikeDeclaration, ofClass: number | undefined): void {
    const declared = node.parameters.filter(({ name }) => (name as Partial<ts.Identifier>).text !== 'this');
    const rest = declared.findIndex(({ dotDotDotToken }) => dotDotDotToken !== undefined);
    const type = this.#syntax.typeFact(node.type);
    this.#builder.describeFunction(index, declared.length, rest < 0 ? undefined : rest, type);
    declared.forEach((parameter, position) => {
      this.#parameter(parameter, index, position, ofClass);
    });
  }

  #parameter(node: ts.ParameterDeclaration, index: number, position: number, ofClass: number | undefined): void {
    this.#decorators(node);
    const pattern = this.#bindingPattern(node.name);
    const isRest = node.dotDotDotToken !== undefined;
    // The parser lets a rest parameter have a default.
    const fallback = isRest ? undefined : node.initializer && this.#expression(node.initializer);
    const { at } = pattern;
    const argument: ExprFact = isRest
      ? { kind: 'parameter', function: index, index: position, rest: true, at }
      : { kind: 'parameter', function: index, index: position, at };
    const value = withFallback(argument, fallback, at);
    const type = this.#syntax.typeFact(node.type);
    this.#declarePattern(pattern, value, 'parameter', type, false);
    if (ofClass === undefined || pattern.kind !== 'leaf' || pattern.target.kind !== 'name') return;
    const isProperty = this.#syntax.hasModifier(
      node,
      'PublicKeyword',
      'PrivateKeyword',
      'ProtectedKeyword',
      'ReadonlyKeyword',
      'OverrideKeyword',
    );
    if (isProperty) this.#builder.member(ofClass, pattern.target.name, 'parameter', false, value, type);
  }

  #decorators(node: ts.Node): void {
    for (const { expression } of this.#syntax.decorators(node)) this.#expression(expression);
  }

  #class(node: ClassLike): ExprFact {
    const builder = this.#builder;
    this.#decorators(node);
    const at = this.#syntax.declarationSpan(node);
    const index = builder.openClass(at, node.name?.text);
    const value: ExprFact = { kind: 'class', class: index, at };
    const outer = builder.context;
    builder.enterScope(at);
    if (this.#syntax.tag(node) === 'ClassExpression' && node.name !== undefined) {
      builder.declare(node.name.text, 'class', this.#syntax.span(node.name), at, value);
    }
    const base = node.heritageClauses?.find(({ token }) => this.#syntax.operator(token) === 'extends')?.types[0];
    if (base !== undefined) builder.extendClass(index, this.#expression(base.expression));
    for (const member of node.members) this.#member(member, index);
    builder.context = outer;
    return value;
  }

  #member(node: ts.ClassElement, ofClass: number): void {
    if (this.#syntax.hasModifier(node, 'AbstractKeyword', 'DeclareKeyword')) return;
    switch (this.#syntax.tag(node)) {
      case 'PropertyDeclaration':
        return this.#field(node as ts.PropertyDeclaration, ofClass);
      case 'MethodDeclaration':
        return this.#method(node as ts.MethodDeclaration, ofClass, 'method');
      case 'GetAccessor':
        return this.#method(node as ts.GetAccessorDeclaration, ofClass, 'getter');
      case 'SetAccessor':
        return this.#method(node as ts.SetAccessorDeclaration, ofClass, 'setter');
      case 'Constructor':
        return this.#constructorMember(node as ts.ConstructorDeclaration, ofClass);
      case 'ClassStaticBlockDeclaration': {
        const builder = this.#builder;
        const outer = builder.context;
        builder.enterBody(this.#syntax.span(node), { self: { ofClass, static: true } });
        for (const statement of (node as ts.ClassStaticBlockDeclaration).body.statements) this.#statement(statement);
        builder.context = outer;
      }
    }
  }

  #constructorMember(node: ts.ConstructorDeclaration, ofClass: number): void {
    if (node.body === undefined) return;
    this.#decorators(node);
    const at = this.#syntax.memberSpan(node);
    // The compiler also reads `static constructor() {}` as a constructor; it is an ordinary method.
    if (this.#syntax.hasModifier(node, 'StaticKeyword')) return this.#staticMethod(node, ofClass, at);
    const index = this.#builder.openFunction({ kind: 'constructor', at, name: undefined, ofClass });
    this.#builder.constructClass(ofClass, index);
    this.#function(index, node, { ofClass }, ofClass);
  }

  #method(
    node: ts.MethodDeclaration | ts.AccessorDeclaration,
    ofClass: number,
    kind: 'method' | 'getter' | 'setter',
  ): void {
    if (node.body === undefined) return;
    const builder = this.#builder;
    this.#decorators(node);
    const isStatic = this.#syntax.hasModifier(node, 'StaticKeyword');
    const self: Self = isStatic ? { ofClass, static: true } : { ofClass };
    const name = this.#syntax.propertyName(node.name);
    const index = builder.openFunction({ kind, at: this.#syntax.memberSpan(node), name, ...self, ofClass });
    if (name === undefined) this.#computedKey(node.name);
    builder.member(ofClass, name, kind, isStatic, builder.functionValue(index));
    this.#function(index, node, self);
  }

  #staticMethod(node: ts.ConstructorDeclaration, ofClass: number, at: Span): void {
    const self: Self = { ofClass, static: true };
    const name = 'constructor';
    const index = this.#builder.openFunction({ kind: 'method', at, name, ...self, ofClass });
    this.#builder.member(ofClass, name, 'method', true, this.#builder.functionValue(index));
    this.#function(index, node, self);
  }

  #field(node: ts.PropertyDeclaration, ofClass: number): void {
    const builder = this.#builder;
    this.#decorators(node);
    const isStatic = this.#syntax.hasModifier(node, 'StaticKeyword');
    const name = this.#syntax.propertyName(node.name);
    if (name === undefined) this.#computedKey(node.name);
    const outer = builder.context;
    builder.context = { ...outer, self: isStatic ? { ofClass, static: true } : { ofClass } };
    const value = node.initializer && this.#expression(node.initializer);
    builder.context = outer;
    builder.member(ofClass, name, 'field', isStatic, value, this.#syntax.typeFact(node.type));
  }

  // Expressions

  #expression(expression: ts.Expression): ExprFact {
    const builder = this.#builder;
    const node = this.#syntax.unwrap(expression);
    builder.depth += 1;
    const value =
      builder.depth <= deepestLevel
        ? this.#expressionByKind(node)
        : unknownExpression('too-deep', this.#syntax.span(node));
    builder.depth -= 1;
    return value;
  }

  #expressionByKind(node: ts.Expression): ExprFact {
    const tag = this.#syntax.tag(node);
    switch (tag) {
      case 'PropertyAccessExpression':
      case 'ElementAccessExpression':
      case 'CallExpression':
        return this.#chain(node as Chained);
      case 'BinaryExpression':
        return this.#binary(node as ts.BinaryExpression);
      case 'ConditionalExpression':
        return this.#conditional(node as ts.ConditionalExpression);
      case 'TaggedTemplateExpression':
        return this.#taggedTemplate(node as ts.TaggedTemplateExpression);
      case 'JsxElement':
      case 'JsxSelfClosingElement':
      case 'JsxFragment':
        this.#jsx(node as Jsx);
        return unknownExpression('jsx', this.#syntax.span(node));
    }
    const at = this.#syntax.span(node);
    switch (tag) {
      case 'Identifier':
        return nameExpression((node as ts.Identifier).text, at);
      case 'StringLiteral':
      case 'NoSubstitutionTemplateLiteral': {
        const text = this.#syntax.stringText(node);
        // Only a tagged template may have an escape that gives no text.
        return text === undefined ? unknownExpression('other', at) : this.#builder.string(text, at);
      }
      case 'NumericLiteral':
        return literalExpression(Number((node as ts.NumericLiteral).text), at);
      case 'TrueKeyword':
        return literalExpression(true, at);
      case 'FalseKeyword':
        return literalExpression(false, at);
      case 'NullKeyword':
        return literalExpression(null, at);
      case 'RegularExpressionLiteral':
        return regexExpression((node as ts.RegularExpressionLiteral).text, at);
      case 'ThisKeyword':
        return this.#builder.self('this', at);
      case 'SuperKeyword':
        return this.#builder.self('super', at);
      case 'TemplateExpression':
        return this.#template(node as ts.TemplateExpression, at);
      case 'ObjectLiteralExpression':
        return this.#object(node as ts.ObjectLiteralExpression, at);
      case 'ArrayLiteralExpression': {
        const { elements } = node as ts.ArrayLiteralExpression;
        return { kind: 'array', elements: elements.map((element) => this.#element(element, at)), at };
      }
      case 'ArrowFunction': {
        const index = this.#builder.openFunction({ kind: 'arrow', at, name: undefined });
        this.#function(index, node as ts.ArrowFunction, this.#builder.context.self);
        return this.#builder.functionValue(index);
      }
      case 'FunctionExpression':
        return this.#functionExpression(node as ts.FunctionExpression, at);
      case 'ClassExpression':
        return this.#class(node as ts.ClassExpression);
      case 'NewExpression': {
        const call = this.#builder.openCall(at, 'new');
        const { expression, arguments: args } = node as ts.NewExpression;
        const callee = this.#expression(expression);
        return this.#builder.finishCall(call, callee, this.#arguments(args ?? [], at));
      }
      case 'PrefixUnaryExpression':
        return this.#prefix(node as ts.PrefixUnaryExpression, at);
      case 'PostfixUnaryExpression':
        return this.#builder.reckon(this.#expression((node as ts.PostfixUnaryExpression).operand), at);
      case 'TypeOfExpression':
      case 'VoidExpression':
      case 'DeleteExpression':
        this.#expression((node as ts.VoidExpression).expression);
        return unknownExpression('other', at);
      case 'YieldExpression': {
        const { expression } = node as ts.YieldExpression;
        if (expression !== undefined) this.#expression(expression);
        return unknownExpression('yield', at);
      }
      case 'MetaProperty':
        return unknownExpression('meta-property', at);
      default:
        return unknownExpression('other', at);
    }
  }

  /** `a.b[c]().d`: read inwards first, as a chain of calls may be longer than the stack is deep. */
  #chain(node: Chained): ExprFact {
    const links: { readonly node: Chained; readonly call: number }[] = [];
    let current: ts.Expression = node;
    let run = 0;
    for (;;) {
      const tag = this.#syntax.tag(current);
      if (tag === 'CallExpression') {
        if (this.#isModuleReference(current as ts.CallExpression)) break;
        links.push({ node: current as Chained, call: this.#builder.openCall(this.#syntax.span(current), 'call') });
        run = 0;
      } else if (tag === 'PropertyAccessExpression' || tag === 'ElementAccessExpression') {
        if (run === deepestLevel) break;
        links.push({ node: current as Chained, call: -1 });
        run += 1;
      } else {
        break;
      }
      current = this.#syntax.unwrap((current as Chained).expression);
    }
    let value = this.#chainBase(current, run);
    for (const link of links.reverse()) value = this.#link(value, link.node, link.call);
    return value;
  }

  #chainBase(node: ts.Expression, run: number): ExprFact {
    if (run === deepestLevel) return unknownExpression('too-deep', this.#syntax.span(node));
    if (this.#syntax.tag(node) !== 'CallExpression') return this.#expression(node);
    return this.#moduleReference(node as ts.CallExpression);
  }

  #link(value: ExprFact, node: Chained, call: number): ExprFact {
    if ('arguments' in node) {
      return this.#builder.finishCall(call, value, this.#arguments(node.arguments, this.#syntax.span(node)));
    }
    const at = this.#syntax.span(node);
    if ('name' in node)
      return this.#builder.read(memberExpression(value, node.name.text, this.#syntax.span(node.name), at));
    const index = this.#syntax.unwrap(node.argumentExpression);
    const text = this.#syntax.stringText(index);
    if (text !== undefined) return this.#builder.read(memberExpression(value, text, this.#syntax.span(index), at));
    return elementExpression(value, this.#expression(index), at);
  }

  /** `require('m')` and any `import(…)`. */
  #isModuleReference(node: ts.CallExpression): boolean {
    if (this.#isImportKeyword(node.expression)) return true;
    const callee = this.#syntax.unwrap(node.expression);
    const isRequire = this.#syntax.tag(callee) === 'Identifier' && (callee as ts.Identifier).text === 'require';
    const argument = node.arguments[0];
    if (!isRequire || argument === undefined || node.arguments.length !== 1) return false;
    return this.#syntax.stringText(this.#syntax.unwrap(argument)) !== undefined;
  }

  /** `import` or `import.defer` as a callee. */
  #isImportKeyword(node: ts.Expression): boolean {
    if (this.#syntax.tag(node) === 'ImportKeyword') return true;
    if (this.#syntax.tag(node) !== 'MetaProperty') return false;
    const { keywordToken, name } = node as ts.MetaProperty;
    return this.#syntax.operator(keywordToken) === 'import' && name.text !== 'meta';
  }

  #moduleReference(node: ts.CallExpression): ExprFact {
    const at = this.#syntax.span(node);
    const via = this.#isImportKeyword(node.expression) ? 'dynamic' : 'require';
    const first = node.arguments[0];
    const argument = first && this.#syntax.unwrap(first);
    const specifier = argument && this.#syntax.stringText(argument);
    if (argument === undefined || specifier === undefined) {
      this.#arguments(node.arguments, at);
      return unknownExpression('other', at);
    }
    this.#builder.import(specifier, via, this.#syntax.span(argument), false);
    for (const option of node.arguments.slice(1)) this.#expression(option);
    return { kind: 'imported', specifier, name: '*', via, at };
  }

  #arguments(nodes: readonly ts.Expression[], at: Span): readonly ExprFact[] {
    return nodes.map((node) => this.#element(node, at));
  }

  /** What an object literal spreads: `...(a && b)` may spread nothing. */
  #spread(node: ts.Expression): ExprFact {
    const value = this.#expression(node);
    const inner = this.#syntax.unwrap(node);
    const isAnd =
      this.#syntax.tag(inner) === 'BinaryExpression' &&
      this.#syntax.operator((inner as ts.BinaryExpression).operatorToken.kind) === '&&';
    return isAnd ? choiceExpression(literalExpression(null, value.at), value, value.at) : value;
  }

  /** An argument or array element; a hole has no place of its own, so it takes that of the whole. */
  #element(node: ts.Expression, whole: Span): ExprFact {
    switch (this.#syntax.tag(node)) {
      case 'OmittedExpression':
        return unknownExpression('hole', whole);
      case 'SpreadElement': {
        const at = this.#syntax.span(node);
        return { kind: 'spread', value: this.#expression((node as ts.SpreadElement).expression), at };
      }
      default:
        return this.#expression(node);
    }
  }

  #binary(node: ts.BinaryExpression): ExprFact {
    const operator = this.#syntax.operator(node.operatorToken.kind);
    const operatorClass = classifyOperator(operator);
    if (isRecordedAssignment(operator)) return this.#assignment(node, operator);
    if (operatorClass === 'sequence') return this.#sequence(node);
    if (operatorClass === 'arithmetic assignment') {
      const target = this.#expression(node.left);
      this.#expression(node.right);
      return this.#builder.reckon(target, this.#syntax.span(node));
    }
    const chain = this.#leftChain(node, operatorClass);
    const innermost = chain.at(-1) ?? node;
    let value = this.#expression(innermost.left);
    const operands = [value];
    for (const link of chain.reverse()) {
      const right = this.#expression(link.right);
      operands.push(right);
      if (operatorClass !== 'logical') continue;
      const isAnd = this.#syntax.operator(link.operatorToken.kind) === '&&';
      value = isAnd ? right : choiceExpression(value, right, this.#syntax.span(link));
    }
    const at = this.#syntax.span(node);
    switch (operatorClass) {
      case 'logical':
        return value;
      case 'sum':
        return this.#builder.concat(operands, at, 'sum');
      default:
        return unknownExpression(operatorClass === 'arithmetic' ? 'arithmetic' : 'other', at);
    }
  }

  /** The binary expressions down the left side that have operators of the same class, outermost first. */
  #leftChain(node: ts.BinaryExpression, operatorClass: OperatorClass): ts.BinaryExpression[] {
    const chain: ts.BinaryExpression[] = [];
    let current: ts.Expression = node;
    while (this.#syntax.tag(current) === 'BinaryExpression') {
      const binary = current as ts.BinaryExpression;
      if (classifyOperator(this.#syntax.operator(binary.operatorToken.kind)) !== operatorClass) break;
      chain.push(binary);
      current = this.#syntax.unwrap(binary.left);
    }
    return chain;
  }

  #sequence(node: ts.BinaryExpression): ExprFact {
    const rights = [node.right];
    let first = node.left;
    // Only what ESTree has as one sequence: `(a, b), c` are two.
    while (this.#syntax.tag(first) === 'BinaryExpression') {
      const { left, operatorToken, right } = first as ts.BinaryExpression;
      if (this.#syntax.operator(operatorToken.kind) !== ',') break;
      rights.push(right);
      first = left;
    }
    let value = this.#expression(first);
    for (const right of rights.reverse()) value = this.#expression(right);
    return value;
  }

  #assignment(node: ts.BinaryExpression, operator: '=' | '+=' | '||=' | '??=' | '&&='): ExprFact {
    const at = this.#syntax.span(node);
    const pattern = this.#assignmentPattern(node.left);
    const value = this.#expression(node.right);
    if (pattern.kind !== 'leaf') {
      this.#assignPattern(pattern, value);
      return value;
    }
    this.#builder.assign(pattern.target, operator, value, at);
    return this.#builder.assigned(pattern.target, operator, value, at);
  }

  #conditional(node: ts.ConditionalExpression): ExprFact {
    const options: ExprFact[] = [];
    let current: ts.Expression = node;
    while (this.#syntax.tag(current) === 'ConditionalExpression') {
      const { condition, whenTrue, whenFalse } = current as ts.ConditionalExpression;
      this.#expression(condition);
      options.push(this.#expression(whenTrue));
      current = this.#syntax.unwrap(whenFalse);
    }
    options.push(this.#expression(current));
    const flat = options.flatMap((option) => (option.kind === 'choice' ? option.options : [option]));
    return { kind: 'choice', options: flat, at: this.#syntax.span(node) };
  }

  #prefix(node: ts.PrefixUnaryExpression, at: Span): ExprFact {
    const operator = this.#syntax.operator(node.operator);
    const operand = this.#expression(node.operand);
    if (operator === '++' || operator === '--') return this.#builder.reckon(operand, at);
    if (operator === '-' && operand.kind === 'literal' && typeof operand.value === 'number') {
      return literalExpression(-operand.value, at);
    }
    return unknownExpression(operator === '~' ? 'arithmetic' : 'other', at);
  }

  #taggedTemplate(node: ts.TaggedTemplateExpression): ExprFact {
    const call = this.#builder.openCall(this.#syntax.span(node), 'tag');
    const callee = this.#expression(node.tag);
    return this.#builder.finishCall(call, callee, [this.#expression(node.template)]);
  }

  #template({ head, templateSpans }: ts.TemplateExpression, at: Span): ExprFact {
    const parts = this.#templatePiece(head, 2);
    templateSpans.forEach(({ expression, literal }, index) => {
      parts.push(this.#expression(expression));
      parts.push(...this.#templatePiece(literal, index === templateSpans.length - 1 ? 1 : 2));
    });
    return this.#builder.concat(parts, at);
  }

  #templatePiece(node: ts.TemplateLiteralLikeNode, closing: number): ExprFact[] {
    const text = this.#syntax.templateText(node);
    if (text === '') return [];
    const [start, end] = this.#syntax.span(node);
    const at: Span = [start + 1, Math.max(start + 1, end - closing)];
    return [text === undefined ? unknownExpression('other', at) : literalExpression(text, at)];
  }

  #object(node: ts.ObjectLiteralExpression, at: Span): ExprFact {
    const object = this.#builder.openObject(at);
    for (const property of node.properties) this.#property(property, object);
    return { kind: 'object', object, at };
  }

  #property(node: ts.ObjectLiteralElementLike, object: number): void {
    const builder = this.#builder;
    switch (this.#syntax.tag(node)) {
      case 'PropertyAssignment': {
        const { name, initializer } = node as ts.PropertyAssignment;
        const key = this.#key(name);
        builder.property(object, { kind: 'property', ...key, value: this.#expression(initializer) });
        return;
      }
      case 'ShorthandPropertyAssignment': {
        const { name } = node as ts.ShorthandPropertyAssignment;
        builder.property(object, { kind: 'property', ...this.#key(name), value: this.#expression(name) });
        return;
      }
      case 'SpreadAssignment':
        builder.property(object, { kind: 'spread', value: this.#spread((node as ts.SpreadAssignment).expression) });
        return;
      case 'MethodDeclaration':
        return this.#objectMethod(node as ts.MethodDeclaration, object, 'method');
      case 'GetAccessor':
        return this.#objectMethod(node as ts.GetAccessorDeclaration, object, 'getter');
      case 'SetAccessor':
        return this.#objectMethod(node as ts.SetAccessorDeclaration, object, 'setter');
    }
  }

  #objectMethod(
    node: ts.MethodDeclaration | ts.AccessorDeclaration,
    object: number,
    kind: 'method' | 'getter' | 'setter',
  ): void {
    if (node.body === undefined) return;
    const builder = this.#builder;
    const name = this.#syntax.propertyName(node.name);
    const index = builder.openFunction({ kind, at: this.#syntax.span(node), name });
    const key = this.#key(node.name);
    const value = builder.functionValue(index);
    if (kind === 'method') builder.property(object, { kind: 'property', ...key, value });
    if (kind === 'getter') builder.property(object, { kind: 'property', ...key, value, getter: true });
    this.#function(index, node, { ofObject: object });
  }

  #functionExpression(node: ts.FunctionExpression, at: Span): ExprFact {
    const builder = this.#builder;
    const { name } = node;
    const index = builder.openFunction({ kind: 'function', at, name: name?.text });
    const value = builder.functionValue(index);
    if (name !== undefined) builder.declare(name.text, 'function', this.#syntax.span(name), at, value);
    this.#function(index, node, {});
    return value;
  }

  #jsx(node: Jsx): void {
    const opening = 'openingElement' in node ? node.openingElement : node;
    if ('attributes' in opening) {
      for (const attribute of opening.attributes.properties) this.#jsxAttribute(attribute);
    }
    if (!('children' in node)) return;
    for (const child of node.children) this.#jsxPart(child);
  }

  #jsxAttribute(node: ts.JsxAttributeLike): void {
    if (this.#syntax.tag(node) === 'JsxSpreadAttribute') {
      this.#expression((node as ts.JsxSpreadAttribute).expression);
      return;
    }
    const { initializer } = node as ts.JsxAttribute;
    if (initializer !== undefined) this.#jsxPart(initializer);
  }

  #jsxPart(node: ts.JsxChild | ts.JsxAttributeValue): void {
    switch (this.#syntax.tag(node)) {
      case 'JsxExpression': {
        const { expression } = node as ts.JsxExpression;
        if (expression !== undefined) this.#expression(expression);
        return;
      }
      case 'JsxElement':
      case 'JsxSelfClosingElement':
      case 'JsxFragment':
        this.#expression(node as Jsx);
    }
  }
}

function regexExpression(text: string, at: Span): ExprFact {
  const end = text.lastIndexOf('/');
  return { kind: 'regex', source: text.slice(1, end), flags: text.slice(end + 1), at };
}
