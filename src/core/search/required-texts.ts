import { rememberedText } from '../lib/collections.js';

/**
 * A pattern of bytes: for each place the characters that match there, as in `['b', 'eE', 'l']`; a string if exactly one
 * matches in each place.
 */
export type SearchText = string | readonly string[];

/** A pattern of bytes with a string for each place. */
type Places = readonly string[];

/** Bytes that are compared together; shorter texts cannot be searched for. */
export const WINDOW = 3;

/** All bytes, as the characters that have their codes. */
const BYTES = Array.from({ length: 256 }, (_, code) => String.fromCharCode(code)).join('');

/** By frequency in programs, the most frequent first; others are rarer. */
const FREQUENT = ` etnrsioalcdpumfhgyb\n.(),'"=/w;:vkx_-{}jqz`;

/** Approximate frequency of each byte. */
const FREQUENCIES = Array.from(BYTES, (char) => {
  const rank = FREQUENT.indexOf(char);
  return rank < 0 ? 0.003 : 0.1 * 0.93 ** rank;
});

/** Approximate frequency of a match of one place, from 0 to 1. */
const frequencyOf = rememberedText((fitting) => {
  let sum = 0;
  for (let index = 0; index < fitting.length; index += 1) sum += FREQUENCIES[fitting.charCodeAt(index)] ?? 0;
  return Math.min(1, sum);
});

/** Words that are in most programs: each is as little selective as one frequent character. */
const KEYWORDS = /\b(?:import|from|export|require|return|function|const|class)\b/g;

/**
 * Approximate frequency of a text. Letters are predictable from those before them, so each is less selective than a
 * mark.
 */
function likelihoodOf(text: Places): number {
  const spelled = text.map((fitting) => (fitting.length === 1 ? fitting : NO_LETTER)).join('');
  const words = Array.from(spelled.matchAll(KEYWORDS), ({ 0: word, index }) => [index, index + word.length] as const);
  const isInside = (at: number): boolean => words.some(([start, end]) => at > start && at < end);
  return text.reduce(
    (product, fitting, at) => (isInside(at) ? product : product * (hasLetter(fitting) ? 0.25 : frequencyOf(fitting))),
    1,
  );
}

const hasLetter = rememberedText((fitting) => /[a-z]/.test(fitting));

/** Replaces a place that several characters match. */
const NO_LETTER = ' ';

/** Most combinations of three bytes that are searched for one text. */
const MAX_WINDOWS = 64;

/** Offset of the least frequent three bytes in a text; undefined where it is too short, or too open. */
export function windowOf(text: SearchText): number | undefined {
  const often = Array.from(text, frequencyOf);
  let best: number | undefined;
  let least = Infinity;
  for (let at = 0; at + WINDOW <= text.length; at += 1) {
    let frequency = 1;
    let count = 1;
    for (let index = at; index < at + WINDOW; index += 1) {
      frequency *= often[index] ?? 0;
      count *= text[index]?.length ?? 0;
    }
    if (frequency < least && count <= MAX_WINDOWS) [best, least] = [at, frequency];
  }
  return best;
}

/** The matches of an expression: each is one of `whole`, or begins with one of `begun` and goes on. */
interface Found {
  readonly whole: readonly Places[];
  readonly begun: readonly Places[];
  /** Each contains one of these, where that is known. */
  readonly part: Part | undefined;
  /** Each ends with one of these, where that is known of a begun match. */
  readonly ended?: readonly Places[];
}

/** Texts that are all long enough to be searched for. */
interface Part {
  readonly texts: readonly Places[];
  /** Approximate frequency of one of them. */
  readonly likelihood: number;
}

/** Most texts that one part of an expression may match; beyond that, parts are searched for separately. */
const MAX_TEXTS = 64;

const NOTHING: Found = { whole: [[]], begun: [], part: undefined };
const ANYTHING: Found = { whole: [], begun: [[]], part: undefined };

