import type { Tree } from '@lezer/common';
import { FactsBuilder } from '../facts/builder.js';
import { loadLibrary } from '../../core/lib/late-library.js';
import type { Comment, Fragment } from '../../core/model/language.js';
import type { FileFacts } from '../../core/model/facts.js';
import { PlacedText } from '../holders/placed-text.js';
import type { LanguageParser } from '../language.js';
import { PythonLowering } from './lowering/statements.js';
import { nodesOf } from './syntax.js';
import type { PythonNode } from './syntax.js';

/** Whether an error of the grammar is valid Python: a `yield` without a value, or a number with a final point. */
function isValid(parent: PythonNode | null): boolean {
  if (parent?.name === 'YieldStatement' || parent?.name === 'YieldExpression') return true;
  return parent?.name === 'MemberExpression' && parent.firstChild?.name === 'Number';
}

/** The grammar and its lowering. */
export const pythonParser: LanguageParser = {
  parse(file, text, fragments) {
    if (fragments === undefined) return parseText(file, text);
    const program = joinFragments(fragments);
    const { facts, syntaxErrors } = parseText(file, program.text);
    return { facts: moveFacts(facts, (offset) => program.placeOf(offset)), syntaxErrors };
  },
  comments(_file, text, fragments) {
    if (fragments === undefined) return commentsIn(text);
    return fragments.flatMap(({ text: code, start, placeOf = (offset) => start + offset }) =>
      commentsIn(code).map((comment) => ({
        ...comment,
        span: [placeOf(comment.span[0]), placeOf(comment.span[1])] as const,
      })),
    );
  },
};

function parseText(file: string, text: string): { readonly facts: FileFacts; readonly syntaxErrors: number } {
  const { top, errors } = nodesOf(loadLibrary('@lezer/python').parser.parse(text));
  const builder = new FactsBuilder(file, text.length, { language: 'python', callsConstruct: true });
  const realErrors = errors.filter(({ parent }) => !isValid(parent));
  return { facts: new PythonLowering(builder, text).lower(top), syntaxErrors: realErrors.length };
}

function commentsIn(text: string): readonly Comment[] {
  return findComments(loadLibrary('@lezer/python').parser.parse(text), text);
}

/** Joins fragments to one program; each of several fragments becomes a function, so that its names are local. */
function joinFragments(fragments: readonly Fragment[]): PlacedText {
  const program = new PlacedText();
  for (const { text, start, placeOf = (offset: number) => start + offset } of fragments) {
    const indent = fragments.length > 1 ? ' ' : '';
    if (indent !== '') program.addAt('def _():\n', placeOf(0));
    let at = 0;
    for (const line of text.split('\n')) {
      program.addAt(indent, placeOf(at));
      for (let index = 0; index < line.length; index += 1) program.addVerbatim(line.charAt(index), placeOf(at + index));
      at += line.length + 1;
      program.addAt('\n', placeOf(at - 1));
    }
  }
  return program;
}

/** The comments of a file, in order; a comment alone on its line opens and closes ranges, as a block comment does. */
function findComments(tree: Tree, text: string): readonly Comment[] {
  const comments: Comment[] = [];
  tree.iterate({
    enter: ({ name, from, to }) => {
      if (name !== 'Comment') return;
      const line = text.slice(text.lastIndexOf('\n', from - 1) + 1, from);
      comments.push({ kind: line.trim() === '' ? 'block' : 'line', span: [from, to], text: text.slice(from + 1, to) });
    },
  });
  return comments;
}

/** Converts all spans of the facts in place, from offsets of the program to offsets of its file. */
function moveFacts(facts: FileFacts, placeOf: (offset: number) => number): FileFacts {
  const visitedItems = new Set<object>();
  const workList: unknown[] = [facts];
  for (let item = workList.pop(); item !== undefined || workList.length > 0; item = workList.pop()) {
    if (typeof item !== 'object' || item === null || visitedItems.has(item)) continue;
    visitedItems.add(item);
    // Spans are the only lists of numbers in facts.
    if (isNumbers(item)) for (const [index, offset] of item.entries()) item[index] = placeOf(offset);
    else for (const inner of Object.values(item)) workList.push(inner);
  }
  return facts;
}

function isNumbers(item: object): item is number[] {
  return Array.isArray(item) && typeof item[0] === 'number';
}
