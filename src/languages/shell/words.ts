import type { ParameterExpansionPart, ParameterOperation, Word, WordPart } from 'unbash';
import {
  choiceExpression,
  elementExpression,
  literalExpression,
  memberExpression,
  nameExpression,
  unknownExpression,
} from '../facts/expressions.js';
import type { ExprFact } from '../../core/model/facts.js';
import type { Span } from '../../core/model/span.js';
import type { ShellState } from './state.js';

/** Value of a word: its joined pieces, without quotes. */
export function wordExpr(state: ShellState, word: Word): ExprFact {
  const at = state.span(word.pos, word.end);
  if (word.parts === undefined) return textExpr(state, word.value, at);
  return joinPieces(state, piecesOf(state, word.parts), at);
}

/** Value of the content of a here-document. */
export function partsExpr(state: ShellState, parts: readonly WordPart[], at: Span): ExprFact {
  return joinPieces(state, piecesOf(state, parts), at);
}

/** The fact of a known text. */
export function textExpr(state: ShellState, text: string, at: Span): ExprFact {
  const pieces = withHoles(text, at);
  return pieces === undefined ? state.builder.stringFact(text, at) : joinPieces(state, pieces, at);
}

function joinPieces(state: ShellState, pieces: readonly ExprFact[], at: Span): ExprFact {
  const [only, ...others] = pieces;
  if (only === undefined) return literalExpression('', at);
  if (others.length > 0) return state.builder.concatFact(pieces, at);
  return only.kind === 'literal' && typeof only.value === 'string' ? state.builder.stringFact(only.value, at) : only;
}

/** The fact of an argument: a word, or the words of `"$@"` and `"${list[@]}"`. `split`: an unquoted word is split. */
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
        return [variableExpr(state, part.text.slice(1), at)];
      case 'ParameterExpansion':
        return [expansion(state, part, (word) => wordExpr(state, word))];
      case 'CommandExpansion':
        return [state.outputOfSubstitution(part.script, at)];
      case 'ArithmeticExpansion':
        return [unknownExpression('arithmetic', at)];
      case 'ProcessSubstitution':
        state.outputOfSubstitution(part.script, at);
        return [unknownExpression('other', at)];
      case 'Glob':
      case 'ExtendedGlob':
      case 'BraceExpansion':
        return [literalExpression(part.text, at)];
    }
  });
}

type Lower = (word: Word) => ExprFact;

/** The fact of `$name`, `$1` or `$@`. */
function variableExpr(state: ShellState, name: string, at: Span): ExprFact {
  if (/^[1-9]\d*$/.test(name)) return state.positional.argument(Number(name), at);
  if (name === '@' || name === '*') return joinWords(state, state.positional.argumentsFrom(at), at);
  if (!/^[A-Za-z_]\w*$/.test(name)) return unknownExpression('other', at);
  const value = state.names.variable(name, at);
  return state.names.isList(name) ? elementExpression(value, literalExpression(0, at), at) : value;
}

/** The words of `$@`, `${list[@]}` or `${@:2}`; undefined for other parts. */
export function listOf(state: ShellState, part: WordPart): ExprFact | undefined {
  const at = state.span(part.pos, part.end);
  if (part.type === 'SimpleExpansion')
    return isAll(part.text.slice(1)) ? state.positional.argumentsFrom(at) : undefined;
  if (part.type !== 'ParameterExpansion' || part.prefix === '#') return undefined;
  const { parameter, operation, index, prefix } = part;
  if (isAll(parameter)) {
    if (operation === undefined) return state.positional.argumentsFrom(at);
    const from = sliceStart(operation);
    return from === undefined ? unknownExpression('other', at) : state.positional.argumentsFrom(at, from);
  }
  if (index === undefined || !isAll(index.value)) return undefined;
  const list = state.names.variable(parameter, at);
  if (prefix === '!') return { kind: 'array', elements: [{ kind: 'each-key', value: list, at }], at };
  if (operation === undefined) {
    if (!state.names.isTable(parameter)) return list;
    return { kind: 'array', elements: [{ kind: 'each', value: list, at }], at };
  }
  // `${list[@]+"${list[@]}"}` and `${list[@]:-}`: the list if it is set.
  if (operation.type === 'Default') return list;
  const from = sliceStart(operation);
  return from === undefined ? unknownExpression('other', at) : { kind: 'rest', value: list, from, at };
}

function isAll(name: string): boolean {
  return name === '@' || name === '*';
}

