import type { TSESTree } from '@typescript-eslint/utils';
import type { ExprFact } from '../../../core/model/facts.js';
import type { Span } from '../../../core/model/span.js';
import { deepestLevel } from '../builder.js';
import { flattenSpreads, memberExpression, unknownExpression } from '../expressions.js';
import { EstreeFunctions } from './functions.js';
import { propertyName, spanOf, stringText, unwrap } from './syntax.js';

interface Link {
  readonly node: TSESTree.CallExpression | TSESTree.MemberExpression;
  readonly call: number;
}

/** An argument or list element, which may be a spread. */
type ArgumentOrElement = TSESTree.ArrayExpression['elements'][number];

/** Lowers chains of calls and accesses, and calls that load modules. */
export abstract class EstreeChains extends EstreeFunctions {
  /** Lowers `a.b[c]().d` from the inside outwards without recursion: a chain may be longer than the stack is deep. */
  protected chain(node: TSESTree.CallExpression | TSESTree.MemberExpression): ExprFact {
    const links: Link[] = [];
    let current: TSESTree.Node = node;
    let accesses = 0;
    for (;;) {
      if (current.type === 'CallExpression') {
        if (requiredModule(current) !== undefined) break;
        links.push({ node: current, call: this.builder.openCall(spanOf(current), 'call') });
        accesses = 0;
        current = unwrap(current.callee);
      } else if (current.type === 'MemberExpression') {
        if (accesses === deepestLevel) break;
        links.push({ node: current, call: -1 });
        accesses += 1;
        current = unwrap(current.object);
      } else {
        break;
      }
    }
    let value = this.chainBase(current, accesses);
    for (const link of links.reverse()) value = this.link(value, link);
    return value;
  }

  protected chainBase(node: TSESTree.Node, accesses: number): ExprFact {
    if (accesses === deepestLevel) return unknownExpression('too-deep', spanOf(node));
    if (node.type !== 'CallExpression') return this.expression(node);
    const source = requiredModule(node);
    if (source === undefined) return unknownExpression('other', spanOf(node));
    return this.imported(source, 'require', spanOf(node));
  }

  protected link(value: ExprFact, { node, call }: Link): ExprFact {
    const at = spanOf(node);
    if (node.type === 'CallExpression') {
      return this.builder.finishCall(call, value, this.arguments(node.arguments, at));
    }
    const property = unwrap(node.property);
    if (!node.computed) {
      const name = propertyName({ key: property }) ?? '';
      return this.builder.recordRead(memberExpression(value, name, spanOf(property), at));
    }
    const text = stringText(property);
    if (text !== undefined) return this.builder.recordRead(memberExpression(value, text, spanOf(property), at));
    return this.builder.elementFact(value, this.expression(property), at);
  }

  protected imported(source: TSESTree.Node, via: 'require' | 'dynamic', at: Span): ExprFact {
    const specifier = stringText(source);
    if (specifier === undefined) {
      this.element(source as TSESTree.Expression, at);
      return unknownExpression('other', at);
    }
    this.builder.recordImport(specifier, via, spanOf(source), false);
    return { kind: 'imported', specifier, name: '*', via, at };
  }

  protected importExpression(node: TSESTree.ImportExpression, at: Span): ExprFact {
    // A parser may accept `import.defer()`.
    if (node.source === null) return unknownExpression('other', at);
    const value = this.imported(unwrap(node.source), 'dynamic', at);
    if (node.options) this.expression(node.options);
    return value;
  }

  protected arguments(nodes: readonly ArgumentOrElement[], at: Span): readonly ExprFact[] {
    return this.builder.readArguments(flattenSpreads(nodes, listSpread), (node) => this.element(node, at));
  }

  /** Lowers an argument or array element. A hole has no place, so it gets that of the list. */
  protected element(node: TSESTree.Expression | TSESTree.SpreadElement | null, listSpan: Span): ExprFact {
    if (node === null) return unknownExpression('hole', listSpan);
    if (node.type !== 'SpreadElement') return this.expression(node);
    return { kind: 'spread', value: this.expression(node.argument), at: spanOf(node) };
  }
}

/** The elements of a list that is spread in place: `...[a, b]`. */
function listSpread(node: ArgumentOrElement): readonly ArgumentOrElement[] | undefined {
  if (node?.type !== 'SpreadElement') return undefined;
  const list = unwrap(node.argument);
  return list.type === 'ArrayExpression' ? list.elements : undefined;
}

/** The argument of `require('m')`. */
function requiredModule(node: TSESTree.CallExpression): TSESTree.Node | undefined {
  const callee = unwrap(node.callee);
  if (callee.type !== 'Identifier' || callee.name !== 'require' || node.arguments.length !== 1) return undefined;
  const argument = node.arguments[0] && unwrap(node.arguments[0]);
  return argument && stringText(argument) !== undefined ? argument : undefined;
}
