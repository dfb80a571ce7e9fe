import type { ts } from 'ts-morph';
import type { ExprFact } from '../../../core/model/facts.js';
import type { Span } from '../../../core/model/span.js';
import type { ThisContext } from '../builder.js';
import { withFallback } from '../expressions.js';
import { TypeScriptPatterns } from './patterns.js';

type ClassLike = ts.ClassDeclaration | ts.ClassExpression;

/** Lowers functions and classes. */
export abstract class TypeScriptFunctions extends TypeScriptPatterns {
  protected function(index: number, node: ts.FunctionLikeDeclaration, self: ThisContext, ofClass?: number): void {
    const builder = this.builder;
    const outer = builder.context;
    builder.enterFunction(index, self);
    this.parameters(index, node, ofClass);
    this.functionBody(node);
    builder.context = outer;
  }

  protected functionBody({ body }: ts.FunctionLikeDeclaration): void {
    const builder = this.builder;
    if (body === undefined) return;
    if (this.syntax.tag(body) === 'Block') {
      builder.enterBlock(this.syntax.span(body));
      this.body((body as ts.Block).statements);
      return;
    }
    const expression = this.syntax.stripParentheses(body as ts.Expression);
    builder.enterBranch(this.syntax.span(expression));
    this.returnValue(expression);
  }

  protected parameters(index: number, node: ts.FunctionLikeDeclaration, ofClass: number | undefined): void {
    const declared = node.parameters.filter(({ name }) => (name as Partial<ts.Identifier>).text !== 'this');
    const rest = declared.findIndex(({ dotDotDotToken }) => dotDotDotToken !== undefined);
    const type = this.syntax.typeFact(node.type);
    this.builder.describeFunction(index, declared.length, rest < 0 ? undefined : rest, type);
    declared.forEach((parameter, position) => {
      this.parameter(parameter, index, position, ofClass);
    });
  }

  protected parameter(
    node: ts.ParameterDeclaration,
    index: number,
    position: number,
    ofClass: number | undefined,
  ): void {
    this.decorators(node);
    const pattern = this.bindingPattern(node.name);
    const isRest = node.dotDotDotToken !== undefined;
    // The parser accepts a rest parameter with a default.
    const fallback = isRest ? undefined : node.initializer && this.expression(node.initializer);
    const { at } = pattern;
    const argument: ExprFact = isRest
      ? { kind: 'parameter', function: index, index: position, rest: true, at }
      : { kind: 'parameter', function: index, index: position, at };
    const value = withFallback(argument, fallback, at);
    const type = this.syntax.typeFact(node.type);
    this.declarePattern({ pattern, value, kind: 'parameter', type });
    if (ofClass === undefined || pattern.kind !== 'leaf' || pattern.target.kind !== 'name') return;
    const isProperty = this.syntax.hasModifier(
      node,
      'PublicKeyword',
      'PrivateKeyword',
      'ProtectedKeyword',
      'ReadonlyKeyword',
      'OverrideKeyword',
    );
    if (isProperty)
      this.builder.recordMember(ofClass, { name: pattern.target.name, kind: 'parameter', static: false, value, type });
  }

  protected decorators(node: ts.Node): void {
    for (const { expression } of this.syntax.decorators(node)) this.expression(expression);
  }

  protected class(node: ClassLike): ExprFact {
    const builder = this.builder;
    this.decorators(node);
    const at = this.syntax.declarationSpan(node);
    const index = builder.openClass(at, node.name?.text);
    const value: ExprFact = { kind: 'class', class: index, at };
    const outer = builder.context;
    builder.enterScope(at);
    if (this.syntax.tag(node) === 'ClassExpression' && node.name !== undefined) {
      builder.declare({ name: node.name.text, kind: 'class', at: this.syntax.span(node.name), scope: at, value });
    }
    const base = node.heritageClauses?.find(({ token }) => this.syntax.operator(token) === 'extends')?.types[0];
    if (base !== undefined) builder.extendClass(index, this.expression(base.expression));
    for (const member of node.members) this.member(member, index);
    builder.context = outer;
    return value;
  }

