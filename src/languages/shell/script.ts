import { deepestLevel } from '../facts/builder.js';
import type { FactsBuilder } from '../facts/builder.js';
import { literalExpression, unknownExpression } from '../facts/expressions.js';
import type { ExprFact } from '../../core/model/facts.js';
import type { Span } from '../../core/model/span.js';
import type {
  AndOr,
  Case,
  CommandNode,
  CompoundList,
  For,
  If,
  ParsedScript,
  Pipeline,
  PipelineNode,
  Redirection,
  Select,
  Statement,
  While,
} from 'unbash';
import { lowerCommand } from './lower-command.js';
import { equalityOf, leavingCondition, nameOf, redirectsOutput } from './commands.js';
import { ScriptOutput, PositionalArguments } from './state.js';
import { arithmeticNames } from './names.js';
import type { ScriptNames } from './names.js';
import type { ShellState } from './state.js';
import { argumentExpr, partsExpr, textExpr, wordExpr } from './words.js';

interface ScriptStart {
  readonly builder: FactsBuilder;
  readonly names: ScriptNames;
  readonly source: string;
  /** Range of the script in its file. */
  readonly scriptSpan: Span;
  /** Maps an offset of the script to its file. */
  readonly placeOf: (offset: number) => number;
}

type FunctionNode = Extract<CommandNode, { readonly type: 'Function' }>;
type Compound = Exclude<CommandNode, { readonly type: 'Command' | 'Function' | 'Redirected' | 'Coproc' }>;

/** A part of a tree with its place. */
interface NodeRange {
  readonly pos: number;
  readonly end: number;
}

/** Lowers one script: its statements in source order. */
export class ScriptLowering implements ShellState {
  readonly builder: FactsBuilder;
  readonly names: ScriptNames;
  source: string;
  positional: PositionalArguments;
  output = new ScriptOutput();
  stdin: ExprFact | undefined;
  #placeOf: (offset: number) => number;

  constructor({ builder, names, source, scriptSpan, placeOf }: ScriptStart) {
    this.builder = builder;
    this.names = names;
    this.source = source;
    this.#placeOf = placeOf;
    this.positional = new PositionalArguments(builder, scriptSpan);
    // The output of the script itself is not used.
    this.output.markUnknown();
  }

  span(start: number, end: number): Span {
    return [this.#placeOf(start), this.#placeOf(end)];
  }

  script({ commands }: ParsedScript): void {
    this.#statements(commands);
  }

  #spanOf({ pos, end }: NodeRange): Span {
    return this.span(pos, end);
  }

