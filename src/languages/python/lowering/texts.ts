import type { FactsBuilder } from '../../facts/builder.js';
import {
  literalExpression,
  liveNameExpression,
  memberExpression,
  nameExpression,
  unknownExpression,
} from '../../facts/expressions.js';
import { Lowering } from '../../facts/lowering.js';
import { bracePieces, percentPieces } from '../../../core/lib/wording.js';
import type { Piece } from '../../../core/lib/wording.js';
import type { BindingKind, ExprFact, TypeFact } from '../../../core/model/facts.js';
import type { Span } from '../../../core/model/span.js';
import { METHOD_NAMES_IN_FACTS } from '../library.js';
import { collectNames } from '../scopes.js';
import type { NameScope } from '../scopes.js';
import { childrenOf, spanOf } from '../syntax.js';
import type { PythonNode } from '../syntax.js';

/** Value, kind and type of a name. */
interface Binding {
  readonly at: Span;
  readonly value?: ExprFact | undefined;
  readonly kind?: BindingKind;
  readonly type?: TypeFact | undefined;
}

/** Resolves names: their scopes and their bindings. */
abstract class PythonNames extends Lowering<PythonNode> {
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
    options: Pick<NameScope, 'kind' | 'selfName' | 'ofClass'> & { readonly parameters?: readonly string[] },
    lower: () => void,
  ): void {
    const outerScopes = this.#scopes;
    const { kind, selfName, ofClass, parameters = [] } = options;
    const scope: NameScope = {
      ...collectNames(body, this.text, parameters),
      kind,
      declared: new Set(parameters),
      block: this.builder.context.block,
      selfName,
      ...(ofClass === undefined ? {} : { ofClass }),
    };
    this.#scopes = [...outerScopes, scope];
    lower();
    this.#scopes = outerScopes;
  }

  protected get scope(): NameScope | undefined {
    return this.#scopes.at(-1);
  }

  /** The scope of a name; the names of a class are not visible in its methods. */
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

  /** Full name of an imported name; the name itself if no scope binds it, as a built-in; otherwise undefined. */
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
    if (scope.selfName === name) return this.builder.thisFact('this', at);
    if (scope.kind === 'class') return memberExpression(this.builder.thisFact('this', at), name, at, at);
    return nameExpression(name, at);
  }

  /** Binds a name, or a member, to a value. */
  protected bind(target: ExprFact, { at, value, kind, type }: Binding): void {
    const { builder, scope } = this;
    if (target.kind !== 'name' || scope === undefined) {
      if (value !== undefined) builder.recordAssignment(target, '=', value, at);
      return;
    }
    const { name } = target;
    const isFirst = !scope.declared.has(name) && !scope.outer.has(name);
    const isSingleBinding = scope.bound.get(name) === 1;
    const isDeclaration = isFirst && (isSingleBinding || builder.context.block === scope.block);
    if (isFirst) {
      scope.declared.add(name);
      builder.declare({
        name,
        kind: isSingleBinding ? (kind ?? 'const') : 'let',
        at: target.at,
        scope: builder.context.functionScope,
        value: isDeclaration ? value : undefined,
        type,
      });
      if (scope.kind === 'module') {
        // `helpers.remove(…)` is `helpers.delete(…)` in the facts.
        for (const exportedName of new Set([name, METHOD_NAMES_IN_FACTS.get(name) ?? name]))
          builder.recordExport(
            { kind: 'local', name: exportedName, value: liveNameExpression(name, target.at) },
            target.at,
          );
      }
    }
    if (!isDeclaration && value !== undefined) builder.recordAssignment(target, '=', value, at);
  }
}

/** Values for the placeholders of a template, by position and by name. */
export interface PlaceholderValues {
  readonly values: readonly ExprFact[];
  readonly named: ReadonlyMap<string, ExprFact>;
}

