import {
  choiceExpression,
  elementExpression,
  literalExpression,
  memberExpression,
  unknownExpression,
} from '../../facts/expressions.js';
import type { ExprFact } from '../../model/facts.js';
import type { Span } from '../../model/span.js';
import type { ParameterExpansionPart, ParameterOperation, Word, WordPart } from 'unbash';
import type { ShellState } from './state.js';

type Lower = (word: Word) => ExprFact;

/** `$name`, `$1`, `$@`. */
export function variable(state: ShellState, name: string, at: Span): ExprFact {
  if (/^[1-9]\d*$/.test(name)) return state.positional.argument(Number(name), at);
  if (name === '@' || name === '*') return inOneWord(state, state.positional.all(at), at);
  if (!/^[A-Za-z_]\w*$/.test(name)) return unknownExpression('other', at);
  const value = state.names.variable(name, at);
  return state.names.isList(name) ? elementExpression(value, literalExpression(0, at), at) : value;
}

/** The words of `$@`, `${list[@]}` or `${@:2}`; undefined for anything else. */
export function listOf(state: ShellState, part: WordPart): ExprFact | undefined {
  const at = state.span(part.pos, part.end);
  if (part.type === 'SimpleExpansion') return isAll(part.text.slice(1)) ? state.positional.all(at) : undefined;
  if (part.type !== 'ParameterExpansion' || part.prefix === '#') return undefined;
  const { parameter, operation, index, prefix } = part;
  if (isAll(parameter)) {
    if (operation === undefined) return state.positional.all(at);
    const from = sliceStart(operation);
    return from === undefined ? unknownExpression('other', at) : state.positional.all(at, from);
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

/** `${name…}`. */
export function expansion(state: ShellState, part: ParameterExpansionPart, lower: Lower): ExprFact {
  const at = state.span(part.pos, part.end);
  const { parameter, prefix, operation } = part;
  const list = listOf(state, part);
  if (list !== undefined) return inOneWord(state, list, at);
  if (prefix !== undefined) return unknownExpression('other', at);
  const subject = subjectOf(state, part, at, lower);
  return operation === undefined ? subject : operated(state, { parameter, subject, at, lower }, operation);
}

function inOneWord(state: ShellState, list: ExprFact, at: Span): ExprFact {
  return state.builder.callMethod(list, 'join', [literalExpression(' ', at)], at);
}

function subjectOf(state: ShellState, { parameter, index }: ParameterExpansionPart, at: Span, lower: Lower): ExprFact {
  if (index === undefined) return variable(state, parameter, at);
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

interface Operated {
  readonly parameter: string;
  readonly subject: ExprFact;
  readonly at: Span;
  readonly lower: Lower;
}

function operated(state: ShellState, operand: Operated, operation: ParameterOperation): ExprFact {
  const { subject, at, lower } = operand;
  switch (operation.type) {
    case 'Default':
      return defaulted(state, operand, operation.operator, lower(operation.operand));
    case 'Remove':
      return cutOff(state, operand, operation.operator, [operation.operand]);
    case 'Replace':
      return cutOff(state, operand, operation.operator, [operation.pattern, operation.replacement]);
    case 'Slice':
      return sliced(state, operand, operation.offset, operation.length);
    case 'CaseModification': {
      const isWhole = operation.operator.length === 2 && operation.operand === undefined;
      const name = operation.operator.startsWith('^') ? 'toUpperCase' : 'toLowerCase';
      return isWhole ? state.builder.callMethod(subject, name, [], at) : unknownExpression('other', at);
    }
    default:
      return unknownExpression('other', at);
  }
}

function defaulted(
  state: ShellState,
  { parameter, subject, at }: Operated,
  operator: string,
  value: ExprFact,
): ExprFact {
  const which = operator.startsWith(':') ? '||' : '??';
  switch (operator.at(-1)) {
    case '=':
      if (/^[A-Za-z_]\w*$/.test(parameter)) state.names.assignDefault(parameter, which, value, at);
      return choiceExpression(which, subject, value, at);
    case '+':
      return { kind: 'choice', operator: '?:', options: [value, literalExpression('', at)], tests: [subject], at };
    case '?':
      return subject;
    default:
      return choiceExpression(which, subject, value, at);
  }
}

function cutOff(state: ShellState, { subject, at, lower }: Operated, cut: Cut, words: readonly Word[]): ExprFact {
  const [pattern, replacement] = words.map((word) => lower(word));
  const known = pattern?.kind === 'literal' && typeof pattern.value === 'string' ? pattern.value : undefined;
  const source = known === undefined ? undefined : cutSource(known, cut);
  if (source === undefined) return unknownExpression('other', at);
  const value = replacement ?? literalExpression('', at);
  const escaped =
    value.kind === 'literal' && typeof value.value === 'string'
      ? literalExpression(value.value.replaceAll('$', '$$$$'), value.at)
      : value;
  return state.builder.callMethod(
    subject,
    'replace',
    [{ kind: 'regex', source, flags: cut === '//' ? 'g' : '', at }, escaped],
    at,
  );
}

function sliced(state: ShellState, { subject, at }: Operated, offset: Word, length: Word | undefined): ExprFact {
  const start = Number(offset.value.trim() === '' ? '0' : offset.value.trim().replace(/^\((-\d+)\)$/, '$1'));
  const count = length === undefined ? undefined : Number(length.value.trim());
  const isKnown = Number.isInteger(start) && (count === undefined || (Number.isInteger(count) && start >= 0));
  if (!isKnown) return unknownExpression('other', at);
  const end = count === undefined ? [] : [literalExpression(count < 0 ? count : start + count, at)];
  return state.builder.callMethod(subject, 'slice', [literalExpression(start, at), ...end], at);
}

/** Part of a text that a pattern of `${name#pattern}` and similar expansions removes. */
type Cut = '#' | '##' | '%' | '%%' | '/' | '//' | '/#' | '/%';

/** Source of the regular expression for a shell pattern; undefined if there is none. */
function cutSource(pattern: string, cut: Cut): string | undefined {
  const greedy = piecesOf(pattern, '[^]*');
  if (greedy === undefined) return undefined;
  switch (cut) {
    case '#':
      return `^${piecesOf(pattern, '[^]*?') ?? ''}`;
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

/** `%/*` removes the part after the last slash: the shortest suffix that matches. */
function shortestEnd(pattern: string, greedy: string): string | undefined {
  if (!/[*?[\]]/.test(pattern)) return `${greedy}$`;
  const [, mark] = /^([^\\*?[\]])\*$/.exec(pattern) ?? [];
  return mark === undefined ? undefined : `${escaped(mark)}[^${mark === '^' || mark === ']' ? `\\${mark}` : mark}]*$`;
}

function piecesOf(pattern: string, any: string): string | undefined {
  if (pattern.includes('[')) return undefined;
  return Array.from(pattern.matchAll(/\\([^])|\*+|\?|[^\\*?]+/g), ([piece, quoted]) =>
    quoted !== undefined ? escaped(quoted) : piece.startsWith('*') ? any : piece === '?' ? '[^]' : escaped(piece),
  ).join('');
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}