/** Start of `${list[@]:start}`. */
function sliceStart(operation: ParameterOperation): number | undefined {
  if (operation.type !== 'Slice' || operation.length !== undefined) return undefined;
  const start = Number(operation.offset.value.trim());
  return Number.isInteger(start) && start >= 0 ? start : undefined;
}

/** The fact of `${name…}`. */
function expansion(state: ShellState, part: ParameterExpansionPart, lower: Lower): ExprFact {
  const at = state.span(part.pos, part.end);
  const { parameter, prefix, operation } = part;
  const list = listOf(state, part);
  if (list !== undefined) return joinWords(state, list, at);
  if (prefix !== undefined) return unknownExpression('other', at);
  const subject = subjectOf(state, part, at, lower);
  return operation === undefined ? subject : applyOperation(state, { parameter, subject, at, lower }, operation);
}

function joinWords(state: ShellState, list: ExprFact, at: Span): ExprFact {
  return state.builder.recordMethodCall(list, 'join', [literalExpression(' ', at)], at);
}

function subjectOf(state: ShellState, { parameter, index }: ParameterExpansionPart, at: Span, lower: Lower): ExprFact {
  if (index === undefined) return variableExpr(state, parameter, at);
  const object = state.names.variable(parameter, at);
  const key = subscriptOf(index, lower);
  if (typeof key !== 'string') return elementExpression(object, key, at);
  return state.names.isTable(parameter)
    ? memberExpression(object, key, at, at)
    : /^\d+$/.test(key)
      ? elementExpression(object, literalExpression(Number(key), at), at)
      : elementExpression(object, unknownExpression('arithmetic', at), at);
}

/** The key between brackets: a text, or a value. */
export function subscriptOf(index: Word, lower: Lower): string | ExprFact {
  const value = lower(index);
  return value.kind === 'literal' && typeof value.value === 'string' ? value.value : value;
}

interface Operand {
  readonly parameter: string;
  readonly subject: ExprFact;
  readonly at: Span;
  readonly lower: Lower;
}

function applyOperation(state: ShellState, operand: Operand, operation: ParameterOperation): ExprFact {
  const { subject, at, lower } = operand;
  switch (operation.type) {
    case 'Default':
      return withDefault(state, operand, operation.operator, lower(operation.operand));
    case 'Remove':
      return replaceMatch(state, operand, operation.operator, [operation.operand]);
    case 'Replace':
      return replaceMatch(state, operand, operation.operator, [operation.pattern, operation.replacement]);
    case 'Slice':
      return sliceOf(state, operand, operation.offset, operation.length);
    case 'CaseModification': {
      const isWholeText = operation.operator.length === 2 && operation.operand === undefined;
      const name = operation.operator.startsWith('^') ? 'toUpperCase' : 'toLowerCase';
      return isWholeText ? state.builder.recordMethodCall(subject, name, [], at) : unknownExpression('other', at);
    }
    default:
      return unknownExpression('other', at);
  }
}

function withDefault(
  state: ShellState,
  { parameter, subject, at }: Operand,
  operator: string,
  value: ExprFact,
): ExprFact {
  const choiceOperator = operator.startsWith(':') ? '||' : '??';
  switch (operator.at(-1)) {
    case '=':
      if (/^[A-Za-z_]\w*$/.test(parameter)) state.names.assignDefault(parameter, choiceOperator, value, at);
      return choiceExpression(choiceOperator, subject, value, at);
    case '+':
      return { kind: 'choice', operator: '?:', options: [value, literalExpression('', at)], tests: [subject], at };
    case '?':
      return subject;
    default:
      return choiceExpression(choiceOperator, subject, value, at);
  }
}

function replaceMatch(state: ShellState, { subject, at, lower }: Operand, cut: Cut, words: readonly Word[]): ExprFact {
  const [pattern, replacement] = words.map((word) => lower(word));
  const known = pattern?.kind === 'literal' && typeof pattern.value === 'string' ? pattern.value : undefined;
  const source = known === undefined ? undefined : cutSource(known, cut);
  if (source === undefined) return unknownExpression('other', at);
  const value = replacement ?? literalExpression('', at);
  const escaped =
    value.kind === 'literal' && typeof value.value === 'string'
      ? literalExpression(value.value.replaceAll('$', '$$$$'), value.at)
      : value;
  return state.builder.recordMethodCall(
    subject,
    'replace',
    [{ kind: 'regex', source, flags: cut === '//' ? 'g' : '', at }, escaped],
    at,
  );
}

