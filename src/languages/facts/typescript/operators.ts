import type { ts } from 'ts-morph';
import type { ExprFact } from '../../../core/model/facts.js';
import type { Span } from '../../../core/model/span.js';
import { literalExpression, unknownExpression } from '../expressions.js';
import type { Conditional, Operation } from '../lowering.js';
import { classifyOperator, isRecordedAssignment } from '../shared-syntax.js';
import { TypeScriptChains } from './chains.js';

/** Lowers operators, which include assignments and sequences in the compiler's tree. */
export abstract class TypeScriptOperators extends TypeScriptChains {
  protected binary(node: ts.BinaryExpression): ExprFact {
    const operator = this.syntax.operator(node.operatorToken.kind);
    const operatorClass = classifyOperator(operator);
    if (isRecordedAssignment(operator)) return this.assignment(node, operator);
    if (operatorClass === 'sequence') return this.sequence(node);
    if (operatorClass === 'arithmetic assignment') {
      const target = this.expression(node.left);
      this.expression(node.right);
      return this.builder.recordNumberUpdate(target, this.syntax.span(node));
    }
    return this.operationChain(node);
  }

  protected sequence(node: ts.BinaryExpression): ExprFact {
    const laterOperands = [node.right];
    let first = node.left;
    // As in ESTree, `(a, b), c` is a sequence inside another one.
    while (this.syntax.tag(first) === 'BinaryExpression') {
      const { left, operatorToken, right } = first as ts.BinaryExpression;
      if (this.syntax.operator(operatorToken.kind) !== ',') break;
      laterOperands.push(right);
      first = left;
    }
    let value = this.expression(first);
    for (const right of laterOperands.reverse()) value = this.expression(right);
    return value;
  }

  protected assignment(node: ts.BinaryExpression, operator: '=' | '+=' | '||=' | '??=' | '&&='): ExprFact {
    const at = this.syntax.span(node);
    const pattern = this.assignmentPattern(node.left);
    return this.assign(pattern, operator, this.expression(node.right), at);
  }

  protected prefix(node: ts.PrefixUnaryExpression, at: Span): ExprFact {
    const operator = this.syntax.operator(node.operator);
    const operand = this.expression(node.operand);
    if (operator === '++' || operator === '--') return this.builder.recordNumberUpdate(operand, at);
    if (operator === '-' && operand.kind === 'literal' && typeof operand.value === 'number') {
      return literalExpression(-operand.value, at);
    }
    return unknownExpression(operator === '~' ? 'arithmetic' : 'other', at);
  }

  protected operation(expression: ts.Node): Operation<ts.Node> | undefined {
    if (this.syntax.tag(expression) !== 'BinaryExpression') return undefined;
    const { left, operatorToken, right } = expression as ts.BinaryExpression;
    return { operator: this.syntax.operator(operatorToken.kind), left, right };
  }

  protected negatedOperand(expression: ts.Node): ts.Node | undefined {
    if (this.syntax.tag(expression) !== 'PrefixUnaryExpression') return undefined;
    const { operator, operand } = expression as ts.PrefixUnaryExpression;
    return this.syntax.operator(operator) === '!' ? operand : undefined;
  }

  protected isCall(expression: ts.Node): boolean {
    if (this.syntax.tag(expression) !== 'CallExpression') return false;
    return this.syntax.tag((expression as ts.CallExpression).expression) !== 'ImportKeyword';
  }

  protected nameOrBoolean(expression: ts.Node): string | boolean | undefined {
    const tag = this.syntax.tag(expression);
    if (tag === 'Identifier') return (expression as ts.Identifier).text;
    return tag === 'TrueKeyword' || tag === 'FalseKeyword' ? tag === 'TrueKeyword' : undefined;
  }

  protected conditional(expression: ts.Node): Conditional<ts.Node> | undefined {
    if (this.syntax.tag(expression) !== 'ConditionalExpression') return undefined;
    const { condition, whenTrue, whenFalse } = expression as ts.ConditionalExpression;
    return { test: condition, then: whenTrue, otherwise: whenFalse };
  }
}
