import type { ts } from 'ts-morph';
import type { ExprFact } from '../../../core/model/facts.js';
import type { Span } from '../../../core/model/span.js';
import { deepestLevel } from '../builder.js';
import { flattenSpreads, memberExpression, unknownExpression } from '../expressions.js';
import { TypeScriptFunctions } from './functions.js';

export type ChainNode = ts.PropertyAccessExpression | ts.ElementAccessExpression | ts.CallExpression;

/** Lowers chains of calls and accesses, and the calls that load modules. */
export abstract class TypeScriptChains extends TypeScriptFunctions {
  /** Lowers `a.b[c]().d` from the inside outwards without recursion: a chain may be longer than the stack is deep. */
  protected chain(node: ChainNode): ExprFact {
    const links: { readonly node: ChainNode; readonly call: number }[] = [];
    let current: ts.Node = node;
    let accesses = 0;
    for (;;) {
      const tag = this.syntax.tag(current);
      if (tag === 'CallExpression') {
        if (this.isModuleReference(current as ts.CallExpression)) break;
        links.push({ node: current as ChainNode, call: this.builder.openCall(this.syntax.span(current), 'call') });
        accesses = 0;
      } else if (tag === 'PropertyAccessExpression' || tag === 'ElementAccessExpression') {
        if (accesses === deepestLevel) break;
        links.push({ node: current as ChainNode, call: -1 });
        accesses += 1;
      } else {
        break;
      }
      current = this.syntax.unwrap((current as ChainNode).expression);
    }
    let value = this.chainBase(current, accesses);
    for (const link of links.reverse()) value = this.link(value, link.node, link.call);
    return value;
  }

  protected chainBase(node: ts.Node, accesses: number): ExprFact {
    if (accesses === deepestLevel) return unknownExpression('too-deep', this.syntax.span(node));
    if (this.syntax.tag(node) !== 'CallExpression') return this.expression(node);
    return this.moduleReference(node as ts.CallExpression);
  }

  protected link(value: ExprFact, node: ChainNode, call: number): ExprFact {
    if ('arguments' in node) {
      return this.builder.finishCall(call, value, this.arguments(node.arguments, this.syntax.span(node)));
    }
    const at = this.syntax.span(node);
    if ('name' in node)
      return this.builder.recordRead(memberExpression(value, node.name.text, this.syntax.span(node.name), at));
    const index = this.syntax.unwrap(node.argumentExpression);
    const text = this.syntax.stringText(index);
    if (text !== undefined) return this.builder.recordRead(memberExpression(value, text, this.syntax.span(index), at));
    return this.builder.elementFact(value, this.expression(index), at);
  }

  /** Whether a call loads a module: `require('m')` or any `import(…)`. */
  protected isModuleReference(node: ts.CallExpression): boolean {
    if (this.isImportKeyword(node.expression)) return true;
    const callee = this.syntax.unwrap(node.expression);
    const isRequire = this.syntax.tag(callee) === 'Identifier' && (callee as ts.Identifier).text === 'require';
    const argument = node.arguments[0];
    if (!isRequire || argument === undefined || node.arguments.length !== 1) return false;
    return this.syntax.stringText(this.syntax.unwrap(argument)) !== undefined;
  }

  /** Whether a callee is `import` or `import.defer`. */
  protected isImportKeyword(node: ts.Expression): boolean {
    if (this.syntax.tag(node) === 'ImportKeyword') return true;
    if (this.syntax.tag(node) !== 'MetaProperty') return false;
    const { keywordToken, name } = node as ts.MetaProperty;
    return this.syntax.operator(keywordToken) === 'import' && name.text !== 'meta';
  }

  protected moduleReference(node: ts.CallExpression): ExprFact {
    const at = this.syntax.span(node);
    const via = this.isImportKeyword(node.expression) ? 'dynamic' : 'require';
    const first = node.arguments[0];
    const argument = first && this.syntax.unwrap(first);
    const specifier = argument && this.syntax.stringText(argument);
    if (argument === undefined || specifier === undefined) {
      this.arguments(node.arguments, at);
      return unknownExpression('other', at);
    }
    this.builder.recordImport(specifier, via, this.syntax.span(argument), false);
    for (const option of node.arguments.slice(1)) this.expression(option);
    return { kind: 'imported', specifier, name: '*', via, at };
  }

  protected arguments(nodes: readonly ts.Expression[], at: Span): readonly ExprFact[] {
    return this.builder.readArguments(this.#inlinedArguments(nodes), (node) => this.element(node, at));
  }

  /** The arguments with list literals spread in place: `f(...[a, b])` passes `a` and `b`. */
  #inlinedArguments(nodes: readonly ts.Expression[]): readonly ts.Expression[] {
    return flattenSpreads(nodes, (node) => {
      if (this.syntax.tag(node) !== 'SpreadElement') return undefined;
      const list = this.syntax.unwrap((node as ts.SpreadElement).expression);
      return this.syntax.tag(list) === 'ArrayLiteralExpression'
        ? (list as ts.ArrayLiteralExpression).elements
        : undefined;
    });
  }

  /** Lowers an argument or array element. A hole gets the place of the list, as in the other trees. */
  protected element(node: ts.Expression, listSpan: Span): ExprFact {
    switch (this.syntax.tag(node)) {
      case 'OmittedExpression':
        return unknownExpression('hole', listSpan);
      case 'SpreadElement': {
        const at = this.syntax.span(node);
        return { kind: 'spread', value: this.expression((node as ts.SpreadElement).expression), at };
      }
      default:
        return this.expression(node);
    }
  }
}
