import { literalExpression, unknownExpression } from '../../facts/expressions.js';
import type { ExprFact } from '../../model/facts.js';
import type { Span } from '../../model/span.js';

/** A letter that no script has, in the place of each of what is filled in before a shell sees the text. */
const MASK = '\uE0F0';
const MASKS = /\uE0F0+/g;

/** `${{ … }}`, which may stand anywhere in a script, quotes included. */
const FILLED_IN = /\$\{\{(?:[^}]|\}(?!\}))*\}\}/g;

/** A text with each `${{ … }}` masked, so that the shell does not see it; all offsets stay. */
export function masked(text: string): string {
  return text.includes('${{') ? text.replace(FILLED_IN, (written) => MASK.repeat(written.length)) : text;
}

/** The pieces of a text that something is filled into; undefined where nothing is. */
export function withHoles(text: string, at: Span): readonly ExprFact[] | undefined {
  if (!text.includes(MASK)) return undefined;
  const pieces: ExprFact[] = [];
  let end = 0;
  for (const { 0: hole, index } of text.matchAll(MASKS)) {
    if (index > end) pieces.push(literalExpression(text.slice(end, index), at));
    pieces.push(unknownExpression('hole', at));
    end = index + hole.length;
  }
  return end < text.length ? [...pieces, literalExpression(text.slice(end), at)] : pieces;
}
