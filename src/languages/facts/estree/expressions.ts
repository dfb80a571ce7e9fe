import type { TSESTree } from '@typescript-eslint/utils';
import type { ExprFact, PropertyFact } from '../../../core/model/facts.js';
import type { Span } from '../../../core/model/span.js';
import type { PlacedName } from '../builder.js';
import {
  isServerAddress,
  isShownAttribute,
  showsChildren,
  literalExpression,
  maybeExpression,
  unknownExpression,
} from '../expressions.js';
import { methodKind } from './functions.js';
import { EstreeOperators } from './operators.js';
import { cookedText, propertyName, spanOf, stringText, unwrap } from './syntax.js';

/** Lowers expressions. */
export abstract class EstreeExpressions extends EstreeOperators {
  /** Lowers an expression by its kind. One `switch`, because each case is a line or two. */
  protected expressionByKind(node: TSESTree.Node): ExprFact {
    switch (node.type) {
      case 'MemberExpression':
      case 'CallExpression':
        return this.chain(node);
      case 'BinaryExpression':
      case 'LogicalExpression':
        return this.operationChain(node);
      case 'ConditionalExpression':
        return this.choice(node);
      case 'AssignmentExpression':
        return this.assignment(node);
      case 'TaggedTemplateExpression': {
        const call = this.builder.openCall(spanOf(node), 'tag');
        const callee = this.expression(node.tag);
        return this.builder.finishCall(call, callee, [this.expression(node.quasi)]);
      }
      case 'SequenceExpression': {
        const values = node.expressions.map((expression) => this.expression(expression));
        return values.at(-1) ?? unknownExpression('other', spanOf(node));
      }
      case 'JSXElement':
      case 'JSXFragment':
        this.jsx(node);
        return unknownExpression('jsx', spanOf(node));
    }
    const at = spanOf(node);
    switch (node.type) {
      case 'Identifier':
        return this.builder.nameFact(node.name, at);
      case 'Literal':
        return this.literal(node, at);
      case 'TemplateLiteral':
        return this.template(node, at);
      case 'ThisExpression':
        return this.builder.thisFact('this', at);
      case 'Super':
        return this.builder.thisFact('super', at);
      case 'ObjectExpression':
        return this.object(node, at);
      case 'ArrayExpression':
        return { kind: 'array', elements: node.elements.map((element) => this.element(element, at)), at };
      case 'ArrowFunctionExpression': {
        const index = this.builder.openFunction({ kind: 'arrow', at, name: undefined });
        this.function(index, node, this.builder.context.self);
        return this.builder.functionValue(index);
      }
      case 'FunctionExpression':
        return this.functionExpression(node, at);
      case 'ClassExpression':
        return this.class(node);
      case 'NewExpression': {
        const call = this.builder.openCall(at, 'new');
        const callee = this.expression(node.callee);
        return this.builder.finishCall(call, callee, this.arguments(node.arguments, at));
      }
      case 'ImportExpression':
        return this.importExpression(node, at);
      case 'UnaryExpression':
        return this.unary(node, at);
      case 'UpdateExpression':
        return this.builder.recordNumberUpdate(this.expression(node.argument), at);
      case 'YieldExpression':
        return this.builder.yieldValue(node.argument ? this.expression(node.argument) : undefined, node.delegate, at);
      case 'MetaProperty':
        return unknownExpression('meta-property', at);
      default:
        return unknownExpression('other', at);
    }
  }

  protected literal(node: TSESTree.Literal, at: Span): ExprFact {
    if ('regex' in node) return { kind: 'regex', source: node.regex.pattern, flags: node.regex.flags, at };
    const { value } = node;
    if (typeof value === 'string') return this.builder.stringFact(value, at);
    if (typeof value === 'number' || typeof value === 'boolean') return literalExpression(value, at);
    return 'bigint' in node ? unknownExpression('other', at) : literalExpression(null, at);
  }

  protected template(node: TSESTree.TemplateLiteral, at: Span): ExprFact {
    const text = stringText(node);
    if (text !== undefined) return this.builder.stringFact(text, at);
    // Only a tagged template may have an invalid escape.
    if (node.expressions.length === 0) return unknownExpression('other', at);
    // Some parsers include the backticks and braces in the range, some do not.
    const quoteLength = node.quasis[0]?.range[0] === at[0] ? 1 : 0;
    const parts: ExprFact[] = [];
    node.quasis.forEach((quasi, index) => {
      const cooked = cookedText(quasi);
      const closingLength = index === node.quasis.length - 1 ? quoteLength : quoteLength * 2;
      const span: Span = [quasi.range[0] + quoteLength, quasi.range[1] - closingLength];
      if (cooked === undefined) parts.push(unknownExpression('other', span));
      else if (cooked !== '') parts.push(literalExpression(cooked, span));
      const expression = node.expressions[index];
      if (expression !== undefined) parts.push(this.expression(expression));
    });
    return this.builder.concatFact(parts, at);
  }

