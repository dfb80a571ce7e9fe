import type { PythonNode } from '../syntax.js';
import { deepestLevel } from '../../facts/builder.js';
import { entryExpression, memberExpression, nameExpression, unknownExpression } from '../../facts/expressions.js';
import type { ExprFact } from '../../../core/model/facts.js';
import type { Span } from '../../../core/model/span.js';
import { FUNCTIONS, METHODS, VALUES } from '../library.js';
import { childrenOf, groupsOf, spanOf, spanOfAll, splitAt } from '../syntax.js';
import { PythonExpressions } from './expressions.js';

/** Arguments of a call. */
export interface CallArguments {
  readonly args: readonly ExprFact[];
  readonly named?: ExprFact | undefined;
}

interface Link {
  readonly node: PythonNode;
  /** Index of the call; -1 for a member. */
  readonly call: number;
}

const LITERAL_TEXTS = new Set(['String', 'ContinuedString', 'FormatString']);

/** Calls, members and subscripts. */
export abstract class PythonCalls extends PythonExpressions {
  /** Call of the constructor or method of a parent class inside a method. */
  protected abstract superclassCall(
    callee: ExprFact,
    args: CallArguments,
  ): { callee: ExprFact; args: CallArguments } | undefined;

  /** Lowers `a.b[c]().d` from the inside outwards without recursion: a chain may be longer than the stack is deep. */
  protected chain(node: PythonNode): ExprFact {
    const links: Link[] = [];
    let current = node;
    let run = 0;
    while (run < deepestLevel) {
      if (current.name === 'CallExpression') {
        links.push({ node: current, call: this.builder.openCall(spanOf(current), 'call') });
        run = 0;
      } else if (current.name === 'MemberExpression') {
        links.push({ node: current, call: -1 });
        run += 1;
      } else break;
      const inner = current.firstChild;
      if (inner === null) break;
      current = this.unwrap(inner);
    }
    links.reverse();
    const base = current;
    let value = run === deepestLevel ? unknownExpression('too-deep', spanOf(base)) : this.#base(base, links[0]);
    let full = base.name === 'VariableName' ? this.fullNameOf(this.textOf(base)) : undefined;
    for (const [index, link] of links.entries()) {
      const property = link.call < 0 ? link.node.lastChild : null;
      if (link.call >= 0) {
        value = this.#call(value, link, full);
        full = undefined;
      } else if (property?.name === 'PropertyName') {
        const name = this.textOf(property);
        const isCalled = (links[index + 1]?.call ?? -1) >= 0;
        full = full === undefined ? undefined : `${full}.${name}`;
        value = this.#property(value, property, { link: link.node, full, isCalled });
      } else {
        const inside = childrenOf(link.node).filter(({ from }) => from >= (link.node.firstChild?.to ?? 0));
        value = this.builder.read(this.subscript(value, inside.slice(1, -1), spanOf(link.node)));
        full = undefined;
      }
    }
    return value;
  }

