import { parseTypeScript } from '../../facts/typescript.js';
import type { Fragment } from '../../model/language.js';
import { loadTypeScript } from '../../sources/load-typescript.js';
import type { LanguageParser } from '../language.js';
import { findComments } from './comments.js';

/** The compiler and its lowering; the compiler is loaded with the first file. */
export const javascriptParser: LanguageParser = {
  parse: (file, text, fragments) => parseTypeScript(loadTypeScript(), nameOf(file, fragments), codeOf(text, fragments)),
  comments: (file, text, fragments) => findComments(nameOf(file, fragments), codeOf(text, fragments)),
};

/** The text with nothing but blanks between the fragments, so that all stands where it stood. */
function codeOf(text: string, fragments: readonly Fragment[] | undefined): string {
  if (fragments === undefined) return text;
  let code = '';
  for (const { text: own, start } of fragments) code += blank(text.slice(code.length, start)) + own;
  return code + blank(text.slice(code.length));
}

function blank(text: string): string {
  return text.replace(/[^\r\n\u2028\u2029]/g, ' ');
}

/** A file is parsed as its extension says; one of another kind as its scripts say. */
function nameOf(file: string, fragments: readonly Fragment[] | undefined): string {
  if (fragments === undefined) return file;
  const dialect = fragments.find((fragment) => fragment.dialect !== undefined)?.dialect ?? 'jsx';
  return `${file}.${dialect}`;
}
