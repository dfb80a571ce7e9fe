import type { Self } from '../../facts/builder.js';
import { memberExpression, unknownExpression, withFallback } from '../../facts/expressions.js';
import { bindPattern } from '../../facts/pattern.js';
import type { Pattern } from '../../facts/pattern.js';
import type { ExprFact, TypeFact } from '../../../core/model/facts.js';
import type { Span } from '../../../core/model/span.js';
import { childrenOf, dottedNames, groupsOf, spanOf, spanOfAll, splitAt } from '../syntax.js';
import type { PythonNode } from '../syntax.js';
import { PythonCalls } from './calls.js';

/** A function whose parameters and body are lowered. */
interface FunctionParts {
  readonly index: number;
  readonly parameters: readonly Parameter[];
  readonly body: PythonNode;
  readonly self: Self;
  /** Set if the first parameter is `this` in the facts. */
  readonly hasSelf?: boolean;
  readonly lower: () => void;
}

/** Lowers functions, lambdas and comprehensions. */
export abstract class PythonFunctions extends PythonCalls {
  protected abstract targetPattern(nodes: readonly PythonNode[]): Pattern;

  protected typeOf(node: PythonNode | undefined): TypeFact | undefined {
    return node === undefined ? undefined : typeIn(node, this.text);
  }

  /** Lowers `def name(…): …` outside a class. */
  protected functionDefinition(node: PythonNode): number {
    const { within, self } = this.builder.context;
    const name = node.getChild('VariableName');
    const index = this.builder.openFunction({
      // A nested function has the `self` of the enclosing method.
      kind: within === undefined ? 'function' : 'arrow',
      at: spanOf(node),
      name: name === null ? undefined : this.textOf(name),
    });
    this.functionBody(node, index, self);
    return index;
  }

  protected functionBody(node: PythonNode, index: number, self: Self, hasSelf = false): void {
    const body = node.getChild('Body');
    const parameters = parametersOf(node.getChild('ParamList'));
    const returnType = childrenOf(node).findLast(({ name }) => name === 'TypeDef');
    const lower = (): void => {
      if (body !== null) this.body(childrenOf(body).filter(({ name }) => name !== ':'));
    };
    this.function({ index, parameters, body: body ?? node, self, hasSelf, lower }, this.typeOf(returnType));
  }

  protected function(
    { index, parameters, body, self, hasSelf = false, lower }: FunctionParts,
    returnType?: TypeFact,
  ): void {
    const { builder } = this;
    const [first] = parameters;
    const selfName =
      hasSelf && first?.name !== undefined && first.rest === undefined ? this.textOf(first.name) : undefined;
    const own = selfName === undefined ? parameters : parameters.slice(1);
    // Defaults are evaluated before the function runs, with the names around it.
    const fallbacks = own.map(({ fallback }) =>
      fallback === undefined || fallback.name === 'None' ? undefined : this.expression(fallback),
    );
    const names = own.map(({ name }) => (name === undefined ? '' : this.textOf(name)));
    const rest = own.findIndex((parameter) => parameter.rest === '*');
    const namedRest = own.findIndex((parameter) => parameter.rest === '**');
    builder.describeFunction(index, own.length, rest < 0 ? undefined : rest, returnType);
    builder.nameParameters(
      index,
      names.map((name, position) => (own[position]?.rest === undefined ? name : '')),
      namedRest < 0 ? undefined : namedRest,
    );
    const outer = builder.context;
    builder.enterFunction(index, self);
    builder.context = { ...builder.context, block: spanOf(body) };
    const parameterNames = parameters.flatMap(({ name }) => (name === undefined ? [] : [this.textOf(name)]));
    this.inScope(body, { kind: 'function', selfName, parameters: parameterNames }, () => {
      for (const [position, parameter] of own.entries())
        this.#parameter(index, position, parameter, fallbacks[position]);
      lower();
    });
    builder.context = outer;
  }

