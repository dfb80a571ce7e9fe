/** End of code in braces, from its `{` on; undefined if unclosed. */
export function endOfBraces(text: string, from: number): number | undefined {
  let depth = 0;
  for (const [at, token] of tokens(text, from)) {
    if (token === '{') depth += 1;
    else if (token === '}') depth -= 1;
    if (depth === 0) return at + 1;
  }
  return undefined;
}

/** Place of the fence below the code at the head of a file; undefined if there is none. */
export function closingFence(text: string, from: number): number | undefined {
  for (const [at, token] of tokens(text, from)) if (token === '---') return at;
  // A quote in a regular expression hides the text after it: then the first line with a fence.
  const line = /^[ \t]*---/gm;
  line.lastIndex = from;
  const found = line.exec(text);
  return found === null ? undefined : found.index + found[0].length - '---'.length;
}

const TOKEN = /---|[{}"'`]|\/\/|\/\*/g;

/** Braces and fences of code, in order, outside its texts and comments. */
function* tokens(text: string, from: number): Generator<readonly [at: number, token: string]> {
  /** Number of open braces in each hole of the open templates. */
  const holes: number[] = [];
  const token = new RegExp(TOKEN);
  token.lastIndex = from;
  for (let match = token.exec(text); match !== null; match = token.exec(text)) {
    const [found] = match;
    const open = holes.at(-1);
    if (found === '}' && open === 0) {
      holes.pop();
      token.lastIndex = endOfTemplate(text, token.lastIndex, holes);
    } else if (found === '`') token.lastIndex = endOfTemplate(text, token.lastIndex, holes);
    else if (found === '{' || found === '}') {
      if (open === undefined) yield [match.index, found];
      else holes[holes.length - 1] = open + (found === '{' ? 1 : -1);
    } else if (found === '---') {
      if (open === undefined) yield [match.index, found];
    } else token.lastIndex = endOf(text, ENDS[found] ?? TOKEN, token.lastIndex);
  }
}

/** End patterns of strings and comments by opening mark; a quoted string ends at the end of its line at the latest. */
const ENDS: Readonly<Record<string, RegExp>> = {
  '"': /\\[^]|["\r\n]/g,
  "'": /\\[^]|['\r\n]/g,
  '`': /\\[^]|`|\$\{/g,
  '//': /[\r\n]/g,
  '/*': /\*\//g,
};

/** End of a template, or start of its next hole, which is then open. */
function endOfTemplate(text: string, from: number, holes: number[]): number {
  const end = endOf(text, ENDS['`'] ?? TOKEN, from);
  if (text.startsWith('${', end - 2)) holes.push(0);
  return end;
}

/** End of the next match of a pattern that is not escaped. */
function endOf(text: string, pattern: RegExp, from: number): number {
  const end = new RegExp(pattern);
  end.lastIndex = from;
  for (let match = end.exec(text); match !== null; match = end.exec(text))
    if (!match[0].startsWith('\\')) return end.lastIndex;
  return text.length;
}
