import type { AssignmentFact, BindingKind, ExprFact, TypeFact } from '../../core/model/facts.js';
import type { Span } from '../../core/model/span.js';
import { deepestLevel, type FactsBuilder, type ConditionTest } from './builder.js';
import { createChoiceChain, maybeExpression, unknownExpression } from './expressions.js';
import { classifyOperator, combinedTest, nullishChoice, nullishTest } from './shared-syntax.js';
import type { NullishTest } from './shared-syntax.js';
import { bindPattern, type Pattern } from './pattern.js';

/** Control flow after a statement: exits the function, jumps out of a `switch` or loop, or continues after it. */
export type ControlFlow = 'exits' | 'jumps' | 'continues';

/** Combines the control flow after two branches, one of which runs. */
function flowOfEither(first: ControlFlow, second: ControlFlow): ControlFlow {
  if (first === 'continues' || second === 'continues') return 'continues';
  return first === second ? first : 'jumps';
}

/** An `if` statement: `if (test) then else otherwise`. */
export interface Condition<N> {
  readonly test: N;
  readonly then: N;
  readonly otherwise: N | null | undefined;
}

/** An operator between two values. */
export interface Operation<N> {
  readonly operator: string;
  readonly left: N;
  readonly right: N;
}

/** A conditional expression: `test ? then : otherwise`. */
export interface Conditional<N> {
  readonly test: N;
  readonly then: N;
  readonly otherwise: N;
}

/** Statements in braces, or of a clause. */
export interface Block<N> {
  readonly at: Span;
  readonly statements: readonly N[];
}

export interface Clause<N> extends Block<N> {
  readonly test: N | null | undefined;
}

/** A pattern that declares names, and the value that it destructures. */
export interface DeclaredPattern {
  readonly pattern: Pattern;
  readonly value: ExprFact | undefined;
  readonly kind: BindingKind;
  readonly type?: TypeFact | undefined;
  readonly exported?: boolean;
}

/** Maximum nesting, and number of branches of one `if`, that are followed for the control flow after a statement. */
const MAX_WAY_DEPTH = 8;
const MAX_ARMS = 64;

/**
 * Base of the lowerings, for any kind of nodes (`N`): the order in which the parts of a construct are lowered, their
 * block and scope, and the limit on nesting. A method with the name of a construct lowers that construct.
 *
 * A subclass distinguishes the nodes of one kind of tree and passes on their parts. Only the parts of rare constructs
 * are in a record: a record for each expression slowed lowering by more than a third.
 */
export abstract class Lowering<N> {
  protected readonly builder: FactsBuilder;
  /** The comparison of the last expression with null or undefined, if it is one. */
  #nullish: NullishTest | undefined;
  /** Values of `a && b`. */
  readonly #conjunctions = new WeakSet<ExprFact>();

  constructor(builder: FactsBuilder) {
    this.builder = builder;
  }

  protected abstract spanOf(node: N): Span;
  /** The expression without parentheses, assertions and `await`, which the facts omit. */
  protected abstract unwrap(expression: N): N;
  /** Whether a statement has the form of a directive; its position is not checked. */
  protected abstract isDirective(statement: N): boolean;
  protected abstract statementByKind(node: N): void;
  /** Lowers an unwrapped expression. */
  protected abstract expressionByKind(node: N): ExprFact;
  protected abstract condition(statement: N): Condition<N> | undefined;
  /** The operation of an unwrapped expression. */
  protected abstract operation(expression: N): Operation<N> | undefined;
  /** The conditional of an unwrapped expression. */
  protected abstract conditional(expression: N): Conditional<N> | undefined;
  /** Returns the operand of an unwrapped `!…`. */
  protected abstract negatedOperand(expression: N): N | undefined;
  /** Whether an unwrapped expression is a call. */
  protected abstract isCall(expression: N): boolean;
  /** The name of an unwrapped expression, or its value if it is `true` or `false`. */
  protected abstract nameOrBoolean(expression: N): string | boolean | undefined;
  protected abstract bindingPattern(node: N): Pattern;
  /** Returns the control flow that follows from the kind of a statement alone. */
  protected abstract flowOfKind(statement: N): ControlFlow;
  /** The statements of a block. */
  protected abstract statementsIn(statement: N): readonly N[] | undefined;

