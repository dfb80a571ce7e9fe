import { literalExpression, unknownExpression } from '../../facts/expressions.js';
import type { ExprFact } from '../../model/facts.js';
import type { Span } from '../../model/span.js';
import type { Word, WordPart } from 'unbash';
import { expansion, listOf, variable } from './expansions.js';
import { withHoles } from './masked.js';
import type { ShellState } from './state.js';

/** Value of a word: its pieces joined, without quotes. */
export function wordExpr(state: ShellState, word: Word): ExprFact {
  const at = state.span(word.pos, word.end);
  if (word.parts === undefined) return textExpr(state, word.value, at);
  return joined(state, piecesOf(state, word.parts), at);
}

/** Value of the content of a here-document. */
export function partsExpr(state: ShellState, parts: readonly WordPart[], at: Span): ExprFact {
  return joined(state, piecesOf(state, parts), at);
}

/** A known text. */
export function textExpr(state: ShellState, text: string, at: Span): ExprFact {
  const pieces = withHoles(text, at);
  return pieces === undefined ? state.builder.string(text, at) : joined(state, pieces, at);
}

function joined(state: ShellState, pieces: readonly ExprFact[], at: Span): ExprFact {
  const [only, ...others] = pieces;
  if (only === undefined) return literalExpression('', at);
  if (others.length > 0) return state.builder.concat(pieces, at);
  return only.kind === 'literal' && typeof only.value === 'string' ? state.builder.string(only.value, at) : only;
}

/** An argument: a word, or the words of `"$@"` and `"${list[@]}"`. `split`: one without quotes may be several. */
export function argumentExpr(state: ShellState, word: Word, split: boolean): ExprFact {
  const only = onlyPart(word);
  const list = only === undefined ? undefined : listOf(state, only.part);
  const at = state.span(word.pos, word.end);
  if (list !== undefined) return { kind: 'spread', value: list, at };
  const value = wordExpr(state, word);
  const isSplit = split && only?.quoted === false && only.part.type !== 'Literal';
  return isSplit ? { kind: 'spread', value, at } : value;
}

/** The only part of a word, if it is an expansion. */
function onlyPart({ parts }: Word): { readonly part: WordPart; readonly quoted: boolean } | undefined {
  const [part, ...others] = parts ?? [];
  if (part === undefined || others.length > 0) return undefined;
  if (part.type !== 'DoubleQuoted')
    return { part, quoted: part.type === 'SingleQuoted' || part.type === 'AnsiCQuoted' };
  const [inner, ...more] = part.parts;
  return inner === undefined || more.length > 0 ? undefined : { part: inner, quoted: true };
}

function piecesOf(state: ShellState, parts: readonly WordPart[]): ExprFact[] {
  return parts.flatMap((part): readonly ExprFact[] => {
    const at = state.span(part.pos, part.end);
    switch (part.type) {
      case 'Literal':
      case 'SingleQuoted':
      case 'AnsiCQuoted':
        return withHoles(part.value, at) ?? [literalExpression(part.value, at)];
      case 'DoubleQuoted':
      case 'LocaleString':
        return part.parts.length === 0 ? [literalExpression('', at)] : piecesOf(state, part.parts);
      case 'SimpleExpansion':
        return [variable(state, part.text.slice(1), at)];
      case 'ParameterExpansion':
        return [expansion(state, part, (word) => wordExpr(state, word))];
      case 'CommandExpansion':
        return [state.substituted(part.script, at)];
      case 'ArithmeticExpansion':
        return [unknownExpression('arithmetic', at)];
      case 'ProcessSubstitution':
        state.substituted(part.script, at);
        return [unknownExpression('other', at)];
      case 'Glob':
      case 'ExtendedGlob':
      case 'BraceExpansion':
        return [literalExpression(part.text, at)];
    }
  });
}