  #parameter(index: number, position: number, { name, rest, type }: Parameter, fallback: ExprFact | undefined): void {
    if (name === undefined) return;
    const at = spanOf(name);
    const value: ExprFact =
      rest === '*'
        ? { kind: 'parameter', function: index, index: position, rest: true, at }
        : { kind: 'parameter', function: index, index: position, at };
    this.builder.declare({
      name: this.textOf(name),
      kind: 'parameter',
      at,
      scope: this.builder.context.functionScope,
      value: withFallback(value, fallback, at),
      type: this.typeOf(type),
    });
  }

  protected lambda(node: PythonNode): ExprFact {
    const index = this.builder.openFunction({ kind: 'arrow', at: spanOf(node), name: undefined });
    const body = childrenOf(node).at(-1);
    if (body !== undefined)
      this.function({
        index,
        parameters: parametersOf(node.getChild('ParamList')),
        body,
        self: this.builder.context.self,
        lower: () => {
          this.builder.return(this.expression(body));
        },
      });
    return this.builder.functionValue(index);
  }

  protected comprehension(node: PythonNode): ExprFact {
    return this.comprehensionOf(
      childrenOf(node).filter(({ name }) => !BRACKETS.has(name)),
      spanOf(node),
    );
  }

  /** Lowers `[element for target in values if test]` to the results of a function of the target. */
  protected comprehensionOf(nodes: readonly PythonNode[], at: Span): ExprFact {
    const [made = [], ...clauses] = splitAt(nodes, 'for');
    const isTable = made.some(({ name }) => name === ':');
    const loops = clauses.map((clause) => {
      const [targets = [], rest = []] = splitAt(clause, 'in');
      const [values = [], ...tests] = splitAt(rest, 'if');
      return { targets, values: withoutAsync(values), tests };
    });
    const [element] = made;
    if (element === undefined || loops.length === 0) return unknownExpression('other', at);
    return isTable ? this.#tableOf(made, loops, at) : this.#mapped(made, loops, at);
  }

  #mapped(made: readonly PythonNode[], [loop, ...inner]: readonly Loop[], at: Span): ExprFact {
    if (loop === undefined) return this.element(made);
    const { builder } = this;
    const call = builder.openCall(at, 'call');
    const span = inner.length === 0 ? spanOfAll(made) : at;
    const [head] = loop.values;
    const values = head === undefined ? unknownExpression('other', at) : this.expression(head);
    const index = builder.openFunction({ kind: 'arrow', at: span, name: undefined });
    builder.describeFunction(index, 1, undefined, undefined);
    const outer = builder.context;
    builder.enterFunction(index, outer.self);
    const value: ExprFact = { kind: 'parameter', function: index, index: 0, at: span };
    this.#inLoop(loop, value, () => {
      builder.return(this.#mapped(made, inner, inner.length === 0 ? span : [at[0], Math.max(at[0], at[1] - 1)]));
    });
    builder.context = outer;
    const filtered = loop.tests.reduce<ExprFact>((left, test) => this.#filtered(left, loop, test, at), values);
    const name = inner.length === 0 ? 'map' : 'flatMap';
    return builder.finishCall(call, memberExpression(filtered, name, at, at), [builder.functionValue(index)]);
  }

  /** Lowers `for target in values if test` to the values for which a function of the target is truthy. */
  #filtered(values: ExprFact, loop: Loop, nodes: readonly PythonNode[], at: Span): ExprFact {
    const [test] = nodes;
    if (test === undefined) return values;
    const { builder } = this;
    const span = spanOfAll(nodes);
    const index = builder.openFunction({ kind: 'arrow', at: span, name: undefined });
    builder.describeFunction(index, 1, undefined, undefined);
    const outer = builder.context;
    builder.enterFunction(index, outer.self);
    this.#inLoop(loop, { kind: 'parameter', function: index, index: 0, at: span }, () => {
      this.returned(test);
    });
    builder.context = outer;
    return builder.callMethod(values, 'filter', [builder.functionValue(index)], at);
  }

  /** Binds the targets of a clause, which are only visible in `lower`. */
  #inLoop({ targets }: Loop, value: ExprFact, lower: () => void): void {
    const [first] = targets;
    if (first === undefined) return;
    const pattern = this.targetPattern(targets);
    const scope = this.builder.context.functionScope;
    const names: string[] = [];
    bindPattern(pattern, value, (target, part) => {
      if (target.kind !== 'name') return;
      names.push(target.name);
      this.builder.declare({ name: target.name, kind: 'parameter', at: target.at, scope, value: part });
    });
    this.inScope(first, { kind: 'function', parameters: names }, lower);
  }

  /** Lowers `{key: value for target in values}`: the keys and values of one iteration represent all. */
  #tableOf(made: readonly PythonNode[], loops: readonly Loop[], at: Span): ExprFact {
    const object = this.builder.openObject(at);
    const outer = this.builder.context;
    this.builder.context = { ...outer, scope: at, functionScope: at };
    const [[key] = [], [valueNode] = []] = splitAt(made, ':');
    const run = (index: number): void => {
      const loop = loops[index];
      if (loop === undefined) {
        if (key !== undefined && valueNode !== undefined) this.entry(object, key, valueNode);
        return;
      }
      const [head] = loop.values;
      const values = head === undefined ? unknownExpression('other', at) : this.expression(head);
      const value = loop.tests.reduce<ExprFact>((left, test) => this.#filtered(left, loop, test, at), values);
      this.#inLoop(loop, { kind: 'each', value, keys: true, at: values.at }, () => {
        run(index + 1);
      });
    };
    run(0);
    this.builder.context = outer;
    return { kind: 'object', object, at };
  }
}