  /** Lowers statements that may begin with directives, which are not strings of the program. */
  protected body(statements: readonly N[]): void {
    let isPrologue = true;
    for (const statement of statements) {
      isPrologue = isPrologue && this.isDirective(statement);
      if (!isPrologue) this.statement(statement);
    }
    this.recordUnreachable(statements);
  }

  /** Records that the statements after a jump never run. */
  protected recordUnreachable(statements: readonly N[]): void {
    const last = statements.at(-1);
    const jump = statements.find((statement) => this.flowOfKind(statement) !== 'continues');
    if (last === undefined || jump === undefined || jump === last) return;
    this.builder.recordUnreachable([this.spanOf(jump)[1], this.spanOf(last)[1]]);
  }

  protected statement(node: N): void {
    const { builder } = this;
    builder.depth += 1;
    if (builder.depth <= deepestLevel) this.statementByKind(node);
    builder.depth -= 1;
  }

  protected expression(wrapped: N): ExprFact {
    const { builder } = this;
    const node = this.unwrap(wrapped);
    builder.depth += 1;
    const value =
      builder.depth <= deepestLevel ? this.expressionByKind(node) : unknownExpression('too-deep', this.spanOf(node));
    builder.depth -= 1;
    return value;
  }

  protected block({ at, statements }: Block<N>): void {
    const outer = this.builder.context;
    this.builder.enterBlock(at);
    for (const statement of statements) this.statement(statement);
    this.recordUnreachable(statements);
    this.builder.context = outer;
  }

  /** Lowers the body of a static block or of a namespace. */
  protected scopedBody(block: Block<N>, change: Parameters<FactsBuilder['enterBody']>[1]): void {
    const outer = this.builder.context;
    this.builder.enterBody(block.at, change);
    this.body(block.statements);
    this.builder.context = outer;
  }

  /** Lowers a statement that runs only for some values of the expression at `of`; default: `of` is the statement. */
  protected branch(node: N, of?: Span): void {
    const outer = this.builder.context;
    const at = this.spanOf(node);
    this.builder.recordBranch(at, of ?? at, this.flowAfter(node) === 'exits');
    this.builder.enterBranch(at);
    this.statement(node);
    this.builder.context = outer;
  }

  /** Lowers a test, and returns its comparison with null or undefined, if it is one. */
  protected test(node: N): NullishTest | undefined {
    this.testOperand(node);
    return this.#nullish;
  }