  /** Lowers the start of a chain; `'…'.format(…)` fills its template with its values. */
  #base(node: PythonNode, first: Link | undefined): ExprFact {
    const isTemplate = LITERAL_TEXTS.has(node.name) && first?.node.lastChild !== null;
    if (isTemplate && first?.node.lastChild?.name === 'PropertyName' && this.textOf(first.node.lastChild) === 'format')
      return { kind: 'unknown', reason: 'other', at: spanOf(node) };
    return this.expression(node);
  }

  #property(
    object: ExprFact,
    property: PythonNode,
    {
      link,
      full,
      isCalled,
    }: { readonly link: PythonNode; readonly full: string | undefined; readonly isCalled: boolean },
  ): ExprFact {
    const at = spanOf(link);
    if (full !== undefined && this.isModule(full))
      return { kind: 'imported', specifier: full, name: '*', via: 'import', at };
    const name = this.textOf(property);
    const value: ExprFact = memberExpression(object, name, spanOf(property), at);
    return isCalled ? value : this.builder.read(value);
  }

  #call(callee: ExprFact, { node, call }: Link, full: string | undefined): ExprFact {
    const list = node.lastChild;
    const at = spanOf(node);
    if (list?.name !== 'ArgList') return this.builder.finishCall(call, callee, []);
    if (full === 'super') return this.#superOf(list, at);
    const template = this.#templateOf(callee, node);
    const value = full === undefined ? undefined : VALUES.get(full);
    // The call that was opened last is not in the facts.
    if (template !== undefined || value !== undefined) this.builder.dropCall();
    const callArgs = this.argumentsOf(list);
    if (template !== undefined) return this.#filledTemplate(template, callArgs, at);
    const known = {
      builder: this.builder,
      at,
      calleeAt: at,
      args: () => callArgs.args,
      open: () => call,
      callee,
      named: callArgs.named === undefined ? [] : this.namedIn(objectOf(callArgs.named)),
      names: callArgs.named,
    };
    if (value !== undefined) return value(known) ?? this.builder.call(callee, callArgs.args, at, callArgs.named);
    const made = full === undefined ? undefined : FUNCTIONS.get(full)?.(known);
    if (made !== undefined) return made;
    const parent = this.superclassCall(callee, callArgs);
    if (parent !== undefined) return this.builder.finishCall(call, parent.callee, parent.args.args, parent.args.named);
    if (callee.kind === 'member') return this.#method(call, callee, callArgs, at);
    return this.builder.finishCall(call, callee, callArgs.args, callArgs.named);
  }

  /** The template of `'…'.format(…)`. */
  #templateOf(callee: ExprFact, { firstChild }: PythonNode): PythonNode | undefined {
    const template = firstChild?.firstChild;
    if (callee.kind !== 'member' || callee.property !== 'format' || !template) return undefined;
    const text = this.unwrap(template);
    return LITERAL_TEXTS.has(text.name) ? text : undefined;
  }

  #method(
    call: number,
    callee: Extract<ExprFact, { readonly kind: 'member' }>,
    callArgs: CallArguments,
    at: Span,
  ): ExprFact {
    const { builder } = this;
    const { args, named } = callArgs;
    if (callee.property === 'update') this.#updated(callee.object, callArgs, at);
    if (callee.property === 'setdefault' && args.length === 2) this.#defaultSet(callee.object, args, at);
    const known = { builder, at, calleeAt: callee.at, args: () => [callee.object, ...args], open: () => call };
    const made = named === undefined ? METHODS.get(callee.property)?.(known) : undefined;
    return made ?? builder.finishCall(call, callee, args, named);
  }

  /** Sets the entries of `table.update({'key': value})` and `table.update(key=value)`. */
  #updated(object: ExprFact, { args: [layer], named }: CallArguments, at: Span): void {
    const tables = [layer, named].filter((table) => table?.kind === 'object');
    for (const table of tables)
      for (const [key, value] of this.namedIn(objectOf(table)))
        this.builder.assign(memberExpression(object, key, value.at, at), '=', value, at);
    const isOpen =
      layer !== undefined && layer.kind !== 'object' && (object.kind === 'name' || object.kind === 'member');
    if (isOpen && layer.kind !== 'literal') this.builder.call(nameExpression('map/merge', at), [object, layer], at);
  }

  #defaultSet(object: ExprFact, [key, value]: readonly ExprFact[], at: Span): void {
    if (key?.kind !== 'literal' || typeof key.value !== 'string' || value === undefined) return;
    this.builder.assign(entryExpression(object, key, at), '??=', value, at);
  }

  #filledTemplate(template: PythonNode, { args, named }: CallArguments, at: Span): ExprFact {
    const names = new Map(named === undefined ? [] : this.namedIn(objectOf(named)));
    const isOpen = args.some(({ kind }) => kind === 'spread');
    const parts = isOpen ? undefined : this.filled(template, 'braces', { values: args, named: names });
    if (parts !== undefined) return this.joinedText(parts, at);
    return this.builder.call(memberExpression(this.textLiteral(template), 'format', at, at), args, at, named);
  }

  /** Value of `super()` and `super(Class, self)`. */
  #superOf(list: PythonNode, at: Span): ExprFact {
    this.builder.dropCall();
    for (const group of groupsOf(childrenOf(list))) this.element(group);
    return this.builder.self('super', at);
  }

  protected argumentsOf(list: PythonNode): CallArguments {
    const groups = groupsOf(argumentsIn(list));
    const isNamed = (group: readonly PythonNode[]): boolean =>
      group[0]?.name === '**' || (group[1]?.name === 'AssignOp' && this.textOf(group[1]) === '=');
    const object = groups.some(isNamed) ? this.builder.openObject(spanOf(list)) : -1;
    const args: ExprFact[] = [];
    for (const group of groups) {
      if (isNamed(group)) this.#named(object, group);
      else if (group.some(({ name }) => name === 'for')) args.push(this.comprehensionOf(group, spanOfAll(group)));
      else if (group[1]?.name === 'AssignOp') args.push(this.assignedName(group, spanOfAll(group)));
      else args.push(...this.builder.readArguments([group], (nodes) => this.element(nodes)));
    }
    return object < 0
      ? { args: inlined(args) }
      : { args: inlined(args), named: { kind: 'object', object, at: spanOf(list) } };
  }

  #named(object: number, group: readonly PythonNode[]): void {
    const [first, second, third] = group;
    if (first?.name === '**' && second !== undefined) {
      this.builder.property(object, { kind: 'spread', value: this.expression(second) });
    } else if (first !== undefined && third !== undefined) {
      const value = this.expression(third);
      this.builder.property(object, { kind: 'property', key: this.textOf(first), keyAt: spanOf(first), value });
    }
  }

  protected abstract comprehensionOf(nodes: readonly PythonNode[], at: Span): ExprFact;

  /** The parts of `[element for target in values if test]` between its brackets. */
  protected partsOf(nodes: readonly PythonNode[]): readonly (readonly PythonNode[])[] {
    return splitAt(nodes, 'for');
  }
}

/** The arguments between the brackets of a literal list; nested brackets are separate nodes. */
function argumentsIn(list: PythonNode): readonly PythonNode[] {
  return childrenOf(list).filter(({ name }) => name !== '(' && name !== ')');
}

/** The passed arguments: `f(*[a, b])` passes a and b. */
function inlined(args: readonly ExprFact[]): readonly ExprFact[] {
  return args.flatMap((arg) => (arg.kind === 'spread' && arg.value.kind === 'array' ? arg.value.elements : [arg]));
}

function objectOf(value: ExprFact | undefined): number {
  return value?.kind === 'object' ? value.object : -1;
}
