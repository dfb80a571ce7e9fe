import { parseTypeScript } from '../../facts/typescript.js';
import { builtModule } from '../../lib/built-module.js';
import type { LanguageParser } from '../language.js';
import { findComments } from './comments.js';

type TypeScriptParser = Parameters<typeof parseTypeScript>[0];

let parser: TypeScriptParser | undefined;

/** The parser of the compiler, which is loaded with the first file. */
function loadParser(): TypeScriptParser {
  return (parser ??= builtModule('libraries/typescript-parser.cjs') as TypeScriptParser);
}

/** The parser and its lowering. */
export const javascriptParser: LanguageParser = {
  parse: (file, text, fragments) => parseTypeScript(loadParser(), file, text, fragments),
  comments(file, text, fragments) {
    if (fragments === undefined) return findComments(file, text);
    return fragments.flatMap(({ text: code, start, placeOf, dialect }) => {
      const place = placeOf ?? ((offset: number): number => start + offset);
      return findComments(`${file}.${dialect ?? 'jsx'}`, code).map((comment) => ({
        ...comment,
        span: [place(comment.span[0]), place(comment.span[1])] as const,
      }));
    });
  },
};
