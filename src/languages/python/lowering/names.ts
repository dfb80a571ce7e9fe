import type { PythonNode } from '../tree.js';
import type { FactsBuilder } from '../../../facts/builder.js';
import { liveName, memberExpression, nameExpression } from '../../../facts/expressions.js';
import { Lowering } from '../../../facts/lowering.js';
import type { BindingKind, ExprFact, TypeFact } from '../../../model/facts.js';
import type { Span } from '../../../model/span.js';
import { namesIn } from '../scopes.js';
import type { NameScope } from '../scopes.js';
import { spanOf } from '../syntax.js';
import { NAME_IN_FACTS } from '../methods.js';

/** A bound name with its value. */
interface Bound {
  readonly at: Span;
  readonly value?: ExprFact | undefined;
  readonly kind?: BindingKind;
  readonly type?: TypeFact | undefined;
}

/** Names: their scopes and their bindings. */
export abstract class PythonNames extends Lowering<PythonNode> {
  protected readonly text: string;
  #scopes: readonly NameScope[] = [];

  constructor(builder: FactsBuilder, text: string) {
    super(builder);
    this.text = text;
  }

  protected spanOf(node: PythonNode): Span {
    // The parser has no node for an `elif` and its block.
    return node.name === 'elif' ? [node.from, node.parent?.to ?? node.to] : spanOf(node);
  }

  protected textOf({ from, to }: PythonNode): string {
    return this.text.slice(from, to);
  }

  /** Runs `lower` with the names of a body as the innermost scope. */
  protected inScope(
    body: PythonNode,
    own: Pick<NameScope, 'kind' | 'selfName' | 'ofClass'> & { readonly parameters?: readonly string[] },
    lower: () => void,
  ): void {
    const outer = this.#scopes;
    const { kind, selfName, ofClass, parameters = [] } = own;
    const scope: NameScope = {
      ...namesIn(body, this.text, parameters),
      kind,
      declared: new Set(parameters),
      block: this.builder.context.block,
      selfName,
      ...(ofClass === undefined ? {} : { ofClass }),
    };
    this.#scopes = [...outer, scope];
    lower();
    this.#scopes = outer;
  }

  protected get scope(): NameScope | undefined {
    return this.#scopes.at(-1);
  }

  /** The scope of a name: only the statements of a class see the names of its scope. */
  #scopeOf(name: string): NameScope | undefined {
    return this.#scopes.findLast(
      (scope, index) =>
        scope.bound.has(name) &&
        !scope.outer.has(name) &&
        (scope.kind !== 'class' || index === this.#scopes.length - 1),
    );
  }

  protected isBound(name: string): boolean {
    return this.#scopeOf(name) !== undefined;
  }

  /** Full name of an import; the name itself if no scope binds it; undefined for any other bound name. */
  protected fullNameOf(name: string): string | undefined {
    const scope = this.#scopeOf(name);
    return scope === undefined ? name : scope.imported.get(name);
  }

  /** Whether a module is imported under its full name: `urllib.request`. */
  protected isModule(path: string): boolean {
    return this.#scopes.some(({ dotted }) => dotted.has(path));
  }

  protected nameOf(node: PythonNode): ExprFact {
    const name = this.textOf(node);
    const at = spanOf(node);
    const scope = this.#scopeOf(name);
    if (scope === undefined) return nameExpression(name, at);
    if (scope.selfName === name) return this.builder.self('this', at);
    if (scope.kind === 'class') return memberExpression(this.builder.self('this', at), name, at, at);
    return nameExpression(name, at);
  }

  /** Binds a name, or a member, to a value. */
  protected bind(target: ExprFact, { at, value, kind, type }: Bound): void {
    const { builder, scope } = this;
    if (target.kind !== 'name' || scope === undefined) {
      if (value !== undefined) builder.assign(target, '=', value, at);
      return;
    }
    const { name } = target;
    const isFirst = !scope.declared.has(name) && !scope.outer.has(name);
    const isOnly = scope.bound.get(name) === 1;
    const isDeclaration = isFirst && (isOnly || builder.context.block === scope.block);
    if (isFirst) {
      scope.declared.add(name);
      builder.declare({
        name,
        kind: isOnly ? (kind ?? 'const') : 'let',
        at: target.at,
        scope: builder.context.functionScope,
        value: isDeclaration ? value : undefined,
        type,
      });
      if (scope.kind === 'module') {
        // `helpers.remove(…)` has the other name in the facts.
        for (const called of new Set([name, NAME_IN_FACTS.get(name) ?? name]))
          builder.export({ kind: 'local', name: called, value: liveName(name, target.at) }, target.at);
      }
    }
    if (!isDeclaration && value !== undefined) builder.assign(target, '=', value, at);
  }
}
