import type { PythonNode } from '../syntax.js';
import { entryExpression, literalExpression, memberExpression, unknownExpression } from '../../facts/expressions.js';
import type { Conditional, Operation } from '../../facts/lowering.js';
import type { ExprFact } from '../../../core/model/facts.js';
import type { Span } from '../../../core/model/span.js';
import { childrenOf, groupsOf, isTuple, spanOf, spanOfAll, splitAt } from '../syntax.js';
import { PythonTexts } from './texts.js';

const TEXT_LITERALS = new Set(['String', 'FormatString', 'ContinuedString']);

/** Lowers expressions other than calls. */
export abstract class PythonExpressions extends PythonTexts {
  protected abstract chain(node: PythonNode): ExprFact;
  protected abstract lambda(node: PythonNode): ExprFact;
  protected abstract comprehension(node: PythonNode): ExprFact;

  protected unwrap(expression: PythonNode): PythonNode {
    let node = expression;
    for (;;) {
      const inner =
        node.name === 'ParenthesizedExpression'
          ? childrenOf(node).find(({ name }) => name !== '(' && name !== ')')
          : node.name === 'AwaitExpression'
            ? childrenOf(node)[1]
            : undefined;
      // `(*values)` is not an expression in parentheses.
      if (inner === undefined || inner.name === '*') return node;
      node = inner;
    }
  }

  protected operation(node: PythonNode): Operation<PythonNode> | undefined {
    if (node.name !== 'BinaryExpression') return undefined;
    const children = childrenOf(node);
    const [left, right] = [children[0], children.at(-1)];
    if (left === undefined || right === undefined || children.length < 3) return undefined;
    const operatorText = children
      .slice(1, -1)
      .map((part) => this.textOf(part))
      .join(' ');
    return { operator: this.#operator(operatorText, left, right), left, right };
  }

  /** The operator's name in the facts; a comparison with `None` is a loose one (`==`). */
  #operator(operatorText: string, left: PythonNode, right: PythonNode): string {
    const hasNone = left.name === 'None' || right.name === 'None';
    switch (operatorText) {
      case 'or':
        return '||';
      case 'and':
        return '&&';
      case 'is':
      case '==':
        return hasNone ? '==' : '===';
      case 'is not':
      case '!=':
      case '<>':
        return hasNone ? '!=' : '!==';
      case '//':
      // The result of `@` is unknown, like that of all arithmetic.
      case '@':
        return '/';
      default:
        return operatorText;
    }
  }

  protected conditional(node: PythonNode): Conditional<PythonNode> | undefined {
    if (node.name !== 'ConditionalExpression') return undefined;
    const [then, , test, , otherwise] = childrenOf(node);
    if (then === undefined || test === undefined || otherwise === undefined) return undefined;
    return { test, then, otherwise };
  }

  protected negatedOperand(node: PythonNode): PythonNode | undefined {
    if (node.name !== 'UnaryExpression') return undefined;
    const [operator, operand] = childrenOf(node);
    return operator?.name === 'not' ? operand : undefined;
  }

  protected isCall(node: PythonNode): boolean {
    return node.name === 'CallExpression';
  }

  protected nameOrBoolean(node: PythonNode): string | boolean | undefined {
    if (node.name === 'VariableName') return this.textOf(node);
    return node.name === 'Boolean' ? this.textOf(node) === 'True' : undefined;
  }

