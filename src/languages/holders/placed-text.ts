import type { Fragment } from '../../core/model/language.js';

/** Place of a stretch of text in its file. A fixed stretch maps to one place. */
interface Stretch {
  /** Offset in the composed text. */
  readonly at: number;
  readonly place: number;
  readonly isFixed: boolean;
}

/** A text composed of parts of a file, with the original place of each. */
export class PlacedText {
  #pieces: string[] = [];
  #length = 0;
  readonly #stretches: Stretch[] = [];

  /** Appends text that is verbatim in the file, at an offset. */
  addVerbatim(text: string, place: number): this {
    if (text === '') return this;
    const last = this.#stretches.at(-1);
    if (last === undefined || last.isFixed || last.place + this.#length - last.at !== place)
      this.#stretches.push({ at: this.#length, place, isFixed: false });
    return this.#append(text);
  }

  /** Appends text that is not verbatim in the file, such as a decoded escape; all of it maps to one offset. */
  addAt(text: string, place: number): this {
    this.#stretches.push({ at: this.#length, place, isFixed: true });
    return this.#append(text);
  }

  /** Appends a part of another text. */
  copy(from: PlacedText, start = 0, end = from.#length): this {
    const first = from.#indexAt(start);
    for (let index = first; index < from.#stretches.length; index += 1) {
      const stretch = from.#stretches[index];
      if (stretch === undefined || stretch.at >= end) break;
      const begin = Math.max(start, stretch.at);
      const text = from.text.slice(begin, Math.min(end, from.#stretches[index + 1]?.at ?? end));
      if (stretch.isFixed) this.addAt(text, stretch.place);
      else this.addVerbatim(text, stretch.place + begin - stretch.at);
    }
    return this;
  }

  get text(): string {
    if (this.#pieces.length > 1) this.#pieces = [this.#pieces.join('')];
    return this.#pieces[0] ?? '';
  }

  placeOf(offset: number): number {
    // The end of a stretch is after its last character, not at the start of the next one.
    const stretch = this.#stretches[this.#indexAt(offset === this.#length ? offset - 1 : offset)];
    if (stretch === undefined) return 0;
    return stretch.place + (stretch.isFixed ? 0 : offset - stretch.at);
  }

  /** The text as a separate program. `body`: the part whose range in the file is the range of the program. */
  fragment(body: PlacedText = this): Fragment {
    const start = body.placeOf(0);
    const end = Math.max(start, body.placeOf(body.#length)) + 1;
    return { text: this.text, start, end, placeOf: (offset) => this.placeOf(offset), apart: true };
  }

  #append(text: string): this {
    this.#pieces.push(text);
    this.#length += text.length;
    return this;
  }

  #indexAt(offset: number): number {
    let [low, high] = [0, this.#stretches.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#stretches[middle]?.at ?? Infinity) <= offset) low = middle + 1;
      else high = middle;
    }
    return Math.max(0, low - 1);
  }
}

/** Lines that assign the environment variables of shell code, all with the place of its beginning. */
export function assignmentLines(variables: ReadonlyMap<string, PlacedText>, code: PlacedText): PlacedText {
  const lines = new PlacedText();
  const begin = code.placeOf(0);
  for (const [name, value] of variables) {
    // Only variables that the code uses, because all steps share one environment.
    if (!code.text.includes(name)) continue;
    lines.addAt(`${name}=`, begin);
    addQuoted(lines, value);
    lines.addAt('\n', begin);
  }
  return lines;
}

/** Appends a text in single quotes. */
function addQuoted(lines: PlacedText, value: PlacedText): void {
  const { text } = value;
  lines.addAt("'", value.placeOf(0));
  let end = 0;
  for (let quote = text.indexOf("'"); quote >= 0; quote = text.indexOf("'", end)) {
    lines.copy(value, end, quote).addAt("'\\''", value.placeOf(quote));
    end = quote + 1;
  }
  lines.copy(value, end).addAt("'", value.placeOf(text.length));
}
