import type { ThisContext } from '../../facts/builder.js';
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
  readonly self: ThisContext;
  /** Set if the first parameter is `this` in the facts. */
  readonly hasSelf?: boolean;
  readonly lowerBody: () => void;
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

  protected functionBody(node: PythonNode, index: number, self: ThisContext, hasSelf = false): void {
    const body = node.getChild('Body');
    const parameters = parametersOf(node.getChild('ParamList'));
    const returnType = childrenOf(node).findLast(({ name }) => name === 'TypeDef');
    const lowerBody = (): void => {
      if (body !== null) this.body(childrenOf(body).filter(({ name }) => name !== ':'));
    };
    this.function({ index, parameters, body: body ?? node, self, hasSelf, lowerBody }, this.typeOf(returnType));
  }

  protected function(
    { index, parameters, body, self, hasSelf = false, lowerBody }: FunctionParts,
    returnType?: TypeFact,
  ): void {
    const { builder } = this;
    const [first] = parameters;
    const selfName =
      hasSelf && first?.name !== undefined && first.rest === undefined ? this.textOf(first.name) : undefined;
    const passedParameters = selfName === undefined ? parameters : parameters.slice(1);
    // Defaults are evaluated in the scope around the function.
    const fallbacks = passedParameters.map(({ fallback }) =>
      fallback === undefined || fallback.name === 'None' ? undefined : this.expression(fallback),
    );
    const names = passedParameters.map(({ name }) => (name === undefined ? '' : this.textOf(name)));
    const restIndex = passedParameters.findIndex((parameter) => parameter.rest === '*');
    const namedRestIndex = passedParameters.findIndex((parameter) => parameter.rest === '**');
    builder.describeFunction(index, passedParameters.length, restIndex < 0 ? undefined : restIndex, returnType);
    builder.nameParameters(
      index,
      names.map((name, position) => (passedParameters[position]?.rest === undefined ? name : '')),
      namedRestIndex < 0 ? undefined : namedRestIndex,
    );
    const outerContext = builder.context;
    builder.enterFunction(index, self);
    builder.context = { ...builder.context, block: spanOf(body) };
    const parameterNames = parameters.flatMap(({ name }) => (name === undefined ? [] : [this.textOf(name)]));
    this.inScope(body, { kind: 'function', selfName, parameters: parameterNames }, () => {
      for (const [position, parameter] of passedParameters.entries())
        this.#parameter(index, position, parameter, fallbacks[position]);
      lowerBody();
    });
    builder.context = outerContext;
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
        lowerBody: () => {
          this.builder.recordReturn(this.expression(body));
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

  /** Lowers `[element for target in values if test]` to calls of `filter` and `map`, a dictionary to an object. */
  protected comprehensionOf(nodes: readonly PythonNode[], at: Span): ExprFact {
    const [elementNodes = [], ...clauses] = splitAt(nodes, 'for');
    const isDictionary = elementNodes.some(({ name }) => name === ':');
    const loops = clauses.map((clause) => {
      const [targets = [], valuesAndTests = []] = splitAt(clause, 'in');
      const [values = [], ...tests] = splitAt(valuesAndTests, 'if');
      return { targets, values: withoutAsync(values), tests };
    });
    const [element] = elementNodes;
    if (element === undefined || loops.length === 0) return unknownExpression('other', at);
    return isDictionary ? this.#dictionaryOf(elementNodes, loops, at) : this.#mapCall(elementNodes, loops, at);
  }

  #mapCall(elementNodes: readonly PythonNode[], [loop, ...innerLoops]: readonly Loop[], at: Span): ExprFact {
    if (loop === undefined) return this.element(elementNodes);
    const { builder } = this;
    const call = builder.openCall(at, 'call');
    const span = innerLoops.length === 0 ? spanOfAll(elementNodes) : at;
    const [iterable] = loop.values;
    const values = iterable === undefined ? unknownExpression('other', at) : this.expression(iterable);
    const index = builder.openFunction({ kind: 'arrow', at: span, name: undefined });
    builder.describeFunction(index, 1, undefined, undefined);
    const outerContext = builder.context;
    builder.enterFunction(index, outerContext.self);
    const value: ExprFact = { kind: 'parameter', function: index, index: 0, at: span };
    this.#inLoop(loop, value, () => {
      builder.recordReturn(
        this.#mapCall(elementNodes, innerLoops, innerLoops.length === 0 ? span : [at[0], Math.max(at[0], at[1] - 1)]),
      );
    });
    builder.context = outerContext;
    const filteredValues = loop.tests.reduce<ExprFact>(
      (input, test) => this.#filterCall(input, loop, test, at),
      values,
    );
    const name = innerLoops.length === 0 ? 'map' : 'flatMap';
    return builder.finishCall(call, memberExpression(filteredValues, name, at, at), [builder.functionValue(index)]);
  }

  /** Lowers `for target in values if test` to a call of `filter` with the test as a function. */
  #filterCall(values: ExprFact, loop: Loop, nodes: readonly PythonNode[], at: Span): ExprFact {
    const [test] = nodes;
    if (test === undefined) return values;
    const { builder } = this;
    const span = spanOfAll(nodes);
    const index = builder.openFunction({ kind: 'arrow', at: span, name: undefined });
    builder.describeFunction(index, 1, undefined, undefined);
    const outerContext = builder.context;
    builder.enterFunction(index, outerContext.self);
    this.#inLoop(loop, { kind: 'parameter', function: index, index: 0, at: span }, () => {
      this.returnValue(test);
    });
    builder.context = outerContext;
    return builder.recordMethodCall(values, 'filter', [builder.functionValue(index)], at);
  }

  /** Binds the targets of a `for` clause while `lower` runs. */
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
  #dictionaryOf(elementNodes: readonly PythonNode[], loops: readonly Loop[], at: Span): ExprFact {
    const object = this.builder.openObject(at);
    const outerContext = this.builder.context;
    this.builder.context = { ...outerContext, scope: at, functionScope: at };
    const [[key] = [], [valueNode] = []] = splitAt(elementNodes, ':');
    const lowerLoop = (index: number): void => {
      const loop = loops[index];
      if (loop === undefined) {
        if (key !== undefined && valueNode !== undefined) this.entry(object, key, valueNode);
        return;
      }
      const [iterable] = loop.values;
      const values = iterable === undefined ? unknownExpression('other', at) : this.expression(iterable);
      const value = loop.tests.reduce<ExprFact>((input, test) => this.#filterCall(input, loop, test, at), values);
      this.#inLoop(loop, { kind: 'each', value, keys: true, at: values.at }, () => {
        lowerLoop(index + 1);
      });
    };
    lowerLoop(0);
    this.builder.context = outerContext;
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
  /** `*`: the remaining positional arguments; without a name, only the end of these. `**`: the remaining named ones. */
  readonly rest?: '*' | '**';
  readonly fallback?: PythonNode;
  readonly type?: PythonNode;
}

