import type { TSESTree } from '@typescript-eslint/utils';
import type { ExprFact, TypeFact } from '../../../core/model/facts.js';
import type { ThisContext } from '../builder.js';
import { withFallback } from '../expressions.js';
import { EstreePatterns } from './patterns.js';
import { propertyName, spanOf, typeFact, undecoratedSpan } from './syntax.js';

type FunctionNode = TSESTree.FunctionDeclaration | TSESTree.FunctionExpression | TSESTree.ArrowFunctionExpression;
type Method = TSESTree.MethodDefinition;
type Field = TSESTree.PropertyDefinition | TSESTree.AccessorProperty;

/** Lowers functions and classes. */
export abstract class EstreeFunctions extends EstreePatterns {
  protected function(index: number, node: FunctionNode, self: ThisContext, ofClass?: number): void {
    const builder = this.builder;
    const outer = builder.context;
    builder.enterFunction(index, self);
    this.parameters(index, node, ofClass);
    if (node.body.type === 'BlockStatement') {
      builder.enterBlock(spanOf(node.body));
      this.body(node.body.body);
    } else {
      builder.enterBranch(spanOf(node.body));
      this.returnValue(node.body);
    }
    builder.context = outer;
  }

  protected parameters(index: number, node: FunctionNode, ofClass: number | undefined): void {
    const declared = node.params.filter((parameter) => parameter.type !== 'Identifier' || parameter.name !== 'this');
    const rest = declared.findIndex(({ type }) => type === 'RestElement');
    const type = typeFact(node.returnType);
    this.builder.describeFunction(index, declared.length, rest < 0 ? undefined : rest, type);
    declared.forEach((parameter, position) => {
      this.parameter(parameter, index, position, ofClass);
    });
  }

  protected parameter(node: TSESTree.Parameter, index: number, position: number, ofClass: number | undefined): void {
    this.decorators(node.decorators);
    const parameter = node.type === 'TSParameterProperty' ? node.parameter : node;
    if (parameter !== node) this.decorators(parameter.decorators);
    const [left, right] = parameter.type === 'AssignmentPattern' ? [parameter.left, parameter.right] : [parameter];
    const target = left.type === 'RestElement' ? left.argument : left;
    const pattern = this.pattern(target, 'binding');
    const fallback = right && this.expression(right);
    const { at } = pattern;
    const argument: ExprFact =
      left.type === 'RestElement'
        ? { kind: 'parameter', function: index, index: position, rest: true, at }
        : { kind: 'parameter', function: index, index: position, at };
    const value = withFallback(argument, fallback, at);
    const type = annotatedType(left) ?? annotatedType(target);
    this.declarePattern({ pattern, value, kind: 'parameter', type });
    if (ofClass === undefined || node.type !== 'TSParameterProperty') return;
    if (pattern.kind !== 'leaf' || pattern.target.kind !== 'name') return;
    this.builder.recordMember(ofClass, { name: pattern.target.name, kind: 'parameter', static: false, value, type });
  }

  protected decorators(decorators: readonly TSESTree.Decorator[] | undefined): void {
    for (const { expression } of decorators ?? []) this.expression(expression);
  }

  protected class(node: TSESTree.ClassDeclaration | TSESTree.ClassExpression): ExprFact {
    const builder = this.builder;
    this.decorators(node.decorators);
    const at = undecoratedSpan(node, this.text);
    const index = builder.openClass(at, node.id?.name);
    const value: ExprFact = { kind: 'class', class: index, at };
    const outer = builder.context;
    builder.enterScope(at);
    if (node.type === 'ClassExpression' && node.id !== null) {
      builder.declare({ name: node.id.name, kind: 'class', at: spanOf(node.id), scope: at, value });
    }
    if (node.superClass !== null) builder.extendClass(index, this.expression(node.superClass));
    for (const member of node.body.body) this.member(member, index);
    builder.context = outer;
    return value;
  }

  protected member(node: TSESTree.ClassElement, ofClass: number): void {
    switch (node.type) {
      case 'PropertyDefinition':
      case 'AccessorProperty':
        if (!node.declare) this.field(node, ofClass);
        return;
      case 'MethodDefinition':
        if (node.value.type === 'FunctionExpression') this.method(node, node.value, ofClass);
        return;
      case 'StaticBlock': {
        const builder = this.builder;
        const outer = builder.context;
        builder.enterBody(spanOf(node), { self: { ofClass, static: true } });
        for (const statement of node.body) this.statement(statement);
        builder.context = outer;
      }
    }
  }

  protected method(node: Method, body: TSESTree.FunctionExpression, ofClass: number): void {
    const builder = this.builder;
    this.decorators(node.decorators);
    const at = undecoratedSpan(node, this.text);
    if (node.kind === 'constructor') {
      const index = builder.openFunction({ kind: 'constructor', at, name: undefined, ofClass });
      builder.constructClass(ofClass, index);
      this.function(index, body, { ofClass }, ofClass);
      return;
    }
    const kind = methodKind(node.kind);
    const self: ThisContext = node.static ? { ofClass, static: true } : { ofClass };
    const name = propertyName(node);
    const index = builder.openFunction({ kind, at, name, ...self, ofClass });
    if (name === undefined && node.computed) this.expression(node.key);
    builder.recordMember(ofClass, { name, kind, static: node.static, value: builder.functionValue(index) });
    this.function(index, body, self);
  }

  protected field(node: Field, ofClass: number): void {
    const builder = this.builder;
    this.decorators(node.decorators);
    const name = propertyName(node);
    if (name === undefined && node.computed) this.expression(node.key);
    const outer = builder.context;
    builder.context = { ...outer, self: node.static ? { ofClass, static: true } : { ofClass } };
    const value = node.value === null ? undefined : this.expression(node.value);
    builder.context = outer;
    builder.recordMember(ofClass, {
      name,
      kind: 'field',
      static: node.static,
      value,
      type: typeFact(node.typeAnnotation),
    });
  }
}

export function annotatedType(node: TSESTree.Node): TypeFact | undefined {
  return 'typeAnnotation' in node ? typeFact(node.typeAnnotation as TSESTree.TSTypeAnnotation | undefined) : undefined;
}

export function methodKind(kind: string): 'method' | 'getter' | 'setter' {
  if (kind === 'get') return 'getter';
  return kind === 'set' ? 'setter' : 'method';
}
