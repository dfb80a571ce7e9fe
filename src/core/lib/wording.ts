/** `1 finding`, `2 findings`; `2 entries` if the plural is passed. */
export function count(number: number, noun: string, plural = `${noun}s`): string {
  return `${number} ${number === 1 ? noun : plural}`;
}

/** The end of the head of a noun phrase: ` of …`, `, which …`, ` (…)`. */
const HEAD_END = /,? (?:across|as|at|by|for|from|in|of|on|that|to|under|which|with|without)(?= )| \(|:/;

/**
 * Whether a noun phrase takes a plural verb: it lists several things, or its head ends as a plural does. `Engines`,
 * `Base models of 2023` and `Veo 2 and 3` do; `DNS and DNS Firewall analytics API` and `Adding and removing bells` do
 * not.
 */
export function isPlural(phrase: string): boolean {
  const [head = ''] = phrase.split(HEAD_END, 1);
  if (/^\w+ing\b/.test(head)) return false;
  const [first = '', ...others] = head.split(/,? and |, /);
  if (head.includes(' and ') || others.length > 1) return !head.endsWith(' API') || first.endsWith(' API');
  return others.length === 0 && /[A-Za-z]s$/.test(first) && !/(?:ss|us|is)$/.test(first);
}

/**
 * The candidate nearest to a possibly mistyped word; undefined if none is near. Case is ignored. A candidate that
 * contains the word is near.
 */
export function closest(word: string, candidates: Iterable<string>): string | undefined {
  const lowerWord = word.toLowerCase();
  if (lowerWord === '') return undefined;
  let nearest: { readonly candidate: string; readonly distance: number } | undefined;
  let firstContaining: string | undefined;
  for (const candidate of candidates) {
    const text = candidate.toLowerCase();
    if (lowerWord.length > 2 && text.includes(lowerWord)) firstContaining ??= candidate;
    const maxDistance = allowedDistance(lowerWord, text);
    if (Math.abs(lowerWord.length - text.length) > maxDistance) continue;
    const distance = editDistance(lowerWord, text);
    if (distance > maxDistance) continue;
    if (nearest === undefined || distance < nearest.distance) nearest = { candidate, distance };
  }
  return nearest?.candidate ?? firstContaining;
}

/** `; did you mean 'x'?`, or an empty text if no candidate is near; for the end of a message. */
export function didYouMean(word: string, candidates: Iterable<string>): string {
  const guess = closest(word, candidates);
  return guess === undefined ? '' : `; did you mean '${guess}'?`;
}

function allowedDistance(left: string, right: string): number {
  return Math.max(1, Math.floor(Math.max(left.length, right.length) / 3));
}

/** Levenshtein distance, one row at a time. */
function editDistance(left: string, right: string): number {
  let row = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let i = 1; i <= left.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= right.length; j += 1) {
      const substitution = (row[j - 1] ?? 0) + (left[i - 1] === right[j - 1] ? 0 : 1);
      next.push(Math.min(substitution, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[right.length] ?? 0;
}

/** A piece of a template: literal text, or the place of a value. */
export type Piece = (
  | { readonly kind: 'text'; readonly text: string }
  /** `path`: position or name of the value, and the path inside it; empty for the next one. */
  | { readonly kind: 'place'; readonly path: readonly string[]; readonly isPlain: boolean }
) & {
  /** Offset in the template. */
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
  return piecesOf(template, BRACES, ([match, field = '', conversion, spec]) => {
    if (match === '{{') return '{';
    if (match === '}}') return '}';
    const isPlain = (conversion ?? '!s') === '!s' && (spec === undefined || /^:[sd]?$/.test(spec));
    return { path: field === '' ? [] : field.split(/\.|\[|\]\.?/).filter((step) => step !== ''), isPlain };
  });
}

type ReadPiece = (match: RegExpExecArray) => string | { readonly path: readonly string[]; readonly isPlain: boolean };

function piecesOf(template: string, places: RegExp, readPiece: ReadPiece): readonly Piece[] {
  const pieces: Piece[] = [];
  let textStart = 0;
  const addText = (text: string, start: number, end: number): void => {
    if (text !== '') pieces.push({ kind: 'text', text, start, end });
  };
  for (const match of template.matchAll(places)) {
    const start = match.index;
    const end = start + match[0].length;
    addText(template.slice(textStart, start), textStart, start);
    const piece = readPiece(match);
    if (typeof piece === 'string') addText(piece, start, end);
    else pieces.push({ kind: 'place', ...piece, start, end });
    textStart = end;
  }
  addText(template.slice(textStart), textStart, template.length);
  return pieces;
}

/** Replaces the placeholders of a text, `{{name}}`, by words. */
export function withWords(text: string, words: Readonly<Record<string, string>>): string {
  return text.replace(/\{\{(\w+)\}\}/g, (placeholder, name: string) =>
    Object.hasOwn(words, name) ? (words[name] ?? placeholder) : placeholder,
  );
}
