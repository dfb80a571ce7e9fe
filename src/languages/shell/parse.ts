import { FactsBuilder } from '../facts/builder.js';
import { loadLibrary } from '../../core/lib/late-library.js';
import type { Comment, Fragment } from '../../core/model/language.js';
import type { Span } from '../../core/model/span.js';
import type { ParsedScript, SyntaxNode } from 'unbash';
import type { LanguageParser } from '../language.js';
import { ScriptNames, knownNames } from './names.js';
import { masked } from './words.js';
import { ScriptLowering } from './script.js';

const DIALECT = { language: 'shell', sharesNames: true } as const;

/** The parser of shell scripts and the lowering of its trees, loaded with the first script. */
export const shellParser: LanguageParser = {
  parse(file, text, fragments) {
    const builder = new FactsBuilder(file, text.length, DIALECT);
    let syntaxErrors = 0;
    for (const piece of piecesOf(text, fragments)) {
      const { script, source, whole, placeOf } = piece;
      syntaxErrors += script.errors?.length ?? 0;
      const outer = builder.context;
      builder.context = { ...outer, scope: whole, functionScope: whole };
      const names = new ScriptNames(builder, whole, knownNames(script));
      new ScriptLowering({ builder, names, source, scriptSpan: whole, placeOf }).script(script);
      if (fragments === undefined) names.exportAll();
      builder.context = outer;
    }
    return { facts: builder.finish(), syntaxErrors };
  },
  comments(_file, text, fragments) {
    return piecesOf(text, fragments).flatMap(({ script, source, placeOf }) => commentsIn(script, source, placeOf));
  },
};

/** A separate script: a file, or a fragment of one. */
interface Piece {
  readonly script: ParsedScript;
  readonly source: string;
  readonly whole: Span;
  readonly placeOf: (offset: number) => number;
}

function piecesOf(text: string, fragments: readonly Fragment[] | undefined): readonly Piece[] {
  const { parse } = loadLibrary('unbash');
  if (fragments === undefined)
    return [{ script: parse(text), source: text, whole: [0, text.length], placeOf: (offset) => offset }];
  return fragments.map(({ text: own, start, end, placeOf = (offset) => start + offset }) => {
    const source = masked(own);
    return { script: parse(source), source, whole: [start, end], placeOf };
  });
}

/** The comments of a script, in order: `#` at the start of a word, outside words and here-documents. */
function commentsIn(script: ParsedScript, source: string, placeOf: (offset: number) => number): readonly Comment[] {
  const comments: Comment[] = [];
  let end = 0;
  for (const [start, next] of [...spansWithoutComments(script), [source.length, source.length] as const]) {
    if (start > end) addComments({ source, from: end, to: start, placeOf }, comments);
    end = Math.max(end, next);
  }
  return comments;
}

/** Spans without comments: words, here-documents, arithmetic; except substituted scripts inside them. */
function spansWithoutComments(script: ParsedScript): readonly Span[] {
  const { forEachChild } = loadLibrary('unbash');
  const spans: Span[] = [];
  const workList: { readonly node: SyntaxNode; readonly isInside: boolean }[] = [{ node: script, isInside: false }];
  // Ranges of scripts inside words, which may contain comments.
  const innerScripts: Span[] = [];
  for (let next = workList.pop(); next !== undefined; next = workList.pop()) {
    const { node, isInside } = next;
    const hasNoComments = WITHOUT_COMMENTS.has(node.type);
    if (hasNoComments && !isInside) spans.push([node.pos, node.end]);
    const isScript = node.type === 'Script' && node !== script;
    // Scripts in backticks with escapes have their own offsets.
    if (isScript && node.source !== undefined) continue;
    if (isScript && isInside) innerScripts.push([node.pos, node.end]);
    forEachChild(node, (child) => {
      workList.push({ node: child, isInside: isScript ? false : isInside || hasNoComments });
    });
  }
  return withoutHoles(spans, innerScripts);
}

const WITHOUT_COMMENTS: ReadonlySet<string> = new Set([
  'Word',
  'Assignment',
  'HereDocDelimiter',
  'HereDocBody',
  'ArithmeticCommand',
  'ArithmeticBinary',
  'ArithmeticUnary',
  'ArithmeticTernary',
  'ArithmeticGroup',
  'ArithmeticWord',
]);

/** Ranges without the holes in them; a range inside a hole is unchanged. */
function withoutHoles(spans: readonly Span[], holes: readonly Span[]): readonly Span[] {
  const edges = [
    ...spans.flatMap(([start, end]): Edge[] => [
      { at: start, change: 1 },
      { at: end, change: -1 },
    ]),
    ...holes.flatMap(([start, end]): Edge[] => [
      { at: start, change: -1 },
      { at: end, change: 1 },
    ]),
  ].sort((a, b) => a.at - b.at || a.change - b.change);
  const result: Span[] = [];
  let depth = 0;
  let start = 0;
  for (const { at, change } of edges) {
    if (depth === 0 && change > 0) start = at;
    depth += change;
    if (depth === 0 && change < 0 && at > start) result.push([start, at]);
  }
  return result;
}

interface Edge {
  readonly at: number;
  readonly change: number;
}

interface Gap {
  readonly source: string;
  readonly from: number;
  readonly to: number;
  readonly placeOf: (offset: number) => number;
}

const COMMENT = /(?<=^|[\s;&|()`])#[^\n]*/g;

function addComments({ source, from, to, placeOf }: Gap, comments: Comment[]): void {
  for (const match of source.slice(from, to).matchAll(COMMENT)) {
    const index = from + match.index;
    const comment = match[0].replace(/\r$/, '');
    const isAlone = source.slice(source.lastIndexOf('\n', index - 1) + 1, index).trim() === '';
    const span: Span = [placeOf(index), placeOf(index + comment.length)];
    comments.push({ kind: isAlone ? 'block' : 'line', span, text: comment.slice(1) });
  }
}
