import { PlacedText } from './placed-text.js';

/** A scalar in the source. */
export interface Written {
  readonly value: string;
  readonly style: 'literal' | 'double' | 'single' | 'other';
  /** Its range in the file, with its quotes or its header. */
  readonly start: number;
  readonly end: number;
}

/** The text of a scalar, with the place of each of its characters. */
export function placeScalar(source: string, written: Written): PlacedText {
  return written.style === 'literal' ? placeLines(source, written) : placeCharacters(source, written);
}

/** Lines of a literal block are verbatim after their indentation. */
function placeLines(source: string, { value, start, end }: Written): PlacedText {
  const placed = new PlacedText();
  let lineStart = source.indexOf('\n', start) + 1;
  for (const line of value.split(/(?<=\n)/)) {
    const next = source.indexOf('\n', lineStart);
    const lineEnd = next < 0 || next > end ? end : next;
    const own = line.replace(/\n$/, '');
    const written = source.slice(lineStart, lineEnd).replace(/\r$/, '');
    placed.add(own, lineStart + written.length - own.length);
    if (own !== line) placed.add('\n', lineEnd);
    lineStart = lineEnd + 1;
  }
  return placed;
}

const BLANK = /\s/;

/** Other scalars fold their lines and escape characters: their non-blank characters follow in the same order. */
function placeCharacters(source: string, { value, style, start, end }: Written): PlacedText {
  const placed = new PlacedText();
  let at = style === 'other' && /[|>]/.test(source.charAt(start)) ? source.indexOf('\n', start) : start;
  if (style === 'single' || style === 'double') at += 1;
  let last = at;
  for (let index = 0; index < value.length; index += 1) {
    const unit = value.charAt(index);
    if (/[\udc00-\udfff]/.test(unit) && source.charAt(at) !== unit) {
      // The second half of an escaped character.
      placed.put(unit, last);
      continue;
    }
    if (!BLANK.test(unit)) at = skipBlanks(source, at, end, style);
    last = at;
    const length = style === 'double' ? escapeLength(source, at) : 0;
    if (length > 0) {
      placed.put(unit, at);
      at += length;
    } else {
      placed.add(unit, Math.min(at, end));
      const same = source.charAt(at) === unit;
      if (same || BLANK.test(source.charAt(at))) at += style === 'single' && unit === "'" ? 2 : 1;
    }
  }
  return placed;
}

function skipBlanks(source: string, from: number, end: number, style: Written['style']): number {
  let at = from;
  for (;;) {
    while (at < end && BLANK.test(source.charAt(at))) at += 1;
    if (style !== 'double' || source.charAt(at) !== '\\' || !/[\r\n]/.test(source.charAt(at + 1))) return at;
    at += 2;
  }
}

/** Length of an escape; 0 if there is none. */
function escapeLength(source: string, at: number): number {
  if (source.charAt(at) !== '\\') return 0;
  return { x: 4, u: 6, U: 10 }[source.charAt(at + 1)] ?? 2;
}
