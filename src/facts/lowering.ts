import type { AssignmentFact, BindingKind, ExprFact, TypeFact } from '../model/facts.js';
import type { Span } from '../model/span.js';
import { deepestLevel, type FactsBuilder } from './builder.js';
import { choiceExpression, unknownExpression } from './expressions.js';
import { joinedTests, nullishChoice, nullishTest } from './nullish-tests.js';
import type { NullishTest } from './nullish-tests.js';
import { classifyOperator } from './operators.js';
import { bindPattern, type Pattern } from './pattern.js';

/** `if (test) then else otherwise`. */
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

/** `test ? then : otherwise`. */
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

/** A pattern that declares names, and the value that it takes apart. */
export interface DeclaredPattern {
  readonly pattern: Pattern;
  readonly value: ExprFact | undefined;
  readonly kind: BindingKind;
  readonly type?: TypeFact | undefined;
  readonly exported?: boolean;
}

/**
 * What the lowerings share, whatever the nodes (`N`) of their trees are: in which order the parts of a
 * construct are read, which block and which scope they are in, and where nesting is too deep.
 *
 * A lowering for one kind of tree tells the nodes apart and hands over their parts. Only what few nodes of a
 * file go through stands here in parts: a record for each expression slowed lowering by a third and more.
 */
export abstract class Lowering<N> {
  protected readonly builder: FactsBuilder;
  /** The comparison with nothing that the last expression is. */
  #nullish: NullishTest | undefined;

  constructor(builder: FactsBuilder) {
    this.builder = builder;
  }

  protected abstract spanOf(node: N): Span;
  /** The expression without what the facts leave out: parentheses, assertions, `await`. */
  protected abstract unwrap(expression: N): N;
  /** Whether a statement is a directive, if it stands where directives do. */
  protected abstract isDirective(statement: N): boolean;
  protected abstract statementByKind(node: N): void;
  /** The expression is unwrapped. */
  protected abstract expressionByKind(node: N): ExprFact;
  protected abstract condition(statement: N): Condition<N> | undefined;
  /** The operation that an unwrapped expression is. */
  protected abstract operation(expression: N): Operation<N> | undefined;
  /** The conditional that an unwrapped expression is. */
  protected abstract conditional(expression: N): Conditional<N> | undefined;
  protected abstract bindingPattern(node: N): Pattern;

  /** Statements that may begin with directives, which are no strings of the program. */
  protected body(statements: readonly N[]): void {
    let prologue = true;
    for (const statement of statements) {
      prologue = prologue && this.isDirective(statement);
      if (!prologue) this.statement(statement);
    }
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
    this.builder.context = outer;
  }

  /** The body of a static block or of a namespace. */
  protected ownBody(block: Block<N>, change: Parameters<FactsBuilder['enterBody']>[1]): void {
    const outer = this.builder.context;
    this.builder.enterBody(block.at, change);
    this.body(block.statements);
    this.builder.context = outer;
  }

  protected branch(node: N): void {
    const outer = this.builder.context;
    this.builder.enterBranch(this.spanOf(node));
    this.statement(node);
    this.builder.context = outer;
  }

  /** Reads a test; says whether it is a comparison with nothing. */
  protected test(node: N): NullishTest | undefined {
    this.tested(node);
    return this.#nullish;
  }

