import type { Place } from '../../model/span.js';
import type { Parts, TextPart } from '../values/value.js';

/** A name in a text of GraphQL. */
interface GraphqlName {
  readonly name: string;
  readonly at: Place;
}

/** Stands for what is not known of a text: no name of GraphQL has it. */
const HOLE = '\0';

/** Comments, texts, and names with the `$` or `@` before them and the colon or a hole behind them. Quotes without an end reach to the end of their line. */
const TOKEN = /#[^\n]*|"""(?:[^"]|"(?!""))*(?:"""|$)|"(?:[^"\\\n]|\\.)*"?|([$@\0]?)([_A-Za-z]\w*)(\s*:|\0)?/g;

/**
 * The names of fields, types and mutations in a text of GraphQL, as far as the text is known. A name with a colon behind
 * it is an alias or an argument, one of a variable or a directive is anybody's, and one beside a hole may go on in it.
 */
export function graphqlNames(parts: Parts): readonly GraphqlName[] {
  const text = parts.map((part) => (part.kind === 'text' ? part.text : HOLE)).join('');
  const places = new PartPlaces(parts);
  return Array.from(text.matchAll(TOKEN)).flatMap(({ 1: sign, 2: name, 3: behind, index }) => {
    const at = name === undefined || sign !== '' || behind !== undefined ? undefined : places.of(index, name.length);
    return name === undefined || at === undefined ? [] : [{ name, at }];
  });
}

/** Finds words of a text in its parts, in order. */
class PartPlaces {
  readonly #parts: Parts;
  #next = 0;
  /** Start of the part. */
  #from = 0;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** The place of a word behind those so far. */
  of(index: number, length: number): Place | undefined {
    for (; this.#next < this.#parts.length; this.#next += 1) {
      const part = this.#parts[this.#next];
      const size = part?.kind === 'text' ? part.text.length : HOLE.length;
      if (index < this.#from + size)
        return part?.kind === 'text' ? placeIn(part, index - this.#from, length) : undefined;
      this.#from += size;
    }
    return undefined;
  }
}

/** Widths of quotes on both sides of a text, by which its place is longer than itself: `'a'`, `"""a"""`. */
const QUOTES: readonly number[] = [0, 2, 6];

/** The place of a word of a text; where the text is written with escapes, that of the whole. */
function placeIn({ text, at }: TextPart, index: number, length: number): Place {
  const [from, to] = at.span;
  const around = to - from - text.length;
  if (!QUOTES.includes(around)) return at;
  const start = from + around / 2 + index;
  return { file: at.file, span: [start, start + length] };
}
