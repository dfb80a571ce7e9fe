/** A piece of a template: literal text, or the place of a value. */
export type Piece = (
  | { readonly kind: 'text'; readonly text: string }
  /** `path`: position or name of the value, and the path inside it; empty for the next one. */
  | { readonly kind: 'place'; readonly path: readonly string[]; readonly isPlain: boolean }
) & {
  /** Its offset in the template. */
  readonly start: number;
  readonly end: number;
};

/** `%(name)s`, `%5.2f`, `%%`. */
const PERCENT = /%(?:\(([^)]*)\))?([#0\- +]*)(\*|[1-9]\d*)?(?:\.(?:\*|\d+))?[hlL]?([diouxXeEfFgGcrsa%])/g;

/** `{}`, `{0}`, `{name.part[key]!r:>10}`, `{{`, `}}`. */
const BRACES = /\{\{|\}\}|\{([^{}!:]*)(![rsa])?(:(?:[^{}]|\{[^{}]*\})*)?\}/g;

/** The pieces of a template of `printf`. */
export function percentPieces(template: string): readonly Piece[] {
  return piecesOf(template, PERCENT, ([, name, flags = '', width, kind = '']) => {
    if (kind === '%') return '%';
    const isPlain = 'sdiu'.includes(kind) && flags === '' && width === undefined;
    return { path: name === undefined ? [] : [name], isPlain };
  });
}

/** The pieces of a template with places in braces. */
export function bracePieces(template: string): readonly Piece[] {
  return piecesOf(template, BRACES, ([whole, field = '', conversion, spec]) => {
    if (whole === '{{') return '{';
    if (whole === '}}') return '}';
    const isPlain = (conversion ?? '!s') === '!s' && (spec === undefined || /^:[sd]?$/.test(spec));
    return { path: field === '' ? [] : field.split(/\.|\[|\]\.?/).filter((step) => step !== ''), isPlain };
  });
}

type Read = (match: RegExpExecArray) => string | { readonly path: readonly string[]; readonly isPlain: boolean };

function piecesOf(template: string, places: RegExp, read: Read): readonly Piece[] {
  const pieces: Piece[] = [];
  let done = 0;
  const addText = (text: string, start: number, end: number): void => {
    if (text !== '') pieces.push({ kind: 'text', text, start, end });
  };
  for (const match of template.matchAll(places)) {
    const start = match.index;
    const end = start + match[0].length;
    addText(template.slice(done, start), done, start);
    const found = read(match);
    if (typeof found === 'string') addText(found, start, end);
    else pieces.push({ kind: 'place', ...found, start, end });
    done = end;
  }
  addText(template.slice(done), done, template.length);
  return pieces;
}

/** A text with words in the places of their names, `{{name}}`. */
export function withWords(text: string, words: Readonly<Record<string, string>>): string {
  return text.replace(/\{\{(\w+)\}\}/g, (whole, name: string) =>
    Object.hasOwn(words, name) ? (words[name] ?? whole) : whole,
  );
}
