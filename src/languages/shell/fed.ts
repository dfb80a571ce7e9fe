import { unknownExpression } from '../../facts/expressions.js';
import type { ExprFact } from '../../model/facts.js';
import type { Span } from '../../model/span.js';

/** A command that is run with words from elsewhere: `xargs -I{} curl {}`. */
export interface Fed {
  /** Placeholder of a line that is read; absent where the words are put behind the command's own. */
  readonly mark: string | undefined;
  /** Any line of what is read. */
  readonly line: ExprFact;
}

export function isMarked({ mark }: Fed, text: string): boolean {
  return mark !== undefined && mark !== '' && text.includes(mark);
}

/** An argument with a line that is read in each place of the mark. */
export function filled(value: ExprFact, { mark = '', line }: Fed): readonly ExprFact[] {
  const parts = value.kind === 'concat' ? value.parts : [value];
  return parts.flatMap((part): readonly ExprFact[] => {
    const { at } = part;
    if (part.kind !== 'literal' || typeof part.value !== 'string') return [part];
    return part.value
      .split(mark)
      .flatMap((piece, index): readonly ExprFact[] => [
        ...(index === 0 ? [] : [line]),
        ...(piece === '' ? [] : [{ kind: 'literal', value: piece, at } as const]),
      ]);
  });
}

/** Any line of what a command reads, as far as that is known. */
export function lineRead(stdin: ExprFact | undefined, at: Span): ExprFact {
  if (stdin === undefined || stdin.kind === 'unknown') return unknownExpression('hole', at);
  const lines = linesOf(stdin);
  const [only, ...others] = lines;
  if (only === undefined) return unknownExpression('hole', at);
  return others.length === 0 ? only : { kind: 'each', value: { kind: 'array', elements: lines, at }, at };
}

/** The lines of a text that are not empty; a piece that is not known counts as a part of one. */
function linesOf(text: ExprFact): readonly ExprFact[] {
  const lines: ExprFact[][] = [[]];
  for (const part of text.kind === 'concat' ? text.parts : [text]) {
    if (part.kind !== 'literal' || typeof part.value !== 'string') {
      lines.at(-1)?.push(part);
      continue;
    }
    for (const [index, piece] of part.value.split('\n').entries()) {
      if (index > 0) lines.push([]);
      if (piece !== '') lines.at(-1)?.push({ kind: 'literal', value: piece, at: part.at });
    }
  }
  return lines.flatMap((parts): readonly ExprFact[] => {
    const [only, ...others] = parts;
    if (only === undefined) return [];
    return others.length === 0 ? [only] : [{ kind: 'concat', parts, at: text.at }];
  });
}
