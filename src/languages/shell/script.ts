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
import { runCommand } from './run-command.js';
import { equalityOf, leavingIf, nameOf, printsAway } from './commands.js';
import { Flow, Positional } from './state.js';
import { arithmeticNames } from './names.js';
import type { Names } from './names.js';
import type { ShellState } from './state.js';
import { argumentExpr, partsExpr, textExpr, wordExpr } from './words.js';

interface Start {
  readonly builder: FactsBuilder;
  readonly names: Names;
  readonly source: string;
  /** Range of the script in its file. */
  readonly whole: Span;
  /** Maps an offset of the script to its file. */
  readonly placeOf: (offset: number) => number;
}

type FunctionNode = Extract<CommandNode, { readonly type: 'Function' }>;
type Compound = Exclude<CommandNode, { readonly type: 'Command' | 'Function' | 'Redirected' | 'Coproc' }>;

/** A part of a tree with its place. */
interface Placed {
  readonly pos: number;
  readonly end: number;
}

/** Lowers one script: its statements in source order. */
export class ScriptLowering implements ShellState {
  readonly builder: FactsBuilder;
  readonly names: Names;
  source: string;
  positional: Positional;
  flow = new Flow();
  stdin: ExprFact | undefined;
  #placeOf: (offset: number) => number;

  constructor({ builder, names, source, whole, placeOf }: Start) {
    this.builder = builder;
    this.names = names;
    this.source = source;
    this.#placeOf = placeOf;
    this.positional = new Positional(builder, whole);
    // Nothing uses the output of the whole script.
    this.flow.lose();
  }

  span(start: number, end: number): Span {
    return [this.#placeOf(start), this.#placeOf(end)];
  }

  script({ commands }: ParsedScript): void {
    this.#statements(commands);
  }

  #at({ pos, end }: Placed): Span {
    return this.span(pos, end);
  }

