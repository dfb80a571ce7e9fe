import type { PythonNode } from '../syntax.js';
import type { ExprFact, FileFacts } from '../../../core/model/facts.js';
import { unknownExpression } from '../../facts/expressions.js';
import type { Condition, ControlFlow } from '../../facts/lowering.js';
import { bindPattern } from '../../facts/pattern.js';
import type { Pattern, PatternElement } from '../../facts/pattern.js';
import { importsOf } from '../scopes.js';
import { childrenOf, groupsOf, isTuple, spanOf, spanOfAll, splitAt } from '../syntax.js';
import { PythonClasses } from './classes.js';

/** Lowers Python statements and files. */
export class PythonLowering extends PythonClasses {
  lower(top: PythonNode): FileFacts {
    this.inScope(top, { kind: 'module' }, () => {
      this.body(childrenOf(top));
    });
    return this.builder.finish();
  }

  protected isDirective(statement: PythonNode): boolean {
    return statement.name === 'ExpressionStatement' && isOnlyString(statement.firstChild);
  }

  protected condition(node: PythonNode): Condition<PythonNode> | undefined {
    const start = node.name === 'IfStatement' ? node.firstChild : node.name === 'elif' ? node : null;
    const test = start?.nextSibling;
    const then = test?.nextSibling;
    if (test === null || test === undefined || then?.name !== 'Body') return undefined;
    const next = then.nextSibling;
    return {
      test,
      then,
      otherwise: next?.name === 'elif' ? next : next?.name === 'else' ? next.nextSibling : undefined,
    };
  }

  protected flowOfKind(node: PythonNode): ControlFlow {
    switch (node.name) {
      case 'ReturnStatement':
      case 'RaiseStatement':
        return 'exits';
      case 'BreakStatement':
      case 'ContinueStatement':
        return 'jumps';
      default:
        return 'continues';
    }
  }

  protected statementsIn(node: PythonNode): readonly PythonNode[] | undefined {
    return node.name === 'Body' ? childrenOf(node).filter(({ name }) => name !== ':') : undefined;
  }

  protected bindingPattern(node: PythonNode): Pattern {
    return this.targetPattern([node]);
  }

