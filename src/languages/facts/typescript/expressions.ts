import type { ts } from 'ts-morph';
import type { ExprFact, PropertyFact } from '../../../core/model/facts.js';
import type { Span } from '../../../core/model/span.js';
import type { PlacedName } from '../builder.js';
import {
  isServerAddress,
  isShownAttribute,
  showsChildren,
  literalExpression,
  maybeExpression,
  nameExpression,
  unknownExpression,
} from '../expressions.js';
import type { ChainNode } from './chains.js';
import { TypeScriptOperators } from './operators.js';

type Jsx = ts.JsxElement | ts.JsxSelfClosingElement | ts.JsxFragment;

/** Lowers expressions. */
export abstract class TypeScriptExpressions extends TypeScriptOperators {
  /** Lowers an expression by its kind. One `switch`, because each case is a line or two. */
  protected expressionByKind(node: ts.Node): ExprFact {
    const tag = this.syntax.tag(node);
    switch (tag) {
      case 'PropertyAccessExpression':
      case 'ElementAccessExpression':
      case 'CallExpression':
        return this.chain(node as ChainNode);
      case 'BinaryExpression':
        return this.binary(node as ts.BinaryExpression);
      case 'ConditionalExpression':
        return this.choice(node);
      case 'TaggedTemplateExpression':
        return this.taggedTemplate(node as ts.TaggedTemplateExpression);
      case 'JsxElement':
      case 'JsxSelfClosingElement':
      case 'JsxFragment':
        this.jsx(node as Jsx);
        return unknownExpression('jsx', this.syntax.span(node));
    }
    const at = this.syntax.span(node);
    switch (tag) {
      case 'Identifier':
        return this.builder.nameFact((node as ts.Identifier).text, at);
      case 'StringLiteral':
      case 'NoSubstitutionTemplateLiteral': {
        const text = this.syntax.stringText(node);
        // Only a tagged template may have an invalid escape.
        return text === undefined ? unknownExpression('other', at) : this.builder.stringFact(text, at);
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
        return this.builder.thisFact('this', at);
      case 'SuperKeyword':
        return this.builder.thisFact('super', at);
      case 'TemplateExpression':
        return this.template(node as ts.TemplateExpression, at);
      case 'ObjectLiteralExpression':
        return this.object(node as ts.ObjectLiteralExpression, at);
      case 'ArrayLiteralExpression': {
        const { elements } = node as ts.ArrayLiteralExpression;
        return { kind: 'array', elements: elements.map((element) => this.element(element, at)), at };
      }
      case 'ArrowFunction': {
        const index = this.builder.openFunction({ kind: 'arrow', at, name: undefined });
        this.function(index, node as ts.ArrowFunction, this.builder.context.self);
        return this.builder.functionValue(index);
      }
      case 'FunctionExpression':
        return this.functionExpression(node as ts.FunctionExpression, at);
      case 'ClassExpression':
        return this.class(node as ts.ClassExpression);
      case 'NewExpression': {
        const call = this.builder.openCall(at, 'new');
        const { expression, arguments: args } = node as ts.NewExpression;
        const callee = this.expression(expression);
        return this.builder.finishCall(call, callee, this.arguments(args ?? [], at));
      }
      case 'PrefixUnaryExpression':
        return this.prefix(node as ts.PrefixUnaryExpression, at);
      case 'PostfixUnaryExpression':
        return this.builder.recordNumberUpdate(this.expression((node as ts.PostfixUnaryExpression).operand), at);
      case 'VoidExpression':
        this.expression((node as ts.VoidExpression).expression);
        return nameExpression('undefined', at);
      case 'TypeOfExpression':
        this.expression((node as ts.VoidExpression).expression);
        return unknownExpression('other', at);
      case 'DeleteExpression':
        this.builder.recordDeletion(this.expression((node as ts.DeleteExpression).expression), at);
        return unknownExpression('other', at);
      case 'YieldExpression': {
        const { expression, asteriskToken } = node as ts.YieldExpression;
        const value = expression && this.expression(expression);
        return this.builder.yieldValue(value, asteriskToken !== undefined, at);
      }
      case 'MetaProperty':
        return unknownExpression('meta-property', at);
      default:
        return unknownExpression('other', at);
    }
  }

  protected taggedTemplate(node: ts.TaggedTemplateExpression): ExprFact {
    const call = this.builder.openCall(this.syntax.span(node), 'tag');
    const callee = this.expression(node.tag);
    return this.builder.finishCall(call, callee, [this.expression(node.template)]);
  }

  protected template({ head, templateSpans }: ts.TemplateExpression, at: Span): ExprFact {
    const parts = this.templatePiece(head, 2);
    templateSpans.forEach(({ expression, literal }, index) => {
      parts.push(this.expression(expression));
      parts.push(...this.templatePiece(literal, index === templateSpans.length - 1 ? 1 : 2));
    });
    return this.builder.concatFact(parts, at);
  }

  protected templatePiece(node: ts.TemplateLiteralLikeNode, closingLength: number): ExprFact[] {
    const text = this.syntax.templateText(node);
    if (text === '') return [];
    const [start, end] = this.syntax.span(node);
    const at: Span = [start + 1, Math.max(start + 1, end - closingLength)];
    return [text === undefined ? unknownExpression('other', at) : literalExpression(text, at)];
  }

  protected object(node: ts.ObjectLiteralExpression, at: Span): ExprFact {
    const object = this.builder.openObject(at);
    for (const property of node.properties) this.property(property, object);
    return { kind: 'object', object, at };
  }

  /** Lowers a value that is spread in an object literal: `...(a && b)` may spread nothing. */
  protected spread(node: ts.Expression): ExprFact {
    const value = this.expression(node);
    const isAnd = this.operation(this.unwrap(node))?.operator === '&&';
    return isAnd ? maybeExpression(value, value.at) : value;
  }

  protected property(node: ts.ObjectLiteralElementLike, object: number): void {
    const builder = this.builder;
    switch (this.syntax.tag(node)) {
      case 'PropertyAssignment': {
        const { name, initializer } = node as ts.PropertyAssignment;
        const key = this.key(name);
        builder.recordProperty(object, { kind: 'property', ...key, value: this.expression(initializer) });
        return;
      }
      case 'ShorthandPropertyAssignment': {
        const { name } = node as ts.ShorthandPropertyAssignment;
        builder.recordProperty(object, { kind: 'property', ...this.key(name), value: this.expression(name) });
        return;
      }
      case 'SpreadAssignment':
        builder.recordProperty(object, {
          kind: 'spread',
          value: this.spread((node as ts.SpreadAssignment).expression),
        });
        return;
      case 'MethodDeclaration':
        return this.objectMethod(node as ts.MethodDeclaration, object, 'method');
      case 'GetAccessor':
        return this.objectMethod(node as ts.GetAccessorDeclaration, object, 'getter');
      case 'SetAccessor':
        return this.objectMethod(node as ts.SetAccessorDeclaration, object, 'setter');
    }
  }

  protected objectMethod(
    node: ts.MethodDeclaration | ts.AccessorDeclaration,
    object: number,
    kind: 'method' | 'getter' | 'setter',
  ): void {
    if (node.body === undefined) return;
    const builder = this.builder;
    const name = this.syntax.propertyName(node.name);
    const index = builder.openFunction({ kind, at: this.syntax.span(node), name });
    const key = this.key(node.name);
    const value = builder.functionValue(index);
    if (kind === 'method') builder.recordProperty(object, { kind: 'property', ...key, value });
    if (kind === 'getter') builder.recordProperty(object, { kind: 'property', ...key, value, getter: true });
    this.function(index, node, { ofObject: object });
  }

  protected functionExpression(node: ts.FunctionExpression, at: Span): ExprFact {
    const builder = this.builder;
    const { name } = node;
    const index = builder.openFunction({ kind: 'function', at, name: name?.text });
    const value = builder.functionValue(index);
    if (name !== undefined)
      builder.declare({ name: name.text, kind: 'function', at: this.syntax.span(name), scope: at, value });
    this.function(index, node, {});
    return value;
  }

  protected jsx(node: Jsx): void {
    const opening = 'openingElement' in node ? node.openingElement : node;
    if ('attributes' in opening) {
      const properties = opening.attributes.properties.flatMap((attribute) => this.jsxAttribute(attribute) ?? []);
      if (properties.length > 0)
        this.builder.recordComponent(this.jsxTag(opening.tagName), properties, this.syntax.span(node));
    }
    if (!('children' in node)) return;
    const isVisible = 'tagName' in opening && showsChildren(tagOf(opening.tagName));
    for (const child of node.children) this.jsxPart(child, isVisible);
  }

  /** The names of a tag: `Tower.Page`. */
  protected jsxTag(node: ts.JsxTagNameExpression): readonly PlacedName[] {
    if (this.syntax.tag(node) === 'Identifier')
      return [{ name: (node as ts.Identifier).text, at: this.syntax.span(node) }];
    if (this.syntax.tag(node) !== 'PropertyAccessExpression') return [];
    const { expression, name } = node as ts.JsxTagNamePropertyAccess;
    const owner = this.jsxTag(expression);
    return owner.length === 0 ? [] : [...owner, { name: name.text, at: this.syntax.span(name) }];
  }

  protected jsxAttribute(node: ts.JsxAttributeLike): PropertyFact | undefined {
    if (this.syntax.tag(node) === 'JsxSpreadAttribute') {
      return { kind: 'spread', value: this.expression((node as ts.JsxSpreadAttribute).expression) };
    }
    const { initializer, name } = node as ts.JsxAttribute;
    if (initializer === undefined) return undefined;
    const attribute = attributeName(name);
    if (this.syntax.tag(initializer) !== 'StringLiteral') {
      const value = this.jsxPart(initializer, isShownAttribute(attribute));
      return value && { kind: 'property', key: attribute, keyAt: this.syntax.span(name), value };
    }
    if (isServerAddress(attribute, (initializer as ts.StringLiteral).text)) this.expression(initializer);
    return undefined;
  }

  protected jsxPart(node: ts.JsxChild | ts.JsxAttributeValue, isVisible = false): ExprFact | undefined {
    switch (this.syntax.tag(node)) {
      case 'JsxExpression': {
        const { expression } = node as ts.JsxExpression;
        const fact = expression === undefined ? undefined : this.expression(expression);
        if (isVisible && fact !== undefined) this.builder.removeTextsOf(fact);
        return fact;
      }
      case 'JsxElement':
      case 'JsxSelfClosingElement':
      case 'JsxFragment':
        this.expression(node);
    }
    return undefined;
  }
}

function tagOf(name: ts.JsxTagNameExpression): string | undefined {
  return 'text' in name ? name.text : undefined;
}

function attributeName(name: ts.JsxAttributeName): string {
  return 'namespace' in name ? name.name.text : name.text;
}

function regexExpression(text: string, at: Span): ExprFact {
  const end = text.lastIndexOf('/');
  return { kind: 'regex', source: text.slice(1, end), flags: text.slice(end + 1), at };
}
