import type { Comment, LanguageId } from '../../core/model/language.js';
import type { Code, EmbeddedCode, HostFileKind } from './embedded-code.js';
import { PlacedText } from './placed-text.js';

const DOCUMENT = /\.(?:md|mdx|markdown)$/i;

/** Documents in Markdown; each block of code between fences is a separate program. */
export const markdown: HostFileKind = {
  name: 'a document',
  languages: ['javascript', 'shell', 'terraform', 'python'],
  isHostFile: (path) => DOCUMENT.test(path),
  read: readDocument,
  commentsOf: markupComments,
  counts: 'asked',
};

/** Languages by their names on the line of a fence. */
const LANGUAGES: Readonly<Record<string, readonly [LanguageId, dialect?: string]>> = {
  ...named(['shell'], 'sh bash shell zsh ksh console terminal shell-session shellsession sh-session shellscript curl'),
  ...named(['javascript', 'jsx'], 'js javascript jsx mjs cjs node'),
  ...named(['javascript', 'ts'], 'ts typescript mts cts'),
  ...named(['javascript', 'tsx'], 'tsx'),
  ...named(['python'], 'py python python3'),
  ...named(['terraform'], 'hcl tf terraform opentofu tofu'),
};

function named<T>(value: T, names: string): Readonly<Record<string, T>> {
  return Object.fromEntries(names.split(' ').map((name) => [name, value]));
}

interface Block {
  /** Marks of the opening fence. */
  readonly fence: string;
  /** Number of characters before the fence. */
  readonly indent: number;
  readonly language: readonly [LanguageId, dialect?: string] | undefined;
  readonly lines: PlacedText[];
}

const OPENING_FENCE = /^([ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*)(`{3,}(?=[^`]*$)|~{3,})[ \t]*(?:\{\.?)?([\w-]*)/;

function readDocument(text: string): EmbeddedCode {
  const codes: Code[] = [];
  let block: Block | undefined;
  const close = (): void => {
    const code = block === undefined ? undefined : codeOf(block);
    if (code !== undefined) codes.push(code);
    block = undefined;
  };
  for (const { 0: line, index } of text.matchAll(/[^\r\n]+|(?<=\n)(?=\r?\n)/g)) {
    if (block === undefined) {
      const [, prefix = '', fence, info = ''] = OPENING_FENCE.exec(line) ?? [];
      if (fence !== undefined)
        block = { fence, indent: prefix.length, language: LANGUAGES[info.toLowerCase()], lines: [] };
    } else if (isClosing(line, block.fence)) close();
    else {
      const indent = Math.min(block.indent, /^[ \t>]*/.exec(line)?.[0].length ?? 0);
      block.lines.push(new PlacedText().addVerbatim(line.slice(indent), index + indent));
    }
  }
  close();
  return { codes, isBroken: false };
}

/** Whether a line is a closing fence: at least as many of the same marks, and nothing else. */
function isClosing(line: string, fence: string): boolean {
  const marks = line.replace(/^[ \t>]*/, '').trimEnd();
  return marks.length >= fence.length && marks === fence.charAt(0).repeat(marks.length);
}

const PROMPT = /^\s*[$%](?=\s)\s*/;

function codeOf({ language: fenceLanguage, lines }: Block): Code | undefined {
  if (fenceLanguage === undefined || lines.length === 0) return undefined;
  const [language, dialect] = fenceLanguage;
  const hasPrompts = language === 'shell' && lines.some(({ text }) => PROMPT.test(text));
  const code = new PlacedText();
  let continues = false;
  for (const line of lines) {
    const prompt =
      PROMPT.exec(line.text)?.[0].length ?? (continues ? /^\s*(?:> )?/.exec(line.text)?.[0].length : undefined);
    // If there are prompts, all other lines are output.
    if (!hasPrompts || prompt !== undefined) {
      code.copy(line, hasPrompts ? prompt : 0);
      continues = line.text.trimEnd().endsWith('\\');
    } else continues = false;
    code.addAt('\n', line.placeOf(line.text.length));
  }
  return { ...code.fragment(), language, ...(dialect === undefined ? {} : { dialect }) };
}

/** Comments of markup: `<!-- … -->`. */
export function markupComments(text: string): readonly Comment[] {
  const comments: Comment[] = [];
  for (let at = text.indexOf('<!--'); at >= 0;) {
    const close = text.indexOf('-->', at + 4);
    const end = close < 0 ? text.length : close + 3;
    comments.push({ kind: 'block', span: [at, end], text: text.slice(at + 4, close < 0 ? end : close) });
    at = text.indexOf('<!--', end);
  }
  return comments;
}
