import type { TSESTree } from '@typescript-eslint/utils';
import type { Span } from '../../../core/model/span.js';
import { deepestLevel, FactsBuilder } from '../builder.js';
import { nameExpression } from '../expressions.js';
import { Lowering } from '../lowering.js';
import type { Pattern, PatternElement, PatternKey, PatternProperty } from '../pattern.js';
import { type Keyed, patternSpan, propertyName, propertyNameSpan, spanOf, unwrap } from './syntax.js';

type LeafKind = 'binding' | 'assignment';

/** Lowers the destructuring patterns of ESLint's syntax tree. */
export abstract class EstreePatterns extends Lowering<TSESTree.Node> {
  protected readonly text: string;

  constructor(builder: FactsBuilder, text: string) {
    super(builder);
    this.text = text;
  }

  protected spanOf(node: TSESTree.Node): Span {
    return spanOf(node);
  }

  protected unwrap(expression: TSESTree.Node): TSESTree.Node {
    return unwrap(expression);
  }

  protected bindingPattern(node: TSESTree.Node): Pattern {
    return this.pattern(node, 'binding');
  }

  protected pattern(wrapped: TSESTree.Node, leaf: LeafKind): Pattern {
    const node = leaf === 'assignment' ? unwrap(wrapped) : wrapped;
    const at = patternSpan(node, this.text);
    const isLeaf = node.type !== 'ObjectPattern' && node.type !== 'ArrayPattern';
    if (isLeaf && leaf === 'assignment') return { kind: 'leaf', target: this.expression(node), at };
    const builder = this.builder;
    builder.depth += 1;
    const pattern = builder.depth <= deepestLevel ? this.patternByKind(node, leaf, at) : undefined;
    builder.depth -= 1;
    return pattern ?? { kind: 'none', at };
  }

  protected patternByKind(node: TSESTree.Node, leaf: LeafKind, at: Span): Pattern | undefined {
    switch (node.type) {
      case 'Identifier':
        return { kind: 'leaf', target: nameExpression(node.name, at), at };
      case 'ObjectPattern':
        return this.objectPattern(node, leaf, at);
      case 'ArrayPattern':
        return { kind: 'array', elements: node.elements.map((element) => this.arrayElement(element, leaf)), at };
      default:
        return undefined;
    }
  }

  protected objectPattern(node: TSESTree.ObjectPattern, leaf: LeafKind, at: Span): Pattern {
    const properties: PatternProperty[] = [];
    for (const property of node.properties) {
      if (property.type === 'RestElement') {
        return { kind: 'object', properties, rest: this.restTarget(property, leaf), at };
      }
      // A parser may accept `({ a() {} } = b)`.
      if (property.method || property.kind !== 'init') continue;
      const key = this.key(property);
      properties.push({ ...key, ...this.patternElement(property.value, leaf) });
    }
    return { kind: 'object', properties, at };
  }

  protected arrayElement(node: TSESTree.DestructuringPattern | null, leaf: LeafKind): PatternElement | undefined {
    if (node === null) return undefined;
    if (node.type === 'RestElement') return { target: this.restTarget(node, leaf), rest: true };
    return this.patternElement(node, leaf);
  }

  /** Target of a rest element; a parser may accept `[...a = 1] = b`. */
  protected restTarget({ argument }: TSESTree.RestElement, leaf: LeafKind): Pattern {
    return this.patternElement(argument, leaf).target;
  }

  protected patternElement(node: TSESTree.Node, leaf: LeafKind): PatternElement {
    if (node.type !== 'AssignmentPattern') return { target: this.pattern(node, leaf) };
    const target = this.pattern(node.left, leaf);
    return { target, fallback: this.expression(node.right) };
  }

  protected key(node: Keyed): PatternKey {
    const keyAt = propertyNameSpan(node);
    const key = propertyName(node);
    if (key !== undefined) return { key, keyAt };
    return node.computed ? { computed: this.expression(node.key), keyAt } : { keyAt };
  }
}
