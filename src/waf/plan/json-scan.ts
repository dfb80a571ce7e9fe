/** Deeper nesting than any answer of the API has; beyond it, later steps could run out of stack. */
const MAX_DEPTH = 200;

export type JsonScan =
  | {
      readonly ok: true;
      /** Line of the value that was looked for, from 1. */
      readonly line?: number;
      /** The first name that stands twice in one object: `JSON.parse` keeps the last one without a word. */
      readonly twice?: { readonly key: string; readonly line: number; readonly column: number };
    }
  | { readonly ok: false; readonly line: number; readonly column: number; readonly reason: string };

class Fault extends Error {
  constructor(
    readonly reason: string,
    readonly offset: number,
  ) {
    super(reason);
  }
}

const SPACE = new Set([' ', '\t', '\n', '\r']);
const LITERAL = /(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)(?![\w.+-])/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;

/**
 * Reads a JSON text for its places: of the first fault, or of the value that `path` leads to. `JSON.parse`
 * gives values without places, and for short texts faults without places too. Where the path leads
 * nowhere, the line is that of the innermost value on the way.
 */
export function scanJson(text: string, path: readonly string[] = []): JsonScan {
  let at = 0;
  let twice: { readonly key: string; readonly offset: number } | undefined;
  let found: { readonly offset: number; readonly depth: number } | undefined;

  const skipSpace = (): void => {
    while (SPACE.has(text.charAt(at))) at += 1;
  };
  const fault = (reason: string): Fault => new Fault(reason, at);
  const expected = (what: string): Fault =>
    fault(at >= text.length ? `the text ends where ${what} should be` : `expected ${what}`);

  const readString = (): string => {
    const start = at;
    at += 1;
    for (;;) {
      const char = text.charAt(at);
      if (char === '') throw fault('the text ends inside a string');
      if (char === '"') break;
      if (char < ' ') throw fault('a control character inside a string');
      if (char === '\\') {
        ESCAPE.lastIndex = at;
        const escape = ESCAPE.exec(text);
        if (escape === null) throw fault('a bad escape inside a string');
        at += escape[0].length;
      } else at += 1;
    }
    at += 1;
    return text.slice(start, at);
  };

  /** `matched` is how much of the path led here, or -1 off the path. */
  const readValue = (depth: number, matched: number): void => {
    if (depth > MAX_DEPTH) throw fault(`nested more than ${String(MAX_DEPTH)} deep`);
    skipSpace();
    if (matched >= 0 && (found === undefined || matched > found.depth)) found = { offset: at, depth: matched };
    const char = text.charAt(at);
    if (char === '{' || char === '[') readItems(char, depth, matched);
    else if (char === '"') readString();
    else {
      LITERAL.lastIndex = at;
      const literal = LITERAL.exec(text);
      if (literal === null) throw expected('a value');
      at += literal[0].length;
    }
  };

  const readItems = (open: '{' | '[', depth: number, matched: number): void => {
    const close = open === '{' ? '}' : ']';
    at += 1;
    skipSpace();
    if (text.charAt(at) === close) {
      at += 1;
      return;
    }
    const keys = new Set<string>();
    for (let index = 0; ; index += 1) {
      const key = open === '{' ? readKey(keys) : String(index);
      readValue(depth + 1, matched >= 0 && path[matched] === key ? matched + 1 : -1);
      skipSpace();
      if (text.charAt(at) === close) break;
      if (text.charAt(at) !== ',') throw expected(`',' or '${close}'`);
      at += 1;
    }
    at += 1;
  };

  const readKey = (keys: Set<string>): string => {
    skipSpace();
    if (text.charAt(at) !== '"') throw expected('a property name in double quotes');
    const offset = at;
    const key = JSON.parse(readString()) as string;
    if (keys.has(key)) twice ??= { key, offset };
    keys.add(key);
    skipSpace();
    if (text.charAt(at) !== ':') throw expected("':'");
    at += 1;
    return key;
  };

  try {
    readValue(0, 0);
    skipSpace();
    if (at < text.length) throw fault('more text after the value');
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return { ok: false, ...placeOf(text, error.offset), reason: error.reason };
  }
  return {
    ok: true,
    ...(found === undefined ? {} : { line: placeOf(text, found.offset).line }),
    ...(twice === undefined ? {} : { twice: { key: twice.key, ...placeOf(text, twice.offset) } }),
  };
}

function placeOf(text: string, offset: number): { readonly line: number; readonly column: number } {
  const before = text.slice(0, offset).split('\n');
  return { line: before.length, column: (before.at(-1) ?? '').length + 1 };
}
