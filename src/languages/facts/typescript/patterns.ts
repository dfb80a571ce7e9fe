import type { ts } from 'ts-morph';
import type { ExprFact } from '../../../core/model/facts.js';
import type { Span } from '../../../core/model/span.js';
import { deepestLevel, FactsBuilder } from '../builder.js';
import { nameExpression } from '../expressions.js';
import { Lowering } from '../lowering.js';
import type { Pattern, PatternElement, PatternKey, PatternProperty } from '../pattern.js';
import { TypeScriptSyntax } from './syntax.js';

/** Reads patterns. The compiler parses an assignment pattern as an object or array literal. */
export abstract class TypeScriptPatterns extends Lowering<ts.Node> {
  protected readonly syntax: TypeScriptSyntax;

  constructor(builder: FactsBuilder, syntax: TypeScriptSyntax) {
    super(builder);
    this.syntax = syntax;
  }

  protected spanOf(node: ts.Node): Span {
    return this.syntax.span(node);
  }

  protected unwrap(expression: ts.Node): ts.Node {
    return this.syntax.unwrap(expression);
  }

  protected bindingPattern(name: ts.Node): Pattern {
    const builder = this.builder;
    const at = this.syntax.span(name);
    builder.depth += 1;
    const pattern = builder.depth <= deepestLevel ? this.bindingPatternByKind(name, at) : undefined;
    builder.depth -= 1;
    return pattern ?? { kind: 'none', at };
  }

  protected bindingPatternByKind(name: ts.Node, at: Span): Pattern | undefined {
    switch (this.syntax.tag(name)) {
      case 'Identifier':
        return { kind: 'leaf', target: nameExpression((name as ts.Identifier).text, at), at };
      case 'ObjectBindingPattern':
        return this.objectBinding(name as ts.ObjectBindingPattern, at);
      case 'ArrayBindingPattern':
        return {
          kind: 'array',
          elements: (name as ts.ArrayBindingPattern).elements.map((e) => this.arrayBinding(e)),
          at,
        };
      default:
        return undefined;
    }
  }

  protected objectBinding(node: ts.ObjectBindingPattern, at: Span): Pattern {
    const properties: PatternProperty[] = [];
    for (const element of node.elements) {
      if (element.dotDotDotToken !== undefined) {
        return { kind: 'object', properties, rest: this.bindingPattern(element.name), at };
      }
      const key = this.key(element.propertyName ?? (element.name as ts.Identifier));
      properties.push({ ...key, ...this.patternElement(this.bindingPattern(element.name), element.initializer) });
    }
    return { kind: 'object', properties, at };
  }

  protected arrayBinding(element: ts.ArrayBindingElement): PatternElement | undefined {
    if (this.syntax.tag(element) === 'OmittedExpression') return undefined;
    const { name, initializer, dotDotDotToken } = element as ts.BindingElement;
    const target = this.bindingPattern(name);
    // The parser accepts a rest element with a default, which the other trees represent as an element.
    const isRest = dotDotDotToken !== undefined && initializer === undefined;
    return isRest ? { target, rest: true } : this.patternElement(target, initializer);
  }

  protected patternElement(target: Pattern, initializer: ts.Expression | undefined): PatternElement {
    return initializer === undefined ? { target } : { target, fallback: this.expression(initializer) };
  }

  protected assignmentPattern(expression: ts.Expression): Pattern {
    // A literal in parentheses is not a pattern, though the parser accepts it.
    const tag = this.syntax.tag(expression);
    if (tag !== 'ObjectLiteralExpression' && tag !== 'ArrayLiteralExpression') {
      const target = this.syntax.unwrap(expression);
      return { kind: 'leaf', target: this.expression(target), at: this.syntax.span(target) };
    }
    const at = this.syntax.span(expression);
    const builder = this.builder;
    builder.depth += 1;
    let pattern: Pattern = { kind: 'none', at };
    if (builder.depth <= deepestLevel) {
      pattern =
        tag === 'ObjectLiteralExpression'
          ? this.objectAssignment(expression as ts.ObjectLiteralExpression, at)
          : {
              kind: 'array',
              elements: (expression as ts.ArrayLiteralExpression).elements.map((e) => this.arrayAssignment(e)),
              at,
            };
    }
    builder.depth -= 1;
    return pattern;
  }

  protected objectAssignment(node: ts.ObjectLiteralExpression, at: Span): Pattern {
    const properties: PatternProperty[] = [];
    for (const property of node.properties) {
      switch (this.syntax.tag(property)) {
        case 'SpreadAssignment': {
          const rest = this.assignmentElement((property as ts.SpreadAssignment).expression).target;
          return { kind: 'object', properties, rest, at };
        }
        case 'ShorthandPropertyAssignment': {
          const { name, objectAssignmentInitializer } = property as ts.ShorthandPropertyAssignment;
          const key = this.key(name);
          properties.push({
            ...key,
            ...this.patternElement(this.assignmentPattern(name), objectAssignmentInitializer),
          });
          break;
        }
        case 'PropertyAssignment': {
          const { name, initializer } = property as ts.PropertyAssignment;
          const key = this.key(name);
          properties.push({ ...key, ...this.assignmentElement(initializer) });
          break;
        }
      }
    }
    return { kind: 'object', properties, at };
  }

  protected arrayAssignment(node: ts.Expression): PatternElement | undefined {
    switch (this.syntax.tag(node)) {
      case 'OmittedExpression':
        return undefined;
      case 'SpreadElement':
        return { target: this.assignmentElement((node as ts.SpreadElement).expression).target, rest: true };
      default:
        return this.assignmentElement(node);
    }
  }

  protected assignmentElement(node: ts.Expression): PatternElement {
    if (this.syntax.tag(node) === 'BinaryExpression') {
      const { left, operatorToken, right } = node as ts.BinaryExpression;
      if (this.syntax.operator(operatorToken.kind) === '=') {
        return this.patternElement(this.assignmentPattern(left), right);
      }
    }
    return { target: this.assignmentPattern(node) };
  }

  protected key(name: ts.PropertyName): PatternKey {
    const keyAt = this.syntax.propertyNameSpan(name);
    const key = this.syntax.propertyName(name);
    if (key !== undefined) return { key, keyAt };
    const computed = this.computedKey(name);
    return computed === undefined ? { keyAt } : { computed, keyAt };
  }

  protected computedKey(name: ts.PropertyName): ExprFact | undefined {
    if (this.syntax.tag(name) !== 'ComputedPropertyName') return undefined;
    return this.expression((name as ts.ComputedPropertyName).expression);
  }
}
