/** Line end of a text, by its first line. */
export function eolOf(text: string): '\r\n' | '\n' {
  return /^[^\n]*\r\n/.test(text) ? '\r\n' : '\n';
}

/** A text with lines after its last one. */
export function withLines(text: string, lines: readonly string[]): string {
  const eol = eolOf(text);
  const start = text === '' || text.endsWith('\n') ? text : text + eol;
  return start + lines.map((line) => line + eol).join('');
}

/** A text with another one inserted. The lines of `added` end with `\n`. */
export function insertedAt(text: string, at: number, added: string): string {
  return text.slice(0, at) + added.replaceAll('\n', eolOf(text)) + text.slice(at);
}

/** Whether a text contains another one, in the same order; white space does not count. */
export function keepsAll(before: string, after: string): boolean {
  const wanted = before.replace(/\s+/g, '');
  let found = 0;
  for (const sign of after.replace(/\s+/g, '')) if (wanted.startsWith(sign, found)) found += sign.length;
  return found === wanted.length;
}
