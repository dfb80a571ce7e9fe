import { FactsBuilder } from '../../facts/builder.js';
import { lateLibrary } from '../../lib/late-library.js';
import type { Fragment } from '../../model/language.js';
import type { Span } from '../../model/span.js';
import type { ParsedScript } from 'unbash';
import type { LanguageParser } from '../language.js';
import { commentsIn } from './comments.js';
import { knownNames } from './known-names.js';
import { masked } from './masked.js';
import { Names } from './names.js';
import { ScriptLowering } from './script.js';

const DIALECT = { language: 'shell', sharesNames: true } as const;

/** The parser of shell scripts and the lowering of its trees; it is loaded with the first script. */
export const shellParser: LanguageParser = {
  parse(file, text, fragments) {
    const builder = new FactsBuilder(file, text.length, DIALECT);
    let syntaxErrors = 0;
    for (const piece of piecesOf(text, fragments)) {
      const { script, source, whole, placeOf } = piece;
      syntaxErrors += script.errors?.length ?? 0;
      const outer = builder.context;
      builder.context = { ...outer, scope: whole, functionScope: whole };
      const names = new Names(builder, whole, knownNames(script));
      new ScriptLowering({ builder, names, source, whole, placeOf }).script(script);
      if (fragments === undefined) names.exportAll();
      builder.context = outer;
    }
    return { facts: builder.finish(), syntaxErrors };
  },
  comments(_file, text, fragments) {
    return piecesOf(text, fragments).flatMap(({ script, source, placeOf }) => commentsIn(script, source, placeOf));
  },
};

/** A script of its own: a file, or a stretch of one. */
interface Piece {
  readonly script: ParsedScript;
  readonly source: string;
  readonly whole: Span;
  readonly placeOf: (offset: number) => number;
}

function piecesOf(text: string, fragments: readonly Fragment[] | undefined): readonly Piece[] {
  const { parse } = lateLibrary('unbash');
  if (fragments === undefined)
    return [{ script: parse(text), source: text, whole: [0, text.length], placeOf: (offset) => offset }];
  return fragments.map(({ text: own, start, end, placeOf = (offset) => start + offset }) => {
    const source = masked(own);
    return { script: parse(source), source, whole: [start, end], placeOf };
  });
}
