/** Which part of a text a pattern of `${name#pattern}` and the like takes. */
export type Cut = '#' | '##' | '%' | '%%' | '/' | '//' | '/#' | '/%';

/** Source of the regular expression that finds what a shell pattern takes; undefined where there is none. */
export function cutSource(pattern: string, cut: Cut): string | undefined {
  const greedy = piecesOf(pattern, '[^]*');
  if (greedy === undefined) return undefined;
  switch (cut) {
    case '#':
      return `^${piecesOf(pattern, '[^]*?') ?? ''}`;
    case '##':
    case '/#':
      return `^${greedy}`;
    case '%%':
    case '/%':
      return `${greedy}$`;
    case '%':
      return shortestEnd(pattern, greedy);
    case '/':
    case '//':
      return greedy;
  }
}

/** `%/*` removes the part after the last slash: the shortest suffix that matches. */
function shortestEnd(pattern: string, greedy: string): string | undefined {
  if (!/[*?[\]]/.test(pattern)) return `${greedy}$`;
  const [, mark] = /^([^\\*?[\]])\*$/.exec(pattern) ?? [];
  return mark === undefined ? undefined : `${escaped(mark)}[^${mark === '^' || mark === ']' ? `\\${mark}` : mark}]*$`;
}

function piecesOf(pattern: string, any: string): string | undefined {
  if (pattern.includes('[')) return undefined;
  return Array.from(pattern.matchAll(/\\([^])|\*+|\?|[^\\*?]+/g), ([piece, quoted]) =>
    quoted !== undefined ? escaped(quoted) : piece.startsWith('*') ? any : piece === '?' ? '[^]' : escaped(piece),
  ).join('');
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}