/** The parameters of a list, in order. */
function parametersOf(list: PythonNode | null): readonly Parameter[] {
  if (list === null) return [];
  return groupsOf(childrenOf(list)).flatMap((group): readonly Parameter[] => {
    const restMark = group[0]?.name === '*' || group[0]?.name === '**' ? group[0].name : undefined;
    const name = group.find((node) => node.name === 'VariableName');
    if (name === undefined && restMark !== '*') return [];
    const type = group.find((node) => node.name === 'TypeDef');
    const equals = group.findIndex((node) => node.name === 'AssignOp');
    const fallback = equals < 0 ? undefined : group[equals + 1];
    return [
      {
        name,
        ...(restMark === undefined ? {} : { rest: restMark }),
        ...(fallback === undefined ? {} : { fallback }),
        ...(type === undefined ? {} : { type }),
      },
    ];
  });
}

/** Generic types that are lowered to their argument. */
const WRAPPER_TYPES =
  /^(?:typing\.|t\.)?(?:Optional|Annotated|Final|ClassVar|Required|NotRequired|Awaitable|Coroutine)$/;

/** The type that an annotation names: `Client`, `api.Client`, `Client | None`, `Optional["Client"]`. */
function typeIn(annotation: PythonNode, text: string): TypeFact | undefined {
  let node = annotation.lastChild ?? annotation;
  for (;;) {
    const names = dottedNames(node, text);
    if (names !== undefined) return { name: names.join('.'), at: spanOf(node) };
    const inner = innerType(node, text);
    if (inner === undefined) break;
    node = inner;
  }
  const [, quoted] = node.name === 'String' ? (/^["']([\w.]+)["']$/.exec(text.slice(node.from, node.to)) ?? []) : [];
  return quoted === undefined ? undefined : { name: quoted, at: spanOf(node) };
}

function innerType(node: PythonNode, text: string): PythonNode | undefined {
  const children = childrenOf(node);
  const [first, ...others] = children;
  if (node.name === 'BinaryExpression') return first?.name === 'None' ? others.at(-1) : first;
  if (node.name !== 'MemberExpression' || first === undefined) return undefined;
  return WRAPPER_TYPES.test(text.slice(first.from, first.to)) ? others.find(({ name }) => name !== '[') : undefined;
}