  /** Lowers an operand of a test, and sets `#nullish` if it is a comparison with null or undefined. */
  protected testOperand(node: N): ExprFact {
    this.#nullish = undefined;
    const value = this.expression(node);
    if (this.#nullish !== undefined && this.operation(this.unwrap(node)) === undefined) this.#nullish = undefined;
    return value;
  }

  /** Lowers an `if` statement; `else if` adds no nesting. */
  protected if(first: Condition<N>): void {
    const outer = this.builder.context;
    const { endOfBlock } = this.builder;
    let allLeave = true;
    for (let current = first; ;) {
      const { test, then, otherwise } = current;
      const of = this.spanOf(test);
      const nullish = this.test(test);
      const assignmentsBefore = this.builder.assignments;
      this.guard(test, true, this.spanOf(then));
      this.branch(then, of);
      if (nullish?.testsNullish === true) this.builder.turnIntoDefault(nullish.subject, assignmentsBefore);
      allLeave = allLeave && this.neverContinues(then);
      if (allLeave) this.guard(test, false, [this.spanOf(then)[1], endOfBlock]);
      else if (otherwise !== undefined && otherwise !== null) this.guard(test, false, this.spanOf(otherwise));
      if (otherwise === undefined || otherwise === null) break;
      const next = this.condition(otherwise);
      if (next === undefined) {
        this.branch(otherwise, of);
        break;
      }
      const at = this.spanOf(otherwise);
      this.builder.recordBranch(at, of, this.flowAfter(otherwise) === 'exits');
      this.builder.enterBranch(at);
      current = next;
    }
    this.builder.context = outer;
  }

  /** Records the conditions that hold in a range of source because a test is true, or false. */
  protected guard(test: N, met: boolean, holds: Span): void {
    this.eachTest(test, met, (part) => {
      if (part.flag === undefined) this.builder.recordGuard(part, holds);
      else this.builder.recordConditionalCode(part.flag, part.at, part.met, holds);
    });
  }

  /** Lowers `return value`, which is also a condition for callers. */
  protected returnValue(value: N): void {
    this.builder.recordReturn(this.expression(value));
    this.eachTest(value, true, (part) => {
      if (part.flag === undefined) this.builder.recordReturnGuard(part);
    });
  }

  /** Visits the comparisons, calls and names that have to be true, or false, for a condition to hold. */
  protected eachTest(test: N, met: boolean, visit: (part: ConditionTest) => void): void {
    const workList = [{ test, met }];
    for (let next = workList.pop(); next !== undefined; next = workList.pop()) {
      const node = this.unwrap(next.test);
      const negated = this.negatedOperand(node);
      if (negated !== undefined) {
        workList.push({ test: negated, met: !next.met });
        continue;
      }
      const operation = this.operation(node);
      if (operation?.operator === (next.met ? '&&' : '||')) {
        workList.push({ test: operation.left, met: next.met }, { test: operation.right, met: next.met });
        continue;
      }
      const isCall = operation === undefined && this.isCall(node);
      const flag = operation === undefined ? this.nameOrBoolean(node) : undefined;
      if (isCall || flag !== undefined || isEquality(operation?.operator))
        visit({ at: this.spanOf(node), met: next.met, isCall, flag });
    }
  }

  protected while(test: N, body: N): void {
    this.expression(test);
    this.guard(test, true, this.spanOf(body));
    this.loop(test, body);
    this.branch(body);
  }

  protected doWhile(body: N, test: N): void {
    this.branch(body);
    this.expression(test);
    this.loop(body, test);
  }

  protected loop(from: N, to: N): void {
    this.builder.recordLoop(this.spanOf(from)[0], this.spanOf(to)[1]);
  }

  /** Lowers a `switch`, whose clauses are one scope. */
  protected switch(at: Span, subject: N, clauses: readonly Clause<N>[]): void {
    const { builder } = this;
    const value = this.expression(subject);
    const outer = builder.context;
    builder.enterScope(at);
    const inner = builder.context;
    const cases: ExprFact[] = [];
    const flows = clauses.map(({ statements }) => this.flowThrough(statements));
    const hasFallThrough = clauses.some(
      ({ statements }, index) => index < clauses.length - 1 && statements.length > 0 && flows[index] === 'continues',
    );
    for (const [index, clause] of clauses.entries()) {
      if (clause.test !== undefined && clause.test !== null) cases.push(this.expression(clause.test));
      // A clause that falls through to the next one does not exclude it.
      builder.recordBranch(clause.at, hasFallThrough ? clause.at : at, flows[index] === 'exits');
      builder.enterBranch(clause.at);
      for (const statement of clause.statements) this.statement(statement);
      this.recordUnreachable(clause.statements);
      builder.context = inner;
    }
    builder.context = outer;
    this.guardClauses(value, clauses, cases);
  }

  /** Records the values of the subject that enter each clause, including those of clauses above that fall through. */
  protected guardClauses(value: ExprFact, clauses: readonly Clause<N>[], cases: readonly ExprFact[]): void {
    let entering: ExprFact[] = [];
    let isDefault = false;
    let next = 0;
    for (const { at, test, statements } of clauses) {
      const caseValue = test === undefined || test === null ? undefined : cases[next++];
      if (caseValue === undefined) isDefault = true;
      else entering.push(caseValue);
      const last = statements.at(-1);
      if (last === undefined) continue;
      if (isDefault) {
        const others = cases.filter((other) => !entering.includes(other));
        this.builder.recordClause(value, others, false, at);
      } else this.builder.recordClause(value, [...entering], true, at);
      if (!this.neverContinues(last)) continue;
      entering = [];
      isDefault = false;
    }
  }

  /** Whether a statement never continues with the next one. */
  protected neverContinues(statement: N): boolean {
    return this.flowAfter(statement) !== 'continues';
  }

  /** Returns the control flow after a list of statements. */
  protected flowThrough(statements: readonly N[], depth = 0): ControlFlow {
    const last = statements.at(-1);
    return last === undefined ? 'continues' : this.flowAfter(last, depth);
  }

  /** Returns the control flow after a statement; a statement beyond the nesting limit continues. */
  protected flowAfter(statement: N, depth = 0): ControlFlow {
    const jump = this.flowOfKind(statement);
    if (jump !== 'continues' || depth > MAX_WAY_DEPTH) return jump;
    const statements = this.statementsIn(statement);
    if (statements !== undefined) return this.flowThrough(statements, depth + 1);
    let condition = this.condition(statement);
    if (condition === undefined) return 'continues';
    let flow = this.flowAfter(condition.then, depth + 1);
    for (let branches = 0; flow !== 'continues' && branches < MAX_ARMS; branches++) {
      const { otherwise } = condition;
      if (otherwise === undefined || otherwise === null) return 'continues';
      condition = this.condition(otherwise);
      flow = flowOfEither(flow, this.flowAfter(condition?.then ?? otherwise, depth + 1));
      if (condition === undefined) return flow;
    }
    return 'continues';
  }

  /** Lowers the block of a `try`, which any of its statements can end. */
  protected tryBlock(block: Block<N>): void {
    this.builder.recordBranch(block.at, block.at, this.flowThrough(block.statements) === 'exits');
    this.block(block);
  }

  protected catch(at: Span, parameter: N | null | undefined, block: Block<N>): void {
    const { builder } = this;
    const outer = builder.context;
    builder.recordBranch(at, at, this.flowThrough(block.statements) === 'exits');
    builder.enterScope(at);
    if (parameter !== undefined && parameter !== null) {
      this.declarePattern({ pattern: this.bindingPattern(parameter), value: undefined, kind: 'catch' });
    }
    this.block(block);
    builder.context = outer;
  }

  protected declarePattern({ pattern, value, kind, type, exported }: DeclaredPattern): void {
    const { builder } = this;
    const scope = kind === 'var' ? builder.context.functionScope : builder.context.scope;
    const leafType = pattern.kind === 'leaf' ? type : undefined;
    bindPattern(pattern, value, (target, part) => {
      if (target.kind !== 'name') return;
      builder.declare({ name: target.name, kind, at: target.at, scope, value: part, type: leafType });
      if (exported) builder.exportName(target.name, target.at);
    });
  }

  protected assignPattern(pattern: Pattern, value: ExprFact): void {
    bindPattern(pattern, value, (target, part) => {
      if (part !== undefined) this.builder.recordAssignment(target, '=', part, target.at);
    });
  }

  /** Lowers `pattern = value` and `name += value`; the assignment has that value. */
  protected assign(pattern: Pattern, operator: AssignmentFact['operator'], value: ExprFact, at: Span): ExprFact {
    if (pattern.kind !== 'leaf') {
      this.assignPattern(pattern, value);
      return value;
    }
    this.builder.recordAssignment(pattern.target, operator, value, at);
    return this.builder.assignmentValue(pattern.target, operator, value, at);
  }

  /** Returns an operand of `||` or `??`: `a && b` may be nullish. */
  #maybeNullish(value: ExprFact): ExprFact {
    return this.#conjunctions.has(value) ? maybeExpression(value, value.at) : value;
  }