/** Lowers texts: literals, formatted texts, and templates that are filled in place. */
export abstract class PythonTexts extends PythonNames {
  /** Lowers `'a' 'b'` or `f'a{b}'`. */
  protected textLiteral(node: PythonNode): ExprFact {
    const at = spanOf(node);
    if (node.name === 'String') return this.builder.stringFact(literalText(node, this.text), at);
    const parts = this.textParts(node);
    const [only] = parts;
    const literals = parts.flatMap((part) => (part.kind === 'literal' ? [part.value] : []));
    if (literals.length === parts.length) return this.builder.stringFact(literals.join(''), at);
    return parts.length === 1 && only?.kind === 'concat' ? only : this.builder.concatFact(parts, at);
  }

  protected textParts(node: PythonNode): readonly ExprFact[] {
    if (node.name === 'ContinuedString') return childrenOf(node).flatMap((part) => this.textParts(part));
    if (node.name === 'FormatString') return this.#formatted(node);
    const { content } = stringLiteralAt(node, this.text);
    return literalPiece(literalText(node, this.text), content);
  }

  #formatted(node: PythonNode): readonly ExprFact[] {
    const { isRaw, content } = stringLiteralAt(node, this.text);
    const parts: ExprFact[] = [];
    let [end] = content;
    const addText = (start: number, stop: number): void => {
      if (stop <= start) return;
      const source = this.text.slice(start, stop).replaceAll('{{', '{').replaceAll('}}', '}');
      parts.push(...literalPiece(isRaw ? source : unescape(source), [start, stop]));
    };
    for (const child of childrenOf(node)) {
      if (child.name !== 'FormatReplacement') continue;
      addText(end, child.from);
      parts.push(...this.#replacement(child));
      end = child.to;
    }
    addText(end, content[1]);
    return parts;
  }

  /** Lowers `{value}`, `{value!r:>{width}}` or `{value=}`. */
  #replacement(node: PythonNode): readonly ExprFact[] {
    const children = childrenOf(node);
    const formatSpec = children.find(({ name }) => name === 'FormatSpec');
    const conversion = children.find(({ name }) => name === 'FormatConversion');
    const selfDocumenting = children.find(({ name }) => name === 'FormatSelfDoc');
    const expressions = children.filter(({ name }) => !NON_VALUE_NODES.has(name));
    const [firstExpression] = expressions;
    const value =
      firstExpression === undefined || expressions.length > 1
        ? unknownExpression('other', spanOf(node))
        : this.expression(firstExpression);
    for (const nested of formatSpec === undefined ? [] : childrenOf(formatSpec))
      if (nested.name === 'FormatReplacement') this.#replacement(nested);
    if (selfDocumenting !== undefined)
      return [
        literalExpression(this.text.slice(node.from + 1, selfDocumenting.to), spanOf(node)),
        unknownExpression('other', spanOf(node)),
      ];
    const isPlain =
      (conversion === undefined || this.textOf(conversion) === '!s') &&
      (formatSpec === undefined || /^:[sd]?$/.test(this.textOf(formatSpec)));
    return [isPlain ? value : unknownExpression('other', value.at)];
  }

  /** Fills a literal template, as of `'/bells/%s' % bell`, with values; undefined if one is missing. */
  protected fillTemplate(
    node: PythonNode,
    style: 'percent' | 'braces',
    { values, named }: PlaceholderValues,
  ): ExprFact[] | undefined {
    if (node.name === 'ContinuedString' && childrenOf(node).some(({ name }) => name !== 'String')) return undefined;
    if (node.name === 'FormatString') return undefined;
    const literals = node.name === 'ContinuedString' ? childrenOf(node) : [node];
    let nextIndex = 0;
    const splitTemplate = style === 'percent' ? percentPieces : bracePieces;
    const parts: ExprFact[] = [];
    for (const literal of literals) {
      const { content } = stringLiteralAt(literal, this.text);
      const template = literalText(literal, this.text);
      // Without escapes, an offset in the template is an offset in the file.
      const isUnescaped = template.length === content[1] - content[0];
      for (const piece of splitTemplate(template)) {
        const at: Span = isUnescaped ? [content[0] + piece.start, content[0] + piece.end] : content;
        const part =
          piece.kind === 'text'
            ? literalExpression(piece.text, at)
            : this.#placeholderValue({ ...piece, at }, () => values[nextIndex++], { values, named });
        if (part === undefined) return undefined;
        parts.push(part);
      }
    }
    return parts;
  }

  #placeholderValue(
    { path, isPlain, at }: Extract<Piece, { readonly kind: 'place' }> & { readonly at: Span },
    nextValue: () => ExprFact | undefined,
    { values, named }: PlaceholderValues,
  ): ExprFact | undefined {
    const [firstKey, ...properties] = path;
    const value =
      firstKey === undefined
        ? nextValue()
        : (named.get(firstKey) ?? (/^\d+$/.test(firstKey) ? values[Number(firstKey)] : undefined));
    if (value === undefined || value.kind === 'spread') return undefined;
    if (!isPlain) return unknownExpression('other', at);
    return properties.reduce<ExprFact>((object, property) => memberExpression(object, property, at, value.at), value);
  }

  /** Joins the parts of a filled template. */
  protected joinedText(parts: readonly ExprFact[], at: Span): ExprFact {
    return this.builder.concatFact(parts, at);
  }
}

