import type { TSESTree } from '@typescript-eslint/utils';
import type { ExprFact } from '../../../core/model/facts.js';
import type { Span } from '../../../core/model/span.js';
import { literalExpression, nameExpression, unknownExpression } from '../expressions.js';
import type { Conditional, Operation } from '../lowering.js';
import { isRecordedAssignment } from '../shared-syntax.js';
import { EstreeChains } from './chains.js';
import { spanOf } from './syntax.js';

/** Lowers operators and assignments. */
export abstract class EstreeOperators extends EstreeChains {
  protected assignment(node: TSESTree.AssignmentExpression): ExprFact {
    const at = spanOf(node);
    if (!isRecordedAssignment(node.operator)) {
      const target = this.expression(node.left);
      this.expression(node.right);
      return this.builder.recordNumberUpdate(target, at);
    }
    const pattern = this.pattern(node.left, 'assignment');
    return this.assign(pattern, node.operator, this.expression(node.right), at);
  }

  protected unary({ operator, argument }: TSESTree.UnaryExpression, at: Span): ExprFact {
    const operand = this.expression(argument);
    if (operator === 'delete') this.builder.recordDeletion(operand, at);
    if (operator === '-' && operand.kind === 'literal' && typeof operand.value === 'number') {
      return literalExpression(-operand.value, at);
    }
    if (operator === 'void') return nameExpression('undefined', at);
    return unknownExpression(operator === '~' ? 'arithmetic' : 'other', at);
  }

  protected operation(expression: TSESTree.Node): Operation<TSESTree.Node> | undefined {
    return expression.type === 'BinaryExpression' || expression.type === 'LogicalExpression' ? expression : undefined;
  }

  protected negatedOperand(expression: TSESTree.Node): TSESTree.Node | undefined {
    return expression.type === 'UnaryExpression' && expression.operator === '!' ? expression.argument : undefined;
  }

  protected isCall(expression: TSESTree.Node): boolean {
    return expression.type === 'CallExpression';
  }

  protected nameOrBoolean(expression: TSESTree.Node): string | boolean | undefined {
    if (expression.type === 'Identifier') return expression.name;
    return expression.type === 'Literal' && typeof expression.value === 'boolean' ? expression.value : undefined;
  }

  protected conditional(expression: TSESTree.Node): Conditional<TSESTree.Node> | undefined {
    if (expression.type !== 'ConditionalExpression') return undefined;
    const { test, consequent, alternate } = expression;
    return { test, then: consequent, otherwise: alternate };
  }
}