  /** Lowers `a + b + c` or `a || b || c`: a chain of operators of one class is one expression. */
  protected operationChain(node: N): ExprFact {
    const first = this.operation(node);
    const operatorClass = classifyOperator(first?.operator ?? '');
    const chain: { readonly node: N; readonly operation: Operation<N> }[] = [];
    let innermost = node;
    for (let operation = first; operation !== undefined; operation = this.operation(innermost)) {
      if (classifyOperator(operation.operator) !== operatorClass) break;
      chain.push({ node: innermost, operation });
      innermost = this.unwrap(operation.left);
    }
    let value = this.testOperand(innermost);
    let test = this.#nullish;
    const operands = [value];
    const addChoice = createChoiceChain();
    chain.reverse();
    if (operatorClass === 'logical') this.guardOperands(chain.map(({ operation }) => operation));
    for (const { node: link, operation } of chain) {
      const right = this.testOperand(operation.right);
      if (operatorClass === 'logical') {
        const at = this.spanOf(this.unwrap(operation.right));
        this.builder.recordBranch(at, at);
      }
      operands.push(right);
      if (operatorClass !== 'logical') continue;
      test = combinedTest(operation.operator, test, this.#nullish);
      if (operation.operator === '||' || operation.operator === '??') {
        value = addChoice(operation.operator, this.#maybeNullish(value), this.#maybeNullish(right), this.spanOf(link));
      } else {
        value = right;
        this.#conjunctions.add(right);
      }
    }
    const at = this.spanOf(node);
    switch (operatorClass) {
      case 'logical':
        this.#nullish = test;
        return value;
      case 'sum':
        return this.builder.concatFact(operands, at, 'sum');
      default: {
        const operator = first?.operator ?? '';
        this.#recordComparison(operator, operands, at);
        if (operatorClass === 'arithmetic') return unknownExpression('arithmetic', at);
        this.#nullish = nullishTest(operator, this.builder.assignedName(value), operands.at(-1) ?? value);
        return unknownExpression('other', at);
      }
    }
  }

  #recordComparison(operator: string, [left, right, ...more]: readonly ExprFact[], at: Span): void {
    if (left !== undefined && right !== undefined && more.length === 0 && isEquality(operator))
      this.builder.recordComparison(left, right, !operator.startsWith('!'), at);
  }

  /** Records guards of operands: each operand of `a && b && c` is true in all later ones with the same operator. */
  protected guardOperands(operations: readonly Operation<N>[]): void {
    let end = 0;
    for (const [index, { operator, left, right: next }] of operations.toReversed().entries()) {
      const outer = operations[operations.length - index];
      if (outer?.operator !== operator) end = this.spanOf(next)[1];
      const inner = operations[operations.length - index - 2];
      const operand = inner?.operator === operator ? inner.right : left;
      if (operator !== '??') this.guard(operand, operator === '&&', [this.spanOf(next)[0], end]);
    }
  }

  /** Lowers `a ? b : c ? d : e` to one choice. */
  protected choice(node: N): ExprFact {
    const options: ExprFact[] = [];
    const tests: ExprFact[] = [];
    let nullish: NullishTest | undefined;
    let last = node;
    for (let next = this.conditional(last); next !== undefined; next = this.conditional(last)) {
      tests.push(this.testOperand(next.test));
      nullish = this.#nullish;
      this.guard(next.test, true, this.spanOf(next.then));
      this.guard(next.test, false, this.spanOf(next.otherwise));
      options.push(this.expression(next.then));
      const of = this.spanOf(this.unwrap(next.test));
      last = this.unwrap(next.otherwise);
      this.builder.recordBranch(this.spanOf(this.unwrap(next.then)), of);
      this.builder.recordBranch(this.spanOf(last), of);
    }
    options.push(this.expression(last));
    const [then, otherwise, ...others] = options;
    if (nullish !== undefined && then !== undefined && otherwise !== undefined && others.length === 0) {
      const nullishValue = nullishChoice(nullish, then, otherwise, this.spanOf(node));
      if (nullishValue !== undefined) return nullishValue;
    }
    return { kind: 'choice', operator: '?:', options, tests, at: this.spanOf(node) };
  }
}

function isEquality(operator: string | undefined): boolean {
  return operator === '===' || operator === '!==' || operator === '==' || operator === '!=';
}
