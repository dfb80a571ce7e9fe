import type { AssignmentFact } from '../model/facts.js';

/** Class of a binary operator in a lowering. */
export type OperatorClass =
  'sum' | 'logical' | 'sequence' | 'assignment' | 'arithmetic assignment' | 'arithmetic' | 'other';

const classes = new Map<string, OperatorClass>([
  ['+', 'sum'],
  [',', 'sequence'],
  ...classify('logical', ['||', '&&', '??']),
  ...classify('assignment', ['=', '+=', '||=', '??=', '&&=']),
  // Compound assignments of numbers are recorded as such: their values are not followed.
  ...classify('arithmetic assignment', ['-=', '*=', '/=', '%=', '**=', '<<=', '>>=', '>>>=', '&=', '|=', '^=']),
  ...classify('arithmetic', ['-', '*', '/', '%', '**', '<<', '>>', '>>>', '&', '|', '^']),
]);

/** Classifies a binary, logical or assignment operator by its text. */
export function classifyOperator(operator: string): OperatorClass {
  return classes.get(operator) ?? 'other';
}

/** Whether the facts record assignments with an operator. */
export function isRecordedAssignment(operator: string): operator is AssignmentFact['operator'] {
  return classes.get(operator) === 'assignment';
}

function classify(value: OperatorClass, operators: readonly string[]): [string, OperatorClass][] {
  return operators.map((operator) => [operator, value]);
}