  /** Lowers an expression by its kind. */
  protected expressionByKind(node: PythonNode): ExprFact {
    const at = spanOf(node);
    switch (node.name) {
      case 'String':
      case 'FormatString':
      case 'ContinuedString':
        return this.textLiteral(node);
      case 'VariableName':
        return this.nameOf(node);
      case 'Number':
        return literalExpression(Number(this.textOf(node).replaceAll('_', '').replace(/[jJ]$/, '')), at);
      case 'Boolean':
        return literalExpression(this.textOf(node) === 'True', at);
      case 'None':
        return literalExpression(null, at);
      case 'CallExpression':
      case 'MemberExpression':
        return this.chain(node);
      case 'BinaryExpression':
        return this.#binary(node, at);
      case 'ConditionalExpression':
        return this.choice(node);
      case 'UnaryExpression':
        return this.#unary(node, at);
      case 'NamedExpression':
        return this.assignedName(childrenOf(node), at);
      case 'TupleExpression':
      case 'ArrayExpression':
      case 'SetExpression':
        return this.list(childrenOf(node), at);
      case 'DictionaryExpression':
        return this.#dictionary(node, at);
      case 'LambdaExpression':
        return this.lambda(node);
      case 'ArrayComprehensionExpression':
      case 'SetComprehensionExpression':
      case 'ComprehensionExpression':
      case 'DictionaryComprehensionExpression':
        return this.comprehension(node);
      case 'YieldExpression':
        return this.yield(node);
      default:
        // Records the calls in an expression whose own value is unknown.
        for (const child of childrenOf(node)) if (child.type.is('Expression')) this.expression(child);
        return unknownExpression('other', at);
    }
  }

  /** Lowers `yield value` and `yield from values`. */
  protected yield(node: PythonNode): ExprFact {
    const [, ...operands] = childrenOf(node);
    const isDelegated = operands[0]?.name === 'from';
    const valueNodes = isDelegated ? operands.slice(1) : operands;
    return this.builder.yieldValue(
      valueNodes.length === 0 ? undefined : this.expressionOrTuple(valueNodes),
      isDelegated,
      spanOf(node),
    );
  }

  /** Lowers a single expression, or a tuple `a, b`. */
  protected expressionOrTuple(nodes: readonly PythonNode[]): ExprFact {
    const [first] = nodes;
    const at = spanOfAll(nodes);
    if (first !== undefined && nodes.length === 1) return this.expression(first);
    return isTuple(nodes) ? this.list(nodes, at) : unknownExpression('other', at);
  }

  protected list(nodes: readonly PythonNode[], at: Span): ExprFact {
    return { kind: 'array', elements: groupsOf(nodes).map((group) => this.element(group)), at };
  }

  /** Lowers `value` or `*values`. */
  protected element(group: readonly PythonNode[]): ExprFact {
    const [first, second] = group;
    if (first?.name === '*' && second !== undefined)
      return { kind: 'spread', value: this.expression(second), at: spanOfAll(group) };
    return first === undefined ? unknownExpression('other', [0, 0]) : this.expression(first);
  }

