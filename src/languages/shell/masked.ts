import { literalExpression, memberExpression, nameExpression, unknownExpression } from '../../facts/expressions.js';
import type { ExprFact } from '../../model/facts.js';
import type { Span } from '../../model/span.js';

/** Private-use letters that mask expressions filled in before a shell sees the text: one begins each. */
const MASK = '\uE0F0';
const REST = '\uE0F1';
const MASKS = /\uE0F0([\uE000-\uE07F]*)\uE0F1*/g;

/** Offset for the masked letters of a name. */
const NAMED = 0xe000;

/** `${{ … }}`, which may be anywhere in a script, quotes included. */
const FILLED_IN = /\$\{\{((?:[^}]|\}(?!\}))*)\}\}/g;

/** `github.repository`, `inputs.id`. */
const NAME = /^\s*([A-Za-z_]\w*(?:\.[A-Za-z_][\w-]*)+)\s*$/;

/** A text with each `${{ … }}` masked, so that the shell does not see it; all offsets stay. */
export function masked(text: string): string {
  return text.includes('${{') ? text.replace(FILLED_IN, maskOf) : text;
}

function maskOf(written: string, inner: string): string {
  const name = Array.from(NAME.exec(inner)?.[1] ?? '', (letter) => String.fromCharCode(NAMED + letter.charCodeAt(0)));
  return `${MASK}${name.join('')}`.padEnd(written.length, REST);
}

/** The pieces of a text with masked expressions; undefined if there are none. */
export function withHoles(text: string, at: Span): readonly ExprFact[] | undefined {
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

/** Expression for a placeholder; its name, if any, can reveal the value. */
function holeOf(letters: string, at: Span): ExprFact {
  if (letters === '') return unknownExpression('hole', at);
  const name = Array.from(letters, (letter) => String.fromCharCode(letter.charCodeAt(0) - NAMED)).join('');
  const [first = '', ...members] = name.split('.');
  return members.reduce((object, member) => memberExpression(object, member, at, at), nameExpression(first, at));
}