  /** Reads an operand of a test, and notes whether it is a comparison with nothing. */
  protected tested(node: N): ExprFact {
    this.#nullish = undefined;
    const value = this.expression(node);
    if (this.#nullish !== undefined && this.operation(this.unwrap(node)) === undefined) this.#nullish = undefined;
    return value;
  }

  /** `else if` is no nesting, however often it is said. */
  protected if(first: Condition<N>): void {
    const outer = this.builder.context;
    for (let current = first; ;) {
      const nullish = this.test(current.test);
      const earlier = this.builder.assignments;
      this.branch(current.then);
      if (nullish?.isNothing === true) this.builder.defaulted(nullish.subject, earlier);
      const { otherwise } = current;
      if (otherwise === undefined || otherwise === null) break;
      const next = this.condition(otherwise);
      if (next === undefined) {
        this.branch(otherwise);
        break;
      }
      this.builder.enterBranch(this.spanOf(otherwise));
      current = next;
    }
    this.builder.context = outer;
  }

  protected while(test: N, body: N): void {
    this.expression(test);
    this.loop(test, body);
    this.branch(body);
  }

  protected doWhile(body: N, test: N): void {
    this.branch(body);
    this.expression(test);
    this.loop(body, test);
  }

  protected loop(from: N, to: N): void {
    this.builder.loop(this.spanOf(from)[0], this.spanOf(to)[1]);
  }

  /** The clauses of a `switch` are one scope. */
  protected switch(at: Span, subject: N, clauses: readonly Clause<N>[]): void {
    const { builder } = this;
    this.expression(subject);
    const outer = builder.context;
    builder.enterScope(at);
    const inner = builder.context;
    for (const clause of clauses) {
      if (clause.test !== undefined && clause.test !== null) this.expression(clause.test);
      builder.enterBranch(clause.at);
      for (const statement of clause.statements) this.statement(statement);
      builder.context = inner;
    }
    builder.context = outer;
  }

  protected catch(at: Span, parameter: N | null | undefined, block: Block<N>): void {
    const { builder } = this;
    const outer = builder.context;
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
    const typed = pattern.kind === 'leaf' ? type : undefined;
    bindPattern(pattern, value, (target, part) => {
      if (target.kind !== 'name') return;
      builder.declare({ name: target.name, kind, at: target.at, scope, value: part, type: typed });
      if (exported) builder.exportName(target.name, target.at);
    });
  }

  protected assignPattern(pattern: Pattern, value: ExprFact): void {
    bindPattern(pattern, value, (target, part) => {
      if (part !== undefined) this.builder.assign(target, '=', part, target.at);
    });
  }

  /** `pattern = value`, `name += value`: the value is that of the whole. */
  protected assign(pattern: Pattern, operator: AssignmentFact['operator'], value: ExprFact, at: Span): ExprFact {
    if (pattern.kind !== 'leaf') {
      this.assignPattern(pattern, value);
      return value;
    }
    this.builder.assign(pattern.target, operator, value, at);
    return this.builder.assigned(pattern.target, operator, value, at);
  }

  /** `a + b + c`, `a || b || c`: a chain of operators of one class is one expression, however long it is. */
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
    let value = this.tested(innermost);
    let test = this.#nullish;
    const operands = [value];
    for (const { node: link, operation } of chain.reverse()) {
      const right = this.tested(operation.right);
      operands.push(right);
      if (operatorClass !== 'logical') continue;
      test = joinedTests(operation.operator, test, this.#nullish);
      value = operation.operator === '&&' ? right : choiceExpression(value, right, this.spanOf(link));
    }
    const at = this.spanOf(node);
    switch (operatorClass) {
      case 'logical':
        this.#nullish = test;
        return value;
      case 'sum':
        return this.builder.concat(operands, at, 'sum');
      case 'other':
        this.#nullish = nullishTest(first?.operator ?? '', this.builder.assignedName(value), operands.at(-1) ?? value);
        return unknownExpression('other', at);
      default:
        return unknownExpression('arithmetic', at);
    }
  }

  /** `a ? b : c ? d : e` is one choice. */
  protected choice(node: N): ExprFact {
    const options: ExprFact[] = [];
    const tests: (NullishTest | undefined)[] = [];
    let last = node;
    for (let next = this.conditional(last); next !== undefined; next = this.conditional(last)) {
      tests.push(this.test(next.test));
      options.push(this.expression(next.then));
      last = this.unwrap(next.otherwise);
    }
    options.push(this.expression(last));
    const [test] = tests;
    const [then, otherwise, ...more] = options;
    if (test !== undefined && then !== undefined && otherwise !== undefined && more.length === 0) {
      const whole = nullishChoice(test, then, otherwise, this.spanOf(node));
      if (whole !== undefined) return whole;
    }
    const flat = options.flatMap((option) => (option.kind === 'choice' ? option.options : [option]));
    return { kind: 'choice', options: flat, at: this.spanOf(node) };
  }
}