interface Loop {
  readonly targets: readonly PythonNode[];
  readonly values: readonly PythonNode[];
  readonly tests: readonly (readonly PythonNode[])[];
}

const BRACKETS = new Set(['(', ')', '[', ']', '{', '}']);

function withoutAsync(nodes: readonly PythonNode[]): readonly PythonNode[] {
  return nodes.filter(({ name }) => name !== 'async');
}

/** A declared parameter. */
interface Parameter {
  readonly name: PythonNode | undefined;
  /** Rest parameter. `*`: other arguments by position; without a name it only ends them. `**`: others by name. */
  readonly rest?: '*' | '**';
  readonly fallback?: PythonNode;
  readonly type?: PythonNode;
}

/** The parameters of a list, in order. */
function parametersOf(list: PythonNode | null): readonly Parameter[] {
  if (list === null) return [];
  return groupsOf(childrenOf(list)).flatMap((group): readonly Parameter[] => {
    const rest = group[0]?.name === '*' || group[0]?.name === '**' ? group[0].name : undefined;
    const name = group.find((node) => node.name === 'VariableName');
    if (name === undefined && rest !== '*') return [];
    const type = group.find((node) => node.name === 'TypeDef');
    const equals = group.findIndex((node) => node.name === 'AssignOp');
    const fallback = equals < 0 ? undefined : group[equals + 1];
    return [
      {
        name,
        ...(rest === undefined ? {} : { rest }),
        ...(fallback === undefined ? {} : { fallback }),
        ...(type === undefined ? {} : { type }),
      },
    ];
  });
}

/** Types that the facts replace by their argument. */
const WRAPPERS = /^(?:typing\.|t\.)?(?:Optional|Annotated|Final|ClassVar|Required|NotRequired|Awaitable|Coroutine)$/;

/** The type that an annotation names: `Client`, `api.Client`, `Client | None`, `Optional["Client"]`. */
function typeIn(annotation: PythonNode, text: string): TypeFact | undefined {
  let node = annotation.lastChild ?? annotation;
  for (;;) {
    const names = dottedNames(node, text);
    if (names !== undefined) return { name: names.join('.'), at: spanOf(node) };
    const inner = innerOf(node, text);
    if (inner === undefined) break;
    node = inner;
  }
  const [, quoted] = node.name === 'String' ? (/^["']([\w.]+)["']$/.exec(text.slice(node.from, node.to)) ?? []) : [];
  return quoted === undefined ? undefined : { name: quoted, at: spanOf(node) };
}

function innerOf(node: PythonNode, text: string): PythonNode | undefined {
  const children = childrenOf(node);
  const [first, ...others] = children;
  if (node.name === 'BinaryExpression') return first?.name === 'None' ? others.at(-1) : first;
  if (node.name !== 'MemberExpression' || first === undefined) return undefined;
  return WRAPPERS.test(text.slice(first.from, first.to)) ? others.find(({ name }) => name !== '[') : undefined;
}