  #unary(node: PythonNode, at: Span): ExprFact {
    const [operator, operand] = childrenOf(node);
    if (operand === undefined) return unknownExpression('other', at);
    const value = this.expression(operand);
    if (operator?.name === 'not') return unknownExpression('other', at);
    return value.kind === 'literal' && typeof value.value === 'number' && this.text[node.from] === '-'
      ? literalExpression(-value.value, at)
      : unknownExpression('arithmetic', at);
  }

  /** Lowers `name := value`. */
  protected assignedName([target, , valueNode]: readonly PythonNode[], at: Span): ExprFact {
    if (target === undefined || valueNode === undefined) return unknownExpression('other', at);
    const value = this.expression(valueNode);
    const name = { kind: 'name', name: this.textOf(target), at: spanOf(target) } as const;
    this.bind(name, { at, value });
    return name;
  }

  #binary(node: PythonNode, at: Span): ExprFact {
    const operation = this.operation(node);
    if (operation === undefined) return unknownExpression('other', at);
    if (operation.operator === '%') return this.#percentOperation(operation, at);
    return operation.operator === '|' ? this.#mergedDictionary(operation, at) : this.operationChain(node);
  }

  /** Lowers `defaults | overrides`, the union of two dictionaries. */
  #mergedDictionary({ left, right }: Operation<PythonNode>, at: Span): ExprFact {
    const object = this.builder.openObject(at);
    for (const operand of [left, right])
      this.builder.recordProperty(object, { kind: 'spread', value: this.expression(operand) });
    return { kind: 'object', object, at };
  }

  /** Lowers `'/bells/%s' % bell`; if the template is not a literal, to a call of its method `%`. */
  #percentOperation({ left, right }: Operation<PythonNode>, at: Span): ExprFact {
    const template = this.unwrap(left);
    const isText = TEXT_LITERALS.has(template.name);
    if (!isText && (template.name === 'Number' || this.unwrap(right).name === 'Number')) {
      this.expression(left);
      this.expression(right);
      return unknownExpression('arithmetic', at);
    }
    const call = isText ? -1 : this.builder.openCall(at, 'call');
    const object = isText ? undefined : this.expression(left);
    const operand = this.expression(right);
    // A tuple has a value for each place of the template. A list is one value, whose text no URL contains.
    const value = right.name === 'ArrayExpression' ? unknownExpression('other', spanOf(right)) : operand;
    const values = value.kind === 'array' ? value.elements : [value];
    if (object !== undefined) return this.builder.finishCall(call, memberExpression(object, '%', at, at), values);
    const named = new Map(operand.kind === 'object' ? this.propertiesOf(operand.object) : []);
    const parts = this.fillTemplate(template, 'percent', { values, named });
    return parts === undefined || (operand.kind === 'name' && parts.length > 0 && countHoles(parts) !== 1)
      ? this.builder.recordMethodCall(this.textLiteral(template), '%', values, at)
      : this.joinedText(parts, at);
  }

  /** The values of an object literal by their keys. */
  protected propertiesOf(object: number): readonly (readonly [string, ExprFact])[] {
    return (this.builder.tables.objects[object]?.properties ?? []).flatMap((property) =>
      property.kind === 'property' && property.key !== undefined ? [[property.key, property.value] as const] : [],
    );
  }

  /** Lowers `{'key': value, name: value, **others}`. */
  #dictionary(node: PythonNode, at: Span): ExprFact {
    const object = this.builder.openObject(at);
    for (const group of groupsOf(childrenOf(node))) {
      const [first, second] = group;
      if (first?.name === '**' && second !== undefined) {
        this.builder.recordProperty(object, { kind: 'spread', value: this.expression(second) });
        continue;
      }
      const [[key] = [], [valueNode] = []] = splitAt(group, ':');
      if (key !== undefined && valueNode !== undefined) this.entry(object, key, valueNode);
    }
    return { kind: 'object', object, at };
  }

  protected entry(object: number, key: PythonNode, valueNode: PythonNode): void {
    const keyAt = spanOf(key);
    const name = this.expression(key);
    const value = this.expression(valueNode);
    const isLiteralKey = name.kind === 'literal' && (typeof name.value === 'string' || typeof name.value === 'number');
    this.builder.recordProperty(
      object,
      isLiteralKey
        ? { kind: 'property', key: String(name.value), keyAt, value }
        : { kind: 'property', computed: name, keyAt, value },
    );
  }

  /** Lowers `object[index]`: a negative index to a call of `at`, a range to a call of `slice`. */
  protected subscript(object: ExprFact, nodes: readonly PythonNode[], at: Span): ExprFact {
    const range = splitAt(nodes, ':');
    if (range.length > 1) {
      const bounds = range.map(([bound]) => (bound === undefined ? undefined : this.expression(bound)));
      const [from, to] = bounds;
      if (bounds.length > 2 && bounds[2] !== undefined) return unknownExpression('other', at);
      const start = from ?? literalExpression(0, at);
      return this.builder.recordMethodCall(object, 'slice', to === undefined ? [start] : [start, to], at);
    }
    const index = this.expressionOrTuple(nodes);
    if (index.kind !== 'literal') return this.builder.elementFact(object, index, at);
    if (typeof index.value === 'number' && index.value < 0)
      return this.builder.recordMethodCall(object, 'at', [index], at);
    return entryExpression(object, index, at);
  }
}

function countHoles(parts: readonly ExprFact[]): number {
  return parts.filter(({ kind }) => kind !== 'literal').length;
}
