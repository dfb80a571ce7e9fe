import type { TSESTree } from '@typescript-eslint/utils';
import type { AssignmentFact, ExprFact } from '../../model/facts.js';
import type { Span } from '../../model/span.js';
import { literalExpression, unknownExpression } from '../expressions.js';
import type { Conditional, Operation } from '../lowering.js';
import { isRecordedAssignment } from '../operators.js';
import { EstreeChains } from './chains.js';
import { spanOf } from './syntax.js';

/** Lowers operators and assignments. */
export abstract class EstreeOperators extends EstreeChains {
  protected assignment(node: TSESTree.AssignmentExpression): ExprFact {
    const at = spanOf(node);
    if (!isRecordedAssignment(node.operator)) {
      const target = this.expression(node.left);
      this.expression(node.right);
      return this.builder.reckon(target, at);
    }
    const operator: AssignmentFact['operator'] = node.operator;
    const pattern = this.pattern(node.left, 'assignment');
    const value = this.expression(node.right);
    if (pattern.kind !== 'leaf') {
      this.assignPattern(pattern, value);
      return value;
    }
    this.builder.assign(pattern.target, operator, value, at);
    return this.builder.assigned(pattern.target, operator, value, at);
  }

  protected unary({ operator, argument }: TSESTree.UnaryExpression, at: Span): ExprFact {
    const operand = this.expression(argument);
    if (operator === '-' && operand.kind === 'literal' && typeof operand.value === 'number') {
      return literalExpression(-operand.value, at);
    }
    return unknownExpression(operator === '~' ? 'arithmetic' : 'other', at);
  }

  protected operation(expression: TSESTree.Node): Operation<TSESTree.Node> | undefined {
    return expression.type === 'BinaryExpression' || expression.type === 'LogicalExpression' ? expression : undefined;
  }

  protected conditional(expression: TSESTree.Node): Conditional<TSESTree.Node> | undefined {
    if (expression.type !== 'ConditionalExpression') return undefined;
    const { test, consequent, alternate } = expression;
    return { test, then: consequent, otherwise: alternate };
  }
}
