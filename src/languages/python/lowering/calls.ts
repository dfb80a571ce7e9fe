import type { PythonNode } from '../syntax.js';
import { deepestLevel } from '../../facts/builder.js';
import { entryExpression, memberExpression, nameExpression, unknownExpression } from '../../facts/expressions.js';
import type { ExprFact } from '../../../core/model/facts.js';
import type { Span } from '../../../core/model/span.js';
import { FUNCTIONS, METHODS, VALUE_FUNCTIONS } from '../library.js';
import { childrenOf, groupsOf, spanOf, spanOfAll } from '../syntax.js';
import { PythonExpressions } from './expressions.js';

/** Arguments of a call. */
export interface CallArguments {
  readonly args: readonly ExprFact[];
  readonly named?: ExprFact | undefined;
}

interface Link {
  readonly node: PythonNode;
  /** Index of the call; -1 for a member or subscript. */
  readonly callIndex: number;
}

const TEXT_LITERALS = new Set(['String', 'ContinuedString', 'FormatString']);

/** Calls, members and subscripts. */
export abstract class PythonCalls extends PythonExpressions {
  /** The parent's constructor call of `super().__init__(…)` or `Parent.__init__(self, …)`. */
  protected abstract superclassCall(
    callee: ExprFact,
    args: CallArguments,
  ): { callee: ExprFact; args: CallArguments } | undefined;

  /** Lowers a chain such as `a.b[c]().d` without recursion, because a long one would overflow the stack. */
  protected chain(node: PythonNode): ExprFact {
    const links: Link[] = [];
    let current = node;
    let memberCount = 0;
    while (memberCount < deepestLevel) {
      if (current.name === 'CallExpression') {
        links.push({ node: current, callIndex: this.builder.openCall(spanOf(current), 'call') });
        memberCount = 0;
      } else if (current.name === 'MemberExpression') {
        links.push({ node: current, callIndex: -1 });
        memberCount += 1;
      } else break;
      const inner = current.firstChild;
      if (inner === null) break;
      current = this.unwrap(inner);
    }
    links.reverse();
    const base = current;
    let value = memberCount === deepestLevel ? unknownExpression('too-deep', spanOf(base)) : this.#base(base, links[0]);
    let fullName = base.name === 'VariableName' ? this.fullNameOf(this.textOf(base)) : undefined;
    for (const [index, link] of links.entries()) {
      const property = link.callIndex < 0 ? link.node.lastChild : null;
      if (link.callIndex >= 0) {
        value = this.#call(value, link, fullName);
        fullName = undefined;
      } else if (property?.name === 'PropertyName') {
        const name = this.textOf(property);
        const isCalled = (links[index + 1]?.callIndex ?? -1) >= 0;
        fullName = fullName === undefined ? undefined : `${fullName}.${name}`;
        value = this.#property(value, property, { link: link.node, fullName, isCalled });
      } else {
        const afterObject = childrenOf(link.node).filter(({ from }) => from >= (link.node.firstChild?.to ?? 0));
        value = this.builder.recordRead(this.subscript(value, afterObject.slice(1, -1), spanOf(link.node)));
        fullName = undefined;
      }
    }
    return value;
  }

