const space = /\s/;

/** Position of the first character at or after `position` that is neither white space nor in a comment. */
export function skipTrivia(text: string, position: number): number {
  let at = position;
  while (at < text.length) {
    if (space.test(text.charAt(at))) at += 1;
    else if (text.startsWith('//', at)) at = endOf(text, /[\r\n\u2028\u2029]/g, at);
    else if (text.startsWith('/*', at)) at = endOf(text, /\*\//g, at + 2);
    else break;
  }
  return at;
}

function endOf(text: string, pattern: RegExp, from: number): number {
  pattern.lastIndex = from;
  return pattern.test(text) ? pattern.lastIndex : text.length;
}
