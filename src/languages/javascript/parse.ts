import { parseTypeScript } from '../facts/typescript.js';
import { builtModule } from '../../core/built-module.js';
import type { Comment } from '../../core/model/language.js';
import type { Span } from '../../core/model/span.js';
import { loadTypeScript } from '../../files/load-typescript.js';
import type { TypeScript } from '../../files/load-typescript.js';
import type { LanguageParser } from '../language.js';

type TypeScriptParser = Parameters<typeof parseTypeScript>[0];

let parser: TypeScriptParser | undefined;

/** Loads the parser of the compiler on first use. */
function loadParser(): TypeScriptParser {
  return (parser ??= builtModule('libraries/typescript-parser.cjs') as TypeScriptParser);
}

/** Parser and lowering of TypeScript and JavaScript. */
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

/**
 * The comments of a file, in order. They are only between tokens: `//` in a string, a template, a regular expression or
 * JSX text is not a comment.
 */
export function findComments(file: string, text: string): readonly Comment[] {
  const comments: Comment[] = [];
  let end = 0;
  for (const [start, tokenEnd] of [...tokenSpans(file, text), [text.length, text.length] as const]) {
    if (start > end) addComments(text, end, start, comments);
    end = Math.max(end, tokenEnd);
  }
  return comments;
}

/** Ranges of all tokens without the trivia before them, in order. */
function tokenSpans(file: string, text: string): readonly Span[] {
  const ts = loadTypeScript();
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, false, scriptKind(ts, file));
  const spans: Span[] = [];
  const pending: TypeScript.Node[] = [source];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (node.kind >= ts.SyntaxKind.FirstJSDocNode && node.kind <= ts.SyntaxKind.LastJSDocNode) continue;
    const children = ts.isToken(node) ? [] : node.getChildren(source);
    if (children.length === 0) spans.push([ts.isJsxText(node) ? node.pos : node.getStart(source), node.end]);
    for (let index = children.length - 1; index >= 0; index -= 1) {
      const child = children[index];
      if (child !== undefined) pending.push(child);
    }
  }
  return spans;
}

/** The script kind of a file for the parser; JavaScript may contain JSX with any of its extensions. */
function scriptKind(ts: typeof TypeScript, file: string): TypeScript.ScriptKind {
  if (/\.tsx$/i.test(file)) return ts.ScriptKind.TSX;
  return /\.[cm]?ts$/i.test(file) ? ts.ScriptKind.TS : ts.ScriptKind.JSX;
}

const COMMENT = /\/\/[^\r\n\u2028\u2029]*|\/\*[^]*?(?:\*\/|$)/g;

function addComments(text: string, from: number, to: number, comments: Comment[]): void {
  COMMENT.lastIndex = from;
  for (let match = COMMENT.exec(text); match !== null && match.index < to; match = COMMENT.exec(text)) {
    const span: Span = [match.index, match.index + match[0].length];
    if (match[0].startsWith('//')) comments.push({ kind: 'line', span, text: match[0].slice(2) });
    else comments.push({ kind: 'block', span, text: match[0].slice(2).replace(/\*\/$/, '') });
  }
}