const NON_VALUE_NODES = new Set(['{', '}', 'FormatSpec', 'FormatConversion', 'FormatSelfDoc', ',']);

/** Parts of a string literal. */
interface StringLiteral {
  readonly isRaw: boolean;
  /** Place of the content in the file. */
  readonly content: Span;
}

/** The content of a string literal, without prefix and quotes; if unclosed, it ends with its node. */
function stringLiteralAt({ from, to }: PythonNode, text: string): StringLiteral {
  const [opening = '', prefix = '', quotes = ''] = /^([a-zA-Z]*)("""|'''|"|')/.exec(text.slice(from, from + 8)) ?? [];
  const start = from + opening.length;
  const isClosed = to - quotes.length >= start && text.startsWith(quotes, to - quotes.length);
  return { isRaw: /r/i.test(prefix), content: [start, isClosed ? to - quotes.length : Math.max(start, to)] };
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', a: '\x07', b: '\b', f: '\f', v: '\v' };
const ESCAPE_SEQUENCE = /\\(\r\n|x[\da-fA-F]{2}|u[\da-fA-F]{4}|U[\da-fA-F]{8}|N\{[^}]*\}|[0-7]{1,3}|[^])/g;

/** Replaces the escapes of a text. */
function unescape(text: string): string {
  if (!text.includes('\\')) return text;
  return text.replace(ESCAPE_SEQUENCE, (sequence: string, escape: string) => {
    const [kind = ''] = escape;
    if (escape === '\n' || escape === '\r\n') return '';
    if (escape.length > 1 && /[xuU]/.test(kind)) return characterOf(Number.parseInt(escape.slice(1), 16), sequence);
    if (/[0-7]/.test(kind)) return characterOf(Number.parseInt(escape, 8), sequence);
    if ('\\\'"'.includes(kind)) return kind;
    return ESCAPES[kind] ?? sequence;
  });
}

function characterOf(code: number, sequence: string): string {
  return code <= 0x10_ff_ff ? String.fromCodePoint(code) : sequence;
}

/** Returns the value of a plain string literal. */
function literalText(node: PythonNode, text: string): string {
  const { isRaw, content } = stringLiteralAt(node, text);
  const source = text.slice(...content);
  return isRaw ? source : unescape(source);
}

/** A literal piece of a text; empty if it has no characters. */
function literalPiece(value: string, at: Span): readonly ExprFact[] {
  return value === '' ? [] : [literalExpression(value, at)];
}
