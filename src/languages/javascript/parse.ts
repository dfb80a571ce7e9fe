import { parseTypeScript } from '../../facts/typescript.js';
import { loadTypeScript } from '../../sources/load-typescript.js';
import type { LanguageParser } from '../language.js';
import { findComments } from './comments.js';

/** The compiler and its lowering; the compiler is loaded with the first file. */
export const javascriptParser: LanguageParser = {
  parse: (file, text, fragments) => parseTypeScript(loadTypeScript(), file, text, fragments),
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
