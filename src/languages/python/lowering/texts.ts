import type { PythonNode } from '../tree.js';
import { literalExpression, memberExpression, unknownExpression } from '../../../facts/expressions.js';
import type { ExprFact } from '../../../model/facts.js';
import type { Span } from '../../../model/span.js';
import { literalPiece, literalText, quotedAt, unescaped } from '../literals.js';
import { bracePieces, percentPieces } from '../../../lib/wording.js';
import type { Piece } from '../../../lib/wording.js';
import { childrenOf, spanOf } from '../syntax.js';
import { PythonNames } from './names.js';

/** Values for the placeholders of a template, by position and by name. */
export interface Filling {
  readonly values: readonly ExprFact[];
  readonly named: ReadonlyMap<string, ExprFact>;
}

/** Texts: literals, formatted ones, and templates that are filled in place. */
export abstract class PythonTexts extends PythonNames {
  /** `'a' 'b'`, `f'a{b}'`. */
  protected textLiteral(node: PythonNode): ExprFact {
    const at = spanOf(node);
    if (node.name === 'String') return this.builder.string(literalText(node, this.text), at);
    const parts = this.textParts(node);
    const [only] = parts;
    const literals = parts.flatMap((part) => (part.kind === 'literal' ? [part.value] : []));
    if (literals.length === parts.length) return this.builder.string(literals.join(''), at);
    return parts.length === 1 && only?.kind === 'concat' ? only : this.builder.concat(parts, at);
  }

  protected textParts(node: PythonNode): readonly ExprFact[] {
    if (node.name === 'ContinuedString') return childrenOf(node).flatMap((part) => this.textParts(part));
    if (node.name === 'FormatString') return this.#formatted(node);
    const { content } = quotedAt(node, this.text);
    return literalPiece(literalText(node, this.text), content);
  }

  #formatted(node: PythonNode): readonly ExprFact[] {
    const { isRaw, content } = quotedAt(node, this.text);
    const parts: ExprFact[] = [];
    let [end] = content;
    const addText = (start: number, stop: number): void => {
      if (stop <= start) return;
      const written = this.text.slice(start, stop).replaceAll('{{', '{').replaceAll('}}', '}');
      parts.push(...literalPiece(isRaw ? written : unescaped(written), [start, stop]));
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

  /** `{value}`, `{value!r:>{width}}`, `{value=}`. */
  #replacement(node: PythonNode): readonly ExprFact[] {
    const children = childrenOf(node);
    const spec = children.find(({ name }) => name === 'FormatSpec');
    const conversion = children.find(({ name }) => name === 'FormatConversion');
    const said = children.find(({ name }) => name === 'FormatSelfDoc');
    const expressions = children.filter(({ name }) => !NO_VALUE.has(name));
    const [first] = expressions;
    const value =
      first === undefined || expressions.length > 1 ? unknownExpression('other', spanOf(node)) : this.expression(first);
    for (const inner of spec === undefined ? [] : childrenOf(spec))
      if (inner.name === 'FormatReplacement') this.#replacement(inner);
    if (said !== undefined)
      return [
        literalExpression(this.text.slice(node.from + 1, said.to), spanOf(node)),
        unknownExpression('other', spanOf(node)),
      ];
    const isPlain =
      (conversion === undefined || this.textOf(conversion) === '!s') &&
      (spec === undefined || /^:[sd]?$/.test(this.textOf(spec)));
    return [isPlain ? value : unknownExpression('other', value.at)];
  }

  /** `'/bells/%s' % bell`: the literal with its values; undefined if some of them are unknown. */
  protected filled(node: PythonNode, style: 'percent' | 'braces', { values, named }: Filling): ExprFact[] | undefined {
    if (node.name === 'ContinuedString' && childrenOf(node).some(({ name }) => name !== 'String')) return undefined;
    if (node.name === 'FormatString') return undefined;
    const literals = node.name === 'ContinuedString' ? childrenOf(node) : [node];
    let next = 0;
    const read = style === 'percent' ? percentPieces : bracePieces;
    const parts: ExprFact[] = [];
    for (const literal of literals) {
      const { content } = quotedAt(literal, this.text);
      const template = literalText(literal, this.text);
      // A piece has a place of its own if no letter is escaped in the file.
      const isWritten = template.length === content[1] - content[0];
      for (const piece of read(template)) {
        const at: Span = isWritten ? [content[0] + piece.start, content[0] + piece.end] : content;
        const part =
          piece.kind === 'text'
            ? literalExpression(piece.text, at)
            : this.#placed({ ...piece, at }, () => values[next++], { values, named });
        if (part === undefined) return undefined;
        parts.push(part);
      }
    }
    return parts;
  }

  #placed(
    { path, isPlain, at }: Extract<Piece, { readonly kind: 'place' }> & { readonly at: Span },
    next: () => ExprFact | undefined,
    { values, named }: Filling,
  ): ExprFact | undefined {
    const [first, ...rest] = path;
    const value =
      first === undefined ? next() : (named.get(first) ?? (/^\d+$/.test(first) ? values[Number(first)] : undefined));
    if (value === undefined || value.kind === 'spread') return undefined;
    if (!isPlain) return unknownExpression('other', at);
    return rest.reduce<ExprFact>((object, property) => memberExpression(object, property, at, value.at), value);
  }

  /** A filled template as one text. */
  protected joinedText(parts: readonly ExprFact[], at: Span): ExprFact {
    return this.builder.concat(parts, at);
  }
}

const NO_VALUE = new Set(['{', '}', 'FormatSpec', 'FormatConversion', 'FormatSelfDoc', ',']);