/** Several literal characters, except a repeated last one. */
const WORD = /[\w/ -]{2,}(?![\w/ -]|[*+?{])/y;

const QUANTIFIER = /^(?:[*+?]|\{(\d+)(?:,\d*)?\})\??/;

/** Literal, and long enough to be searched for; most sources are. */
const PLAIN = /^[\w/ -]{3,}$/;

class UnknownSyntax extends Error {}

/**
 * Texts such that every input that an expression (its source, without flags) matches contains at least one of them;
 * none if nothing can match. Undefined where there are no such texts of three bytes or more, or the expression has a
 * construct that is not understood.
 */
export const requiredTexts = rememberedText((source): readonly SearchText[] | undefined => {
  if (PLAIN.test(source)) return [source];
  try {
    return new Reader(source).read().part?.texts.map(shortest);
  } catch (error) {
    if (error instanceof UnknownSyntax) return undefined;
    throw error;
  }
});

function shortest(places: Places): SearchText {
  return places.every((fitting) => fitting.length === 1) ? places.join('') : places;
}

/** Parses the source of an expression. Assertions are ignored: they only make matches fewer. */
class Reader {
  readonly #source: string;
  #at = 0;

  constructor(source: string) {
    this.#source = source;
  }

  read(): Found {
    const found = this.#alternatives();
    if (this.#at < this.#source.length) throw new UnknownSyntax();
    return found;
  }

  #alternatives(): Found {
    const all = [this.#sequence()];
    while (this.#take('|')) all.push(this.#sequence());
    const whole = all.flatMap((found) => found.whole);
    const begun = all.flatMap((found) => found.begun);
    const part = together(all.map((found) => found.part));
    return whole.length + begun.length > MAX_TEXTS ? { ...ANYTHING, part } : { whole, begun, part };
  }

  #sequence(): Found {
    /** Possible starts of the sequence, once none of them can be extended further. */
    let head: readonly Places[] | undefined;
    let whole: readonly Places[] = [[]];
    let begun: readonly Places[] = [];
    let part: Part | undefined;
    while (this.#at < this.#source.length && !'|)'.includes(this.#source.charAt(this.#at))) {
      const next = this.#repeated(this.#term());
      part = rarer(part, next.part);
      if (begun.length + whole.length * (next.whole.length + next.begun.length) <= MAX_TEXTS) {
        begun = [...begun, ...joined(whole, next.begun)];
        whole = joined(whole, next.whole);
      } else {
        part = rarer(part, partOf([...begun, ...whole]));
        head ??= [...begun, ...whole];
        ({ whole, begun } = next);
      }
      if (whole.length > 0) continue;
      part = rarer(part, partOf(begun));
      head ??= begun;
      [whole, begun] = [next.ended ?? [[]], []];
    }
    part = rarer(part, partOf([...begun, ...whole]));
    return head === undefined ? { whole, begun, part } : { whole: [], begun: head, part };
  }

  #repeated(found: Found): Found {
    const [written = '', least = ''] = QUANTIFIER.exec(this.#source.slice(this.#at, this.#at + 20)) ?? [];
    this.#at += written.length;
    const { whole, begun, part } = found;
    if (written === '') return found;
    if (written.startsWith('?')) return { whole: [[], ...whole], begun, part: undefined };
    if (!written.startsWith('+') && Number(least) === 0) return ANYTHING;
    // The end of a repeated part is also directly before the part that follows.
    const ended = begun.length === 0 ? { ended: whole } : {};
    return { whole: [], begun: [...whole, ...begun], part, ...ended };
  }

  #term(): Found {
    if (this.#take('(')) return this.#group();
    if (this.#take('[')) return one(this.#class());
    if (this.#take('^') || this.#take('$') || this.#take('\\b') || this.#take('\\B')) return NOTHING;
    if (this.#take('.')) return one(without('\n\r'));
    if (this.#source.charAt(this.#at) === '\\') return one(this.#escaped());
    WORD.lastIndex = this.#at;
    const word = WORD.exec(this.#source)?.[0];
    if (word === undefined) return one(this.#next());
    this.#at += word.length;
    return { whole: [Array.from(word)], begun: [], part: undefined };
  }

  #group(): Found {
    const [opening = ''] = /^\?(?::|<?[=!])/.exec(this.#source.slice(this.#at, this.#at + 3)) ?? [];
    if (opening === '' && this.#take('?')) throw new UnknownSyntax();
    this.#at += opening.length;
    const found = this.#alternatives();
    if (!this.#take(')')) throw new UnknownSyntax();
    return /[=!]$/.test(opening) ? NOTHING : found;
  }

  /** Characters that a class matches. */
  #class(): string {
    const isNegated = this.#take('^');
    let fitting = '';
    while (!this.#take(']')) {
      if (this.#at >= this.#source.length) throw new UnknownSyntax();
      const first = this.#member();
      const isRange = first.length === 1 && /^-[^\]]/.test(this.#source.slice(this.#at, this.#at + 2));
      if (!isRange) {
        fitting += first;
        continue;
      }
      this.#at += 1;
      const last = this.#member();
      if (last.length !== 1) throw new UnknownSyntax();
      for (let code = first.charCodeAt(0); code <= Math.min(last.charCodeAt(0), 0xff); code += 1)
        fitting += String.fromCharCode(code);
    }
    return isNegated ? without(fitting) : fitting;
  }

  #member(): string {
    return this.#source.charAt(this.#at) === '\\' ? this.#escaped() : this.#next();
  }

  /** Characters that an escape matches. */
  #escaped(): string {
    this.#at += 1;
    const char = this.#next();
    const fitting = ESCAPES[char];
    if (fitting !== undefined) return fitting;
    const digits = char === 'x' ? 2 : char === 'u' ? 4 : 0;
    if (digits === 0 && /\w/.test(char)) throw new UnknownSyntax();
    if (digits === 0) return char;
    const code = this.#source.slice(this.#at, this.#at + digits);
    if (!/^[\da-f]+$/i.test(code) || code.length < digits) throw new UnknownSyntax();
    this.#at += digits;
    return String.fromCharCode(Number.parseInt(code, 16));
  }

  #next(): string {
    this.#at += 1;
    return this.#source.charAt(this.#at - 1);
  }

  #take(text: string): boolean {
    if (!this.#source.startsWith(text, this.#at)) return false;
    this.#at += text.length;
    return true;
  }
}

function without(chars: string): string {
  return Array.from(BYTES)
    .filter((char) => !chars.includes(char))
    .join('');
}

function matching(expression: RegExp): string {
  return Array.from(BYTES)
    .filter((char) => expression.test(char))
    .join('');
}

const ESCAPES: Readonly<Record<string, string>> = {
  d: matching(/\d/),
  D: matching(/\D/),
  w: matching(/\w/),
  W: matching(/\W/),
  s: matching(/\s/),
  S: matching(/\S/),
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
  f: '\f',
};

/** One character out of these; a character that is no byte matches nothing. */
function one(chars: string): Found {
  if (chars.length === 1 && chars <= '\xff') return { whole: [[chars]], begun: [], part: undefined };
  const fitting = [...new Set(chars)].filter((char) => char <= '\xff').sort();
  return { whole: fitting.length === 0 ? [] : [[fitting.join('')]], begun: [], part: undefined };
}

function joined(before: readonly Places[], after: readonly Places[]): readonly Places[] {
  return before.flatMap((start) => after.map((end) => [...start, ...end]));
}

/** These texts as a search; undefined where one is too short. No texts mean that nothing can match. */
function partOf(texts: readonly Places[]): Part | undefined {
  if (!texts.every((text) => windowOf(text) !== undefined)) return undefined;
  return { texts, likelihood: texts.reduce((sum, text) => sum + likelihoodOf(text), 0) };
}

/** Matches any of several sets. */
function together(parts: readonly (Part | undefined)[]): Part | undefined {
  const known = parts.filter((part) => part !== undefined);
  if (known.length < parts.length) return undefined;
  return {
    texts: known.flatMap(({ texts }) => texts),
    likelihood: known.reduce((sum, { likelihood }) => sum + likelihood, 0),
  };
}

/** The less frequent of two sets. */
function rarer(first: Part | undefined, second: Part | undefined): Part | undefined {
  return first === undefined || (second !== undefined && second.likelihood < first.likelihood) ? second : first;
}