  #statements(statements: readonly Statement[]): void {
    const end = statements.at(-1)?.end ?? 0;
    let isOver = this.flow.ended;
    for (const statement of statements) {
      const { command, background } = statement;
      if (background === true) this.#inSubshell(command, () => this.#node(command));
      else this.#node(command);
      const rest = this.span(Math.min(statement.end, end), end);
      const leaving = leavingIf(statement);
      if (leaving !== undefined) this.#guardComparison(leaving.test, !leaving.met, rest);
      if (isOver || !this.flow.ended) continue;
      isOver = true;
      // In a script that is run and not sourced, `return` fails and the next command follows.
      if (this.builder.context.within !== undefined || !/\breturn\b/.test(this.source.slice(command.pos, command.end)))
        this.builder.unreached(rest);
    }
  }

  /** Records the result of a comparison of two words in the range where it is true, or false. */
  #guardComparison(test: PipelineNode | AndOr | CompoundList, met: boolean, holds: Span): void {
    const equality = equalityOf(test);
    if (equality === undefined) return;
    const at = this.#at(equality.node);
    this.builder.compare(wordExpr(this, equality.left), wordExpr(this, equality.right), equality.equal, at);
    this.builder.guard({ at, met, isCall: false, flag: undefined }, holds);
  }

  #list({ commands }: CompoundList): void {
    this.#statements(commands);
  }

  #node(node: PipelineNode | AndOr): void {
    const { builder } = this;
    builder.depth++;
    if (builder.depth <= deepestLevel) this.#lower(node);
    builder.depth--;
  }

  #lower(node: PipelineNode | AndOr): void {
    switch (node.type) {
      case 'Command':
        this.#reading(node.redirects, () => runCommand(this, node));
        return;
      case 'AndOr':
        this.#chain(node);
        return;
      case 'Pipeline':
        this.#pipeline(node);
        return;
      case 'Function':
        this.#function(node);
        return;
      case 'Redirected':
        this.#reading(node.redirects, () => {
          if (!printsAway(node.redirects)) this.#compound(node.command);
          else this.#printing(() => this.#compound(node.command));
        });
        return;
      case 'Coproc':
        this.#printing(() => {
          if (node.body.type === 'CompoundList') this.#list(node.body);
          else this.#node(node.body);
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
        this.#inSubshell(node, () => this.#list(node.body));
        return;
      case 'BraceGroup':
        this.#list(node.body);
        return;
      case 'ArithmeticFor':
        this.#arithmetic(node);
        this.#loop(node, () => this.#list(node.body));
        return;
      case 'ArithmeticCommand':
        this.#arithmetic(node);
        return;
      case 'TestCommand':
        return;
    }
  }

  /** Lowers a part that runs in a subshell: its assignments are not visible afterwards. */
  #inSubshell(node: Placed, lower: () => void): void {
    const { builder } = this;
    const outer = builder.context;
    builder.enterBranch(this.#at(node));
    // `exit` ends the subshell, and the commands after it run.
    const flow = this.#printing(() => {
      this.positional.perhaps(lower);
    });
    flow.resume();
    this.flow.either([flow], false);
    builder.context = outer;
  }

  /** Collects the output of a part of the script. */
  #printing(lower: () => void): Flow {
    const outer = this.flow;
    const own = new Flow();
    this.flow = own;
    lower();
    this.flow = outer;
    return own;
  }

  /** Lowers a command with its standard input: the last here-document, here-string or file among its redirections. */
  #reading(redirects: readonly Redirection[], lower: () => void): void {
    const outer = this.stdin;
    for (const redirect of redirects) {
      if (redirect.type === 'HereDoc') {
        const { body } = redirect;
        const at = this.#at(body);
        this.stdin = body.parts === undefined ? textExpr(this, body.text, at) : partsExpr(this, body.parts, at);
      } else if (redirect.type === 'HereString')
        this.stdin = redirect.target === undefined ? undefined : wordExpr(this, redirect.target);
      else if (redirect.operator === '<') this.stdin = undefined;
    }
    lower();
    this.stdin = outer;
  }

  /** Lowers a part that runs depending on a condition. */
  #conditional(node: Placed, of: Span, lower: () => void): Flow {
    const { builder } = this;
    const outer = builder.context;
    const at = this.#at(node);
    builder.enterBranch(at);
    const flow = this.#printing(lower);
    builder.context = outer;
    builder.branch(at, of, flow.ended);
    return flow;
  }

  /** Lowers `a && b && c || d`: each operand runs depending on those before it. */
  #chain(node: AndOr): void {
    const [first, ...others] = node.commands;
    if (first === undefined) return;
    this.#node(first);
    const ends = runEnds(node, (offset) => this.#placeOf(offset));
    const { builder } = this;
    const outer = builder.context;
    for (const [index, command] of others.entries()) {
      const own = this.#at(command);
      const at: Span = [own[0], ends[index] ?? own[1]];
      // Later operands depend on others that may not have run.
      if (index === 0) this.#decided(first, node.operators[0] === '&&', at);
      // In `a && b && c`, variables that `a && b` sets are visible in `c`.
      builder.enterBranch(at);
      let flow: Flow | undefined;
      this.positional.perhaps(() => {
        flow = this.#printing(() => this.#node(command));
      });
      builder.branch(at, at, flow?.ended === true && at[1] === own[1]);
      if (flow !== undefined) this.flow.either([flow], true);
    }
    builder.context = outer;
  }

  #pipeline({ commands }: Pipeline): void {
    const outer = this.stdin;
    for (const [index, command] of commands.entries()) {
      const isLast = index === commands.length - 1;
      if (commands.length === 1) this.#node(command);
      else if (isLast) this.#inSubshell(command, () => this.#node(command));
      else {
        const flow = this.#printing(() => this.#inSubshell(command, () => this.#node(command)));
        this.stdin = this.#printed(flow, this.#at(command));
      }
    }
    this.stdin = outer;
  }

  /** Output as one value. */
  #printed(flow: Flow, at: Span): ExprFact {
    const texts = flow.texts(at);
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

  substituted(script: ParsedScript | undefined, at: Span): ExprFact {
    if (script === undefined || this.builder.depth > deepestLevel) return unknownExpression('other', at);
    const [place, source] = [this.#placeOf, this.source];
    // Scripts in backticks with escapes have their own offsets.
    if (script.source !== undefined) {
      this.#placeOf = (offset) => Math.min(at[0] + 1 + offset, at[1]);
      this.source = script.source;
    }
    const outer = this.builder.context;
    this.builder.enterBranch(at);
    const [only, ...more] = script.commands;
    // `$(<file)`
    const isFile =
      only !== undefined && more.length === 0 && only.command.type === 'Command' && only.command.name === undefined;
    const flow = this.#printing(() => {
      this.positional.perhaps(() => this.script(script));
    });
    this.builder.context = outer;
    this.#placeOf = place;
    this.source = source;
    return isFile ? unknownExpression('function-result', at) : this.#printed(flow, at);
  }

  #if(node: If): void {
    const of = this.#at(node);
    this.#list(node.clause);
    const flows: Flow[] = [];
    const arms = [node, ...node.elif];
    this.positional.oneOf([
      ...arms.map((arm, index) => () => {
        if (index > 0) this.#list(arm.clause);
        this.#decided(arm.clause, true, this.#at(arm.then));
        flows.push(this.#conditional(arm.then, of, () => this.#list(arm.then)));
      }),
      () => {
        const { else: otherwise } = node;
        if (otherwise !== undefined) for (const { clause } of arms) this.#decided(clause, false, this.#at(otherwise));
        if (otherwise !== undefined) flows.push(this.#conditional(otherwise, of, () => this.#list(otherwise)));
      },
    ]);
    this.flow.either(flows, node.else === undefined);
  }

  /** Records that a part runs depending on a constant `true` or `false`. */
  #decided(test: PipelineNode | AndOr | CompoundList, met: boolean, at: Span): void {
    this.#guardComparison(test, met, at);
    const answer = constantOf(test, this.names);
    if (answer !== undefined) this.builder.decided(answer, this.#at(test), met, at);
  }

  #case(node: Case): void {
    const of = this.#at(node);
    wordExpr(this, node.word);
    const flows: Flow[] = [];
    this.positional.oneOf(
      node.items.map((item) => () => {
        flows.push(this.#conditional(item, of, () => this.#list(item.body)));
      }),
    );
    const hasRest = node.items.some(({ pattern }) => pattern.some(({ value }) => value === '*'));
    this.flow.either(flows, !hasRest);
  }

  #for(node: For | Select): void {
    const at = this.#at(node.name);
    const list: ExprFact =
      node.wordlist === undefined
        ? this.positional.all(at)
        : {
            kind: 'array',
            elements: node.wordlist.map((word) => argumentExpr(this, word, false)),
            at: this.#at(node),
          };
    const scope = this.#at(node);
    const value: ExprFact = node.type === 'Select' ? unknownExpression('other', at) : { kind: 'each', value: list, at };
    this.names.loop({ name: node.name.value, value, at }, scope, () => {
      this.#loop(node.body, () => this.#list(node.body));
    });
  }

  #while(node: While): void {
    const start = node.clause.pos;
    this.#loop({ pos: start, end: node.body.end }, () => {
      this.#list(node.clause);
      const { builder } = this;
      const outer = builder.context;
      builder.enterBranch(this.#at(node.body));
      this.#decided(node.clause, node.kind === 'while', this.#at(node.body));
      this.#list(node.body);
      builder.context = outer;
    });
  }

  #loop(body: Placed, lower: () => void): void {
    const { builder } = this;
    const at = this.#at(body);
    builder.loop(at[0], at[1]);
    builder.branch(at, at);
    const outer = builder.context;
    builder.enterBranch(at);
    // An iteration may follow others that have shifted or replaced the arguments.
    const text = this.source.slice(body.pos, body.end);
    const flow = this.#printing(() => {
      this.positional.perhaps(() => {
        if (/\bset\b/.test(text)) this.positional.lose();
        else if (/\bshift\b/.test(text)) this.positional.shift(undefined);
        lower();
      });
    });
    builder.context = outer;
    this.flow.repeat(flow);
  }

  /** Lowers `((i++))` or `((x = 1))`: assignments in arithmetic are not followed. */
  #arithmetic(node: Placed): void {
    const at = this.#at(node);
    for (const name of arithmeticNames(this.source.slice(node.pos, node.end)))
      this.names.assign({ name, operator: '=', value: unknownExpression('arithmetic', at), at });
  }

  #function(node: FunctionNode): void {
    const { builder, names } = this;
    const name = node.name.value;
    const at = this.#at(node);
    const index = builder.openFunction({ kind: 'function', at, name });
    names.function(name, builder.functionValue(index), this.#at(node.name));
    const outer = { context: builder.context, positional: this.positional, stdin: this.stdin };
    builder.enterFunction(index, {});
    const body = this.#at(node.body);
    builder.enterBranch(body);
    this.positional = new Positional(builder, at, index);
    this.stdin = undefined;
    const flow = this.#printing(() => {
      const mayReturn = /\breturn\b/.test(this.source.slice(node.pos, node.end));
      names.within({ name, at: body, mayReturn }, () => {
        if (node.body.type === 'CompoundList') this.#list(node.body);
        else this.#node(node.body);
      });
    });
    if (flow.silent) names.noteSilent(name);
    else for (const text of flow.texts(at)) builder.return(text);
    this.positional.describe();
    builder.context = outer.context;
    this.positional = outer.positional;
    this.stdin = outer.stdin;
  }
}

/** Result of a single `true`, `:` or `false`, unless the script has a function of that name. */
function constantOf(node: PipelineNode | AndOr | CompoundList, names: Names): boolean | undefined {
  if (node.type === 'CompoundList') {
    const [only, ...others] = node.commands;
    return only === undefined || others.length > 0 ? undefined : constantOf(only.command, names);
  }
  if (node.type !== 'Command' || node.name === undefined || node.args.length > 0) return undefined;
  const name = nameOf(node.name) ?? '';
  if (names.isFunction(name)) return undefined;
  return name === 'false' ? false : name === 'true' || name === ':' ? true : undefined;
}

/** Ends of the runs of `&&` in a chain, for each command after the first. */
function runEnds({ commands, operators }: AndOr, placeOf: (offset: number) => number): readonly number[] {
  const ends: number[] = [];
  for (let index = operators.length - 1; index >= 0; index--) {
    const own = placeOf(commands[index + 1]?.end ?? 0);
    const next = ends.at(-1);
    ends.push(operators[index] === '&&' && operators[index + 1] === '&&' && next !== undefined ? next : own);
  }
  return ends.reverse();
}