function sliceOf(state: ShellState, { subject, at }: Operand, offset: Word, length: Word | undefined): ExprFact {
  const start = Number(offset.value.trim() === '' ? '0' : offset.value.trim().replace(/^\((-\d+)\)$/, '$1'));
  const count = length === undefined ? undefined : Number(length.value.trim());
  const isKnown = Number.isInteger(start) && (count === undefined || (Number.isInteger(count) && start >= 0));
  if (!isKnown) return unknownExpression('other', at);
  const end = count === undefined ? [] : [literalExpression(count < 0 ? count : start + count, at)];
  return state.builder.recordMethodCall(subject, 'slice', [literalExpression(start, at), ...end], at);
}

/** Operator of `${name#pattern}` and similar expansions, which remove or replace a part of a text. */
type Cut = '#' | '##' | '%' | '%%' | '/' | '//' | '/#' | '/%';

/** Source of the regular expression for a shell pattern; undefined if there is no equivalent. */
function cutSource(pattern: string, cut: Cut): string | undefined {
  const greedy = patternPieces(pattern, '[^]*');
  if (greedy === undefined) return undefined;
  switch (cut) {
    case '#':
      return `^${patternPieces(pattern, '[^]*?') ?? ''}`;
    case '##':
    case '/#':
      return `^${greedy}`;
    case '%%':
    case '/%':
      return `${greedy}$`;
    case '%':
      return shortestEnd(pattern, greedy);
    case '/':
    case '//':
      return greedy;
  }
}

/** Source for `%/*`, which removes the part after the last slash: the shortest suffix that matches. */
function shortestEnd(pattern: string, greedy: string): string | undefined {
  if (!/[*?[\]]/.test(pattern)) return `${greedy}$`;
  const [, separator] = /^([^\\*?[\]])\*$/.exec(pattern) ?? [];
  return separator === undefined
    ? undefined
    : `${escaped(separator)}[^${separator === '^' || separator === ']' ? `\\${separator}` : separator}]*$`;
}

function patternPieces(pattern: string, any: string): string | undefined {
  if (pattern.includes('[')) return undefined;
  return Array.from(pattern.matchAll(/\\([^])|\*+|\?|[^\\*?]+/g), ([piece, quoted]) =>
    quoted !== undefined ? escaped(quoted) : piece.startsWith('*') ? any : piece === '?' ? '[^]' : escaped(piece),
  ).join('');
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}

/**
 * First of the private-use characters that mask an expression `${{ … }}`. A CI service replaces such an expression
 * before the shell reads the text.
 */
const MASK = '\uE0F0';
const FILLER = '\uE0F1';
const MASKS = /\uE0F0([\uE000-\uE07F]*)\uE0F1*/g;

/** Offset for the masked characters of a name. */
const NAME_OFFSET = 0xe000;

/** Pattern of `${{ … }}`, which may be anywhere in a script, even inside quotes. */
const TEMPLATE_EXPRESSION = /\$\{\{((?:[^}]|\}(?!\}))*)\}\}/g;

/** Pattern of names such as `github.repository` and `inputs.id`. */
const NAME = /^\s*([A-Za-z_]\w*(?:\.[A-Za-z_][\w-]*)+)\s*$/;

/** A text with each `${{ … }}` masked, so that the parser does not read it; all offsets are unchanged. */
export function masked(text: string): string {
  return text.includes('${{') ? text.replace(TEMPLATE_EXPRESSION, maskOf) : text;
}

function maskOf(expression: string, inner: string): string {
  const name = Array.from(NAME.exec(inner)?.[1] ?? '', (letter) =>
    String.fromCharCode(NAME_OFFSET + letter.charCodeAt(0)),
  );
  return `${MASK}${name.join('')}`.padEnd(expression.length, FILLER);
}

/** The pieces of a text with masked expressions; undefined if it has none. */
function withHoles(text: string, at: Span): readonly ExprFact[] | undefined {
  if (!text.includes(MASK)) return undefined;
  const pieces: ExprFact[] = [];
  let end = 0;
  for (const { 0: hole, 1: letters = '', index } of text.matchAll(MASKS)) {
    if (index > end) pieces.push(literalExpression(text.slice(end, index), at));
    pieces.push(holeOf(letters, at));
    end = index + hole.length;
  }
  return end < text.length ? [...pieces, literalExpression(text.slice(end), at)] : pieces;
}

/** The fact of a masked expression: a name or a member if its text has that form, from which the value may be known. */
function holeOf(letters: string, at: Span): ExprFact {
  if (letters === '') return unknownExpression('hole', at);
  const name = Array.from(letters, (letter) => String.fromCharCode(letter.charCodeAt(0) - NAME_OFFSET)).join('');
  const [first = '', ...members] = name.split('.');
  return members.reduce((object, member) => memberExpression(object, member, at, at), nameExpression(first, at));
}