  /** Lowers the start of a chain, except for the template of `'…'.format(…)`: its call lowers that. */
  #base(node: PythonNode, firstLink: Link | undefined): ExprFact {
    const isLiteral = TEXT_LITERALS.has(node.name) && firstLink?.node.lastChild !== null;
    if (
      isLiteral &&
      firstLink?.node.lastChild?.name === 'PropertyName' &&
      this.textOf(firstLink.node.lastChild) === 'format'
    )
      return { kind: 'unknown', reason: 'other', at: spanOf(node) };
    return this.expression(node);
  }

  #property(
    object: ExprFact,
    property: PythonNode,
    {
      link,
      fullName,
      isCalled,
    }: { readonly link: PythonNode; readonly fullName: string | undefined; readonly isCalled: boolean },
  ): ExprFact {
    const at = spanOf(link);
    if (fullName !== undefined && this.isModule(fullName))
      return { kind: 'imported', specifier: fullName, name: '*', via: 'import', at };
    const name = this.textOf(property);
    const value: ExprFact = memberExpression(object, name, spanOf(property), at);
    return isCalled ? value : this.builder.recordRead(value);
  }

  #call(callee: ExprFact, { node, callIndex }: Link, fullName: string | undefined): ExprFact {
    const list = node.lastChild;
    const at = spanOf(node);
    if (list?.name !== 'ArgList') return this.builder.finishCall(callIndex, callee, []);
    if (fullName === 'super') return this.#superValue(list, at);
    const template = this.#templateOf(callee, node);
    const value = fullName === undefined ? undefined : VALUE_FUNCTIONS.get(fullName);
    // The facts have a value in place of the call, which was opened last.
    if (template !== undefined || value !== undefined) this.builder.dropCall();
    const callArgs = this.argumentsOf(list);
    if (template !== undefined) return this.#filledTemplate(template, callArgs, at);
    const functionCall = {
      builder: this.builder,
      at,
      calleeAt: at,
      args: () => callArgs.args,
      open: () => callIndex,
      callee,
      namedArguments: callArgs.named === undefined ? [] : this.propertiesOf(objectIndex(callArgs.named)),
      namedObject: callArgs.named,
    };
    if (value !== undefined)
      return value(functionCall) ?? this.builder.recordCall(callee, callArgs.args, at, callArgs.named);
    const result = fullName === undefined ? undefined : FUNCTIONS.get(fullName)?.(functionCall);
    if (result !== undefined) return result;
    const parent = this.superclassCall(callee, callArgs);
    if (parent !== undefined)
      return this.builder.finishCall(callIndex, parent.callee, parent.args.args, parent.args.named);
    if (callee.kind === 'member') return this.#methodCall(callIndex, callee, callArgs, at);
    return this.builder.finishCall(callIndex, callee, callArgs.args, callArgs.named);
  }

  /** The template of `'…'.format(…)`. */
  #templateOf(callee: ExprFact, { firstChild }: PythonNode): PythonNode | undefined {
    const template = firstChild?.firstChild;
    if (callee.kind !== 'member' || callee.property !== 'format' || !template) return undefined;
    const text = this.unwrap(template);
    return TEXT_LITERALS.has(text.name) ? text : undefined;
  }

  #methodCall(
    call: number,
    callee: Extract<ExprFact, { readonly kind: 'member' }>,
    callArgs: CallArguments,
    at: Span,
  ): ExprFact {
    const { builder } = this;
    const { args, named } = callArgs;
    if (callee.property === 'update') this.#updateTable(callee.object, callArgs, at);
    if (callee.property === 'setdefault' && args.length === 2) this.#setDefault(callee.object, args, at);
    const methodCall = { builder, at, calleeAt: callee.at, args: () => [callee.object, ...args], open: () => call };
    const result = named === undefined ? METHODS.get(callee.property)?.(methodCall) : undefined;
    return result ?? builder.finishCall(call, callee, args, named);
  }

  /** Sets the entries of `table.update({'key': value})` and `table.update(key=value)`. */
  #updateTable(object: ExprFact, { args: [source], named }: CallArguments, at: Span): void {
    const tables = [source, named].filter((table) => table?.kind === 'object');
    for (const table of tables)
      for (const [key, value] of this.propertiesOf(objectIndex(table)))
        this.builder.recordAssignment(memberExpression(object, key, value.at, at), '=', value, at);
    const hasUnknownKeys =
      source !== undefined && source.kind !== 'object' && (object.kind === 'name' || object.kind === 'member');
    if (hasUnknownKeys && source.kind !== 'literal')
      this.builder.recordCall(nameExpression('map/merge', at), [object, source], at);
  }

  #setDefault(object: ExprFact, [key, value]: readonly ExprFact[], at: Span): void {
    if (key?.kind !== 'literal' || typeof key.value !== 'string' || value === undefined) return;
    this.builder.recordAssignment(entryExpression(object, key, at), '??=', value, at);
  }

  #filledTemplate(template: PythonNode, { args, named }: CallArguments, at: Span): ExprFact {
    const namedValues = new Map(named === undefined ? [] : this.propertiesOf(objectIndex(named)));
    const hasSpread = args.some(({ kind }) => kind === 'spread');
    const parts = hasSpread ? undefined : this.fillTemplate(template, 'braces', { values: args, named: namedValues });
    if (parts !== undefined) return this.joinedText(parts, at);
    return this.builder.recordCall(memberExpression(this.textLiteral(template), 'format', at, at), args, at, named);
  }

  /** Value of `super()` and `super(Class, self)`. */
  #superValue(list: PythonNode, at: Span): ExprFact {
    this.builder.dropCall();
    for (const group of groupsOf(childrenOf(list))) this.element(group);
    return this.builder.thisFact('super', at);
  }

  protected argumentsOf(list: PythonNode): CallArguments {
    const groups = groupsOf(argumentNodes(list));
    const isNamed = (group: readonly PythonNode[]): boolean =>
      group[0]?.name === '**' || (group[1]?.name === 'AssignOp' && this.textOf(group[1]) === '=');
    const object = groups.some(isNamed) ? this.builder.openObject(spanOf(list)) : -1;
    const args: ExprFact[] = [];
    for (const group of groups) {
      if (isNamed(group)) this.#namedArgument(object, group);
      else if (group.some(({ name }) => name === 'for')) args.push(this.comprehensionOf(group, spanOfAll(group)));
      else if (group[1]?.name === 'AssignOp') args.push(this.assignedName(group, spanOfAll(group)));
      else args.push(...this.builder.readArguments([group], (nodes) => this.element(nodes)));
    }
    return object < 0
      ? { args: inlineSpreads(args) }
      : { args: inlineSpreads(args), named: { kind: 'object', object, at: spanOf(list) } };
  }

  #namedArgument(object: number, group: readonly PythonNode[]): void {
    const [first, second, third] = group;
    if (first?.name === '**' && second !== undefined) {
      this.builder.recordProperty(object, { kind: 'spread', value: this.expression(second) });
    } else if (first !== undefined && third !== undefined) {
      const value = this.expression(third);
      this.builder.recordProperty(object, { kind: 'property', key: this.textOf(first), keyAt: spanOf(first), value });
    }
  }

  protected abstract comprehensionOf(nodes: readonly PythonNode[], at: Span): ExprFact;
}

/** The nodes of an argument list without its parentheses. */
function argumentNodes(list: PythonNode): readonly PythonNode[] {
  return childrenOf(list).filter(({ name }) => name !== '(' && name !== ')');
}

/** Replaces spread lists by their elements: `f(*[a, b])` passes `a` and `b`. */
function inlineSpreads(args: readonly ExprFact[]): readonly ExprFact[] {
  return args.flatMap((arg) => (arg.kind === 'spread' && arg.value.kind === 'array' ? arg.value.elements : [arg]));
}

function objectIndex(value: ExprFact | undefined): number {
  return value?.kind === 'object' ? value.object : -1;
}
