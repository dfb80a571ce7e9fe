import type { AssignmentFact, BindingKind, ExprFact, TypeFact } from '../model/facts.js';
import type { Span } from '../model/span.js';
import { deepestLevel, type FactsBuilder } from './builder.js';
import { choiceExpression, unknownExpression } from './expressions.js';
import { classifyOperator } from './operators.js';
import { bindPattern, type Pattern } from './pattern.js';

/** Where a statement leads: to the end of the function, out of a `switch` or a loop, or on to the next statement. */
export type Way = 'out' | 'off' | 'on';

/** Where two branches lead, of which one is run. */
function bothWays(one: Way, other: Way): Way {
  if (one === 'on' || other === 'on') return 'on';
  return one === other ? one : 'off';
}

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

/** Deepest nesting, and most arms of one `if`, that are followed to see where a statement leads. */
const MAX_WAY_DEPTH = 8;
const MAX_ARMS = 64;

/**
 * What the lowerings share, whatever the nodes (`N`) of their trees are: in which order the parts of a
 * construct are read, which block and which scope they are in, and where nesting is too deep.
 *
 * A lowering for one kind of tree tells the nodes apart and hands over their parts. Only what few nodes of a
 * file go through stands here in parts: a record for each expression slowed lowering by a third and more.
 */
export abstract class Lowering<N> {
  protected readonly builder: FactsBuilder;

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
  /** Where a statement leads by its kind alone. */
  protected abstract jump(statement: N): Way;
  /** The statements of a block. */
  protected abstract statementsIn(statement: N): readonly N[] | undefined;

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

  /** A statement that is run only where `of` decides so; by default it is what decides. */
  protected branch(node: N, of?: Span): void {
    const outer = this.builder.context;
    const at = this.spanOf(node);
    this.builder.branch(at, of ?? at, this.leadsTo(node) === 'out');
    this.builder.enterBranch(at);
    this.statement(node);
    this.builder.context = outer;
  }

  /** `else if` is no nesting, however often it is said. */
  protected if(first: Condition<N>): void {
    const outer = this.builder.context;
    for (let current = first; ;) {
      this.expression(current.test);
      const of = this.spanOf(current.test);
      this.branch(current.then, of);
      const { otherwise } = current;
      if (otherwise === undefined || otherwise === null) break;
      const next = this.condition(otherwise);
      if (next === undefined) {
        this.branch(otherwise, of);
        break;
      }
      const at = this.spanOf(otherwise);
      this.builder.branch(at, of, this.leadsTo(otherwise) === 'out');
      this.builder.enterBranch(at);
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
    const ways = clauses.map(({ statements }) => this.wayThrough(statements));
    const falls = clauses.some(
      ({ statements }, index) => index < clauses.length - 1 && statements.length > 0 && ways[index] === 'on',
    );
    for (const [index, clause] of clauses.entries()) {
      if (clause.test !== undefined && clause.test !== null) this.expression(clause.test);
      // A clause that goes on into the next one does not exclude it.
      builder.branch(clause.at, falls ? clause.at : at, ways[index] === 'out');
      builder.enterBranch(clause.at);
      for (const statement of clause.statements) this.statement(statement);
      builder.context = inner;
    }
    builder.context = outer;
  }

  /** Where the last of some statements leads. */
  protected wayThrough(statements: readonly N[], depth = 0): Way {
    const last = statements.at(-1);
    return last === undefined ? 'on' : this.leadsTo(last, depth);
  }

  /** Where a statement leads once it is run; what is nested deeper than anybody writes leads on. */
  protected leadsTo(statement: N, depth = 0): Way {
    const jump = this.jump(statement);
    if (jump !== 'on' || depth > MAX_WAY_DEPTH) return jump;
    const statements = this.statementsIn(statement);
    if (statements !== undefined) return this.wayThrough(statements, depth + 1);
    let condition = this.condition(statement);
    if (condition === undefined) return 'on';
    let way = this.leadsTo(condition.then, depth + 1);
    for (let arms = 0; way !== 'on' && arms < MAX_ARMS; arms++) {
      const { otherwise } = condition;
      if (otherwise === undefined || otherwise === null) return 'on';
      condition = this.condition(otherwise);
      way = bothWays(way, this.leadsTo(condition?.then ?? otherwise, depth + 1));
      if (condition === undefined) return way;
    }
    return 'on';
  }

  /** The statements of a `try`: any of them can be the last that is run. */
  protected attempt(block: Block<N>): void {
    this.builder.branch(block.at, block.at, this.wayThrough(block.statements) === 'out');
    this.block(block);
  }

  protected catch(at: Span, parameter: N | null | undefined, block: Block<N>): void {
    const { builder } = this;
    const outer = builder.context;
    builder.branch(at, at, this.wayThrough(block.statements) === 'out');
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
    let value = this.expression(innermost);
    const operands = [value];
    for (const { node: link, operation } of chain.reverse()) {
      const right = this.expression(operation.right);
      if (operatorClass === 'logical') {
        const at = this.spanOf(this.unwrap(operation.right));
        this.builder.branch(at, at);
      }
      operands.push(right);
      if (operatorClass !== 'logical') continue;
      value = operation.operator === '&&' ? right : choiceExpression(value, right, this.spanOf(link));
    }
    const at = this.spanOf(node);
    switch (operatorClass) {
      case 'logical':
        return value;
      case 'sum':
        return this.builder.concat(operands, at, 'sum');
      default:
        return unknownExpression(operatorClass === 'arithmetic' ? 'arithmetic' : 'other', at);
    }
  }

  /** `a ? b : c ? d : e` is one choice. */
  protected choice(node: N): ExprFact {
    const options: ExprFact[] = [];
    let last = node;
    for (let next = this.conditional(last); next !== undefined; next = this.conditional(last)) {
      this.expression(next.test);
      options.push(this.expression(next.then));
      const of = this.spanOf(this.unwrap(next.test));
      last = this.unwrap(next.otherwise);
      this.builder.branch(this.spanOf(this.unwrap(next.then)), of);
      this.builder.branch(this.spanOf(last), of);
    }
    options.push(this.expression(last));
    const flat = options.flatMap((option) => (option.kind === 'choice' ? option.options : [option]));
    return { kind: 'choice', options: flat, at: this.spanOf(node) };
  }
}
