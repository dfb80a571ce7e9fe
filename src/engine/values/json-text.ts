import type { Place } from '../../core/model/span.js';
import { numberValue } from './sums.js';
import { choiceOf } from './choice.js';
import { atRunTime, listOf, MAX_ELEMENTS, optionsOf, UNDEFINED } from './value.js';
import type { HolePart, Part, Parts, Patch, Value } from './value.js';

/** Maximum length of JSON that is read, in UTF-16 code units. */
const MAX_LENGTH = 50_000;
const MAX_LEVELS = 30;

/** Character for a hole: JSON does not allow it, not even in a string. */
const HOLE = '\u0000';

/**
 * Parses JSON texts. An object becomes a layered value whose properties have the places of their keys. Other values,
 * and texts that are not JSON, are returned unchanged.
 */
export function readJsonTexts(value: Value, at: Place): Value {
  if (!optionsOf(value).some(({ kind }) => kind === 'text')) return value;
  return choiceOf(
    optionsOf(value).map((option) => (option.kind === 'text' ? (readJson(option.parts, at) ?? option) : option)),
    at,
  );
}

/** Returns the value of a JSON text; undefined if it is not JSON, or too large. */
function readJson(parts: Parts, at: Place): Value | undefined {
  const length = parts.reduce((sum, part) => sum + (part.kind === 'text' ? part.text.length : 1), 0);
  if (length > MAX_LENGTH) return undefined;
  const reader = new JsonReader(parts, at);
  const value = reader.value(0);
  return reader.isAtEnd() ? value : undefined;
}

const ESCAPES: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };

/** Start of a part in the whole text. */
interface Start {
  readonly offset: number;
  readonly part: Part;
}

/** Reads one JSON text with holes from left to right; returns `undefined` if it is not JSON. */
class JsonReader {
  readonly #at: Place;
  readonly #text: string;
  readonly #starts: readonly Start[];
  #next = 0;

  constructor(parts: Parts, at: Place) {
    this.#at = at;
    const starts: Start[] = [];
    let text = '';
    for (const part of parts) {
      starts.push({ offset: text.length, part });
      text += part.kind === 'text' ? part.text : HOLE;
    }
    this.#text = text;
    this.#starts = starts;
  }

  isAtEnd(): boolean {
    return this.#peek() === undefined;
  }

  value(level: number): Value | undefined {
    if (level > MAX_LEVELS) return undefined;
    switch (this.#peek()) {
      case '{':
        return this.#object(level);
      case '[':
        return this.#array(level);
      case '"':
        return this.#string();
      case HOLE:
        return this.#hole();
      default:
        return this.#word();
    }
  }