  #statements(statements: readonly Statement[]): void {
    const end = statements.at(-1)?.end ?? 0;
    let isUnreachable = this.output.isEnded;
    for (const statement of statements) {
      const { command, background } = statement;
      if (background === true) this.#inSubshell(command, () => this.#lowerNode(command));
      else this.#lowerNode(command);
      const restSpan = this.span(Math.min(statement.end, end), end);
      const leavingTest = leavingCondition(statement);
      if (leavingTest !== undefined) this.#guardComparison(leavingTest.test, !leavingTest.met, restSpan);
      if (isUnreachable || !this.output.isEnded) continue;
      isUnreachable = true;
      // In a script that is run and not sourced, `return` fails and the next command follows.
      if (this.builder.context.within !== undefined || !/\breturn\b/.test(this.source.slice(command.pos, command.end)))
        this.builder.recordUnreachable(restSpan);
    }
  }

  /** Records that a comparison of two words is true, or false, in a range. */
  #guardComparison(test: PipelineNode | AndOr | CompoundList, met: boolean, guardedSpan: Span): void {
    const equality = equalityOf(test);
    if (equality === undefined) return;
    const at = this.#spanOf(equality.node);
    this.builder.recordComparison(wordExpr(this, equality.left), wordExpr(this, equality.right), equality.isEqual, at);
    this.builder.recordGuard({ at, met, isCall: false, flag: undefined }, guardedSpan);
  }

  #compoundList({ commands }: CompoundList): void {
    this.#statements(commands);
  }

  #lowerNode(node: PipelineNode | AndOr): void {
    const { builder } = this;
    builder.depth++;
    if (builder.depth <= deepestLevel) this.#lowerByType(node);
    builder.depth--;
  }

  #lowerByType(node: PipelineNode | AndOr): void {
    switch (node.type) {
      case 'Command':
        this.#withInput(node.redirects, () => lowerCommand(this, node));
        return;
      case 'AndOr':
        this.#andOr(node);
        return;
      case 'Pipeline':
        this.#pipeline(node);
        return;
      case 'Function':
        this.#function(node);
        return;
      case 'Redirected':
        this.#withInput(node.redirects, () => {
          if (!redirectsOutput(node.redirects)) this.#compound(node.command);
          else this.#collectOutput(() => this.#compound(node.command));
        });
        return;
      case 'Coproc':
        this.#collectOutput(() => {
          if (node.body.type === 'CompoundList') this.#compoundList(node.body);
          else this.#lowerNode(node.body);
        });
        return;
      default:
        this.#compound(node);
    }
  }

  #compound(node: Compound): void {
    switch (node.type) {
      case 'If':
        this.#if(node);
        return;
      case 'For':
      case 'Select':
        this.#for(node);
        return;
      case 'While':
        this.#while(node);
        return;
      case 'Case':
        this.#case(node);
        return;
      case 'Subshell':
        this.#inSubshell(node, () => this.#compoundList(node.body));
        return;
      case 'BraceGroup':
        this.#compoundList(node.body);
        return;
      case 'ArithmeticFor':
        this.#arithmetic(node);
        this.#loop(node, () => this.#compoundList(node.body));
        return;
      case 'ArithmeticCommand':
        this.#arithmetic(node);
        return;
      case 'TestCommand':
        return;
    }
  }

  /** Lowers a part that runs in a subshell: its assignments are not visible afterwards. */
  #inSubshell(node: NodeRange, lower: () => void): void {
    const { builder } = this;
    const outerContext = builder.context;
    builder.enterBranch(this.#spanOf(node));
    // `exit` ends the subshell, and the commands after it run.
    const flow = this.#collectOutput(() => {
      this.positional.lowerOptional(lower);
    });
    flow.resume();
    this.output.addBranches([flow], false);
    builder.context = outerContext;
  }

  /** Collects the output of a part of the script. */
  #collectOutput(lower: () => void): ScriptOutput {
    const outerFlow = this.output;
    const flow = new ScriptOutput();
    this.output = flow;
    lower();
    this.output = outerFlow;
    return flow;
  }

  /** Lowers a command with its standard input: the last here-document, here-string or file among its redirections. */
  #withInput(redirects: readonly Redirection[], lower: () => void): void {
    const outerInput = this.stdin;
    for (const redirect of redirects) {
      if (redirect.type === 'HereDoc') {
        const { body } = redirect;
        const at = this.#spanOf(body);
        this.stdin = body.parts === undefined ? textExpr(this, body.text, at) : partsExpr(this, body.parts, at);
      } else if (redirect.type === 'HereString')
        this.stdin = redirect.target === undefined ? undefined : wordExpr(this, redirect.target);
      else if (redirect.operator === '<') this.stdin = undefined;
    }
    lower();
    this.stdin = outerInput;
  }

  /** Lowers a part that runs depending on a condition. */
  #conditionalPart(node: NodeRange, statementSpan: Span, lower: () => void): ScriptOutput {
    const { builder } = this;
    const outerContext = builder.context;
    const at = this.#spanOf(node);
    builder.enterBranch(at);
    const flow = this.#collectOutput(lower);
    builder.context = outerContext;
    builder.recordBranch(at, statementSpan, flow.isEnded);
    return flow;
  }

  /** Lowers `a && b && c || d`: each operand runs depending on those before it. */
  #andOr(node: AndOr): void {
    const [first, ...others] = node.commands;
    if (first === undefined) return;
    this.#lowerNode(first);
    const commandEnds = runEnds(node, (offset) => this.#placeOf(offset));
    const { builder } = this;
    const outerContext = builder.context;
    for (const [index, command] of others.entries()) {
      const commandSpan = this.#spanOf(command);
      const at: Span = [commandSpan[0], commandEnds[index] ?? commandSpan[1]];
      // Later operands have no known condition: the operand before them may not have run.
      if (index === 0) this.#recordCondition(first, node.operators[0] === '&&', at);
      // In `a && b && c`, variables that `a && b` sets are visible in `c`.
      builder.enterBranch(at);
      let flow: ScriptOutput | undefined;
      this.positional.lowerOptional(() => {
        flow = this.#collectOutput(() => this.#lowerNode(command));
      });
      builder.recordBranch(at, at, flow?.isEnded === true && at[1] === commandSpan[1]);
      if (flow !== undefined) this.output.addBranches([flow], true);
    }
    builder.context = outerContext;
  }

  #pipeline({ commands }: Pipeline): void {
    const outerInput = this.stdin;
    for (const [index, command] of commands.entries()) {
      const isLast = index === commands.length - 1;
      if (commands.length === 1) this.#lowerNode(command);
      else if (isLast) this.#inSubshell(command, () => this.#lowerNode(command));
      else {
        const flow = this.#collectOutput(() => this.#inSubshell(command, () => this.#lowerNode(command)));
        this.stdin = this.#outputValue(flow, this.#spanOf(command));
      }
    }
    this.stdin = outerInput;
  }

  /** The possible outputs as one value. */
  #outputValue(flow: ScriptOutput, at: Span): ExprFact {
    const texts = flow.possibleTexts(at);
    const [only, ...others] = texts;
    if (only === undefined) return literalExpression('', at);
    if (others.length === 0) return only;
    return {
      kind: 'choice',
      operator: '?:',
      options: texts,
      tests: others.map(() => unknownExpression('other', at)),
      at,
    };
  }

  outputOfSubstitution(script: ParsedScript | undefined, at: Span): ExprFact {
    if (script === undefined || this.builder.depth > deepestLevel) return unknownExpression('other', at);
    const [outerPlaceOf, outerSource] = [this.#placeOf, this.source];
    // In backticks with escapes, offsets refer to the unescaped script.
    if (script.source !== undefined) {
      this.#placeOf = (offset) => Math.min(at[0] + 1 + offset, at[1]);
      this.source = script.source;
    }
    const outerContext = this.builder.context;
    this.builder.enterBranch(at);
    const [only, ...others] = script.commands;
    // `$(<file)`
    const isFile =
      only !== undefined && others.length === 0 && only.command.type === 'Command' && only.command.name === undefined;
    const flow = this.#collectOutput(() => {
      this.positional.lowerOptional(() => this.script(script));
    });
    this.builder.context = outerContext;
    this.#placeOf = outerPlaceOf;
    this.source = outerSource;
    return isFile ? unknownExpression('function-result', at) : this.#outputValue(flow, at);
  }

  #if(node: If): void {
    const statementSpan = this.#spanOf(node);
    this.#compoundList(node.clause);
    const flows: ScriptOutput[] = [];
    const arms = [node, ...node.elif];
    this.positional.lowerBranches([
      ...arms.map((arm, index) => () => {
        if (index > 0) this.#compoundList(arm.clause);
        this.#recordCondition(arm.clause, true, this.#spanOf(arm.then));
        flows.push(this.#conditionalPart(arm.then, statementSpan, () => this.#compoundList(arm.then)));
      }),
      () => {
        const { else: otherwise } = node;
        if (otherwise !== undefined)
          for (const { clause } of arms) this.#recordCondition(clause, false, this.#spanOf(otherwise));
        if (otherwise !== undefined)
          flows.push(this.#conditionalPart(otherwise, statementSpan, () => this.#compoundList(otherwise)));
      },
    ]);
    this.output.addBranches(flows, node.else === undefined);
  }

  /** Records the condition of a part: a comparison, or a constant `true` or `false`. */
  #recordCondition(test: PipelineNode | AndOr | CompoundList, met: boolean, at: Span): void {
    this.#guardComparison(test, met, at);
    const constant = constantResult(test, this.names);
    if (constant !== undefined) this.builder.recordConditionalCode(constant, this.#spanOf(test), met, at);
  }

  #case(node: Case): void {
    const statementSpan = this.#spanOf(node);
    wordExpr(this, node.word);
    const flows: ScriptOutput[] = [];
    this.positional.lowerBranches(
      node.items.map((item) => () => {
        flows.push(this.#conditionalPart(item, statementSpan, () => this.#compoundList(item.body)));
      }),
    );
    const hasDefault = node.items.some(({ pattern }) => pattern.some(({ value }) => value === '*'));
    this.output.addBranches(flows, !hasDefault);
  }

  #for(node: For | Select): void {
    const at = this.#spanOf(node.name);
    const list: ExprFact =
      node.wordlist === undefined
        ? this.positional.argumentsFrom(at)
        : {
            kind: 'array',
            elements: node.wordlist.map((word) => argumentExpr(this, word, false)),
            at: this.#spanOf(node),
          };
    const scope = this.#spanOf(node);
    const value: ExprFact = node.type === 'Select' ? unknownExpression('other', at) : { kind: 'each', value: list, at };
    this.names.lowerLoop({ name: node.name.value, value, at }, scope, () => {
      this.#loop(node.body, () => this.#compoundList(node.body));
    });
  }

  #while(node: While): void {
    const start = node.clause.pos;
    this.#loop({ pos: start, end: node.body.end }, () => {
      this.#compoundList(node.clause);
      const { builder } = this;
      const outerContext = builder.context;
      builder.enterBranch(this.#spanOf(node.body));
      this.#recordCondition(node.clause, node.kind === 'while', this.#spanOf(node.body));
      this.#compoundList(node.body);
      builder.context = outerContext;
    });
  }

  #loop(body: NodeRange, lower: () => void): void {
    const { builder } = this;
    const at = this.#spanOf(body);
    builder.recordLoop(at[0], at[1]);
    builder.recordBranch(at, at);
    const outerContext = builder.context;
    builder.enterBranch(at);
    // An iteration may follow others that have shifted or replaced the arguments.
    const text = this.source.slice(body.pos, body.end);
    const flow = this.#collectOutput(() => {
      this.positional.lowerOptional(() => {
        if (/\bset\b/.test(text)) this.positional.markUnknown();
        else if (/\bshift\b/.test(text)) this.positional.shift(undefined);
        lower();
      });
    });
    builder.context = outerContext;
    this.output.addRepeated(flow);
  }

  /** Lowers `((i++))` or `((x = 1))`: assignments in arithmetic are not followed. */
  #arithmetic(node: NodeRange): void {
    const at = this.#spanOf(node);
    for (const name of arithmeticNames(this.source.slice(node.pos, node.end)))
      this.names.assign({ name, operator: '=', value: unknownExpression('arithmetic', at), at });
  }

  #function(node: FunctionNode): void {
    const { builder, names } = this;
    const name = node.name.value;
    const at = this.#spanOf(node);
    const index = builder.openFunction({ kind: 'function', at, name });
    names.declareFunction(name, builder.functionValue(index), this.#spanOf(node.name));
    const outerState = { context: builder.context, positional: this.positional, stdin: this.stdin };
    builder.enterFunction(index, {});
    const body = this.#spanOf(node.body);
    builder.enterBranch(body);
    this.positional = new PositionalArguments(builder, at, index);
    this.stdin = undefined;
    const flow = this.#collectOutput(() => {
      const mayReturn = /\breturn\b/.test(this.source.slice(node.pos, node.end));
      names.lowerFunctionBody({ name, at: body, mayReturn }, () => {
        if (node.body.type === 'CompoundList') this.#compoundList(node.body);
        else this.#lowerNode(node.body);
      });
    });
    if (flow.isSilent) names.markSilent(name);
    else for (const text of flow.possibleTexts(at)) builder.recordReturn(text);
    this.positional.describeParameters();
    builder.context = outerState.context;
    this.positional = outerState.positional;
    this.stdin = outerState.stdin;
  }
}

/** Result of the command `true`, `:` or `false`, unless the script has a function of that name. */
function constantResult(node: PipelineNode | AndOr | CompoundList, names: ScriptNames): boolean | undefined {
  if (node.type === 'CompoundList') {
    const [only, ...others] = node.commands;
    return only === undefined || others.length > 0 ? undefined : constantResult(only.command, names);
  }
  if (node.type !== 'Command' || node.name === undefined || node.args.length > 0) return undefined;
  const name = nameOf(node.name) ?? '';
  if (names.isFunction(name)) return undefined;
  return name === 'false' ? false : name === 'true' || name === ':' ? true : undefined;
}

/** For each command after the first: the end of the sequence of `&&` that contains it. */
function runEnds({ commands, operators }: AndOr, placeOf: (offset: number) => number): readonly number[] {
  const ends: number[] = [];
  for (let index = operators.length - 1; index >= 0; index--) {
    const commandEnd = placeOf(commands[index + 1]?.end ?? 0);
    const nextEnd = ends.at(-1);
    ends.push(
      operators[index] === '&&' && operators[index + 1] === '&&' && nextEnd !== undefined ? nextEnd : commandEnd,
    );
  }
  return ends.reverse();
}