  /** Lowers a statement by its kind. One `switch`, because each case is a line or two. */
  protected statementByKind(node: PythonNode): void {
    switch (node.name) {
      case 'Body':
      case 'StatementGroup':
        for (const statement of childrenOf(node)) if (statement.name !== ':') this.statement(statement);
        this.recordUnreachable(childrenOf(node));
        return;
      case 'ExpressionStatement': {
        const children = childrenOf(node);
        if (!isOnlyString(node.firstChild)) this.expressionOrTuple(children);
        return;
      }
      case 'AssignStatement':
        this.#assignment(node);
        return;
      case 'UpdateStatement':
        this.#update(node);
        return;
      case 'ReturnStatement':
        this.#return(childrenOf(node).slice(1));
        return;
      case 'YieldStatement':
        this.yield(node);
        return;
      case 'ImportStatement':
        this.#import(node);
        return;
      case 'IfStatement': {
        const condition = this.condition(node);
        if (condition !== undefined) this.if(condition);
        return;
      }
      case 'WhileStatement':
        this.#while(node);
        return;
      case 'ForStatement':
        this.#for(node);
        return;
      case 'TryStatement':
        this.#try(node);
        return;
      case 'WithStatement':
        this.#with(node);
        return;
      case 'FunctionDefinition':
      case 'ClassDefinition':
        this.#definition(node, []);
        return;
      case 'DecoratedStatement': {
        const children = childrenOf(node);
        const definition = children.at(-1);
        if (definition !== undefined)
          this.#definition(
            definition,
            children.filter(({ name }) => name === 'Decorator'),
          );
        return;
      }
      case 'MatchStatement':
        this.#match(node);
        return;
      case 'DeleteStatement':
        for (const group of groupsOf(childrenOf(node).slice(1)))
          for (const target of group) this.builder.recordDeletion(this.expression(target), spanOf(target));
        return;
      default:
        for (const child of childrenOf(node))
          if (child.type.is('Expression') || child.name === 'ConditionalExpression') this.expression(child);
    }
  }

  /** Pattern of an assignment target: a name, a member, or several. */
  protected targetPattern(nodes: readonly PythonNode[]): Pattern {
    const [first] = nodes;
    if (first === undefined) return { kind: 'none', at: [0, 0] };
    const at = spanOfAll(nodes);
    if (isTuple(nodes)) return { kind: 'array', at, elements: this.#elements(nodes) };
    if (nodes.length > 1) return { kind: 'none', at };
    const inner = this.unwrap(first);
    switch (inner.name) {
      case 'TupleExpression':
      case 'ArrayExpression':
        return { kind: 'array', at, elements: this.#elements(childrenOf(inner)) };
      case 'VariableName':
        return { kind: 'leaf', target: { kind: 'name', name: this.textOf(inner), at: spanOf(inner) }, at };
      case 'MemberExpression':
        return { kind: 'leaf', target: this.expression(inner), at };
      default:
        return { kind: 'none', at };
    }
  }

  /** Elements of a pattern; positions after a rest element are unknown. */
  #elements(nodes: readonly PythonNode[]): readonly PatternElement[] {
    const elements: PatternElement[] = [];
    let isAfterRest = false;
    for (const group of groupsOf(nodes)) {
      const isRest = group[0]?.name === '*';
      const target = this.targetPattern(isRest ? group.slice(1) : group);
      if (isAfterRest) elements.push({ target, fallback: unknownExpression('other', target.at) });
      else elements.push(isRest ? { target, rest: true } : { target });
      isAfterRest ||= isRest;
    }
    return elements;
  }

  #bindTo(nodes: readonly PythonNode[], value: ExprFact | undefined): void {
    bindPattern(this.targetPattern(nodes), value, (target, part) => {
      this.bind(target, { at: target.at, value: part });
    });
  }

  /** Lowers `a = b = value` or `name: type = value`. */
  #assignment(node: PythonNode): void {
    const parts = splitAt(childrenOf(node), 'AssignOp');
    const targets = parts.length > 1 ? parts.slice(0, -1) : parts;
    const valueNodes = parts.length > 1 ? parts.at(-1) : undefined;
    const value = valueNodes === undefined ? undefined : this.expressionOrTuple(valueNodes);
    for (const nodes of targets) {
      const annotation = nodes.find(({ name }) => name === 'TypeDef');
      const target = nodes.filter(({ name }) => name !== 'TypeDef');
      const pattern = this.targetPattern(target);
      if (pattern.kind === 'leaf')
        this.bind(pattern.target, { at: spanOf(node), value, type: this.typeOf(annotation) });
      else if (value !== undefined) this.#bindTo(target, value);
    }
  }

  #update(node: PythonNode): void {
    const [left, operator, ...right] = childrenOf(node);
    if (left === undefined || operator === undefined) return;
    const value = this.expressionOrTuple(right);
    const pattern = this.targetPattern([left]);
    if (pattern.kind !== 'leaf') return;
    const { target } = pattern;
    const at = spanOf(node);
    if (this.textOf(operator) === '+=' && value.kind === 'array')
      this.builder.recordMethodCall(target, 'push', value.elements, at);
    else if (this.textOf(operator) === '+=') this.builder.recordAssignment(target, '+=', value, at);
    else this.builder.recordNumberUpdate(target, at);
  }

  #return(nodes: readonly PythonNode[]): void {
    const [only] = nodes;
    if (only !== undefined && nodes.length === 1) this.returnValue(only);
    else if (only !== undefined) this.builder.recordReturn(this.expressionOrTuple(nodes));
  }

  #import(node: PythonNode): void {
    const { builder } = this;
    const importedSpecifiers = new Set<string>();
    for (const { specifier, module, name, local, at, isUnaliasedModule } of importsOf(node, this.text)) {
      const moduleAt = spanOf(module);
      if (!importedSpecifiers.has(specifier) && name !== '*')
        builder.recordImport(specifier, 'import', moduleAt, false);
      importedSpecifiers.add(specifier);
      if (name === '*') {
        builder.recordOpenImport(specifier, moduleAt);
        builder.recordExport({ kind: 'all', specifier }, moduleAt);
        continue;
      }
      if (local === undefined) continue;
      const submodule = name === undefined ? undefined : `${specifier}${specifier.endsWith('.') ? '' : '.'}${name}`;
      if (submodule !== undefined) builder.recordImport(submodule, 'import', spanOf(at), false);
      const value: ExprFact = {
        kind: 'imported',
        specifier: isUnaliasedModule ? local : specifier,
        name: name ?? '*',
        via: 'import',
        ...(submodule === undefined ? {} : { below: submodule }),
        at: spanOf(at),
      };
      this.bind({ kind: 'name', name: local, at: spanOf(at) }, { at: spanOf(at), value, kind: 'import' });
    }
  }

  #while(node: PythonNode): void {
    const [, test, body, , otherwise] = childrenOf(node);
    if (test !== undefined && body !== undefined) this.while(test, body);
    if (otherwise?.name === 'Body') this.branch(otherwise);
  }

  #for(node: PythonNode): void {
    const [head = [], valuesAndBodies = []] = splitAt(childrenOf(node), 'in');
    const bodies = valuesAndBodies.filter(({ name }) => name === 'Body');
    const values = valuesAndBodies.slice(
      0,
      valuesAndBodies.findIndex(({ name }) => name === 'Body'),
    );
    const targets = splitAt(head, 'for').at(-1) ?? [];
    const value = this.expressionOrTuple(values);
    this.#bindTo(targets, { kind: 'each', value, keys: true, at: value.at });
    const [body, otherwise] = bodies;
    if (body !== undefined) {
      this.loop(body, body);
      this.branch(body);
    }
    if (otherwise !== undefined) this.branch(otherwise);
  }

  /** Lowers a `try`: its block may end after any statement, and `except` and `else` may not run. */
  #try(node: PythonNode): void {
    let clause: PythonNode | undefined;
    for (const part of childrenOf(node)) {
      if (part.name === 'Body') {
        if (clause?.name === 'finally') this.statement(part);
        else if (clause?.name === 'try') this.#tryBody(part);
        else this.branch(part);
      } else if (/^(?:try|except|else|finally)$/.test(part.name)) clause = part;
      else if (part.name === 'VariableName' && part.prevSibling?.name === 'as') this.#bindTo([part], undefined);
      else if (part.type.is('Expression')) this.expression(part);
    }
  }

  #tryBody(body: PythonNode): void {
    const outerContext = this.builder.context;
    const at = spanOf(body);
    this.builder.recordBranch(at, at, this.flowAfter(body) === 'exits');
    this.builder.enterBranch(at);
    this.statement(body);
    this.builder.context = outerContext;
  }

  /** Lowers `with open() as name`: the context manager counts as the value that it yields. */
  #with(node: PythonNode): void {
    const children = childrenOf(node);
    const body = children.find(({ name }) => name === 'Body');
    const items =
      splitAt(children, 'with')
        .at(-1)
        ?.filter((item) => item !== body) ?? [];
    for (const item of splitAt(items, ',')) {
      const [[resource] = [], alias = []] = splitAt(item, 'as');
      if (resource === undefined) continue;
      const value = this.expression(resource);
      if (alias.length > 0) this.#bindTo(alias, value);
    }
    if (body !== undefined) this.statement(body);
  }

  #definition(node: PythonNode, decorators: readonly PythonNode[]): void {
    const name = node.getChild('VariableName');
    const isClass = node.name === 'ClassDefinition';
    const value = isClass
      ? this.classDefinition(node, decorators)
      : this.builder.functionValue(this.functionDefinition(node));
    this.decorators(decorators, value);
    if (name === null) return;
    const target: ExprFact = { kind: 'name', name: this.textOf(name), at: spanOf(name) };
    this.bind(target, { at: spanOf(name), value, kind: isClass ? 'class' : 'function' });
  }

  #match(node: PythonNode): void {
    const [, subject] = childrenOf(node);
    if (subject !== undefined) this.expression(subject);
    const at = spanOf(node);
    for (const clause of node.getChild('MatchBody')?.getChildren('MatchClause') ?? []) {
      this.#bindCaptures(clause);
      const guard = clause.getChild('Guard')?.lastChild;
      if (guard !== null && guard !== undefined) this.expression(guard);
      const body = clause.getChild('Body');
      if (body !== null) this.branch(body, at);
    }
  }

  /** Binds the names of a pattern to unknown values. */
  #bindCaptures(clause: PythonNode): void {
    const names: PythonNode[] = [];
    clause.visit((node) => {
      if (node.name === 'CapturePattern') names.push(node);
      return node.name !== 'Body' && node.name !== 'Guard';
    });
    for (const name of names) this.#bindTo(childrenOf(name), undefined);
  }
}

/** Whether an expression is a string and the only one of its statement, such as a docstring. */
function isOnlyString(node: PythonNode | null): boolean {
  if (node === null || node.nextSibling !== null) return false;
  return (
    node.name === 'String' ||
    (node.name === 'ContinuedString' && childrenOf(node).every(({ name }) => name === 'String'))
  );
}
