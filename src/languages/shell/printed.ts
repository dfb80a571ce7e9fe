import { literalExpression, unknownExpression } from '../facts/expressions.js';
import type { ExprFact } from '../../core/model/facts.js';
import type { Span } from '../../core/model/span.js';
import type { Assignment, Word } from 'unbash';
import { isKnown } from './commands.js';
import { listOf, wordExpr } from './words.js';
import type { ShellState } from './state.js';

/** Returns the output of a printing command; undefined for any other command. */
export function outputOf(
  state: ShellState,
  name: string,
  args: readonly (Word | Assignment)[],
  at: Span,
): ExprFact | undefined {
  const words = args.filter((arg) => arg.type === 'Word');
  switch (name) {
    case 'echo':
      return joinWords(state, words.slice(words.findIndex(({ value }) => !/^-[neE]+$/.test(value)) >>> 0), at);
    case 'print':
      return joinWords(
        state,
        words.filter(({ value }) => !/^-[nrl]+$/.test(value)),
        at,
      );
    case 'printf':
      return words[0]?.value === '-v'
        ? undefined
        : formatOutput(state, words[0]?.value === '--' ? words.slice(1) : words, at);
    case 'cat':
    case 'tee':
      return words.every(({ value }) => value === '-') || name === 'tee'
        ? (state.stdin ?? unknownExpression('function-result', at))
        : undefined;
    default:
      return undefined;
  }
}

/** Joins words with blanks. */
function joinWords(state: ShellState, words: readonly Word[], at: Span): ExprFact {
  const parts = words.flatMap((word, index) => [
    ...(index === 0 ? [] : [literalExpression(' ', at)]),
    wordExpr(state, word),
  ]);
  return concatenate(state, parts, at);
}

function concatenate(state: ShellState, parts: readonly ExprFact[], at: Span): ExprFact {
  const [only, ...others] = parts;
  if (only === undefined) return literalExpression('', at);
  return others.length === 0 ? only : state.builder.concatFact(parts, at);
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', '\\': '\\', '"': '"', "'": "'" };

/** Maximum number of times that a format is used for the remaining words. */
const MAX_ROUNDS = 32;

/** The output of `printf '%s/%s' a b`. */
export function formatOutput(state: ShellState, [format, ...words]: readonly Word[], at: Span): ExprFact {
  if (format === undefined || !isKnown(format)) return unknownExpression('other', at);
  if (words.some((word) => expandsList(state, word))) return unknownExpression('other', at);
  const values = words.map((word) => wordExpr(state, word));
  const parts: ExprFact[] = [];
  let nextIndex = 0;
  const pieces = format.value.match(/%%|%[-+ 0#]*(?:[1-9]\d*)?(?:\.\d+)?[a-zA-Z]|\\[^]|[^%\\]+|[%\\]/g) ?? [];
  const placeholderCount = pieces.filter((piece) => /^%[^%]/.test(piece)).length;
  // A format is repeated for the remaining words.
  const repetitions =
    placeholderCount === 0 ? 1 : Math.min(Math.max(1, Math.ceil(values.length / placeholderCount)), MAX_ROUNDS);
  for (const piece of Array.from({ length: repetitions }, () => pieces).flat()) {
    if (piece === '%s' || piece === '%b') parts.push(values[nextIndex++] ?? literalExpression('', at));
    else if (piece === '%%') parts.push(literalExpression('%', at));
    else if (/^%.+/.test(piece)) {
      nextIndex++;
      parts.push(unknownExpression('other', at));
    } else parts.push(literalExpression(unescape(piece), state.span(format.pos, format.end)));
  }
  if (nextIndex < values.length) parts.push(unknownExpression('other', at));
  while (isNewline(parts.at(-1))) parts.pop();
  return concatenate(state, parts, at);
}

function unescape(piece: string): string {
  return piece.length === 2 && piece.startsWith('\\') ? (ESCAPES[piece.charAt(1)] ?? piece) : piece;
}

function isNewline(part: ExprFact | undefined): boolean {
  return part?.kind === 'literal' && part.value === '\n';
}

function expandsList(state: ShellState, { parts }: Word): boolean {
  return (parts ?? []).some((part) =>
    part.type === 'DoubleQuoted'
      ? part.parts.some((inner) => listOf(state, inner) !== undefined)
      : listOf(state, part) !== undefined,
  );
}