  /** The next character after white space. */
  #peek(): string | undefined {
    while (/\s/.test(this.#text.charAt(this.#next))) this.#next++;
    return this.#text[this.#next];
  }

  /** Consumes a character after white space, if it is the next one. */
  #accept(character: string): boolean {
    if (this.#peek() !== character) return false;
    this.#next++;
    return true;
  }

  #object(level: number): Value | undefined {
    const patches: Patch[] = [];
    let open = false;
    this.#next++;
    if (this.#accept('}')) return objectOf(patches);
    do {
      const from = this.#next;
      if (this.#accept(HOLE)) {
        open = true;
        continue;
      }
      if (this.#peek() !== '"' || patches.length > MAX_ELEMENTS) return undefined;
      const start = this.#next;
      const key = this.#string();
      const at = this.#placeOf(start, this.#next);
      if (key === undefined || !this.#accept(':')) return undefined;
      const value = this.value(level + 1);
      if (value === undefined || this.#next === from) return undefined;
      const name = key.kind === 'text' ? nameOf(key.parts) : undefined;
      if (name === undefined) open = true;
      else patches.push({ path: [name], operator: '=', value, maybe: false, at });
    } while (this.#accept(','));
    if (!this.#accept('}')) return undefined;
    const object = objectOf(patches);
    return open ? choiceOf([object, atRunTime(this.#at)], this.#at) : object;
  }

  #array(level: number): Value | undefined {
    const elements: Value[] = [];
    this.#next++;
    if (this.#accept(']')) return listOf([], false);
    do {
      const value = this.value(level + 1);
      if (value === undefined || elements.length > MAX_ELEMENTS) return undefined;
      elements.push(value);
    } while (this.#accept(','));
    return this.#accept(']') ? listOf(elements, elements.some(isHoleValue)) : undefined;
  }

  #string(): Value | undefined {
    const parts: Part[] = [];
    const start = this.#next++;
    let from = start;
    let text = '';
    const flush = (): void => {
      if (text !== '') parts.push({ kind: 'text', text, at: this.#placeOf(from, this.#next) });
      text = '';
    };
    for (;;) {
      const character = this.#text[this.#next];
      if (character === undefined || character === '\n') return undefined;
      if (character === '"') break;
      if (character === HOLE) {
        flush();
        parts.push(this.#holeAt(this.#next));
        from = this.#next + 1;
      } else if (character === '\\') {
        const escaped = this.#escape();
        if (escaped === undefined) return undefined;
        text += escaped;
        continue;
      } else text += character;
      this.#next++;
    }
    this.#next++;
    flush();
    return { kind: 'text', parts };
  }

  /** Consumes an escape sequence and returns its character. */
  #escape(): string | undefined {
    const character = this.#text.charAt(this.#next + 1);
    if (character === 'u') {
      const digits = this.#text.slice(this.#next + 2, this.#next + 6);
      this.#next += 6;
      return /^[\da-fA-F]{4}$/.test(digits) ? String.fromCharCode(Number.parseInt(digits, 16)) : undefined;
    }
    this.#next += 2;
    return ESCAPES[character] ?? ('"\\/'.includes(character) && character !== '' ? character : undefined);
  }

  /** Consumes a hole outside a string, which can be any value. */
  #hole(): Value {
    const hole = this.#holeAt(this.#next++);
    if (hole.external !== undefined) return hole.external;
    if (hole.made !== undefined) return hole.made;
    return hole.parameter === undefined
      ? { kind: 'unknown', reason: hole.reason, name: hole.name, at: hole.at }
      : { kind: 'parameter', parameter: hole.parameter, name: hole.name, at: hole.at };
  }

  /** Reads a number, `true`, `false` or `null`; a hole in it makes it unknown. */
  #word(): Value | undefined {
    const rest = this.#text.slice(this.#next, this.#next + 40);
    const [word = ''] = /^[-+.\w\u0000]*/.exec(rest) ?? [];
    const at = this.#placeOf(this.#next, this.#next + word.length);
    this.#next += word.length;
    if (word.includes(HOLE)) return atRunTime(at);
    if (word === 'null') return { kind: 'scalar', value: null };
    if (word === 'true' || word === 'false') return { kind: 'scalar', value: word === 'true' };
    return /^-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?$/.test(word) ? numberValue(Number(word), at) : undefined;
  }

  #startAt(offset: number): Start | undefined {
    return this.#starts.findLast((start) => start.offset <= offset);
  }

  #holeAt(offset: number): HolePart {
    const part = this.#startAt(offset)?.part;
    return part?.kind === 'hole'
      ? part
      : { kind: 'hole', name: '…', at: this.#at, reason: 'a value known only at run time' };
  }

  /** Returns the place of a range: exact if the source has the same characters, otherwise that of the whole part. */
  #placeOf(from: number, to: number): Place {
    const start = this.#startAt(from);
    if (start === undefined) return this.#at;
    const { at, kind } = start.part;
    const length = kind === 'text' ? start.part.text.length : 0;
    const quotes = at.span[1] - at.span[0] - length;
    if (kind !== 'text' || to > start.offset + length || (quotes !== 0 && quotes !== 2)) return at;
    const base = at.span[0] + quotes / 2 - start.offset;
    return { file: at.file, span: [base + from, base + to] };
  }
}

function objectOf(patches: readonly Patch[]): Value {
  return { kind: 'layered', base: UNDEFINED, patches };
}

function nameOf(parts: Parts): string | undefined {
  return parts.every((part) => part.kind === 'text') ? parts.map(({ text }) => text).join('') : undefined;
}

/** Whether an element is a hole, which can represent several elements of the list. */
function isHoleValue({ kind }: Value): boolean {
  return kind === 'unknown' || kind === 'parameter' || kind === 'external';
}