  protected member(node: ts.ClassElement, ofClass: number): void {
    if (this.syntax.hasModifier(node, 'AbstractKeyword', 'DeclareKeyword')) return;
    switch (this.syntax.tag(node)) {
      case 'PropertyDeclaration':
        return this.field(node as ts.PropertyDeclaration, ofClass);
      case 'MethodDeclaration':
        return this.method(node as ts.MethodDeclaration, ofClass, 'method');
      case 'GetAccessor':
        return this.method(node as ts.GetAccessorDeclaration, ofClass, 'getter');
      case 'SetAccessor':
        return this.method(node as ts.SetAccessorDeclaration, ofClass, 'setter');
      case 'Constructor':
        return this.constructorMember(node as ts.ConstructorDeclaration, ofClass);
      case 'ClassStaticBlockDeclaration': {
        const builder = this.builder;
        const outer = builder.context;
        builder.enterBody(this.syntax.span(node), { self: { ofClass, static: true } });
        for (const statement of (node as ts.ClassStaticBlockDeclaration).body.statements) this.statement(statement);
        builder.context = outer;
      }
    }
  }

  protected constructorMember(node: ts.ConstructorDeclaration, ofClass: number): void {
    if (node.body === undefined) return;
    this.decorators(node);
    const at = this.syntax.memberSpan(node);
    // The compiler also reads `static constructor() {}` as a constructor; it is an ordinary method.
    if (this.syntax.hasModifier(node, 'StaticKeyword')) return this.staticMethod(node, ofClass, at);
    const index = this.builder.openFunction({ kind: 'constructor', at, name: undefined, ofClass });
    this.builder.constructClass(ofClass, index);
    this.function(index, node, { ofClass }, ofClass);
  }

  protected method(
    node: ts.MethodDeclaration | ts.AccessorDeclaration,
    ofClass: number,
    kind: 'method' | 'getter' | 'setter',
  ): void {
    if (node.body === undefined) return;
    const builder = this.builder;
    this.decorators(node);
    const isStatic = this.syntax.hasModifier(node, 'StaticKeyword');
    const self: ThisContext = isStatic ? { ofClass, static: true } : { ofClass };
    const name = this.syntax.propertyName(node.name);
    const index = builder.openFunction({ kind, at: this.syntax.memberSpan(node), name, ...self, ofClass });
    if (name === undefined) this.computedKey(node.name);
    builder.recordMember(ofClass, { name, kind, static: isStatic, value: builder.functionValue(index) });
    this.function(index, node, self);
  }

  protected staticMethod(node: ts.ConstructorDeclaration, ofClass: number, at: Span): void {
    const self: ThisContext = { ofClass, static: true };
    const name = 'constructor';
    const index = this.builder.openFunction({ kind: 'method', at, name, ...self, ofClass });
    this.builder.recordMember(ofClass, {
      name,
      kind: 'method',
      static: true,
      value: this.builder.functionValue(index),
    });
    this.function(index, node, self);
  }

  protected field(node: ts.PropertyDeclaration, ofClass: number): void {
    const builder = this.builder;
    this.decorators(node);
    const isStatic = this.syntax.hasModifier(node, 'StaticKeyword');
    const name = this.syntax.propertyName(node.name);
    if (name === undefined) this.computedKey(node.name);
    const outer = builder.context;
    builder.context = { ...outer, self: isStatic ? { ofClass, static: true } : { ofClass } };
    const value = node.initializer && this.expression(node.initializer);
    builder.context = outer;
    builder.recordMember(ofClass, {
      name,
      kind: 'field',
      static: isStatic,
      value,
      type: this.syntax.typeFact(node.type),
    });
  }
}
