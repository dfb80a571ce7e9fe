import { FactsBuilder } from '../../facts/builder.js';
import { lateLibrary } from '../../lib/late-library.js';
import type { LanguageParser } from '../language.js';
import { PythonLowering } from './lowering/statements.js';
import { findComments } from './comments.js';

/** The grammar and its lowering. */
export const pythonParser: LanguageParser = {
  parse(file, text) {
    const tree = lateLibrary('@lezer/python').parser.parse(text);
    const builder = new FactsBuilder(file, text.length, { language: 'python', callsConstruct: true });
    let syntaxErrors = 0;
    tree.iterate({
      enter: ({ type }) => {
        if (type.isError) syntaxErrors += 1;
      },
    });
    return { facts: new PythonLowering(builder, text).lower(tree.topNode), syntaxErrors };
  },
  comments: (_file, text) => findComments(lateLibrary('@lezer/python').parser.parse(text), text),
};