  protected object(node: TSESTree.ObjectExpression, at: Span): ExprFact {
    const object = this.builder.openObject(at);
    for (const property of node.properties) {
      if (property.type === 'SpreadElement') {
        this.builder.recordProperty(object, { kind: 'spread', value: this.spread(property.argument) });
      } else if (property.value.type === 'FunctionExpression' && (property.method || property.kind !== 'init')) {
        this.objectMethod(property, property.value, object);
      } else {
        const key = this.key(property);
        // `{ a = 1 }` is only valid as a pattern, but a parser may accept it.
        const value = property.value.type === 'AssignmentPattern' ? property.value.left : property.value;
        this.builder.recordProperty(object, { kind: 'property', ...key, value: this.expression(value) });
      }
    }
    return { kind: 'object', object, at };
  }

  /** Lowers a value that is spread in an object literal: `...(a && b)` may spread nothing. */
  protected spread(node: TSESTree.Expression): ExprFact {
    const value = this.expression(node);
    const isAnd = this.operation(unwrap(node))?.operator === '&&';
    return isAnd ? maybeExpression(value, value.at) : value;
  }

  protected objectMethod(node: TSESTree.Property, body: TSESTree.FunctionExpression, object: number): void {
    const builder = this.builder;
    const kind = methodKind(node.kind);
    const index = builder.openFunction({ kind, at: spanOf(node), name: propertyName(node) });
    const key = this.key(node);
    const value = builder.functionValue(index);
    if (kind === 'method') builder.recordProperty(object, { kind: 'property', ...key, value });
    if (kind === 'getter') builder.recordProperty(object, { kind: 'property', ...key, value, getter: true });
    this.function(index, body, { ofObject: object });
  }

  protected functionExpression(node: TSESTree.FunctionExpression, at: Span): ExprFact {
    const builder = this.builder;
    const { id } = node;
    const index = builder.openFunction({ kind: 'function', at, name: id?.name });
    const value = builder.functionValue(index);
    if (id !== null) builder.declare({ name: id.name, kind: 'function', at: spanOf(id), scope: at, value });
    this.function(index, node, {});
    return value;
  }

  protected jsx(node: TSESTree.JSXElement | TSESTree.JSXFragment): void {
    if (node.type === 'JSXElement') {
      const { attributes, name } = node.openingElement;
      const properties = attributes.flatMap((attribute): PropertyFact | readonly PropertyFact[] => {
        if (attribute.type === 'JSXSpreadAttribute')
          return { kind: 'spread', value: this.expression(attribute.argument) };
        return attribute.value === null ? [] : (this.jsxAttribute(attribute, attribute.value) ?? []);
      });
      if (properties.length > 0) this.builder.recordComponent(jsxTag(name), properties, spanOf(node));
    }
    const name = node.type === 'JSXElement' ? node.openingElement.name : undefined;
    const isVisible = showsChildren(name?.type === 'JSXIdentifier' ? name.name : undefined);
    for (const child of node.children) this.jsxPart(child, isVisible);
  }

  protected jsxAttribute({ name }: TSESTree.JSXAttribute, value: TSESTree.Node): PropertyFact | undefined {
    const attribute = attributeName(name);
    if (value.type !== 'Literal') {
      const fact = this.jsxPart(value, isShownAttribute(attribute));
      return fact && { kind: 'property', key: attribute, keyAt: spanOf(name), value: fact };
    }
    if (isServerAddress(attribute, String(value.value))) this.expression(value);
    return undefined;
  }

  protected jsxPart(node: TSESTree.Node, isVisible = false): ExprFact | undefined {
    switch (node.type) {
      case 'JSXExpressionContainer':
      case 'JSXSpreadChild': {
        if (node.expression.type === 'JSXEmptyExpression') return undefined;
        const fact = this.expression(node.expression);
        if (isVisible) this.builder.removeTextsOf(fact);
        return fact;
      }
      case 'JSXElement':
      case 'JSXFragment':
        this.expression(node);
    }
    return undefined;
  }
}

/** The names of a tag: `Tower.Page`. */
function jsxTag(node: TSESTree.JSXTagNameExpression): readonly PlacedName[] {
  if (node.type === 'JSXIdentifier') return [{ name: node.name, at: spanOf(node) }];
  if (node.type !== 'JSXMemberExpression') return [];
  const owner = jsxTag(node.object);
  return owner.length === 0 ? [] : [...owner, { name: node.property.name, at: spanOf(node.property) }];
}

function attributeName(name: TSESTree.JSXAttribute['name']): string {
  if (name.type === 'JSXIdentifier') return name.name;
  return name.name.name;
}
